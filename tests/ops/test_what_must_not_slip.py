"""What exporters, kernels and models do wrong without a word, and what is said of it."""

from __future__ import annotations

import onnx
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, agreed
from tests.ops.parts import (
    CUSTOM_NODE,
    DOUBLE,
    EXAMPLE,
    MODEL,
    NET,
    NONE,
    PYTHON,
    STANDARD,
    TWICE_CLASS,
    WITH_NET,
    Y_LIKE_X,
    X,
    both,
    error_of,
)


def test_a_model_that_does_not_need_the_op(make_op: MakeOp, verify: Verify) -> None:
    net = NET.replace(
        "return self.linear(self.op(features)), self.op(features + 1)",
        """
        self.op(features)
        return self.linear(features), features""",
    )
    for exporter in EXPORTERS:
        error = error_of(make_op, verify, WITH_NET, exporter, TWICE_CLASS, net=net)
        assert "do not depend on what the op gives" in error.message


def test_a_model_may_call_the_op_by_name_and_leave_out_defaults(
    make_op: MakeOp, verify: Verify
) -> None:
    toml = (
        HEAD
        + X
        + '[[args]]\nname = "factor"\ntype = "float"\ndefault = 2.0\n'
        + Y_LIKE_X
        + PYTHON
        + DOUBLE.replace("value = 2.0", 'arg = "factor"')
        + NONE
        + MODEL
        + 'source = "net.py"\n'
        + EXAMPLE
    )
    kernel = "def Twice(x, factor):\n    return x * factor\n"
    for call in ("op(x)", "op(x=x)", "op(x, factor=3.0)"):
        net = f"""
            import torch

            def model(op):
                class Net(torch.nn.Module):
                    def forward(self, x):
                        return {call} + 1
                return Net()
        """
        for state in both(make_op, verify, toml, kernel=kernel, net=net):
            agreed(state)
    error = error_of(
        make_op, verify, toml, "torchscript", kernel, net=net.replace("factor=", "fact=")
    )
    assert "'fact'" in error.message


def test_attributes_keep_their_types_in_both_exporters(make_op: MakeOp, verify: Verify) -> None:
    attributes = """
attributes = [
  { name = "rates", type = "floats", value = [1, 2.5] },
  { name = "whole", type = "floats", value = [1, 2] },
  { name = "one", type = "float", value = 1 },
  { name = "names", type = "strings", value = ["a", "b"] },
  { name = "table", type = "tensor", value = [1, 2], dtype = "int64" },
]
"""
    only = '[ort]\nimplementation = "export-only"\n'
    toml = HEAD + X + Y_LIKE_X + PYTHON + CUSTOM_NODE + attributes + only + MODEL + EXAMPLE
    for state in both(make_op, verify, toml, kernel=TWICE_CLASS):
        report = state.report()
        assert report.error is None
        assert report.model is not None
        (node,) = onnx.load(report.model).graph.node
        kinds = {a.name: onnx.AttributeProto.AttributeType.Name(a.type) for a in node.attribute}
        assert kinds == {
            "rates": "FLOATS",
            "whole": "FLOATS",
            "one": "FLOAT",
            "names": "STRINGS",
            "table": "TENSOR",
        }


FUNCTION = """
from onnxscript import FLOAT, opset18 as op, script
from onnxscript.values import Opset

@script(Opset("my.functions", 1), default_opset=op)
def Scaled(x: FLOAT[...], alpha: float) -> FLOAT[...]:
    factor = op.Constant(value_float=alpha)
    return x * factor
"""
SCRIPT = """
[[mapping.nodes]]
op = "my.functions::Scaled"
script = "scaled.py"
inputs = ["x"]
outputs = ["y"]
attributes = [{ name = "alpha", type = "float", value = 2.0 }]
"""
SCRIPTED = HEAD + X + Y_LIKE_X + PYTHON + SCRIPT + NONE + MODEL + EXAMPLE


def test_an_onnxscript_function_with_an_attribute(make_op: MakeOp, verify: Verify) -> None:
    for state in both(make_op, verify, SCRIPTED, kernel=TWICE_CLASS, scaled=FUNCTION):
        report = state.report()
        assert agreed(state).node[0].attribute[0].f == 2.0
        assert report.model is not None
        assert [f.name for f in onnx.load(report.model).functions] == ["Scaled"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('alpha", type', 'alfa", type', "has no attribute 'alfa'"),
        (
            'attributes = [{ name = "alpha", type = "float", value = 2.0 }]',
            "",
            "needs its attribute",
        ),
        ("scaled.py", "missing.py", "missing.py"),
    ],
)
def test_an_onnxscript_function_that_does_not_fit(
    make_op: MakeOp, verify: Verify, old: str, new: str, words: str
) -> None:
    assert old in SCRIPTED
    toml = SCRIPTED.replace(old, new, 1)
    error = error_of(make_op, verify, toml, "torchscript", TWICE_CLASS, scaled=FUNCTION)
    assert words in error.message + error.where + error.hint


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return None", "returns nothing"),
        ("return x.numpy()", "gives a numpy.ndarray"),
        ("return {'y': x}", "gives a builtins.dict"),
        ("import sys; sys.exit('needs more')", "sys.exit('needs more')"),
        ("raise KeyError('no')", "no"),
    ],
)
def test_results_that_are_no_tensors(
    make_op: MakeOp, verify: Verify, body: str, words: str
) -> None:
    toml = STANDARD + EXAMPLE
    error = error_of(make_op, verify, toml, "torchscript", f"def Twice(x):\n    {body}\n")
    assert words in error.message
    assert "Traceback" not in error.message


def test_elements_that_are_no_numbers_are_compared_too(make_op: MakeOp, verify: Verify) -> None:
    example = EXAMPLE.replace("seed = 1", "value = [1.0, nan, inf, -inf, 5, 6]")
    toml = STANDARD + example
    state = verify(make_op(toml.replace("EXPORTER", "torchscript"), TWICE_CLASS))
    assert state.report().status == "agrees"


def test_outputs_without_elements_are_told(make_op: MakeOp, verify: Verify) -> None:
    empty = '[[model.inputs]]\narg = "x"\nshape = [0, 3]\n'  # and no axis to try another size of
    toml = STANDARD + empty
    folder = make_op(toml.replace("EXPORTER", "torchscript"), TWICE_CLASS)
    ended = verify(folder).result("compare")
    assert ended is not None
    assert ["nothing was compared" in p.message for p in ended.problems] == [True]


NEWER = """
[mapping]
source = "map.py"
function = "twice"
[[mapping.nodes]]
op = "Mul"
inputs = ["x", "x"]
outputs = ["y"]
"""


def test_a_mapping_in_python_that_is_newer_than_the_opset(make_op: MakeOp, verify: Verify) -> None:
    toml = HEAD + X + Y_LIKE_X + PYTHON + NEWER + NONE + MODEL.replace("18", "14") + EXAMPLE
    text = "def twice(g, x):\n    return g.op('CastLike', g.op('Add', x, x), x)\n"
    error = error_of(make_op, verify, toml, "torchscript", TWICE_CLASS, map=text)
    assert error.message == "'CastLike' exists since opset 15, the model has opset 14"
    assert "model.opset = 15" in error.hint


BARE = FUNCTION.replace("opset18", "opset14").replace("return x * factor", "return 2.0 * x")


def test_a_function_that_is_newer_than_its_opset(make_op: MakeOp, verify: Verify) -> None:
    toml = HEAD + X + Y_LIKE_X + PYTHON + SCRIPT + NONE + MODEL.replace("18", "14") + EXAMPLE
    error = error_of(make_op, verify, toml, "torchscript", TWICE_CLASS, scaled=BARE)
    assert error.message == "'CastLike' exists since opset 15, the function Scaled has opset 14"
    assert "a Constant needs none" in error.hint


@pytest.mark.parametrize("text", ["x * 1", "x + 0", "x", "x.clone()"])
def test_a_kernel_in_python_that_computes_nothing(
    make_op: MakeOp, verify: Verify, text: str
) -> None:
    same = '[[mapping.nodes]]\nop = "Identity"\ninputs = ["x"]\noutputs = ["y"]\n'
    toml = HEAD + X + Y_LIKE_X + PYTHON + same + NONE + MODEL + EXAMPLE
    for state in both(make_op, verify, toml, kernel=f"def Twice(x):\n    return {text}\n"):
        agreed(state)


@pytest.mark.parametrize(
    ("alias", "original"),
    [("arctan", "atan"), ("negative", "neg"), ("absolute", "abs"), ("special_expit", "sigmoid")],
)
def test_an_op_that_is_anothers_other_name(
    make_op: MakeOp, verify: Verify, alias: str, original: str
) -> None:
    only = '[ort]\nimplementation = "export-only"\n'
    installed = '[kernel]\nstyle = "installed"\n'
    toml = (HEAD + X + Y_LIKE_X + installed + CUSTOM_NODE + only + MODEL + EXAMPLE).replace(
        "wb_case::case_op", f"aten::{alias}"
    )
    error = error_of(make_op, verify, toml, "torchscript")
    assert error.message == (
        f"the TorchScript exporter replaced aten::{alias} by its original, aten::{original}"
    )
    assert f'torch = "aten::{original}"' in error.hint
    assert 'exporter = "torch.export"' in error.hint
    fixed = toml.replace(f"aten::{alias}", f"aten::{original}")
    for text, exporter in ((fixed, "torchscript"), (toml, "torch.export")):
        report = verify(make_op(text.replace("EXPORTER", exporter), None)).report()
        assert report.error is None, report.error
