"""What a function passes on is looked up in what it calls, in the given files."""

from __future__ import annotations

import pytest

from workbench.core.declaration.op import Op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.syntax.arguments import split_arguments
from workbench.importers.cpp.syntax.body import hints_of
from workbench.importers.cpp.syntax.body_tree import compact

INNER = """
at::Tensor pick_cpu(const at::Tensor& table, at::Tensor rows, int64_t most) {
  auto rows_ = rows.contiguous();
  auto r = rows_.data_ptr<int64_t>();
  auto t = table.accessor<float, 3>();
  return at::empty({rows.size(0), most}, table.options());
}
"""
OUTER = """
at::Tensor pick(const at::Tensor& a, at::Tensor b, int64_t n) {
  CHECK(a.is_cpu());
  return pick_cpu(a.contiguous(), std::move(b), n);
}
"""


def op_of(name: str, **texts: str) -> Op:
    files = {f"{n}.cpp": t for n, t in texts.items()}
    return draft_of(next(c for c in find_candidates(files) if c.name == name), files).op


def test_a_function_that_only_calls_another_knows_what_that_one_knows() -> None:
    op = op_of("pick", inner=INNER, outer=OUTER)
    assert [(a.name, a.dtype) for a in op.args[:2]] == [("a", "float32"), ("b", "int64")]
    assert len(op.example("a").shape) == 3
    assert [(o.dtype, o.shape) for o in op.outputs] == [("a", "[b.shape[0], n]")]


def test_a_registered_op_too_through_several_and_through_autograd() -> None:
    text = """
    class Pick : public torch::autograd::Function<Pick> {
     public:
      static torch::autograd::variable_list forward(torch::autograd::AutogradContext* ctx,
          torch::autograd::Variable t, torch::autograd::Variable r, int64_t k) {
        auto out = pick(t, r, k);
        return {out};
      }
    };
    at::Tensor pick_op(at::Tensor x, at::Tensor i, int64_t k) { return Pick::apply(x, i, k)[0]; }
    TORCH_LIBRARY(ns, m) { m.def("pick(Tensor data, Tensor where, int most) -> Tensor", &pick_op); }
    """
    op = op_of("ns::pick", inner=INNER, outer=OUTER, op=text)
    assert [a.dtype for a in op.args[:2]] == ["float32", "int64"]
    assert [(o.dtype, o.shape) for o in op.outputs] == [("data", "[where.shape[0], most]")]


def test_functions_that_call_each_other_end() -> None:
    text = """
    at::Tensor a(at::Tensor x) { return b(x); }
    at::Tensor b(at::Tensor x) { auto p = x.data_ptr<double>(); return a(x); }
    """
    assert op_of("a", t=text).args[0].dtype == "float64"


def test_the_names_that_python_gives_keep_what_is_known() -> None:
    text = (
        OUTER
        + 'PYBIND11_MODULE(m_, m) { m.def("p", &pick, py::arg("x"), py::arg("i"), py::arg("k")); }'
    )
    op = op_of("pick", inner=INNER, outer=text)
    assert [(a.name, a.dtype) for a in op.args[:2]] == [("x", "float32"), ("i", "int64")]
    assert op.outputs[0].shape == "[i.shape[0], k]"


@pytest.mark.parametrize(
    ("body", "dtype", "rank"),
    [
        ("auto y = x.contiguous(); auto p = y.data_ptr<int32_t>();", "int32", 0),
        ("TORCH_CHECK(x.scalar_type() == at::kLong);", "int64", 0),
        ("TORCH_CHECK(x.dtype() == torch::kInt32, 1);", "int32", 0),
        ("TORCH_CHECK_EQ(x.scalar_type(), at::ScalarType::Byte);", "uint8", 0),
        ('AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "f", [&] {});', "float32", 0),
        ('AT_DISPATCH_INDEX_TYPES(x.scalar_type(), "f", [&] {});', "int64", 0),
        ("auto z = y.index_select(0, x);", "int64", 0),
        ("TORCH_CHECK(x.dim() == 2, 1); x.size(0);", "", 2),
        ("TORCH_CHECK_EQ(x.dim(), 4);", "", 4),
        ("auto n = x.size(0); auto i = x.data_ptr<int64_t>();", "int64", 1),
        ("auto n = x.size(0); auto i = x.data_ptr<float>();", "float32", 0),
        ("auto xx = other.data_ptr<int64_t>();", "", 0),
    ],
)
def test_phrases_that_tell_of_a_tensor(body: str, dtype: str, rank: int) -> None:
    hints = hints_of(body, "x")
    assert (hints.dtype, hints.rank) == (dtype, rank)


def test_arguments_are_split_at_their_own_commas() -> None:
    assert split_arguments("f(a, g(b, c), {1, 2}); f()", 2) == ["a", "g(b, c)", "{1, 2}"]
    assert split_arguments("f()", 2) == []
    assert split_arguments("f(a, b", 2) is None
    assert compact("a  \t b\n \n c") == "a b\nc"


def test_what_is_called_and_not_there_is_reported() -> None:
    texts = {
        "f.h": "at::Tensor f_cpu(at::Tensor x);\nat::Tensor f_cuda(at::Tensor x);\n",
        "f.cpp": """
        at::Tensor f(at::Tensor x) { return x.is_cuda() ? f_cuda(x) : f_cpu(x); }
        static auto r = torch::RegisterOperators("ns::f", &f);
        """,
    }
    made = draft_of(find_candidates(texts)[0], texts)
    (message,) = [g.message for g in made.gaps if g.key == "kernel.sources"]
    assert (
        message == "f_cpu is called, and only declared in f.h: give the file that defines it, too"
    )


def test_a_function_beside_registrations_of_others_gets_a_file_of_its_own() -> None:
    texts = {
        "a.cpp": """
        at::Tensor lone(at::Tensor x) { return x; }
        at::Tensor other(at::Tensor x) { return lone(x); }
        TORCH_LIBRARY(ns, m) { m.def("other", &other); }
        """
    }
    lone = next(c for c in find_candidates(texts) if c.name == "lone")
    kernel = draft_of(lone, texts).op.kernel
    assert (kernel.registration, kernel.source, kernel.sources) == ("generated", "lone_op.cpp", ())


def test_a_method_of_that_name_says_nothing_of_what_is_undefined() -> None:
    text = """
[[noreturn]] void complain();
template <typename T> struct Maybe { T value() const { complain(); return T(); } };
at::Tensor f(const std::optional<at::Tensor>& x, const at::Tensor& y) { return x.value() + y; }
"""
    candidate = next(c for c in find_candidates({"a.cpp": text}) if c.name == "f")
    assert candidate.undefined == ()
