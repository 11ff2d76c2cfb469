"""A reference that is none: it computes with the op itself, or ends the process."""

from __future__ import annotations

import pytest

from tests.conftest import TWICE_TOML, UNVERIFIED_TOML, MakeOp, Verify, error_of
from tests.engine.building import kernel_with

FILE_TOML = UNVERIFIED_TOML + '\n[reference]\nsource = "ref.py"\n'
CASES = """
[[model.cases]]
name = "more"

[[model.cases.inputs]]
arg = "x"
shape = [4, 3]
"""
WRONG = kernel_with("for (int64_t i = 0; i < y.numel(); ++i) y[i] = 3 * x[i];")
SCRIPTED = """
import torch

@torch.jit.script
def by_script(x: torch.Tensor):
    return torch.ops.wb_test.twice(x)

def twice(x):
    return by_script(x)
"""
CAUGHT = """
import torch

def twice(x):
    try:
        return torch.ops.wb_test.twice(x)
    except RuntimeError:
        return 3 * x
"""
INFERENCE = """
import torch

def twice(x):
    with torch.inference_mode():
        return torch.ops.wb_test.twice.default(x)
"""


IN_PYTHON = """
import torch

class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 3 * x
"""


def test_an_expression_that_calls_the_op(make_op: MakeOp, verify: Verify) -> None:
    toml = TWICE_TOML.replace('"2 * x"', '"torch.ops.wb_test.twice(x)"')
    error = error_of(verify(make_op(toml, WRONG)))
    assert error.kind == "reference"
    assert "wb_test::twice itself" in error.message


@pytest.mark.parametrize("text", [SCRIPTED, CAUGHT, INFERENCE])
def test_a_function_that_calls_the_op_in_whichever_way(
    make_op: MakeOp, verify: Verify, text: str
) -> None:
    folder = make_op(FILE_TOML, WRONG)
    (folder / "ref.py").write_text(text)
    error = error_of(verify(folder))
    assert "wb_test::twice itself" in error.message


def test_the_op_is_itself_again_after_its_reference(make_op: MakeOp, verify: Verify) -> None:
    """The second set and the further sizes run after the first one's reference."""
    state = verify(make_op(TWICE_TOML.replace("[reference]", f"{CASES}\n[reference]")))
    assert state.report().status == "agrees"


@pytest.mark.parametrize("call", ["kernel.Twice.apply(x)", "kernel.Twice.forward(None, x)"])
def test_a_function_that_calls_the_python_kernel(
    make_op: MakeOp, verify: Verify, call: str
) -> None:
    style = '\n[kernel]\nstyle = "python"\nsource = "kernel.py"\nfunction = "Twice"\n'
    toml = FILE_TOML.replace("[[mapping", f"{style}\n[[mapping")
    toml += '\n[ort]\nimplementation = "export-only"\n'
    folder = make_op(toml, kernel=None)
    (folder / "kernel.py").write_text(IN_PYTHON)
    (folder / "ref.py").write_text(f"import kernel\n\ndef twice(x):\n    return {call}\n")
    error = error_of(verify(folder))
    assert "itself, which proves nothing" in error.message


@pytest.mark.parametrize(
    ("code", "seen"),
    [("os._exit(0)", "exit status 0"), ("ctypes.string_at(0)", "segmentation fault")],
)
def test_a_reference_that_ends_the_process_is_named_and_not_the_kernel(
    make_op: MakeOp, verify: Verify, code: str, seen: str
) -> None:
    folder = make_op(FILE_TOML)
    (folder / "ref.py").write_text(f"import ctypes, os\n\ndef twice(x):\n    {code}\n")
    error = error_of(verify(folder))
    assert seen in error.message
    assert error.message.endswith("while running the reference")
    assert error.hint.startswith("Does the reference call ")


def test_one_that_gives_no_tensor_says_its_line(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(FILE_TOML)
    (folder / "ref.py").write_text("def twice(x):\n    y = 2 * x\n    return y, y\n")
    error = error_of(verify(folder))
    assert "the reference must give 1 tensor (y), and gives (Tensor, Tensor)" in error.message
    assert error.where == f"{folder / 'ref.py'}:3"


def test_one_of_another_shape_says_its_line(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(FILE_TOML)
    (folder / "ref.py").write_text("def twice(x):\n    y = 2 * x\n    return y.flatten()\n")
    error = error_of(verify(folder))
    assert "the reference gives 'y' with shape [6], declared is [2, 3]" in error.message
    assert error.where == f"{folder / 'ref.py'}:3"


def test_one_with_other_arguments_says_its_line_and_those_of_the_op(
    make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(FILE_TOML)
    (folder / "ref.py").write_text(
        "import torch\n\ndef twice(points, k=2):\n    return k * points\n"
    )
    error = error_of(verify(folder))
    assert error.message == "'twice' takes other arguments than the op's: (points, k=2)"
    assert error.hint == "Define: def twice(x)"
    assert error.where == f"{folder / 'ref.py'}:3"
    (folder / "ref.py").write_text("def twice(**given):\n    return 2 * given['x']\n")
    assert verify(folder).report().status == "agrees"


def test_an_expression_of_another_shape_names_its_field(make_op: MakeOp, verify: Verify) -> None:
    error = error_of(verify(make_op(TWICE_TOML.replace('"2 * x"', '"2 * x.T"'))))
    assert "the reference gives 'y' with shape [3, 2], declared is [2, 3]" in error.message
    assert error.where == "reference.python"
