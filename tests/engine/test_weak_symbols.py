"""What is compared of functions and tables of which a linker keeps one of a name."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.engine.bindings import CXX, FLAGS
from workbench.engine.build.sources import APART
from workbench.engine.build.weak_symbols import weak_symbols

CASES = "".join(f"case {i}: return g{i % 3}(x + {i * i}); " for i in range(9))
VALUES = "".join(f"case {i}: return {i * 37 % 11}; " for i in range(9))
TEXTS = "".join(f'case {i}: return "{"x" * i}"; ' for i in range(9))
INLINE = f"""
int g0(int), g1(int), g2(int);
[[gnu::noinline]] inline int jumps(int k, int x) {{ switch (k) {{ {CASES} }} return x; }}
[[gnu::noinline]] inline int values(int k) {{ switch (k) {{ {VALUES} }} return 0; }}
[[gnu::noinline]] inline const char* texts(int k) {{ switch (k) {{ {TEXTS} }} return ""; }}
"""
ONE = "int one(int k) { return jumps(k, k) + values(k) + *texts(k); }\n"
OTHER = f"""
static const int table[] = {{1, 2, 3, 5, 8}};
int other(int k) {{ return table[k & 3] + *texts(k + 1) + jumps(k, 2) * values(k); }}
const char* named(int k) {{ switch (k) {{ {TEXTS.replace("x", "y")} }} return "z"; }}
"""
NAMES = {"_Z5jumpsii", "_Z6valuesi", "_Z5textsi"}


def compiled(folder: Path, text: str) -> dict[str, str]:
    (folder / "a.cpp").write_text(text)
    command = [*CXX, *FLAGS, APART, "-c", "a.cpp", "-o", "a.o"]
    subprocess.run(command, cwd=folder, check=True)
    return {k: v for k, v in weak_symbols(folder / "a.o").items() if k in NAMES}


def test_tables_of_switches_are_alike_whatever_else_a_file_has(tmp_path: Path) -> None:
    one = compiled(tmp_path, INLINE + ONE)
    assert one.keys() == NAMES
    assert compiled(tmp_path, INLINE + OTHER + ONE) == one


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("return g2(x + 25)", "return g2(x + 26)", "_Z5jumpsii"),
        ("case 3: return g0", "case 3: return g1", "_Z5jumpsii"),
        ("case 5: return 9;", "case 5: return 8;", "_Z6valuesi"),
        ('"xxxx"', '"xxxy"', "_Z5textsi"),
    ],
)
def test_other_tables_are_told(tmp_path: Path, old: str, new: str, name: str) -> None:
    assert old in INLINE
    one, other = (
        compiled(tmp_path, INLINE + ONE),
        compiled(tmp_path, INLINE.replace(old, new) + ONE),
    )
    assert {k for k in NAMES if one[k] != other[k]} == {name}
