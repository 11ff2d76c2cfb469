"""What a host does before its jobs ends neither it nor their being stopped."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import pytest

from workbench.engine import cuda_toolkit
from workbench.engine.host import warm


def test_without_a_place_for_files_a_host_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(OSError, match="gone"):
        tempfile.mkdtemp()
    warm.array_files()


@pytest.mark.parametrize("body", ["exec sleep 60", "exit 1", "kill -9 $$"])
def test_a_compiler_that_does_not_answer_keeps_no_host(
    body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "nvcc"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    asked = []
    monkeypatch.setattr(cuda_toolkit, "nvcc_programs", lambda: [str(program)])
    monkeypatch.setattr(cuda_toolkit, "_PATIENCE", 0.3)
    monkeypatch.setattr(cuda_toolkit, "nvcc", lambda: asked.append(True))
    start = time.monotonic()
    cuda_toolkit.ask_once()
    assert time.monotonic() - start < 10
    assert not asked


def test_one_that_is_gone_meanwhile_ends_no_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda_toolkit, "nvcc_programs", lambda: [str(tmp_path / "nvcc")])
    cuda_toolkit.ask_once()
