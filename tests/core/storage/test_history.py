"""The history of runs: what is kept of each, what became worse, and files that cannot be used."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML
from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import OutputParity, StageEnded
from workbench.core.pipeline.pipeline import Pipeline
from workbench.core.storage import op_file
from workbench.core.storage.history import History
from workbench.core.storage.run_words import marks

ME = "op-workbench 1, torch 2"


@pytest.fixture
def op(tmp_path: Path) -> Op:
    folder = tmp_path / "twice"
    folder.mkdir()
    (folder / "op.toml").write_text(TWICE_TOML)
    (folder / "kernel.cpp").write_text("// a kernel\n")
    return op_file.load(folder)


def ran(
    tmp_path: Path, op: Op, milliseconds: float = 0.5, status: str = "ok"
) -> tuple[Pipeline, Path]:
    """An op that was brought through all stages; its files are there."""
    folder = tmp_path / "twice"
    for name in ("t.so", "o.so", "m.onnx", "i.npz", "r.npz"):
        (tmp_path / name).touch()
    made = {n: str(tmp_path / n) for n in ("t.so", "o.so", "m.onnx", "i.npz", "r.npz")}
    case = jobs.ExportedCase("", made["m.onnx"], made["i.npz"], made["r.npz"])
    parity = OutputParity(
        "y", "reference", "PyTorch", "float32", (2,), status == "ok", 2, 0, 0.25, 0.5, 1e-5, 1e-6,
        compared=2,
    )  # fmt: skip
    results = {
        "build": jobs.BuildResult(made["t.so"], made["o.so"]),
        "export": jobs.ExportResult((case,)),
        "graph": jobs.GraphResult(("test.custom::Twice",)),
        "run": jobs.RunResult(milliseconds),
        "compare": jobs.CompareResult((parity,)),
    }
    pipeline = Pipeline()
    state = pipeline.update(folder, op)
    for stage, result in results.items():
        how = status if stage == "compare" else "ok"
        state.ended[stage] = (state.keys[stage], StageEnded(1, stage, how, 0.1, (), result))
    return pipeline, folder


def test_an_op_that_is_opened_again_stands_as_it_was_left(tmp_path: Path, op: Op) -> None:
    history = History(tmp_path / "state" / "history.sqlite3")
    pipeline, folder = ran(tmp_path, op)
    before = pipeline.states[folder].report()
    history.add(pipeline.states[folder], ME, 1000.0)

    again = Pipeline()
    state = again.update(folder, op)
    assert state.report().status == "failed", "nothing has run"
    kept = history.kept(folder, ME)
    assert kept is not None
    assert again.restore(folder, kept.stages, kept.at)
    assert state.report() == before
    assert state.restored == 1000.0
    again.request(folder)
    assert again.next_jobs() == [], "all is fresh"


def test_what_was_changed_since_is_stale_and_another_programs_results_do_not_count(
    tmp_path: Path, op: Op
) -> None:
    history = History(tmp_path / "history.sqlite3")
    pipeline, folder = ran(tmp_path, op)
    history.add(pipeline.states[folder], ME, 1000.0)
    assert history.kept(folder, "op-workbench 2, torch 2") is None
    assert history.kept(tmp_path / "other", ME) is None
    (folder / "kernel.cpp").write_text("// another kernel\n")
    again = Pipeline()
    state = again.update(folder, op)
    kept = history.kept(folder, ME)
    assert kept is not None
    again.restore(folder, kept.stages, kept.at)
    assert [state.light(stage) for stage in jobs.STAGES] == ["stale"] * 5
    again.request(folder)
    (job,) = again.next_jobs()
    assert isinstance(job, jobs.BuildJob)


@pytest.mark.parametrize("gone", ["t.so", "o.so", "m.onnx", "r.npz"])
def test_nothing_is_restored_whose_files_were_cleared(
    tmp_path: Path, op: Op, gone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path))
    pipeline, folder = ran(tmp_path, op)
    ended = dict(pipeline.states[folder].ended)
    (tmp_path / gone).unlink()
    again = Pipeline()
    again.update(folder, op)
    assert not again.restore(folder, ended, 1.0)
    assert again.states[folder].ended == {}


def test_a_new_result_is_not_called_an_old_one(tmp_path: Path, op: Op) -> None:
    pipeline, folder = ran(tmp_path, op)
    ended = dict(pipeline.states[folder].ended)
    again = Pipeline()
    state = again.update(folder, op)
    assert again.restore(folder, ended, 1.0)
    assert not again.restore(folder, {}, 2.0), "only where nothing was run yet"
    again.request(folder, force=True)
    (job,) = again.next_jobs()
    again.handle(StageEnded(job.id, "build", "ok", 0.1, (), ended["build"][1].result))
    assert state.restored == 0


def test_figures_and_what_became_worse(tmp_path: Path, op: Op) -> None:
    history = History(tmp_path / "history.sqlite3")
    times = [0.50, 0.52, 0.48, 0.51, 0.9]
    for number, milliseconds in enumerate(times):
        pipeline, folder = ran(tmp_path, op, milliseconds)
        history.add(pipeline.states[folder], ME, float(number))
    pipeline, folder = ran(tmp_path, op, 0.5, "differs")
    history.add(pipeline.states[folder], ME, 10.0)
    runs = history.runs(folder)
    assert [r.milliseconds for r in reversed(runs)] == [*times, 0.5]
    assert runs[-1].seconds == dict.fromkeys(jobs.STAGES, 0.1)
    assert (runs[-1].max_abs_diff, runs[-1].verdict, runs[0].verdict) == (0.25, "agrees", "DIFFERS")
    assert marks(runs) == ["was: agrees", "1.8 × slower", "", "", "", ""]
    assert [r.number for r in history.runs(folder, 2)] == [6, 5]


def test_every_run_is_kept_and_costs_little(tmp_path: Path, op: Op) -> None:
    file = tmp_path / "history.sqlite3"
    history = History(file)
    pipeline, folder = ran(tmp_path, op)
    history.add(pipeline.states[folder], ME, 0.0)
    with contextlib.closing(sqlite3.connect(file)) as made, made:  # as quickly as a test may be
        made.executemany(
            "INSERT INTO runs SELECT ?, folder, op, ?, content, made_by, status, seconds, milliseconds, "
            "max_abs_diff, rounding, message, measured FROM runs WHERE number = 1",
            [(number, float(number)) for number in range(2, 20_001)],
        )
    history.add(pipeline.states[folder], ME, 1e6)
    assert len(history.runs(folder, 10**6)) == 20_001
    assert [r.at for r in history.runs(folder, 2)] == [1e6, 20_000.0]
    assert file.stat().st_size < 600 * 20_001


def test_reading_makes_no_file_and_files_that_cannot_be_used_are_named(
    tmp_path: Path, op: Op
) -> None:
    file = tmp_path / "state" / "history.sqlite3"
    assert History(file).runs(tmp_path) == []
    assert History(file).kept(tmp_path, ME) is None
    assert not file.exists()
    pipeline, folder = ran(tmp_path, op)
    History(file).add(pipeline.states[folder], ME, 1.0)

    with sqlite3.connect(file) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    before = file.read_bytes()
    for ask in (lambda: History(file).runs(folder), lambda: History(file).kept(folder, ME)):
        with pytest.raises(UserError, match="of a newer version of the program") as caught:
            ask()
        assert caught.value.problem.file == str(file)
    with pytest.raises(UserError, match="newer version"):
        History(file).add(pipeline.states[folder], ME, 2.0)
    assert file.read_bytes() == before, "nothing of it is lost"

    file.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    with pytest.raises(UserError, match="file is not a database"):
        History(file).runs(folder)
    blocked = tmp_path / "file" / "history.sqlite3"
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="the history of runs cannot be used"):
        History(blocked).add(pipeline.states[folder], ME, 1.0)


def test_another_program_that_holds_the_file_is_not_waited_for(tmp_path: Path, op: Op) -> None:
    file = tmp_path / "history.sqlite3"
    pipeline, folder = ran(tmp_path, op)
    History(file).add(pipeline.states[folder], ME, 1.0)
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        with pytest.raises(UserError, match="another program holds it") as caught:
            History(file).add(pipeline.states[folder], ME, 2.0)
        assert "Move" not in caught.value.problem.hint
        assert time.monotonic() - began < 2
    History(file).add(pipeline.states[folder], ME, 3.0)
    assert [run.at for run in History(file).runs(folder)] == [3.0, 1.0]


def test_results_that_are_none_are_as_if_there_were_none(tmp_path: Path, op: Op) -> None:
    file = tmp_path / "history.sqlite3"
    pipeline, folder = ran(tmp_path, op)
    for hostile in ("[]", "{", '{"build": ["k", "{}"]}', '{"x": ["k", 3]}', '{"build": 7}'):
        History(file).add(pipeline.states[folder], ME, 1.0)
        with sqlite3.connect(file) as other:
            other.execute("UPDATE kept SET stages = ?", (hostile,))
        other.close()
        assert History(file).kept(folder, ME) is None, hostile
