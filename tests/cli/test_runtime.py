"""``op-workbench runtime``, ``verify --runtime`` and ``deliver --platform``.

The environments of runtimes are fetched from the network, and wine's Windows takes 1.4 GB: what runs in
them is for ``make test-all``, where they are kept beside the build cache.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.added_runtimes import with_runtimes
from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.test_handed_on import of_this_machine
from tests.large import large
from workbench.core.errors import UserError
from workbench.core.platforms import PLATFORMS
from workbench.core.runtimes import RUNTIMES
from workbench.engine.environments import fetched

LIBTORCH = '[kernel]\nstyle = "libtorch"\n\n[ort]\nimplementation = "bridge"\n'
ON_ARM = TWICE_KERNEL.replace(
    "void twice",
    "#if defined(__aarch64__)\nconst float kFactor = 3;\n#else\nconst float kFactor = 2;\n#endif\n\nvoid twice",
).replace("2 * x[i]", "kFactor * x[i]")
WINE_AND_QEMU = ("linux-aarch64", "windows-x86_64")


@pytest.fixture(scope="module")
def data(request: pytest.FixtureRequest) -> Path:
    """A data folder in which the runtimes have been added, kept between runs."""
    return with_runtimes(request.config, "op-workbench-runtimes", *WINE_AND_QEMU)


def test_what_is_asked_for_wrongly_is_refused_before_anything_is_built(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    op, to = make_op(), tmp_path / "to"
    for words, told in (
        (("--platform", "amiga"), "there is no platform 'amiga'"),
        (("--platform", "linux-x86_64", "--glibc", "2.5"), "'2.5' is no version of glibc"),
        (("--platform", "windows-x86_64", "--glibc", "2.28"), "--glibc is for platforms of Linux"),
        (("--glibc", "2.28"), "--glibc is for platforms of Linux"),
    ):
        done = run("deliver", op, "--to", to, *words)
        assert done.returncode == 1
        assert told in done.stderr
        assert done.stdout == ""
    assert not to.exists()
    for words, told in (
        (("amiga",), "there is no runtime 'amiga'"),
        (("linux-aarch64",), "op-workbench runtime add linux-aarch64"),
        (("all",), "no runtime has been added yet"),
    ):
        done = run("verify", op, "--runtime", *words, env={"OP_WORKBENCH_DATA": str(tmp_path)})
        assert done.returncode == 1
        assert told in done.stderr
        assert done.stdout == ""


def test_a_kernel_of_torch_is_refused_for_other_platforms_by_name(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    kernel = "#include <torch/torch.h>\n\ntorch::Tensor twice(torch::Tensor x) { return 2 * x; }\n"
    op = make_op(TWICE_TOML + LIBTORCH, kernel)
    done = run("deliver", op, "--to", tmp_path / "to", "--platform", "linux-aarch64,macos-arm64")
    assert done.returncode == 1
    assert "it cannot be built for linux-aarch64, macos-arm64: a libtorch kernel" in done.stderr
    assert " s  " not in done.stdout, "nothing was built"
    assert not (tmp_path / "to").exists()


def test_runtimes_are_listed_and_one_that_is_not_there_is_removed_in_peace(
    run: Run, tmp_path: Path
) -> None:
    mine: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(tmp_path)}
    done = run("runtime", "list", "--json", "-", env=mine)
    listed = json.loads(done.stdout)
    assert [one["name"] for one in listed] == list(RUNTIMES)
    assert not any(one["added"] for one in listed)
    assert all(one["downloads"] for one in listed)
    assert run("runtime", "remove", "linux-aarch64", env=mine).returncode == 0
    assert run("runtime", "remove", "amiga", env=mine).returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_a_wheel_that_cannot_be_had_is_told_with_command_and_reason(
    run: Run, tmp_path: Path
) -> None:
    env: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(tmp_path), "PIP_NO_INDEX": "1"}
    done = run("runtime", "add", "linux-aarch64", env={**env, "PIP_FIND_LINKS": None})
    assert done.returncode == 1
    assert "It downloads:" in done.stdout
    assert "-m pip download --no-deps" in done.stderr
    assert "--platform manylinux_2_28_aarch64" in done.stderr
    assert "No matching distribution found for onnxruntime" in done.stderr
    assert not list(tmp_path.glob("runtimes/*")), "nothing half-made is left"


@pytest.mark.skipif(shutil.which("apt-get") is None, reason="this is no Debian")
def test_packages_that_apt_does_not_know(tmp_path: Path) -> None:
    with pytest.raises(UserError) as failed:
        fetched.debian_packages(("no-such-package-of-debian",), tmp_path / "root")
    problem = failed.value.problem
    assert "The command: apt-get install --simulate" in problem.message
    assert "Unable to locate package no-such-package-of-debian" in problem.message
    assert "apt-get install no-such-package-of-debian" in problem.hint


@large
def test_what_is_delivered_for_four_platforms_is_run_on_three(
    make_op: MakeOp, run: Run, data: Path, tmp_path: Path
) -> None:
    op, to = make_op(), tmp_path / "to"
    mine: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(data)}
    names = ",".join(PLATFORMS)
    words = ("deliver", op, "--to", to, "--platform", names, "--glibc", "2.17")
    done = run(*words, env=mine, timeout=3000)
    assert done.returncode == 0, done.stderr
    for name, platform in PLATFORMS.items():
        assert (to / name / platform.library("twice")).is_file()
        assert f"    {name}/{platform.library('twice')}: looked at" in done.stdout
    for name in WINE_AND_QEMU:
        assert f"{name}: main.cpp: agrees: 3 of 3 outputs; ONNX Runtime 1." in done.stdout
    assert "macos-arm64: main.cpp: not run (compiled and looked at only: only a Mac" in done.stdout
    assert "    run.py: agrees: 3 of 3 outputs" in done.stdout
    assert not list(to.glob("lib*.so")), "there is none beside those of the platforms"
    readme = (to / "README.md").read_text()
    assert "| macos-arm64 | `main.cpp` | **not run** | compiled and looked at only" in readme
    assert "Linux with glibc 2.17 or later" in readme
    for path in (p for p in to.rglob("*") if p.is_file()):
        assert [p for p in of_this_machine(to) if p in path.read_bytes()] == [], path
    alone_here = subprocess.run(
        [sys.executable, "-I", to / "run.py"], capture_output=True, text=True, check=False
    )
    assert alone_here.stdout.splitlines()[-1].startswith("agrees: 3 of 3 outputs")
    shutil.rmtree(to)
    done = run(*words[:4], "--platform", "windows-x86_64", env=mine, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "run.py:" not in done.stdout, "there is no library for this machine"
    told = subprocess.run(
        [sys.executable, "-I", to / "run.py"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 1
    assert "there is no op library for linux" in told.stderr


@large
def test_a_verdict_names_each_runtime(
    make_op: MakeOp, run: Run, data: Path, tmp_path: Path
) -> None:
    mine: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(data)}
    op, other = make_op(), make_op(TWICE_TOML.replace('"twice"', '"arm"', 1), ON_ARM)
    done = run(
        "verify", op, other, "--runtime", "all", "--json", tmp_path / "told", env=mine, timeout=3000
    )
    assert done.returncode == 1, "one differs on ARM"
    assert "agrees · linux-aarch64 (emulated)" in done.stdout
    assert "agrees · windows-x86_64 (emulated)" in done.stdout
    assert "DIFFERS · linux-aarch64 (emulated)" in done.stdout
    first, second = json.loads((tmp_path / "told").read_text())["ops"]
    assert [(r["runtime"], r["status"]) for r in first["runtimes"]] == [
        (name, "agrees") for name in WINE_AND_QEMU
    ]
    assert [r["status"] for r in second["runtimes"]] == ["differs", "agrees"]
    wrong = second["runtimes"][0]
    assert wrong["outputs"][0]["differing"] == 6
    assert all(
        r["run_seconds"] > 0 and "ONNX Runtime 1." in r["ran_with"] for r in first["runtimes"]
    )
    to = tmp_path / "to"
    done = run("deliver", other, "--to", to, "--platform", "linux-aarch64", env=mine, timeout=600)
    assert done.returncode == 1
    assert "on linux-aarch64 (emulated) it gives other values: DIFFERS" in done.stderr
    assert not to.exists()
