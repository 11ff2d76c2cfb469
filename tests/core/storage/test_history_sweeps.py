"""The history keeps sweeps beside the run of the same content, and tells which became slower."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import msgspec
import pytest

from tests.core.storage.test_history import ME, op, ran
from tests.core.storage.test_history_times import HERE, timed
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import Machine, TimeResult
from workbench.core.storage import sweeps as sweeps_kept
from workbench.core.storage.history import History
from workbench.core.storage.sweep_words import slower, sweep_marks, sweeps_beside
from workbench.core.storage.sweeps import Sweep

__all__ = ["op"]

_SECOND_VERSION = """
CREATE TABLE runs (
    number INTEGER PRIMARY KEY, folder TEXT NOT NULL, op TEXT NOT NULL, at REAL NOT NULL,
    content TEXT NOT NULL, made_by TEXT NOT NULL, status TEXT NOT NULL, seconds TEXT NOT NULL,
    milliseconds REAL, max_abs_diff REAL, rounding REAL, message TEXT NOT NULL,
    measured TEXT NOT NULL DEFAULT '[]');
CREATE INDEX runs_of_an_op ON runs (folder, number);
CREATE TABLE kept (
    folder TEXT PRIMARY KEY, at REAL NOT NULL, made_by TEXT NOT NULL, stages TEXT NOT NULL);
PRAGMA user_version = 2;
"""


def point(size: int, median: float, fastest: float = 0.0, machine: Machine = HERE) -> TimeResult:
    shapes = {"a": (size,)}
    every = (timed(median, fastest),)
    return TimeResult(
        f"n = {size}", shapes, size, 4 * size, None, every, (), (), {"torch": "2"}, machine
    )


def sweep(number: int, *points: TimeResult, axis: str = "n", made_by: str = ME) -> Sweep:
    return Sweep(number, number, 60.0 * number, f"c{number}", made_by, axis, points)


def test_a_sweep_stands_beside_the_run_of_its_content(tmp_path: Path, op: Op) -> None:
    history = History(tmp_path / "history.sqlite3")
    pipeline, folder = ran(tmp_path, op)
    state = pipeline.states[folder]
    content = state.keys["compare"]
    points = point(10, 0.5), point(100, 5.0)
    assert history.sweeps(folder) == []
    assert history.add_sweep(state, ME, 2.0, content, "n", points, "Stopped.")
    (run,) = history.runs(folder)
    assert run.verdict == "agrees", "a run that was not kept yet is added"
    (kept,) = history.sweeps(folder)
    assert kept == Sweep(1, run.number, 2.0, content, ME, "n", points, "Stopped.")
    history.add(state, ME, 3.0)
    assert history.add_sweep(state, ME, 4.0, content, "n", points)
    assert [s.run for s in history.sweeps(folder)] == [2, 1], "each beside the run before it"
    # What was measured of a content that never ran, or of none, is not kept.
    assert not history.add_sweep(state, ME, 5.0, "another content", "n", points)
    nobody = msgspec.structs.replace(points[0], timed=())
    assert not history.add_sweep(state, ME, 5.0, content, "n", (nobody,))
    assert len(history.sweeps(folder)) == 2
    assert history.sweeps(tmp_path / "another") == []


def test_the_last_sweeps_are_kept(tmp_path: Path, op: Op, monkeypatch: pytest.MonkeyPatch) -> None:
    history = History(tmp_path / "history.sqlite3")
    pipeline, folder = ran(tmp_path, op)
    state = pipeline.states[folder]
    monkeypatch.setattr(sweeps_kept, "MOST_SWEEPS", 3)
    for number in range(5):
        history.add_sweep(state, ME, number, state.keys["compare"], "n", (point(10, 0.5),))
    assert [s.at for s in history.sweeps(folder)] == [4.0, 3.0, 2.0]


def test_a_file_of_the_version_before_is_brought_up_to_date(tmp_path: Path, op: Op) -> None:
    file = tmp_path / "history.sqlite3"
    pipeline, folder = ran(tmp_path, op)
    with contextlib.closing(sqlite3.connect(file)) as old, old:
        old.executescript(_SECOND_VERSION)
        old.execute(
            "INSERT INTO runs VALUES (7, ?, 'twice', 1.0, 'c', ?, 'agrees', '{}', 0.5, 0.25, NULL, '', '[]')",
            (str(folder), ME),
        )
    history = History(file)
    assert [run.number for run in history.runs(folder)] == [7]
    assert history.add_sweep(pipeline.states[folder], ME, 2.0, "c", "n", (point(10, 0.5),))
    assert [s.run for s in history.sweeps(folder)] == [7]
    with contextlib.closing(sqlite3.connect(file)) as now:
        assert now.execute("PRAGMA user_version").fetchone() == (4,)
        assert now.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        now.execute("PRAGMA user_version = 5")
    with pytest.raises(UserError, match="newer version of the program"):
        history.sweeps(folder)


def test_an_update_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as old, old:
        old.executescript(
            _SECOND_VERSION.replace(
                "CREATE TABLE kept", "CREATE TABLE sweeps (x);\nCREATE TABLE kept"
            )
        )
    with pytest.raises(UserError, match="already exists"):
        History(file).sweeps(tmp_path)
    with contextlib.closing(sqlite3.connect(file)) as now:
        assert now.execute("PRAGMA user_version").fetchone() == (2,)


def test_points_that_are_none_are_named(tmp_path: Path, op: Op) -> None:
    file = tmp_path / "history.sqlite3"
    pipeline, folder = ran(tmp_path, op)
    state = pipeline.states[folder]
    History(file).add_sweep(state, ME, 1.0, state.keys["compare"], "n", (point(10, 0.5),))
    for hostile in ("{", "[1]", '[{"type": "TimeResult"}]'):
        with contextlib.closing(sqlite3.connect(file)) as other, other:
            other.execute("UPDATE sweeps SET points = ?", (hostile,))
        with pytest.raises(UserError, match="it is damaged"):
            History(file).sweeps(folder)


def test_a_sweep_is_slower_by_the_rule_of_a_run(tmp_path: Path) -> None:
    before = [sweep(2, point(10, 0.5), point(100, 5.0)), sweep(1, point(10, 0.52), point(100, 5.2))]
    now = sweep(3, point(10, 0.5), point(100, 9.0))
    told = "n = 100, onnxruntime, this op: 1.7 × slower"
    assert sweep_marks([now, *before]) == [told, "", ""]
    noise = sweep(3, point(10, 0.5), point(100, 9.0, fastest=6.0))
    other_axis, other_program = (
        msgspec.structs.replace(now, axis="m"),
        msgspec.structs.replace(now, made_by="another"),
    )
    far = sweep(3, point(10, 0.5), point(100, 9.0, machine=Machine("far", "another", 9)))
    for calm in (noise, other_axis, other_program, far):
        assert sweep_marks([calm, *before])[0] == ""
    assert slower(now.points, before[0].points) == "n = 100, onnxruntime, this op: 1.8 × slower"


def test_two_sweeps_stand_side_by_side() -> None:
    one, other = sweep(1, point(10, 0.5), point(100, 5.0)), sweep(2, point(100, 10.0))
    rows = sweeps_beside(one, other)
    assert ("Inputs", "Sizes of n", "Sizes of n", "") in rows
    assert ("Content", "c1", "c2", "") in rows
    assert ("n = 10, onnxruntime, this op, 1 thread", "500 µs", "–", "") in rows
    assert ("n = 100, onnxruntime, this op, 1 thread", "5.00 ms", "10.0 ms", "2.00 ×") in rows
