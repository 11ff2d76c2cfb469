"""Names and registrations that macros of the files make."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import Candidate, find_candidates
from workbench.importers.cpp.syntax.macros import Macro, expanded

FUNCTIONS = """
at::Tensor plus(const at::Tensor& x, int64_t k) { return x + k; }
template <typename T> at::Tensor grow(const at::Tensor& x, T by) { return x * by; }
"""


def first(text: str, **more: str) -> Candidate:
    return find_candidates({"a.cpp": FUNCTIONS + text, **more})[0]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('#define NAME "ns::plus"\nTORCH_LIBRARY(ns, m) { m.def(NAME, &plus); }', "ns::plus"),
        ('#define PREFIX "ns"\nTORCH_LIBRARY(ns, m) { m.def(PREFIX "::plus", &plus); }', "ns::plus"),
        ('constexpr auto kSchema = "plus(Tensor x, int k)"\n  " -> Tensor";\n'
         "TORCH_LIBRARY(ns, m) { m.def(kSchema, &plus); }", "ns::plus"),
        ('TORCH_LIBRARY(ns, m) { m.def(TORCH_SELECTIVE_SCHEMA("ns::plus(Tensor x, int k) -> Tensor"), &plus); }',
         "ns::plus"),
        ("#define BIND(fn) m.def(#fn, &fn)\nTORCH_LIBRARY(ns, m) { BIND(plus); }", "ns::plus"),
        ("#define BIND(lib, fn, ...) \\\n  lib.def(#fn, &fn)\nTORCH_LIBRARY(ns, m) { BIND(m, plus, 1, 2); }",
         "ns::plus"),
        ("#define ADD(ns, op) TORCH_LIBRARY_FRAGMENT(ns, lib) { lib.def(#op, &op); }\nADD(other, plus)",
         "other::plus"),
        ('#define REG(a, b) static auto r##b = torch::RegisterOperators(#a "::" #b, &b)\nREG(old, plus);',
         "old::plus"),
    ],
)  # fmt: skip
def test_a_name_that_a_macro_makes(text: str, name: str) -> None:
    candidate = first(text)
    assert (candidate.torch, candidate.problem) == (name, "")
    assert candidate.function is not None
    assert candidate.function.name == "plus"
    assert candidate.line >= 4


def test_the_namespace_may_be_a_macro_too() -> None:
    text = '#define NS mine\nTORCH_LIBRARY(NS, m) { m.def("plus", &plus); }'
    assert first(text).torch == "mine::plus"


def test_the_name_of_the_module_is_the_builds() -> None:
    text = 'TORCH_LIBRARY(TORCH_EXTENSION_NAME, m) { m.def("plus", &plus); }'
    texts = {"a.cpp": FUNCTIONS + text}
    made = draft_of(find_candidates(texts)[0], texts, "add_it")
    assert made.op.torch == "add_it_ext::plus"
    assert any(g.key == "torch" and "they change together" in g.message for g in made.gaps)


def test_a_macro_of_another_file_is_known() -> None:
    head = '#define NAME "ns::plus"\n'
    assert (
        first("TORCH_LIBRARY(ns, m) { m.def(NAME, &plus); }", **{"a.h": head}).torch == "ns::plus"
    )


def test_a_name_that_is_not_known_is_reported() -> None:
    text = 'TORCH_LIBRARY(ns, m) { m.def(MAKE("x"), &plus); }'
    found = find_candidates({"a.cpp": FUNCTIONS + text})
    (problem,) = [c.problem for c in found if c.registration is not None]
    assert problem == 'its name is MAKE("x"), and these files do not say which string that is'
    assert "plus" in [c.name for c in found if not c.problem]


def test_a_template_is_called_with_the_types_that_it_is_registered_with() -> None:
    text = 'PYBIND11_MODULE(m_, m) { m.def("grow", &grow<double>); }'
    texts = {"a.cpp": FUNCTIONS + text}
    made = draft_of(find_candidates(texts)[0], texts)
    assert [(a.name, a.type) for a in made.op.args] == [("x", "tensor"), ("by", "float")]
    assert "return ::grow<double>(x, by);" in made.texts[made.op.kernel.source]


def test_a_name_that_no_op_can_have_is_reported() -> None:
    found = find_candidates(
        {"a.cpp": FUNCTIONS + 'TORCH_LIBRARY(ns, m) { m.def("plus-one", &plus); }'}
    )
    (problem,) = [c.problem for c in found if c.registration is not None]
    assert "'plus-one' is no identifier" in problem


def test_words_before_a_function_that_only_export_it() -> None:
    text = """
    C10_EXPORT at::Tensor a(at::Tensor x) { return x; }
    __declspec(dllexport) at::Tensor b(at::Tensor x) { return x; }
    TORCH_API at::Tensor c(at::Tensor x) { return x; }
    """
    assert {c.name for c in find_candidates({"a.cpp": text})} == {"a", "b", "c"}


def test_expansion() -> None:
    macro = Macro(("a", "..."), 'f(#a, a##_x, "a", __VA_ARGS__)', False)
    assert expanded(macro, ["k", "1", "g(2, 3)"]) == 'f("k", k_x, "a", 1, g(2, 3))'


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_macros_that_open_and_close_a_namespace(end: str) -> None:
    texts = {
        "space.h": "#define BEGIN namespace mine { namespace inner {\n"
        "#define END } }\n#define ONE_BEGIN namespace one {\n#define ONE_END }\n",
        "a.cpp": '#include "space.h"\nONE_BEGIN\nBEGIN\n\ntemplate <class T> void fill(T* to, int n) {}\n\n'
        "at::Tensor f(at::Tensor x) { return x + 1; }\nEND;\n"
        "at::Tensor g(at::Tensor x) { return x + 1; }\nONE_END\n"
        "at::Tensor h(at::Tensor x) { return x + 1; }\n",
    }
    texts = {name: text.replace("\n", end) for name, text in texts.items()}
    found = {c.function.name for c in find_candidates(texts) if c.function is not None}
    assert found == {"one::mine::inner::f", "one::g", "h"}


def test_short_macros_ask_a_tensor_what_they_stand_for() -> None:
    texts = {
        "use.h": "#define DATA(x, T) \\\n  ((x.defined()) ? x.data_ptr<T>() : nullptr)\n"
        '#define FLAT(x) TORCH_CHECK(x.dim() == 1, #x " is flat")\n'
        "#define FLAT_CPU(x) /* on a CPU */ \\\n  FLAT(x); \\\n  TORCH_CHECK(!x.is_cuda());\n",
        "a.cpp": '#include "use.h"\nat::Tensor f(at::Tensor ids, at::Tensor flags) {\n'
        "FLAT_CPU(ids); FLAT(flags);\n"
        "const int* i = DATA(ids, int); const unsigned char* m = DATA(flags, unsigned char);\n"
        "return ids + 1; }",
    }
    op = draft_of(find_candidates(texts)[0], texts).op
    assert [a.dtype for a in op.args] == ["int32", "uint8"]
    assert [len(op.example(a.name).shape) for a in op.args] == [1, 1]
