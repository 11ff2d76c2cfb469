"""A kernel for GPUs on the command line: run on the CPU where it has one, and never green without."""

from __future__ import annotations

import json
import re
from pathlib import Path

import onnx
import pytest

from tests.cli.conftest import Run
from tests.conftest import MakeOp
from tests.engine.test_cuda_kernel import both, needs_no_driver, only
from tests.engine.test_cuda_sources import needs_nvcc
from tests.large import large, some
from workbench.core.pipeline.op_state import NOT_RUN

pytestmark = [needs_nvcc, needs_no_driver]

VERDICT = "compiled for cards from sm_75 on; not run: no GPU here"


def test_both_run_on_the_cpu_as_before_and_the_library_has_a_provider_for_each(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    target = tmp_path / "report.json"
    done = run("verify", both(make_op), "--json", target)
    assert done.returncode == 0, done.stderr
    (op,) = json.loads(target.read_text())["ops"]
    assert op["status"] == "agrees"
    assert op["verdict"] == f"agrees on the CPU (CUDA: {VERDICT})"
    assert op["verdict"] in done.stdout
    told = run("inspect", op["ort_library"]).stdout.splitlines()
    assert told[::2] == ["test.custom::Twice", "test.custom::Twice  (CUDAExecutionProvider)"]


@pytest.mark.parametrize("exporter", some(["torchscript", "torch.export"], ["torch.export"]))
def test_one_for_gpus_alone_is_exported_and_is_not_green(
    make_op: MakeOp, run: Run, tmp_path: Path, exporter: str
) -> None:
    target = tmp_path / "report.json"
    folder = only(make_op)
    done = run("verify", folder, "--exporter", exporter, "--allow-unverified", "--json", target)
    assert done.returncode == 1
    assert f"nothing here has run: twice ({VERDICT})" in done.stderr
    (op,) = json.loads(target.read_text())["ops"]
    assert (op["status"], op["verdict"], op["outputs"]) == (NOT_RUN, VERDICT, [])
    stages = {name: stage["status"] for name, stage in op["stages"].items()}
    assert stages["build"] == stages["export"] == stages["graph"] == "ok"
    assert stages["run"] == stages["compare"] == "skipped"
    (node,) = onnx.load(op["model"]).graph.node
    assert (node.domain, node.op_type) == ("test.custom", "Twice")


def test_its_shapes_and_element_types_are_checked(make_op: MakeOp, run: Run) -> None:
    folder = only(make_op)
    toml = folder / "op.toml"
    toml.write_text(toml.read_text().replace('"2 * x"', '"(2 * x)[:1]"'))
    done = run("verify", folder)
    assert done.returncode == 1
    assert "the reference gives 'y' with shape [1, 3], declared is [2, 3]" in done.stdout


def test_what_would_run_it_says_why_it_does_not(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    folder = only(make_op)
    for command in (
        ["check", folder],
        ["bench", "op", folder],
        ["debug", folder, "--element", "y[0]"],
    ):
        done = run(*command)
        assert done.returncode != 0, command
        said = done.stdout + done.stderr
        assert "nothing of it runs here: its only kernel is for GPUs" in said, command
        assert "Deliver a check folder (deliver --form check)" in said, command
    done = run("deliver", folder, "--to", tmp_path / "d", "--unverified")
    assert done.returncode != 0
    assert "its only kernel is for GPUs, so nothing has run here" in done.stderr


@large
def test_a_check_of_an_op_with_both_says_that_it_is_of_the_cpu(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    folder = both(make_op)
    done = run("check", folder, "--json", target := tmp_path / "check.json", timeout=400)
    assert done.returncode == 0, done.stderr
    verdict = "agrees on the CPU; the kernel for GPUs is not checked"
    assert done.stdout.startswith(f"twice: {verdict}: ")
    assert (
        "note: not checked: the kernel for GPUs (kernel.cu), since a check runs on the"
        in done.stdout
    )
    (report,) = json.loads(target.read_text())["ops"]
    assert report["verdict"] == verdict


def test_what_runs_on_the_cpu_alone_says_so_of_an_op_with_both(make_op: MakeOp, run: Run) -> None:
    folder = both(make_op)
    done = run("debug", folder, "--element", "y[0,0]")
    assert "in PyTorch on the CPU" in done.stdout, done.stderr
    done = run("bench", "op", folder, "--seconds", "0.01", "--only", "torch")
    assert "GPU: what is timed here runs on the CPU" in done.stdout, done.stderr


def test_a_delivery_says_that_its_kernel_for_gpus_has_not_run(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    done = run("deliver", both(make_op), "--to", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    readme = (tmp_path / "out" / "README.md").read_text()
    assert f"Verdict: **agrees on the CPU (CUDA: {VERDICT})**." in readme


def test_one_for_gpus_alone_is_delivered_to_be_checked_where_there_is_one(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    folder, to = only(make_op), tmp_path / "out"
    done = run("deliver", folder, "--form", "check", "--to", to, timeout=400)
    assert done.returncode == 0, done.stderr
    assert (
        "check.py: nothing was run: PyTorch on cuda not run (torch sees no GPU here" in done.stdout
    )
    readme = (to / "README.md").read_text()
    assert f"Verdict: **{VERDICT}**" in readme
    assert "**Not verified.**" in readme
    assert re.search(r"The library for PyTorch fits torch [\d.]+ and later", readme)


@large
def test_libraries_for_named_platforms_say_that_they_have_no_kernel_for_gpus(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    to = tmp_path / "out"
    done = run("deliver", both(make_op), "--platform", "linux-x86_64", "--to", to, timeout=400)
    assert done.returncode == 0, done.stderr
    readme = (to / "README.md").read_text()
    assert "Verdict: **agrees**." in readme
    assert "The op's kernel for GPUs is in none of them" in readme
    assert b".nv_fatbin" not in (to / "linux-x86_64" / "libtwice_ort.so").read_bytes()
