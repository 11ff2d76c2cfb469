"""``op-workbench inspect`` and ``new --library``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML
from tests.engine.raw_library import op_library
from workbench.core.storage import op_file


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return op_library(tmp_path_factory.mktemp("raw"))


def test_the_ops_are_listed(run: Run, library: Path) -> None:
    done = run("inspect", library)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["raw.ops::Twice", "    float32 -> float32"]
    assert "raw.ops::Old  (version 10 to 12)" in lines
    assert "raw.more::Twice  (since version 3, CUDAExecutionProvider)" in lines
    told = json.loads(run("inspect", library, "--json").stdout)
    assert told["ops"][3]["inputs"][1] == {"dtype": "int64", "characteristic": "optional"}
    assert told["library"] == str(library)


def test_a_file_that_is_none_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lib.so").write_text("rubbish")
    done = run("inspect", tmp_path / "lib.so")
    assert done.returncode == 1
    assert "lib.so: this is no shared library" in done.stderr


def test_a_model_is_told_who_reads_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "net.onnx").write_bytes(b"\x08\x0a")
    done = run("inspect", tmp_path / "net.onnx")
    assert done.returncode == 1
    assert "net.onnx: this is no shared library" in done.stderr
    assert "op-workbench new DIR --onnx MODEL" in done.stderr


def test_an_entry_becomes_an_op_that_runs(run: Run, library: Path, tmp_path: Path) -> None:
    listed = run("new", tmp_path / "p", "--library", library)
    assert listed.returncode == 0
    assert "raw.ops::Words: string -> string  (cannot be used: it takes string" in listed.stdout
    assert not (tmp_path / "p").exists()
    unclear = run("new", tmp_path / "p", "--library", library, "--entry", "Twice")
    assert unclear.returncode == 1
    assert "several domains have 'Twice'" in unclear.stderr
    unknown = run("new", tmp_path / "p", "--library", library, "--entry", "Thrice")
    assert "'Thrice' is not in" in unknown.stderr
    assert not (tmp_path / "p").exists(), "nothing is half imported"
    made = run("new", tmp_path / "p", "--library", library, "--entry", "raw.ops::Twice")
    assert made.returncode == 0, made.stderr
    assert "Look at reference" in made.stdout
    folder = tmp_path / "p" / "ops" / "twice"
    assert op_file.load(folder).ort.module == "libraw.so"
    with (folder / "op.toml").open("a") as file:
        file.write('\n[reference]\npython = "x * 2"\n')
    verified = run("verify", folder)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    script = run("check", folder, "--script", "0", "--out", tmp_path / "script")
    assert script.returncode == 1
    assert "PyTorch has ONNX Runtime compute this op" in script.stdout + script.stderr


def test_a_library_for_torch_is_listed_and_no_op_of_it_is_drafted(run: Run, tmp_path: Path) -> None:
    op = tmp_path / "twice"
    op.mkdir()
    (op / "op.toml").write_text(TWICE_TOML)
    (op / "kernel.cpp").write_text(TWICE_KERNEL)
    assert run("build", "--trust", "--json", tmp_path / "built.json", op).returncode == 0
    [built] = json.loads((tmp_path / "built.json").read_text())["ops"]
    library = built["torch_library"]
    assert run("inspect", library).stdout == "wb_test::twice(Tensor x) -> Tensor\n"
    done = run("new", tmp_path / "p", "--library", library)
    assert done.returncode == 1
    assert "this library has ops for PyTorch, and none for ONNX Runtime" in done.stderr
    assert not (tmp_path / "p").exists()


def test_entry_goes_with_library(run: Run, tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--from", "dual_residual", "--entry", "Twice")
    assert "--entry goes with --library" in done.stderr
