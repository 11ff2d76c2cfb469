"""Building: what compiler and linker say."""

from __future__ import annotations

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.building import LOOP, build, failure, kernel_with
from tests.own_compiler import own_compiler


def test_a_compile_error_has_its_location(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with("y[0] = missing;"))
    problem = failure(folder)[0]
    assert problem.kind == "compile"
    assert problem.severity == "error"
    assert problem.file == str(folder / "kernel.cpp")
    lines = (folder / "kernel.cpp").read_text().splitlines()
    assert "missing" in lines[problem.line - 1]
    assert problem.column == lines[problem.line - 1].index("missing") + 1
    assert "missing" in problem.message


def test_all_errors_come_at_once_and_before_warnings(make_op: MakeOp) -> None:
    body = "if (x.numel() == 0 & 1) return;\n  y[0] = one;\n  y[1] = two;\n  y[2] = three;"
    problems = failure(make_op(kernel=kernel_with(body)))
    errors = [p for p in problems if p.severity == "error"]
    assert [w for p in errors for w in ("one", "two", "three") if w in p.message] == [
        "one", "two", "three",
    ]  # fmt: skip
    assert any("&" in p.message for p in problems if p.severity == "warning")
    assert [p.severity for p in problems] == ["error"] * 3 + ["warning"]


def test_an_error_in_a_header_names_the_header(make_op: MakeOp) -> None:
    folder = make_op(kernel='#include "part.h"\n' + TWICE_KERNEL)
    (folder / "part.h").write_text("\nint broken() { return nothing; }\n")
    problem = failure(folder)[0]
    assert (problem.file, problem.line) == (str(folder / "part.h"), 2)


def test_a_missing_header_is_named(make_op: MakeOp) -> None:
    problem = failure(make_op(kernel='#include "not_there.h"\n' + TWICE_KERNEL))[0]
    assert "not_there.h" in problem.message
    assert problem.line == 1
    assert problem.hint


def test_a_missing_brace_is_reported_in_the_users_file(make_op: MakeOp) -> None:
    folder = make_op(kernel=TWICE_KERNEL.rstrip().removesuffix("}"))
    problems = failure(folder)
    assert problems[0].file == str(folder / "kernel.cpp")


def test_an_error_inside_a_template_names_the_users_line(make_op: MakeOp) -> None:
    body = 'wb::check(x.numel() > 0, "no"); x(0, "one") = 1;'
    folder = make_op(kernel=kernel_with(body))
    problems = failure(folder)
    lines = {p.line for p in problems if p.file == str(folder / "kernel.cpp")}
    text = (folder / "kernel.cpp").read_text().splitlines()
    assert any("one" in text[line - 1] for line in lines)


def test_unicode_in_a_message_survives(make_op: MakeOp) -> None:
    problem = failure(make_op(kernel=kernel_with("y[0] = größe;")))[0]
    assert "größe" in problem.message
    assert problem.column > 0


def test_warnings_are_kept_with_the_object(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with("int never_used = 3;"))
    _, first = build(folder)
    result, second = build(folder)
    assert result.compiled == 0
    assert [p.severity for p in first] == ["warning"]
    assert "never_used" in first[0].message
    assert first[0].file == str(folder / "kernel.cpp")
    assert first[0].line > 0
    assert second == first


def test_headers_of_others_are_told_in_one_line_for_all_their_warnings(make_op: MakeOp) -> None:
    noisy = "#pragma once\ninline int noisy(int x) {\n  int left_alone = 1;\n  int also = 2;\n  return x;\n}\n"
    folder = make_op(
        TWICE_TOML + '\n[kernel]\ninclude = ["third_party"]\n',
        kernel_with("int never_used = 3;", "#include <lib/noisy.h>\n#include <lib/loud.h>"),
    )
    (folder / "third_party" / "lib").mkdir(parents=True)
    (folder / "third_party" / "lib" / "noisy.h").write_text(noisy)
    (folder / "third_party" / "lib" / "loud.h").write_text(noisy.replace("noisy", "loud"))
    own, others = build(folder)[1]
    assert ("never_used" in own.message, own.severity) == (True, "warning")
    assert others.message == "warnings in headers that are not the op's own: loud.h, noisy.h"
    assert (others.severity, others.hint) == ("note", "The log has the whole text.")
    (folder / "third_party" / "lib" / "noisy.h").write_text(noisy.replace("return x", "return z"))
    problem = failure(folder)[0]
    assert (problem.file, problem.line) == (str(folder / "third_party" / "lib" / "noisy.h"), 5)


def test_an_undefined_symbol_is_a_link_error_with_its_name(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with("y[0] = elsewhere(x[0]);", "float elsewhere(float);"))
    problem = failure(folder)[0]
    assert problem.kind == "link"
    assert "elsewhere(float)" in problem.message
    assert problem.file == str(folder / "kernel.cpp")
    assert problem.hint


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("wb::Tensor<const float> x", "wb::Tensor<const double> x"), "wb::Tensor<const float> x"),
        (("void twice", "void thrice"), "void twice("),
        ((", wb::Tensor<float> y", ", wb::Tensor<float> y, int64_t n"), "wb::Tensor<float> y)"),
        (("void twice", "namespace mine { void twice"), "void twice("),
        (("const wb::Context&, ", ""), "const wb::Context& ctx"),
    ],
    ids=["dtype", "name", "argument", "namespace", "context"],
)
def test_a_head_that_is_not_the_declared_one(
    make_op: MakeOp, change: tuple[str, str], expected: str
) -> None:
    text = TWICE_KERNEL.replace(*change)
    text = text.rstrip() + "}\n" if "namespace mine" in text else text
    folder = make_op(kernel=text)
    problems = failure(folder)
    problem = next(p for p in problems if p.kind == "signature")
    assert problem is problems[0]
    assert problem.file == str(folder / "kernel.cpp")
    assert 1 <= problem.line <= len((folder / "kernel.cpp").read_text().splitlines())
    assert expected in problem.hint
    assert "unit.cpp" not in str(problem)
    assert "wb_entry" not in problem.message


@own_compiler
def test_a_head_that_returns_something_is_not_the_declared_one(make_op: MakeOp) -> None:
    text = TWICE_KERNEL.replace("void twice", "int twice").replace(LOOP, LOOP + " return 0;")
    folder = make_op(kernel=text)
    (problem,) = failure(folder)
    assert problem.kind == "signature"
    assert "it returns a value" in problem.message
    assert problem.hint.startswith("Its head must be: void twice(")


def test_a_static_or_overloaded_kernel_is_fine(make_op: MakeOp) -> None:
    text = TWICE_KERNEL.replace("void twice", "static void twice")
    more = "\n[[maybe_unused]] static void twice(int) {}\n"
    assert build(make_op(kernel=text + more))[0].compiled >= 1


def test_a_kernel_in_a_namespace(make_op: MakeOp) -> None:
    toml = TWICE_TOML.replace("[[mapping", '[kernel]\nfunction = "mine::twice"\n\n[[mapping', 1)
    text = TWICE_KERNEL.replace("void twice", "namespace mine { void twice").rstrip() + "}\n"
    assert build(make_op(toml, text))[0].compiled >= 1
