"""``op-workbench start``: what is made beside its job, and how it opens the window."""

from __future__ import annotations

import contextlib
import gc
from pathlib import Path

import pytest

from tests.engine.conftest import processes_naming, wait_until
from workbench.cli import start


def test_what_first_builds_wait_for_is_made_until_the_job_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))
    with contextlib.suppress(KeyboardInterrupt), start.preparation():
        assert wait_until(lambda: processes_naming(str(tmp_path / "cache")), 30)
        raise KeyboardInterrupt
    assert wait_until(lambda: not processes_naming(str(tmp_path / "cache")), 5)


def test_python_looks_for_no_garbage_while_the_window_is_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collects = []
    monkeypatch.setattr(
        "workbench.gui.app.run_window", lambda path: collects.append(gc.isenabled()) or 3
    )
    assert start.open_window(None) == 3
    assert collects == [False]
    assert gc.isenabled()
