"""The include that a name of the C++ library needs: found in what compilers say, and put in place."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from workbench.core.compile.missing_include import header_of, missing_include, with_include
from workbench.core.compile.text_fixes import edited_text, source_fixes
from workbench.core.errors import Problem, TextEdit
from workbench.engine.build.diagnostics import compiler_problems

USES = {
    "<vector>": "std::vector<int> a;",
    "<algorithm>": "int b[2]; std::sort(b, b + 2);",
    "<cmath>": "double c = std::floor(2.5);",
    "<string>": 'std::string d = "x";',
    "<array>": "std::array<int, 3> e;",
    "<optional>": "std::optional<int> g;",
    "<cstring>": "char h[2]; std::memset(h, 0, 2);",
    "<limits>": "int i = std::numeric_limits<int>::max();",
    "<sstream>": "std::stringstream j;",
    "<map>": "std::map<int, int> k;",
    "<unordered_map>": "std::unordered_map<int, int> l;",
    "<numeric>": "int m[2]; int n = std::accumulate(m, m + 2, 0);",
    "<functional>": "std::function<void()> o;",
    "<memory>": "std::unique_ptr<int> p;",
    "<thread>": "std::thread q;",
    "<iostream>": "std::cout << 1;",
    "<cstdint>": "int64_t r = 0;",
    "<cstdio>": 'printf("x");',
    "<utility>": "int s = 1, t = std::exchange(s, 2);",
    "<atomic>": "std::atomic<int> u;",
    "<stdexcept>": 'throw std::runtime_error("x");',
}


def gcc(text: str, folder: Path) -> list[Problem]:
    file = folder / "a.cpp"
    file.write_text(text)
    command = ["g++", "-std=c++20", "-fsyntax-only", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [p for p in compiler_problems(done.stderr) if p.severity == "error"]


@pytest.mark.parametrize("header", USES)
def test_what_gcc_misses_is_fixed_by_its_first_fix(header: str, tmp_path: Path) -> None:
    text = f"// what it is\n#pragma once_not\nvoid f() {{\n  {USES[header]}\n}}\n"
    problems = gcc(text, tmp_path)
    assert problems
    offered = [fix for p in problems for fix in source_fixes(p, text)]
    assert offered, problems
    assert offered[0].title == f"Add #include {header}"
    fixed = edited_text(text, offered[0].edits)
    assert fixed == with_include(text, header)
    assert gcc(fixed, tmp_path) == []


def test_the_next_step_names_the_header_where_gcc_does_not(tmp_path: Path) -> None:
    (problem, *_) = gcc("int b[2]; void f() { std::sort(b, b + 2); }\n", tmp_path)
    assert problem.hint == "It is in <algorithm>: add #include <algorithm>"


@pytest.mark.parametrize(
    ("message", "header"),
    [
        ("No member named 'vector' in namespace 'std'", "<vector>"),
        ("No template named 'optional' in namespace 'std'", "<optional>"),
        ("No type named 'string' in namespace 'std'", "<string>"),
        ("Use of undeclared identifier 'sqrt'", "<cmath>"),
        ("Unknown type name 'int64_t'", "<cstdint>"),
        ("Implicit instantiation of undefined template 'std::array<int, 3>'", "<array>"),
        ("Use of undeclared identifier 'vector'", ""),  # std:: is missing, not the header
        ("Use of undeclared identifier 'alpha'", ""),
        ("Use of undeclared identifier 'assert'", "<cassert>"),
        ("Use of undeclared identifier 'INFINITY'", "<cmath>"),
        ("Use of undeclared identifier 'FLT_MAX'", "<cfloat>"),
        ("Use of undeclared identifier 'INT_MAX'", "<climits>"),
        ("Use of undeclared identifier 'INT64_MAX'", "<cstdint>"),
        ("Use of undeclared identifier 'stderr'", "<cstdio>"),
        ("No member named 'chrono' in namespace 'std'", "<chrono>"),
        ("No member named 'vektor' in namespace 'std'", ""),
        ("Expected ';' after expression", ""),
    ],
)
def test_what_clang_says(message: str, header: str) -> None:
    assert missing_include(message) == header


def test_where_only_std_is_named_the_line_tells() -> None:
    message = "Use of undeclared identifier 'std'"
    assert missing_include(message, line="std::vector<int> a;") == "<vector>"
    assert missing_include(message, line="std ::sort(a);") == "<algorithm>"
    assert missing_include(message, line="x") == ""


def test_names_inside_of_others() -> None:
    assert header_of("std::chrono::seconds") in ("", "<chrono>")
    assert header_of("std::vector::size_type") == "<vector>"
    assert header_of("my::vector") == ""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 0),
        ("int a;\n", 0),
        ("// one\n/* two\n */\nint a;\n", 3),
        ("#pragma once\nint a;\n", 1),
        ("#ifndef A_H\n#define A_H\nint a;\n#endif\n", 2),
        ('#include "a.h"\n#include <b>\n\nint a;\n', 2),
        ("#include <b>\nint a;\n#include <c>\n", 1),
        ("#include <b>\n#ifdef X\n#include <c>\n#endif\n", 1),
        ("#ifdef X\n#include <c>\n#endif\nint a;\n", 0),
        ("#include <b>", 1),
    ],
)
def test_an_include_goes_after_those_at_the_top(text: str, line: int) -> None:
    changed = with_include(text, "<vector>")
    assert changed.splitlines()[line] == "#include <vector>"
    assert with_include(changed, "<vector>") == changed
    left = [one for one in changed.splitlines() if one != "#include <vector>"]
    assert left == text.splitlines()


def test_the_ends_of_lines_stay_as_they_are() -> None:
    text = "#include <a>\r\nint b;\r\n"
    assert with_include(text, "<vector>") == "#include <a>\r\n#include <vector>\r\nint b;\r\n"


def test_a_message_of_pages_is_read_at_once() -> None:
    start = time.thread_time()
    assert missing_include(f"'{'a::' * 20_000}b' was not declared in this scope") == ""
    assert time.thread_time() - start < 1


def test_edits_count_in_utf16() -> None:
    edits = (TextEdit(1, 4, 1, 4, ";"), TextEdit(2, 1, 3, 1, ""), TextEdit(9, 1, 9, 1, "end"))
    assert edited_text("a😀b\nc\nd", edits) == "a😀;b\ndend"
