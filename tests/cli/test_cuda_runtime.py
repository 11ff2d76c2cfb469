"""``verify --runtime cuda``: an op's kernel for GPUs on this machine's GPU.

There is none where these tests run. What is run for it is run all the same, up to where torch says so; what
a GPU would give is put into the result by a program that takes the place of its environment's Python.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import MakeOp
from tests.engine.test_cuda_kernel import both, needs_no_driver, only
from tests.engine.test_cuda_sources import needs_nvcc
from tests.large import large
from workbench.core.environments import READY
from workbench.core.runtimes.cuda import RUNTIME
from workbench.core.types.devices import GPU
from workbench.engine.toolchain import version_of

pytestmark = [needs_nvcc, needs_no_driver]

Environment = Callable[[str], dict[str, str | None]]
HERE = f'#!/bin/sh\nexec {sys.executable} "$@"\n'
NO_GPU = "PyTorch not run: torch sees no GPU here"
# The real program, whose rows of the CPU are told as a GPU's.
AS_GPU = f"""#!{sys.executable}
import json, subprocess, sys
words = [w if w != "cuda" else "cpu" for w in sys.argv[1:]]
done = subprocess.run([sys.executable, *words])
file = words[-1]
found = json.loads(open(file).read())
for row in found["rows"]:
    row.update(device="cuda", name="A Card")
found.update(driver="580.1", cuda="13.0")
open(file, "w").write(json.dumps(found))
"""
# The same where ONNX Runtime has no provider for it.
TORCH_ALONE = AS_GPU.replace(
    "found.update(",
    """for row in found["rows"]:
    if row["by"] != "PyTorch":
        row.update(status="not run", why="it has no CUDAExecutionProvider here", cases=[])
found.update(""",
)
# For an op that runs nowhere else: what is expected is what it gives, plus so much.
GIVES = f"""#!{sys.executable}
import base64, json, pathlib, runpy, sys
import numpy as np
sys.argv = ["check.py", *sys.argv[3:]]
asked = runpy.run_path("check.py", run_name="check")
cases = []
for folder, name in asked["CASES"]:
    data = pathlib.Path(folder)
    outputs = []
    for key, value in np.load(data / "outputs.npz").items():
        given = value + {{more}}
        outputs.append({{{{
            "name": key, "dtype": str(given.dtype), "shape": list(given.shape), "agrees": True,
            "max_abs_diff": 0.0, "data": base64.b64encode(given.tobytes()).decode(),
        }}}})
    inputs = asked["digest"](asked["read"](data / "inputs.npz"))
    cases.append({{{{"case": name, "inputs": inputs, "milliseconds": 0.01, "outputs": outputs}}}})
row = asked["row"]("PyTorch", "cuda", "A Card", "", "ran", cases=cases)
found = {{{{
    "format": 1, "op": asked["OP"], "key": asked["KEY"], "made_by": "1", "date": "2026-01-01T00:00:00+00:00",
    "system": "Linux", "driver": "580.1", "cuda": "13.0", "versions": {{{{}}}}, "rows": [row],
}}}}
open(sys.argv[-1], "w").write(json.dumps(found))
"""


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment of the runtime whose Python is this program."""

    def make(python: str) -> dict[str, str | None]:
        data = tmp_path / "data"
        folder = data / "runtimes" / RUNTIME.name
        place = folder / "python" / "bin" / "python"
        place.parent.mkdir(parents=True)
        place.write_text(python)
        place.chmod(0o755)
        (folder / READY).write_text('{"versions": "torch 2, onnxruntime 1"}')
        (data / "toolkits").symlink_to(_toolkits())
        return {"OP_WORKBENCH_DATA": str(data)}

    return make


def _toolkits() -> Path:
    from workbench import paths

    return paths.data_dir() / "toolkits"


def test_it_is_not_added_where_there_is_no_gpu(run: Run, tmp_path: Path) -> None:
    done = run("runtime", "add", "cuda", env={"OP_WORKBENCH_DATA": str(tmp_path)})
    assert done.returncode == 1
    assert "there is no NVIDIA GPU here" in done.stderr
    assert "deliver --form check" in done.stderr
    assert not (tmp_path / "runtimes" / "cuda").exists()


def test_what_torch_says_where_it_sees_no_gpu(
    make_op: MakeOp, run: Run, environment: Environment
) -> None:
    done = run("verify", both(make_op), env=environment(HERE))
    assert done.returncode == 1
    assert "FAILED · cuda" in done.stdout
    assert NO_GPU in done.stdout
    assert "ONNX Runtime not run: " in done.stdout


def test_it_runs_without_being_asked_and_is_told_beside_the_cpu(
    make_op: MakeOp, run: Run, environment: Environment, tmp_path: Path
) -> None:
    target = tmp_path / "report.json"
    done = run("verify", both(make_op), "--json", target, env=environment(AS_GPU))
    assert done.returncode == 0, done.stdout + done.stderr
    (op,) = json.loads(target.read_text())["ops"]
    assert (op["status"], op["verdict"]) == ("agrees", "agrees on the CPU and on the GPU")
    assert "; what it does on the GPU is told by itself" in done.stdout
    assert "runtime add cuda" not in done.stdout
    (gpu,) = op["runtimes"]
    assert (gpu["status"], gpu["device"]) == ("agrees", GPU)
    assert {o["actual_by"] for o in gpu["outputs"]} >= {"PyTorch on A Card"}
    assert "A Card, driver 580.1, PyTorch " in gpu["ran_with"]


@large
def test_the_verdict_says_that_onnx_runtime_did_not_run_there(
    make_op: MakeOp, run: Run, environment: Environment, tmp_path: Path
) -> None:
    target = tmp_path / "report.json"
    done = run("verify", both(make_op), "--json", target, env=environment(TORCH_ALONE))
    (op,) = json.loads(target.read_text())["ops"]
    words = "agrees on the CPU and in PyTorch on the GPU; ONNX Runtime not run there"
    assert (op["status"], op["verdict"]) == ("agrees", words), done.stdout + done.stderr
    assert "ONNX Runtime not run: it has no CUDAExecutionProvider here" in done.stdout


def test_what_differs_on_the_gpu_alone_is_in_the_verdict(
    make_op: MakeOp, run: Run, environment: Environment, tmp_path: Path
) -> None:
    target = tmp_path / "report.json"
    there = environment(GIVES.format(more="1"))
    done = run("verify", both(make_op), "--json", target, env=there)
    (op,) = json.loads(target.read_text())["ops"]
    words = "agrees on the CPU; DIFFERS in PyTorch on the GPU; ONNX Runtime not run there"
    assert op["verdict"] == words
    assert done.returncode == 1


def test_an_op_without_a_kernel_for_gpus_is_not_run_there_unasked(
    make_op: MakeOp, run: Run, environment: Environment
) -> None:
    there = environment(HERE)
    folder = make_op()
    assert "cuda" not in run("verify", folder, "--allow-unverified", env=there).stdout
    done = run("verify", folder, "--allow-unverified", "--runtime", "cuda", env=there)
    assert "not run · cuda" in done.stdout
    assert "it has no kernel for GPUs" in done.stdout


@pytest.mark.parametrize(("more", "status"), [("0", "agrees"), ("1", "differs")])
def test_one_for_gpus_alone_is_green_by_its_reference(
    make_op: MakeOp, run: Run, environment: Environment, tmp_path: Path, more: str, status: str
) -> None:
    target = tmp_path / "report.json"
    there = environment(GIVES.format(more=more))
    done = run("verify", only(make_op), "--json", target, env=there)
    (op,) = json.loads(target.read_text())["ops"]
    assert op["status"] == status, done.stdout + done.stderr
    assert op["verdict"].endswith(" in PyTorch on the GPU; ONNX Runtime not run there")
    assert done.returncode == (0 if status == "agrees" else 1)
    assert {o["expected_by"] for o in op["runtimes"][0]["outputs"]} == {"reference"}


def test_without_a_reference_nothing_of_it_is_green(
    make_op: MakeOp, run: Run, environment: Environment
) -> None:
    folder = only(make_op)
    toml = folder / "op.toml"
    text = toml.read_text()
    toml.write_text(text[: text.index("[reference]")])
    done = run("verify", folder, "--allow-unverified", env=environment(GIVES.format(more="0")))
    assert done.returncode == 1
    assert "nothing but the kernel says what it should give: add a reference" in done.stdout


def test_its_environment_has_the_torch_that_the_libraries_are_built_for() -> None:
    from workbench.engine.runtimes.runners.cuda import packages

    assert f"torch=={version_of('torch').partition('+')[0]}" in packages()
    assert all("==" in package for package in packages())
