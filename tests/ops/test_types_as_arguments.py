"""An argument that is an element type, which an output has: what an attribute ``to`` of Cast says."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, agreed, outputs
from workbench.core.check import check_op
from workbench.core.codegen.cpp import kernel_head
from workbench.core.codegen.device import device_refusal
from workbench.core.declaration.signature import instances, torch_schema
from workbench.core.runtimes import openvino, tvm_ffi
from workbench.core.storage.op_file import loads
from workbench.core.types.dtypes import DTYPES

TOML = (
    HEAD
    + """
[types]
T = ["float32", "int32"]
[[args]]
name = "x"
dtype = "T"
[[args]]
name = "to"
type = "dtype"
dtype = ["float32", "float16", "int64"]
DEFAULT
[[outputs]]
name = "y"
dtype = "to"
shape = "x.shape"
[[outputs]]
name = "size"
dtype = "int64"
shape = "[1]"
KERNEL
[[mapping.nodes]]
op = "case.domain::CastTo"
inputs = ["x"]
outputs = ["y", "size"]
[[mapping.nodes.attributes]]
name = "to"
type = "int"
arg = "to"
[reference]
python = "x.to(to), torch.tensor([x.numel()])"
[[model.inputs]]
arg = "x"
shape = [2, 3]
generator = "integers"
high = 9
dynamic = { 0 = "n" }
[[model.inputs]]
arg = "to"
value = "int64"
[[model.cases]]
name = "half"
[[model.cases.inputs]]
arg = "to"
value = "float16"
[[model.cases]]
name = "of_integers"
[[model.cases.inputs]]
arg = "x"
shape = []
dtype = "int32"
generator = "integers"
high = 9
"""
    + MODEL
)
PORTABLE = """
#include <workbench/half.h>
#include <workbench/tensor.h>
template <class T, class T_to>
void case_op(const wb::Context&, wb::Tensor<const T> x, wb::ElementType<T_to>, wb::Tensor<T_to> y,
             wb::Tensor<int64_t> size) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<T_to>(static_cast<float>(x[i]));
  size[0] = y.numel();
}
"""
LIBTORCH = """
#include <torch/all.h>
std::tuple<at::Tensor, at::Tensor> case_op(const at::Tensor& x, at::ScalarType to) {
  return {x.to(to), at::full({1}, x.numel(), at::kLong)};
}
"""
STYLES = {
    "portable": ("", PORTABLE),
    "libtorch": (
        """
[kernel]
style = "libtorch"
source = "kernel.cpp"
[ort]
implementation = "bridge"
""",
        LIBTORCH,
    ),
}


def declared(style: str = "portable", exporter: str = EXPORTERS[0], default: str = "") -> str:
    text = TOML.replace("KERNEL", STYLES[style][0]).replace("EXPORTER", exporter)
    return text.replace("DEFAULT", f'default = "{default}"' if default else "")


@pytest.mark.parametrize("style", STYLES)
def test_the_output_has_the_type_that_the_call_says(
    style: str, make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(declared(style), STYLES[style][1])
    for exporter in EXPORTERS:
        (folder / "op.toml").write_text(declared(style, exporter))
        state = verify(folder)
        graph = agreed(state)
        (node,) = graph.node
        (to,) = node.attribute
        assert (to.name, to.type, to.i) == ("to", onnx.AttributeProto.INT, onnx.TensorProto.INT64)
        assert graph.output[0].type.tensor_type.elem_type == onnx.TensorProto.INT64
        assert outputs(state)["y"].dtype == np.int64
        compared = state.result("compare")
        assert compared is not None
        found = {o.case: o.dtype for o in compared.result.outputs if o.name == "y"}
        wanted = {"": "int64", "half": "float16", "of_integers": "int64"}
        assert wanted.items() <= found.items()


def test_a_default_is_torchs_number_of_it(make_op: MakeOp, verify: Verify) -> None:
    toml = declared(default="float16").replace(
        '[[model.inputs]]\narg = "to"\nvalue = "int64"\n', ""
    )
    op = loads(toml).resolved()
    assert torch_schema(op).endswith(
        f"(Tensor x, ScalarType to={DTYPES['float16'].number}) -> (Tensor, Tensor)"
    )
    state = verify(make_op(toml, PORTABLE))
    (node,) = agreed(state).node
    assert [a.i for a in node.attribute] == [onnx.TensorProto.FLOAT16]
    assert outputs(state)["y"].dtype == np.float16


CAST = (
    HEAD
    + """
[[args]]
name = "x"
[[args]]
name = "to"
type = "dtype"
dtype = ["float16", "int64"]
[[outputs]]
name = "y"
dtype = "to"
shape = "x.shape"
[kernel]
style = "python"
source = "kernel.py"
[ort]
implementation = "none"
[[mapping.nodes]]
op = "Cast"
inputs = ["x"]
outputs = ["y"]
attributes = [{ name = "to", type = "int", arg = "to" }]
[[model.inputs]]
arg = "x"
shape = [7]
[[model.inputs]]
arg = "to"
value = "float16"
"""
    + MODEL
)
CAST_KERNEL = """
import torch
class case_op(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, to):
        return x.to(to)
"""


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_a_kernel_in_python_is_given_it_as_torch_has_it(
    exporter: str, make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(CAST.replace("EXPORTER", exporter), CAST_KERNEL, source="kernel.py")
    state = verify(folder)
    (node,) = agreed(state).node
    assert [(a.name, a.i) for a in node.attribute] == [("to", onnx.TensorProto.FLOAT16)]
    assert outputs(state)["y"].dtype == np.float16


NET = """
import torch
class Net(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op
    def forward(self, x):
        return self.op(x, NUMBER)
def model(op):
    return Net(op)
"""


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_a_callers_number_is_torchs(exporter: str, make_op: MakeOp, verify: Verify) -> None:
    """Torch takes one in the place of a torch.dtype, and ONNX has other numbers: 4 is its uint16."""
    toml = declared(exporter=exporter)
    toml = toml[: toml.index('[[model.inputs]]\narg = "to"')] + toml[toml.index("[model]") :]
    folder = make_op(f'{toml}source = "net.py"\n', PORTABLE)
    (folder / "net.py").write_text(NET.replace("NUMBER", str(DTYPES["int64"].number)))
    (node,) = agreed(verify(folder)).node
    assert [(a.name, a.i) for a in node.attribute] == [("to", onnx.TensorProto.INT64)]


def test_a_kernel_is_made_for_each_combination() -> None:
    op = loads(declared()).resolved()
    made = list(instances(op))
    assert len(made) == 6
    assert all(one["y"] == one["to"] for one in made)
    assert kernel_head(op).splitlines() == [
        "template <class T, class T_to>",
        "void case_op(const wb::Context& ctx, wb::Tensor<const T> x, wb::ElementType<T_to> to, "
        "wb::Tensor<T_to> y, wb::Tensor<int64_t> size)",
    ]


def problem_of(old: str, new: str) -> tuple[str, str]:
    text = declared()
    assert old in text
    problems = check_op(loads(text.replace(old, new), validate=False).resolved())
    return problems[0].key, problems[0].message


@pytest.mark.parametrize(
    ("old", "new", "key", "told"),
    [
        ('value = "int64"', 'value = "uint8"', "model.inputs[1].value", "may be float32, float16, int64"),
        ('value = "int64"', 'value = 7', "model.inputs[1].value", "7 is no value of type dtype"),
        ('"float16", "int64"]', '"half"]', "args[1].dtype", "'half' is no element type"),
        ('dtype = "to"', 'dtype = "float32"', "args[1].type", "no output has the element type that 'to' is"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(old: str, new: str, key: str, told: str) -> None:
    where, message = problem_of(old, new)
    assert where == key
    assert told in message


def test_what_reads_types_off_inputs_refuses_it() -> None:
    op = loads(declared()).resolved()
    for refusal in (device_refusal, openvino.RUNTIME.refusal, tvm_ffi.RUNTIME.refusal):
        reason, hint = refusal(op)
        assert "'to' is an element type" in reason
        assert hint


OF_AN_ATTRIBUTE = (
    HEAD
    + """
[types]
T = ["float32", "int32"]
[[args]]
name = "sizes"
dtype = "int64"
[[args]]
name = "value"
dtype = "T"
[[outputs]]
name = "y"
dtype = "T"
shape = "[value(sizes, 0), value(sizes, 1)]"
[[mapping.nodes]]
op = "case.domain::Filled"
inputs = ["sizes"]
outputs = ["y"]
attributes = [{ name = "value", type = "tensor", arg = "value" }]
[reference]
python = "value.expand(int(sizes[0]), int(sizes[1])).clone()"
[[model.inputs]]
arg = "sizes"
shape = [2]
value = [2, 3]
[[model.inputs]]
arg = "value"
shape = [1]
dtype = "int32"
value = [7]
[[model.cases]]
name = "of_floats"
[[model.cases.inputs]]
arg = "value"
shape = [1]
dtype = "float32"
value = [0.5]
"""
    + MODEL
)
FILLED = """
#include <workbench/tensor.h>
template <class T>
void case_op(const wb::Context&, wb::Tensor<const int64_t>, wb::Tensor<const T> value, wb::Tensor<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = value[0];
}
"""


def test_the_type_of_an_attribute_that_is_a_tensor_chooses_the_kernel(
    make_op: MakeOp, verify: Verify
) -> None:
    """The op library knows the node's inputs, which are alike, and of the attribute nothing before it is read."""
    folder = make_op(OF_AN_ATTRIBUTE.replace("EXPORTER", EXPORTERS[0]), FILLED)
    state = verify(folder)
    (told,) = agreed(state).output
    assert told.type.tensor_type.elem_type == onnx.TensorProto.INT32
    compared = state.result("compare")
    assert compared is not None
    found = {o.case: o.dtype for o in compared.result.outputs}
    assert {"": "int32", "of_floats": "float32"}.items() <= found.items()
