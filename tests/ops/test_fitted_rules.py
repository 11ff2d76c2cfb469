"""A declared shape that is not the kernel's: the message names a rule that fits what the kernel gave."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Verify
from workbench.core.pipeline.op_state import ErrorReport

TOML = """
schema = 1
name = "made"
torch = "wb_fit::made"
args = [{ name = "a" }, { name = "b" }, { name = "k", type = "int" }]
outputs = [{ name = "y", dtype = "DTYPE", shape = "a.shape" }]

[kernel]
style = "python"
source = "made.py"
function = "Made"

[[mapping.nodes]]
op = "wb.fit::Made"
inputs = ["a", "b"]
outputs = ["y"]
attributes = [{ name = "k", type = "int", arg = "k" }]

[ort]
implementation = "export-only"

[[model.inputs]]
arg = "a"
shape = [2, 3]

[[model.inputs]]
arg = "b"
shape = [4, 3]

[[model.inputs]]
arg = "k"
value = 5
"""
KERNEL = """
import torch

class Made(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b, k):
        {body}
"""


def problem(verify: Verify, folder: Path, body: str, dtype: str = "float32") -> ErrorReport:
    (folder / "op.toml").write_text(TOML.replace("DTYPE", dtype))
    (folder / "made.py").write_text(KERNEL.format(body=body))
    error = verify(folder).report().error
    assert error is not None
    return error


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("return torch.zeros(len(a), len(b))", "a.shape[:-1] + b.shape[:-1]"),
        ("return torch.zeros(len(a), k)", "[a.shape[0], k]"),
        ("return torch.zeros(len(b), len(a) + k)", "[b.shape[0], a.shape[0] + k]"),
    ],
)
def test_a_rule_that_fits_other_sizes_too_is_named(
    verify: Verify, tmp_path: Path, body: str, rule: str
) -> None:
    found = problem(verify, tmp_path, body)
    assert "the kernel gives 'y' as" in found.message
    assert f'shape = "{rule}"' in found.hint


def test_all_that_does_not_fit_is_named_at_once(verify: Verify, tmp_path: Path) -> None:
    more = 'outputs = [{ name = "z", dtype = "a", shape = "b.shape" }, '
    text = TOML.replace("outputs = [{", f"{more}{{", 1)
    text = text.replace('outputs = ["y"]', 'outputs = ["z", "y"]').replace("DTYPE", "float32")
    (tmp_path / "op.toml").write_text(text)
    body = "return torch.zeros(k, dtype=torch.int32), a.transpose(0, 1).clone()"
    (tmp_path / "made.py").write_text(KERNEL.format(body=body))
    error = verify(tmp_path).report().error
    assert error is not None
    assert (
        'z: dtype = "int32", shape = "[k]"; y: shape = "a.shape[1:] + a.shape[:-1]"' in error.hint
    )


def test_an_element_type_that_fits_is_named(verify: Verify, tmp_path: Path) -> None:
    found = problem(verify, tmp_path, "return torch.zeros(a.shape, dtype=torch.int64)")
    assert 'dtype = "int64"' in found.hint


@pytest.mark.parametrize(
    "body",
    [
        "if len(a) > 2 or len(b) > 4 or a.size(1) > 3: import os; os.abort()\n"
        "        return torch.zeros(7)",
        "if len(a) > 2 or len(b) > 4 or a.size(1) > 3: raise ValueError\n"
        "        return torch.zeros(7)",
    ],
)
def test_of_a_kernel_that_takes_no_other_sizes_only_how_many_there_are_is_named(
    verify: Verify, tmp_path: Path, body: str
) -> None:
    found = problem(verify, tmp_path, body)
    assert "the kernel gives 'y' as float32[7]" in found.message
    assert 'This fits here: y: shape = "[unknown]".' in found.hint


@pytest.mark.parametrize("fixed", [False, True])
def test_a_size_that_depends_on_the_elements_is_none_of_a_rule(
    verify: Verify, tmp_path: Path, fixed: bool
) -> None:
    text = TOML.replace("shape = [2, 3]", "shape = [2]\nvalue = [0, 3]").replace("DTYPE", "float32")
    (tmp_path / "op.toml").write_text(text)
    body = "assert a[-1] == 3 or not ORDER\n        return torch.zeros(int(a[-1]) + 1, len(b))"
    body = body.replace("ORDER", str(fixed))
    (tmp_path / "made.py").write_text(KERNEL.format(body=body))
    error = verify(tmp_path).report().error
    assert error is not None
    assert 'y: shape = "[unknown, b.shape[0]]"' in error.hint


def test_the_element_type_of_what_may_be_none_is_named_itself(
    verify: Verify, tmp_path: Path
) -> None:
    text = TOML.replace("DTYPE", "int32").replace(
        '{ name = "b" }', '{ name = "b", optional = true }'
    )
    text = text.replace('{ name = "a" }', '{ name = "a", dtype = "int64" }')
    (tmp_path / "op.toml").write_text(text)
    (tmp_path / "made.py").write_text(KERNEL.format(body="return torch.zeros(a.shape)"))
    error = verify(tmp_path).report().error
    assert error is not None
    assert 'y: dtype = "float32".' in error.hint


def test_how_many_sizes_the_tensors_of_a_list_have_is_named(verify: Verify, tmp_path: Path) -> None:
    text = TOML.replace(
        'shape = "a.shape" }', 'shape = "[unknown]", type = "tensor[]", count = "2" }'
    )
    (tmp_path / "op.toml").write_text(text.replace("DTYPE", "a"))
    body = "return list(torch.chunk(a + 0, 2, 0))"
    (tmp_path / "made.py").write_text(KERNEL.format(body=body))
    report = verify(tmp_path).report()
    assert report.error is not None
    assert 'This fits here: y: shape = "[unknown, unknown]"' in report.error.hint
    (problem,) = [p for p in report.problems if p.fitting]
    assert problem.fitting == (("outputs[0].shape", "[unknown, unknown]"),)


def test_a_size_of_a_tensor_that_has_one_size_only_is_no_number(
    verify: Verify, tmp_path: Path
) -> None:
    text = TOML.replace("shape = [4, 3]", "shape = [4]\nvalue = [0, 1, 1, 2]").replace("DTYPE", "a")
    (tmp_path / "op.toml").write_text(text)
    body = "return torch.zeros(len(b) - 1, a.size(1))"
    (tmp_path / "made.py").write_text(KERNEL.format(body=body))
    report = verify(tmp_path).report()
    (problem,) = [p for p in report.problems if p.fitting]
    assert problem.fitting == (("outputs[0].shape", "[unknown, a.shape[1]]"),)


def test_a_number_that_is_a_size_is_no_axis(verify: Verify, tmp_path: Path) -> None:
    text = TOML.replace("value = 5", "value = 1").replace("DTYPE", "a")
    (tmp_path / "op.toml").write_text(text)
    (tmp_path / "made.py").write_text(KERNEL.format(body="return torch.zeros(len(b), k)"))
    report = verify(tmp_path).report()
    (problem,) = [p for p in report.problems if p.fitting]
    assert problem.fitting == (("outputs[0].shape", "[b.shape[0], k]"),)


def test_a_result_that_the_arguments_leave_empty_gives_no_size(
    verify: Verify, tmp_path: Path
) -> None:
    """A made-up threshold that nothing passes says nothing of how many places there may be."""
    found = problem(verify, tmp_path, "return torch.nonzero(a.sin() > k)")
    assert found.hint.startswith("With these arguments 'y' is empty: others, on the Model page")
    assert 'dtype = "int64", shape = "[unknown, 2]"' in found.hint
    found = problem(verify, tmp_path, "return torch.nonzero(a.sin() > k - 5)")
    assert found.hint.startswith("This fits here")
    assert 'shape = "[unknown, 2]"' in found.hint
