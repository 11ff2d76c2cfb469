"""Precompiled headers: a file means the same with and without them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.building import build, failure, kernel_with
from tests.engine.own_ort import needs_headers
from tests.engine.own_ort_sources import CLASSIC, NEW_STYLE, TOML
from tests.own_compiler import own_compiler
from workbench.core.compile.includes import leading_includes
from workbench.core.compile.torch_headers import HeaderSet
from workbench.engine.build.precompiled import leading_headers, torch_headers
from workbench.engine.build.sources import glue_flags
from workbench.engine.compilers import bundled, environment
from workbench.engine.store import Store

ours = pytest.mark.skipif(
    (clang := bundled()) is None or clang.own_library, reason="needs the system's C++ library"
)


def with_flags(*flags: str) -> str:
    return TWICE_TOML + f"\n[kernel]\ncompile_flags = {list(flags)!r}\n"


def headers(store: Store) -> set[str]:
    return {path.name for path in (store.root / "headers").glob("*")}


@ours
@pytest.mark.parametrize("flags", [["-D_GLIBCXX_ASSERTIONS"], ["-D", "_GLIBCXX_ASSERTIONS"]])
def test_a_macro_counts_in_the_headers_too(make_op: MakeOp, flags: list[str]) -> None:
    """What is precompiled is made with the user's macros: here of the C++ library's own."""
    body = "std::vector<float> f(x.rank(), 2); y[0] = x[0] * f[x.size(0)];"
    folder = make_op(with_flags(*flags), f"#include <vector>\n{kernel_with(body).strip()}")
    assert b"glibcxx_assert_fail" in Path(build(folder)[0].torch_library).read_bytes()


@ours
def test_a_header_that_was_installed_again_is_the_same(tmp_path: Path) -> None:
    """Its time is another one then; ``#pragma once`` must know it again."""
    assert clang is not None
    header = tmp_path / "light.h"
    header.write_text("#pragma once\nstruct Once {};\n")
    source = tmp_path / "uses.cpp"
    source.write_text('#include "light.h"\nOnce once;\n')
    flags = ("-fPIC", *clang.precompiled)
    store = Store(tmp_path / "cache")
    first = torch_headers(HeaderSet("light", header), flags, (), clang, store, print)
    command = [*clang.command, *flags, "-include", str(first), "-fsyntax-only", str(source)]
    for time in (1e9, 1.5e9):
        os.utime(header, (time, time))
        done = subprocess.run(
            command, env=environment(), capture_output=True, text=True, check=False
        )
        assert done.stderr == ""


@ours
def test_kernels_that_begin_alike_share_a_header(tmp_path: Path) -> None:
    assert clang is not None
    store = Store(tmp_path / "cache")
    other = f"// Another one.\n{TWICE_KERNEL.replace('2 *', '3 *')}"
    first, second, third = (
        leading_headers(leading_includes(text, []), glue_flags(clang), (), clang, store)
        for text in (TWICE_KERNEL, other, f"#include <cmath>\n{TWICE_KERNEL.strip()}")
    )
    assert first is not None
    assert first == second
    assert third not in (None, first)
    assert headers(store) == {path.parent.name for path in (first, third) if path is not None}


@ours
def test_with_a_flag_that_may_change_what_a_header_means_there_is_none(make_op: MakeOp) -> None:
    assert clang is not None
    lines = ["#include <workbench/tensor.h>"]
    for flags, is_there in ((["-isystem", "/usr/local/include"], False), (["-w"], True)):
        made = leading_headers(lines, glue_flags(clang), flags, clang, Store())
        assert (made is not None) == is_there, flags
        assert build(make_op(with_flags(*flags)))[0].torch_library


@own_compiler
@ours
def test_a_flag_that_takes_a_header_away_does(make_op: MakeOp) -> None:
    assert "file not found" in failure(make_op(with_flags("-nostdinc++")))[0].message


def test_a_macro_before_the_first_include_counts(make_op: MakeOp) -> None:
    defined = "#define _GLIBCXX_ASSERTIONS 1\n#include <vector>"
    body = "std::vector<float> f(x.rank(), 2); y[0] = x[0] * f[x.size(0)];"
    folder = make_op(kernel=f"{defined}\n{kernel_with(body).strip()}")
    assert b"glibcxx_assert_fail" in Path(build(folder)[0].torch_library).read_bytes()


def test_a_header_of_the_user_goes_before_one_of_that_name(make_op: MakeOp) -> None:
    folder = make_op(kernel=f"#include <latch>\n{kernel_with('y[0] = my_own;').strip()}")
    (folder / "latch").write_text("#pragma once\nconstexpr float my_own = 1;\n")
    assert build(folder)[0].torch_library


def test_a_header_that_is_not_there_is_told_of_at_its_line(make_op: MakeOp) -> None:
    folder = make_op(kernel=TWICE_KERNEL.replace(">\n", ">\n#include <vectorr>\n", 1))
    (problem,) = failure(folder)
    assert "vectorr" in problem.message
    assert (problem.file, problem.line) == (str(folder / "kernel.cpp"), 2)


def test_what_a_kernel_does_not_include_it_does_not_have(make_op: MakeOp) -> None:
    (problem, *_) = failure(make_op(kernel=kernel_with("y[0] = std::accumulate(&x[0], &x[0], 0);")))
    assert "accumulate" in problem.message
    assert "<numeric>" in problem.hint


@own_compiler
@ours
@needs_headers
def test_the_official_headers_of_onnx_runtime_are_read_once(
    folder_of: Callable[..., Path], tmp_path: Path
) -> None:
    store = Store(tmp_path / "cache")
    build(folder_of(CLASSIC), store)
    made = headers(store)
    assert len(made) == 1
    build(folder_of(NEW_STYLE), store)
    assert headers(store) == made
    macro = TOML.replace("[kernel]\n", '[kernel]\ncompile_flags = ["-DORT_API_MANUAL_INIT"]\n')
    build(folder_of(CLASSIC, macro), store)
    assert len(headers(store)) == 2, "with another macro they mean something else"
