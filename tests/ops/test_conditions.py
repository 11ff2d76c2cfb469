"""Branches and attributes that ask for more than None: both exporters take what the arguments say."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp, Verify, error_of
from tests.ops.declared import EXPORTERS, HEAD, agreed, both_exporters
from tests.ops.parts import EXAMPLE, MODEL, NONE, PYTHON, Y_LIKE_X, X, write
from workbench.core.check import check_op
from workbench.core.storage import op_file

ARGS = (
    X
    + '[[args]]\nname = "s"\ntype = "float[]"\n'
    + '[[args]]\nname = "mode"\ntype = "str"\ndefault = "up"\n'
    + '[[args]]\nname = "k"\ntype = "int"\ndefault = 2\n'
)
LET = "[let]\nsteep = \"k > 1 and mode != 'flat'\"\n"
NODES = """
[[mapping.nodes]]
op = "LeakyRelu"
inputs = ["x"]
outputs = ["one"]
attributes = [{ name = "alpha", type = "float", rule = "s[0] * 2 if steep else s[1]" }]

[[mapping.nodes]]
op = "Concat"
when = 'mode == "up"'
inputs = ["one", "one"]
outputs = ["y"]
attributes = [{ name = "axis", type = "int", rule = '{"up": 0, "down": 1}[mode]' }]

[[mapping.nodes]]
op = "Concat"
when = 'mode == "down" and len(x.shape) == 2 and x.dtype == "float32" and opset >= 13'
inputs = ["one", "one"]
outputs = ["y"]
attributes = [{ name = "axis", type = "int", rule = "len(x.shape) - 1" }]
"""
Y = """
[[outputs]]
name = "y"
dtype = "x"
shape = '{"up": [2 * x.shape[0]] + x.shape[1:], "down": x.shape[:-1] + [2 * x.shape[-1]]}[mode]'
"""
KERNEL = """
import torch

class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, s, mode, k):
        slope = s[0] * 2 if k > 1 and mode != "flat" else s[1]
        y = torch.where(x > 0, x, slope * x)
        return torch.cat([y, y], 0 if mode == "up" else -1)
"""
S = '[[model.inputs]]\narg = "s"\nvalue = [0.125, 0.5]\n'
TOML = HEAD + LET + ARGS + Y + PYTHON + NODES + NONE + MODEL + EXAMPLE + S
CASES = """
[[model.cases]]
name = "down"
inputs = [{ arg = "mode", value = "down" }, { arg = "k", value = 1 }]
"""


def test_comparisons_choose_nodes_and_attributes(make_op: MakeOp, verify: Verify) -> None:
    for exporter in EXPORTERS:
        folder = make_op(TOML.replace("EXPORTER", exporter) + CASES)
        write(folder, kernel=KERNEL)
        state = verify(folder)
        graph = agreed(state)
        alpha, axis = (node.attribute[0] for node in graph.node if node.op_type != "Constant")
        assert (alpha.f, axis.i) == (0.25, 0)
        assert state.report().cases_agreed == state.report().cases >= 2


OF_A_LIST = """
[[args]]
name = "xs"
type = "tensor[]"
dtype = "any"

[[outputs]]
name = "y"
dtype = "float32"
shape = '[7] if xs[0].dtype == "float32" else [9]'

[[mapping.nodes]]
op = "case.domain::Sevens"
when = 'xs[0].dtype == "float32"'
inputs = ["xs"]
outputs = ["y"]
attributes = [{ name = "last", type = "string", rule = "xs[-1].dtype" }]

[[mapping.nodes]]
op = "case.domain::Nines"
when = 'xs[0].dtype != "float32"'
inputs = ["xs"]
outputs = ["y"]

[reference]
python = "torch.arange(7 if xs[0].dtype == torch.float32 else 9, dtype=torch.float32)"
"""
OF_TWO = """
[[model.inputs]]
arg = "xs[0]"
shape = [2, 3]
dtype = "float32"

[[model.inputs]]
arg = "xs[1]"
shape = [4]
dtype = "float64"

[[model.cases]]
name = "other"
inputs = [{ arg = "xs[0]", dtype = "int64", shape = [2, 3] }]
"""
COUNTED = """#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Span<const wb::AnyTensor> xs, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = float(i);
}
"""


def test_the_element_type_of_a_lists_tensor_decides(make_op: MakeOp, verify: Verify) -> None:
    """In nodes and attributes, in torch's allocation, and in ONNX Runtime's."""
    for graph in both_exporters(HEAD + OF_A_LIST + MODEL + OF_TWO, COUNTED, make_op, verify):
        (node,) = (n for n in graph.node if n.op_type != "Constant")
        assert (node.op_type, node.attribute[0].s) == ("Sevens", b"float64")


OF_A_PART = """
[let]
neg = "mode == 'neg'"

[[args]]
name = "x"

[[args]]
name = "mode"
type = "str"
default = "neg"

[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"

[[mapping.nodes]]
op = "LeakyRelu"
when = "neg"
inputs = ["x"]
outputs = ["y"]
attributes = [{ name = "alpha", type = "float", rule = "0.5 if neg else 0.25" }]

[[mapping.nodes]]
op = "Relu"
when = "not neg"
inputs = ["x"]
outputs = ["y"]
"""
LEAKY = """#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, std::string_view mode, wb::Tensor<float> y) {
  for (int64_t i = 0; i < x.numel(); ++i) y[i] = x[i] > 0 ? x[i] : mode == "neg" ? x[i] / 2 : 0.0f;
}
"""


def test_what_only_a_named_part_asks_for_decides_too(make_op: MakeOp, verify: Verify) -> None:
    """It is read as any other: else the condition would be decided by what nobody has read."""
    toml = HEAD + OF_A_PART + NONE + MODEL + EXAMPLE
    for graph in both_exporters(toml, LEAKY, make_op, verify):
        (node,) = (n for n in graph.node if n.op_type != "Constant")
        assert (node.op_type, node.attribute[0].f) == ("LeakyRelu", 0.5)


CALLS = """
import torch

class Net(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, x):
        return self.op(x, [0.125, 0.5], "up", 2), self.op(x, [0.125, 0.5], "down", 1)

def model(op):
    return Net(op)
"""


@pytest.mark.parametrize("exporter", EXPORTERS)
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("s[0] * 2 if steep", "s[7] if steep", "'s[7] if steep else s[1]' asks for an item that is"),
        ("s[0] * 2 if", "s[0] / (k - 2) if", "'s[0] / (k - 2) if steep else s[1]' divides by zero"),
        ("len(x.shape) - 1", "len(x.shape) // (k - 1)", "'len(x.shape) // (k - 1)' divides by zero"),
        ("len(x.shape) == 2", "x.shape[5] == 2", "x.shape[5] == 2 and x.dtype == \"float32\" and"),
    ],
)  # fmt: skip
def test_a_rule_that_a_call_does_not_fit_is_named(
    exporter: str, old: str, new: str, words: str, make_op: MakeOp, verify: Verify
) -> None:
    """Of a model file's call nothing is known before; of example inputs it is told before."""
    toml = HEAD + LET + ARGS + Y + PYTHON + NODES + NONE + MODEL + 'source = "net.py"\n' + EXAMPLE
    folder = make_op(toml.replace(old, new).replace("EXPORTER", exporter))
    write(folder, kernel=KERNEL, net=CALLS)
    error = error_of(verify(folder))
    assert error.kind == "export"
    assert words in error.message
    assert "Correct the mapping" in error.hint


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_a_call_that_no_branch_is_for(make_op: MakeOp, verify: Verify, exporter: str) -> None:
    toml = TOML.replace("EXPORTER", exporter) + CASES.replace('"down" }', '"flat" }')
    toml = toml.replace('"down": x.shape[:-1]', '"flat": x.shape[:-1]')
    toml = toml.replace('{"up": 0, "down": 1}', '{"up": 0, "flat": 1}')
    folder = make_op(toml)
    write(folder, kernel=KERNEL)
    error = error_of(verify(folder))
    assert "no branch of the mapping gives 'y' for this call" in error.message


KERNEL_CPP = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, std::string_view mode,
             wb::Span<const double> s, wb::Tensor<float> y) {
  const float factor = mode == "half" ? static_cast<float>(s[1]) : 1.0f;
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = factor * x[i];
}
"""
IN_CPP = (
    HEAD
    + '[let]\nhalf = "x.shape[0] // 2"\n'
    + X
    + '[[args]]\nname = "mode"\ntype = "str"\n[[args]]\nname = "s"\ntype = "float[]"\n'
    + """
[[outputs]]
name = "y"
dtype = "x"
shape = '[half] + x.shape[1:] if mode == "half" and x.dtype == "float32" and s[1] > 1 else x.shape'

[[mapping.nodes]]
op = "my.domain::Halves"
inputs = ["x"]
outputs = ["y"]
attributes = [{ name = "mode", type = "string", rule = "mode" }, { name = "s", type = "floats", rule = "s" }]
"""
    + MODEL
    + EXAMPLE.replace("[2, 3]", "[4, 3]")
    + '[[model.inputs]]\narg = "mode"\nvalue = "half"\n'
    + '[[model.inputs]]\narg = "s"\nvalue = [1.0, 3.0]\n'
    + '[reference]\npython = "x[:len(x) // 2] * 3"\n'
)


def test_a_kernel_s_output_has_the_size_that_a_text_says(make_op: MakeOp, verify: Verify) -> None:
    """In torch's allocation, the fake kernel, and ONNX Runtime's inference and allocation."""
    for graph in both_exporters(IN_CPP, KERNEL_CPP, make_op, verify):
        sizes = [d.dim_value or d.dim_param for d in graph.output[0].type.tensor_type.shape.dim]
        assert sizes[1] == 3


OTHER = """
[[outputs]]
name = "z"
dtype = "x"
shape = "y.shape + [2]"
"""


def problems(text: str) -> list[str]:
    op = op_file.loads(text.replace("EXPORTER", "torchscript"), validate=False)
    return [p.message for p in check_op(op)]


def test_what_is_wrong_is_said_before_anything_runs() -> None:
    plain = HEAD + X + Y_LIKE_X + OTHER
    assert not any("shape" in text for text in problems(plain))
    let = '[let]\nopset = "1"\nx = "2"\nbad = "q + 1"\n[[args]]'
    for text, words in (
        (
            plain.replace('"x.shape"', '"z.shape[:2]"'),
            "goes in a circle: z is made of y is made of z",
        ),
        (plain.replace("[[args]]", let), "'opset' means something else"),
        (plain.replace("[[args]]", let), "'x' is taken already"),
        (plain.replace("[[args]]", let), "names 'q'"),
        (
            TOML.replace('default = "up"', 'default = "up"\nchoices = ["up", "down", "flat"]'),
            "the table lacks 'flat', which 'mode' may be",
        ),
        (
            TOML.replace("len(x.shape) == 2", "k > 0").replace('mode == "down"', 'mode != "x"'),
            "'y' is taken already where",
        ),
        (
            TOML.replace("when = 'mode == \"up\"'", "when = 'mode == \"up\" and k > 3'"),
            "no node produces the op's output 'y' where",
        ),
    ):
        found = problems(text)
        assert any(words in one for one in found), (words, found)


OF_ITS_OWN = """
schema = 1
name = "minus"
torch = "conditions::minus"
[types]
T = ["float32", "float16"]
[[args]]
name = "x"
dtype = "T"
[[outputs]]
name = "y"
dtype = "T"
shape = "x.shape"
[[mapping.nodes]]
op = "conditions.dom::Minus"
when = 'WHEN'
inputs = ["x"]
outputs = ["y"]
[[mapping.nodes]]
op = "Neg"
when = 'not (WHEN)'
inputs = ["x"]
outputs = ["y"]
[[model.inputs]]
arg = "x"
shape = [3, 5]
[[model.cases]]
name = "cube"
[[model.cases.inputs]]
arg = "x"
shape = [2, 2, 2]
[reference]
python = "-x"
[model]
exporter = "EXPORTER"
"""
MINUS = """
#include <workbench/tensor.h>
template <class T>
void minus(const wb::Context&, wb::Tensor<const T> x, wb::Tensor<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = -x[i];
}
"""


@pytest.mark.parametrize("exporter", EXPORTERS)
@pytest.mark.parametrize("when", ["len(x.shape) == 2", 'x.dtype == "float16"'])
def test_a_node_of_its_own_goes_by_ranks_and_element_types(
    make_op: MakeOp, verify: Verify, when: str, exporter: str
) -> None:
    toml = OF_ITS_OWN.replace("WHEN", when).replace("EXPORTER", exporter)
    state = verify(make_op(toml, MINUS))
    agreed(state)
    assert state.report().cases_agreed == state.report().cases >= 2
