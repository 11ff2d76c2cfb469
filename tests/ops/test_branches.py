"""Branches of a mapping, its attributes and variants."""

from __future__ import annotations

import onnx
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, agreed
from tests.ops.parts import (
    EXAMPLE,
    KERNEL_WITH_SCALE,
    MODEL,
    NONE,
    PYTHON,
    WITH_SCALE,
    Y_LIKE_X,
    X,
    both,
    error_of,
)
from workbench.core.errors import UserError
from workbench.core.jobs import CompareResult, ExportResult
from workbench.core.storage import op_file

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
        assert {o.case for o in compared.result.outputs} >= {"", "with_bias", "larger", "scaled"}
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
    differing = {o.case for o in compared.result.outputs if not o.agrees}
    assert differing == {"with_bias", "with_bias, n = 3", "with_bias, n = 5"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('when = "bias is None"\n', "", "'y' is taken already where bias is not None"),
        ('when = "bias is None"', 'when = "scale"', "so compare it: scale == 1"),
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
    + '[reference]\npython = "x * scale"\n'
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
