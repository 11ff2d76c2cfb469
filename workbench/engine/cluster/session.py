"""The parts of one check at the workers of a cluster.

A thread gives them out and gathers what comes back. That a worker is lost is the scheduler's
business, which gives what it had to another one; here it is only seen whether there is another
one, and whether a part waits for workers that are all gone.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import msgspec
from distributed import Future

from workbench.core import jobs
from workbench.core.checking import Part, PartOutcome
from workbench.core.cluster import CLUSTER
from workbench.core.errors import Problem
from workbench.engine.cluster.cluster import Cluster
from workbench.engine.cluster.parcel import Delivery, PartParcel, packed, taken_in
from workbench.engine.cluster.part import run_part
from workbench.engine.cluster.tasks import Tasks, fetched, reason, why_failed

__all__ = ["Session"]

_WAIT_SECONDS = 0.05
_END_SECONDS = 5.0
_LOST = "several workers were lost while they ran the same cells"


class _Sent(NamedTuple):
    part: Part
    future: Future[bytes]
    workers: frozenset[str]


class Session:
    """One check at a cluster; a context manager that ends what is still under way.

    Args:
        cluster: the workers.
        folder: the op's.
        work: for the files of its cells; it is there.
        limits: of each step of a cell.

    Raises:
        UserError: the op's files cannot be read.
    """

    def __init__(self, cluster: Cluster, folder: Path, work: Path, limits: jobs.Limits) -> None:
        self._cluster, self._folder, self._work = cluster, folder, work
        self._limits, self._folders = limits, packed(folder)
        self._tasks = Tasks(cluster)
        self._new: queue.SimpleQueue[Part] = queue.SimpleQueue()
        self._came: queue.SimpleQueue[PartOutcome] = queue.SimpleQueue()
        self._sent: list[_Sent] = []
        self._alone_since = 0.0
        self._closing = threading.Event()
        self._read_end, self._write_end = os.pipe()
        self._thread = threading.Thread(target=self._drive, daemon=True)
        self._thread.start()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._thread.join(_END_SECONDS)
        if self._sent:
            self._tasks.stop(sent.future for sent in self._sent)
        if not self._thread.is_alive():  # else it may yet write
            os.close(self._read_end)
            os.close(self._write_end)

    # -- what the engine asks

    def fileno(self) -> int:
        """Can be read from when there is something to ``read``."""
        return self._read_end

    def send(self, part: Part) -> None:
        """Have a part run."""
        self._new.put(part)

    def read(self) -> list[PartOutcome]:
        """What has come back."""
        count = len(os.read(self._read_end, 4096))
        return [self._came.get() for _ in range(count)]

    # -- the thread

    def _drive(self) -> None:
        while not self._closing.is_set():
            try:
                self._follow()
                self._send_new()
                self._gather()
            except Exception as error:  # the scheduler is gone: whatever it says, nothing comes
                self._give_up(f"the scheduler {self._cluster.address} is lost: {reason(error)}")

    def _send_new(self) -> None:
        try:
            part = self._new.get(timeout=0 if self._sent else _WAIT_SECONDS)
            while True:
                self._submit(part)
                part = self._new.get(block=False)
        except queue.Empty:
            pass

    def _submit(self, part: Part) -> None:
        workers = self._cluster.workers()
        known = (self._tasks.run, self._folder.name, self._folders)
        future = self._tasks.submit(run_part, PartParcel(*known, part, self._limits), workers)
        self._sent.append(_Sent(part, future, frozenset(workers)))

    def _follow(self) -> None:
        """See which workers there are; what waits for some that are all gone is sent again."""
        live = self._cluster.workers()
        if not live:
            now = time.monotonic()
            self._alone_since = self._alone_since or now
            if now - self._alone_since >= self._cluster.patience:
                self._give_up("all workers are lost")
            return
        self._alone_since = 0.0
        stranded = [sent for sent in self._sent if sent.workers.isdisjoint(live)]
        self._sent = [sent for sent in self._sent if sent not in stranded]
        for sent in stranded:
            sent.future.cancel()
            self._submit(sent.part)

    def _gather(self) -> None:
        ended = [sent for sent in self._sent if sent.future.done()]
        for sent in ended:
            if (outcome := self._outcome(sent)) is not None:
                self._sent.remove(sent)
                self._give(outcome)
        if self._sent and not ended:
            self._closing.wait(_WAIT_SECONDS)

    def _outcome(self, sent: _Sent) -> PartOutcome | None:
        """What came of a part that is done; None where ``_follow`` is to see whether its worker is gone."""
        number = sent.part.number
        try:
            data = fetched(sent.future)
            if data is None:
                return None
            delivery = msgspec.msgpack.decode(data, type=Delivery)
            return taken_in(delivery, self._folder, self._work)
        except Exception as error:  # whatever a worker may raise has come here
            message = why_failed(error, _LOST, self._cluster.address)
        return PartOutcome(number, error=_problem(message))

    def _give_up(self, message: str) -> None:
        """Nothing more comes back: the check ends with what it has."""
        waiting = [sent.part for sent in self._sent]
        self._sent = []
        while not self._new.empty():
            waiting.append(self._new.get())
        for part in waiting:
            self._give(PartOutcome(part.number, error=_problem(message)))
        self._closing.wait(_WAIT_SECONDS)

    def _give(self, outcome: PartOutcome) -> None:
        self._came.put(outcome)
        os.write(self._write_end, b".")


def _problem(message: str) -> Problem:
    hint = "Cells that were not run are told as such. Check it again, or without workers."
    return Problem(CLUSTER, message, hint)
