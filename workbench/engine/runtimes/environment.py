"""The environments of runtimes: made, asked for, removed."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable

import msgspec

from workbench.core.errors import UserError
from workbench.core.files import write_text
from workbench.core.runtimes import Runtime
from workbench.core.runtimes.runtime import READY
from workbench.engine.runtimes.runners import RUNNERS

__all__ = ["Ready", "add", "ready", "remove"]


class Ready(msgspec.Struct, frozen=True):
    """What is noted of an environment that is whole.

    Attributes:
        versions: what it has, for people.
    """

    versions: str


def add(runtime: Runtime, tell: Callable[[str], None]) -> Ready:
    """Make a runtime's environment; one that is there already is made anew.

    Args:
        runtime: which.
        tell: is given a line for each step.

    Raises:
        UserError: kind ``runtime``; nothing is left then.
    """
    remove(runtime)
    folder = runtime.folder
    try:
        with contextlib.ExitStack() as undo:
            undo.callback(remove, runtime)
            folder.mkdir(parents=True)
            made = Ready(RUNNERS[runtime.name].make(folder, tell))
            write_text(folder / READY, msgspec.json.encode(made).decode())
            undo.pop_all()
    except OSError as error:
        hint = "Look at that place and at the space on the disk."
        reason = f"its environment cannot be written: {error.strerror or error}"
        raise UserError("runtime", reason, hint, file=folder) from error
    return made


def ready(runtime: Runtime) -> Ready:
    """What was noted of a runtime that is there.

    Raises:
        UserError: kind ``runtime``; its environment is damaged.
    """
    try:
        return msgspec.json.decode((runtime.folder / READY).read_bytes(), type=Ready)
    except (OSError, msgspec.DecodeError):
        hint = f"Make it anew: op-workbench runtime add {runtime.name}"
        raise UserError("runtime", f"the environment of {runtime.name} is damaged", hint) from None


def remove(runtime: Runtime) -> bool:
    """Remove a runtime's environment. Returns whether there was one."""
    there = runtime.folder.exists()
    # First what says that it is whole: it may take a while, and be ended.
    (runtime.folder / READY).unlink(missing_ok=True)
    shutil.rmtree(runtime.folder, ignore_errors=True)
    return there
