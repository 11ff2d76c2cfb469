"""Files that are no module of tvm-ffi's ABI, or a harmful one, where the declaration names one."""

from __future__ import annotations

import contextlib
import os
import platform
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeOp, Verify, error_of
from tests.engine.runtimes.foreign import BOTH, FOREIGN_TOML, make_module
from tests.large import examples
from tests.own_compiler import own_compiler
from workbench.core.errors import UserError
from workbench.core.platforms import PLATFORMS
from workbench.core.storage import op_file
from workbench.engine.build.build import build
from workbench.engine.build.foreign import foreign_module
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.compilers import crossing, environment
from workbench.engine.store import Store

NAME = "kernels.so"
AT_LOAD = "\n#include <unistd.h>\n__attribute__((constructor)) static void at_load(void) {{ {} }}\n"
MISSING = "\nvoid not_there(void);\n__attribute__((constructor)) static void at_load(void) { not_there(); }\n"


def failure(folder: Path) -> str:
    """What is told of the module in a folder of an op."""
    with pytest.raises(UserError) as caught:
        foreign_module(folder, op_file.load(folder))
    assert caught.value.problem.file == str(folder / NAME)
    return str(caught.value)


@pytest.fixture
def folder(make_op: MakeOp) -> Path:
    """An op without its module."""
    return make_op(FOREIGN_TOML)


def test_what_is_no_library_is_named(folder: Path) -> None:
    module = folder / NAME
    for data in (b"", b"no library", b"\x7fELF", b"MZ" + bytes(200), b"!<arch>\n" + bytes(99)):
        module.write_bytes(data)
        assert "this is no shared library" in failure(folder) or "cut off" in failure(folder)
    module.unlink()
    module.mkdir()
    assert "the module is no regular file" in failure(folder)
    module.rmdir()
    os.mkfifo(module)
    assert "the module is no regular file" in failure(folder), "and nobody waits for a writer"
    module.unlink()
    make_module(folder, "kernels.o", "-c", "-r")
    (folder / "kernels.o").rename(module)
    assert "this is no shared library" in failure(folder)


def test_a_library_that_is_cut_off_says_how_much_of_it_there_is(folder: Path) -> None:
    whole = make_module(folder).read_bytes()
    for size in (6, 63, 64, len(whole) // 2, len(whole) - 1):
        (folder / NAME).write_bytes(whole[:size])
        told = failure(folder)
        least = len(whole) if size >= 63 else 64
        assert f"this library is cut off: {size:,} of at least {least:,} bytes are there" in told
        assert "Copy it again, or make it anew." in told


def test_a_library_for_another_processor_is_named(folder: Path) -> None:
    source = folder / "module.c"
    source.write_text("int __tvm_ffi_double_it(void) { return 0; }\n")
    zig = crossing(PLATFORMS["linux-aarch64"].target("")).command[0]
    target = ["-target", "aarch64-linux-gnu", "-nostdlib", "-shared", "-fPIC"]
    command = [zig, "cc", *target, str(source), "-o", str(folder / NAME)]
    subprocess.run(command, check=True, capture_output=True, env=environment())
    told = failure(folder)
    assert "this library is for another processor (AARCH64)" in told
    assert f"Make it for this one ({platform.machine()})" in told


DAMAGES = st.lists(st.tuples(st.integers(0, 1 << 14), st.integers(0, 255)), min_size=1, max_size=9)


def test_a_damaged_library_is_told_or_taken_and_never_a_mistake_of_ours(folder: Path) -> None:
    whole = make_module(folder).read_bytes()
    op = op_file.load(folder)

    @examples(200)
    @given(DAMAGES, st.booleans())
    def holds(damages: list[tuple[int, int]], in_header: bool) -> None:
        data = bytearray(whole)
        for at, value in damages:
            data[at % (64 if in_header else len(data))] = value
        (folder / NAME).write_bytes(data)
        with contextlib.suppress(UserError):
            foreign_module(folder, op)

    holds()


@own_compiler
@pytest.mark.parametrize("toml", [FOREIGN_TOML, BOTH])
@pytest.mark.parametrize(
    ("more", "told"),
    [
        (AT_LOAD.format("*(volatile int*)0 = 1;"), "segmentation fault) while"),
        (AT_LOAD.format("_exit(3);"), "the process ended with exit status 3 while"),
    ],
)
def test_one_that_ends_its_process_when_it_is_loaded_is_named_and_ends_nothing_else(
    make_op: MakeOp, verify: Verify, toml: str, more: str, told: str
) -> None:
    folder = make_op(toml)
    make_module(folder, more=more)
    state = verify(folder)
    problem = error_of(state)
    assert f"{told} loading the compiled module {NAME}" in problem.message
    assert "give another file as module in [ort]" in problem.hint
    make_module(folder)
    assert verify(folder).report().status == "agrees", "the hosts are alive"


def test_one_that_needs_what_is_not_here_says_what(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(FOREIGN_TOML)
    make_module(folder, more=MISSING)
    problem = error_of(verify(folder))
    assert problem.message == "the module does not load: undefined symbol: not_there"


def test_one_is_not_loaded_where_it_is_built(make_op: MakeOp, tmp_path: Path) -> None:
    folder = make_op(FOREIGN_TOML)
    mark = tmp_path / "loaded"
    make_module(folder, more="#include <fcntl.h>\n" + AT_LOAD.format(f'creat("{mark}", 0600);'))
    build(folder, op_file.load(folder), Store(), Reporter())
    assert not mark.exists()
