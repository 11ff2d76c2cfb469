"""Mistakes in a kernel, as g++ and clang see them: told alike, at the user's line, with a fix that mends."""

from __future__ import annotations

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.building import LOOP, build, failure, kernel_with
from tests.large import large
from tests.pains.told import build_with_offers, line_of, mend, offered

pytestmark = pytest.mark.parametrize("compiler", ["g++", ""], ids=["gcc", "clang"])


@pytest.fixture(autouse=True)
def chosen(compiler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", compiler)


EACH = "for (int64_t i = 0; i < y.numel(); ++i)"

MISTAKES: dict[str, tuple[str, str, str, str, str]] = {
    # body, what stands before the kernel; words of the message; the line; words of the next step
    "a member's name": (f"{EACH} y[i] = x[i] * x.nummel();", "", "nummel", "x.nummel()", "numel"),
    "torch's name": (f"{EACH} y[i] = x.shape()[0];", "", "shape", "x.shape()", "sizes"),
    "a const input": (f"{EACH} y[i] = x[i] = 2;", "", "", "x[i] = 2", "write into an output"),
    "= for ==": (f"{EACH} if (x[i] = 3) y[i] = 2;", "", "", "x[i] = 3", "only read"),
    "a capture": (
        f"float f = 2;\n  auto g = [](float a) {{ return a * f; }};\n  {EACH} y[i] = g(x[i]);",
        "", "f", "return a * f", "[&f]",
    ),
    "a capture in a parallel loop": (
        "c.parallel_for(y.numel(), 1, [](int64_t b, int64_t e) {\n"
        "    for (int64_t i = b; i < e; ++i) y[i] = x[i];\n  });",
        "", "y", "y[i] = x[i]", "[&y]",
    ),
    "no context": (
        "wb::parallel_for(y.numel(), 1, [&](int64_t b, int64_t e) {});",
        "", "parallel_for", "wb::parallel_for", "ctx.parallel_for",
    ),
    "too many arguments": (
        f"{EACH} y[i] = two(x[i], 3);", "float two(float a) { return 2 * a; }", "", "two(x[i], 3)", "",
    ),
    "a name": (f"{EACH} y[i] = factr * x[i];", "", "factr", "factr * x[i]", "correct its name"),
    "another name of std": (f"{EACH} y[i] = sort(x[i]);", "", "sort", "sort(x[i])", "std::sort"),
    "in a template": (
        f"{EACH} y[i] = two(x[i]);", "template <class T>\nT two(T a) {\n  return a.value();\n}",
        "", "a.value()", "",
    ),
    "through the standard library": (
        "S s[3];\n  std::sort(s, s + 3);", "#include <algorithm>\nstruct S { int a; };",
        "S", "std::sort(s, s + 3)", "which this line uses",
    ),
    "mixed types": (
        f"{EACH} y[i] = std::max(x[i], 0.0);", "#include <algorithm>", "max", "std::max", "conflicting types",
    ),
    "no return": (f"{EACH} y[i] = two(x[i]);", "float two(float a) { a * 2; }", "return", "a * 2", ""),
    "defined twice": (
        f"{EACH} y[i] = two(x[i]);", "float two(float a) { return a; }\nfloat two(float b) { return b; }",
        "redefinition", "float two(float b)", "kernel.cpp:",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_at_its_line(make_op: MakeOp, name: str) -> None:
    body, before, words, line, hint = MISTAKES[name]
    kernel = kernel_with(body, before).replace("const wb::Context&,", "const wb::Context& c,")
    folder = make_op(kernel=kernel)
    problem = failure(folder)[0]
    assert words in problem.message
    assert line in line_of(folder, problem)
    assert hint in problem.hint


def test_a_brace_that_is_never_closed(make_op: MakeOp) -> None:
    folder = make_op(kernel=TWICE_KERNEL.rstrip().removesuffix("}"))
    (problem,) = failure(folder)
    assert problem.kind == "compile", "the declaration has nothing to do with it"
    assert "void twice(" in line_of(folder, problem)
    assert problem.hint == "Close what is opened here."


def test_a_kernel_of_another_name(make_op: MakeOp) -> None:
    folder = make_op(kernel=TWICE_KERNEL.replace("twice", "twise"))
    (problem,) = failure(folder)
    assert problem.kind == "signature"
    assert "void twise(" in line_of(folder, problem)
    assert "void twice(" in problem.hint


def test_one_mistake_is_one_problem(make_op: MakeOp) -> None:
    folder = make_op(
        kernel=kernel_with("std::vector<float> v(3);\n  y[0] = v[0] + v[1];\n  v.clear();")
    )
    errors = [p for p in failure(folder) if p.severity == "error"]
    assert [p.hint for p in errors] == ["It is in <vector>: add #include <vector>"]


# -- fixes


FIXES: dict[str, tuple[str, str]] = {
    "a member's name": (f"{EACH} y[i] = x[i] * x.nummel();", "Change 'nummel' to 'numel'"),
    "a name": (f"float factor = 2;\n  {EACH} y[i] = factr * x[i];", "Change 'factr' to 'factor'"),
}


@pytest.mark.parametrize("name", FIXES)
def test_what_is_offered_mends_it(make_op: MakeOp, name: str) -> None:
    body, title = FIXES[name]
    folder = make_op(kernel=kernel_with(body))
    mend(folder, failure(folder)[0], title)
    build(folder)


def test_a_semicolon(make_op: MakeOp, compiler: str) -> None:
    folder = make_op(kernel=kernel_with(f"int a = 2\n  {EACH} y[i] = a * x[i];"))
    problem = failure(folder)[0]
    if compiler:  # g++ speaks of the next line, and proposes nothing
        assert offered(folder, problem) == []
        return
    assert "int a = 2" in line_of(folder, problem)
    mend(folder, problem, "Insert ';'")
    build(folder)


def test_each_capture_that_is_offered_mends_it(make_op: MakeOp, compiler: str) -> None:
    body = f"float f = 2;\n  auto g = [](float a) {{ return a * f; }};\n  {EACH} y[i] = g(x[i]);"
    folder = make_op(kernel=kernel_with(body))
    titles = offered(folder, failure(folder)[0])
    assert bool(titles) == (not compiler)
    for title in titles:
        copy = make_op(kernel=(folder / "kernel.cpp").read_text())
        mend(copy, failure(copy)[0], title)
        build(copy)


def test_a_member_that_needs_an_object_is_not_offered_by_its_whole_name(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with("wb::parallel_for(1, 1, [&](int64_t, int64_t) {});"))
    assert offered(folder, failure(folder)[0]) == []


# -- includes: what says that a header is missing offers it, and the offer mends it

USES = {
    "std::vector": "std::vector<float> v(3); y[0] = v[0];",
    "std::string": 'std::string s = "a"; y[0] = s.size();',
    "std::sort": "std::sort(y.begin(), y.end());",
    "std::unordered_map": "std::unordered_map<int, int> m; y[0] = m.size();",
    "std::map": "std::map<int, int> m; y[0] = m.size();",
    "std::optional": "std::optional<int> o; y[0] = o.has_value();",
    "std::function": "std::function<float()> f = [] { return 1.0f; }; y[0] = f();",
    "std::numeric_limits": "y[0] = std::numeric_limits<float>::max();",
    "std::accumulate": "y[0] = std::accumulate(x.begin(), x.end(), 0.0f);",
    "std::cout": "std::cout << 1;",
    "std::chrono": "auto t = std::chrono::steady_clock::now(); (void)t;",
    "std::runtime_error": 'throw std::runtime_error("a");',
    "std::fabs": "y[0] = std::fabs(x[0]);",
    "assert": "assert(x.numel() > 0);",
    "memcpy": "memcpy(y.data(), x.data(), 4);",
    "printf": 'printf("a");',
    "malloc": "free(malloc(3));",
    "INFINITY": "y[0] = INFINITY;",
    "FLT_MAX": "y[0] = FLT_MAX;",
    "M_PI": "y[0] = M_PI;",
}


@pytest.mark.parametrize(
    "name", [n if n in ("std::vector", "assert", "FLT_MAX") else pytest.param(n, marks=large) for n in USES]
)  # fmt: skip
def test_a_missing_include_is_offered_and_mends_it(make_op: MakeOp, name: str) -> None:
    build_with_offers(make_op(kernel=kernel_with(f"{USES[name]}\n  {LOOP}")))


def test_a_name_that_only_lacks_its_header_is_not_called_misspelt(make_op: MakeOp) -> None:
    """clang proposes std::max for std::map where <map> is missing."""
    folder = make_op(kernel=kernel_with("std::map<int, int> m; y[0] = m.size();"))
    assert offered(folder, failure(folder)[0]) == ["Add #include <map>"]


def test_the_declaration_is_not_blamed_for_an_error_of_the_kernel(make_op: MakeOp) -> None:
    folder = make_op(TWICE_TOML, kernel_with("y[0] = missing;").replace("float> y)", "int> y)"))
    assert {p.kind for p in failure(folder)} == {"compile"}
