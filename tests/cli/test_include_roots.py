"""Headers outside an op's folder: roots of a project, on this machine or another, and taken along."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_TOML
from workbench.core.compile.roots import ROOTS_FILE
from workbench.core.pipeline.stage_keys import stage_keys
from workbench.core.storage import op_file
from workbench.problems.folder import find_problems

KERNEL = """
#include <mylib/twice.h>
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = mylib::twice(x[i]);
}
"""
HEADER = """#pragma once
#include "mylib/detail/factor.h"
namespace mylib {
inline float twice(float x) { return kFactor * x; }
}
"""
FACTOR = "#pragma once\nnamespace mylib {\nconstexpr float kFactor = 2;\n}\n"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    folder.mkdir()
    monkeypatch.setenv("OP_WORKBENCH_CONFIG", str(folder))
    return folder


@pytest.fixture
def op(tmp_path: Path, config: Path) -> Path:
    """An op of a project whose headers are beside the project."""
    project = tmp_path / "project"
    folder = project / "ops" / "twice"
    folder.mkdir(parents=True)
    (project / "project.toml").write_text(
        'schema = 1\nname = "p"\n\n[roots]\nmylib = "../lib/include"\n'
    )
    (folder / "op.toml").write_text(TWICE_TOML + '\n[kernel]\ninclude = ["@mylib"]\n')
    (folder / "kernel.cpp").write_text(KERNEL)
    write_lib(tmp_path / "lib")
    return folder


def write_lib(lib: Path, factor: str = FACTOR) -> None:
    headers = lib / "include" / "mylib"
    (headers / "detail").mkdir(parents=True)
    (headers / "twice.h").write_text(HEADER)
    (headers / "detail" / "factor.h").write_text(factor)
    (lib / "LICENSE").write_text("Do what you want.\n")


def messages(op: Path) -> list[str]:
    return [p.message for p in find_problems(op).problems]


def test_a_kernel_is_built_with_the_headers_of_a_root(op: Path, run: Run) -> None:
    done = run("verify", "--trust", op)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agrees" in done.stdout


def test_a_project_that_was_moved_names_its_roots_anew_on_each_machine(
    op: Path, run: Run, config: Path, tmp_path: Path
) -> None:
    shutil.move(tmp_path / "lib", tmp_path / "elsewhere")
    [problem] = find_problems(op).problems
    assert problem.message.startswith("the root 'mylib' is not here")
    assert str(config / ROOTS_FILE) in problem.hint
    told = run("check-declaration", op)
    assert told.returncode == 1
    assert "the root 'mylib' is not here" in told.stdout + told.stderr
    (config / ROOTS_FILE).write_text(f'mylib = "{tmp_path}/elsewhere/include"\n')
    assert messages(op) == []
    assert run("verify", "--trust", op).returncode == 0


def test_a_root_that_nobody_knows(op: Path) -> None:
    project = op.parent.parent / "project.toml"
    project.write_text('schema = 1\nname = "p"\n')
    [problem] = find_problems(op).problems
    assert problem.message == "'mylib' is no root that is known here"
    assert problem.key == "kernel.include[0]"
    assert 'mylib = "FOLDER" under [roots] in project.toml' in problem.hint


@pytest.mark.parametrize("name", ["@../lib", "@mylib/../..", "@", "@my lib"])
def test_what_names_no_root_is_refused(op: Path, name: str) -> None:
    text = (op / "op.toml").read_text()
    (op / "op.toml").write_text(text.replace("@mylib", name))
    assert messages(op) == [f"'{name}' names no root"]


def test_a_header_that_changes_makes_the_build_stale(op: Path, tmp_path: Path) -> None:
    declared = op_file.load(op)
    before = stage_keys(op, declared)
    (tmp_path / "lib/include/mylib/detail/factor.h").write_text(FACTOR.replace("2", "3"))
    after = stage_keys(op, declared)
    assert before["build"] != after["build"]
    assert before["compare"] != after["compare"]


def test_two_roots_with_one_header(op: Path, tmp_path: Path) -> None:
    write_lib(tmp_path / "other")
    project = op.parent.parent / "project.toml"
    project.write_text(project.read_text() + 'other = "../other/include"\n')
    text = (op / "op.toml").read_text()
    (op / "op.toml").write_text(text.replace('"@mylib"', '"@mylib", "@other"'))
    assert sorted(messages(op)) == [
        "mylib/detail/factor.h is in @mylib and in @other: that of @mylib is taken",
        "mylib/twice.h is in @mylib and in @other: that of @mylib is taken",
    ]


def test_headers_that_include_each_other(op: Path, tmp_path: Path) -> None:
    headers = tmp_path / "lib/include/mylib"
    (headers / "twice.h").write_text(HEADER.replace("#pragma once\n", ""))
    (headers / "detail" / "factor.h").write_text('#include "mylib/twice.h"\n')
    [problem] = find_problems(op).problems
    assert problem.message == (
        "twice.h includes factor.h includes twice.h, and none of them has a guard"
    )
    (headers / "twice.h").write_text(HEADER)
    assert messages(op) == []


def test_what_is_outside_is_taken_along(op: Path, run: Run, tmp_path: Path) -> None:
    refused = run("deliver", "--form", "source", "--trust", op, "--to", tmp_path / "out")
    assert refused.returncode != 0
    assert "op-workbench take-headers twice" in refused.stdout + refused.stderr
    listed = run("take-headers", op, "--list")
    assert listed.returncode == 0
    assert "mylib/twice.h" in listed.stdout
    assert "mylib/detail/factor.h" in listed.stdout
    assert f"licence {tmp_path / 'lib' / 'LICENSE'}" in listed.stdout
    assert not (op / "third_party").exists()
    assert run("take-headers", op).returncode == 0
    shutil.rmtree(tmp_path / "lib")
    assert op_file.load(op).kernel.include == ("third_party",)
    assert (op / "third_party" / "LICENSE").read_text() == "Do what you want.\n"
    done = run("verify", "--trust", op)
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_of_the_ops_own_is_overwritten(op: Path, run: Run) -> None:
    own = op / "third_party" / "mylib" / "twice.h"
    own.parent.mkdir(parents=True)
    own.write_text("// mine\n")
    done = run("take-headers", op)
    assert done.returncode == 1
    assert "is another file than" in done.stderr
    assert own.read_text() == "// mine\n"
    assert [p.name for p in own.parent.iterdir()] == ["twice.h"]
    assert op_file.load(op).kernel.include == ("@mylib",)
