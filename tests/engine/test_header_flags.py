"""A flag that changes nothing in a precompiled header does not ask for another one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from workbench.core.compile.torch_headers import HeaderSet
from workbench.engine.build.header_flags import that_matter
from workbench.engine.build.precompiled import torch_headers
from workbench.engine.compilers import Compiler, bundled, environment, of_system
from workbench.engine.store import Store

COMPILERS = {c.version: c for c in (bundled(), of_system()) if c is not None and not c.own_library}


@pytest.fixture(params=sorted(COMPILERS))
def compiler(request: pytest.FixtureRequest) -> Compiler:
    return COMPILERS[request.param]


@pytest.fixture
def header(tmp_path: Path) -> Path:
    """It reads another one; between them they ask for ``WITH_CHECKS`` and ``DEEP``."""
    (tmp_path / "inner.h").write_text("#pragma once\n#ifdef DEEP\nint deep;\n#endif\n")
    path = tmp_path / "a header.h"
    path.write_text(
        '#pragma once\n#include "inner.h"\n'
        "#if WITH_CHECKS\ninline int checks() { return 1; }\n"
        "#else\ninline int checks() { return 0; }\n#endif\n"
    )
    return path


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        (["-DVERSION_GE_1_3", "-D", "MINE=1", "-UMINE", "-DCALL(x)=x"], []),
        (["-DWITH_CHECKS=1"], ["-DWITH_CHECKS=1"]),
        (["-D", "DEEP", "-DMINE"], ["-D", "DEEP"]),
        (["-UDEEP"], ["-UDEEP"]),
        (["-DWITH"], []),
        (["-Wall", "-Isome/folder", "-lm"], []),
        (["-std=c++20", "-fPIC"], []),
        (["-std=c++17", "-fPIC"], ["-std=c++17", "-fPIC"]),
        (["-O0"], ["-O0"]),
        (["-fno-exceptions", "-DMINE"], ["-fno-exceptions"]),
    ],
)
def test_only_what_a_header_cares_about(
    flags: list[str], kept: list[str], header: Path, compiler: Compiler, tmp_path: Path
) -> None:
    store = Store(tmp_path / "cache")
    ours = ("-std=c++20", "-O2", "-fPIC")
    for _ in range(2):  # the second time it is known which files the header reads
        assert that_matter(flags, header, ours, ["v1"], compiler, store) == tuple(kept)


def test_a_level_of_optimisation_is_none_of_clangs_headers(
    header: Path, compiler: Compiler, tmp_path: Path
) -> None:
    store = Store(tmp_path / "cache")
    found = that_matter(["-O3", "-g"], header, ("-O2",), ["v1"], compiler, store)
    assert found == (("-O3", "-g") if compiler.is_gcc else ())


def test_of_a_header_that_cannot_be_read_every_macro_counts(
    tmp_path: Path, compiler: Compiler
) -> None:
    """What is wrong with it, making it tells."""
    broken = tmp_path / "broken.h"
    broken.write_text('#include "nowhere.h"\n')
    found = that_matter(["-DMINE"], broken, (), ["v1"], compiler, Store(tmp_path / "cache"))
    assert found == ("-DMINE",)


@pytest.mark.parametrize(
    ("flags", "shared"),
    [(["-DMINE=7"], True), (["-DMINE=7", "-O3", "-g"], None), (["-DWITH_CHECKS=1"], False)],
)
def test_the_shared_header_is_taken_and_means_the_same(
    flags: list[str], shared: bool | None, header: Path, compiler: Compiler, tmp_path: Path
) -> None:
    """By the compiler itself, which says where it cannot take one."""
    store = Store(tmp_path / "cache")
    ours = ("-std=c++20", "-O2", "-fPIC", *compiler.precompiled)
    plain, made = (
        torch_headers(HeaderSet("a set", header), ours, more, compiler, store, print)
        for more in ([], flags)
    )
    is_shared = not compiler.is_gcc if shared is None else shared
    assert (plain == made) == is_shared
    source, program = tmp_path / "uses.cpp", tmp_path / "uses"
    source.write_text(
        f'#include "{header}"\n#ifndef MINE\n#define MINE 0\n#endif\n'
        "int main() { return 10 * checks() + MINE; }\n"
    )
    strict = ("-Winvalid-pch", "-Werror", "-include", str(made), *flags)
    command = [*compiler.command, *ours, *strict, str(source), "-o", str(program)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.stderr == ""
    expected = 10 * ("-DWITH_CHECKS=1" in flags) + 7 * ("-DMINE=7" in flags)
    assert subprocess.run([program], check=False).returncode == expected
