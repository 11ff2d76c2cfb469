"""Methods of classes: static ones can become ops, also of torch::autograd::Function."""

from __future__ import annotations

from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates

TEXT = """
namespace deep {
class DoubleUp : public torch::autograd::Function<DoubleUp> {
 public:
  static variable_list forward(AutogradContext* ctx, Variable x, torch::optional<Variable> w) {
    auto y = at::empty_like(x);
    return {y, x};
  }
  static variable_list backward(AutogradContext* ctx, variable_list grads) { return {grads[0]}; }
 private:
  static at::Tensor hidden(at::Tensor x) { return x; }
};
struct Tools {
  static at::Tensor half(const at::Tensor& x) { return x / 2; }
  at::Tensor of_an_object(at::Tensor x) { return x; }
};
}
"""


def test_static_methods_that_can_be_called_are_offered() -> None:
    found = {c.name: c for c in find_candidates({"a.cpp": TEXT})}
    assert list(found) == ["deep::DoubleUp::forward", "deep::Tools::half"]
    assert found["deep::DoubleUp::forward"].torch == "my_ops::double_up"


def test_torchs_own_function_is_called_by_its_apply() -> None:
    texts = {"a.cpp": TEXT}
    candidates = {c.name: c for c in find_candidates(texts)}
    made = draft_of(candidates["deep::DoubleUp::forward"], texts)
    assert check_op(made.op) == []
    assert [(a.name, a.optional) for a in made.op.args] == [("x", False), ("w", True)]
    assert len(made.op.outputs) == 2
    assert "auto results = ::deep::DoubleUp::apply(x, w);" in made.texts[made.op.kernel.source]
    other = draft_of(candidates["deep::Tools::half"], texts)
    assert "return ::deep::Tools::half(x);" in other.texts[other.op.kernel.source]


def test_a_module_may_name_a_static_method() -> None:
    text = TEXT + 'PYBIND11_MODULE(m_, m) { m.def("double_up", &deep::DoubleUp::apply); }'
    first = find_candidates({"a.cpp": text})[0]
    assert (first.name, first.registration.name) == ("deep::DoubleUp::forward", "double_up")


def test_methods_that_are_defined_outside_of_their_class() -> None:
    text = """
    struct Tools { at::Tensor of_an_object(at::Tensor x); static at::Tensor half(at::Tensor x); };
    at::Tensor Tools::of_an_object(at::Tensor x) { return x; }
    at::Tensor Tools::half(at::Tensor x) { return x / 2; }
    """
    (candidate,) = find_candidates({"a.cpp": text})
    assert (candidate.name, candidate.line) == ("Tools::half", 4)
