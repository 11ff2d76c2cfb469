"""ONNX Runtime and libraries: what does not load, does not fit or ends the process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tests.conftest import TWICE_TOML, MakeOp, Verify
from tests.engine.building import kernel_with, with_kernel
from tests.engine.own_ort import needs_headers
from tests.engine.own_ort_sources import LITE, TOML
from tests.large import large, some
from tests.own_compiler import own_compiler
from tests.pains.told import line_of, told
from workbench.core.errors import Problem
from workbench.core.jobs import ExportResult

__all__ = ["run"]

ADD = """
import torch
class Sum(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y
"""


@pytest.fixture
def own(make_op: MakeOp, verify: Verify):
    """``own(change…)``: what an op is told whose library is the user's own, after these changes."""

    def call(*changes: tuple[str, str]) -> tuple[Path, Problem]:
        text = LITE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        folder = make_op(TOML + '\n[reference]\npython = "x + y"\n', kernel=None)
        (folder / "sum.py").write_text(ADD)
        (folder / "sum_ort.cpp").write_text(text)
        state = verify(folder)
        if not changes:
            assert state.report().status == "agrees"
        return folder, told(state) if changes else Problem("", "")

    return call


DIFFERENCES = {
    # what is changed in the library; words of the message; the line; words of the next step
    "another name": ([('("Sum"', '("Summ"')], "not in the op library, which has: wb.test::Summ", "wb.test", "The name"),
    "another domain": (
        [('"wb.test"', '"wb.tset"')], "has it in another domain: wb.tset::Sum", '"Sum"', "the domain",
    ),
    "another element type": ([("float", "int64_t")], "the library takes (int64, int64)", '"Sum"', "element type"),
    "fewer inputs": (
        [("const Ort::Custom::Tensor<float>& y,", ""), ("+ y.Data()[i]", "")],
        "gives wb.test::Sum 2 inputs, the library takes 0 to 1", '"Sum"', "must agree",
    ),
    "not added": ([("domain.Add(op.get());", "")], "registers nothing", '"Sum"', "condition"),
    "an exception": (
        [("  float* data =", '  throw std::runtime_error("no sum");\n  float* data =')],
        "Sum: no sum", "throw", "",
    ),
}  # fmt: skip


@needs_headers
@pytest.mark.parametrize(
    "name", some(DIFFERENCES, ("another domain", "fewer inputs", "an exception"))
)
def test_onnxruntime_23566_what_a_library_of_ones_own_has_otherwise(own, name: str) -> None:
    """And onnxruntime-extensions 964: '… is not a registered function/op' names no cause."""
    changes, words, line, hint = DIFFERENCES[name]
    folder, problem = own(*changes)
    assert words in problem.message
    assert "/model.onnx" not in problem.message
    assert line in line_of(folder, problem)
    assert hint in problem.hint


@large
@needs_headers
def test_onnxruntime_23566_a_library_for_another_execution_provider(own) -> None:
    """It is found before a session is made, and placed at the model."""
    _, problem = own(("CPUExecutionProvider", "CUDAExecutionProvider"))
    assert "wb.test::Sum for CUDAExecutionProvider alone" in problem.message
    assert problem.file.endswith("model.onnx")
    assert "[session]" in problem.hint


@large  # it is built with sanitizers
@needs_headers
def test_onnxruntime_19692_a_lite_op_must_outlive_the_session(own) -> None:
    own()
    _, problem = own(("static const std", "const std"), ("static Ort::Custom", "Ort::Custom"))
    assert "Are the op objects and their domain static in sum_ort.cpp?" in problem.hint


def test_onnxruntime_11169_the_wheel_has_no_headers(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    folder = make_op(TOML, kernel=None)
    (folder / "sum.py").write_text(ADD)
    (folder / "sum_ort.cpp").write_text(LITE)
    places = ("HOME", "OP_WORKBENCH_CACHE", "OP_WORKBENCH_ORT_INCLUDE")
    nowhere = {name: str(tmp_path / name) for name in places}
    done = run("build", folder, env=nowhere)
    assert done.returncode == 1
    assert "headers" in done.stdout
    assert "OP_WORKBENCH_ORT_INCLUDE" in done.stdout


def test_onnxruntime_28523_a_library_that_is_newer_than_the_runtime(
    make_op: MakeOp, verify: Verify
) -> None:
    toml = TWICE_TOML.replace("[[model", '[ort]\noldest = "1.99"\n\n[[model', 1)
    problem = told(verify(make_op(toml)))
    assert "it needs ONNX Runtime 1.99 or newer" in problem.message
    assert problem.key == "ort.oldest"
    assert "Set ort.oldest" in problem.hint


def test_onnxruntime_8730_a_torch_extension_is_no_op_library(
    make_op: MakeOp, verify: Verify, run: Run
) -> None:
    state = verify(make_op())
    result, report = state.current_result("export"), state.report()
    assert isinstance(result, ExportResult)
    case = result.cases[0]
    arguments = ("run", case.model, "--inputs", case.inputs, "--library")
    assert run(*arguments, str(report.ort_library)).returncode == 0
    done = run(*arguments, str(report.torch_library))
    assert done.returncode == 1
    assert "has no RegisterCustomOps" in done.stdout + done.stderr
    assert "A torch extension is no op library" in done.stdout + done.stderr


@own_compiler
@pytest.mark.parametrize(
    ("body", "words", "line"),
    [
        # So far that it ends the process whatever lies behind: one element too many may do nothing.
        ("for (int64_t i = 0; i < 100 << 20; ++i) y[i] = 2 * x[i];", "index 6", "y[i] = 2 * x[i]"),
        ("*(volatile int*)nullptr = 1;", "memory that is not its own", "nullptr"),
        pytest.param("y[0] = x.size(7);", "dimension 7", "x.size(7)", marks=large),
    ],
    ids=["beyond", "null", "a dimension"],
)
def test_onnxruntime_8829_a_crash_has_its_line(
    make_op: MakeOp, verify: Verify, body: str, words: str, line: str
) -> None:
    folder = make_op(kernel=kernel_with(body))
    problem = told(verify(folder))
    assert words in problem.message
    assert line in line_of(folder, problem)


FUSED = """
#include <torch/library.h>
at::Tensor twice(const at::Tensor& x) {
  auto y = at::empty(x.sizes(), x.options());
  const float* p = x.const_data_ptr<float>();
  float* q = y.mutable_data_ptr<float>();
  for (int64_t i = 0; i < x.numel(); ++i) q[i] = 2 * p[i];
  return y;
}
"""


TRANSPOSED = """
import torch

class Model(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, x):
        return self.op(x.t())

def model(op):
    return Model(op)
"""


def test_fused_ssim_44_strides_that_are_ignored_are_told(make_op: MakeOp, verify: Verify) -> None:
    toml = with_kernel('style = "libtorch"').partition("[reference]")[0]
    toml = toml.replace("[[model", '[model]\nsource = "model.py"\n\n[[model', 1)
    toml += '\n[ort]\nimplementation = "bridge"\n'
    folder = make_op(toml, FUSED)
    (folder / "model.py").write_text(TRANSPOSED)
    problem = told(verify(folder))
    assert "ignores the strides of 'x'" in problem.message
    assert "x.const_data_ptr" in line_of(folder, problem)
    assert "x.contiguous()" in problem.hint
    kernel = folder / "kernel.cpp"
    kernel.write_text(
        kernel.read_text().replace(
            "const float* p = x.", "const auto c = x.contiguous();\n  const float* p = c."
        )
    )
    assert verify(folder).report().status != "failed"


def test_a_schema_that_does_not_fit_its_function(make_op: MakeOp, verify: Verify) -> None:
    """torch ends the process while it loads the library."""
    toml = (
        with_kernel('style = "libtorch"\nregistration = "own"')
        + '\n[ort]\nimplementation = "bridge"\n'
    )
    kernel = (
        "#include <torch/library.h>\n"
        "at::Tensor twice(const at::Tensor& x) { return 2 * x; }\n"
        'TORCH_LIBRARY(wb_test, m) { m.def("twice(Tensor x, int n) -> Tensor", &twice); }\n'
    )
    folder = make_op(toml, kernel)
    problem = told(verify(folder))
    assert (
        "the schema of m.def does not fit its C++ function: the number of arguments"
        in problem.message
    )
    assert "m.def" in line_of(folder, problem)
    assert "twice(Tensor x, int n) -> Tensor" in problem.hint


@pytest.mark.parametrize(
    ("body", "module"), [("other(x)", ""), ("2 * x", 'm.def("other", &other);')]
)
def test_a_symbol_that_only_the_load_finds_missing(
    make_op: MakeOp, verify: Verify, body: str, module: str
) -> None:
    """A Python extension is linked without a look at what is undefined."""
    toml = with_kernel('style = "libtorch"\nregistration = "pybind"')
    toml += '\n[ort]\nimplementation = "export-only"\n'
    kernel = (
        "#include <pybind11/pybind11.h>\n"
        '#include "other.h"\n'
        f"double twice(double x) {{ return {body}; }}\n"
        f'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {{ m.def("twice", &twice); {module} }}\n'
    )
    folder = make_op(toml, kernel)
    (folder / "other.h").write_text("double other(double x);\n")
    problem = told(verify(folder, "graph"))
    assert problem.message == "'other(double)' is declared but defined nowhere"
    assert (module or "other(") in line_of(folder, problem)
