"""A cell as a script: what a check says of it, said by Python alone, from anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_TOML, UNVERIFIED_TOML, MakeOp
from tests.forked import Forked
from tests.large import large, some
from workbench import paths
from workbench.gui.ops.take_away import pasted

UNROLLED = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i + 1 < y.numel(); i += 2) {
    y[i] = 2 * x[i];
    y[i + 1] = 2 * x[i + 1];
  }
}
"""
SCRATCH = """
#include <workbench/tensor.h>

#include <vector>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  static std::vector<float> scratch(1 << 20);
  for (int64_t i = 0; i < y.numel(); ++i) scratch[i] = 2 * x[i];
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = scratch[i];
}
"""
CRASH = """
#include <workbench/tensor.h>

#include <csignal>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  if (y.numel() == 9) std::raise(SIGSEGV);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
}
"""
BFLOAT16 = """
#include <workbench/half.h>
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const wb::bfloat16> x, wb::Tensor<wb::bfloat16> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = wb::bfloat16(2 * static_cast<float>(x[i]));
}
"""
STRIDES = """
import torch


class twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        in_order = torch.empty(x.shape).stride()
        return 2 * torch.as_strided(x, x.shape, in_order, x.storage_offset())
"""
IN_PYTHON = (
    UNVERIFIED_TOML
    + """
[kernel]
style = "python"
source = "kernel.py"

[ort]
implementation = "export-only"
"""
)


@pytest.fixture(scope="module")
def python() -> Iterator[Forked]:
    """Python without this program, which has imported what every script begins with."""
    with Forked("numpy", "torch", "onnxruntime", isolated=True) as started:
        yield started


def alone(python: Forked, folder: Path, elsewhere: Path) -> subprocess.CompletedProcess[str]:
    """Run the script of a folder as somebody without this program does."""
    (script,) = folder.glob("*_cell.py")
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return python.run(script, cwd=elsewhere, environment=kept)


@pytest.fixture
def script(run: Run, tmp_path: Path, python: Forked):
    """Write the script of a cell, move it away, and run it."""

    def write(op: Path, cell: str) -> subprocess.CompletedProcess[str]:
        out, moved = tmp_path / "written", tmp_path / "moved to"
        done = run("check", op, "--script", cell, "--out", out)
        assert done.returncode == 0, done.stderr
        shutil.move(out, moved)
        told = alone(python, moved, tmp_path)
        assert "workbench" not in [p.name for p in moved.iterdir()]
        text = next(moved.glob("*_cell.py")).read_text()
        assert "import workbench" not in text
        assert str(out) not in text
        told.stdout += done.stdout
        shutil.rmtree(moved)
        return told

    return write


def test_a_good_and_a_broken_kernel(make_op: MakeOp, script) -> None:
    good = script(make_op(), "sizes: n = 3, layout: transposed")
    assert good.returncode == 0, good.stdout + good.stderr
    assert "ONNX Runtime with the reference: all 9 elements of y agree" in good.stdout
    odd = script(make_op(TWICE_TOML, UNROLLED), "sizes: n = 3, layout: transposed")
    assert odd.returncode == 1
    assert "y differs in 1 of 9 elements; at [2, 2]" in odd.stdout


LITTLE = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i] * (i == 4 ? 1 + 24 * 0x1p-23f : 1);
}
"""


@pytest.mark.parametrize("cell", some(["as declared", "sizes: n = 10923 (large)"], ["as declared"]))
def test_what_is_wrong_by_more_than_rounding(make_op: MakeOp, script, cell: str) -> None:
    """Where its inputs are in the script, and where they are in a file."""
    told = script(make_op(TWICE_TOML, LITTLE), cell)
    assert told.returncode == 1
    assert "y differs in 1 of" in told.stdout


def test_it_says_what_it_is_and_its_inputs_are_in_it_where_they_are_few(
    make_op: MakeOp, run: Run, tmp_path: Path, python: Forked
) -> None:
    op = make_op()
    assert run("check", op, "--script", "0", "--out", tmp_path / "few").returncode == 0
    text = (tmp_path / "few" / "twice_cell.py").read_text()
    head = text.split('"""')[1]
    for word in ("wb_test::twice", "as declared", "torch ", "onnxruntime ", "numpy "):
        assert word in head
    assert "'x': array('float32', (2, 3), [" in text
    assert not (tmp_path / "few" / "data.npz").exists()
    many = "sizes: n = 10923 (large)"
    assert run("check", op, "--script", many, "--out", tmp_path / "few").returncode == 0
    assert (tmp_path / "few" / "data.npz").exists()
    assert alone(python, tmp_path / "few", tmp_path).returncode == 0


def test_what_several_threads_share(make_op: MakeOp, script) -> None:
    at_once = script(make_op(TWICE_TOML, SCRATCH), "sizes: n = 10923 (large), calls: 4 threads")
    assert at_once.returncode == 1
    assert "at once" in at_once.stdout


@large
def test_what_depends_on_where_inputs_lie(make_op: MakeOp, script) -> None:
    """Nothing says what is right, but not that."""
    op = make_op(IN_PYTHON, None)
    (op / "kernel.py").write_text(STRIDES)
    strides = script(op, "layout: transposed")
    assert strides.returncode == 1
    assert "inputs in order" in strides.stdout


def test_a_kernel_that_ends_the_process_is_told_by_its_signal(make_op: MakeOp, script) -> None:
    crash = make_op(TWICE_TOML, CRASH)
    told = script(crash, "sizes: n = 3")
    assert told.returncode == 1
    assert "PyTorch: failed: signal 11" in told.stdout
    assert "FAILED" in told.stdout.splitlines()  # which is no difference
    assert "note: it has no ONNX model" in told.stdout


@large
def test_bfloat16_in_memory_and_at_once(make_op: MakeOp, script) -> None:
    toml = TWICE_TOML.replace('name = "x"\n', 'name = "x"\ndtype = "bfloat16"\n', 1)
    told = script(make_op(toml, BFLOAT16), "layout: transposed, calls: 4 threads")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "all 6 elements of y agree" in told.stdout


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("concat_rows", "as declared"),
        pytest.param("dual_residual", "threads: 1", marks=large),
        pytest.param("my_add_custom", "element types: float64, values: inf", marks=large),
        pytest.param("my_add_py", "layout: expanded", marks=large),
        pytest.param("linalg_inv", "optimisation: off", marks=large),
    ],
)
def test_lists_and_other_styles(script, name: str, cell: str) -> None:
    told = script(paths.ops_lib() / "ops" / name, cell)
    assert told.returncode == 0, (told.stdout, told.stderr)


def test_what_is_copied_in_the_window_runs_where_it_is_pasted(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    """In no file, as in a notebook, whose program has words of its own."""
    done = run("check", make_op(), "--script", "0", "--out", tmp_path / "made")
    assert done.returncode == 0, done.stderr
    (script,) = (tmp_path / "made").glob("*_cell.py")
    text = pasted(script.read_text(), script)
    words = [sys.executable, "-I", "-", "-f", "kernel.json"]
    done = subprocess.run(
        words, input=text, capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "agrees"


def test_what_is_no_cell_and_what_is_no_script(make_op: MakeOp, run: Run) -> None:
    op = make_op()
    for cell, words in (
        ("99999", "there is no cell 99999"),
        ("nonsense", "names no cell"),
        ("sizes: n = 12345", "has no level"),
        ("look: memory checked", "cannot be written as a script"),
    ):
        done = run("check", op, "--script", cell)
        assert done.returncode != 0
        assert words in done.stderr
    assert "for one op" in run("check", op, make_op(), "--script", "0").stderr
