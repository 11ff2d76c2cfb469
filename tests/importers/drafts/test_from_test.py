"""Examples and reference off a Python test; nothing of it is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from workbench.core.check import check_op
from workbench.core.errors import UserError
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.drafts.draft import Draft
from workbench.importers.drafts.from_test import with_test

CPP = """
at::Tensor muladd(const at::Tensor& a, const at::Tensor& b, const at::Tensor& i, double c, bool flip) {
  return a * b + c;
}
"""
TEST = """
import math
import torch
import ext
raise SystemExit("nobody runs this")

N = 5

def helper(x):
    return x * math.pi / math.pi

def reference_muladd(a, b, i, c, flip):
    return helper(a) * b + c

def test_it():
    a = torch.randn(2, N, dtype=torch.float64).cuda()
    b, i = torch.rand((2, N)).double(), torch.randint(0, 4, (3,))
    expected = reference_muladd(a, b, i, 2.5, flip=True)
    torch.testing.assert_close(ext.ops.muladd(a, b, i, 2.5, flip=True), expected)
"""


def draft() -> Draft:
    texts = {"a.cpp": CPP}
    return draft_of(find_candidates(texts)[0], texts)


def test_examples_and_reference(tmp_path: Path) -> None:
    path = tmp_path / "test_ext.py"
    path.write_text(TEST)
    made = with_test(draft(), path, ["muladd"])
    assert check_op(made.op) == []
    a, b, i, c, flip = made.op.model.inputs
    assert (a.shape, a.generator, made.op.args[0].dtype) == ((2, 5), "normal", "float64")
    assert (b.shape, b.generator, made.op.args[1].dtype) == ((2, 5), "uniform", "float64")
    assert (i.shape, i.generator, i.high, made.op.args[2].dtype) == ((3,), "integers", 4.0, "int64")
    assert (c.value, flip.value) == (2.5, True)
    assert (made.op.reference.source, made.op.reference.function) == (
        "reference.py", "reference_muladd",
    )  # fmt: skip
    text = made.texts["reference.py"]
    assert "import math" in text
    assert "def helper" in text
    assert "import ext" not in text
    assert "SystemExit" not in text
    assert not any(g.key.startswith("model.inputs") for g in made.gaps)


def test_what_the_test_does_not_say_is_told_as_made_up(tmp_path: Path) -> None:
    path = tmp_path / "test_ext.py"
    path.write_text(
        "def test(x):\n    ext.muladd(load('a'), torch.tensor([[1.5, 2], [3, 4]]), x, c=1.0)\n"
    )
    made = with_test(draft(), path, ["muladd"])
    assert made.op.model.inputs[1].value == (1.5, 2, 3, 4)
    assert made.op.model.inputs[1].shape == (2, 2)
    assert not made.op.reference.declared
    told = next(g.message for g in made.gaps if g.key == "model.inputs")
    assert "does not say a, i, flip" in told


@pytest.mark.parametrize(
    ("text", "told"), [("def f(:\n", "it is no Python"), ("x = 1\n", "it calls no muladd")]
)
def test_a_file_that_says_nothing(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "test_ext.py"
    path.write_text(text)
    with pytest.raises(UserError, match=told):
        with_test(draft(), path, ["muladd"])


def test_a_tensor_that_results_are_written_into_is_not_given(tmp_path: Path) -> None:
    cpp = CPP.replace("bool flip", "std::optional<at::Tensor> out")
    texts = {"a.cpp": cpp}
    path = tmp_path / "test_ext.py"
    path.write_text(
        "def test_it():\n    a = torch.randn(2, 5)\n    i = torch.randint(0, 4, (3,))\n"
        "    ext.muladd(a, a, i, 2.0, out=torch.zeros(2, 5))\n"
    )
    op = with_test(draft_of(find_candidates(texts)[0], texts), path, {"muladd"}).op
    assert op.example("out") is None or op.example("out").none


SEVERAL = """
import torch
from mylib import muladd, twice

def naive_twice(a, b, i, c, flip):
    return a * 2

{own}

def test_it():
    muladd(torch.ones(2), torch.ones(2), None, 1.0, False)
    twice(torch.ones(2))
"""


@pytest.mark.parametrize(
    ("own", "taken"),
    [
        ("def reference_muladd(a, b, i, c, flip):\n    return a * b + c\n", "reference_muladd"),
        ("def muladd_py(a, b, i, c, flip):\n    return a * b + c\n", "muladd_py"),
        ("def reference(a, b, i, c, flip):\n    return a * b + c\n", "reference"),
        ("", ""),
    ],
)
def test_of_several_references_the_ops_own_is_taken(own: str, taken: str, tmp_path: Path) -> None:
    """That of another function of the library would be a wrong truth."""
    path = tmp_path / "test_ext.py"
    path.write_text(SEVERAL.format(own=own))
    made = with_test(draft(), path, ["muladd"]).op
    assert made.reference.function == taken


def test_a_reference_whose_parameters_have_other_names_is_called_by_the_arguments_names(
    tmp_path: Path,
) -> None:
    path = tmp_path / "test_ext.py"
    path.write_text(TEST.replace("reference_muladd(a, b, i, c, flip)", "naive(x, y, n, c, f)"))
    made = with_test(draft(), path, ["muladd"])
    assert made.op.reference.function == "naive_by_name"
    own: dict[str, Any] = {}
    text = made.texts["reference.py"].replace("return helper(a) * b + c", "return x * y + c")
    exec(text, own)
    assert own["naive_by_name"](a=2, b=3, i=None, c=1, flip=False) == 7


@pytest.mark.parametrize(
    ("text", "shape", "value"),
    [
        ("torch.arange(6).reshape(2, 3)", (2, 3), (0, 1, 2, 3, 4, 5)),
        ("torch.arange(1, 7, 2).view(-1, 1)", (3, 1), (1, 3, 5)),
        ("torch.arange(4, dtype=torch.float32).reshape((2, 2)).cuda()", (2, 2), (0, 1, 2, 3)),
        ("torch.tensor([1, 2]).view(2, 1)", (2, 1), (1, 2)),
        ("torch.randn(6).reshape(3, 2)", (3, 2), UNSET),
    ],
)
def test_numbers_in_a_row_and_other_sizes_of_them(
    text: str, shape: tuple[int, ...], value: object, tmp_path: Path
) -> None:
    path = tmp_path / "test_ext.py"
    path.write_text(f"def test():\n    muladd({text}, {text}, {text}, 1.0, False)\n")
    first = with_test(draft(), path, ["muladd"]).op.model.inputs[0]
    assert (first.shape, first.value) == (shape, value)


@pytest.mark.parametrize(
    "text", ["torch.arange(n)", "torch.arange(10**9)", "torch.arange(6).reshape(4, 2)", "x.view(2)"]
)
def test_what_cannot_be_told_is_made_up(text: str, tmp_path: Path) -> None:
    path = tmp_path / "test_ext.py"
    path.write_text(f"def test():\n    muladd({text}, {text}, {text}, 1.0, False)\n")
    made = with_test(draft(), path, ["muladd"])
    assert any("does not say a, b, i" in g.message for g in made.gaps)


def test_a_tensor_from_the_test_has_other_elements_than_those_of_a_list(tmp_path: Path) -> None:
    cpp = "at::Tensor f(at::TensorList xs, const at::Tensor& w, std::optional<at::Tensor> m) { return w; }"
    texts = {"a.cpp": "#include <torch/torch.h>\n" + cpp}
    path = tmp_path / "test_ext.py"
    path.write_text("def test_it():\n    ext.f(parts(), torch.randn(4), torch.randn(4))\n")
    op = with_test(draft_of(find_candidates(texts)[0], texts), path, {"f"}).op
    assert [e.arg for e in op.model.inputs] == ["xs[0]", "xs[1]", "w", "m"]
    assert len({e.seed for e in op.model.inputs}) == 4
