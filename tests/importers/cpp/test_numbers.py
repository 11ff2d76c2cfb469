"""C++ functions that give numbers, of which an op gives tensors."""

from __future__ import annotations

import pytest

from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.search.offered import offered
from workbench.importers.drafts.draft import Draft


def draft(text: str) -> Draft:
    made = draft_of(find_candidates({"a.cpp": text})[0], {"a.cpp": text})
    assert check_op(made.op) == []
    return made


@pytest.mark.parametrize(
    ("result", "outputs", "made_by"),
    [
        (
            "double",
            [("float64", "[]")],
            "at::scalar_tensor(static_cast<double>(results), at::kDouble)",
        ),
        (
            "int64_t",
            [("int64", "[]")],
            "at::scalar_tensor(static_cast<int64_t>(results), at::kLong)",
        ),
        ("bool", [("bool", "[]")], "at::scalar_tensor(static_cast<bool>(results), at::kBool)"),
        (
            "std::vector<float>",
            [("float64", "[unknown]")],
            "at::tensor(std::vector<double>(results",
        ),
        (
            "std::tuple<int64_t, double>",
            [("int64", "[]"), ("float64", "[]")],
            "std::get<1>(results)",
        ),
    ],
)
def test_numbers_alone_are_results_as_tensors(
    result: str, outputs: list[tuple[str, str]], made_by: str
) -> None:
    made = draft(f"{result} measure(const at::Tensor& x) {{ return compute(x); }}\n")
    assert [(o.dtype, o.shape) for o in made.op.outputs] == outputs
    assert made_by in made.texts["measure_op.cpp"]
    assert any("gives a" in g.message for g in made.gaps if g.key == "outputs[0].dtype")


def test_a_number_of_several_tensors_is_the_result_where_none_of_them_is_written() -> None:
    made = draft("int64_t both(at::Tensor x, at::Tensor y) { return x.numel() + y.numel(); }")
    assert [a.name for a in made.op.args] == ["x", "y"]
    assert [(o.dtype, o.shape) for o in made.op.outputs] == [("int64", "[]")]


def test_a_helper_that_gives_a_number_is_no_choice_beside_an_op() -> None:
    helper = "int64_t rank_of(const at::Tensor& x) { return x.dim(); }\n"
    op = "at::Tensor twice(const at::Tensor& x) { return x * rank_of(x); }\n"
    choices = offered({"a.cpp": helper + op})
    assert [c.name for c in choices.meant] == ["twice"]
    assert [c.name for c in choices.shown] == ["twice", "rank_of"]
    assert [c.name for c in offered({"a.cpp": helper}).meant] == ["rank_of"]
