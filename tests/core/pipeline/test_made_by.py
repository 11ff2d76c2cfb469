"""What results depend on beside an op's files: whatever changes there makes them another program's."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path

import pytest

from workbench.core.pipeline import made_by


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of one file, with two packages beside it."""
    for name in ("torch-2.13.0+cpu.dist-info", "torchvision-0.26.0.dist-info", "torch"):
        (tmp_path / "site" / name).mkdir(parents=True)
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path / "site"))
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text("1")
    monkeypatch.setattr(made_by, "_folders", lambda: [tmp_path / "code"])
    return tmp_path


def now() -> str:
    return made_by.made_by.__wrapped__()


def test_it_is_the_same_as_long_as_nothing_changes(program: Path) -> None:
    assert now() == now()
    assert "torch 2.13.0+cpu, onnx none" in now()
    (program / "code" / "a.cpython-311.pyc").write_text("compiled by a start")
    assert now() == now()


def test_another_version_of_any_package_is_another_program(program: Path) -> None:
    before = now()
    (program / "site" / "torchvision-0.26.0.dist-info").rename(
        program / "site" / "torchvision-0.27.0.dist-info"
    )
    assert now() != before


def test_a_file_that_is_written_anew_is_another_program(program: Path) -> None:
    before = now()
    file = program / "code" / "a.py"
    stat = file.stat()
    file.write_text("2")
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns + 1))
    assert now() != before


def test_another_compiler_is_another_program(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = now()
    monkeypatch.setenv("CXX", "/opt/gcc/bin/g++")
    assert now() != before
