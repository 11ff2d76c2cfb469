"""``verify --runtime cuda``: an op's kernel for GPUs on this machine's GPU.

There is none where these tests run. What is run for it is run all the same, up to where torch says so; what
a GPU would give is put into the result by a program that takes the place of its environment's Python.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.cli.conftest import ROOT, Run, command
from tests.conftest import TWICE_KERNEL, MakeOp
from tests.engine.building import write
from tests.engine.test_cuda_kernel import BOTH, TWICE_CU, both, needs_no_driver, only
from tests.engine.test_cuda_sources import needs_nvcc
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
    (gpu,) = op["runtimes"]
    assert (gpu["status"], gpu["device"]) == ("agrees", GPU)
    assert {o["actual_by"] for o in gpu["outputs"]} >= {"PyTorch on A Card"}
    assert "A Card, driver 580.1, PyTorch " in gpu["ran_with"]


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


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A check folder."""
    home = tmp_path_factory.mktemp("made")
    (op := home / "op").mkdir()
    (op / "op.toml").write_text(BOTH)
    write(op, kernel_cpp=TWICE_KERNEL, kernel_cu=TWICE_CU)
    words = command("deliver", op, "--trust", "--form", "check", "--to", home / "folder")
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return home / "folder"


@pytest.fixture
def check(made: Path) -> ModuleType:
    """Its program."""
    spec = importlib.util.spec_from_file_location("check_of_twice", made / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_failure_on_the_gpu_is_looked_at_by_compute_sanitizer(
    check: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker fails here, since torch has no CUDA; the tool is a stand-in that says what the real one does."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tool := tools / "compute-sanitizer").write_text(
        "#!/bin/sh\nlog=$4\nprintf '========= COMPUTE-SANITIZER\\n========= Invalid __global__ write of size 4 bytes\\n"
        "=========     at twice_kernel(int)+0x90 in kernel.cu:12\\n========= ERROR SUMMARY: 1 error\\n' > $log\n"
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    row = check.ran(tmp_path, check.HERE, "PyTorch", "cuda", "A Card")
    assert row["status"] == "failed"
    assert "CUDA" in row["why"]
    assert row["why"].endswith(
        "compute-sanitizer (memcheck): Invalid __global__ write of size 4 bytes; "
        "at twice_kernel(int)+0x90 in kernel.cu:12"
    )


@pytest.fixture
def session_of(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[[str], object]:
    """Runs its main case in ONNX Runtime, where a GPU's provider is one of this name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(check.HERE))

    def run_main(provider: str) -> object:
        monkeypatch.setitem(check.PROVIDERS, "cuda", provider)
        return check.Session("cuda").run(check.HERE / check.CASES[0][0])[0]

    return run_main


def test_a_provider_that_does_not_start_is_not_taken_for_the_gpu(
    check: ModuleType, session_of: Callable[[str], object]
) -> None:
    with pytest.raises(check.NotRunError, match="its CUDAExecutionProvider does not start here"):
        session_of("CUDAExecutionProvider")


def test_a_kernel_of_another_provider_is_not_taken_for_the_gpu_s(
    check: ModuleType, session_of: Callable[[str], object]
) -> None:
    """This ONNX Runtime has that provider, which takes none of the op's nodes, as CUDA's may do."""
    with pytest.raises(check.NotRunError, match="'Twice' was run by CPUExecutionProvider"):
        session_of("AzureExecutionProvider")
    assert session_of("CPUExecutionProvider")


def test_what_does_not_run_there_is_no_failure(check: ModuleType, tmp_path: Path) -> None:
    row = check.ran(tmp_path, check.HERE, "ONNX Runtime", "cuda", "A Card")
    assert row["status"] == "not run"
    assert row["why"].startswith("its CUDAExecutionProvider does not start here")


def test_it_says_why_torch_sees_no_gpu(check: ModuleType, tmp_path: Path) -> None:
    here = check.apart(tmp_path, check.HERE, "look")
    assert here["cuda"] == []
    assert check.no_gpu(here).startswith("torch sees no GPU here: ")
    assert re.search(r"not compiled with CUDA|no NVIDIA driver", check.no_gpu(here))


def test_without_numpy_one_line_says_what_it_needs(check: ModuleType) -> None:
    words = [sys.executable, "-I", "-S", str(check.HERE / "check.py")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    needs = "check.py needs numpy and torch, and takes onnxruntime: pip install numpy torch\n"
    assert (done.returncode, done.stderr) == (1, needs)


def test_its_last_line_says_that_nothing_ran_on_a_gpu(check: ModuleType) -> None:
    rows = [
        check.row("PyTorch", d, "A Card", status=s)
        for d, s in (("cpu", "ran"), ("cuda", "not run"))
    ]
    assert check.summary(rows)[0].startswith("agrees on the CPU, nothing ran on a GPU: ")
    rows[1]["status"] = "ran"
    assert check.summary(rows)[0].startswith("agrees: ")


@pytest.fixture
def endless(made: Path, tmp_path: Path) -> Path:
    """A folder whose op never ends, as a kernel may, and notes which process it is in."""
    folder = tmp_path / "endless"
    shutil.copytree(made, folder)
    loop = "import os, pathlib\npathlib.Path({!r}).write_text(str(os.getpid()))\nwhile True: pass\n"
    (folder / "twice" / "__init__.py").write_text(loop.format(str(tmp_path / "pid")))
    return folder


def test_what_does_not_end_is_stopped_with_its_process(endless: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-I", "check.py", "--device", "cpu", "--seconds", "10"]
    done = subprocess.run(words, cwd=endless, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "PyTorch on cpu FAILED (it was stopped after 10 s)" in done.stdout
    assert not Path(f"/proc/{(tmp_path / 'pid').read_text()}").exists()


def test_it_ends_with_the_program_that_waits_for_it(endless: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-I", "check.py", "--device", "cpu"]
    program = subprocess.Popen(words, cwd=endless, stdout=subprocess.DEVNULL)
    file = tmp_path / "pid"
    wait_until(lambda: file.is_file() and bool(file.read_text()))
    program.kill()
    program.wait()
    wait_until(lambda: not Path(f"/proc/{file.read_text()}").exists())


def wait_until(is_so: Callable[[], bool]) -> None:
    """Within a minute."""
    until = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_to_sanitize_needs_the_tool(check: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    sys_argv, sys.argv = sys.argv, ["check.py", "--sanitize"]
    try:
        with pytest.raises(SystemExit):
            check.main()
    finally:
        sys.argv = sys_argv
    assert "there is no compute-sanitizer on the PATH" in capsys.readouterr().err


def test_its_environment_has_the_torch_that_the_libraries_are_built_for() -> None:
    from workbench.engine.runtimes.runners.cuda import packages

    assert f"torch=={version_of('torch').partition('+')[0]}" in packages()
    assert all("==" in package for package in packages())
