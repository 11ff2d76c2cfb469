"""What compilers and linkers print, as problems; the texts are of gcc 12, clang 16 and GNU ld."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.engine.build.diagnostics import compiler_problems, linker_problems


def entry(
    kind: str, message: str, line: int = 3, children: list[object] | None = None
) -> dict[str, object]:
    caret = {
        "file": "/op/kernel.cpp",
        "line": line,
        "column": 9,
        "byte-column": 9,
        "display-column": 7,
    }
    return {
        "kind": kind, "message": message, "locations": [{"caret": caret}], "children": children or [],
        "column-origin": 1, "escape-source": False,
    }  # fmt: skip


def test_gcc_json() -> None:
    text = json.dumps([entry("error", "‘a’ was not declared"), entry("warning", "unused", 5)])
    one, two = compiler_problems(text + "\n")
    assert (one.kind, one.severity, one.file) == ("compile", "error", "/op/kernel.cpp")
    assert (one.line, one.column) == (3, 7), "the column that a person counts, not the byte"
    assert one.message == "‘a’ was not declared"
    assert (two.severity, two.line) == ("warning", 5)


def test_fatal_errors_are_errors_and_notes_are_not() -> None:
    found = compiler_problems(
        json.dumps([entry("fatal error", "x.h: No such file or directory"), entry("note", "n")])
    )
    assert [p.severity for p in found] == ["error"]
    assert "include folder" in found[0].hint


def test_what_every_instance_of_a_template_says_is_reported_once() -> None:
    entries = [entry("warning", "unused", 5), entry("warning", "unused", 6)]
    assert [p.line for p in compiler_problems(json.dumps(entries * 3))] == [5, 6]


def test_the_first_note_is_the_hint() -> None:
    children = [entry("note", "suggested alternative: ‘aa’")]
    (problem,) = compiler_problems(json.dumps([entry("error", "no", children=children)]))
    assert problem.hint == "suggested alternative: ‘aa’"


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("cuda_runtime_api.h", "CUDA's toolkit"),
        ("cuda/std/atomic", "CUDA's toolkit"),
        ("c10/cuda/impl/cuda_cmake_macros.h", "a header of torch"),
        ("torch/torch.h", "a header of torch"),
        ("mine/cuda.h", "Is the include folder right?"),
    ],
)
def test_whose_a_missing_header_is(header: str, words: str) -> None:
    message = f"{header}: No such file or directory"
    (problem,) = compiler_problems(json.dumps([entry("fatal error", message)]))
    assert words in problem.hint


def test_an_entry_without_a_location() -> None:
    (problem,) = compiler_problems(json.dumps([{"kind": "error", "message": "bad flag"}]))
    assert (problem.message, problem.file, problem.line) == ("bad flag", "", 0)


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
    "text", ["", "\n", "[]", "[not json]", "[1, 2]", '["a"]', '[{"kind": 3}]', '[{"kind": "error", "locations": []}]',
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
    assert len(compiler_problems(json.dumps([entry("error", str(i)) for i in range(5000)]))) <= 500


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
