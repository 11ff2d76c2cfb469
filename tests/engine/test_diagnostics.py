"""What compilers and linkers print, as problems; the texts are of gcc 12, clang 16 and GNU ld."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.compile.text_fixes import edited_text, source_fixes
from workbench.engine.build.diagnostics import compiler_problems, linker_problems
from workbench.engine.build.printed import for_people


def said(kind: str, message: str, line: int = 3, *notes: str) -> str:
    """What gcc and clang both print of an error or a warning."""
    place = f"/op/kernel.cpp:{line}:9"
    return "\n".join([f"{place}: {kind}: {message}", *(f"{place}: note: {note}" for note in notes)])


def test_the_next_step_of_a_missing_header() -> None:
    (problem,) = compiler_problems(said("fatal error", "x.h: No such file or directory"))
    assert problem.severity == "error"
    assert "include folder" in problem.hint


@pytest.mark.parametrize(
    "text",
    ["#include nested too deeply", "#include nested depth 200 exceeds maximum of 200 (use -fmax-include-depth=DEPTH)"],
)  # fmt: skip
def test_the_next_step_of_headers_that_include_each_other(text: str) -> None:
    [problem] = compiler_problems(f"a.h:1:10: error: {text}")
    assert "#pragma once" in problem.hint


def test_what_every_instance_of_a_template_says_is_reported_once() -> None:
    texts = [said("warning", "unused", 5), said("warning", "unused", 6)]
    assert [p.line for p in compiler_problems("\n".join(texts * 3))] == [5, 6]


@pytest.mark.parametrize(
    ("notes", "hint"),
    [
        (["suggested alternative: ‘aa’"], "suggested alternative: ‘aa’"),
        (["candidate: ‘void f()’", "  no known conversion"], "no known conversion"),
        (["previous definition is here"], "previous definition is here: kernel.cpp:3"),
        (["'a' declared here", "did you forget to ‘#include <b>’?"], "did you forget to ‘#include <b>’?"),
    ],
)  # fmt: skip
def test_the_note_that_helps_is_the_hint(notes: list[str], hint: str) -> None:
    (problem,) = compiler_problems(said("error", "no", 3, *notes))
    assert problem.hint == hint


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("cuda_runtime_api.h", "CUDA's toolkit"),
        ("cuda/std/atomic", "CUDA's toolkit"),
        ("c10/cuda/impl/cuda_cmake_macros.h", "a header of torch"),
        ("torch/torch.h", "a header of torch"),
        ("mine/cuda.h", "Is the include folder right?"),
        ("mine/cuda.h", "--include-root"),
    ],
)
def test_whose_a_missing_header_is(header: str, words: str) -> None:
    (problem,) = compiler_problems(said("fatal error", f"{header}: No such file or directory"))
    assert words in problem.hint


def test_an_error_of_the_driver_has_no_place() -> None:
    (problem,) = compiler_problems("cc1plus: error: bad value ‘x’ for ‘-march=’ switch\n")
    assert (problem.file, problem.line) == ("", 0)
    assert "-march" in problem.message


GCC_TEXT = """In file included from <command-line>:
/op/kernel.cpp: In function ‘void f()’:
/op/kernel.cpp:5:8: error: ‘vectr’ is not a member of ‘std’; did you mean ‘vector’?
    5 |   std::vectr<int> v;
      |        ^~~~~
      |        vector
fix-it:"/op/kernel.cpp":{5:8-5:13}:"vector"
/op/kernel.cpp:6:1: warning: no return statement in function returning non-void [-Wreturn-type]
"""


def test_gcc_text() -> None:
    one, two = compiler_problems(GCC_TEXT)
    assert (one.kind, one.severity, one.file) == ("compile", "error", "/op/kernel.cpp")
    assert (one.line, one.column) == (5, 8)
    assert (two.severity, two.line) == ("warning", 6)
    assert two.message == "no return statement in function returning non-void"


def test_what_is_printed_for_programs_is_not_shown_to_people() -> None:
    shown = for_people(GCC_TEXT).splitlines()
    assert [line for line in GCC_TEXT.splitlines() if line not in shown] == [
        "In file included from <command-line>:",
        'fix-it:"/op/kernel.cpp":{5:8-5:13}:"vector"',
    ]


THROUGH_GCC = """/usr/include/c++/12/bits/ops.h: In instantiation of ‘bool less::operator()(A, B)’:
/usr/include/c++/12/bits/algo.h:18:14:   required from ‘void std::__sort(A, A)’
/op/kernel.cpp:6:12:   required from here
/usr/include/c++/12/bits/ops.h:45:23: error: no match for ‘operator<’
"""
THROUGH_CLANG = """/usr/include/c++/12/bits/ops.h:45:23: error: invalid operands to binary expression
/usr/include/c++/12/bits/algo.h:18:14: note: in instantiation of function template specialization 'x' requested here
/op/kernel.cpp:6:12: note: in instantiation of function template specialization 'std::sort<S *>' requested here
/usr/include/c++/12/bits/ops.h:70:23: error: something else, of the same line
"""


@pytest.mark.parametrize("text", [THROUGH_GCC, THROUGH_CLANG])
def test_what_arises_in_a_header_is_told_at_the_line_that_led_there(text: str) -> None:
    (problem,) = compiler_problems(text, lambda file: file.startswith("/op/"))
    assert (problem.file, problem.line, problem.column) == ("/op/kernel.cpp", 6, 12)
    assert problem.hint == "It arises in ops.h:45, which this line uses."
    assert all(p.file.endswith("ops.h") for p in compiler_problems(text))


@pytest.mark.parametrize(
    "chain",
    [
        "In file included from /op/kernel.cpp:2,\n                 from /c/unit.cpp:1:\n",
        "In file included from /c/unit.cpp:1:\nIn file included from /op/kernel.cpp:2:\n",
    ],
    ids=["gcc", "clang"],
)
def test_what_a_header_lacks_is_told_at_the_line_that_includes_it(chain: str) -> None:
    text = f"{chain}/torch/cuda/light.h:9:10: fatal error: cuda_runtime_api.h: No such file or directory"
    (problem,) = compiler_problems(text, lambda file: file.startswith("/op/"))
    assert (problem.file, problem.line) == ("/op/kernel.cpp", 2)
    assert "CUDA's toolkit" in problem.hint
    assert "light.h:9" in problem.hint


def test_a_brace_that_is_never_closed_is_told_where_it_is_opened() -> None:
    text = """/cache/unit.cpp:9:1: error: expected ‘}’ at end of input
/op/kernel.cpp:4:10: note: to match this ‘{’
"""
    (problem,) = compiler_problems(text, lambda file: file.startswith("/op/"))
    assert (problem.file, problem.line) == ("/op/kernel.cpp", 4)
    assert problem.hint == "Close what is opened here."


def test_what_only_follows_from_an_error_is_left_out(tmp_path: Path) -> None:
    source = tmp_path / "kernel.cpp"
    source.write_text("std::vectr<int> v(3);\nint b = v[0] + other;\n")
    text = f"""{source}:1:6: error: no template named 'vectr' in namespace 'std'
{source}:1:11: error: expected '(' for function-style cast or type construction
{source}:2:9: error: use of undeclared identifier 'v'
{source}:2:16: error: use of undeclared identifier 'other'
"""
    found = [p.message for p in compiler_problems(text)]
    assert len(found) == 2
    assert "vectr" in found[0]
    assert "other" in found[1]


def test_a_fix_is_offered_for_the_text_that_the_compiler_saw(tmp_path: Path) -> None:
    source = tmp_path / "größe.cpp"
    text = "/* größe 𝒙 */ int a = nmber;\n"
    source.write_text(text)
    at = len(text[: text.index("nmber")].encode()) + 1
    escaped = str(source).replace("ö", "\\303\\266").replace("ß", "\\303\\237")
    (problem,) = compiler_problems(
        f"""{source}:1:{at}: error: use of undeclared identifier 'nmber'; did you mean 'number'?
fix-it:"{escaped}":{{1:{at}-1:{at + 5}}}:"number"
"""
    )
    assert problem.column == text.index("nmber") + 1
    (fix,) = source_fixes(problem, text)
    assert fix.title == "Change 'nmber' to 'number'"
    assert edited_text(text, fix.edits) == text.replace("nmber", "number")
    assert source_fixes(problem, text + "\n") == []


def test_clang_text() -> None:
    text = (
        "/op/kernel.cpp:4:9: error: use of undeclared identifier 'a'\n  y = a;\n      ^\n"
        "/op/kernel.cpp:5:1: warning: unused variable 'b' [-Wunused-variable]\n"
        "/op/kernel.cpp:1:10: fatal error: 'x.h' file not found\n"
        "3 errors generated.\n"
    )
    found = compiler_problems(text)
    assert [(p.line, p.column, p.severity) for p in found] == [
        (4, 9, "error"), (5, 1, "warning"), (1, 10, "error"),
    ]  # fmt: skip
    assert found[0].message == "use of undeclared identifier 'a'"


def test_nvcc_text() -> None:
    text = """/op/gpu.cu(9): error: identifier "nothing" is undefined
    tile[threadIdx.x] = nothing;
                        ^

/op/gpu.cu(4): warning #177-D: variable "i" was declared but never referenced
1 error detected in the compilation of "/op/gpu.cu".
"""
    one, two = compiler_problems(text)
    assert (one.file, one.line, one.severity) == ("/op/gpu.cu", 9, "error")
    assert one.message == 'identifier "nothing" is undefined'
    assert (two.line, two.severity) == (4, "warning")


def test_a_path_with_a_colon_in_text() -> None:
    (problem,) = compiler_problems("/o:p/kernel.cpp:4:9: error: no\n")
    assert (problem.file, problem.line) == ("/o:p/kernel.cpp", 4)


@pytest.mark.parametrize(
    "text", ["", "\n", "[]", "::::", "a:1:1: error: ", "/x:1:1: note: alone", 'fix-it:"a":{1:1-1:1}:"b"',
             'a:9:99: error: x\nfix-it:"\\":{9:9-1:1}:"\\777"', "a:1:1:   required from here",
             "g++: fatal error: Killed signal terminated program cc1plus"]
)  # fmt: skip
def test_rubbish_is_no_crash(text: str) -> None:
    assert isinstance(compiler_problems(text), list)


def test_a_killed_compiler_is_told() -> None:
    """What g++ prints when the kernel's out-of-memory killer takes cc1plus."""
    found = compiler_problems(
        "g++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.\n"
    )
    assert [p.severity for p in found] == ["error"]
    assert "Killed" in found[0].message


def test_there_are_not_endlessly_many() -> None:
    text = "\n".join(said("error", f"e{i}", i + 1) for i in range(5000))
    assert len(compiler_problems(text)) <= 500


def test_undefined_references_are_named_once() -> None:
    text = (
        "/usr/bin/ld: /c/unit.o: in function `twice(float)':\n"
        "unit.cpp:(.text+0x1b): undefined reference to `elsewhere(float)'\n"
        "/usr/bin/ld: unit.cpp:(.text+0x2b): undefined reference to `elsewhere(float)'\n"
        "/usr/bin/ld: unit.cpp:(.text+0x3b): undefined reference to `other<char const*>::f()'\n"
        "collect2: error: ld returned 1 exit status\n"
    )
    found = linker_problems(text, Path("/op/kernel.cpp"))
    assert [
        "elsewhere(float)" in found[0].message,
        "other<char const*>::f()" in found[1].message,
    ] == [True, True]
    assert len(found) == 2
    assert found[0].file == "/op/kernel.cpp"


def test_lld_text() -> None:
    (problem,) = linker_problems(
        "ld.lld: error: undefined symbol: elsewhere(float)\n>>> referenced by x\n"
    )
    assert "elsewhere(float)" in problem.message


def test_a_definition_that_is_there_twice() -> None:
    text = "/usr/bin/ld: b.o: in function `f()':\nb.cpp:(.text+0x0): multiple definition of `f()'; a.o: first\n"
    (problem,) = linker_problems(text)
    assert "multiple definition of `f()'" in problem.message


def test_a_missing_library() -> None:
    text = (
        "/usr/bin/ld: cannot find -ltorch_cpu: No such file or directory\n"
        "collect2: error: ld returned 1 exit status\n"
    )
    found = linker_problems(text)
    assert any("-ltorch_cpu" in p.message for p in found), "not only that ld returned 1"


def test_a_linker_that_says_nothing() -> None:
    assert linker_problems("") == []


def test_what_is_deprecated_is_told_once_a_file_and_an_error_stays() -> None:
    texts = [
        said("warning", f"'data{kind}' is deprecated: Tensor.data<T>() is deprecated.", line)
        for line in (5, 6)
        for kind in ("", "<double>", "<float>")
    ]
    texts.append(said("error", "no", 7))
    assert [(p.severity, p.line) for p in compiler_problems("\n".join(texts))] == [
        ("warning", 5),
        ("error", 7),
    ]


@pytest.mark.parametrize(
    ("message", "line", "new"),
    [
        (
            "no viable conversion from 'const DeprecatedTypeProperties' to 'torch::headeronly::ScalarType'",
            'AT_DISPATCH_FLOATING_TYPES(x.type(), "f", [&] {',
            'AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "f", [&] {',
        ),
        (
            "use of undeclared identifier 'AT_CHECK'",
            "AT_CHECK(x.dim() == 2);",
            "TORCH_CHECK(x.dim() == 2);",
        ),
    ],
)
def test_what_an_older_torch_had_is_changed_to_what_todays_has(
    tmp_path: Path, message: str, line: str, new: str
) -> None:
    path = tmp_path / "kernel.cpp"
    path.write_text(f"\n  {line}\n")
    (problem,) = compiler_problems(f"{path}:2:3: error: {message}")
    (fix,) = source_fixes(problem, path.read_text())
    assert edited_text(path.read_text(), fix.edits) == f"\n  {new}\n"
    assert "today" in problem.hint or "since torch 2" in problem.hint


def test_a_name_that_torch_changed_is_changed_in_the_whole_file(tmp_path: Path) -> None:
    """The line that is wrong may use a macro, whose text has the name."""
    path = tmp_path / "kernel.cpp"
    path.write_text(
        "#define OK(x) AT_CHECK(x)\nvoid f(int AT_CHECKS) {\n  OK(1);\n  AT_CHECK(2);\n}\n"
    )
    (problem,) = compiler_problems(f"{path}:3:3: error: use of undeclared identifier 'AT_CHECK'")
    (fix,) = source_fixes(problem, path.read_text())
    assert edited_text(path.read_text(), fix.edits) == (
        "#define OK(x) TORCH_CHECK(x)\nvoid f(int AT_CHECKS) {\n  OK(1);\n  TORCH_CHECK(2);\n}\n"
    )


def test_a_header_of_thc_is_none_that_can_be_found() -> None:
    (problem,) = compiler_problems(said("fatal error", "THC/THC.h: No such file or directory"))
    assert "none of THC since 1.11" in problem.hint
