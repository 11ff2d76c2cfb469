"""Where C++ stops making sense."""

import pytest

from workbench.importers.cpp.syntax.mistake import first_mistake


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("class { void (((\n", 1),
        ("int f(int a) { return a; }\n\nint g(int b { return b; }\n", 3),
        ("int f() { return 1; }\n", 0),
        ("", 0),
    ],
)
def test_the_line_of_the_first_mistake(text, line):
    found = first_mistake({"kernel.cpp": text})
    assert (found[1] if found else 0) == line


def test_the_file_is_named_and_the_line_is_shown():
    texts = {"a.cpp": "int a;\n", "b.cpp": "int b;\nint ) x;\n"}
    assert first_mistake(texts) == ("b.cpp", 2, "int ) x;")
