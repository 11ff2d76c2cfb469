"""``deliver --form check`` and ``verify --result``: an op that is run elsewhere, and what comes back."""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from tests.cli.conftest import ROOT, Run, command
from tests.conftest import TWICE_KERNEL, TWICE_TOML, UNVERIFIED_TOML, MakeOp, Verify
from tests.engine.test_cuda_kernel import TWICE_CU
from tests.engine.test_handed_on import of_this_machine
from tests.large import large
from workbench import paths
from workbench.core.delivery import FORMS, delivery_job
from workbench.engine.deliver.forms import WRITERS

Changed = Callable[[dict[str, Any]], None]
OUTSIDE = ("PATH", "HOME", "LANG")


def checked(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run check.py as somebody without this program does."""
    kept = {name: os.environ[name] for name in OUTSIDE if name in os.environ}
    return subprocess.run(
        [sys.executable, "-I", "check.py", *words], capture_output=True, text=True, cwd=folder, env=kept,
        timeout=300, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An op, and its check folder that has been run elsewhere."""
    home = tmp_path_factory.mktemp("checked")
    op, folder = home / "op", home / "made"
    op.mkdir()
    (op / "op.toml").write_text(TWICE_TOML)
    (op / "kernel.cpp").write_text(TWICE_KERNEL)
    words = command("deliver", op, "--trust", "--form", "check", "--to", folder)
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (
        "check.py: agrees: PyTorch on cpu 3 of 3 outputs; ONNX Runtime on cpu 3 of 3" in done.stdout
    )
    assert "ONNX Runtime on cpu not run (there is no onnxruntime here)" in done.stdout
    moved = home / "another place" / "folder"
    moved.parent.mkdir()
    shutil.move(folder, moved)
    told = checked(moved)
    assert told.returncode == 0, told.stdout + told.stderr
    return op, moved


@pytest.fixture
def changed(made: tuple[Path, Path], tmp_path: Path) -> Callable[[Changed], Path]:
    """The result with something else in it."""

    def make(change: Changed) -> Path:
        found = json.loads((made[1] / "result.json").read_text())
        change(found)
        file = tmp_path / "result.json"
        file.write_text(json.dumps(found))
        return file

    return make


def test_what_the_program_writes(made: tuple[Path, Path]) -> None:
    found = json.loads((made[1] / "result.json").read_text())
    assert (found["format"], found["op"], found["driver"]) == (1, "twice", "")
    assert found["date"].endswith("+00:00")
    assert {"torch", "numpy", "onnxruntime", "Python"} <= set(found["versions"])
    assert [(r["by"], r["device"], r["status"]) for r in found["rows"]] == [
        ("PyTorch", "cpu", "ran"), ("ONNX Runtime", "cpu", "ran"),
    ]  # fmt: skip
    for row in found["rows"]:
        assert len(row["cases"]) == 3
        for case in row["cases"]:
            (output,) = case["outputs"]
            assert (output["agrees"], output["max_abs_diff"]) == (True, 0.0)
            assert case["milliseconds"] > 0
            data = np.frombuffer(base64.b64decode(output["data"]), output["dtype"])
            assert data.size == np.prod(output["shape"])


def test_nothing_in_it_names_this_machine_or_needs_the_program(made: tuple[Path, Path]) -> None:
    folder = made[1]
    assert {p.name for p in folder.iterdir()} == {
        *("check.py", "README.md", "csrc", "include", "setup.py", "pyproject.toml", "twice", "result.json"),
    }  # fmt: skip
    for path in (p for p in folder.rglob("*") if p.is_file() and p.suffix != ".pyc"):
        data = path.read_bytes()
        assert [p for p in of_this_machine(folder) if p in data] == [], path
        assert b"import workbench" not in data or path.suffix == ".so", path


def test_a_result_is_a_row_of_its_own(made: tuple[Path, Path], run: Run, tmp_path: Path) -> None:
    op, folder = made
    report = tmp_path / "r.json"
    done = run("verify", op, "--result", folder / "result.json", "--json", report)
    assert done.returncode == 0, done.stderr
    assert "agrees · PyTorch on " in done.stdout
    assert "agrees · ONNX Runtime on " in done.stdout
    (told,) = json.loads(report.read_text())["ops"]
    torch, runtime = told["runtimes"]
    found = json.loads((folder / "result.json").read_text())
    day = found["date"][8:10].lstrip("0")
    assert torch["label"].startswith(f"PyTorch on {found['rows'][0]['name']}, {day} ")
    assert {o["expected_by"] for o in torch["outputs"]} == {"reference"}
    assert torch["status"] == runtime["status"] == "agrees"
    assert "ms a call" in torch["ran_with"]


def test_the_numbers_count_and_not_what_the_program_claims(
    made: tuple[Path, Path], run: Run, changed: Callable[[Changed], Path]
) -> None:
    def other(found: dict[str, Any]) -> None:
        output = found["rows"][0]["cases"][0]["outputs"][0]
        data = np.frombuffer(base64.b64decode(output["data"]), output["dtype"]).copy()
        data[0] += 1
        output["data"] = base64.b64encode(data.tobytes()).decode()

    done = run("verify", made[0], "--result", changed(other))
    assert done.returncode == 1
    assert "DIFFERS · PyTorch on " in done.stdout
    assert "agrees · ONNX Runtime on " in done.stdout
    assert "  agrees  max abs 0" in done.stdout, "what ran here stays what it was"


def test_what_is_not_carried_is_not_green(
    made: tuple[Path, Path], run: Run, changed: Callable[[Changed], Path]
) -> None:
    def without(found: dict[str, Any]) -> None:
        found["rows"][0]["cases"][1]["outputs"][0]["data"] = None

    done = run("verify", made[0], "--result", changed(without))
    assert "runs alike, not verified · PyTorch on " in done.stdout
    assert "was not compared here" in done.stdout


def test_a_failure_and_what_was_not_run_are_told(
    made: tuple[Path, Path], run: Run, changed: Callable[[Changed], Path]
) -> None:
    def gpu(found: dict[str, Any]) -> None:
        lost = {"device": "cuda", "name": "Some GPU", "cases": []}
        found["rows"].append(
            {**found["rows"][0], **lost, "status": "failed", "why": "illegal access"}
        )
        found["rows"].append(
            {**found["rows"][1], **lost, "status": "not run", "why": "no provider"}
        )

    done = run("verify", made[0], "--result", changed(gpu))
    assert done.returncode == 1, "what failed there is no success"
    assert "FAILED · PyTorch on Some GPU, " in done.stdout
    assert "illegal access" in done.stdout
    assert "not run · ONNX Runtime on Some GPU, " in done.stdout


def _set(**values: object) -> Changed:
    return lambda found: found.update(values)


def _output(**values: object) -> Changed:
    return lambda found: found["rows"][0]["cases"][0]["outputs"][0].update(values)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_set(key="0" * 64), "it is a result of another 'twice'"),
        (_set(op="thrice"), "it is a result of the op 'thrice', and this is 'twice'"),
        (_output(shape=[1 << 40, 1 << 40]), "has 24 bytes, which is no float32"),
        (_output(dtype="object"), "no output is of the type 'object'"),
        (_output(name="z"), "gave no 'y'"),
        (lambda f: f["rows"][0]["cases"][0].update(case="other"), "the op has no case 'other'"),
        (lambda f: f["rows"][0]["cases"][0].update(inputs="0"), "was given other inputs in the case main"),
    ],
)  # fmt: skip
def test_a_foreign_result_is_refused(
    made: tuple[Path, Path], run: Run, changed: Callable[[Changed], Path], change: Changed, words: str
) -> None:  # fmt: skip
    done = run("verify", made[0], "--result", changed(change))
    assert done.returncode == 1
    assert words in done.stderr
    assert "· PyTorch on" not in done.stdout


def test_a_broken_file_is_refused_before_anything_is_built(
    made: tuple[Path, Path], run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "result.json"
    file.write_text('{"format": 1, ')
    done = run("verify", made[0], "--result", file)
    assert done.returncode == 1
    assert "no result of a check folder" in done.stderr
    assert str(file) in done.stderr
    assert done.stdout == ""


def test_a_changed_kernel_refuses_the_result(
    made: tuple[Path, Path], run: Run, tmp_path: Path
) -> None:
    op = shutil.copytree(made[0], tmp_path / "op")
    (op / "kernel.cpp").write_text(TWICE_KERNEL.replace("2 * x[i]", "x[i] + x[i]"))
    done = run("verify", op, "--trust", "--result", made[1] / "result.json")
    assert done.returncode == 1
    assert "its declaration, its kernel or its inputs have changed" in done.stderr


@large
def test_what_nothing_has_verified_is_what_the_folder_is_for(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    op, to = make_op(UNVERIFIED_TOML), tmp_path / "to"
    done = run("deliver", op, "--form", "check", "--to", to)
    assert done.returncode == 0, done.stderr
    readme = (to / "README.md").read_text()
    assert "**Not verified.**" in readme
    assert "--unverified" not in readme, "nobody has given it"
    assert checked(to).returncode == 0
    done = run("verify", op, "--result", to / "result.json", "--allow-unverified")
    assert done.returncode == 0, done.stderr
    assert "runs alike, not verified · PyTorch on " in done.stdout, "one kernel proves nothing"


def test_a_crash_there_is_a_row_and_no_end(made: tuple[Path, Path], tmp_path: Path) -> None:
    folder = shutil.copytree(made[1], tmp_path / "folder")
    side = folder / "twice" / "_torch_side.py"
    side.write_text(
        side.read_text() + "\n\ndef operator(name):\n    return lambda *a: ctypes.string_at(0)\n"
    )
    told = checked(folder)
    assert told.returncode == 1
    rows = json.loads((folder / "result.json").read_text())["rows"]
    assert [row["status"] for row in rows] == ["failed", "ran"]
    assert "signal 11" in rows[0]["why"]


def built_there(made: tuple[Path, Path], folder: Path) -> Path:
    """A copy of the folder, where libraries that do not fit were built anew."""
    shutil.copytree(made[1], folder)
    (folder / "result.json").unlink()
    for library in folder.rglob("*.so"):
        library.write_bytes(b"of another machine")
    told = checked(folder)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "building them here" in told.stdout
    return folder


def test_a_library_that_does_not_fit_is_built_there(
    made: tuple[Path, Path], run: Run, tmp_path: Path
) -> None:
    folder = built_there(made, tmp_path / "folder")
    rows = json.loads((folder / "result.json").read_text())["rows"]
    assert [(row["status"], row["built_here"]) for row in rows] == [("ran", True), ("ran", True)]
    done = run("verify", made[0], "--result", folder / "result.json")
    assert done.returncode == 0, done.stderr
    assert "built there from its sources" in done.stdout


@large
def test_what_was_built_there_is_taken_until_its_sources_are_others(
    made: tuple[Path, Path], tmp_path: Path
) -> None:
    folder = built_there(made, tmp_path / "folder")
    library = next((folder / "built_here").rglob("*_torch.so"))
    built = library.stat().st_mtime_ns
    again = checked(folder)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "built here before are taken" in again.stdout
    assert library.stat().st_mtime_ns == built
    kernel = folder / "csrc" / "twice" / "kernel.cpp"
    kernel.write_text(kernel.read_text().replace("2", "3"))
    other = checked(folder)
    assert "building them here" in other.stdout, "it is another kernel"
    assert other.returncode == 1
    assert "DIFFERS" in other.stdout


@pytest.mark.parametrize("variable", ["CXXFLAGS", "LDFLAGS", "CPATH", "CXX"])
def test_another_compiler_or_other_flags_of_it_want_another_build(
    made: tuple[Path, Path], tmp_path: Path, variable: str
) -> None:
    folder = shutil.copytree(made[1], tmp_path / "folder")
    compiler = tmp_path / "cxx"
    compiler.write_text("#!/bin/sh\n")
    compiler.chmod(0o755)
    asked = [sys.executable, "-c", "import check; print(check.to_build([]))"]

    def wanted(**more: str) -> str:
        environment = {**os.environ, "CXX": str(compiler), **more}
        return subprocess.run(
            asked, cwd=folder, env=environment, capture_output=True, text=True, check=True
        ).stdout

    before = wanted()
    assert wanted() == before
    if variable != "CXX":
        assert wanted(**{variable: "-DOTHER"}) != before
        return
    compiler.write_text("#!/bin/sh\n# an update\n")
    assert wanted() != before


def test_without_a_compiler_it_says_so(made: tuple[Path, Path], tmp_path: Path) -> None:
    folder = shutil.copytree(made[1], tmp_path / "folder")
    for library in folder.rglob("*_torch.so"):
        library.write_bytes(b"of another machine")
    done = subprocess.run(
        [sys.executable, "-I", "check.py"], cwd=folder, env={"PATH": str(tmp_path), "CXX": "none"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "would have to be built from its sources, and there is no C++ compiler" in done.stdout


def test_a_kernel_for_gpus_that_is_not_in_the_library_is_built_there(
    make_op: MakeOp, verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the folder was made there was no CUDA compiler, and there is a GPU there."""
    state = verify(make_op())
    job = delivery_job(1, state, FORMS["check"], tmp_path / "made", False)
    kernel = msgspec.structs.replace(job.op.kernel, cuda="kernel.cu")
    (Path(job.folder) / "kernel.cu").write_text(TWICE_CU)
    folder = tmp_path / "made"
    folder.mkdir()
    op = msgspec.structs.replace(job.op, kernel=kernel)
    WRITERS["check"].write(msgspec.structs.replace(job, op=op), folder)
    assert (folder / "csrc" / "twice" / "generated" / "cuda_unit.cu").is_file()
    spec = importlib.util.spec_from_file_location("a_check", folder / "check.py")
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    asked: list[tuple[Path, ...]] = []

    def apart(_scratch: Path, root: Path, *what: str, **_: object) -> dict[str, Any]:
        asked.append((root, *map(Path, what)))
        return {"cuda": ["A GPU", "13.0"]} if what == ("look",) else {"cases": [{"outputs": []}]}

    monkeypatch.setattr(program, "apart", apart)
    monkeypatch.setattr(program, "build", lambda *_: "")
    for there in (False, True):
        monkeypatch.setattr(program, "has_nvcc", lambda there=there: there)
        rows, _ = program.checked(tmp_path, tmp_path / "log", program.Asked("", sanitize=False))
        cpu, gpu = (row for row in rows if row["by"] == "PyTorch")
        assert cpu["status"] == "ran"
        assert (gpu["status"], gpu["built_here"]) == (
            ("ran", True) if there else ("not run", False)
        )
        assert ("there is no CUDA compiler" in gpu["why"]) == (not there)


@large
def test_every_op_of_the_gallery(run: Run, tmp_path: Path) -> None:
    ops = sorted((paths.ops_lib() / "ops").iterdir())
    to = tmp_path / "to"
    done = run("deliver", *ops, "--form", "check", "--to", to, timeout=1800)
    assert done.returncode == 0, done.stderr
    results = []
    for folder in sorted(to.iterdir()):
        told = checked(folder)
        assert told.returncode == 0, told.stdout + told.stderr
        results += ["--result", folder / "result.json"]
    done = run("verify", *ops, *results, timeout=1800)
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.count("agrees · ") >= 2 * len(ops) - 2
