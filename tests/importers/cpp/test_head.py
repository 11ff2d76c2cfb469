"""A function's head is rewritten and nothing else of the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.storage import project
from workbench.importers.cpp.heads.head import find_head, fits_head, with_head
from workbench.importers.cpp.heads.python_head import find_forward, with_arguments
from workbench.importers.drafts import skeleton

TEXT = """\
// é: a file with more than ASCII before the head
#include <x>
at::Tensor scale(at::Tensor x);  // only declared
static at::Tensor scale(torch::Tensor x,  // the input
                        const c10::optional<at::Tensor>& bias,
                        int64_t  groups=1, double eps = 1e-5)
{ return scale(x); }
namespace other { at::Tensor scale(int a) { return {}; } }
"""
OLD = (
    "at::Tensor scale(const at::Tensor& x, const std::optional<at::Tensor>& bias, "
    "int64_t groups, double eps)"
)
BODY = TEXT[TEXT.index("\n{ return") :]


def merged(new: str, text: str = TEXT, old: str = OLD) -> str:
    done = with_head(text, "scale", new, old)
    assert done.problem == ""
    assert done.text.endswith(BODY) or text is not TEXT
    return done.text


def test_spelling_makes_no_difference() -> None:
    head = find_head(TEXT, "scale")
    assert (head.line, head.problem) == (4, "")
    assert TEXT[head.start : head.end] == head.text
    assert head.text.startswith("static at::Tensor scale(torch::Tensor x,")
    assert fits_head(head.text, OLD)
    assert with_head(TEXT, "scale", OLD).text == TEXT


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("void f(const  at::Tensor &x)", "void f(torch::Tensor x)", True),
        ("at::Tensor f(at::Tensor const& x)", "torch::Tensor f(at::Tensor)", True),
        ("template <typename T>\nvoid f(wb::Tensor<const T> a)", "template<class T> void f(Tensor< const T > a)", True),
        ("auto f(at::Tensor x) -> at::Tensor", "at::Tensor f(at::Tensor x)", True),
        ("void f(std::int64_t n = 3)", "void f(int64_t n)", True),
        ("void f(int64_t n)", "void f(double n)", False),
    ],
)  # fmt: skip
def test_what_fits_whichever_is_wanted(a: str, b: str, same: bool) -> None:
    assert fits_head(a, b) is same
    assert fits_head(b, a) is same


@pytest.mark.parametrize(
    ("head", "wanted", "fits"),
    [
        ("void f(at::Tensor x)", "void f(at::Tensor& x)", True),
        ("void f(at::Tensor& x)", "void f(at::Tensor x)", False),
        ("void f(int64_t n)", "void f(int64_t m)", True),
        ("void f(int64_t n)", "void f(int64_t n, double d)", False),
        ("void f(int64_t n)", "at::Tensor f(int64_t n)", False),
    ],
)
def test_what_can_be_called_as_wanted_fits(head: str, wanted: str, fits: bool) -> None:
    assert fits_head(head, wanted) is fits


def test_a_new_last_parameter_takes_the_defaults_before_it_away() -> None:
    text = merged(OLD.replace("eps)", "eps, bool last)"))
    assert "int64_t  groups, double eps, bool last)\n{ return" in text
    assert "torch::Tensor x,  // the input\n" in text


def test_the_result_and_a_name_change_alone() -> None:
    text = merged(OLD.replace("at::Tensor scale", "std::tuple<at::Tensor, at::Tensor> scale", 1))
    assert text == TEXT.replace("static at::Tensor", "static std::tuple<at::Tensor, at::Tensor>")
    assert merged(OLD.replace("double eps", "double epsilon")) == TEXT.replace(
        "double eps", "double epsilon"
    )
    assert merged(OLD.replace("scale(", "scaled(")) == TEXT.replace(
        "static at::Tensor scale(", "static at::Tensor scaled("
    )


def test_a_parameter_that_goes_takes_its_comma() -> None:
    text = merged(OLD.replace(", int64_t groups", ""))
    assert "bias, double eps = 1e-5)" in text.replace(",\n                        ", ", ")


def test_comments_are_not_lost_unless_that_is_accepted() -> None:
    new = OLD.replace("const std::optional<at::Tensor>& bias, ", "")
    done = with_head(TEXT, "scale", new, OLD)
    assert "comments" in done.problem
    assert done.text == TEXT
    assert with_head(TEXT, "scale", new, OLD, lose_comments=True).problem == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("at::Tensor scale(at::Tensor x);", "does not define"),
        ("", "does not define"),
        ("((((", "does not define"),
        ("at::Tensor scale(int a) { return {}; }\nat::Tensor scale(double b) { return {}; }", "defined 2 times"),
        ("#if A\nat::Tensor scale(int a) {\n#else\nat::Tensor scale(int b) {\n#endif\nreturn {}; }", "cannot be read"),
        ("ODD_MACRO at::Tensor scale(int a) { return {}; }", "macro"),
        ("DEFINE(at::Tensor scale(int a)) { return {}; }", "does not define"),
        ("struct S { at::Tensor scale(int a) { return {}; } };", "does not define"),
        ("namespace n { at::Tensor scale(int a) { return {}; } }", "does not define"),
    ],
)  # fmt: skip
def test_what_cannot_be_merged_safely_is_left_alone(text: str, words: str) -> None:
    done = with_head(text, "scale", "at::Tensor scale(const at::Tensor& x)")
    assert words in done.problem
    assert done.text == text


def test_a_template_line_comes_goes_and_changes() -> None:
    plain = "  static void f(const wb::Context& ctx, wb::Tensor<const float> a) {}\n"
    old = "void f(const wb::Context& ctx, wb::Tensor<const float> a)"
    new = "template <class T>\nvoid f(const wb::Context& ctx, wb::Tensor<const T> a)"
    text = with_head(plain, "f", new, old).text
    assert (
        text
        == "  template <class T>\n  static void f(const wb::Context& ctx, wb::Tensor<const T> a) {}\n"
    )
    assert with_head(text, "f", old, new).text == plain
    two = with_head(
        text,
        "f",
        new.replace("class T", "class S, class T").replace("a)", "a, wb::Tensor<S> b)"),
        new,
    )
    assert "template <class S, class T>\n  static void f(" in two.text


def test_a_function_in_a_namespace() -> None:
    text = "namespace a { namespace {\nat::Tensor f(at::Tensor x) { return x; }\n} }\n"
    done = with_head(
        text,
        "a::f",
        "at::Tensor a::f(const at::Tensor& x, int64_t n)",
        "at::Tensor a::f(const at::Tensor& x)",
    )
    assert done.text == text.replace("at::Tensor x)", "at::Tensor x, int64_t n)")


def test_long_lists_are_broken_below_the_first_parameter() -> None:
    text = "at::Tensor some_function(const at::Tensor& the_first_argument) { return the_first_argument; }\n"
    new = (
        "at::Tensor some_function(const at::Tensor& the_first_argument, "
        "const at::Tensor& the_second, double another_one)"
    )
    done = with_head(text, "some_function", new)
    assert all(len(line) <= 130 for line in done.text.split("\n"))
    assert f",\n{' ' * len('at::Tensor some_function(')}double another_one)" in done.text


def test_every_kernel_of_the_gallery_has_the_wanted_head() -> None:
    seen = 0
    for folder, op in project.gallery():
        wanted, _ = skeleton.kernel_head(op)
        if not wanted:
            continue
        text = (folder / op.kernel.source).read_text(encoding="utf-8")
        function = op.kernel.function or op.torch_name
        assert fits_head(find_head(text, function).text, wanted), op.name
        assert with_head(text, function, wanted).text == text
        seen += 1
    assert seen >= 8


_NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=6)
_TYPES = st.sampled_from(["const at::Tensor&", "int64_t", "double", "std::vector<int64_t>"])


@st.composite
def _heads(draw: st.DrawFn) -> str:
    names = draw(_NAMES)
    return f"at::Tensor f({', '.join(f'{draw(_TYPES)} {n}' for n in names)})"


@given(_heads(), _heads(), st.sampled_from(["", "// é\n", "namespace { int k; }\n"]))
def test_any_head_becomes_any_other_and_the_rest_stays(old: str, new: str, before: str) -> None:
    text = f"{before}{old} {{ return f(); }}\nint after;\n"
    done = with_head(text, "f", new, old)
    assert done.problem == ""
    assert done.text.startswith(before)
    assert done.text.endswith(" { return f(); }\nint after;\n")
    assert find_head(done.text, "f").text.split() == new.split()


PYTHON = '''
class Add(torch.autograd.Function):
    """forward(ctx, nothing) is not this one."""

    @staticmethod
    def forward(ctx, a: torch.Tensor, b=(1, 2)):  # (
        return a + b

    @staticmethod
    def backward(ctx, a, b):
        return a
'''


def test_forward_of_a_python_kernel() -> None:
    assert find_forward(PYTHON, "Add").names == ("a", "b")
    done = with_arguments(PYTHON, "Add", ["a", "alpha", "b"], ["a", "b"])
    assert done.text == PYTHON.replace("a: torch.Tensor, b", "a: torch.Tensor, alpha, b")
    assert with_arguments(PYTHON, "Add", ["x", "b"], ["a", "b"]).text == PYTHON.replace(
        "a: torch", "x: torch"
    )
    assert find_forward(PYTHON, "Sub") is None
    assert find_forward("class Add(:", "Add") is None
    assert (
        "not plain"
        in with_arguments(PYTHON.replace("a: torch.Tensor", "*a"), "Add", ["a"], ["b"]).problem
    )
    own = (
        PYTHON.replace("(ctx, a: torch", "(a: torch")
        + "    @staticmethod\n    def setup_context(ctx, i, o): ...\n"
    )
    assert find_forward(own, "Add").names == ("a", "b")
