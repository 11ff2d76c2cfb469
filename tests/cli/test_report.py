"""``op-workbench report``: whoever gets it sees the same, and nothing of the reporter's machine."""

from __future__ import annotations

import json
import os
import platform
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import Run
from tests.cli.test_include_roots import KERNEL as WITH_ROOT
from tests.cli.test_include_roots import write_lib
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.test_handed_on import of_this_machine
from tests.large import large

SECRET = "sup3rs3cret-of-mine"
WRONG = TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]")
TALKING = TWICE_KERNEL.replace(
    "for (",
    'std::printf("%s %s\\n", std::getenv("MY_TOKEN"), __FILE__); std::fflush(stdout); for (',
    1,
).replace("#include", "#include <cstdio>\n#include <cstdlib>\n#include", 1)
CRASHING = TALKING.replace("for (", "*(volatile int*)nullptr = 1; for (", 1)
BROKEN = TWICE_KERNEL.replace("2 * x[i]", "two * x[i]")


def reported(run: Run, op: Path, out: Path) -> tuple[str, dict[str, bytes]]:
    told = run("report", op, "--to", out, "--trust", env={"MY_TOKEN": SECRET})
    assert told.returncode == 0, told.stdout + told.stderr
    with zipfile.ZipFile(out) as archive:
        return told.stdout, {name: archive.read(name) for name in archive.namelist()}


def of_reporter(op: Path) -> list[bytes]:
    host = [platform.node().encode()] if len(platform.node()) > 5 else []
    return [*of_this_machine(op), str(op.parent).encode(), SECRET.encode(), *host]


def status(run: Run, out: Path, tmp_path: Path) -> str:
    told = run("verify", out, "--trust", "--json", tmp_path / "v.json")
    assert ("unpacked" in told.stderr) == (out.suffix == ".zip")
    (op,) = json.loads((tmp_path / "v.json").read_text())["ops"]
    return str(op["status"])


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archives are unpacked to the working folder, which is that of the sources else."""
    monkeypatch.setattr("tests.cli.conftest.ROOT", tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)


def test_what_differs_differs_elsewhere_too(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    op, out = make_op(kernel=WRONG), tmp_path / "report.zip"
    said, files = reported(run, op, out)
    assert "DIFFERS" in said
    assert "op-workbench verify report.zip" in said
    inside = f"report/{op.name}"
    for name in ("model.onnx", "inputs.npz", "reference.npz", "onnxruntime.npz", "expected.npz"):
        assert f"{inside}/{name}" in files
    with zipfile.ZipFile(out) as archive:
        arrays = {
            name: np.load(archive.open(f"{inside}/{name}.npz"))
            for name in ("inputs", "reference", "onnxruntime", "expected")
        }
    x = arrays["inputs"]["x"]
    assert np.array_equal(arrays["reference"]["y"], 3 * x)
    assert np.array_equal(arrays["onnxruntime"]["y"], 3 * x)
    assert np.array_equal(arrays["expected"]["y"], 2 * x)
    assert [p for p in of_reporter(op) for data in files.values() if p in data] == []
    readme = files["report/README.md"].decode()
    assert "## twice: DIFFERS" in readme
    assert "| torch | 2." in readme
    refused = run("verify", out)
    assert refused.returncode == 1
    assert "nobody can be asked" in refused.stderr
    assert status(run, out, tmp_path) == "differs"


def test_a_crash_is_reported_without_what_names_the_machine(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    op, out = make_op(kernel=CRASHING), tmp_path / "report.zip"
    said, files = reported(run, op, out)
    assert "not in it: twice: model, inputs and outputs; the stage export failed" in said
    log = files[f"report/{op.name}/log.txt"].decode()
    assert "<MY_TOKEN>" in log
    assert [p for p in of_reporter(op) for data in files.values() if p in data] == []
    assert status(run, out, tmp_path) == "failed"


def test_what_does_not_compile_and_what_cannot_be_read_is_reported(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    op = make_op(kernel=BROKEN)
    _, files = reported(run, op, tmp_path / "a.zip")
    verdict = json.loads(files[f"report/{op.name}/verdict.json"])["report"]
    assert verdict["status"] == "failed"
    assert verdict["error"]["where"].startswith(f"ops/{op.name}/kernel.cpp:")
    unreadable = make_op(TWICE_TOML + "\nx = = 3\n")
    said, files = reported(run, unreadable, tmp_path / "b.zip")
    assert "the declaration has to be mended first" in said
    assert f"ops/{unreadable.name}/op.toml" in files


def test_an_op_that_agrees_is_told_as_one_and_its_own_paths_are_named(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    op = make_op()
    (op / "notes.txt").write_text(f"see {Path.home()}/notes, or {op}")
    out = tmp_path / "report.zip"
    told = run("report", op, "--to", out)
    assert told.returncode == 0
    assert f"names a folder or a value of this machine: ops/{op.name}/notes.txt" in told.stderr
    again = run("report", op, "--to", out)
    assert again.returncode == 1
    assert "the file is there already" in again.stderr
    assert status(run, out, tmp_path) == "agrees"
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".report")]


@pytest.fixture
def with_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An op of a project whose headers are beside the project, which only this machine knows."""
    config, folder = tmp_path / "config", tmp_path / "project" / "ops" / "twice"
    config.mkdir()
    monkeypatch.setenv("OP_WORKBENCH_CONFIG", str(config))
    folder.mkdir(parents=True)
    (tmp_path / "project" / "project.toml").write_text('schema = 1\nname = "p"\n')
    (config / "roots.toml").write_text(f'mylib = "{tmp_path}/lib/include"\n')
    write_lib(tmp_path / "lib")
    (tmp_path / "lib" / "include" / "mylib" / "other.h").write_text("// not included\n")
    (tmp_path / "lib" / "include" / "none").mkdir()
    include = '\n[kernel]\ninclude = ["@mylib", "@mylib/mylib/detail", "@mylib/none"]\n'
    (folder / "op.toml").write_text(TWICE_TOML + include)
    (folder / "kernel.cpp").write_text(WITH_ROOT)
    return folder


@large
def test_headers_of_roots_are_taken_along_and_used_elsewhere(
    run: Run, with_root: Path, tmp_path: Path
) -> None:
    out = tmp_path / "report.zip"
    _, files = reported(run, with_root, out)
    assert "roots/mylib/mylib/twice.h" in files
    assert "roots/mylib/mylib/detail/factor.h" in files
    assert "roots/mylib/mylib/other.h" not in files
    assert "| `roots/*` | " in files["report/README.md"].decode()
    assert [p for p in of_reporter(with_root) for data in files.values() if p in data] == []
    # Whoever gets it has another library of that name, with which the verdict would be another one.
    headers = tmp_path / "lib" / "include" / "mylib" / "detail"
    (headers / "factor.h").write_text((headers / "factor.h").read_text().replace("2", "3"))
    assert status(run, out, tmp_path) == "agrees"
    assert status(run, with_root, tmp_path) == "differs"


def test_a_root_that_is_not_here_is_told(run: Run, with_root: Path, tmp_path: Path) -> None:
    (tmp_path / "config" / "roots.toml").unlink()
    said, files = reported(run, with_root, tmp_path / "report.zip")
    assert "not in it: twice: headers outside of its folder; 'mylib' is no root" in said
    assert [name for name in files if name.startswith("roots/")] == []
