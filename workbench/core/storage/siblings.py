"""The ops beside an op: those of its project, or of the gallery."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.storage import op_file

__all__ = ["backward_op", "sibling", "with_backward_ops"]


def sibling(folder: Path, name: str) -> tuple[Path, Op] | None:
    """The folder and the declaration of the op of that name; None where there is none to read.

    Args:
        folder: of an op.
        name: of another one beside it.
    """
    if not name.isidentifier():
        return None
    folder = folder.resolve()
    usual = folder.parent / name
    try:
        others = sorted(p for p in folder.parent.iterdir() if p != usual)
    except OSError:
        others = []
    for path in (usual, *others):
        if path == folder or not (path / op_file.FILE_NAME).is_file():
            continue
        try:
            op = op_file.load(path, validate=False)
        except UserError:
            continue
        if op.name == name:
            return path, op
    return None


def backward_op(op: Op, folder: Path) -> Op | None:
    """The declaration of the op that is named as an op's backward; None where none is."""
    found = sibling(folder, op.backward.op) if op.backward.op else None
    return None if found is None else found[1]


def with_backward_ops(folders: Iterable[Path]) -> list[Path]:
    """The folders of ops, and of the ops that are named as their backwards: these run with them."""
    found = dict.fromkeys(folders)
    for folder in list(found):
        try:
            name = op_file.load(folder, validate=False).backward.op
        except UserError:
            continue
        if name and (other := sibling(folder, name)) is not None:
            found.setdefault(other[0])
    return list(found)
