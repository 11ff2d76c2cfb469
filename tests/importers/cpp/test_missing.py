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


UNKNOWN = "give the folder that has {} in it with --include-root, or install what has it"


@pytest.mark.parametrize(
    ("name", "folder"),
    [("ext/geom/box.hpp", "ext"), ("cloud/points.h", "cloud"), ("mytool.h", "mytool.h")],
)
def test_a_header_of_somebody_unknown_is_told_with_the_next_step(
    op: Path, name: str, folder: str
) -> None:
    written(op, f"#pragma once\n#ifndef A_H\n#define A_H\n#include <{name}>\n{OP}#endif\n")
    (line,) = missing_words(read_sources([op]))
    assert line == f'op.cpp includes "{name}", which was not given: {UNKNOWN.format(folder)}'
    header = op.parent.parent / "root" / name
    header.parent.mkdir(parents=True)
    header.write_text("\n")
    assert missing_words(read_sources([op], further=[op.parent.parent / "root"])) == []


def test_several_headers_that_lie_together_are_one_line(op: Path) -> None:
    written(op, f"#include <far/a.h>\n#include <far/deep/b.h>\n#include <other/c.h>\n{OP}")
    first, second = missing_words(read_sources([op]))
    assert first.startswith('op.cpp includes "far/a.h", which was not given, like 1 more of far/')
    assert '"other/c.h"' in second


@pytest.mark.parametrize(
    "line",
    [
        "#include <vector>",
        "#include <math.h>",
        "#include <sys/mman.h>",
        "#include <immintrin.h>",
        "#include <arm_neon.h>",
        "#include <omp.h>",
        "#include <bits/stdc++.h>",
        "#include <ext/pb_ds/assoc_container.hpp>",
        "#include <linux/types.h>",
        "#include <Python.h>",
        "#include <torch/torch.h>",
        "#include <fmt/format.h>",  # torch brings it
        "#include <ATen/Parallel.h>",
        "#include <pybind11/stl.h>",
        "#ifdef _WIN32\n#include <odd/windows.h>\n#endif",
        "#ifdef ODD\n#if 1\n#endif\n#include <odd/other.h>\n#else\n#include <odd/third.h>\n#endif",
        "#ifdef USE_ROCM\n#include <hip/hip_fp16.h>\n#include <rocm-core/rocm_version.h>\n#endif",
        "// #include <odd/comment.h>",
        "/*\n#include <odd/comment.h>\n*/",
    ],
)
def test_what_compilers_find_by_themselves_or_may_do_without_is_not_told(
    op: Path, line: str
) -> None:
    written(op, f"{line}\n{OP}")
    assert missing_words(read_sources([op])) == []


def test_what_a_header_wants_that_is_itself_behind_a_condition_is_not_told(op: Path) -> None:
    written(op, OP)
    (op.parent / "other.h").write_text("#include <hip/hip_fp16.h>\n#include <odd/a.h>\n")
    written(op, f'#ifdef USE_ROCM\n#include "other.h"\n#endif\n{OP}')
    assert missing_words(read_sources([op])) == []
    written(op, f'#include "other.h"\n{OP}')
    assert len(missing_words(read_sources([op]))) == 2


def test_a_header_in_angle_brackets_beside_the_file_comes_along(op: Path) -> None:
    written(op, f"#include <mytool.h>\n#include <math.h>\n{OP}")
    for name in ("mytool.h", "math.h"):
        (op.parent / name).write_text("\n")
    texts = read_sources([op])
    assert set(texts) == {"op.cpp", "mytool.h"}
    assert missing_words(texts) == []


BEHIND = '#ifdef USE_FAR\n#include "far.h"\n#include <odd/far.h>\n#endif\n'


def test_a_header_behind_a_condition_that_does_not_hold_is_not_asked_for(op: Path) -> None:
    written(op, f"{BEHIND}#ifdef _WIN32\n#include <cuda.h>\n#endif\n{OP}")
    texts = read_sources([op])
    assert missing_words(texts) == []
    candidate = next(c for c in find_candidates(texts) if not c.problem)
    assert not [g for g in draft_of(candidate, texts).gaps if g.key == "kernel.include"]
    (said,) = missing_words(texts, ["-DUSE_FAR"])
    assert '"far.h"' in said


def test_what_a_header_that_is_not_read_includes_is_not_asked_for(op: Path) -> None:
    written(op, f'#ifdef USE_NEAR\n#include "near.h"\n#endif\n{OP}')
    (op.parent / "near.h").write_text('#include "far.h"\n')
    texts = read_sources([op])
    assert missing_words(texts) == []
    assert len(missing_words(texts, ["-DUSE_NEAR=1"])) == 1


def test_in_doubt_a_header_is_asked_for(op: Path) -> None:
    written(op, f'#if TORCH_VERSION_MAJOR > 1\n#include "far.h"\n#endif\n{OP}')
    (said,) = missing_words(read_sources([op]))
    assert '"far.h"' in said
    (op.parent / "op.cu").write_text('#ifdef __CUDACC__\n#include "gpu.h"\n#endif\n')
    assert '"gpu.h"' in missing_words(read_sources([op, op.parent / "op.cu"]))[1]
