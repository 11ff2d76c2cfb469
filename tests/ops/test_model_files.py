"""Models of the user's own, lists of tensors, bfloat16."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import HEAD, agreed
from tests.ops.parts import (
    CUSTOM_NODE,
    EXAMPLE,
    MODEL,
    NET,
    STANDARD,
    TWICE_CLASS,
    WITH_NET,
    Y_LIKE_X,
    X,
    both,
    error_of,
)
from workbench.core.jobs import ExportResult

# -- model files


def test_a_model_file(make_op: MakeOp, verify: Verify) -> None:
    for state in both(make_op, verify, WITH_NET, kernel=TWICE_CLASS, net=NET):
        graph = agreed(state)
        assert [i.name for i in graph.input] == ["features"]
        assert [o.name for o in graph.output] == ["logits", "doubled"]
        assert [n.op_type for n in graph.node].count("Mul") == 2


@pytest.mark.parametrize(
    ("net", "words"),
    [
        ("def model(op):\n    return 1", "gave no torch.nn.Module"),
        ("def other(op): pass", "defines no function 'model'"),
        ("def model(op):\n    raise ValueError('no weights')", "ValueError: no weights"),
        (NET.replace("self.op(", "("), "does not call the op"),
        (NET.replace(", self.op(features + 1)", ""), "gave 1 outputs, model.outputs names 2"),
    ],
)
def test_a_model_file_that_is_wrong(make_op: MakeOp, verify: Verify, net: str, words: str) -> None:
    error = error_of(make_op, verify, WITH_NET, "torchscript", TWICE_CLASS, net=net)
    assert words in error.message


def test_a_call_in_a_model_that_is_not_the_references(make_op: MakeOp, verify: Verify) -> None:
    toml = WITH_NET.replace('python = "x + x"', 'python = "x + 3"')
    error = error_of(make_op, verify, toml, "torchscript", TWICE_CLASS, net=NET)
    assert "is not the reference's" in error.message


ROLL = (
    (HEAD + X).replace("wb_case::case_op", "aten::roll")
    + '[[args]]\nname = "shifts"\ntype = "int[]"\n[[args]]\nname = "dims"\ntype = "int[]"\n'
    + Y_LIKE_X
    + '[kernel]\nstyle = "installed"\n'
    + """
[[mapping.nodes]]
op = "my.domain::Roll"
inputs = ["x"]
outputs = ["y"]
attributes = [
  { name = "shifts", type = "ints", arg = "shifts" },
  { name = "dims", type = "ints", arg = "dims" },
]
[ort]
implementation = "export-only"
"""
    + MODEL
    + 'source = "net.py"\n'
    + EXAMPLE
)
ROLL_NET = """
import torch

def model(op):
    class Net(torch.nn.Module):
        def forward(self, x):
            return op(x, [x.shape[0] - 1], [0])
    return Net()
"""


def test_a_computed_value_where_a_constant_is_needed(make_op: MakeOp, verify: Verify) -> None:
    error = error_of(make_op, verify, ROLL, "torch.export", net=ROLL_NET)
    assert "'shifts' must be a constant, but the model computes it" in error.message
    assert "as a value" in error.hint


# -- lists of tensors, bfloat16


def test_given_elements_of_an_example(make_op: MakeOp, verify: Verify) -> None:
    example = EXAMPLE.replace("seed = 1", "value = [1.0, -2, 3, 4, 5, 6.5]")
    toml = STANDARD + example
    (state, _) = both(make_op, verify, toml, kernel=TWICE_CLASS)
    agreed(state)
    ended = state.result("export")
    assert ended is not None
    assert isinstance(ended.result, ExportResult)
    assert np.load(ended.result.cases[0].inputs)["x"].tolist() == [
        [1.0, -2.0, 3.0],
        [4.0, 5.0, 6.5],
    ]


def test_bfloat16_goes_all_the_way(make_op: MakeOp, verify: Verify) -> None:
    toml = HEAD + '[[args]]\nname = "x"\ndtype = "bfloat16"\n' + Y_LIKE_X + CUSTOM_NODE + MODEL
    kernel = """
        #include <workbench/half.h>
        #include <workbench/tensor.h>
        void case_op(const wb::Context&, wb::Tensor<const wb::bfloat16> x, wb::Tensor<wb::bfloat16> y) {
          for (int64_t i = 0; i < y.numel(); ++i) y[i] = wb::bfloat16(2 * float(x[i]));
        }
    """
    toml += EXAMPLE + '[reference]\npython = "2 * x"\n'
    for state in both(make_op, verify, toml, kernel=kernel):
        graph = agreed(state)
        assert graph.output[0].type.tensor_type.elem_type == onnx.TensorProto.BFLOAT16


def test_a_list_of_tensors_of_any_length(make_op: MakeOp, verify: Verify) -> None:
    toml = (
        HEAD
        + '[[args]]\nname = "xs"\ntype = "tensor[]"\n[[args]]\nname = "scale"\ntype = "float"\n'
        + '[[outputs]]\nname = "y"\ndtype = "xs"\nshape = "xs[0].shape"\n'
        + CUSTOM_NODE.replace('"x"', '"xs"')
        + 'attributes = [{ name = "scale", type = "float", arg = "scale" }]\n'
        + MODEL
        + "".join(EXAMPLE.replace('"x"', f'"xs[{i}]"') for i in range(3))
        + '[[model.inputs]]\narg = "scale"\nvalue = 0.5\n'
        + '[[model.cases]]\nname = "one"\n[[model.cases.inputs]]\narg = "xs[0]"\nshape = [4, 3]\n'
        + '[reference]\npython = "scale * sum(xs)"\n'
    )
    kernel = """
        #include <workbench/tensor.h>
        void case_op(const wb::Context&, wb::TensorList<const float> xs, double scale, wb::Tensor<float> y) {
          for (int64_t i = 0; i < y.numel(); ++i) {
            y[i] = 0;
            for (const auto& x : xs) y[i] += x[i] * scale;
          }
        }
    """
    for state in both(make_op, verify, toml, kernel=kernel):
        (node,) = agreed(state).node
        assert len(node.input) == 3


def test_a_list_after_fixed_inputs(make_op: MakeOp, verify: Verify) -> None:
    """The exporter's own variadic inputs would repeat what stands before them."""
    toml = (
        HEAD
        + X
        + '[[args]]\nname = "xs"\ntype = "tensor[]"\n'
        + Y_LIKE_X
        + CUSTOM_NODE.replace('["x"]', '["x", "xs"]')
        + MODEL
        + EXAMPLE
        + "".join(EXAMPLE.replace('"x"', f'"xs[{i}]"') for i in range(2))
        + '[reference]\npython = "x - sum(xs)"\n'
    )
    kernel = """
        #include <workbench/tensor.h>
        void case_op(const wb::Context&, wb::Tensor<const float> x,
                     wb::TensorList<const float> xs, wb::Tensor<float> y) {
          for (int64_t i = 0; i < y.numel(); ++i) {
            y[i] = x[i];
            for (const auto& other : xs) y[i] -= other[i];
          }
        }
    """
    for state in both(make_op, verify, toml, kernel=kernel):
        (node,) = agreed(state).node
        assert list(node.input) == ["x", "xs_0", "xs_1"]
