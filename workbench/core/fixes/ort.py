"""Fixes for how ONNX Runtime runs the custom node."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.core.edits.kernel import set_implementation, set_style
from workbench.core.fixes.context import Fix, FixContext, change, change_to, drop, proposes, put
from workbench.core.fixes.files import inner_paths
from workbench.core.ort_sides import SIDES, OrtSide
from workbench.core.standard.ort_versions import OLDEST_ORT
from workbench.core.styles import values

__all__: list[str] = []


@proposes(r"ort\.oldest")
def _oldest(context: FixContext) -> Iterator[Fix]:
    number = re.match(r"1\.(\d+)", context.get())
    named = int(number[1]) if number and len(number[1]) < 4 else 0
    wanted = f"1.{max(named, OLDEST_ORT)}"
    yield put(context, f"Change to {wanted}", wanted)


@proposes(r"ort\.since_version")
def _since(context: FixContext) -> Iterator[Fix]:
    yield put(context, "Change to 1", 1)


@proposes(r"ort\.implementation|mapping\.nodes")
def _implementation(context: FixContext) -> Iterator[Fix]:
    ort = context.op.ort
    likely = sorted(SIDES.values(), key=lambda side: (not side.is_compared, side.order))
    for side in (s for s in likely if s.fix and s is not ort.side):
        yield _run_by(context, side)
    for style in values():
        if ort.side.refusal(context.op.kernel.kind)[0] and not ort.side.refusal(style)[0]:
            yield Fix(f"Make the kernel {style.article} one", set_style(context.op, style.style))


def _run_by(context: FixContext, side: OrtSide) -> Fix:
    return put(context, side.fix, set_implementation(context.op, side.name).ort, "ort")


@proposes(r"args\[\d+\]\.type")
def _not_through(context: FixContext) -> Iterator[Fix]:
    """An argument that a bridge, or our kernel, cannot pass."""
    for side in SIDES.values():
        if side.fix and not side.is_compared:
            yield _run_by(context, side)


@proposes(r"ort\.source")
def _source(context: FixContext) -> Iterator[Fix]:
    op = context.op
    if not op.ort.side.has_source:
        for side in SIDES.values():
            if side.has_source:
                yield change(context, "Run your own C++", "ort", implementation=side.name)
        return
    usual = f"{op.name}_ort.cpp"
    if op.ort.source:
        yield from change_to(context, inner_paths(context, usual))
    yield put(context, f"Change to {usual}", usual)


@proposes(r"ort\.module")
def _module(context: FixContext) -> Iterator[Fix]:
    usual = f"{context.op.name}.so"
    yield from change_to(context, inner_paths(context, usual))
    yield put(context, f"Change to {usual}", usual)


@proposes(r"ort\.function")
def _function(context: FixContext) -> Iterator[Fix]:
    yield put(context, f"Change to {context.op.name}", context.op.name)


@proposes(r"ort\.structs")
def _structs(context: FixContext) -> Iterator[Fix]:
    yield put(context, "Remove the structs", ())


@proposes(r"ort\.structs\[\d+\]")
def _struct(context: FixContext) -> Iterator[Fix]:
    yield drop(context, f"Remove '{context.get():.40}'")
