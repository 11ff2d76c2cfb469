"""What is wrong with an op as it is edited, before anything of it runs."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from workbench.core.errors import Problem, UserError
from workbench.core.storage import op_file
from workbench.gui.document.snapshot import Snapshot
from workbench.problems import advice, declaration_problems

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
            # What was typed is said once.
            typed.reason
            if typed.reason.startswith(f"'{typed.text}'")
            else f"'{typed.text}' is not taken over: {typed.reason}",
            "Fix or undo it; until then the value from before stays in force.",
            file=str(file),
            key=key,
        )
        for key, typed in state.unfinished.items()
    ]
    return found + declaration_problems(state.op, file, texts)


def state_advice(file: Path, state: Snapshot | None) -> tuple[Problem, ...]:
    """What is probably not meant in a sound state of the declaration."""
    if state is None or state.broken:
        return ()
    return advice(state.op, file)


def _gone(folder: Path) -> Problem:
    hint = (
        "What you see is still here: put the folder back, save the project elsewhere (Save As), or "
        "delete the op from the list."
    )
    return Problem(GONE, "the op's folder is gone", hint, file=str(folder))
