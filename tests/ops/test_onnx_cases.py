"""ONNX's own test cases through an op, all the way: PyTorch, the exported model, ONNX Runtime."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import onnx
import pytest

from tests.conftest import MakeOp
from workbench.core.declaration.op import Op
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import BY_ONNX
from workbench.core.storage import project
from workbench.engine.client import Engine


@pytest.fixture
def verify_cases(engine: Engine) -> Iterator:
    """``verify_cases(folder, operator)``, with a variant or another exporter."""
    seen: list[Path] = []

    def run(folder: Path, operator: str, change=None) -> OpState:
        seen.append(folder)
        (state,) = engine.load([folder], change)
        state.onnx_cases = operator
        engine.run([folder])
        return state

    yield run
    for folder in seen:
        engine.pipeline.forget(folder)


def adapters() -> list[tuple[Path, str]]:
    """The gallery's adapters: folder and operator."""
    return [
        (path.parent, node.name)
        for path in sorted(project.gallery_folder().glob("*/onnx_cases.py"))
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and onnx.defs.has(node.name)
    ]


@pytest.mark.parametrize(
    ("folder", "operator"), adapters(), ids=lambda v: v.name if isinstance(v, Path) else v
)
def test_every_gallery_op_that_is_a_standard_one_is_right(
    folder: Path, operator: str, verify_cases
) -> None:
    state = verify_cases(folder, operator)
    report = state.report()
    assert (report.error, report.status) == (None, "agrees")
    assert report.cases >= 4


def test_there_are_adapters() -> None:
    found = {(folder.name, operator) for folder, operator in adapters()}
    assert found >= {
        ("deform_conv2d", "DeformConv"), ("resize_dynamic", "Resize"),
        ("dynamic_resize_plugin", "Resize"),
    }  # fmt: skip


def test_a_variant_is_tested_like_the_op(verify_cases) -> None:
    def standard(op: Op) -> Op:
        return op.resolved("standard")

    folder = project.gallery_folder() / "deform_conv2d"
    report = verify_cases(folder, "DeformConv", standard).report()
    assert (report.error, report.status, report.cases) == (None, "agrees", 4)
    assert not report.ort_library


# -- an op of the user's own: CumSum in a domain of its own, with the same inputs and attributes

CUM_SUM = """
schema = 1
name = "my_cumsum"
torch = "my::cumsum"

[types]
T = ["float64", "int32"]

[[args]]
name = "x"
dtype = "T"
[[args]]
name = "axis"
type = "int"
[[args]]
name = "exclusive"
type = "bool"
default = false
[[args]]
name = "reverse"
type = "bool"
default = false

[[outputs]]
name = "y"
dtype = "T"
shape = "x.shape"

[[mapping.constants]]
name = "axis_input"
dtype = "int32"
arg = "axis"

[[mapping.nodes]]
op = "my::CumSum"
inputs = ["x", "axis_input"]
outputs = ["y"]
attributes = [
  { name = "exclusive", type = "int", arg = "exclusive" },
  { name = "reverse", type = "int", arg = "reverse" },
]

[[model.inputs]]
arg = "x"
shape = [2, 3]
[[model.inputs]]
arg = "axis"
value = 1
"""

KERNEL = """
#include <workbench/tensor.h>

template <class T>
void cumsum(const wb::Context&, wb::Tensor<const T> x, int64_t axis, bool exclusive, bool reverse,
            wb::Tensor<T> y) {
  int64_t inner = 1;
  for (int64_t i = axis < 0 ? axis + x.rank() : axis; ++i < x.rank();) inner *= x.size(i);
  const int64_t count = x.size(axis);
  for (int64_t line = 0; line < x.numel() / count; ++line) {
    const int64_t first = line / inner * inner * count + line % inner;
    T sum = 0;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = first + (reverse ? count - 1 - i : i) * inner;
      if (!exclusive) sum += x[at];
      y[at] = sum;
      if (exclusive) sum += x[at];
    }
  }
}
"""


def test_a_kernel_for_a_standard_operator_passes_onnxs_tests(make_op: MakeOp, verify_cases) -> None:
    folder = make_op(CUM_SUM, KERNEL)
    state = verify_cases(folder, "CumSum")
    report = state.report()
    assert (report.error, report.status) == (None, "agrees")
    assert report.cases >= 8


def test_a_kernel_that_is_wrong_in_one_case_is_found(make_op: MakeOp, verify_cases) -> None:
    folder = make_op(CUM_SUM, KERNEL.replace("reverse ? count - 1 - i : i", "i"))
    state = verify_cases(folder, "CumSum")
    assert state.report().status == "differs"
    outputs = state.result("compare").result.outputs
    wrong = {o.case for o in outputs if not o.agrees}
    assert wrong == {o.case for o in outputs if "reverse" in o.case}
    assert {o.expected_by for o in outputs if not o.agrees} == {BY_ONNX}


def test_skipped_cases_are_named_with_their_reasons(make_op: MakeOp, verify_cases) -> None:
    text = CUM_SUM.replace('type = "int", arg = "reverse"', 'type = "int", value = 0')
    state = verify_cases(make_op(text, KERNEL), "CumSum")
    assert state.report().status == "agrees"
    notes = [p for p in state.result("export").problems if p.severity == "note"]
    assert notes
    assert all(
        "skipped: the node's reverse is always 0, the case's is 1" in p.message for p in notes
    )


def test_an_unknown_operator_fails_with_near_names(make_op: MakeOp, verify_cases) -> None:
    error = verify_cases(make_op(CUM_SUM, KERNEL), "CumSom").report().error
    assert error is not None
    assert "CumSum" in error.hint
