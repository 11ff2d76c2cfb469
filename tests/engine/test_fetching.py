"""A worker may go after it has said that a result is there, and before that is fetched."""

from __future__ import annotations

import select
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.conftest import TWICE_TOML
from workbench.core import jobs
from workbench.core.checking import Part, PartOutcome
from workbench.core.jobs import Machine, TimeInputs, TimeJob, TimeResult
from workbench.core.storage import op_file
from workbench.engine.cluster.hosts import Place
from workbench.engine.cluster.parcel import Delivery, Measured
from workbench.engine.cluster.session import Session
from workbench.engine.cluster.sweep import Sweep
from workbench.engine.cluster.tasks import fetched

GONE, LEFT = "tcp://gone:1", "tcp://left:1"
PLACES = {one: Place(one, Machine(one, "A", 1)) for one in (GONE, LEFT)}


class Result:
    """A dask future that has a result, until that is fetched where its worker has gone."""

    def __init__(self, told: object, lost: Callable[[], None] | None = None) -> None:
        self.status = "finished"
        self._told, self._lost = told, lost

    def done(self) -> bool:
        return self.status in ("finished", "error")

    def cancel(self) -> None:
        self.status = "cancelled"

    def result(self, timeout: float | None = None) -> bytes:
        if isinstance(self._told, Exception):
            self.status = "error"
            raise self._told
        if self._lost is not None:
            assert timeout is not None, "this would wait for ever"
            self.status = "lost"
            self._lost()
            raise TimeoutError
        return msgspec.msgpack.encode(self._told)


class Workers:
    """Those of a cluster: one that goes, and another one then."""

    patience, address = 10.0, "tcp://scheduler:1"

    def __init__(self, told: object) -> None:
        self.client = self
        self._told = told
        self.live = [GONE]

    def workers(self) -> list[str]:
        return list(self.live)

    def places(self) -> dict[str, Place]:
        return {one: PLACES[one] for one in self.live}

    def submit(self, *_: object, workers: Sequence[str], **__: object) -> Result:
        return Result(self._told, self._end if GONE in workers else None)

    def _end(self) -> None:
        self.live = [LEFT]

    def stop(self, run: str) -> None:
        raise AssertionError("nothing is under way")


def test_a_point_whose_worker_goes_with_its_result_is_measured_by_another_one(
    tmp_path: Path,
) -> None:
    (tmp_path / "op.toml").write_text(TWICE_TOML, encoding="utf-8")
    points = (TimeInputs({"n": 4}),)
    job = TimeJob(1, str(tmp_path), op_file.load(tmp_path), "", "", (), points, (1,))
    machine = PLACES[LEFT].machine
    result = TimeResult("n = 4", {"x": (4,)}, 8, 8, None, (), (), (), {}, machine)
    cluster: Any = Workers(Measured(result))
    with Sweep(cluster, job) as sweep:
        assert [one for one in sweep.measured() if one is not None] == [result]
    assert sweep.points.problem is None


def test_a_part_whose_worker_goes_with_its_outcome_is_run_by_another_one(tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_text(TWICE_TOML, encoding="utf-8")
    cluster: Any = Workers(Delivery(PartOutcome(7)))
    with Session(cluster, tmp_path, tmp_path, jobs.Limits()) as session:
        session.send(Part(7, (), 0, {}, ()))
        assert select.select([session], [], [], 30)[0]
        assert session.read() == [PartOutcome(7)]


def test_a_worker_s_own_failure_to_be_in_time_is_no_lost_result() -> None:
    own: Any = Result(TimeoutError("its own"))
    with pytest.raises(TimeoutError, match="its own"):
        fetched(own)
