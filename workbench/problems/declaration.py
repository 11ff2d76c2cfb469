"""What a declaration says wrong, and which of its files are not there or do not fit."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec

from workbench.core.check import check_op
from workbench.core.check.advice import check_advice
from workbench.core.check.backward_op import check_backward_op
from workbench.core.compile.outside import root_problems
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.examples.example_files import check_files
from workbench.core.examples.example_rules import check_rules
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.files.files import is_inside, read_text
from workbench.core.op_toml.keys import files
from workbench.core.pipeline.op_files import NamedFile, named_files
from workbench.core.storage.siblings import sibling

__all__ = ["advice", "declaration_problems"]


def declaration_problems(op: Op, file: Path, texts: Collection[Path]) -> list[Problem]:
    """The errors of a declaration and of the files that it names.

    Args:
        op: the declaration.
        file: its ``op.toml``.
        texts: the sources that are there, written to disk yet or not.
    """
    said = check_op(op)
    rules = () if said else check_rules(op, file.parent)
    found = [
        msgspec.structs.replace(p, file=str(file))
        for p in (
            *said,
            *rules,
            *check_files(op, file.parent),
            *_backward_op(op, file.parent),
        )
    ]
    found += [
        msgspec.structs.replace(p, file=p.file or str(file)) for p in root_problems(file.parent, op)
    ]
    missing = (named for named in named_files(op) if file.parent / named.name not in texts)
    return found + [_unread(named, file) for named in missing] + list(_modules(op, file))


def _modules(op: Op, file: Path) -> Iterable[Problem]:
    """Compiled modules that are not there; what is in them is looked at when the op is built."""
    for use in files(op):
        path = file.parent / use.value
        if use.path.endswith("ort.module") and op.ort.package:
            continue  # it is in the package, which is looked at when the op is built
        if use.key.facts.file == "module" and is_inside(use.value) and not path.is_file():
            what = f"the file {use.value} ({FILE_ROLES['module'].words}) does not exist"
            hint = "Put it into the op's folder, or correct the name."
            yield Problem("file", what, hint, file=str(file), key=use.path)


def _backward_op(op: Op, folder: Path) -> Iterable[Problem]:
    """What is wrong with the op that is named as its backward."""
    name = op.backward.op
    if not name or name == op.name or op.kernel.kind.exists:
        return ()
    found = sibling(folder, name)
    return check_backward_op(op, None if found is None else found[1])


def _unread(named: NamedFile, file: Path) -> Problem:
    """Why there is no text of a file."""
    what, path = f"the file {named.name} ({FILE_ROLES[named.role].words})", file.parent / named.name
    message, hint = f"{what} does not exist", "Create it, or correct the name."
    if os.path.lexists(path):
        try:
            read_text(path)
        except UserError as error:
            message = f"{what} cannot be read: {error.problem.message}"
            hint = error.problem.hint or hint
    return Problem("file", message, hint, file=str(file), key=named.key)


def advice(op: Op, file: Path) -> tuple[Problem, ...]:
    """What is not wrong, and probably not meant: warnings."""
    return tuple(msgspec.structs.replace(p, file=str(file)) for p in check_advice(op))
