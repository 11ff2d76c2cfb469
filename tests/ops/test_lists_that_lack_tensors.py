"""A ``tensor?[]``: of a list each tensor may be missing, in torch, in the model and in the kernel."""

from __future__ import annotations

import onnx
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, agreed

TOML = (
    HEAD
    + """
[types]
T = ["float32", "int64"]
[[args]]
name = "x"
dtype = "T"
[[args]]
name = "xs"
type = "tensor?[]"
dtype = "T"
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape if xs[0] is None else broadcast(x.shape, xs[0].shape)"
[[mapping.nodes]]
op = "case.domain::Weighted"
inputs = ["x", "xs"]
outputs = ["y"]
[reference]
python = "x + sum((i + 1) * t for i, t in enumerate(xs) if t is not None) + 100 * len(xs)"
[[model.inputs]]
arg = "x"
shape = [3]
seed = 1
[[model.inputs]]
arg = "xs[0]"
none = true
[[model.inputs]]
arg = "xs[1]"
shape = [3]
seed = 2
[[model.inputs]]
arg = "xs[2]"
none = true
[[model.cases]]
name = "first"
[[model.cases.inputs]]
arg = "xs[0]"
shape = [2, 3]
seed = 3
[[model.cases.inputs]]
arg = "xs[1]"
none = true
[[model.cases]]
name = "nothing"
[[model.cases.inputs]]
arg = "xs[0]"
none = true
[[model.cases.inputs]]
arg = "xs[1]"
none = true
"""
    + MODEL
)
KERNEL = """
#include <workbench/tensor.h>
template <class T>
void case_op(const wb::Context&, wb::Tensor<const T> x, wb::OptionalTensorList<const T> xs, wb::Tensor<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i % x.numel()] + static_cast<T>(100 * xs.size());
  int64_t weight = 0;
  for (std::optional<wb::Tensor<const T>> t : xs) {
    ++weight;
    if (!t) continue;
    for (int64_t i = 0; i < y.numel(); ++i) y[i] += static_cast<T>(weight) * (*t)[i % t->numel()];
  }
}
"""
LIBTORCH = """
#include <torch/torch.h>
at::Tensor case_op(const at::Tensor& x, const c10::List<std::optional<at::Tensor>>& xs) {
  at::Tensor y = x + 100 * static_cast<int64_t>(xs.size());
  for (size_t i = 0; i < xs.size(); ++i) {
    const std::optional<at::Tensor> t = xs.get(i);
    if (t) y = y + static_cast<int64_t>(i + 1) * *t;
  }
  return y;
}
"""
STYLES = {
    "portable": (TOML, KERNEL),
    "libtorch": (
        TOML
        + '[kernel]\nstyle = "libtorch"\nsource = "kernel.cpp"\n[ort]\nimplementation = "bridge"\n',
        LIBTORCH,
    ),
}


@pytest.mark.parametrize("exporter", EXPORTERS)
@pytest.mark.parametrize("style", STYLES)
def test_a_list_lacks_tensors(style: str, exporter: str, make_op: MakeOp, verify: Verify) -> None:
    toml, kernel = STYLES[style]
    state = verify(make_op(toml.replace("EXPORTER", exporter), kernel))
    (node,) = agreed(state).node
    assert list(node.input) == ["x", "xs_1"], "ONNX Runtime takes no empty name there"
    told = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    assert told == {"xs_given": [0, 1, 0]}
    compared = state.result("compare")
    assert compared is not None
    assert {o.case for o in compared.result.outputs} == {"", "first", "nothing"}
