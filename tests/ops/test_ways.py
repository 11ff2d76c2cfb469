"""The ways to bring an op across beside a registered kernel with nodes from a form."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.test_declarations import EXPORTERS, HEAD, agreed
from tests.ops.ways import (
    CUSTOM_NODE,
    DOUBLE,
    EXAMPLE,
    MODEL,
    NET,
    NONE,
    PYTHON,
    TWICE_CLASS,
    WITH_NET,
    Y_LIKE_X,
    X,
    both,
    error_of,
)
from workbench.core.errors import UserError
from workbench.core.jobs import CompareResult, ExportResult
from workbench.core.storage import op_file

# -- kernels in Python


def test_an_autograd_function(make_op: MakeOp, verify: Verify) -> None:
    toml = HEAD + X + Y_LIKE_X + PYTHON + DOUBLE + NONE + MODEL + EXAMPLE
    for state in both(make_op, verify, toml, kernel=TWICE_CLASS):
        graph = agreed(state)
        assert graph.node[-1].op_type == "Mul"
        assert graph.output[0].type.tensor_type.shape.dim[0].dim_param == "n"


def test_a_plain_function_in_python(make_op: MakeOp, verify: Verify) -> None:
    toml = HEAD + X + Y_LIKE_X + PYTHON.replace("Twice", "twice") + DOUBLE + NONE + MODEL + EXAMPLE
    for state in both(make_op, verify, toml, kernel="def twice(x):\n    return x + x\n"):
        agreed(state)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("class Other: pass", "defines no function 'Twice'"),
        ("class Twice: pass", "no autograd.Function"),
        ("import torch\nraise RuntimeError('early')", "RuntimeError: early"),
        ("def Twice(x:", "SyntaxError"),
        ("def Twice(x):\n    return x.no_such_thing()", "no_such_thing"),
        ("def Twice(x):\n    return x.mul_(2)", "changed its input 'x'"),
        ("def Twice(x):\n    return (x, x)", "gave 2 outputs, declared are 1"),
        ("def Twice(x):\n    return x.double()", "float64[2, 3], declared is float32[2, 3]"),
        ("def Twice(x):\n    return x[0]", "float32[3], declared is float32[2, 3]"),
    ],
)
def test_a_kernel_in_python_that_is_wrong(
    make_op: MakeOp, verify: Verify, text: str, words: str
) -> None:
    toml = HEAD + X + Y_LIKE_X + PYTHON + DOUBLE + NONE + MODEL + EXAMPLE
    error = error_of(make_op, verify, toml, "torchscript", text)
    assert words in error.message


# -- ops that torch has already


def test_an_installed_op_with_an_overload(make_op: MakeOp, verify: Verify) -> None:
    toml = (
        (HEAD + X + Y_LIKE_X).replace("wb_case::case_op", "aten::mul.Scalar")
        + '[[args]]\nname = "factor"\ntype = "float"\n'
        + '[kernel]\nstyle = "installed"\n'
        + DOUBLE.replace("value = 2.0", 'arg = "factor"')
        + NONE
        + MODEL
        + EXAMPLE
        + '[[model.inputs]]\narg = "factor"\nvalue = 3.5\n'
    )
    for state in both(make_op, verify, toml):
        assert agreed(state).node[-1].op_type == "Mul"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("aten::no_such_op", "torch has no op aten::no_such_op"),
        ("aten::asinh.no_such", "no overload 'no_such'"),
        ("aten::relu_", "changes its argument 'self'"),
        ("aten::topk", "argument 'k', too"),
        ("aten::sort", "returns (Tensor, Tensor), declared are 1"),
        ("aten::cat", "argument 0 of the registered op is List[Tensor]"),
    ],
)
def test_an_installed_op_that_is_another(
    make_op: MakeOp, verify: Verify, name: str, words: str
) -> None:
    toml = (HEAD + X + Y_LIKE_X).replace("wb_case::case_op", name)
    toml += '[kernel]\nstyle = "installed"\n' + DOUBLE + NONE + MODEL + EXAMPLE
    error = error_of(make_op, verify, toml, "torchscript")
    assert words in error.message


def test_a_package_that_is_not_there(make_op: MakeOp, verify: Verify) -> None:
    toml = (HEAD + X + Y_LIKE_X) + '[kernel]\nstyle = "installed"\npackage = "no_such_package"\n'
    error = error_of(make_op, verify, toml + DOUBLE + NONE + MODEL + EXAMPLE, "torchscript")
    assert "no_such_package" in error.message
    assert "gallery" in error.hint


# -- mappings in Python

WRITTEN = '[mapping]\nsource = "mapping.py"\n'


def test_a_mapping_in_python_serves_both_exporters(make_op: MakeOp, verify: Verify) -> None:
    toml = HEAD + X + Y_LIKE_X + PYTHON + WRITTEN + NONE + MODEL + EXAMPLE
    mapping = """
        import torch

        def symbolic(g, x):
            two = g.op("Constant", value_t=torch.tensor(2.0))
            low, high = g.op("Split", g.op("Mul", x, two), num_outputs_i=2, axis_i=1, outputs=2)
            return g.op("Concat", low, high, axis_i=1)
    """
    for state in both(make_op, verify, toml, kernel=TWICE_CLASS, mapping=mapping):
        types = [n.op_type for n in agreed(state).node]
        assert types[-3:] == ["Mul", "Split", "Concat"]


def test_a_functions_own_symbolic_is_taken_as_it_is(make_op: MakeOp, verify: Verify) -> None:
    """A class as people have it in their code: forward and symbolic side by side."""
    written = '[mapping]\nsource = "kernel.py"\nfunction = "Twice.symbolic"\n'
    toml = HEAD + X + Y_LIKE_X + PYTHON + written + NONE + MODEL + EXAMPLE
    kernel = (
        TWICE_CLASS
        + """
    @staticmethod
    def symbolic(g, x):
        return g.op("Add", x, x)
"""
    )
    for state in both(make_op, verify, toml, kernel=kernel):
        assert agreed(state).node[-1].op_type == "Add"


KERNEL_WITH_SCALE = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, std::optional<wb::Tensor<const float>> bias,
             double scale, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] * scale + (bias ? (*bias)[i] : 0);
}
"""
WITH_SCALE = (
    HEAD
    + X
    + '[[args]]\nname = "bias"\noptional = true\n[[args]]\nname = "scale"\ntype = "float"\ndefault = 1.0\n'
    + Y_LIKE_X
)


def test_a_mapping_in_python_to_a_custom_node(make_op: MakeOp, verify: Verify) -> None:
    """The nodes say what ONNX Runtime's library must hold; the Python makes them."""
    toml = WITH_SCALE + WRITTEN + CUSTOM_NODE.replace('["x"]', '["x", "bias"]')
    toml += '[[mapping.nodes.attributes]]\nname = "scale"\ntype = "float"\narg = "scale"\n'
    toml += MODEL + EXAMPLE + '[[model.inputs]]\narg = "scale"\nvalue = 3.0\n'
    mapping = """
        def symbolic(g, x, bias, scale):
            return g.op("my.domain::Twice", x, bias, scale_f=scale)
    """
    for state in both(make_op, verify, toml, kernel=KERNEL_WITH_SCALE, mapping=mapping):
        (node,) = agreed(state).node
        assert (node.domain, node.attribute[0].f) == ("my.domain", 3.0)


@pytest.mark.parametrize("exporter", EXPORTERS)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('    return g.op("Mul", x, None)', "passes None to Mul as its input 'B'"),
        ('    return g.op("Relu", x), g.op("Relu", x)', "gives 2 outputs, declared are 1"),
        ("    return None", "outputs, declared are 1"),
        ('    return g.op("Cast", x, to_i=7)', "gives 'y' as int64, the op as float32"),
        ('    return g.op("ReduceMax", x, keepdims_i=0)', "The nodes compute"),
        ("    return x.no_such_thing", "no_such_thing"),
        ('    return g.op("NoSuchOperator", x)', "NoSuchOperator"),
    ],
)
def test_a_mapping_in_python_that_is_wrong(
    make_op: MakeOp, verify: Verify, exporter: str, text: str, words: str
) -> None:
    toml = HEAD + X + Y_LIKE_X + PYTHON + WRITTEN + NONE + MODEL + EXAMPLE
    mapping = f"def symbolic(g, x):\n{text}\n"
    error = error_of(make_op, verify, toml, exporter, TWICE_CLASS, mapping=mapping)
    assert words in f"{error.message} {error.hint}"
    assert "Traceback" not in error.message


# -- branches, attributes, variants

BRANCHES = (
    WITH_SCALE
    + """
[[mapping.constants]]
name = "factor"
dtype = "x"
arg = "scale"
[[mapping.nodes]]
op = "Mul"
inputs = ["x", "factor"]
outputs = ["y"]
when = "bias is None"
[[mapping.nodes]]
op = "Mul"
inputs = ["x", "factor"]
outputs = ["scaled"]
when = "bias is not None"
[[mapping.nodes]]
op = "Add"
inputs = ["scaled", "bias"]
outputs = ["y"]
when = "bias is not None"
"""
    + NONE
    + MODEL
    + EXAMPLE
    + """
[[model.cases]]
name = "with_bias"
[[model.cases.inputs]]
arg = "bias"
shape = [2, 3]
seed = 5
dynamic = { 0 = "n" }
[[model.cases]]
name = "larger"
[[model.cases.inputs]]
arg = "x"
shape = [5, 3]
seed = 6
[[model.cases]]
name = "scaled"
[[model.cases.inputs]]
arg = "scale"
value = -2.0
"""
)


def test_branches_and_cases(make_op: MakeOp, verify: Verify) -> None:
    for state in both(make_op, verify, BRANCHES, kernel=KERNEL_WITH_SCALE):
        agreed(state)
        ended, compared = state.result("export"), state.result("compare")
        assert ended is not None
        assert compared is not None
        assert isinstance(ended.result, ExportResult)
        assert isinstance(compared.result, CompareResult)
        assert {o.case for o in compared.result.outputs} == {"", "with_bias", "larger", "scaled"}
        models = {c.name: c.model for c in ended.result.cases}
        # Only what differs in dynamic sizes alone goes through the same file.
        assert models["larger"] == ended.result.model
        assert len({ended.result.model, *models.values()}) == 3
        types = [n.op_type for n in onnx.load(models["with_bias"]).graph.node]
        assert types[-1] == "Add"


def test_a_case_that_differs_is_named(make_op: MakeOp, verify: Verify) -> None:
    wrong = KERNEL_WITH_SCALE.replace("(*bias)[i]", "2 * (*bias)[i]")
    folder = make_op(BRANCHES.replace("EXPORTER", "torchscript"), wrong)
    state = verify(folder)
    assert state.report().status == "differs"
    compared = state.result("compare")
    assert compared is not None
    assert isinstance(compared.result, CompareResult)
    assert {o.case for o in compared.result.outputs if not o.agrees} == {"with_bias"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('when = "bias is None"\n', "", "'y' is taken already where bias is not None"),
        ('when = "bias is None"', 'when = "scale"', "a condition is"),
        ('when = "bias is None"', 'when = "x is None"', "'x', which is never None"),
        ('when = "bias is None"', 'when = "bias is None and"', "no condition"),
        (
            'inputs = ["scaled", "bias"]\noutputs = ["y"]\nwhen = "bias is not None"',
            'inputs = ["x", "bias"]\noutputs = ["y"]',
            "needs its input B, and 'bias' may be None",
        ),
        (
            'outputs = ["y"]\nwhen = "bias is None"',
            'outputs = ["z"]\nwhen = "bias is None"',
            "no node produces the op's output 'y' where bias is None",
        ),
    ],
)
def test_branches_that_do_not_fit_are_refused(old: str, new: str, words: str) -> None:
    text = BRANCHES.replace("EXPORTER", "torchscript")
    assert old in text
    with pytest.raises(UserError) as caught:
        op_file.loads(text.replace(old, new, 1))
    assert any(words in p.message for p in caught.value.problems), caught.value


def test_attributes_from_rules_and_tensors(make_op: MakeOp, verify: Verify) -> None:
    toml = (
        HEAD
        + X
        + '[[args]]\nname = "rows"\ntype = "int"\n'
        + '[[outputs]]\nname = "y"\ndtype = "x"\nshape = "[rows, x.shape[0] * x.shape[1] // rows]"\n'
        + PYTHON
        + """
[[mapping.nodes]]
op = "Constant"
outputs = ["sizes"]
attributes = [{ name = "value_ints", type = "ints", rule = "[rows, x.shape[0] * x.shape[1] // rows]" }]
[[mapping.nodes]]
op = "Reshape"
inputs = ["x", "sizes"]
outputs = ["reshaped"]
[[mapping.nodes]]
op = "Constant"
outputs = ["two"]
attributes = [{ name = "value", type = "tensor", dtype = "float32", value = [2.0] }]
[[mapping.nodes]]
op = "Mul"
inputs = ["reshaped", "two"]
outputs = ["y"]
"""
        + NONE
        + MODEL
        + EXAMPLE.replace('dynamic = { 0 = "n" }\n', "")
        + '[[model.inputs]]\narg = "rows"\nvalue = 3\n'
    )
    kernel = "def Twice(x, rows):\n    return 2 * x.reshape(rows, -1)\n"
    for state in both(make_op, verify, toml, kernel=kernel):
        assert [d.dim_value for d in agreed(state).output[0].type.tensor_type.shape.dim] == [3, 2]


def test_a_rule_whose_sizes_are_open_is_told(make_op: MakeOp, verify: Verify) -> None:
    toml = (
        HEAD
        + X
        + Y_LIKE_X
        + PYTHON
        + """
[[mapping.nodes]]
op = "Constant"
outputs = ["sizes"]
attributes = [{ name = "value_ints", type = "ints", rule = "x.shape" }]
[[mapping.nodes]]
op = "Reshape"
inputs = ["x", "sizes"]
outputs = ["y"]
"""
    )
    kernel = "def Twice(x):\n    return x.clone()\n"
    for exporter in EXPORTERS:
        error = error_of(make_op, verify, toml + NONE + MODEL + EXAMPLE, exporter, kernel)
        assert "'value_ints' is made from sizes that this model leaves open" in error.message


def test_a_tensor_argument_as_an_attribute(make_op: MakeOp, verify: Verify) -> None:
    """parse_args 't': the tensor is a constant of the model, no input of it."""
    toml = (
        HEAD
        + X
        + '[[args]]\nname = "weights"\n'
        + Y_LIKE_X
        + PYTHON
        + """
[[mapping.nodes]]
op = "Constant"
outputs = ["held"]
attributes = [{ name = "value", type = "tensor", arg = "weights" }]
[[mapping.nodes]]
op = "Mul"
inputs = ["x", "held"]
outputs = ["y"]
"""
    )
    toml += NONE + MODEL + EXAMPLE + '[[model.inputs]]\narg = "weights"\nshape = [3]\nseed = 4\n'
    kernel = "def Twice(x, weights):\n    return x * weights\n"
    folder = make_op(toml.replace("EXPORTER", "torchscript"), kernel)
    graph = agreed(verify(folder))
    assert [i.name for i in graph.input] == ["x"]
    with pytest.raises(UserError, match=r"hands constant tensors on as inputs"):
        op_file.loads(toml.replace("EXPORTER", "torch.export"))


VARIANTS = (
    WITH_SCALE
    + """
[[mapping.nodes]]
op = "my.domain::Affine"
inputs = ["x", "bias"]
outputs = ["y"]
attributes = [{ name = "scale", type = "float", arg = "scale" }]
[variants.standard]
opset = 19
ort = { implementation = "none" }
[[variants.standard.mapping.constants]]
name = "factor"
dtype = "x"
arg = "scale"
[[variants.standard.mapping.nodes]]
op = "Mul"
inputs = ["x", "factor"]
outputs = ["y"]
"""
    + MODEL
    + EXAMPLE
    + '[[model.inputs]]\narg = "scale"\nvalue = 3.0\n'
)


def test_variants_take_the_place_of_the_mapping(make_op: MakeOp, verify: Verify) -> None:
    for variant, wanted in [("", "Affine"), ("standard", "Mul")]:
        text = VARIANTS.replace("schema = 1", f'schema = 1\nvariant = "{variant}"', 1)
        for state in both(make_op, verify, text, kernel=KERNEL_WITH_SCALE):
            report = state.report()
            assert agreed(state).node[-1].op_type == wanted
            assert report.model is not None
            opset = {i.domain: i.version for i in onnx.load(report.model).opset_import}[""]
            assert opset == (19 if variant else 18)


def test_problems_of_a_variant_name_it() -> None:
    text = VARIANTS.replace("EXPORTER", "torchscript")
    for old, new, key in [
        ('op = "Mul"', 'op = "Mull"', "variants.standard.mapping.nodes[0].op"),
        ("opset = 19", "opset = 29", "variants.standard.opset"),
        ("schema = 1", 'schema = 1\nvariant = "nope"', "variant"),
    ]:
        with pytest.raises(UserError) as caught:
            op_file.loads(text.replace(old, new, 1))
        assert [p.key for p in caught.value.problems] == [key]


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
    toml = HEAD + X + Y_LIKE_X + PYTHON + DOUBLE + NONE + MODEL + example
    (state, _) = both(make_op, verify, toml, kernel=TWICE_CLASS)
    agreed(state)
    ended = state.result("export")
    assert ended is not None
    assert isinstance(ended.result, ExportResult)
    assert np.load(ended.result.inputs)["x"].tolist() == [[1.0, -2.0, 3.0], [4.0, 5.0, 6.5]]


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
