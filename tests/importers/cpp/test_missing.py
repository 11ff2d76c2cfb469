"""What is said of headers and sources that belong to given files and did not come along."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.headers.files import read_sources
from workbench.importers.cpp.headers.missing import missing_words
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.search.definers import read_with_definers

OP = "at::Tensor twice(at::Tensor x) { return far(x); }\n"
FAR = "at::Tensor far(at::Tensor x)"
LARGE = 50 << 20


def large(path: Path, start: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.write(f"{start}\n//".encode() + b"x" * (LARGE - len(start)))
    return path


@pytest.fixture
def op(tmp_path: Path) -> Path:
    return tmp_path / "op" / "op.cpp"


def written(op: Path, text: str) -> None:
    op.parent.mkdir(exist_ok=True)
    op.write_text(text)


@pytest.mark.parametrize(
    ("line", "place"),
    [('#include "table.h"', "op"), ("#include <deep/table.h>", "root/deep")],
    ids=["beside it", "in a given folder"],
)
def test_a_header_that_is_too_large_is_not_said_to_be_missing(
    tmp_path: Path, op: Path, line: str, place: str
) -> None:
    written(op, f"{line}\n{OP}")
    (tmp_path / "root").mkdir()
    path = large(tmp_path / place / "table.h", "#pragma once")
    texts = read_with_definers([op], [tmp_path / "root"])
    (said,) = missing_words(texts)
    assert "which is there and too large" in said
    assert f"{path} has 50.0 MiB, and 2 MiB are read at most" in said
    draft = draft_of(next(c for c in find_candidates(texts) if not c.problem), texts)
    assert said in [gap.message for gap in draft.gaps]


@pytest.mark.parametrize("named", [True, False], ids=["of its header's name", "of another name"])
def test_a_source_that_is_too_large_is_told_where_it_would_define_something(
    op: Path, named: bool
) -> None:
    written(op, f'#include "far.h"\n{OP}')
    (op.parent / "far.h").write_text(f"{FAR};\n")
    path = large(op.parent / ("far.cpp" if named else "other.cpp"), f"{FAR} {{ return x; }}")
    large(op.parent / "unused.cpp", "int unused(int x) { return x; }")
    (said,) = missing_words(read_with_definers([op]))
    assert said.startswith(f"{path} is there and too large: it has 50.0 MiB")


def test_what_is_too_much_with_all_the_others_is_told_and_smaller_files_still_come(
    op: Path,
) -> None:
    names = ["one", "two", "three"]
    written(op, "".join(f'#include "{name}.h"\n' for name in names) + OP)
    for name, size in zip(names, (1 << 20, (2 << 20) - 100, 1000), strict=True):
        (op.parent / f"{name}.h").write_text("// " + "x" * size)
    texts = read_sources([op])
    assert set(texts) == {"op.cpp", "one.h", "three.h"}
    (said,) = missing_words(texts)
    assert f"all together would be too much: {op.parent / 'two.h'}" in said
