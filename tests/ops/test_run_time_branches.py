"""Nodes between which the graph chooses when it runs go all the way: an If of ONNX by both exporters."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, both_exporters
from workbench.core.applying import sought_of
from workbench.core.check import check_op
from workbench.core.errors import UserError
from workbench.core.storage import op_file

CLIPPED = (
    HEAD
    + """
[[args]]
name = "x"
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"
[[outputs]]
name = "norm"
dtype = "x"
shape = "[]"
[[mapping.constants]]
name = "limit"
dtype = "x"
value = 3.0
[[mapping.nodes]]
op = "ReduceL2"
inputs = ["x"]
outputs = ["size"]
attributes = [{ name = "keepdims", type = "int", value = 0 }]
[[mapping.nodes]]
op = "Greater"
inputs = ["size", "limit"]
outputs = ["large"]
[[mapping.nodes]]
op = "Div"
inputs = ["x", "size"]
outputs = ["unit"]
branch = "large"
[[mapping.nodes]]
op = "Mul"
inputs = ["unit", "limit"]
outputs = ["y"]
branch = "large"
[[mapping.nodes]]
op = "Identity"
inputs = ["limit"]
outputs = ["norm"]
branch = "large"
[[mapping.nodes]]
op = "Identity"
inputs = ["x"]
outputs = ["y"]
branch = "not large"
[[mapping.nodes]]
op = "Identity"
inputs = ["size"]
outputs = ["norm"]
branch = "not large"
[ort]
implementation = "none"
[reference]
python = "(x * min(1.0, 3.0 / float(x.norm())), x.norm().clamp(max=3.0))"
[[model.inputs]]
arg = "x"
shape = [4, 3]
dynamic = { 0 = "n" }
value = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]
[[model.cases]]
name = "small"
[[model.cases.inputs]]
arg = "x"
shape = [2, 3]
value = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
"""
    + MODEL
)
CLIPPED_KERNEL = """
#include <workbench/tensor.h>
#include <cmath>
void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y, wb::Tensor<float> norm) {
  double sum = 0;
  for (float v : x) sum += double(v) * v;
  const double size = std::sqrt(sum), factor = size > 3 ? 3 / size : 1;
  for (int64_t i = 0; i < x.numel(); ++i) y[i] = float(x[i] * factor);
  norm[0] = float(size > 3 ? 3 : size);
}
"""


def test_a_graph_chooses_between_two_lists_of_nodes(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(CLIPPED, CLIPPED_KERNEL, make_op, verify):
        [choice] = [n for n in graph.node if n.op_type == "If"]
        branches = {a.name: [n.op_type for n in a.g.node] for a in choice.attribute}
        assert {"Div", "Mul"} <= set(branches["then_branch"])  # an Identity may be folded
        assert not {"Div", "Mul"} & {*branches["else_branch"], *(n.op_type for n in graph.node)}
        assert len(choice.output) == 2


def test_a_branch_that_computes_something_else_differs(make_op: MakeOp, verify: Verify) -> None:
    toml = CLIPPED.replace("EXPORTER", EXPORTERS[0])
    wrong = toml.replace(
        'inputs = ["size"]\noutputs = ["norm"]', 'inputs = ["limit"]\noutputs = ["norm"]'
    )
    report = verify(make_op(wrong, CLIPPED_KERNEL)).report()
    assert report.status == "differs"
    assert {(o.name, o.case) for o in report.outputs if not o.agrees} == {("norm", "small")}


CUSTOM = (
    CLIPPED.replace(
        """[[mapping.nodes]]
op = "Div"
inputs = ["x", "size"]
outputs = ["unit"]
branch = "large"
[[mapping.nodes]]
op = "Mul"
inputs = ["unit", "limit"]
outputs = ["y"]
branch = "large"
[[mapping.nodes]]
op = "Identity"
inputs = ["limit"]
outputs = ["norm"]
branch = "large"
""",
        """[[mapping.nodes]]
op = "case.domain::Clipped"
inputs = ["x"]
outputs = ["y", "norm"]
branch = "large"
""",
    )
).replace('[ort]\nimplementation = "none"\n', "")


def test_a_custom_node_is_run_in_one_branch(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(CUSTOM, CLIPPED_KERNEL, make_op, verify):
        [choice] = [n for n in graph.node if n.op_type == "If"]
        inner = {n.op_type for a in choice.attribute for n in a.g.node}
        assert "Clipped" in inner


def test_a_bool_argument_chooses(make_op: MakeOp, verify: Verify) -> None:
    toml = (
        HEAD
        + """
[[args]]
name = "x"
[[args]]
name = "flag"
dtype = "bool"
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"
[[mapping.nodes]]
op = "Neg"
inputs = ["x"]
outputs = ["y"]
branch = "flag"
[[mapping.nodes]]
op = "Abs"
inputs = ["x"]
outputs = ["y"]
branch = "not flag"
[ort]
implementation = "none"
[reference]
python = "torch.where(flag, -x, x.abs())"
[[model.inputs]]
arg = "x"
shape = [5]
[[model.inputs]]
arg = "flag"
shape = []
value = true
[[model.cases]]
name = "other"
[[model.cases.inputs]]
arg = "flag"
shape = []
value = false
"""
        + MODEL
    )
    kernel = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<const bool> flag, wb::Tensor<float> y) {
  for (int64_t i = 0; i < x.numel(); ++i) y[i] = flag[0] || x[i] < 0 ? -x[i] : x[i];
}
"""
    for graph in both_exporters(toml, kernel, make_op, verify):
        assert [n.op_type for n in graph.node] == ["If"]


@pytest.mark.parametrize(
    ("change", "key", "words"),
    [
        (('branch = "not large"', ""), "branch", "no node is run in the branch 'not large'"),
        (('branch = "large"', 'branch = "big"'), "branch", "'big' is no tensor that is known"),
        (('branch = "large"', 'branch = "x"'), "branch", "'x' is no bool"),
        (('branch = "large"', 'branch = "x > 3"'), "branch", "'x > 3' names no tensor"),
        (('branch = "large"', 'branch = "large"\nwhen = "opset >= 13"'), "when", "cannot have a"),
        (
            ('outputs = ["y"]\nbranch = "not', 'outputs = ["z"]\nbranch = "not'),
            "",
            "no node produces",
        ),
    ],
)
def test_what_is_wrong_with_branches_is_said(change: tuple[str, str], key: str, words: str) -> None:
    text = CLIPPED.replace("EXPORTER", EXPORTERS[0])
    assert not check_op(op_file.loads(text, validate=False))
    found = check_op(op_file.loads(text.replace(*change), validate=False))
    assert any(words in p.message and p.key.endswith(key) for p in found), found


def test_branches_of_nothing_in_common() -> None:
    text = CLIPPED.replace("EXPORTER", EXPORTERS[0])
    cut = text.index('[[mapping.nodes]]\nop = "Identity"\ninputs = ["x"]')
    found = check_op(op_file.loads(text[:cut] + text[text.index("[ort]") :], validate=False))
    assert any(p.message == "no node is run in the branch 'not large'" for p in found), found


def test_an_op_that_chooses_at_run_time_takes_no_nodes_place_in_a_model() -> None:
    op = op_file.loads(CUSTOM.replace("EXPORTER", EXPORTERS[0]))
    with pytest.raises(UserError, match="chooses between nodes at run time"):
        sought_of(op)
