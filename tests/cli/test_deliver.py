"""``op-workbench deliver``: what somebody gets, used as somebody who has nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import onnx
import pytest
from elftools.elf.elffile import ELFFile
from onnx import numpy_helper

from tests.cli.conftest import ROOT, Run, command
from tests.conftest import TWICE_KERNEL, TWICE_TOML, UNVERIFIED_TOML, MakeOp
from tests.engine.test_fallback import with_fallback
from tests.engine.test_handed_on import exported, of_this_machine
from tests.large import large
from workbench import paths
from workbench.core.files.leftovers import is_left
from workbench.core.storage import project

WRONG = TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]")


def alone(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run run.py of a delivery as somebody without this program does."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-I", "run.py", *words], capture_output=True, text=True, cwd=folder, env=kept,
        timeout=120, check=False,
    )  # fmt: skip


def texts(folder: Path) -> str:
    return "\n".join(
        path.read_text() for path in folder.rglob("*") if path.suffix in (".py", ".md", ".cpp", ".txt", "")
        and path.is_file()
    )  # fmt: skip


def runtime() -> Path:
    import onnxruntime

    return next(Path(onnxruntime.__file__).parent.glob("capi/libonnxruntime.so*"))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A delivery of a portable op, moved away from where it was made."""
    folder = tmp_path_factory.mktemp("delivered")
    op, made, moved = folder / "op", folder / "made" / "in here", folder / "moved to" / "a place"
    op.mkdir()
    (op / "op.toml").write_text(TWICE_TOML)
    (op / "kernel.cpp").write_text(TWICE_KERNEL)
    words = command("deliver", op, "--trust", "--to", made)
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "run.py: agrees: 3 of 3 outputs" in done.stdout
    assert "main.cpp: agrees: 3 of 3 outputs" in done.stdout
    moved.parent.mkdir()
    shutil.move(made, moved)
    assert list(made.parent.iterdir()) == [], "nothing is left beside it"
    return moved


@pytest.fixture
def delivered(original: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return shutil.copytree(original, tmp_path / "a copy")


def test_a_portable_op_is_used_in_another_place(delivered: Path) -> None:
    told = alone(delivered)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "test_data_set_0: y: agrees, 6 elements, max abs 0" in told.stdout
    assert {p.name for p in delivered.iterdir()} == {
        *("model.onnx", "libtwice_ort.so", "run.py", "main.cpp", "Makefile", "CMakeLists.txt"),
        *("include", "README.md", "test_data_set_0", "test_data_set_1", "test_data_set_2"),
    }
    readme = (delivered / "README.md").read_text()
    for words in (
        "Verdict: **agrees**", "| main | `y` | PyTorch with reference | agrees |",
        "ONNX Runtime 1.17 or later", "| `run.py` | Python ", " alone | agrees: 3 of 3 outputs",
        "| `main.cpp` | ", "float[n, 3]", "GLIBC_", "| `test_data_set_1` | n = ",
    ):  # fmt: skip
        assert words in readme, words
    assert "Not verified" not in readme


def test_what_the_readme_says_to_write_works_in_the_folder(delivered: Path) -> None:
    readme = (delivered / "README.md").read_text()
    python = readme.partition("```python\n")[2].partition("```")[0]
    words = [sys.executable, "-I", "-c", f"{python}\nprint(session.get_inputs()[0].name)"]
    told = subprocess.run(words, capture_output=True, text=True, cwd=delivered, check=False)
    assert told.stdout == "x\n", told.stderr
    assert 'ORT_TSTR("./libtwice_ort.so")' in readme


def test_the_library_is_stripped_and_nothing_names_this_machine(delivered: Path) -> None:
    library = delivered / "libtwice_ort.so"
    assert exported(library) == {"RegisterCustomOps"}
    with library.open("rb") as file:
        elf = ELFFile(file)
        names = {section.name for section in elf.iter_sections()}
        assert {".text", ".dynsym", ".dynamic"} <= names
        assert not {n for n in names if n == ".symtab" or n.startswith(".debug")}
        dynamic = elf.get_section_by_name(".dynamic")
        tags = {tag.entry.d_tag for tag in dynamic.iter_tags()}
        assert not tags & {"DT_RPATH", "DT_RUNPATH"}
    for path in delivered.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert [p for p in of_this_machine(delivered) if p in data] == [], path
    assert "import workbench" not in texts(delivered)


def test_the_data_is_as_onnx_has_it_and_what_differs_is_told(delivered: Path) -> None:
    data = delivered / "test_data_set_0"
    model = onnx.load(delivered / "model.onnx")
    tensors = [onnx.load_tensor(data / f"{kind}_0.pb") for kind in ("input", "output")]
    assert [t.name for t in tensors] == [model.graph.input[0].name, model.graph.output[0].name]
    x, y = map(numpy_helper.to_array, tensors)
    assert np.array_equal(y, 2 * x)
    y = y.copy()
    y[1, 2] += 1
    (data / "output_0.pb").write_bytes(numpy_helper.from_array(y, "y").SerializeToString())
    np.savez(data / "outputs.npz", y=y)
    told = alone(delivered)
    assert told.returncode == 1
    assert "y: DIFFERS in 1 of 6 elements, max abs 1; at [1, 2]" in told.stdout
    make = ["make", "run", f"ONNXRUNTIME={runtime()}"]
    told = subprocess.run(make, cwd=delivered, capture_output=True, text=True, check=False)
    assert told.returncode != 0
    assert "test_data_set_0: y: DIFFERS, 6 elements, max abs 1" in told.stdout
    assert "DIFFERS: 2 of 3 outputs; ONNX Runtime 1." in told.stdout


@pytest.mark.skipif(shutil.which("cmake") is None, reason="there is no CMake")
def test_the_host_is_built_with_cmake_too(delivered: Path, tmp_path: Path) -> None:
    build = tmp_path / "build"
    configure = ["cmake", "-S", delivered, "-B", build, f"-DONNXRUNTIME={runtime()}"]
    for words in (configure, ["cmake", "--build", build]):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    told = subprocess.run([build / "host", delivered], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1].startswith("agrees: 3 of 3 outputs")
    told = subprocess.run([build / "host", tmp_path], capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert told.stderr.startswith("failed: ")


def test_what_only_runs_alike_is_delivered_on_request_and_says_so(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    op, to = make_op(UNVERIFIED_TOML), tmp_path / "to"
    done = run("deliver", op, "--to", to)
    assert done.returncode == 1
    assert "runs alike, not verified" in done.stderr
    assert "--unverified" in done.stderr
    assert not to.exists()
    done = run("deliver", op, "--to", to, "--unverified", "--json", "-")
    assert done.returncode == 0, done.stderr
    (told,) = json.loads(done.stdout)["ops"]
    assert told["status"] == "unverified"
    assert Path(told["delivery"]["target"]) == to
    readme = (to / "README.md").read_text()
    assert "**Not verified.**" in readme
    assert "Verdict: **runs alike, not verified**" in readme
    assert "| `test_data_set_0` | main | PyTorch |" in readme


def test_what_differs_or_fails_is_never_delivered(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    ops = (
        make_op(TWICE_TOML.replace('"twice"', '"wrong"'), WRONG),
        make_op(TWICE_TOML.replace('"twice"', '"fails"'), WRONG.replace("3 *", "oops *")),
    )
    done = run("deliver", *ops, "--to", tmp_path / "to", "--unverified")
    assert done.returncode == 1
    for words in ("wrong: not delivered", "it differs", "fails: not delivered", "oops"):
        assert words in done.stderr
    assert not (tmp_path / "to").exists()


def test_a_place_that_is_not_free(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    archive = tmp_path / "there.zip"
    archive.touch()
    for to, more, words in (
        (full, (), f"{full}: the folder is not empty"),
        (full / "mine.txt", (), "this is a file"),
        (full / "mine.txt" / "to", (), "this is no folder"),
        (tmp_path / "there", ("--zip",), f"{archive}: the file is there already"),
    ):
        done = run("deliver", make_op(), "--to", to, *more)
        assert done.returncode == 1
        assert words in done.stderr
        assert done.stdout == "", "it is said before anything is built"
    assert [p.name for p in full.iterdir()] == ["mine.txt"]
    done = run("deliver", make_op(), "--to", "/sys/kernel/op")
    assert done.returncode == 1
    assert "/sys/kernel" in done.stderr


def test_what_a_killed_delivery_left_goes_with_the_next_one(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    op, place = make_op(), tmp_path / "place"
    others = place / ".config.settings"  # is called alike, and not ours
    others.mkdir(parents=True, mode=0o700)
    killed = subprocess.Popen(command("deliver", op, "--to", place / "out"))
    until = time.monotonic() + 60
    while not (left := list(place.glob(".out.*"))):
        assert time.monotonic() < until, "nothing is made beside it"
        assert killed.poll() is None
        time.sleep(0.01)
    killed.kill()
    killed.wait()
    # The host that writes it sees a moment later that nobody asks any more; until then it holds the folder.
    while not all(is_left(path, least_age=0) for path in left):
        assert time.monotonic() < until, "the host has not ended"
        time.sleep(0.01)
    long_ago = time.time() - 60
    for path in (*left, others):
        os.utime(path, (long_ago, long_ago))
    assert run("deliver", op, "--to", place / "out").returncode == 0
    assert sorted(p.name for p in place.iterdir()) == [others.name, "out"]


def test_an_archive(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    done = run("deliver", make_op(), "--to", tmp_path / "sent", "--zip")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "sent.zip") as archive:
        archive.extractall(tmp_path / "got")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith((".", "sent"))] == ["sent.zip"]
    told = alone(tmp_path / "got" / "twice")
    assert told.returncode == 0, told.stdout + told.stderr


def test_several_ops_and_those_that_cannot_be(run: Run, tmp_path: Path) -> None:
    home = project.create_project(tmp_path / "home").folder
    for name in ("my_add_py", "dual_residual", "linalg_inv"):
        project.copy_op(project.gallery_folder() / name, home, name)
    to = tmp_path / "to"
    done = run("deliver", home, "--to", to, "--trust", "--json", tmp_path / "r.json", timeout=400)
    assert done.returncode == 1, "one of them is not delivered"
    assert sorted(p.name for p in to.iterdir()) == ["linalg_inv", "my_add_py"]
    assert "dual_residual: not delivered" in done.stderr
    assert "export-only: nothing here runs its model" in done.stderr
    found = {o["op"]: o for o in json.loads((tmp_path / "r.json").read_text())["ops"]}
    assert found["dual_residual"]["delivery"] is None
    for name in ("linalg_inv", "my_add_py"):
        for check in found[name]["delivery"]["checks"]:
            assert check["said"].startswith("agrees")
    # Standard nodes need no library.
    main, readme = ((to / "my_add_py" / n).read_text() for n in ("main.cpp", "README.md"))
    assert "RegisterCustomOps" not in main + readme
    # A bridge calls torch, and says so; other arguments are models of their own.
    readme = (to / "linalg_inv" / "README.md").read_text()
    assert "- torch 2." in readme
    assert "import torch  # before the op library" in readme
    assert "| `further_models/1/test_data_set_0` | float64 |" in readme
    told = alone(to / "linalg_inv")
    assert told.returncode == 0
    assert "further_models/1/test_data_set_0: inverse: agrees" in told.stdout


def test_a_model_with_a_fallback_is_run_without_its_library_too(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    done = run("deliver", make_op(with_fallback()), "--to", tmp_path / "to")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "run.py --without-library: agrees: 3 of 3 outputs" in done.stdout
    readme = (tmp_path / "to" / "README.md").read_text()
    assert "opens without the op library" in readme
    assert "ONNX Runtime without the library with PyTorch" in readme
    (tmp_path / "to" / "libtwice_ort.so").unlink()
    told = alone(tmp_path / "to", "--without-library")
    assert told.returncode == 0, told.stdout + told.stderr
    assert alone(tmp_path / "to").returncode != 0


@large
def test_every_op_of_the_gallery_that_agrees(run: Run, tmp_path: Path) -> None:
    ops = sorted((paths.ops_lib() / "ops").iterdir())
    done = run("deliver", *ops, "--to", tmp_path / "to", timeout=1200)
    assert {o.name for o in ops} - {p.name for p in (tmp_path / "to").iterdir()} == {
        "dual_residual"
    }
    assert done.stderr.count("not delivered") == 1


WITH_MODULE = """
#include <Python.h>
#include <torch/library.h>
#include <ATen/ATen.h>

extern "C" PyObject* PyInit__C(void) {
  static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_C", NULL, -1, NULL};
  return PyModule_Create(&module);
}

at::Tensor twice(const at::Tensor& x) { return 2 * x; }
TORCH_LIBRARY(wb_test, m) { m.def("twice(Tensor x) -> Tensor"); }
TORCH_LIBRARY_IMPL(wb_test, CPU, m) { m.impl("twice", &twice); }
"""


@large
def test_a_kernel_that_is_a_python_module_too_is_for_python_alone(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    """As torch's own tutorial writes it: no program but Python has what it calls."""
    own = (
        '\n[kernel]\nstyle = "libtorch"\nregistration = "own"\n\n[ort]\nimplementation = "bridge"\n'
    )
    op, to = make_op(TWICE_TOML + own, WITH_MODULE), tmp_path / "to"
    done = run("deliver", op, "--to", to, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "run.py: agrees: 3 of 3 outputs" in done.stdout
    assert "main.cpp: not run (not built: libtwice_" in done.stdout
    assert "so it loads in Python alone" in (to / "README.md").read_text()
