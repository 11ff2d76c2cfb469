"""Fixes for how ONNX Runtime runs the custom node."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from workbench.core.fixes.files import inner_path
from workbench.core.fixes.place import Fix, Place, change, drop, proposes, put
from workbench.core.ort_versions import OLDEST_ORT

__all__: list[str] = []

_WAYS = (
    ("portable", "Run our own kernel"),
    ("bridge", "Call the torch op (bridge)"),
    ("none", "No kernel is needed"),
    ("export-only", "Leave it to another runtime"),
)


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
    for name, title in _WAYS:
        if name != ort.implementation:
            changed = replace(ort, implementation=name, source="", structs=())
            yield put(place, title, changed, "ort")
    if ort.implementation == "portable":
        yield put(place, "Make the kernel a portable one", "portable", "kernel.style")


@proposes(r"args\[\d+\]\.type")
def _not_through(place: Place) -> Iterator[Fix]:
    """An argument that a bridge, or our kernel, cannot pass."""
    changed = replace(place.op.ort, implementation="export-only", source="", structs=())
    yield put(place, "Leave it to another runtime", changed, "ort")


@proposes(r"ort\.source")
def _source(place: Place) -> Iterator[Fix]:
    op = place.op
    if op.ort.implementation != "own":
        yield put(place, "Remove the source", "")
        yield change(place, "Run your own C++", "ort", implementation="own")
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
