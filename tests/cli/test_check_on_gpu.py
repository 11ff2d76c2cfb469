"""The program of a check folder, where there is no GPU: what it says, and what it takes for a GPU's.

There is none where these tests run; the functions of its module are called with what it would meet there.
"""

from __future__ import annotations

import importlib.util
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

from tests.cli.conftest import ROOT, command
from tests.conftest import TWICE_KERNEL
from tests.engine.building import write
from tests.engine.test_cuda_kernel import BOTH, TWICE_CU, needs_no_driver
from tests.engine.test_cuda_sources import needs_nvcc

pytestmark = [needs_nvcc, needs_no_driver]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A check folder."""
    home = tmp_path_factory.mktemp("made")
    (op := home / "op").mkdir()
    (op / "op.toml").write_text(BOTH)
    write(op, fresh=False, kernel_cpp=TWICE_KERNEL, kernel_cu=TWICE_CU)
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


SAYS = "========= COMPUTE-SANITIZER\n"
NO_HAZARD = f"{SAYS}========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n"
A_RACE = (
    f"{SAYS}========= Error: Race reported between Write access at k(float *)+0x100 in kernel.cu:3\n"
    "=========     and Read access at k(float *)+0x1a0 in kernel.cu:3 [24 hazards]\n"
    "=========\n========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n"
)
REFUSED = f"{SAYS}========= Error: Device not supported. Please refer to the documentation\n"


@pytest.mark.parametrize(
    ("racecheck", "status", "why"),
    [
        (NO_HAZARD, "ran", ""),
        (
            A_RACE,
            "failed",
            "compute-sanitizer (racecheck): Error: Race reported between Write access",
        ),
        (
            REFUSED,
            "not run",
            "Device not supported. Please refer to the documentation did not look at it",
        ),
        (f"{SAYS}========= RACECHECK SUMMARY: none\n", "not run", "did not look at it"),
        ("", "not run", "compute-sanitizer (racecheck) did not look at it"),
    ],
)
def test_what_compute_sanitizer_says_of_a_kernel_that_runs(
    check: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    racecheck: str,
    status: str,
    why: str,
) -> None:
    """The words of the real one of CUDA 13.0, from a machine with a GPU."""
    (log := tmp_path / "said").write_text(racecheck)
    (clean := tmp_path / "clean").write_text(f"{SAYS}========= ERROR SUMMARY: 0 errors\n")
    (tools := tmp_path / "bin").mkdir()
    (tool := tools / "compute-sanitizer").write_text(
        f'#!/bin/sh\n[ "$2" = racecheck ] && cp {log} "$4" || cp {clean} "$4"\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    ran = check.apart
    monkeypatch.setattr(
        check,
        "apart",
        lambda *a, under=(), **k: ran(*a, under=under, **k) if under else {"cases": [1]},
    )
    row = check.ran(tmp_path, check.HERE, "PyTorch", "cuda", "A Card", sanitize=True)
    assert row["status"] == status, row["why"]
    assert why in row["why"]


def test_a_failure_names_its_case(made: Path, check: ModuleType, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "folder")
    where, name = check.CASES[1]
    (folder / where / "inputs.npz").unlink()
    done = subprocess.run(
        [sys.executable, "-I", "check.py"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"PyTorch on cpu FAILED (case '{name}': KeyError" in done.stdout


def test_a_crash_says_what_it_is_of(check: ModuleType) -> None:
    class Done:
        returncode, stderr = -11, ""

    assert check.ended(Done, "cpu").endswith(
        "signal 11: it read or wrote memory that is not its own (segmentation fault)"
    )
    assert check.ended(Done, "cuda").endswith("cannot be read or written by the code for the CPU")


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
    pid = tmp_path / "pid"
    for seconds in ("5", "50"):  # where much else is done, it imports torch for longer than 5 s
        words = [sys.executable, "-I", "check.py", "--device", "cpu", "--seconds", seconds]
        done = subprocess.run(words, cwd=endless, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert f"PyTorch on cpu FAILED (it was stopped after {seconds} s)" in done.stdout
        if pid.exists():
            break
    assert not Path(f"/proc/{pid.read_text()}").exists()


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
