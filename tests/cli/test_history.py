"""``op-workbench history``: what ``verify`` has kept of the runs of an op."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, MakeOp


@pytest.fixture(autouse=True)
def _own_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_STATE", str(tmp_path / "state"))


def test_runs_are_listed_marked_and_compared(run: Run, make_op: MakeOp, tmp_path: Path) -> None:
    op = make_op()
    assert run("history", op).stdout == f"{op.name}: no run is known\n"
    assert run("history", op).returncode == 1
    assert run("verify", op).returncode == 0
    make_op(kernel=TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]"), folder=op)
    assert run("verify", op).returncode == 1
    link = tmp_path / "link"
    link.symlink_to(op)
    for path in (op, link):
        done = run("history", path, "--json", tmp_path / "h.json")
        assert done.returncode == 0, done.stderr
        last, first = done.stdout.splitlines()[1:]
        assert "DIFFERS (was: agrees)" in last
        assert first.endswith("  agrees")
    told = json.loads((tmp_path / "h.json").read_text())
    assert [r["status"] for r in told["runs"]] == ["differs", "agrees"]
    assert told["marks"] == ["was: agrees", ""]
    numbers = [str(r["number"]) for r in told["runs"]]
    two = run("history", op, "--compare", *numbers).stdout
    lines = [line.split() for line in two.splitlines()]
    assert lines[0] == numbers
    assert ["*", "Result", "DIFFERS", "agrees"] in lines
    assert ["*", "Content"] in [line[:2] for line in lines]
    # Each number stands where the values of its run begin.
    result = next(line for line in two.splitlines() if "DIFFERS" in line)
    head = two.splitlines()[0]
    assert [head.index(n) for n in numbers] == [result.index(w) for w in ("DIFFERS", "agrees")]
    assert "Made by" not in two
    done = run("history", op, "--compare", "1", "99")
    assert "there is no run 99 of this op" in done.stderr


def test_a_history_that_cannot_be_kept_does_not_change_the_verdict(
    run: Run, make_op: MakeOp, tmp_path: Path
) -> None:
    (tmp_path / "state").touch()
    done = run("verify", make_op())
    assert done.returncode == 0
    assert "agrees" in done.stdout
    assert "the history of runs cannot be used" in done.stderr


def test_what_was_measured_stands_beside_the_run(run: Run, make_op: MakeOp, tmp_path: Path) -> None:
    op = make_op()
    how = (
        "--threads",
        "1",
        "--seconds",
        "0.02",
        "--only",
        "onnxruntime",
        "--json",
        tmp_path / "t.json",
    )
    done = run("bench", "op", op, *how)
    assert done.returncode == 0, done.stderr
    said = done.stdout
    (point,) = json.loads((tmp_path / "t.json").read_text())["points"]
    (timed,) = point["timed"]
    done = run("history", op, "--json", tmp_path / "h.json")
    runs, times = done.stdout.split("\n\n")
    head, line = runs.splitlines()
    assert line.endswith("agrees")
    at = head.index("median") + len("median")
    assert line[:at].split()[-1] == f"{timed['median']:.3g}"
    (told,) = json.loads((tmp_path / "h.json").read_text())["runs"]
    (whole,) = told["measured"]
    assert {name: whole[name] for name in point} == point
    first, *table = times.splitlines()
    assert first.startswith(f"run {told['number']} · Measured on 2")
    assert all(line in said.splitlines() for line in table), "as bench op prints it"
    assert "earlier state" not in first
    make_op(kernel=TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]"), folder=op)
    run("verify", op)
    (changed,) = (one for one in run("history", op).stdout.splitlines() if "Measured on" in one)
    assert changed.startswith("run ")
    assert changed.endswith(" · Measured of an earlier state: something has changed since.")


def test_sweeps_are_kept_listed_and_compared(run: Run, make_op: MakeOp, tmp_path: Path) -> None:
    op = make_op()
    how = ("--threads", "1", "--seconds", "0.02", "--only", "onnxruntime", "--sizes", "4,9")
    for _ in range(2):
        done = run("bench", "sweep", op, *how)
        assert done.returncode == 0, done.stderr
    done = run("history", op, "--json", tmp_path / "h.json")
    runs, sweeps = done.stdout.split("\n\n")
    assert len(runs.splitlines()) == 2
    head, last, first = sweeps.splitlines()
    assert head.split() == ["sweep", "measured", "on", "run", "points", "inputs"]
    told = json.loads((tmp_path / "h.json").read_text())
    (number,) = (r["number"] for r in told["runs"])
    assert [s["run"] for s in told["sweeps"]] == [number, number]
    assert [[p["name"] for p in s["points"]] for s in told["sweeps"]] == [["n = 4", "n = 9"]] * 2
    assert len(told["sweep_marks"]) == 2
    assert "Sizes of n" in first
    numbers = [line.split()[0] for line in (first, last)]
    two = run("history", op, "--compare-sweeps", *numbers)
    assert two.returncode == 0, two.stderr
    (row,) = (line for line in two.stdout.splitlines() if "n = 9" in line)
    assert row.startswith("  n = 9, ONNX Runtime, this op, 1 thread")
    assert row.endswith(" ×")
    done = run("history", op, "--compare-sweeps", "1", "99")
    assert "there is no sweep 99 of this op" in done.stderr
