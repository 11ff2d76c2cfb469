"""Types under other names: those of <cmath> and <cstdint>, and those that a file gives itself."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.syntax.types import element_type, torch_type


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (name, words)
        for words, names in {
            "float": "double_t float_t std::double_t const__double_t& long__double",
            "int": "long long__long long__int long__long__int unsigned unsigned__long__long size_t "
            "std::size_t std::int64_t int_fast8_t int_fast16_t int_fast32_t std::int_fast64_t "
            "uint_fast32_t int_least8_t uint_least64_t intptr_t uintptr_t intmax_t uintmax_t "
            "ptrdiff_t ssize_t short short__int unsigned__char signed__char uint16_t const__long&",
            "List[int]": "std::vector<long__long> at::ArrayRef<long> std::array<int_fast32_t,2> "
            "std::vector<std::size_t>",
            "List[float]": "std::vector<double_t> c10::ArrayRef<float_t>",
        }.items()
        for name in names.split()
    ],
)
def test_an_alias_of_the_standard_library_is_the_type_that_it_stands_for(kind, words):
    assert torch_type(kind.replace("__", " ")) == (words, False)


def test_what_is_no_number_stays_none():
    for kind in ("char", "void*", "double_t*", "my_double_t", "double_type", "longest"):
        assert torch_type(kind) is None, kind
    assert element_type("long") == "int64"
    assert element_type("double_t") == "float64"


def drafted(text: str):
    candidates = find_candidates({"op.cpp": text})
    assert candidates[0].problem == ""
    return draft_of(candidates[0], {"op.cpp": text}).op


def test_names_that_a_file_gives_to_types_are_followed():
    op = drafted("""
    #include <torch/torch.h>
    typedef double real_inner;
    namespace lib {
    using real = real_inner;
    using Tensor = at::Tensor;
    using List = std::vector<long>;
    struct Options { using real = int; };
    using Result = std::tuple<Tensor, Tensor>;
    Result scaled(const Tensor& x, real alpha, ::real_inner beta, c10::optional<real> c, List dims) {
      return {x * alpha, x};
    }
    }
    """)
    assert [(a.name, a.type, a.optional) for a in op.args] == [
        ("x", "tensor", False),
        ("alpha", "float", False),
        ("beta", "float", False),
        ("c", "float", True),
        ("dims", "int[]", False),
    ]
    assert len(op.outputs) == 2


def test_a_portable_kernels_elements_are_followed():
    op = drafted("""
    #include <workbench/tensor.h>
    using real = double;
    void f(const wb::Context& ctx, wb::Tensor<const real> x, std::double_t by, wb::Tensor<real> y) {}
    """)
    assert (op.args[0].dtype, op.args[1].type, op.outputs[0].dtype) == (
        "float64",
        "float",
        "float64",
    )


def test_names_that_lead_nowhere_end():
    text = """
    typedef struct loop loop; using a = b; using b = a; using huge = std::tuple<%s>;
    template <typename real> at::Tensor g(at::Tensor x, real y);
    using real = double;
    at::Tensor f(at::Tensor x, loop y, a z, huge h) { return x; }
    """ % ("huge2, " * 80)
    problems = {c.name: c.problem for c in find_candidates({"op.cpp": text})}
    assert "'y' is a" in problems["f"]
    assert "no argument" in problems["f"]
    assert "template" in problems["g"]
