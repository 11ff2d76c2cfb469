"""Fixes for the files that a declaration names, and for what is looked for in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.fixes.context import Fix, FixContext, change_to, proposes, sound_name
from workbench.core.op_toml.keys import key_at

__all__ = ["inner_paths"]


def inner_paths(context: FixContext, usual: str = "") -> Iterator[str]:
    """Paths inside the op's folder that were probably meant where a key names a file.

    Args:
        context: the problem, at the key.
        usual: the usual name, instead of the key's own example.
    """
    key, name = key_at(context.key), context.get()
    assert key is not None
    usual = usual or key.facts.placeholder
    known = FILE_ROLES[key.facts.file].suffixes
    suffix = next((s for s in known if name.endswith(s)), PurePosixPath(usual).suffix)
    path = PurePosixPath(name.replace("\\", "/").replace("\0", ""))
    parts = [p for p in path.parts if p not in ("..", "/", ".")]
    inner = PurePosixPath(*parts) if parts else PurePosixPath(usual)
    for candidate in (path.name, str(inner)):
        if candidate:
            yield candidate
            yield str(PurePosixPath(candidate).with_suffix(suffix))
    yield usual


@proposes(r"(?:mapping|model|reference|backward)\.source|mapping\.nodes\[\d+\]\.script")
def _python_file(context: FixContext) -> Iterator[Fix]:
    yield from change_to(context, inner_paths(context))


@proposes(r"(?:mapping|model|backward)\.function")
def _python_function(context: FixContext) -> Iterator[Fix]:
    key, name = key_at(context.key), context.get()
    usual = key.default if key is not None else ""
    like = ".".join(sound_name(part) for part in name.split(".")) if name else usual
    yield from change_to(context, (like, usual))
