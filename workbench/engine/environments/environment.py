"""Environments that are added on request: made, used, removed."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from workbench.core.environments import READY, Environment
from workbench.core.errors import UserError
from workbench.core.files.files import write_text
from workbench.core.files.leftovers import alone

__all__ = ["Make", "Ready", "add", "ready", "remove", "used"]


Make = Callable[[Path, Callable[[str], None]], str]
"""Makes what is in an environment's folder, tells its steps, and returns the versions of it."""


class Ready(msgspec.Struct, frozen=True):
    """What is noted of an environment that is whole.

    Attributes:
        versions: what it has, for people.
    """

    versions: str


def add(environment: Environment, make: Make, tell: Callable[[str], None]) -> Ready:
    """Make an environment; one that is there already is made anew.

    Where another process makes it at this time, that one's is waited for and taken.

    Args:
        environment: which.
        make: makes what is in its folder.
        tell: is given a line for each step.

    Raises:
        UserError: its kind; nothing is left then.
    """
    with _written(environment, tell) as waited:
        if waited and environment.is_there:
            tell("made by the other op-workbench")
            return ready(environment)
        _clear(environment)
        with contextlib.ExitStack() as undo:
            undo.callback(_clear, environment)
            environment.folder.mkdir(parents=True)
            made = Ready(make(environment.folder, tell))
            write_text(environment.folder / READY, msgspec.json.encode(made).decode())
            undo.pop_all()
    return made


def ready(environment: Environment) -> Ready:
    """What was noted of one that is there.

    Raises:
        UserError: its kind; its environment is damaged.
    """
    try:
        return msgspec.json.decode((environment.folder / READY).read_bytes(), type=Ready)
    except (OSError, msgspec.DecodeError) as error:
        raise _damaged(environment, error) from None


def _damaged(environment: Environment, error: OSError | msgspec.DecodeError) -> UserError:
    file = environment.folder / READY
    reason = str(error)
    if isinstance(error, OSError):
        file, reason = Path(os.fsdecode(error.filename or file)), error.strerror or reason
    hint = f"Make it anew: op-workbench {environment.kind} add {environment.name}"
    what = f"the environment of {environment.name} is damaged: {reason}"
    return UserError(environment.kind, what, hint, file=file)


@contextlib.contextmanager
def used(environment: Environment) -> Iterator[Ready]:
    """What was noted of one that is there, for as long as it is used.

    Raises:
        UserError: its kind; its environment is damaged, or it went away meanwhile: whatever
            failed in the block failed of that.
    """
    found = ready(environment)
    try:
        yield found
    except (OSError, UserError) as error:
        if environment.is_there:
            if isinstance(error, OSError) and _is_inside(error.filename, environment.folder):
                raise _damaged(environment, error) from error
            raise
        reason = f"the environment of {environment.name} went away while it was used"
        hint = f"Was it removed, or is it being added anew? {environment.how_to_add}"
        raise UserError(environment.kind, reason, hint, file=environment.folder) from error


def _is_inside(file: object, folder: Path) -> bool:
    return isinstance(file, str | bytes) and Path(os.fsdecode(file)).is_relative_to(folder)


def remove(environment: Environment, tell: Callable[[str], None]) -> bool:
    """Remove an environment, after whoever makes it at this time. Returns whether there was one.

    Args:
        environment: which.
        tell: is given a line where there is something to wait for.

    Raises:
        UserError: its kind; something of it cannot be removed.
    """
    if not environment.folder.exists():
        return False
    with _written(environment, tell):
        _clear(environment)
    if environment.folder.exists():
        reason = "something in it cannot be removed; what is left is not used"
        raise UserError(environment.kind, reason, "Remove that folder.", file=environment.folder)
    return True


@contextlib.contextmanager
def _written(environment: Environment, tell: Callable[[str], None]) -> Iterator[bool]:
    """Nobody else writes it meanwhile. Gives whether that had to be waited for."""
    waited: list[bool] = []

    def wait() -> None:
        if not waited:
            tell("another op-workbench is adding it: waiting for that one (Ctrl+C gives up)")
        waited.append(True)

    try:
        with alone(environment.folder.with_name(f".{environment.name}-is-added"), wait):
            yield bool(waited)
    except OSError as error:
        reason = f"its environment cannot be written: {error.strerror or error}"
        hint = "Look at its permissions and the space on its disk; the variable OP_WORKBENCH_DATA moves it."
        raise UserError(environment.kind, reason, hint, file=environment.folder) from error


def _clear(environment: Environment) -> None:
    # First what says that it is whole: the rest may take a while, and be ended.
    (environment.folder / READY).unlink(missing_ok=True)
    shutil.rmtree(environment.folder, ignore_errors=True)
