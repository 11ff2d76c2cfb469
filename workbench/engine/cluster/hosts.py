"""What a worker has: hosts of its own, which do one thing of somebody's run at a time.

Several threads of a worker may do something each; each has an engine. An engine waits a while for
the next thing, since its hosts take seconds to start.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from workbench.core.errors import UserError
from workbench.core.jobs import Machine
from workbench.core.pipeline import made_by
from workbench.engine.client import Engine
from workbench.engine.cluster.parcel import Parcel, unpacked
from workbench.engine.compilers import compiler
from workbench.engine.store import Store
from workbench.engine.timing.machine import identity, this_machine

__all__ = [
    "Place",
    "Room",
    "end",
    "engine",
    "place",
    "stop",
    "unpacked_room",
    "versions",
]

_KEEP_SECONDS = 20.0

_lock = threading.Lock()
_idle: list[Engine] = []
_busy: dict[Engine, tuple[str, Callable[[Engine], None]]] = {}
_stopped: set[str] = set()
_timers: list[threading.Timer] = []


class Place(NamedTuple):
    """Where a worker is.

    Attributes:
        identity: of the machine: workers with the same one share its processor.
        machine: what is told of it.
    """

    identity: str
    machine: Machine


class Room(NamedTuple):
    """The files of a parcel at a worker.

    Attributes:
        ops: the folder that the op lies in.
        op: its folder.
        work: for whatever comes of it.
    """

    ops: Path
    op: Path
    work: Path


def versions() -> dict[str, str]:
    """Whatever a cell depends on beside its declaration and its seed."""
    try:
        builds = compiler().version
    except UserError as error:
        builds = f"none ({error.problem.message})"
    return {**made_by.versions(), "compiler": builds}


def place() -> Place:
    """Where this worker is."""
    return Place(identity(), this_machine())


@contextlib.contextmanager
def unpacked_room(parcel: Parcel) -> Iterator[Room]:
    """A parcel's files, for the block.

    Raises:
        UserError: one of their names leads out of their folder.
    """
    with Store().scratch() as scratch:
        room = scratch.resolve()
        ops, work = room / "ops", room / "work"
        work.mkdir()
        yield Room(ops, unpacked(parcel, ops), work)


@contextlib.contextmanager
def engine(run: str, cancel: Callable[[Engine], None]) -> Iterator[Engine]:
    """An engine whose hosts are started, for the block.

    Args:
        run: of whom; it may be stopped.
        cancel: has the engine stop what it does, from another thread; if the run is stopped
            already, before it does anything.
    """
    with _lock:
        found = _idle.pop() if _idle else Engine()
        _busy[found] = (run, cancel)
        if run in _stopped:
            cancel(found)
    fine = False
    try:
        found.start()
        yield found
        fine = True
    finally:
        with _lock:
            del _busy[found]
            keep = fine and run not in _stopped
            if keep:
                _idle.append(found)
                _close_later()
        if not keep:
            found.close()


def _close_later() -> None:
    for timer in _timers:
        timer.cancel()
    _timers[:] = [threading.Timer(_KEEP_SECONDS, _close_idle)]
    _timers[0].daemon = True
    _timers[0].start()


def _close_idle() -> None:
    with _lock:
        engines = _idle[:]
        _idle.clear()
    for one in engines:
        one.close()


def stop(run: str) -> None:
    """End what is done of a run here, and begin no more of it."""
    with _lock:
        _stopped.add(run)
        under_way = [(one, cancel) for one, (of, cancel) in _busy.items() if of == run]
    for one, cancel in under_way:
        cancel(one)
    threading.Thread(target=_close_idle, daemon=True).start()  # it may take a while


def end() -> None:
    """End all hosts of this process, which ends itself."""
    with _lock:
        engines = [*_idle, *_busy]
    for one in engines:
        one.close()
