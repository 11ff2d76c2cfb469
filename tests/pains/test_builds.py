"""Builds that cannot go on, and machines that lack something: what is missing is told, nothing stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run, command, run
from tests.conftest import TWICE_KERNEL, WAITING_KERNEL, MakeOp
from tests.engine.building import build, failure
from tests.own_compiler import own_compiler
from tests.pains.told import line_of
from workbench.core.compile import cuda_headers

__all__ = ["run"]


def test_pytorch_189245_a_killed_build_blocks_no_later_one(make_op: MakeOp) -> None:
    folder = make_op(kernel=WAITING_KERNEL, fresh=True)
    pipe = folder / "pipe.h"
    os.mkfifo(pipe)
    with subprocess.Popen(command("build", folder), stdout=subprocess.DEVNULL) as process:
        held = os.open(pipe, os.O_WRONLY)  # opens when the compiler reads it
        process.send_signal(signal.SIGKILL)
    os.close(held)
    pipe.unlink()
    pipe.write_text("")
    assert build(folder)[0].compiled >= 1


def test_pytorch_26798_a_compiler_that_is_not_there(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    (problem,) = failure(make_op())
    assert problem.kind == "compiler"
    assert "CXX names 'no-such-compiler', which is not there" in problem.message
    assert "apt install g++" in problem.hint


@own_compiler
def test_pytorch_26798_the_doctor_says_what_there_is(run: Run) -> None:
    done = run("doctor")
    for what in ("torch", "onnxruntime", "ziglang", "ninja"):
        assert what in done.stdout.lower()


@pytest.mark.parametrize("compiler", ["g++", ""], ids=["gcc", "clang"])
@pytest.mark.parametrize(
    ("header", "hint"),
    [
        ("twice.h", "Is the include folder right?"),
        ("torch/extension.h", '"libtorch"'),
        ("cuda_runtime.h", "CUDA's toolkit"),
    ],
)
def test_a_header_that_is_not_there(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, compiler: str, header: str, hint: str
) -> None:
    monkeypatch.setenv("CXX", compiler)
    monkeypatch.setattr(cuda_headers, "cuda_home", lambda: None)  # whatever this machine has
    folder = make_op(kernel=f"#include <{header}>\n{TWICE_KERNEL}")
    problem = failure(folder)[0]
    assert header in problem.message
    assert header in line_of(folder, problem)
    assert hint in problem.hint


@pytest.mark.parametrize("compiler", ["g++", ""], ids=["gcc", "clang"])
def test_a_header_that_a_header_of_the_users_lacks(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, compiler: str
) -> None:
    monkeypatch.setenv("CXX", compiler)
    folder = make_op(kernel=f'#include "part.h"\n{TWICE_KERNEL}')
    (folder / "part.h").write_text("\n#include <missing_part.h>\n")
    problem = failure(folder)[0]
    assert Path(problem.file).name == "part.h"
    assert problem.line == 2
