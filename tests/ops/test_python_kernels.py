"""Kernels and mappings in Python, and ops that torch has already."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, agreed
from tests.ops.parts import (
    CUSTOM_NODE,
    DOUBLE,
    EXAMPLE,
    KERNEL_WITH_SCALE,
    MODEL,
    NONE,
    PYTHON,
    STANDARD,
    TWICE_CLASS,
    WITH_SCALE,
    Y_LIKE_X,
    X,
    both,
    error_of,
)

# -- kernels in Python


def test_an_autograd_function(make_op: MakeOp, verify: Verify) -> None:
    toml = STANDARD + EXAMPLE
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
    toml = STANDARD + EXAMPLE
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


OWN_SYMBOLIC = (
    TWICE_CLASS
    + """
    @staticmethod
    def symbolic(g, x):
        return g.op("Add", x, x)
"""
)
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
    for state in both(make_op, verify, toml, kernel=OWN_SYMBOLIC):
        assert agreed(state).node[-1].op_type == "Add"


def test_a_mapping_in_python_to_a_custom_node(make_op: MakeOp, verify: Verify) -> None:
    """The nodes say what ONNX Runtime's library must hold; the Python makes them."""
    toml = WITH_SCALE + WRITTEN + CUSTOM_NODE.replace('["x"]', '["x", "bias"]')
    toml += '[[mapping.nodes.attributes]]\nname = "scale"\ntype = "float"\narg = "scale"\n'
    toml += MODEL + EXAMPLE + '[[model.inputs]]\narg = "scale"\nvalue = 3.0\n'
    toml += '[reference]\npython = "x * scale"\n'
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
        (
            '    return g.op("Relu", x), g.op("Relu", x)',
            "returns 2 values, and the op has 1 output",
        ),
        ("    return None", "the mapping returns nothing"),
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


def test_a_class_of_ones_own_symbolic_is_the_mapping_where_there_is_none(
    make_op: MakeOp, verify: Verify
) -> None:
    toml = HEAD + X + Y_LIKE_X + PYTHON + NONE + MODEL + EXAMPLE
    for state in both(make_op, verify, toml, kernel=OWN_SYMBOLIC):
        assert agreed(state).node[-1].op_type == "Add"
        assert state.report().problems == ()
    error = error_of(make_op, verify, toml, "torchscript", TWICE_CLASS)
    assert "there is no mapping, and 'Twice' has no symbolic of its own" in str(error)


def test_a_symbolic_that_is_not_used_is_reported_at_its_line(
    make_op: MakeOp, verify: Verify
) -> None:
    toml = STANDARD + EXAMPLE
    line = OWN_SYMBOLIC[: OWN_SYMBOLIC.index("def symbolic")].count("\n")
    for state in both(make_op, verify, toml, kernel=OWN_SYMBOLIC):
        assert agreed(state).node[-1].op_type == "Mul"
        (problem,) = [p for p in state.report().problems if "not the symbolic of" in p.message]
        assert problem.severity == "warning"
        assert problem.file.endswith("kernel.py")
        assert abs(problem.line - line) <= 1
        assert 'function = "Twice.symbolic"' in problem.hint
    used = toml.replace(DOUBLE, '[mapping]\nsource = "kernel.py"\nfunction = "Twice.symbolic"\n')
    for state in both(make_op, verify, used, kernel=OWN_SYMBOLIC):
        assert agreed(state).node[-1].op_type == "Add"
        assert state.report().problems == ()
