"""What may be None where an op has tensors: said before anything is built."""

from __future__ import annotations

import pytest

from workbench.core.errors import UserError
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.drafts.blank import blank_draft
from workbench.importers.drafts.from_schema import draft_from_schema
from workbench.importers.schemas.torch_schema import parse_schema


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("f(Tensor x) -> Tensor?", "returns Tensor?, and an output is always there"),
        ("f(Tensor x) -> (Tensor, Tensor?)", "returns Tensor?, and an output is always there"),
        ("f(Tensor x) -> Tensor?[]", "returns Tensor?[], and an output is always there"),
    ],
)
def test_an_op_of_ones_own_that_may_lack_a_tensor_is_refused(schema: str, words: str) -> None:
    with pytest.raises(UserError) as caught:
        blank_draft(schema)
    assert words in caught.value.problem.message


def test_a_list_that_may_lack_tensors_is_one_of_the_declaration() -> None:
    schema = parse_schema("lib::f(Tensor x, Tensor?[] xs) -> Tensor", "lib")
    assert draft_from_schema(schema, "f").op.args[1].type == "tensor?[]"
    of_ones_own = blank_draft("f(Tensor x, Tensor?[] xs) -> Tensor")
    assert of_ones_own.op.args[1].type == "tensor?[]"
    assert "wb::OptionalTensorList<const float> xs" in "".join(of_ones_own.texts.values())


@pytest.mark.parametrize(
    ("kind", "converts"),
    [
        ("const c10::List<std::optional<at::Tensor>>&", False),
        ("torch::List<c10::optional<torch::Tensor>>", False),
        ("const std::vector<std::optional<at::Tensor>>&", True),
        ("at::ArrayRef<std::optional<at::Tensor>>", True),
    ],
)
def test_the_same_of_a_plain_function(kind: str, converts: bool) -> None:
    texts = {"a.cpp": f"at::Tensor f(const at::Tensor& x, {kind} xs) {{ return x; }}"}
    made = draft_of(find_candidates(texts)[0], texts)
    assert made.op.args[1].type == "tensor?[]"
    assert (len(made.texts) > 1) == converts, "a list of torch's own needs no function between"


@pytest.mark.parametrize(
    "kind", ["std::vector<std::optional<at::Tensor>>", "c10::List<std::optional<at::Tensor>>"]
)
def test_a_list_of_results_that_may_be_missing_gives_tensors_without_elements(kind: str) -> None:
    texts = {"a.cpp": f"{kind} f(const at::Tensor& x, int64_t n) {{ return g(x, n); }}"}
    made = draft_of(find_candidates(texts)[0], texts)
    assert made.op.outputs[0].type == "tensor[]"
    (wrapper,) = (text for name, text in made.texts.items() if name != "a.cpp")
    assert "result && result->defined() ? *result : at::empty({0}, x.options())" in wrapper
    assert any(
        g.key == "outputs[0].shape" and "a tensor without elements" in g.message for g in made.gaps
    )


def test_the_same_of_one_that_c_registers() -> None:
    texts = {
        "a.cpp": "at::Tensor f(const at::Tensor& x, const c10::List<std::optional<at::Tensor>>& xs) { return x; }"
        'TORCH_LIBRARY(l, m) { m.def("f(Tensor x, Tensor?[] xs) -> Tensor", &f);'
        ' m.def("g(Tensor x) -> Tensor?"); }'
    }
    by_name = {c.name: c for c in find_candidates(texts)}
    made = draft_of(by_name["l::f"], texts)
    assert made.op.args[1].type == "tensor?[]"
    assert "returns Tensor?, and an output is always there" in by_name["l::g"].problem
