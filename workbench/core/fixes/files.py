"""Fixes for the files that a declaration names, and for what is looked for in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from workbench.core.fixes.context import Fix, FixContext, proposes, put, sound_name
from workbench.core.keys import key_at

__all__ = ["change_to", "inner_path"]


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


def change_to(context: FixContext, names: Iterable[str]) -> Iterator[Fix]:
    """Another name, each in turn."""
    return (put(context, f"Change to {name}", name) for name in names)


@proposes(r"(?:mapping|model|reference)\.source|mapping\.nodes\[\d+\]\.script")
def _python_file(context: FixContext) -> Iterator[Fix]:
    key = key_at(context.key)
    usual = key.facts.placeholder if key is not None else ""
    yield from change_to(context, inner_path(context.get(), ".py", usual))


@proposes(r"(?:mapping|model)\.function")
def _python_function(context: FixContext) -> Iterator[Fix]:
    key, name = key_at(context.key), context.get()
    usual = key.default if key is not None else ""
    like = ".".join(sound_name(part) for part in name.split(".")) if name else usual
    yield from change_to(context, (like, usual))
