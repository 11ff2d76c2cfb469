"""Fixes for how ONNX Runtime runs the custom node."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from workbench.core.edits.kernel import set_style
from workbench.core.fixes.files import inner_path
from workbench.core.fixes.place import Fix, Place, change, drop, proposes, put
from workbench.core.ort_sides import SIDES, OrtSide
from workbench.core.ort_versions import OLDEST_ORT
from workbench.core.styles import values

__all__: list[str] = []


@proposes(r"ort\.oldest")
def _oldest(place: Place) -> Iterator[Fix]:
    number = re.match(r"1\.(\d+)", place.get())
    named = int(number[1]) if number and len(number[1]) < 4 else 0
    wanted = f"1.{max(named, OLDEST_ORT)}"
    yield put(place, f"Change to {wanted}", wanted)


@proposes(r"ort\.since_version")
def _since(place: Place) -> Iterator[Fix]:
    yield put(place, "Change to 1", 1)


@proposes(r"ort\.implementation|mapping\.nodes")
def _implementation(place: Place) -> Iterator[Fix]:
    ort = place.op.ort
    likely = sorted(SIDES.values(), key=lambda side: (not side.is_compared, side.order))
    for side in (s for s in likely if s.fix and s is not ort.side):
        yield _run_by(place, side)
    for style in values():
        if ort.side.refusal(place.op.kernel.kind)[0] and not ort.side.refusal(style)[0]:
            yield Fix(f"Make the kernel {style.article} one", set_style(place.op, style.style))


def _run_by(place: Place, side: OrtSide) -> Fix:
    changed = replace(place.op.ort, implementation=side.name, source="", structs=())
    return put(place, side.fix, changed, "ort")


@proposes(r"args\[\d+\]\.type")
def _not_through(place: Place) -> Iterator[Fix]:
    """An argument that a bridge, or our kernel, cannot pass."""
    for side in SIDES.values():
        if side.fix and not side.is_compared:
            yield _run_by(place, side)


@proposes(r"ort\.source")
def _source(place: Place) -> Iterator[Fix]:
    op = place.op
    if not op.ort.side.has_source:
        for side in SIDES.values():
            if side.has_source:
                yield change(place, "Run your own C++", "ort", implementation=side.name)
        return
    own = f"{op.name}_ort.cpp"
    for name in inner_path(op.ort.source, ".cpp", own) if op.ort.source else (own,):
        yield put(place, f"Change to {name}", name)
    yield put(place, f"Change to {own}", own)


@proposes(r"ort\.structs")
def _structs(place: Place) -> Iterator[Fix]:
    yield put(place, "Remove the structs", ())


@proposes(r"ort\.structs\[\d+\]")
def _struct(place: Place) -> Iterator[Fix]:
    yield drop(place, f"Remove '{place.get():.40}'")
