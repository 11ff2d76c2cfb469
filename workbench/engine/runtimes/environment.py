"""The environments of runtimes: made, used, removed."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from workbench.core.errors import UserError
from workbench.core.files import write_text
from workbench.core.leftovers import alone
from workbench.core.runtimes import Runtime, how_to_add
from workbench.core.runtimes.runtime import READY
from workbench.engine.runtimes.runners import RUNNERS

__all__ = ["Ready", "add", "ready", "remove", "used"]


class Ready(msgspec.Struct, frozen=True):
    """What is noted of an environment that is whole.

    Attributes:
        versions: what it has, for people.
    """

    versions: str


def add(runtime: Runtime, tell: Callable[[str], None]) -> Ready:
    """Make a runtime's environment; one that is there already is made anew.

    Where another process makes it at this time, that one's is waited for and taken.

    Args:
        runtime: which.
        tell: is given a line for each step.

    Raises:
        UserError: kind ``runtime``; nothing is left then.
    """
    with _written(runtime, tell) as waited:
        if waited and runtime.is_there:
            tell("made by the other op-workbench")
            return ready(runtime)
        _clear(runtime)
        with contextlib.ExitStack() as undo:
            undo.callback(_clear, runtime)
            runtime.folder.mkdir(parents=True)
            made = Ready(RUNNERS[runtime.name].make(runtime.folder, tell))
            write_text(runtime.folder / READY, msgspec.json.encode(made).decode())
            undo.pop_all()
    return made


def ready(runtime: Runtime) -> Ready:
    """What was noted of a runtime that is there.

    Raises:
        UserError: kind ``runtime``; its environment is damaged.
    """
    try:
        return msgspec.json.decode((runtime.folder / READY).read_bytes(), type=Ready)
    except (OSError, msgspec.DecodeError) as error:
        raise _damaged(runtime, error) from None


def _damaged(runtime: Runtime, error: OSError | msgspec.DecodeError) -> UserError:
    file = runtime.folder / READY
    reason = str(error)
    if isinstance(error, OSError):
        file, reason = Path(os.fsdecode(error.filename or file)), error.strerror or reason
    hint = f"Make it anew: op-workbench runtime add {runtime.name}"
    what = f"the environment of {runtime.name} is damaged: {reason}"
    return UserError("runtime", what, hint, file=file)


@contextlib.contextmanager
def used(runtime: Runtime) -> Iterator[Ready]:
    """What was noted of a runtime that is there, for as long as it is used.

    Raises:
        UserError: kind ``runtime``; its environment is damaged, or it went away meanwhile: whatever
            failed in the block failed of that.
    """
    found = ready(runtime)
    try:
        yield found
    except (OSError, UserError) as error:
        if runtime.is_there:
            if isinstance(error, OSError) and _is_inside(error.filename, runtime.folder):
                raise _damaged(runtime, error) from error
            raise
        reason = f"the environment of {runtime.name} went away while it was used"
        hint = f"Was it removed, or is it being added anew? {how_to_add(runtime.name)}"
        raise UserError("runtime", reason, hint, file=runtime.folder) from error


def _is_inside(file: object, folder: Path) -> bool:
    return isinstance(file, str | bytes) and Path(os.fsdecode(file)).is_relative_to(folder)


def remove(runtime: Runtime, tell: Callable[[str], None]) -> bool:
    """Remove a runtime's environment, after whoever makes it at this time. Returns whether there was one.

    Args:
        runtime: which.
        tell: is given a line where there is something to wait for.

    Raises:
        UserError: kind ``runtime``; something of it cannot be removed.
    """
    if not runtime.folder.exists():
        return False
    with _written(runtime, tell):
        _clear(runtime)
    if runtime.folder.exists():
        reason = "something in it cannot be removed; what is left is not used"
        raise UserError("runtime", reason, "Remove that folder.", file=runtime.folder)
    return True


@contextlib.contextmanager
def _written(runtime: Runtime, tell: Callable[[str], None]) -> Iterator[bool]:
    """Nobody else writes it meanwhile. Gives whether that had to be waited for."""
    waited = []

    def wait() -> None:
        waited.append(True)
        tell("another op-workbench is adding it: waiting for that one (Ctrl+C gives up)")

    try:
        with alone(runtime.folder.with_name(f".{runtime.name}-is-added"), wait):
            yield bool(waited)
    except OSError as error:
        reason = f"its environment cannot be written: {error.strerror or error}"
        hint = "Look at its permissions and the space on its disk; the variable OP_WORKBENCH_DATA moves it."
        raise UserError("runtime", reason, hint, file=runtime.folder) from error


def _clear(runtime: Runtime) -> None:
    # First what says that it is whole: the rest may take a while, and be ended.
    (runtime.folder / READY).unlink(missing_ok=True)
    shutil.rmtree(runtime.folder, ignore_errors=True)
