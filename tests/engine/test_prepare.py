"""What the first builds of a machine would wait for is made ahead of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.conftest import MakeOp
from tests.engine import test_libtorch
from tests.engine.building import Recorder
from tests.engine.conftest import processes_naming, wait_until
from workbench.core.storage import op_file
from workbench.engine.build.build import build
from workbench.engine.prepare import prepare
from workbench.engine.store import Store


def test_afterwards_an_op_compiles_nothing_but_its_own(make_op: MakeOp) -> None:
    assert prepare(lambda text: None) == []
    told: list[str] = []
    assert prepare(told.append) == []
    assert told == [], "it is done once"
    folder = make_op()
    recorder = Recorder()
    build(folder, op_file.load(folder), Store(), recorder)
    steps = {text for _, _, text in recorder.steps if text.startswith(("Compiling", "Pre"))}
    assert steps <= {"Compiling kernel_unit", "Compiling torch_glue", "Compiling ort_glue"}


def test_a_kernel_that_needs_all_of_torch_waits_for_no_headers(make_op: MakeOp) -> None:
    assert prepare(lambda text: None) == []
    kernel = test_libtorch.FUNCTION.replace("x * alpha", "torch::nn::functional::relu(x) * alpha")
    folder = make_op(test_libtorch.TOML, kernel)
    recorder = Recorder()
    build(folder, op_file.load(folder), Store(), recorder)
    assert not [text for _, _, text in recorder.steps if text.startswith("Precompiling")]


def test_a_machine_that_cannot_compile_says_so(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CXX", str(tmp_path / "none"))
    assert {p.kind for p in prepare(lambda text: None)} == {"compiler"}


def test_its_end_is_that_of_its_compilers(tmp_path: Path) -> None:
    environment = {**os.environ, "OP_WORKBENCH_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "workbench.engine.prepare"]
    with subprocess.Popen(command, env=environment, stdout=-1, text=True) as process:
        assert wait_until(lambda: processes_naming(str(tmp_path / "cache")), 20)
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == -signal.SIGKILL
    assert wait_until(lambda: not processes_naming(str(tmp_path / "cache")), 5)
