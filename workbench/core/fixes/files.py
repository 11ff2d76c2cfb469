"""Fixes for the files that a declaration names, and for what is looked for in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from workbench.core.fixes.place import Fix, Place, proposes, put, sound_name

__all__ = ["change_to", "inner_path"]

_FILES = {
    "mapping.source": "mapping.py",
    "model.source": "model.py",
    "reference.source": "reference.py",
}
_SCRIPT = "script.py"
_FUNCTIONS = {"mapping.function": "symbolic", "model.function": "model"}


def inner_path(name: str, suffix: str, default: str) -> Iterator[str]:
    """Paths inside the op's folder that were probably meant.

    Args:
        name: what stands there.
        suffix: what such a file ends with.
        default: the usual name.
    """
    path = PurePosixPath(name.replace("\\", "/").replace("\0", ""))
    parts = [p for p in path.parts if p not in ("..", "/", ".")]
    inner = PurePosixPath(*parts) if parts else PurePosixPath(default)
    for candidate in (path.name, str(inner)):
        if candidate:
            yield candidate
            yield str(PurePosixPath(candidate).with_suffix(suffix))
    yield default


def change_to(place: Place, names: Iterable[str]) -> Iterator[Fix]:
    """Another name, each in turn."""
    return (put(place, f"Change to {name}", name) for name in names)


@proposes(r"(?:mapping|model|reference)\.source|mapping\.nodes\[\d+\]\.script")
def _python_file(place: Place) -> Iterator[Fix]:
    usual = _FILES.get(place.key, _SCRIPT)
    yield from change_to(place, inner_path(place.get(), ".py", usual))


@proposes(r"(?:mapping|model)\.function")
def _python_function(place: Place) -> Iterator[Fix]:
    name, usual = place.get(), _FUNCTIONS[place.key]
    like = ".".join(sound_name(part) for part in name.split(".")) if name else usual
    yield from change_to(place, (like, usual))
