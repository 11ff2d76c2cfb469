"""What a worker does: it runs a part of a check, in hosts of its own.

Several threads of a worker may run a part each; each has an engine. An engine waits a while for
the next part, since its hosts take seconds to start.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import msgspec

from workbench.core.checking import PartCheck, PartOutcome
from workbench.core.errors import UserError
from workbench.core.pipeline import made_by
from workbench.core.storage import op_file
from workbench.engine.client import Engine
from workbench.engine.cluster.parcel import Delivery, Parcel, delivered, unpacked
from workbench.engine.compilers import compiler
from workbench.engine.store import Store

__all__ = ["end", "run_part", "stop", "versions"]

_KEEP_SECONDS = 20.0

_lock = threading.Lock()
_idle: list[Engine] = []
_busy: dict[Engine, tuple[str, PartCheck]] = {}
_stopped: set[str] = set()
_timers: list[threading.Timer] = []


def versions() -> dict[str, str]:
    """Whatever a cell depends on beside its declaration and its seed."""
    try:
        builds = compiler().version
    except UserError as error:
        builds = f"none ({error.problem.message})"
    return {**made_by.versions(), "compiler": builds}


def run_part(data: bytes) -> bytes:
    """Run the cells of a ``Parcel``; the ``Delivery``, both as MessagePack."""
    parcel = msgspec.msgpack.decode(data, type=Parcel)
    try:
        delivery = _run(parcel)
    except UserError as error:
        delivery = Delivery(PartOutcome(parcel.part.number, error=error.problem))
    return msgspec.msgpack.encode(delivery)


def _run(parcel: Parcel) -> Delivery:
    with Store().scratch() as scratch:
        room = scratch.resolve()
        ops, work = room / "ops", room / "work"
        work.mkdir()
        folder = unpacked(parcel, ops)
        op = op_file.load(folder).resolved()
        check = PartCheck(folder, op, work, parcel.part, parcel.limits)
        with _engine(parcel.run, check) as engine:
            engine.check(check)
        return delivered(check.outcome(), parcel.part, ops, work)


@contextlib.contextmanager
def _engine(run: str, check: PartCheck) -> Iterator[Engine]:
    with _lock:
        engine = _idle.pop() if _idle else Engine()
        _busy[engine] = (run, check)
        if run in _stopped:
            check.cancel()
    fine = False
    try:
        engine.start()
        yield engine
        fine = True
    finally:
        with _lock:
            del _busy[engine]
            keep = fine and run not in _stopped
            if keep:
                _idle.append(engine)
                _close_later()
        if not keep:
            engine.close()


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
    for engine in engines:
        engine.close()


def stop(run: str) -> None:
    """End the parts of a check that are under way here, and begin no more of it."""
    with _lock:
        _stopped.add(run)
        under_way = [(e, check) for e, (of, check) in _busy.items() if of == run]
    for engine, check in under_way:
        engine.cancel(check)
    threading.Thread(target=_close_idle, daemon=True).start()  # it may take a while


def end() -> None:
    """End all hosts of this process, which ends itself."""
    with _lock:
        engines = [*_idle, *_busy]
    for engine in engines:
        engine.close()
