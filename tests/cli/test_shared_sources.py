"""Ops of a project that share a source in a root: it is compiled once, checked, and taken along."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_TOML
from workbench.core import jobs
from workbench.core.checking import Part
from workbench.core.pipeline.stage_keys import stage_keys
from workbench.core.storage import op_file
from workbench.engine.build.libraries import Planner
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.build.sources import read_sources
from workbench.engine.build.units import Unit
from workbench.engine.cluster.parcel import PartParcel, packed, unpacked
from workbench.engine.store import Store
from workbench.problems.folder import find_problems

KERNEL = """
#include "csrc/factor.h"
#include <workbench/tensor.h>

void NAME(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = shared::times(x[i]);
}
"""
HEADER = "#pragma once\nnamespace shared {\nfloat times(float x);\n}\n"
SOURCE = '#include "factor.h"\nnamespace shared {\nfloat times(float x) { return 2 * x; }\n}\n'
OPS = ("twice", "again")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two ops whose kernels call a function of one file."""
    folder = tmp_path / "project"
    shared = folder / "shared" / "csrc"
    shared.mkdir(parents=True)
    (folder / "project.toml").write_text('schema = 1\nname = "p"\n\n[roots]\ncommon = "shared"\n')
    (shared / "factor.h").write_text(HEADER)
    (shared / "factor.cpp").write_text(SOURCE)
    for name in OPS:
        op = folder / "ops" / name
        op.mkdir(parents=True)
        text = TWICE_TOML.replace('"twice"', f'"{name}"').replace("::twice", f"::{name}")
        kernel = '\n[kernel]\ninclude = ["@common"]\nsources = ["@common/csrc/factor.cpp"]\n'
        (op / "op.toml").write_text(text.replace("::Twice", f"::{name.title()}") + kernel)
        (op / "kernel.cpp").write_text(KERNEL.replace("NAME", name))
    return folder


def shared_unit(op: Path, store: Store) -> Unit:
    declared = op_file.load(op)
    plan = Planner(op, declared, read_sources(op, declared), store, Reporter()).plan()
    assert plan.torch is not None
    assert plan.ort is not None
    [unit] = {u for u in (*plan.torch.units, *plan.ort.units) if u.name == "factor.cpp"}
    return unit


def test_both_ops_agree(project: Path, run: Run) -> None:
    done = run("verify", "--trust", project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("agrees") >= len(OPS)


def test_the_shared_file_is_compiled_once(project: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    keys = {shared_unit(project / "ops" / name, store).key for name in OPS}
    assert len(keys) == 1


def test_the_shared_file_makes_both_stale(project: Path) -> None:
    ops = [project / "ops" / name for name in OPS]
    for file in ("factor.cpp", "factor.h"):
        before = [stage_keys(op, op_file.load(op)) for op in ops]
        path = project / "shared" / "csrc" / file
        path.write_text(path.read_text() + "// changed\n")
        for op, keys in zip(ops, before, strict=True):
            after = stage_keys(op, op_file.load(op))
            assert after["build"] != keys["build"]
            assert after["compare"] != keys["compare"]


def test_a_mistake_in_the_shared_file_is_told_at_its_line(project: Path, run: Run) -> None:
    path = project / "shared" / "csrc" / "factor.cpp"
    path.write_text(SOURCE.replace("2 * x", "2 * z"))
    done = run("build", "--trust", project / "ops" / "twice")
    assert done.returncode == 1
    assert f"{path}:3:" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("@common/gone.cpp", "the file @common/gone.cpp (further source) does not exist"),
        ("@nobody/x.cpp", "'nobody' is no root that is known here"),
        ("@common/../x.cpp", "'@common/../x.cpp' names no root"),
        ("@common/csrc/factor.h", "'@common/csrc/factor.h' is no C++ source"),
    ],
)
def test_what_is_no_shared_source_is_told(project: Path, name: str, message: str) -> None:
    op = project / "ops" / "twice"
    text = (op / "op.toml").read_text()
    (op / "op.toml").write_text(text.replace("@common/csrc/factor.cpp", name))
    problems = find_problems(op).problems
    assert [p.message for p in problems if p.key.startswith("kernel.sources")] == [message]


def test_it_is_taken_into_an_op_that_is_delivered(project: Path, run: Run, tmp_path: Path) -> None:
    op = project / "ops" / "twice"
    refused = run("deliver", "--form", "source", "--trust", op, "--to", tmp_path / "out")
    assert refused.returncode != 0
    told = refused.stdout + refused.stderr
    assert "sources of its kernel are outside of its folder: @common/csrc/factor.cpp" in told
    assert run("take-headers", op).returncode == 0
    shutil.rmtree(project / "shared")
    kernel = op_file.load(op).kernel
    assert kernel.include == ("third_party",)
    assert kernel.sources == ("third_party/csrc/factor.cpp",)
    done = run("verify", "--trust", op)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_travels_to_a_worker(project: Path, tmp_path: Path) -> None:
    op = project / "ops" / "twice"
    parcel = PartParcel("run", "twice", packed(op), Part(1, (), 0, {}, ()), jobs.Limits())
    shutil.rmtree(project / "shared")
    made = unpacked(parcel, (tmp_path / "there").resolve())
    assert find_problems(made).problems == ()
    [source] = read_sources(made, op_file.load(made)).files
    assert source.read_text() == SOURCE


def test_it_is_in_a_report(project: Path, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.zip"
    done = run("report", project / "ops" / "twice", "--to", file, "--trust")
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.unpack_archive(file, tmp_path / "there")
    assert (tmp_path / "there/roots/common/csrc/factor.cpp").read_text() == SOURCE
    assert (tmp_path / "there/roots/common/csrc/factor.h").read_text() == HEADER
