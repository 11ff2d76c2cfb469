"""The environment of RKNN's simulator, which has the PyTorch of the program that asks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from workbench.core.runtimes.rknn import RUNTIME
from workbench.engine.runtimes.runners.rknn import Rknn


def test_pytorch_is_found_where_the_program_that_added_it_is_no_longer_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "data"))
    words = [sys.executable, "-m", "venv", "--without-pip", RUNTIME.folder]
    subprocess.run(words, check=True)
    (site,) = RUNTIME.folder.glob("lib/python*/site-packages")
    (site / "filelock").symlink_to(tmp_path / "gone" / "filelock")  # torch needs it
    program = tmp_path / "run.py"
    program.write_text("import filelock\nprint('agrees with', filelock.__name__)\n")
    assert "agrees with filelock" in Rknn().run_host(program, tmp_path)
