"""Small declared ops go all the way: optional arguments."""

from __future__ import annotations

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, agreed, both_exporters

OPTIONAL = (
    HEAD
    + """
[[args]]
name = "x"
[[args]]
name = "bias"
optional = true
[[args]]
name = "scale"
type = "float"
optional = true
[[args]]
name = "last"
optional = true
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape if bias is None else broadcast(x.shape, bias.shape)"
[[mapping.nodes]]
op = "case.domain::Optional"
inputs = ["x", "bias", "last"]
outputs = ["y"]
attributes = [{ name = "scale", type = "float", arg = "scale" }]
[reference]
python = "x * (1 if scale is None else scale) + (0 if bias is None else bias) + (0 if last is None else last)"
[[model.inputs]]
arg = "x"
shape = [4]
seed = 5
"""
    + MODEL
)
OPTIONAL_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, std::optional<wb::Tensor<const float>> bias,
             std::optional<double> scale, std::optional<wb::Tensor<const float>> last, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = x[i] * float(scale.value_or(1.0)) + (bias ? (*bias)[i] : 0) + (last ? (*last)[i] : 0);
  }
}
"""
BIAS = '[[model.inputs]]\narg = "bias"\nshape = [4]\nseed = 6\n'
SCALE = '[[model.inputs]]\narg = "scale"\nvalue = 3.0\n'
LAST = '[[model.inputs]]\narg = "last"\nshape = [4]\nseed = 7\n'


def test_optional_arguments_present_and_absent(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(OPTIONAL.replace("EXPORTER", EXPORTERS[0]), OPTIONAL_KERNEL)
    for more, inputs in [("", 1), (BIAS, 2), (SCALE, 1), (BIAS + SCALE, 2), (BIAS + LAST, 3)]:
        for exporter in EXPORTERS:
            (folder / "op.toml").write_text((OPTIONAL + more).replace("EXPORTER", exporter))
            (node,) = agreed(verify(folder)).node
            assert len([i for i in node.input if i]) == inputs, (more, exporter)
            assert [a.name for a in node.attribute] == (["scale"] if "scale" in more else [])


def test_an_optional_in_the_middle_left_out(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(OPTIONAL + LAST, OPTIONAL_KERNEL, make_op, verify):
        (node,) = graph.node
        assert list(node.input)[1] == ""
