"""A sweep over several machines: who measures what next, and what is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML
from workbench.core.errors import Problem
from workbench.core.jobs import Machine, Roof, Timed, TimeInputs, TimeJob, TimeResult
from workbench.core.storage import op_file
from workbench.core.timing import (
    DividedSweep,
    SweepPoint,
    lines_of,
    machines_text,
    measured_text,
    roofs_of,
)

SMALL = Machine("small", "A", 2)
LARGE = Machine("large", "B", 8)
TWIN = Machine("twin", "A", 2)
BOTH = (SMALL, LARGE)


@pytest.fixture
def job(tmp_path: Path) -> TimeJob:
    (tmp_path / "op.toml").write_text(TWICE_TOML, encoding="utf-8")
    points = tuple(TimeInputs({"n": size}) for size in (4, 40, 400))
    return TimeJob(1, "", op_file.load(tmp_path), "", "", (), points, (1, 4), too_long=0.2)


def result(point: SweepPoint, machine: Machine, median: float = 1.0) -> TimeResult:
    size = int(point.inputs.removeprefix("n = "))
    timed = (Timed("torch", "PyTorch, eager", point.threads, 1.0, 9, median, median, median),)
    roofs = (Roof(point.threads, 1e9, 1e9),)
    return TimeResult(point.inputs, {"x": (size,)}, size, size, None, timed, (), roofs, {}, machine)


def taken(sweep: DividedSweep, machine: Machine, *machines: Machine) -> SweepPoint:
    point = sweep.next_for(machine, machines or BOTH)
    assert point is not None
    return point


def test_points_are_given_out_in_their_order_and_one_of_many_threads_to_who_has_the_cores(
    job: TimeJob,
) -> None:
    sweep = DividedSweep(job)
    assert [taken(sweep, SMALL).name for _ in range(3)] == [
        *("n = 4, 1 thread", "n = 40, 1 thread", "n = 400, 1 thread"),
    ]
    assert sweep.next_for(SMALL, BOTH) is None
    assert taken(sweep, LARGE).name == "n = 4, 4 threads"
    # Where nobody has as many cores, it is measured as it is on one machine.
    assert taken(sweep, SMALL, SMALL, TWIN).name == "n = 40, 4 threads"


def test_what_is_told_is_in_the_order_of_the_sweep_whoever_was_first(job: TimeJob) -> None:
    sweep = DividedSweep(job)
    one, two = taken(sweep, LARGE), taken(sweep, LARGE)
    three = taken(sweep, SMALL)
    for point, machine in ((three, SMALL), (two, LARGE), (one, LARGE)):
        sweep.ended(point, result(point, machine))
    first, second = sweep.results()
    assert (first.name, first.machine, [t.threads for t in first.timed]) == ("n = 4", LARGE, [1, 4])
    assert [roof.threads for roof in first.roofs] == [1, 4]
    assert (second.name, second.machine) == ("n = 40", SMALL)
    assert (sweep.done, sweep.total) == (3, 6)


def test_what_a_machine_can_do_is_measured_once_on_it(job: TimeJob) -> None:
    sweep = DividedSweep(job)
    one, two = taken(sweep, SMALL), taken(sweep, LARGE)
    assert sweep.job(one, SMALL).roofs == ()
    assert sweep.job(one, SMALL).points == (TimeInputs({"n": 4}),)
    assert sweep.job(one, SMALL).threads == (1,)
    sweep.ended(one, result(one, SMALL))
    assert [roof.threads for roof in sweep.job(two, SMALL).roofs] == [1]
    assert sweep.job(two, LARGE).roofs == ()


def test_a_point_whose_machine_is_lost_is_the_next_one_but_not_for_ever(job: TimeJob) -> None:
    sweep = DividedSweep(job)
    lost = taken(sweep, LARGE)
    taken(sweep, LARGE)
    assert sweep.lost(lost)
    assert taken(sweep, SMALL) == lost
    assert sweep.lost(lost)
    assert taken(sweep, SMALL) == lost
    assert not sweep.lost(lost)


def test_larger_inputs_are_left_out_once_a_call_takes_long_and_named(job: TimeJob) -> None:
    sweep = DividedSweep(job)
    one, other = taken(sweep, LARGE), taken(sweep, LARGE)
    sweep.ended(one, result(one, LARGE, median=300.0))
    sweep.ended(other, result(other, LARGE))
    assert sweep.next_for(LARGE, BOTH) is None
    assert sweep.over
    (told,) = sweep.results()
    assert told.left_out == ("n = 40", "n = 400")
    assert sweep.problem is None


def test_what_is_left_out_of_inputs_that_were_measured_with_other_threads_is_named_too(
    job: TimeJob,
) -> None:
    sweep = DividedSweep(job)
    one, larger = taken(sweep, SMALL), taken(sweep, SMALL)
    sweep.ended(one, result(one, SMALL, median=300.0))
    sweep.ended(larger, result(larger, SMALL))
    other = taken(sweep, LARGE)
    assert other.name == "n = 4, 4 threads"
    sweep.ended(other, result(other, LARGE))
    assert sweep.over
    assert sweep.results()[-1].left_out == ("n = 40, 4 threads", "n = 400")


def test_a_lost_point_beyond_one_that_took_too_long_meanwhile_is_left_out(job: TimeJob) -> None:
    sweep = DividedSweep(job)
    one, larger = taken(sweep, SMALL), taken(sweep, SMALL)
    other = taken(sweep, LARGE)
    sweep.ended(other, result(other, LARGE))
    sweep.ended(one, result(one, SMALL, median=300.0))
    assert sweep.lost(larger)
    assert sweep.over
    (told, _) = sweep.results()
    assert sweep.results()[-1].left_out == ("n = 40", "n = 400")
    assert told.left_out == ()


def test_a_lost_point_beyond_one_that_failed_meanwhile_is_not_tried_again(job: TimeJob) -> None:
    sweep = DividedSweep(job)
    points = [taken(sweep, LARGE) for _ in range(3)]
    sweep.failed(points[0], Problem("run", "it fails"))
    assert sweep.lost(points[2])
    assert sweep.lost(points[1])  # of the same size: it may run with these threads
    assert taken(sweep, LARGE) == points[1]
    sweep.ended(points[1], result(points[1], LARGE))
    assert sweep.over
    assert sweep.results()[-1].left_out == ()


def test_after_inputs_that_fail_no_larger_ones_are_tried_and_the_smallest_is_told(
    job: TimeJob,
) -> None:
    sweep = DividedSweep(job)
    points = [taken(sweep, LARGE) for _ in range(3)]
    sweep.failed(points[2], Problem("run", "the larger one"))
    sweep.ended(points[0], result(points[0], LARGE))
    sweep.failed(points[1], Problem("run", "the smaller one"))
    assert sweep.next_for(LARGE, BOTH) is None
    assert sweep.problem == Problem("run", "the smaller one")
    assert len(sweep.results()) == 1


def test_when_nobody_is_left_what_was_measured_stays(job: TimeJob) -> None:
    sweep = DividedSweep(job)
    one = taken(sweep, SMALL)
    sweep.ended(one, result(one, SMALL))
    taken(sweep, SMALL)
    sweep.give_up(Problem("cluster", "all workers are lost"))
    assert sweep.over
    assert len(sweep.results()) == 1
    assert sweep.problem is not None


def test_lines_join_points_of_machines_that_are_alike_and_no_others(job: TimeJob) -> None:
    points = [SweepPoint(n, 1, inputs.name) for n, inputs in enumerate(job.points)]
    apart = [result(p, m) for p, m in zip(points, (SMALL, LARGE, LARGE), strict=True)]
    lines = lines_of(apart)
    assert [(line.title, len(line.points)) for line in lines] == [
        ("PyTorch, eager, on small", 1),
        ("PyTorch, eager, on large", 2),
    ]
    (roof,) = roofs_of(apart)
    assert roof.title == "machine: memory bandwidth, 1 thread, on large"
    assert machines_text(apart) == (
        "measured on machines that are not alike: compare what was measured on one: small, large"
    )
    together = [result(p, m) for p, m in zip(points, (SMALL, TWIN, TWIN), strict=True)]
    (line,) = lines_of(together)
    assert (line.title, len(line.points), line.hosts) == ("PyTorch, eager", 3, "")
    assert machines_text(together) == (
        "measured on machines with the same processor and number of cores: small, twin"
    )
    assert machines_text(together[1:]) == ""
    assert measured_text(apart[0]) == "n = 4, 1 thread, on small: PyTorch, eager 1.00 ms"
