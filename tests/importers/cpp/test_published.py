"""What published C++ has that a first reading gets wrong."""

from __future__ import annotations

import pytest

from workbench.core.declaration.names import name_problem
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates


def test_code_that_nobody_compiles_is_not_offered() -> None:
    text = """
    #if 0
    at::Tensor gone(at::Tensor x) { return x; }
    #if WITH
    TORCH_LIBRARY(a, m) { m.def("gone2(Tensor x) -> Tensor"); }
    #endif
    #else
    at::Tensor here(at::Tensor x) { return x; }
    #endif
    #if 0 // an unclosed one leaves out nothing that can be told
    at::Tensor too(at::Tensor x) { return x; }
    """
    found = find_candidates({"a.cpp": text})
    assert {c.name for c in found} == {"here", "too"}
    assert next(c.line for c in found if c.name == "here") == 8


def test_what_is_called_comes_before_what_it_calls() -> None:
    text = """
    at::Tensor roi_forward_impl(at::Tensor x) { return x; }
    at::Tensor roi_forward_cuda(at::Tensor x);
    at::Tensor only_declared(at::Tensor x);
    at::Tensor roi_forward(at::Tensor x) { return roi_forward_impl(x); }
    """
    assert find_candidates({"a.cpp": text})[0].name == "roi_forward"


def test_a_kernel_of_an_overload_of_torchs_own_is_no_op() -> None:
    text = """
    at::Tensor stretch(at::Tensor x) { return x; }
    at::Tensor add(const at::Tensor& a, const at::Tensor& b, const at::Scalar& s) { return a; }
    TORCH_LIBRARY_IMPL(aten, CPU, m) { m.impl("add.Tensor", add); }
    """
    found = {c.name: c for c in find_candidates({"a.cpp": text})}
    assert "overload name 'Tensor'" in found["aten::add.Tensor"].problem
    assert not found["stretch"].problem


def test_a_schema_without_a_kernel_says_which_file_is_missing() -> None:
    schema = 'TORCH_LIBRARY_FRAGMENT(tv, m) { m.def("f(Tensor x) -> Tensor"); }'
    kernel = """
    at::Tensor f(const at::Tensor& x) { return x; }
    TORCH_LIBRARY_IMPL(tv, CPU, m) { m.impl("f", f); }
    """
    for texts, missing in (({"a.cpp": schema}, True), ({"a.cpp": schema, "b.cpp": kernel}, False)):
        first = find_candidates(texts)[0]
        gaps = [g.message for g in draft_of(first, texts).gaps]
        assert first.name == "tv::f"
        assert any("without a kernel" in g for g in gaps) == missing


def test_tensors_after_the_result_are_asked_about() -> None:
    text = """
    void roi(Tensor input, Tensor rois, Tensor output, Tensor argmax_y, const Tensor seen, int n) {
      roi_impl(input, rois, output, argmax_y, seen, n);
    }
    """
    texts = {"a.cpp": text}
    draft = draft_of(find_candidates(texts)[0], texts)
    assert [o.name for o in draft.op.outputs] == ["output"]
    (gap,) = [g.message for g in draft.gaps if g.key == "args"]
    assert gap.startswith("'argmax_y' comes after 'output'")


def test_letters_that_no_name_can_have() -> None:
    texts = {
        "a.cpp": "at::Tensor größe(at::Tensor größe, double gr_e, double __x__y) { return größe; }"
    }
    op = draft_of(find_candidates(texts)[0], texts).op
    names = [op.name, op.torch_name, *(a.name for a in op.args), *(o.name for o in op.outputs)]
    assert not [n for n in names if name_problem(n)]
    assert len({a.name for a in op.args}) == 3
    assert op.mapping.nodes[0].op.isascii()
    assert op.kernel.function == "größe"


def test_a_type_of_any_length_is_reported_in_a_line() -> None:
    text = f"at::Tensor f(at::Tensor x, {'std::vector<' * 3000}int{'>' * 3000} y) {{ return x; }}"
    (candidate,) = find_candidates({"a.cpp": text})
    assert 0 < len(candidate.problem) < 200


@pytest.mark.parametrize(
    ("parameters", "problem", "optional"),
    [
        ("const Ort::Custom::Tensor<std::string>& s", "tensor of strings", []),
        (
            "const Ort::Custom::Span<int32_t>& x, std::optional<const Ort::Custom::Tensor<float>*> m",
            "",
            ["m"],
        ),
    ],
)
def test_lite_functions(parameters: str, problem: str, optional: list[str]) -> None:
    texts = {"a.cpp": f"void f({parameters}, Ort::Custom::Tensor<float>& out) {{}}"}
    (candidate,) = find_candidates(texts)
    assert problem in candidate.problem
    assert bool(problem) == bool(candidate.problem)
    if not problem:
        op = draft_of(candidate, texts).op
        assert [a.name for a in op.args if a.optional] == optional
