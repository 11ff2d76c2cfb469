"""The history keeps what was measured of a run: medians, which became slower, and files of the version before."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import msgspec
import pytest

from tests.core.storage.test_history import ME, op, ran
from workbench.core.declaration.op import Op
from workbench.core.jobs import Machine, Missing, Roof, Timed, TimeResult
from workbench.core.storage.history import History, Run
from workbench.core.storage.measured import MOST_MEASURED, Measured
from workbench.core.storage.run_words import marks, side_by_side

__all__ = ["op"]

HERE = Machine("here", "a processor", 2)


def timed(
    median: float, fastest: float = 0.0, name: str = "onnxruntime", threads: int = 1
) -> Timed:
    fastest = fastest or 0.95 * median
    return Timed(name, f"{name}, this op", threads, 9.0, 40, fastest, median, 2 * median)


def result(*every: Timed, name: str = "", machine: Machine = HERE) -> TimeResult:
    return TimeResult(name, {"a": (3, 10)}, 30, None, None, every, (), (), {}, machine)


def test_times_stand_beside_the_run_of_the_same_content(tmp_path: Path, op: Op) -> None:
    history = History(tmp_path / "history.sqlite3")
    pipeline, folder = ran(tmp_path, op)
    state = pipeline.states[folder]
    history.add_times(state, ME, 1.0, result(timed(0.5, name="torch"), timed(0.25)))
    (run,) = history.runs(folder)
    assert run.verdict == "agrees", "a run that was not kept yet is added"
    assert run.median == 0.25, "in ONNX Runtime"
    history.add_times(state, ME, 2.0, result(timed(9.0), name="large"))
    history.add_times(state, ME, 3.0, result(timed(0.75, name="torch")))
    (run,) = history.runs(folder)
    assert [m.name for m in run.measured] == ["", "large"]
    assert run.median == 0.75, "the last times with the same inputs"
    history.add(state, ME, 4.0)
    history.add_times(state, ME, 5.0, result())
    assert [r.median for r in history.runs(folder)] == [None, 0.75], "nobody could be timed"
    history.add_times(state, "another program", 6.0, result(timed(1.0)))
    assert [r.median for r in history.runs(folder)] == [1.0, None, 0.75]
    told = side_by_side(*history.runs(folder)[1:])
    assert ("torch, this op, 1 thread, ms", "–", "0.75") in told
    assert ("Median, ms", "–", "0.75") in told


def test_all_that_was_measured_last_is_there_again(tmp_path: Path, op: Op) -> None:
    history = History(tmp_path / "history.sqlite3")
    pipeline, folder = ran(tmp_path, op)
    state = pipeline.states[folder]
    assert history.measured(folder) is None
    whole = TimeResult(
        *("", {"a": (3, 10)}, 60, 240, 30, (timed(0.5),)),
        *((Missing("torch.compile", "PyTorch, torch.compile", "it does not compile", "raw"),),),
        *((Roof(1, 1e9, 2e9),), {"torch": "2"}, HERE),
    )
    history.add_times(state, ME, 1.0, result(timed(9.0), name="large"))
    history.add_times(state, ME, 2.0, whole)
    history.add(state, ME, 3.0)
    run = history.measured(folder)
    assert run is not None
    assert (run.content, run.last_measured) == (state.keys["compare"], Measured.of(whole, 2.0))


def test_times_of_many_sets_of_inputs_are_the_last_few(tmp_path: Path, op: Op) -> None:
    history = History(tmp_path / "history.sqlite3")
    pipeline, folder = ran(tmp_path, op)
    for number in range(MOST_MEASURED + 3):
        one = result(timed(0.5), name=f"case {number:02}")
        history.add_times(pipeline.states[folder], ME, float(number + 1), one)
    (run,) = history.runs(folder)
    assert [m.name for m in run.measured] == [f"case {n:02}" for n in range(3, MOST_MEASURED + 3)]


@pytest.mark.parametrize(
    ("now", "mark"),
    [
        (timed(0.9), "onnxruntime, this op: 1.7 × slower"),
        (timed(0.9, fastest=0.6), ""),  # the machine had something else to do
        (timed(0.6), ""),
        (timed(0.9, threads=2), ""),
        (timed(0.9, name="torch"), ""),
    ],
)
def test_what_was_measured_slower_is_marked_and_noise_is_not(now: Timed, mark: str) -> None:
    def run(number: int, one: TimeResult, milliseconds: float) -> Run:
        measured = (Measured.of(one, 1.0),)
        return Run(
            number, "x", 1.0, f"{number}", ME, "agrees", {}, milliseconds, 0.0, None, "", measured
        )

    # What a single run takes decides nothing where calls were measured.
    before = [run(2, result(timed(0.5)), 0.1), run(1, result(timed(0.52)), 0.1)]
    found = marks([run(3, result(now), 0.1 if mark == "" else 0.9), *before])
    assert found == [mark, "", ""]
    if mark:
        calm = marks([run(3, result(timed(0.5)), 0.9), *before])
        assert calm == ["", "", ""]
        for other in (result(now, name="large"), result(now, machine=Machine("far", "another", 9))):
            assert marks([run(3, other, 0.1), *before])[0] == ""
        alone = msgspec.structs.replace(run(3, result(now), 0.1), made_by="another")
        assert marks([alone, *before])[0] == ""


def test_threads_that_hold_each_other_up_say_nothing_of_the_op() -> None:
    def run(number: int, one: float, two: float) -> Run:
        every = (timed(one), timed(two, threads=2))
        measured = (Measured.of(result(*every), 1.0),)
        return Run(number, "x", 1.0, f"{number}", ME, "agrees", {}, 0.1, 0.0, None, "", measured)

    usual = run(1, 0.5, 0.3)
    busy, no_longer_parallel = run(2, 0.5, 300.0), run(2, 0.5, 0.5)
    assert marks([busy, usual]) == ["", ""]
    assert marks([no_longer_parallel, usual]) == ["onnxruntime, this op: 1.7 × slower", ""]


_FIRST_VERSION = """
CREATE TABLE runs (
    number INTEGER PRIMARY KEY, folder TEXT NOT NULL, op TEXT NOT NULL, at REAL NOT NULL,
    content TEXT NOT NULL, made_by TEXT NOT NULL, status TEXT NOT NULL, seconds TEXT NOT NULL,
    milliseconds REAL, max_abs_diff REAL, rounding REAL, message TEXT NOT NULL);
CREATE INDEX runs_of_an_op ON runs (folder, number);
CREATE TABLE kept (
    folder TEXT PRIMARY KEY, at REAL NOT NULL, made_by TEXT NOT NULL, stages TEXT NOT NULL);
PRAGMA user_version = 1;
"""


def test_a_file_of_the_version_before_keeps_its_runs(tmp_path: Path, op: Op) -> None:
    file = tmp_path / "history.sqlite3"
    pipeline, folder = ran(tmp_path, op)
    with contextlib.closing(sqlite3.connect(file)) as old, old:
        old.executescript(_FIRST_VERSION)
        old.execute(
            "INSERT INTO runs VALUES (7, ?, 'twice', 1.0, 'c', ?, 'agrees', '{}', 0.5, 0.25, NULL, '')",
            (str(folder), ME),
        )
        old.execute("INSERT INTO kept VALUES (?, 1.0, ?, '{}')", (str(folder), ME))
    (run,) = History(file).runs(folder)
    assert (run.number, run.milliseconds, run.measured, run.median) == (7, 0.5, (), None)
    assert History(file).kept(folder, ME) is not None
    History(file).add_times(pipeline.states[folder], ME, 2.0, result(timed(0.25)))
    assert [r.median for r in History(file).runs(folder)] == [0.25, None]
    with contextlib.closing(sqlite3.connect(file)) as now:
        assert now.execute("PRAGMA user_version").fetchone() == (4,)
        assert now.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_times_of_the_third_version_stay_figures(tmp_path: Path, op: Op) -> None:
    file = tmp_path / "history.sqlite3"
    pipeline, folder = ran(tmp_path, op)
    History(file).add_times(pipeline.states[folder], ME, 1.0, result(timed(0.25)))
    old = (
        '[{"inputs": "", "shapes": {"a": [3, 10]}, "machine": {"host": "here", "processor": '
        '"a processor", "cores": 2}, "timed": [{"name": "torch", "title": "PyTorch", "threads": 1, '
        '"first": 9.0, "calls": 40, "fastest": 0.4, "median": 0.5, "p95": 0.6}]}]'
    )
    with contextlib.closing(sqlite3.connect(file)) as one, one:
        one.execute("UPDATE runs SET measured = ?", (old,))
        one.execute("INSERT INTO runs SELECT 2, 'elsewhere', op, at, content, made_by, status, "
                    "seconds, milliseconds, max_abs_diff, rounding, message, '{' FROM runs")  # fmt: skip
        one.execute("DROP TABLE exports")
        one.execute("PRAGMA user_version = 3")
    (run,) = History(file).runs(folder)
    assert (run.median, run.measured[0].name, run.last_measured) == (0.5, "", None)
    History(file).add_times(pipeline.states[folder], ME, 2.0, result(timed(0.25)))
    (run,) = History(file).runs(folder)
    assert [t.name for m in run.measured for t in m.timed] == ["onnxruntime"], "of the same inputs"


def test_two_programs_may_bring_a_file_up_to_date_at_once(tmp_path: Path) -> None:
    from workbench.core.storage.history_file import brought_up

    file = tmp_path / "history.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as old, old:
        old.executescript(_FIRST_VERSION)
    for _ in range(2):  # both have read that it is an old one
        with contextlib.closing(sqlite3.connect(file)) as one, one:
            brought_up(one)
    assert History(file).runs(tmp_path) == []


def test_times_that_are_none_are_named(tmp_path: Path, op: Op) -> None:
    from workbench.core.errors import UserError

    file = tmp_path / "history.sqlite3"
    pipeline, folder = ran(tmp_path, op)
    for hostile in ("{", "[1]", '{"a": 1}'):
        History(file).add(pipeline.states[folder], ME, 1.0)
        with contextlib.closing(sqlite3.connect(file)) as other, other:
            other.execute("UPDATE runs SET measured = ?", (hostile,))
        with pytest.raises(UserError, match="it is damaged"):
            History(file).runs(folder)
