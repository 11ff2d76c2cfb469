"""Mistakes in a symbolic function: told alike by both exporters, at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML, MakeOp, Verify
from tests.pains.told import line_of, told
from workbench.core.pipeline.op_state import OpState

EXPORTERS = ("torchscript", "torch.export")

KERNEL = """
import torch
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 2 * x
"""
SECOND = '[[outputs]]\nname = "z"\ndtype = "x"\nshape = "x.shape"\n\n'
BY = '[[args]]\nname = "by"\ntype = "float"\n\n'


@pytest.fixture
def run(make_op: MakeOp, verify: Verify):
    """``run(exporter, mapping)``: the op's folder and its state after the export."""

    def call(
        exporter: str, mapping: str, kernel: str = KERNEL, more: str = "", example: str = ""
    ) -> tuple[Path, OpState]:
        head, _, rest = TWICE_TOML.partition("[[mapping.nodes]]")
        if more.startswith("[[args"):
            head = head.replace("[[outputs]]", f"{more}[[outputs]]", 1)
            more = ""
        toml = f"""{head}{more}
[kernel]
style = "python"
source = "op.py"
function = "Twice"

[mapping]
source = "mapping.py"
function = "symbolic"

[ort]
implementation = "export-only"

[model]
exporter = "{exporter}"
opset = 18

{rest[rest.index("[[model") : rest.index("[reference]")]}{example}
"""
        folder = make_op(toml, kernel=None)
        (folder / "op.py").write_text(kernel)
        (folder / "mapping.py").write_text(mapping)
        return folder, verify(folder, "graph")

    return call


def symbolic(body: str, arguments: str = "g, x") -> str:
    return f"def symbolic({arguments}):\n    {body}\n"


MISTAKES = {
    # the mapping; words of the message; the line; words of the next step
    "the suffix of an attribute": (
        symbolic('return g.op("my::Twice", x, by=2.0)'),
        "'by' of g.op does not say its type", "by=2.0", "by_f (float)",
    ),
    "an unknown suffix": (
        symbolic('return g.op("my::Twice", x, by_q=2.0)'), "'by_q'", "by_q=2.0", "by_f (float)",
    ),
    "another suffix": (
        symbolic('return g.op("my::Twice", x, by_i=2.5)'), "'by_i' cannot be 2.5", "by_i=2.5", "by_f",
    ),
    "no domain": (
        symbolic('return g.op("Twice", x)'), "Twice has no domain", '"Twice"', '"custom::Twice"',
    ),
    "a standard operator's name": (
        symbolic('return g.op("Sigmod", x)'), "Sigmod has no domain", '"Sigmod"', "is Sigmoid meant?",
    ),
    "a name": (symbolic('return h.op("my::Twice", x)'), "'h' is not defined", "h.op", ""),
    "the syntax": (symbolic('return g.op("my::Twice", x'), "never closed", "g.op(", ""),
    "no return": (symbolic('g.op("my::Twice", x)'), "returns nothing", "def symbolic", "return g.op"),
    "the arguments": (
        symbolic('return g.op("my::Twice")', "g"), "symbolic() takes 1", "def symbolic(g)", "def symbolic(g, x)",
    ),
    "an import": ("import torch.onnx.nothing\n", "No module named", "import torch", ""),
    "an import that torch has moved": (
        "from torch.onnx import _type_utils\n" + symbolic("return x"),
        "_type_utils", "import _type_utils", "torch.onnx._internal.torchscript_exporter import _type_utils",
    ),
    "too many outputs": (
        symbolic('return g.op("my::Twice", x, outputs=3)'),
        "returns 3 values, and the op has 1 output", "def symbolic", "one output",
    ),
    "a tuple of one": (
        symbolic('y, z = g.op("my::Twice", x)\n    return y'), "unpacked into several", "y, z =", "outputs=1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("exporter", EXPORTERS)
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_at_its_line(run, exporter: str, name: str) -> None:
    mapping, words, line, hint = MISTAKES[name]
    folder, state = run(exporter, mapping)
    problem = told(state)
    assert words in problem.message
    assert "<class" not in problem.message
    assert line in line_of(folder, problem)
    assert hint in problem.hint


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_a_function_that_is_not_there(run, exporter: str) -> None:
    folder, state = run(exporter, 'def symbolik(g, x):\n    return g.op("my::Twice", x)\n')
    problem = told(state)
    assert problem.message == "the file defines no function 'symbolic'"
    assert problem.file == str(folder / "mapping.py")
    assert "symbolik" in problem.hint


TWO_KERNEL = KERNEL.replace("2 * x", "2 * x, 3 * x")


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_mmcv_2249_several_outputs_need_their_number(run, exporter: str) -> None:
    """And pytorch 48930: one value for two outputs."""
    folder, state = run(exporter, symbolic('return g.op("my::Twice", x)'), TWO_KERNEL, SECOND)
    problem = told(state)
    assert "returns 1 value, and the op has 2 outputs" in problem.message
    assert "def symbolic" in line_of(folder, problem)
    assert "outputs=2" in problem.hint
    mended = symbolic('return g.op("my::Twice", x, outputs=2)')
    assert run(exporter, mended, TWO_KERNEL, SECOND)[1].report("graph").status == "exported"


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_pytorch_145261_none_for_an_input_ends_no_process(run, exporter: str) -> None:
    _, state = run(exporter, symbolic('return g.op("my::Twice", x, None)'))
    assert state.report("graph").status == "exported"
    folder, state = run(exporter, symbolic('return g.op("Mul", x, None)'))
    problem = told(state)
    assert "passes None to Mul as its input 'B'" in problem.message
    assert '"Mul", x, None' in line_of(folder, problem)


BY_KERNEL = KERNEL.replace("ctx, x", "ctx, x, by").replace("2 * x", "by * x")
BY_EXAMPLE = '[[model.inputs]]\narg = "by"\nvalue = 2.0\n'
PARSED = """
from torch.onnx.symbolic_helper import parse_args
@parse_args("v")
def symbolic(g, x, by):
    return g.op("my::Twice", x, by_f=by)
"""


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_parse_args_with_fewer_words_than_arguments(run, exporter: str) -> None:
    folder, state = run(exporter, PARSED, BY_KERNEL, BY, BY_EXAMPLE)
    problem = told(state)
    assert "@parse_args describes 1 of the 2 arguments" in problem.message
    assert line_of(folder, problem)
    assert run(exporter, PARSED.replace('("v")', '("v", "f")'), BY_KERNEL, BY, BY_EXAMPLE)[1].report(
        "graph"
    ).status == "exported"  # fmt: skip


KERNELS = {
    # the kernel; words of the message; the line; words of the next step
    "the syntax": (KERNEL.replace("2 * x", "2 * * x"), "SyntaxError", "2 * * x", ""),
    "a name": (KERNEL.replace("2 * x", "2 * z"), "'z' is not defined", "2 * z", ""),
    "the class": (KERNEL.replace("Twice", "Thrice"), "'Twice'", "", "class Twice"),
    "the arguments": (KERNEL.replace("ctx, x", "ctx"), "forward()", "", "def forward(ctx, x)"),
    "no return": (KERNEL.replace("return ", ""), "returns nothing", "", "End it with return."),
    "the shape": (KERNEL.replace("2 * x", "x.sum()"), "float32[], declared is", "", "shape rule"),
}


@pytest.mark.parametrize("name", KERNELS)
def test_a_mistake_in_a_kernel_in_python(run, name: str) -> None:
    kernel, words, line, hint = KERNELS[name]
    folder, state = run("torchscript", symbolic('return g.op("my::Twice", x)'), kernel)
    problem = told(state)
    assert words in problem.message
    assert not line or line in line_of(folder, problem)
    assert hint in problem.hint
