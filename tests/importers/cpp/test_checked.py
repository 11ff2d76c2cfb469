"""What a function checks of its tensors gives the example inputs their sizes."""

from __future__ import annotations

import pytest

from tests.importers.cpp.test_draft import draft
from workbench.importers.cpp.syntax.checked import Checked, checked_of


@pytest.mark.parametrize(
    ("body", "checked"),
    [
        ("TORCH_CHECK(x.size(1) == 3, \"not 3\");", Checked({1: 3})),
        ("TORCH_CHECK(x.dim() == 2 && x.size(0) == 4 && 5 == x.size(-1));", Checked({0: 4, -1: 5})),
        ("TORCH_CHECK_EQ(x.size(1), 3);", Checked({1: 3})),
        ("AT_ASSERTM(x.size(1) == 3 || x.size(1) == 4);", Checked()),
        ("TORCH_CHECK(x.size(1) == n, \"x.size(1) == 3\");", Checked()),
        ("TORCH_CHECK(x.size(1) == 3 * n);", Checked()),
        ("if (x.size(1) == 3) {}", Checked()),
        ("TORCH_CHECK(x.size(1) == y.size(-1) && y.size(0) == x.size(0));", Checked({}, ((1, "y", -1),))),
        ("TORCH_CHECK(x.size(1) == y.size(0) * 2);", Checked()),
        ("TORCH_CHECK(xx.size(1) == 3 && x.size(1) > 3);", Checked()),
        (
            'auto xa = torch::TensorArg(x, "x", 0); at::TensorArg ya{y, "y", 1};'
            "torch::checkScalarType(c, xa, torch::kInt32); torch::checkDim(c, xa, 2); checkDim(c, ya, 3);"
            "torch::checkSize(c, xa, 1, 4); torch::checkSize(c, xa, 0, all);",
            Checked({1: 4}, (), 2, "Int32"),
        ),
    ],
)  # fmt: skip
def test_what_is_checked(body: str, checked: Checked) -> None:
    assert checked_of(f"{{ {body} }}", ("x",)) == checked


def test_examples_have_the_sizes_that_are_checked() -> None:
    op = draft("""at::Tensor f(const at::Tensor& points, const at::Tensor& box, const at::Tensor& where) {
      TORCH_CHECK(points.dim() == 2 && points.size(1) == 5);
      TORCH_CHECK(box.size(-1) == 2 && box.dim() == 3);
      auto to = at::TensorArg(where, "where", 2);
      checkDim("f", to, 2);
      checkScalarType("f", to, at::kInt);
      return points;
    }""").op
    assert [op.example(a.name).shape for a in op.args] == [(4, 5), (2, 3, 2), (4, 3)]
    assert op.args[2].dtype == "int32"


def test_axes_that_are_checked_to_be_alike_are_so() -> None:
    op = draft("""at::Tensor f(const at::Tensor& boxes, const at::Tensor& scores, const at::Tensor& rows) {
      AT_ASSERT(boxes.ndimension() == 3 && scores.ndimension() == 2);
      AT_ASSERT(boxes.size(0) == scores.size(0) && boxes.size(1) == scores.size(1));
      AT_ASSERT(boxes.size(2) == 4 && rows.size(0) == scores.size(1));
      return boxes;
    }""").op
    boxes, scores, rows = (op.example(a.name).shape for a in op.args)
    assert (boxes, scores) == ((2, 3, 4), (2, 3))
    assert rows[0] == 3


def test_a_number_that_is_taken_out_of_a_tensor_leaves_no_axis() -> None:
    op = draft(
        "at::Tensor f(const at::Tensor& x, const at::Tensor& box) { return x * box[0][1].item<double>(); }"
    ).op
    assert len(op.example("box").shape) == 2


def test_results_have_the_names_of_the_schema() -> None:
    text = 'TORCH_LIBRARY(ns, m) { m.def("peaks(Tensor x) -> (Tensor values, Tensor%s)"); }'
    named, unnamed = draft(text % " at").op, draft(text % "").op
    assert [o.name for o in named.outputs] == ["values", "at_op"]
    assert [o.name for o in unnamed.outputs] == ["y0", "y1"]
