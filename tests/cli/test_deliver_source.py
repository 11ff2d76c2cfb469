"""``op-workbench deliver --form source``: what somebody else builds, and what is in it."""

from __future__ import annotations

import runpy
import subprocess
from pathlib import Path

import pytest
import setuptools

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from tests.engine.building import symbols
from tests.engine.test_cuda_kernel import both
from tests.engine.test_cuda_sources import needs_nvcc
from tests.engine.test_handed_on import STYLES, exported, of_this_machine
from tests.large import large
from workbench.core.compile.providers import system_folder
from workbench.core.delivery import FORMS, delivery_job
from workbench.core.storage import project
from workbench.engine import cuda_toolkit
from workbench.engine.compilers import of_system
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


@pytest.mark.skipif(system_folder("Eigen/Dense") is None, reason="it needs Eigen")
def test_a_header_that_no_compiler_looks_for_is_found_where_the_system_has_it(
    make_op: MakeOp, verify: Verify, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = KERNEL.replace("BY * helper(x[i])", "Eigen::Vector2f(x[i], x[i]).sum()")
    text = text.replace("#include <helper.h>", "#include <Eigen/Dense>")
    made = package_of(verify(make_op(TWICE_TOML, text)), tmp_path / "made")
    asked: list[setuptools.Extension] = []
    monkeypatch.setattr(setuptools, "setup", lambda **given: asked.extend(given["ext_modules"]))
    runpy.run_path(str(made / "setup.py"))
    assert len(asked) == 2
    for extension in asked:
        assert str(system_folder("Eigen/Dense")) in extension.include_dirs


def test_a_kernel_for_gpus_is_among_the_sources_and_bound_where_cuda_is(
    make_op: MakeOp, verify: Verify, tmp_path: Path
) -> None:
    made = package_of(verify(both(make_op)), tmp_path / "made")
    generated = made / "csrc" / "twice" / "generated"
    assert (generated / "cuda_unit.cu").read_text().startswith('#include "../kernel.cu"\n')
    for name in ("torch_glue.cpp", "ort_glue.cpp"):
        with_cuda, without = (generated / name).read_text().split("#else\n")
        assert with_cuda.startswith("#ifdef WITH_CUDA\n")
        assert "wb_cuda_entry_" in with_cuda
        assert "wb_cuda_entry_" not in without
    for extension in read_setup(made / "setup.py").extensions:
        assert "csrc/twice/generated/cuda_unit.cu" in extension.sources
        assert "--extended-lambda" in extension.nvcc
        assert extension.left == ()


@large
@needs_nvcc
def test_its_sources_with_cuda_become_libraries_that_have_both_kernels(
    make_op: MakeOp, verify: Verify, tmp_path: Path
) -> None:
    """What setup.py does beside a torch with CUDA, which is not here: the same files and flags."""
    made = package_of(verify(both(make_op)), tmp_path / "made")
    nvcc, compiler = cuda_toolkit.nvcc(), of_system()
    assert nvcc is not None
    assert compiler is not None
    every_gpu = ["-gencode=arch=compute_75,code=[sm_75,sm_80,sm_90,compute_75]"]
    for extension in read_setup(made / "setup.py").extensions:
        if extension.name.endswith("_torch"):
            continue  # it is linked with what a torch with CUDA has
        folders = [f"-I{folder}" for folder in extension.include]
        objects = []
        for source in extension.sources:
            is_cuda = source.endswith(".cu")
            command = nvcc.compiler.command if is_cuda else compiler.command
            flags = [*extension.nvcc, *every_gpu, "-Xcompiler", "-fPIC"]
            flags = flags if is_cuda else [*extension.flags, "-fPIC"]
            objects.append(str(tmp_path / f"{Path(source).name}.o"))
            words = [*command, *flags, *folders, "-DWITH_CUDA", "-c", source, "-o", objects[-1]]
            subprocess.run(words, cwd=made, check=True)
        library = tmp_path / "libtwice_ort.so"
        places = [f"-L{folder}" for folder in cuda_toolkit.library_folders(nvcc)]
        link = [*places, "-lcudart_static", "-ldl", "-lrt", "-lpthread", "-Wl,--no-undefined"]
        words = [*compiler.command, "-shared", *objects, *link, "-o", library]
        subprocess.run(words, check=True)
        assert "RegisterCustomOps" in exported(library)
        found = symbols(str(library))
        assert "wb_entry_" in found
        assert "wb_cuda_entry_" in found


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
def test_a_kernel_for_gpus_is_compiled_and_said_not_to_have_run(run: Run, tmp_path: Path) -> None:
    op = project.gallery_folder() / "foo"
    told = run("deliver", op, "--form", "source", "--to", tmp_path / "out", timeout=900)
    assert told.returncode == 0, told.stdout + told.stderr
    readme = (tmp_path / "out" / "README.md").read_text()
    assert "**Nothing was run on a GPU** where this was made" in readme
    (line,) = [n for n in told.stdout.splitlines() if "csrc/foo/generated/cuda_unit.cu: " in n]
    if cuda_toolkit.nvcc() is None:
        assert "not run (not compiled, not run here: there is no CUDA compiler here" in line
    else:
        assert "compiles (nvcc " in line
        assert "compiled for cards from sm_75 on; not run: no GPU here" in line
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
