"""``op-workbench deliver --form source``: what somebody else builds, and what is in it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from tests.engine.test_handed_on import STYLES, of_this_machine
from tests.large import large
from workbench.core.delivery import FORMS, delivery_job
from workbench.core.storage import project
from workbench.engine.deliver.forms import WRITERS
from workbench.importers.setup_py import read_setup

FLAGS = """
[kernel]
sources = ["more/helper.cpp"]
include = ["more/include"]
compile_flags = ["-DBY=2"]
link_flags = ["-lm"]
"""
KERNEL = TWICE_KERNEL.replace("2 * x[i]", "BY * helper(x[i])").replace(
    "#include <workbench/tensor.h>", "#include <helper.h>\n#include <workbench/tensor.h>"
)


def package_of(state, folder: Path) -> Path:  # type: ignore[no-untyped-def]
    """What is written, before it is used."""
    folder.mkdir()
    job = delivery_job(1, state, FORMS["source"], folder, False)
    WRITERS["source"].write(job, folder)
    return folder


def test_sources_flags_and_registrations_are_in_it_and_nothing_of_this_machine(
    make_op: MakeOp, verify: Verify, tmp_path: Path
) -> None:
    op = make_op(TWICE_TOML + FLAGS, KERNEL)
    (op / "more" / "include").mkdir(parents=True)
    (op / "more" / "include" / "helper.h").write_text("float helper(float x);\n")
    (op / "more" / "helper.cpp").write_text(
        '#include "helper.h"\nfloat helper(float x) { return x; }\n'
    )
    made = package_of(verify(op), tmp_path / "made")
    assert not list(made.rglob("*.so"))
    assert (made / "csrc" / "twice" / "kernel.cpp").read_bytes() == (op / "kernel.cpp").read_bytes()
    # The other direction reads what this one writes.
    torch, ort = read_setup(made / "setup.py").extensions
    assert torch.name == "twice._twice.libtwice_torch"
    assert ort.name == "twice._twice.libtwice_ort"
    for extension in (torch, ort):
        assert "csrc/twice/more/helper.cpp" in extension.sources
        assert "csrc/twice/generated/kernel_unit.cpp" in extension.sources
        assert {"csrc/twice", "csrc/twice/more/include", "include"} == set(extension.include)
        assert "-DBY=2" in extension.flags
        assert "-lm" in extension.link
        assert extension.left == ()
    assert "csrc/twice/generated/torch_glue.cpp" in torch.sources
    assert "csrc/twice/generated/ort_glue.cpp" in ort.sources
    python = (made / "twice" / "_twice" / "_torch.py").read_text()
    for part in ("def fake(", "def symbolic(", "def translation("):
        assert part in python
    for path in made.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert [p for p in of_this_machine(op) if p in data] == [], path


def test_an_op_without_cpp_is_built_in_both_ways(run: Run, tmp_path: Path) -> None:
    op = project.gallery_folder() / "my_add_py"
    told = run("deliver", op, "--form", "source", "--to", tmp_path / "out", timeout=400)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "pip install .: agrees: PyTorch" in told.stdout
    assert "pip install -e .: agrees: PyTorch" in told.stdout
    assert not (tmp_path / "out" / "setup.py").exists()
    readme = (tmp_path / "out" / "README.md").read_text()
    assert "| `pip install -e .` | Python 3." in readme
    assert "| agrees: PyTorch" in readme
    for left in ("build", "my_add_py.egg-info"):
        assert not (tmp_path / "out" / left).exists()


def test_what_has_no_source_of_its_own_is_refused(run: Run, tmp_path: Path) -> None:
    for name, words in {
        "asinh": "its kernel is PyTorch's or a package's, so it has no source to build",
        "foo_classic": "needs ONNX Runtime's official headers",
        "dual_residual": "nothing here runs its model",
    }.items():
        op = project.gallery_folder() / name
        told = run("deliver", op, "--form", "source", "--to", tmp_path / name)
        assert told.returncode == 1
        assert words in told.stderr
        assert not (tmp_path / name).exists()


@large
@pytest.mark.parametrize("style", [s for s in STYLES if s != "pybind"])
def test_each_style_is_built_where_nothing_of_the_program_is(
    make_op: MakeOp, run: Run, tmp_path: Path, style: str
) -> None:
    kernel, toml = STYLES[style]
    op = make_op(TWICE_TOML + toml, kernel)
    told = run("deliver", op, "--form", "source", "--to", tmp_path / "out", timeout=900)
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.count("ONNX Runtime 1.") >= 2
    assert told.stdout.count("agrees: PyTorch") == 2


@large
def test_a_python_extension_and_several_ops_are_one_package(run: Run, tmp_path: Path) -> None:
    ops = [project.gallery_folder() / name for name in ("my_add", "concat_rows")]
    words = ("--form", "source", "--package", "edge-ops", "--to", tmp_path / "out")
    told = run("deliver", *ops, *words, timeout=900)
    assert told.returncode == 0, told.stdout + told.stderr
    listed = subprocess.run(
        ["ls", tmp_path / "out" / "csrc"], capture_output=True, text=True, check=True
    )
    assert listed.stdout.split() == ["concat_rows", "my_add"]


@large
def test_a_library_that_joins_several_is_built_from_its_source(run: Run, tmp_path: Path) -> None:
    ops = [project.gallery_folder() / name for name in ("my_add_custom", "concat_rows")]
    words = ("--form", "source", "--package", "edge-ops", "--to", tmp_path / "out")
    told = run("deliver", *ops, *words, timeout=1500)
    assert told.returncode == 0, told.stdout + told.stderr
    assert (tmp_path / "out" / "csrc" / "joined.cpp").is_file()
    assert not list((tmp_path / "out").rglob("*.so"))
    assert told.stdout.count("ONNX Runtime with all ops 2 of 2") == 2
