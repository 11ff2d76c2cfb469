"""The cache while the engine works: cleared between two runs, trimmed during a job."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeOp, begin_cache
from workbench.core.jobs import StageStarted
from workbench.core.storage import cache
from workbench.engine.client import Engine


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    begin_cache(tmp_path / "cache")
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_gone_from_the_cache_is_made_again(own_cache: Path, make_op: MakeOp) -> None:
    folder = make_op()
    with Engine() as engine:
        engine.start()
        state = engine.load([folder])[0]
        engine.run([folder])
        first = state.report()
        assert first.error is None
        assert cache.usage().entries > 0
        cache.clear()
        assert cache.usage().entries == 0
        # As a window does after an edit that concerns the comparison only.
        state.ended.pop("compare")
        engine.pipeline.request(folder)
        engine.run([folder])
        assert state.report().error is None
        assert Path(state.report().torch_library or "").is_file()


def test_a_running_job_keeps_what_it_and_the_next_one_need(
    own_cache: Path, make_op: MakeOp
) -> None:
    folder = make_op()
    cleared = []

    def on_event(event: object, _: Path | None) -> None:
        if isinstance(event, StageStarted) and event.stage in ("export", "run"):
            cleared.append((event.stage, cache.clear()))

    with Engine(on_event) as engine:
        engine.start()
        state = engine.load([folder])[0]
        engine.run([folder])
    assert cleared == [("export", 0), ("run", 0)]
    report = state.report()
    assert report.error is None
    assert Path(report.torch_library or "").is_file()
    assert cache.clear() > 0
    assert not Path(report.torch_library or "").exists()
