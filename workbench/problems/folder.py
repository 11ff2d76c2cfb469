"""All problems of ops as they are on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.pipeline.op_files import source_texts
from workbench.core.storage import op_file
from workbench.problems.declaration import advice, declaration_problems
from workbench.problems.notes import noted

__all__ = ["Found", "find_all", "find_problems", "same_names"]


class Found(msgspec.Struct, frozen=True):
    """An op's folder, read.

    Attributes:
        folder: the op's.
        op: the declaration; None where it cannot be read at all.
        problems: in the order of the window's list: errors, warnings and notes.
    """

    folder: Path
    op: Op | None
    problems: tuple[Problem, ...]

    @property
    def name(self) -> str:
        """The op's name, or its folder's where there is no declaration."""
        return (self.op.name if self.op is not None else "") or self.folder.name

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that keep it from being built."""
        return tuple(p for p in self.problems if p.severity == "error")


def find_problems(folder: Path, change: Callable[[Op], Op] | None = None) -> Found:
    """Read an op's folder, and all that can be known wrong with it before it is built.

    Args:
        folder: the op's.
        change: makes what is looked at of what is declared.

    Raises:
        UserError: what ``change`` raises.
    """
    file = folder / op_file.FILE_NAME
    try:
        op = op_file.load(folder, validate=False)
    except UserError as error:
        return Found(folder, None, error.problems)
    if change is not None:
        op = change(op)
    texts = source_texts(folder, op)
    found = declaration_problems(op, file, texts)
    warnings = advice(op, file) if not found else ()
    return Found(folder, op, (*found, *warnings, *noted(op, folder, texts)))


def find_all(folders: Iterable[Path], change: Callable[[Op], Op] | None = None) -> list[Found]:
    """Read ops that belong together; see ``find_problems`` and ``same_names``."""
    found = {folder: find_problems(folder, change) for folder in folders}
    for folder, problem in same_names((one.folder, one.op) for one in found.values()):
        one = found[folder]
        found[folder] = msgspec.structs.replace(one, problems=(*one.problems, problem))
    return list(found.values())


def same_names(ops: Iterable[tuple[Path, Op | None]]) -> list[tuple[Path, Problem]]:
    """Ops that register the same torch name: each works, but one program cannot load both.

    Args:
        ops: folders and declarations, in the order of the project.

    Returns:
        The folder of each op whose name another one has before it, with a warning.
    """
    first: dict[str, Path] = {}
    names: dict[Path, str] = {}
    found = []
    for folder, op in ops:
        if op is None or not op.torch or op.kernel.kind.exists:
            continue
        names[folder] = op.name or folder.name
        if (other := first.setdefault(op.torch, folder)) == folder:
            continue
        problem = Problem(
            "duplicate",
            f"{names[other]} has the torch name {op.torch} too",
            "Change one of them on the Signature page, if they are to be used together.",
            file=str(folder / op_file.FILE_NAME),
            key="torch",
            severity="warning",
        )
        found.append((folder, problem))
    return found
