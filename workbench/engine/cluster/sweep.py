"""The points of one sweep at the machines of a cluster, one at a time on each of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import msgspec
from distributed import Future

from workbench.core import jobs
from workbench.core.cluster import CLUSTER
from workbench.core.errors import Problem
from workbench.core.jobs import Machine, TimeJob, TimeResult
from workbench.core.timing import DividedSweep, SweepPoint, default_threads
from workbench.engine.cluster.cluster import Cluster
from workbench.engine.cluster.hosts import Place
from workbench.engine.cluster.parcel import Measured, PointParcel, packed
from workbench.engine.cluster.point import run_point
from workbench.engine.cluster.tasks import Tasks, fetched, reason, why_failed

__all__ = ["Sweep"]

_WAIT_SECONDS = 0.05
_STAYS = "What was measured stays. Measure again, or on this machine."


class _Sent(NamedTuple):
    point: SweepPoint
    worker: str
    place: Place
    future: Future[bytes]


class Sweep:
    """Has a sweep measured; a context manager that ends what is still under way.

    Args:
        cluster: whose machines measure.
        job: the sweep. Where it says no numbers of threads: one, and as many as the machine with the
            fewest cores has.

    Attributes:
        points: what came of it.

    Raises:
        UserError: the op's files cannot be read.
    """

    def __init__(self, cluster: Cluster, job: TimeJob) -> None:
        self._cluster, self._folder = cluster, Path(job.folder)
        self._folders = packed(self._folder)
        self._tasks = Tasks(cluster)
        self._sent: list[_Sent] = []
        self._alone_since = 0.0
        if not job.threads:
            places = cluster.places().values()
            fewest = min((place.machine.cores for place in places), default=1)
            job = msgspec.structs.replace(job, threads=default_threads(fewest))
        self.points = DividedSweep(job)

    def __enter__(self) -> Sweep:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._sent:
            self._tasks.stop(sent.future for sent in self._sent)

    @property
    def doing(self) -> str:
        """What is measured now, and where."""
        now = (f"{sent.point.name}, on {sent.place.machine.host}" for sent in self._sent)
        return f"measuring {'; '.join(now)}" if self._sent else "waiting for a machine"

    def measured(self) -> Iterator[TimeResult | None]:
        """Each result as soon as it is there; None again and again, where there is nothing new."""
        while not self.points.over:
            try:
                live = self._cluster.places()
                self._follow(live)
                self._send(live)
            except Exception as error:  # the scheduler is gone: whatever it says, nothing comes
                self._give_up(f"the scheduler {self._cluster.address} is lost: {reason(error)}")
            yield from self._gather()
            yield None
            time.sleep(_WAIT_SECONDS)

    def _follow(self, live: Mapping[str, Place]) -> None:
        """What was at a worker that is gone is measured by another one."""
        for sent in [sent for sent in self._sent if sent.worker not in live]:
            self._sent.remove(sent)
            sent.future.cancel()
            if not self.points.lost(sent.point):
                self.points.failed(sent.point, Problem(CLUSTER, _lost(sent.point), _STAYS))
        now = time.monotonic()
        self._alone_since = 0.0 if live else self._alone_since or now
        if self._alone_since and now - self._alone_since >= self._cluster.patience:
            self._give_up("all workers are lost")

    def _send(self, live: Mapping[str, Place]) -> None:
        """One point to each machine that has none, whichever of its workers measures it."""
        machines: dict[str, Machine] = {place.identity: place.machine for place in live.values()}
        for worker, place in live.items():
            if place.identity in {sent.place.identity for sent in self._sent}:
                continue
            point = self.points.next_for(place.machine, machines.values())
            if point is not None:
                parcel = PointParcel(
                    self._tasks.run,
                    self._folder.name,
                    self._folders,
                    jobs.encode(self.points.job(point, place.machine)),
                    str(self._folder.parent),
                )
                future = self._tasks.submit(run_point, parcel, [worker])
                self._sent.append(_Sent(point, worker, place, future))

    def _gather(self) -> Iterator[TimeResult]:
        for sent in [sent for sent in self._sent if sent.future.done()]:
            try:
                data = fetched(sent.future)
                if data is None:
                    continue  # ``_follow`` sees whether its worker is gone
                measured = msgspec.msgpack.decode(data, type=Measured)
            except Exception as error:  # whatever a worker may raise has come here
                message = why_failed(error, _lost(sent.point), self._cluster.address)
                measured = Measured(problem=Problem(CLUSTER, message, _STAYS))
            self._sent.remove(sent)
            if measured.result is not None:
                self.points.ended(sent.point, measured.result)
                yield measured.result
            elif measured.problem is not None:
                self.points.failed(sent.point, measured.problem)

    def _give_up(self, message: str) -> None:
        """Nothing more comes back: the sweep ends with what it has."""
        self.points.give_up(Problem(CLUSTER, message, _STAYS))


def _lost(point: SweepPoint) -> str:
    return f"several workers were lost while they measured {point.name}"
