"""An engine of one's own: what it gives its hosts to do, and when."""

from __future__ import annotations

import textwrap
from pathlib import Path

from tests.conftest import TWICE_KERNEL, MakeOp
from workbench.core import jobs
from workbench.engine.client import Engine


def test_two_ops_are_worked_on_at_once(make_op: MakeOp) -> None:
    """While the ORT host runs the first op, the torch host builds the second."""
    seen: list[tuple[str, Path | None]] = []

    def note(event: jobs.Event, folder: Path | None) -> None:
        if isinstance(event, jobs.StageStarted | jobs.StageEnded):
            seen.append((event.stage, folder))

    folders = [make_op(), make_op()]
    with Engine(note) as own:
        states = own.load(folders)
        own.run(folders)
    assert [s.report().status for s in states] == ["agrees", "agrees"]
    assert len(seen) == 20


def test_only_what_is_stale_runs_again(make_op: MakeOp) -> None:
    seen: list[str] = []

    def note(event: jobs.Event, folder: Path | None) -> None:
        if isinstance(event, jobs.StageEnded):
            seen.append(event.stage)

    folder = make_op()
    with Engine(note) as own:
        own.load([folder])
        own.run([folder])
        assert seen == list(jobs.STAGES)
        own.load([folder])
        own.run([folder])
        assert seen == list(jobs.STAGES), "nothing was stale"
        text = (folder / "op.toml").read_text()
        (folder / "op.toml").write_text(text.replace("seed = 1", "seed = 2"))
        own.load([folder])
        own.run([folder])
        assert seen[5:] == ["export", "graph", "run", "compare"]
        kernel = folder / "kernel.cpp"
        kernel.write_text(textwrap.dedent(TWICE_KERNEL).replace("2 * x[i]", "3 * x[i]"))
        own.load([folder])
        own.run([folder])
        assert seen[9:] == list(jobs.STAGES)
