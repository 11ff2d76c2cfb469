"""Building: missing and odd sources, folders and caches."""

from __future__ import annotations

import functools
import multiprocessing
import os
import shutil
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, MakeOp, Verify
from tests.engine.building import build, failure, kernel_with
from tests.large import large
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine.build import build as builder
from workbench.engine.store import Store


@pytest.fixture
def make_op(make_op: MakeOp) -> MakeOp:
    """Whether it compiles is what is tested: no kernel is like one that was compiled before."""
    return functools.partial(make_op, fresh=True)


def test_a_missing_source(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    (problem,) = failure(folder)
    assert problem.kind == "file"
    assert problem.file == str(folder / "kernel.cpp")
    assert problem.hint


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"\x7fELF\0\0\0", "binary"), (b"// caf\xe9\n", "UTF-8"), (b"x" * (17 << 20), "16 MiB")],
    ids=["binary", "latin-1", "huge"],
)
def test_a_source_that_is_no_text(make_op: MakeOp, data: bytes, message: str) -> None:
    folder = make_op(kernel=None)
    (folder / "kernel.cpp").write_bytes(data)
    (problem,) = failure(folder)
    assert problem.kind == "file"
    assert message in problem.message


def test_an_empty_source_lacks_the_kernel(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    (folder / "kernel.cpp").write_text("")
    problem = failure(folder)[0]
    assert problem.kind == "signature"
    assert "void twice(" in problem.hint


def test_a_source_that_is_a_folder(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    (folder / "kernel.cpp").mkdir()
    assert failure(folder)[0].kind == "file"


def test_a_source_that_is_a_pipe_is_refused_at_once(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    os.mkfifo(folder / "kernel.cpp")
    process = multiprocessing.get_context("fork").Process(target=failure, args=(folder,))
    process.start()
    process.join(5)
    hangs = process.exitcode is None
    process.kill()
    process.join()
    assert not hangs
    assert process.exitcode == 0


@pytest.mark.parametrize("text", ["\ufeff", "\r\n"], ids=["byte order mark", "dos lines"])
def test_a_source_from_windows(make_op: MakeOp, text: str) -> None:
    folder = make_op(kernel=None)
    kernel = TWICE_KERNEL.replace("\n", "\r\n") if text == "\r\n" else text + TWICE_KERNEL
    (folder / "kernel.cpp").write_bytes(kernel.encode())
    assert build(folder)[1] == []


def test_a_source_without_a_last_line_break(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    (folder / "kernel.cpp").write_text(TWICE_KERNEL.strip() + "  // no line break \\")
    assert build(folder)[0].torch_library


ODD = ["with space", "it's", 'quo"te', "do$llar", "amp&ersand", "größe-数", "se;mi", "a$(touch x)", "100%",
       "#hash", "-dash", "back`tick", "star*", "co:lon", "back\\slash", "pipe|"]  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_an_odd_folder(make_op: MakeOp, tmp_path: Path, name: str) -> None:
    kernel = '#include "part.h"\n' + kernel_with("int unused = 0;")
    folder = make_op(kernel=kernel, folder=tmp_path / name)
    (folder / "part.h").write_text("#define PART\n")
    result, problems = build(folder)
    assert Path(result.torch_library).is_file()
    assert Path(result.ort_library).is_file()
    assert problems[0].file == str(folder / "kernel.cpp")


def test_a_folder_with_a_line_break_is_refused(make_op: MakeOp, tmp_path: Path) -> None:
    (problem,) = failure(make_op(folder=tmp_path / "line\nbreak"))
    assert "line break" in problem.message


@pytest.mark.parametrize(
    "name", [pytest.param("with space", marks=large), 'it\'s $(odd) & "worse" größe']
)
def test_an_odd_cache_folder(make_op: MakeOp, tmp_path: Path, name: str) -> None:
    result, _ = build(make_op(), Store(tmp_path / name))
    assert Path(result.ort_library).is_file()
    assert Path(result.ort_library).is_relative_to(tmp_path / name)


def test_an_odd_folder_goes_all_the_way(make_op: MakeOp, tmp_path: Path, verify: Verify) -> None:
    folder = make_op(folder=tmp_path / 'it\'s $HOME & "größe"')
    assert verify(folder).report().status == "agrees"


def test_a_linked_source(make_op: MakeOp, tmp_path: Path) -> None:
    folder = make_op(kernel=None)
    (tmp_path / "elsewhere.cpp").write_text(TWICE_KERNEL)
    (folder / "kernel.cpp").symlink_to(tmp_path / "elsewhere.cpp")
    assert build(folder)[0].torch_library


def test_a_read_only_folder_is_only_read(make_op: MakeOp) -> None:
    folder = make_op()
    before = sorted(folder.iterdir())
    (folder / "kernel.cpp").chmod(0o444)
    folder.chmod(0o555)
    try:
        assert build(folder)[0].torch_library
        assert sorted(folder.iterdir()) == before
    finally:
        folder.chmod(0o755)


def test_a_folder_that_vanished(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op()
    op = op_file.load(folder)
    shutil.rmtree(folder)
    with pytest.raises(UserError) as caught:
        builder.build(folder, op, Store(), builder.Reporter())
    assert caught.value.problem.kind == "file"
    error = verify(folder).report().error
    assert error is not None
    assert str(folder) in error.where
