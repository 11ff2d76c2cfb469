"""What is wrong with an op as it is edited, before anything of it runs."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from workbench.core import check
from workbench.core.check.advice import check_advice
from workbench.core.errors import Problem, UserError
from workbench.core.examples.example_files import check_files
from workbench.core.op_files import ROLES, named_files
from workbench.core.storage import op_file
from workbench.gui.document.snapshot import Snapshot

__all__ = ["GONE", "state_advice", "state_problems", "text_problems"]

GONE = "gone"
"""The kind of the problem that the op's folder is not there."""


def text_problems(file: Path, text: str) -> list[Problem]:
    """What is wrong with the text of an ``op.toml``."""
    try:
        op_file.loads(text)
    except UserError as error:
        return list(error.at(file).problems)
    return []


def state_problems(file: Path, state: Snapshot, texts: Collection[Path]) -> list[Problem]:
    """What is wrong with a state of the declaration.

    Args:
        file: its ``op.toml``.
        state: the state.
        texts: the sources that are there, written yet or not.
    """
    if state.broken:
        return [msgspec.structs.replace(p, file=str(file)) for p in state.broken]
    found = [] if file.parent.is_dir() else [_gone(file.parent)]
    found += [
        Problem(
            "input",
            f"'{draft.text}' is not taken over: {draft.reason}",
            "Fix or undo it; until then the value from before stays in force.",
            file=str(file),
            key=key,
        )
        for key, draft in state.drafts.items()
    ]
    found += [
        msgspec.structs.replace(p, file=str(file))
        for p in (*check.check_op(state.op), *check_files(state.op, file.parent))
    ]
    for named in named_files(state.op):
        if file.parent / named.name not in texts:
            hint = "Create it on the Kernel page, or correct the name."
            message = f"the file {named.name} ({ROLES[named.role]}) does not exist"
            found.append(Problem("file", message, hint, file=str(file), key=named.key))
    return found


def state_advice(file: Path, state: Snapshot | None) -> tuple[Problem, ...]:
    """What is probably not meant in a sound state of the declaration."""
    if state is None or state.broken:
        return ()
    found = check_advice(state.op)
    return tuple(msgspec.structs.replace(p, file=str(file)) for p in found)


def _gone(folder: Path) -> Problem:
    hint = (
        "What you see is still here: put the folder back, save the project elsewhere (Save As), or "
        "delete the op from the list."
    )
    return Problem(GONE, "the op's folder is gone", hint, file=str(folder))
