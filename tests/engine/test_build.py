"""Building: what is compiled and what is not, damage and company."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML, MakeOp
from tests.engine.building import (
    Recorder,
    build,
    edit,
    failure,
    kernel_with,
    object_inode,
    with_kernel,
)
from workbench.core.storage import op_file
from workbench.engine.build import build as builder
from workbench.engine.store import Store


@pytest.fixture
def make_op(make_op: MakeOp) -> MakeOp:
    """Whether it compiles is what is tested: no kernel is like one that was compiled before."""
    return functools.partial(make_op, fresh=True)


# -- what is compiled


def test_two_libraries_come_of_one_kernel_object(make_op: MakeOp) -> None:
    folder = make_op()
    recorder = Recorder()
    result, problems = builder.build(folder, op_file.load(folder), Store(), recorder)
    assert problems == []
    assert result.torch_library != result.ort_library
    compiled = [text for _, _, text in recorder.steps if "kernel" in text]
    assert len(compiled) == 1
    assert recorder.steps[0][0] == 0
    assert recorder.steps[-1][0] == recorder.steps[-1][1]
    assert object_inode(result.ort_library, "RegisterCustomOps")
    assert not object_inode(result.torch_library, "RegisterCustomOps")


def test_the_ort_library_links_no_torch(make_op: MakeOp) -> None:
    result, _ = build(make_op())
    needed = subprocess.run(
        ["readelf", "-d", result.ort_library], capture_output=True, text=True, check=True
    ).stdout
    assert "libtorch" not in needed
    assert "libc10" not in needed


def test_a_second_build_compiles_nothing(make_op: MakeOp) -> None:
    folder = make_op()
    first, _ = build(folder)
    assert first.compiled >= 1
    second, _ = build(folder)
    assert second.compiled == 0
    assert (second.torch_library, second.ort_library) == (first.torch_library, first.ort_library)


def test_an_edit_of_the_body_recompiles_the_kernel_only(make_op: MakeOp) -> None:
    folder = make_op()
    first, _ = build(folder)
    edit(folder, "2 * x[i]", "3 * x[i]")
    second, _ = build(folder)
    assert second.compiled == 1
    assert second.torch_library != first.torch_library
    edit(folder, "3 * x[i]", "2 * x[i]")
    restored, _ = build(folder)
    assert restored.compiled == 0
    assert restored.torch_library == first.torch_library


def test_a_changed_header_beside_the_kernel_is_seen(make_op: MakeOp) -> None:
    folder = make_op(kernel='#include "part/factor.h"\n' + kernel_with("y[0] = FACTOR;"))
    (folder / "part").mkdir()
    (folder / "part" / "factor.h").write_text('#include "inner.h"\n')
    (folder / "part" / "inner.h").write_text("#define FACTOR 2\n")
    first, _ = build(folder)
    assert build(folder)[0].compiled == 0
    (folder / "part" / "inner.h").write_text("#define FACTOR 3\n")
    second, _ = build(folder)
    assert second.compiled == 1
    assert second.ort_library != first.ort_library


def test_a_header_that_a_macro_names_is_seen(make_op: MakeOp) -> None:
    text = '#define PART "factor.h"\n#include PART\n' + kernel_with("y[0] = FACTOR;")
    folder = make_op(kernel=text)
    (folder / "factor.h").write_text("#define FACTOR 2\n")
    first, _ = build(folder)
    (folder / "factor.h").write_text("#define FACTOR 3\n")
    assert build(folder)[0].ort_library != first.ort_library


@pytest.mark.parametrize(
    "line", ['#  include  "factor.h"', '#include/**/"factor.h"', '#include \\\n"factor.h"',
             '#if __has_include("factor.h")\n#include <factor.h>\n#endif'],
)  # fmt: skip
def test_an_include_written_oddly_is_seen(make_op: MakeOp, line: str) -> None:
    folder = make_op(kernel=f"{line}\n" + kernel_with("y[0] = FACTOR;"))
    (folder / "factor.h").write_text("#define FACTOR 2\n")
    first, _ = build(folder)
    (folder / "factor.h").write_text("#define FACTOR 3\n")
    assert build(folder)[0].ort_library != first.ort_library


def test_a_header_that_appears_is_seen(make_op: MakeOp) -> None:
    text = '#if __has_include("extra.h")\n#include "extra.h"\n#else\n#define FACTOR 2\n#endif\n'
    folder = make_op(kernel=text + kernel_with("y[0] = FACTOR;"))
    first, _ = build(folder)
    (folder / "extra.h").write_text("#define FACTOR 3\n")
    assert build(folder)[0].ort_library != first.ort_library


def test_content_counts_and_not_the_time_of_change(make_op: MakeOp) -> None:
    folder = make_op()
    first, _ = build(folder)
    os.utime(folder / "kernel.cpp", (2_000_000_000, 2_000_000_000))
    assert build(folder)[0].compiled == 0
    stamp = (folder / "kernel.cpp").stat()
    edit(folder, "2 * x[i]", "5 * x[i]")
    os.utime(folder / "kernel.cpp", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    second, _ = build(folder)
    assert second.compiled == 1
    assert second.torch_library != first.torch_library


def test_a_copy_of_an_op_is_not_compiled_again(make_op: MakeOp, tmp_path: Path) -> None:
    kernel = '#define PART "part.h"\n#include PART\n' + kernel_with("int unused = 0;")
    folder = make_op(kernel=kernel)
    (folder / "part.h").write_text("#define FACTOR 2\n")
    first, (told,) = build(folder)
    assert first.compiled >= 1
    copy = shutil.copytree(folder, tmp_path / "elsewhere" / "copy")
    second, (told_of_copy,) = build(copy)
    assert second.compiled == 0
    assert second.ort_library == first.ort_library
    assert (told.file, told_of_copy.file) == (f"{folder}/kernel.cpp", f"{copy}/kernel.cpp")
    assert told_of_copy.line == told.line
    (copy / "part.h").write_text("#define FACTOR 3\n")
    assert build(copy)[0].compiled == 1
    assert build(folder)[0].compiled == 0


def test_a_path_that_gets_into_the_code_is_not_forgotten(make_op: MakeOp, tmp_path: Path) -> None:
    flags = 'compile_flags = ["-DHERE=\'\\"{}\\"\'"]'
    one, other = tmp_path / "one", tmp_path / "other"
    kernel = kernel_with("y[0] = sizeof(HERE);")
    make_op(with_kernel(flags.format(one)), kernel, one)
    shutil.copytree(one, other)
    (other / "op.toml").write_text(with_kernel(flags.format(other)))
    assert build(one)[0].torch_library != build(other)[0].torch_library


def test_an_op_of_no_runtime_kernel_builds_one_library(make_op: MakeOp) -> None:
    toml = TWICE_TOML.replace("[[model", '[ort]\nimplementation = "export-only"\n\n[[model', 1)
    result, _ = build(make_op(toml))
    assert result.ort_library == ""
    assert Path(result.torch_library).is_file()


def test_nothing_is_left_in_the_scratch_folder(make_op: MakeOp) -> None:
    folder = make_op()
    scratch = Store().root / "scratch"

    def own() -> list[Path]:
        """What is of this op: others build at the same time."""
        found = []
        for file in scratch.glob("*/build.ninja"):
            with contextlib.suppress(OSError):
                texts = [f.read_text() for f in (file, *file.parent.glob("*/unit.cpp"))]
                found += [file.parent] if any(str(folder) in text for text in texts) else []
        return found

    seen: list[Path] = []
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.01):
            seen.extend(own())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        build(folder)
        edit(folder, "2 * x[i]", "oops")
        failure(folder)
    finally:
        ended.set()
        watcher.join()
    assert seen, "it is built there"
    assert own() == []


# -- damage and company


def test_a_damaged_entry_is_built_again(make_op: MakeOp) -> None:
    """A library that somebody removed from its folder in the cache."""
    folder = make_op()
    first, _ = build(folder)
    Path(first.torch_library).unlink()
    second, _ = build(folder)
    assert Path(second.torch_library).is_file()


def _build_quietly(folder: str, started: object, results: object) -> None:
    started.wait()  # type: ignore[attr-defined]
    result, _ = build(Path(folder))
    results.put((result.torch_library, result.ort_library))  # type: ignore[attr-defined]


def test_two_processes_build_one_op_at_once(make_op: MakeOp) -> None:
    folder = make_op()
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(2), context.Queue()
    both = [
        context.Process(target=_build_quietly, args=(str(folder), barrier, results))
        for _ in range(2)
    ]
    for process in both:
        process.start()
    found = [results.get(timeout=60) for _ in both]
    for process in both:
        process.join()
        assert process.exitcode == 0
    results.close()
    results.join_thread()
    assert found[0] == found[1]
    assert all(Path(p).is_file() for p in found[0])
