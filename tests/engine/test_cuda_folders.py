"""CUDA files in folders, and with a cache, whose paths mean something to the shell that nvcc calls."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from tests.conftest import MakeOp
from tests.engine.building import build, edit, failure, symbols, with_kernel
from tests.engine.test_cuda_kernel import TWICE_CU
from tests.engine.test_cuda_sources import needs_nvcc
from tests.large import large
from workbench.core.errors import UserError
from workbench.engine.build.cuda import check_folder
from workbench.engine.build.plain_paths import PlainPaths
from workbench.engine.store import Store

ODD = ["it's, größe", 'a"b`c $HOME $(touch x) back\\slash & (1);']
WITH_PART = TWICE_CU.replace("2 * x[i]", "FACTOR * x[i]").replace(
    "#include", '#include "part.h"\n#define MORE "more.h"\n#include MORE\n#include', 1
)


def odd(make_op: MakeOp, folder: Path, text: str = WITH_PART, source: str = "kernel.cu") -> Path:
    """An op for GPUs alone, with headers: one beside it, one in a folder of its own."""
    keys = f'style = "cuda"\nsource = "{source}"\ncuda_architectures = ["sm_75"]\ninclude = ["head\'ers"]'
    made = make_op(with_kernel(keys), folder=folder)
    (made / "kernel.cpp").unlink()
    (made / "head'ers").mkdir()
    (made / "part.h").write_text("#pragma once\n#define FACTOR 2\n")
    (made / "head'ers" / "more.h").write_text("#pragma once\n")
    (made / source).write_text(f"{text}// {uuid.uuid4().hex}\n")  # compiled by no earlier test
    return made


@needs_nvcc
@pytest.mark.parametrize("name", ODD)
def test_a_kernel_in_an_odd_folder(make_op: MakeOp, tmp_path: Path, name: str) -> None:
    result, problems = build(odd(make_op, tmp_path / name))
    assert "wb_cuda_entry_" in symbols(result.ort_library)
    assert [p.severity for p in problems] == ["note"], problems
    assert not (tmp_path / "x").exists()


@needs_nvcc
def test_what_is_wrong_there_is_said_of_the_users_file(make_op: MakeOp, tmp_path: Path) -> None:
    folder = odd(make_op, tmp_path / "it's \"$HOME", WITH_PART.replace("FACTOR * x", "FACTOR * z"))
    problem = failure(folder)[0]
    line = WITH_PART[: WITH_PART.index("FACTOR * ")].count("\n") + 1
    assert (problem.file, problem.line) == (str(folder / "kernel.cu"), line)
    (folder / "kernel.cu").write_text(WITH_PART)
    (folder / "part.h").write_text("#define FACTOR 2\nint f() { return none; }\n")
    problem = failure(folder)[0]
    assert (problem.file, problem.line) == (str(folder / "part.h"), 2)


@needs_nvcc
def test_a_header_that_only_the_compiler_finds_there(make_op: MakeOp, tmp_path: Path) -> None:
    folder = odd(
        make_op,
        tmp_path / "it's",
        WITH_PART.replace('"more.h"', "TEXT(more.h)").replace(
            '#include "part.h"',
            '#include "part.h"\n#define STRING(x) #x\n#define TEXT(x) STRING(x)',
        ),
    )
    built = [build(folder)[0].compiled for _ in range(3)]
    assert built == [1, 1, 0]  # what was found is part of the key the second time
    (folder / "head'ers" / "more.h").write_text("#define MORE_OF_IT\n")
    assert build(folder)[0].compiled


@needs_nvcc
def test_a_kernel_with_an_odd_name(make_op: MakeOp, tmp_path: Path) -> None:
    folder = odd(make_op, tmp_path / "plain", source="it's.cu")
    assert build(folder)[0].ort_library
    edit(folder, "FACTOR * x", "FACTOR * z", source="it's.cu")
    assert failure(folder)[0].file == str(folder / "it's.cu")


@needs_nvcc
def test_a_further_file_in_an_odd_folder(make_op: MakeOp, tmp_path: Path) -> None:
    folder = make_op(with_kernel('sources = ["further.cu"]'), folder=tmp_path / "it's")
    (folder / "further.cu").write_text(
        "#include <cuda_runtime.h>\n__global__ void fill(float* y) { y[0] = 1; }\n"
    )
    _, problems = build(folder, unlinked=True)
    assert not [p for p in problems if p.severity in ("error", "warning")], problems


@large
@needs_nvcc
def test_an_odd_cache(make_op: MakeOp, tmp_path: Path) -> None:
    assert build(odd(make_op, tmp_path / "plain"), Store(tmp_path / "it's $HOME"))[0].ort_library


@needs_nvcc
def test_a_cache_that_nvcc_cannot_work_in_is_refused(tmp_path: Path) -> None:
    check_folder(tmp_path / "it's $HOME")
    with pytest.raises(UserError) as caught:
        check_folder(tmp_path / 'quo"te')
    assert caught.value.problem.hint.startswith("Set OP_WORKBENCH_CACHE")


def test_words_with_odd_paths_go_through_links(tmp_path: Path) -> None:
    folder = tmp_path / "it's"
    folder.mkdir()
    (folder / "k.cu").touch()
    (tmp_path / "0123").mkdir()
    paths = PlainPaths(tmp_path / "0123")
    words = ["-I/usr/include", f"-I{folder}", "-include", f"{folder}/k.cu", "-DNAME=it's"]
    words += [f"-ffile-prefix-map={folder}/=it's/"]
    assert [paths.word(word) for word in words] == [
        *("-I/usr/include", "-I0123/link0", "-include", "0123/link0/k.cu", "-DNAME=it's"),
        "-ffile-prefix-map=0123/link0/=it_s/",
    ]
    assert (tmp_path / "0123/link0/k.cu").is_file()
    said = "0123/link0/k.cu(3): error\n0123/unit.cpp(1): x0123/link0"
    assert paths.said(said) == f"{folder}/k.cu(3): error\n{tmp_path}/0123/unit.cpp(1): x0123/link0"
    paths.clear()
    assert not list((tmp_path / "0123").iterdir())
