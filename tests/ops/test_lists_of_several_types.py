"""Lists of tensors among the outputs, each of an element type of its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import HEAD, MODEL, agreed, outputs

TOML = (
    HEAD
    + """
[[args]]
name = "xs"
type = "tensor[]"
dtype = "float32"
[[args]]
name = "times"
type = "int"
default = 2
[[outputs]]
name = "sums"
dtype = "float64"
shape = "[len(xs)]"
[[outputs]]
name = "ups"
type = "tensor[]"
dtype = "float32"
shape = "xs[index].shape"
count = "len(xs)"
[[outputs]]
name = "signs"
type = "tensor[]"
dtype = "int64"
shape = "xs[index].shape"
count = "len(xs)"
[[outputs]]
name = "positive"
dtype = "bool"
shape = "[len(xs)]"
[[mapping.nodes]]
op = "case.domain::Several"
inputs = ["xs"]
outputs = ["sums", "ups", "signs", "positive"]
attributes = [{ name = "times", type = "int", arg = "times" }]
[reference]
python = "reference.py"
[[model.inputs]]
arg = "xs[0]"
shape = [5, 3]
seed = 1
dynamic = { 1 = "a" }
[[model.inputs]]
arg = "xs[1]"
shape = [2]
seed = 2
[[model.cases]]
name = "three"
[[model.cases.inputs]]
arg = "xs[0]"
shape = [7, 3]
seed = 5
[[model.cases.inputs]]
arg = "xs[1]"
shape = [7]
seed = 6
[[model.cases.inputs]]
arg = "xs[2]"
shape = [1, 1]
seed = 7
"""
    + MODEL
).replace("EXPORTER", "torchscript")
REFERENCE = """
import torch
def case_(xs, times):
    sums = torch.stack([x.double().sum() for x in xs])
    signs = [torch.sign(x).to(torch.int64) for x in xs]
    return sums, [x * times for x in xs], signs, sums > 0
"""
PORTABLE = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::TensorList<const float> xs, int64_t times, wb::Tensor<double> sums,
             wb::OutputList<float> ups, wb::OutputList<int64_t> signs, wb::Tensor<bool> positive) {
  for (int64_t k = 0; k < xs.size(); ++k) {
    wb::Tensor<const float> x = xs[k];
    wb::Tensor<float> up = ups.allocate(x.sizes());
    wb::Tensor<int64_t> sign = signs.allocate(x.sizes());
    double sum = 0;
    for (int64_t i = 0; i < x.numel(); ++i) {
      up[i] = x[i] * float(times);
      sign[i] = x[i] > 0 ? 1 : x[i] < 0 ? -1 : 0;
      sum += x[i];
    }
    sums[k] = sum;
    positive[k] = sum > 0;
  }
}
"""
LIBTORCH = """
#include <torch/torch.h>
std::tuple<at::Tensor, std::vector<at::Tensor>, std::vector<at::Tensor>, at::Tensor> case_op(
    at::TensorList xs, int64_t times) {
  std::vector<at::Tensor> sums, ups, signs;
  for (const at::Tensor& x : xs) {
    sums.push_back(x.to(at::kDouble).sum());
    ups.push_back(x * times);
    signs.push_back(x.sign().to(at::kLong));
  }
  const at::Tensor sum = at::stack(sums);
  return {sum, ups, signs, sum > 0};
}
"""
NAMES = ["sums", "ups_0", "ups_1", "signs_0", "signs_1", "positive"]


def made(make_op: MakeOp, toml: str, kernel: str) -> Path:
    folder = make_op(toml.replace('python = "reference.py"', 'source = "reference.py"'), kernel)
    (folder / "reference.py").write_text(REFERENCE)
    return folder


def test_a_portable_kernel(make_op: MakeOp, verify: Verify) -> None:
    state = verify(made(make_op, TOML, PORTABLE))
    (node,) = agreed(state).node
    assert list(node.output) == NAMES
    assert list(outputs(state)) == NAMES


def test_a_libtorch_function_through_the_bridge(make_op: MakeOp, verify: Verify) -> None:
    toml = TOML + '\n[kernel]\nstyle = "libtorch"\n[ort]\nimplementation = "bridge"\n'
    state = verify(made(make_op, toml, LIBTORCH))
    assert list(agreed(state).node[0].output) == NAMES


@pytest.mark.parametrize("types", ['"float32", "int64"', '"int64", "float32"'])
def test_a_kernel_for_several_element_types(make_op: MakeOp, verify: Verify, types: str) -> None:
    """Of which one is that of the other lists, so that this kernel's outputs are all alike."""
    toml = TOML.replace("float32", "T").replace("[[args]]", f"[types]\nT = [{types}]\n[[args]]", 1)
    kernel = PORTABLE.replace("void case_op", "template <class T>\nvoid case_op").replace(
        "float", "T"
    )
    folder = made(make_op, toml, kernel)
    agreed(verify(folder))
    (folder / "op.toml").write_text(
        toml.replace("seed =", 'dtype = "int64"\nseed =').replace(
            'python = "reference.py"', 'source = "reference.py"'
        )
    )
    agreed(verify(folder))


def test_what_another_node_takes_has_its_type_in_the_model(make_op: MakeOp, verify: Verify) -> None:
    """ONNX Runtime infers no type of these outputs: exporters write all types down."""
    state = verify(made(make_op, TOML, PORTABLE))
    graph = agreed(state)
    inner = [o for o in graph.output if o.name in ("ups_0", "signs_0")]
    for output in inner:
        graph.output.remove(output)
        graph.output.add(name=f"abs_{output.name}")
        node = onnx.helper.make_node("Abs", [output.name], [f"abs_{output.name}"])
        graph.node.append(node)
    model = onnx.load(state.report().model)
    model.graph.CopyFrom(graph)
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(state.result("build").result.ort_library)
    with pytest.raises(Exception, match=r"ups_0.* type inference failed"):
        onnxruntime.InferenceSession(model.SerializeToString(), options)
    model.graph.value_info.extend(inner)
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    x = np.array([[-2.5, 1, 2]] * 5, np.float32)
    given = {"xs_0": x, "xs_1": np.ones(2, np.float32)}
    found = dict(
        zip((o.name for o in session.get_outputs()), session.run(None, given), strict=True)
    )
    assert (found["abs_ups_0"] == abs(2 * x)).all()
    assert (found["abs_signs_0"] == 1).all()
