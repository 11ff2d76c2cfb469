"""What a build says where the cause is not the kernel's text: the disk, CUDA, a file left out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from tests.engine.building import LOOP, Recorder, failure, kernel_with
from tests.large import large
from workbench.core.compile import cuda_headers
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine import cuda_toolkit
from workbench.engine.build import build as builder
from workbench.engine.build import cuda
from workbench.engine.store import Store

needs_no_cuda = pytest.mark.skipif(cuda.linkable(), reason="CUDA files are linked here")

# -- the log


@pytest.mark.parametrize("compiler", ["g++", ""], ids=["gcc", "clang"])
def test_the_log_shows_the_compilers_text_as_a_terminal_does(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, compiler: str
) -> None:
    monkeypatch.setenv("CXX", compiler)
    folder = make_op(kernel=kernel_with("y[0] = größe;\n\ty[1] = missing;\n\tint unused;"))
    recorder = Recorder()
    with pytest.raises(UserError) as caught:
        builder.build(folder, op_file.load(folder), Store(), recorder)
    lines = recorder.text.splitlines()
    source = (folder / "kernel.cpp").read_text().splitlines()
    said = {"größe": "error", "missing": "error"}
    if compiler:  # clang leaves out such warnings where there are errors
        said["unused"] = "warning"
        assert "[-Wunused-variable]" in recorder.text
    for name, kind in said.items():
        number = next(i for i, line in enumerate(source, 1) if name in line)
        at = next(i for i, line in enumerate(lines) if f"kernel.cpp:{number}:" in line)
        assert f": {kind}: " in lines[at]
        assert name in lines[at]
        shown, caret = lines[at + 1], lines[at + 2]
        assert shown.startswith(f"{number:5} | ")
        assert shown.index(name) == caret.index("^"), "the caret stands below the word"
        problem = next(p for p in caught.value.problems if p.line == number)
        assert problem.column == source[number - 1].index(name) + 1
    assert not any(line.startswith(("fix-it:", "[", "{")) for line in lines)


@pytest.mark.parametrize("compiler", ["g++", ""], ids=["gcc", "clang"])
def test_the_log_shows_the_warnings_of_what_compiles(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, compiler: str
) -> None:
    monkeypatch.setenv("CXX", compiler)
    folder = make_op(kernel=kernel_with("int unused; " + LOOP), fresh=True)
    recorder = Recorder()
    builder.build(folder, op_file.load(folder), Store(), recorder)
    assert "kernel.cpp:4:" in recorder.text or "kernel.cpp:5:" in recorder.text
    assert "unused" in recorder.text
    assert "      | " in recorder.text


# -- the disk

FULL = """
import resource, sys
from pathlib import Path
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine.build import build
from workbench.engine.store import Store
folder = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
try:
    build.build(folder, op_file.load(folder), Store(Path(sys.argv[2])), build.Reporter())
except UserError as error:
    for problem in error.problems:
        print(problem.kind, "|", problem.message, "|", problem.hint)
"""


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=large) for size in (3_000, 20_000, 60_000)]
)
def test_no_room_for_files_is_no_fault_of_the_kernel(
    make_op: MakeOp, tmp_path: Path, size: int
) -> None:
    """No file may grow beyond a size: each writer is stopped as by a full disk, in every step."""
    many = "".join(f"float f{i}(float x) {{ return x + {i}; }}\n" for i in range(800))
    folder = make_op(kernel=many + TWICE_KERNEL)
    command = [sys.executable, "-c", FULL, str(folder), str(tmp_path / "cache"), str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (output,) = done.stdout.splitlines() or [done.stderr]
    assert output.startswith("disk | "), output
    assert "does not match the declaration" not in output
    assert "space" in output.rpartition("|")[2]


@large
def test_a_disk_too_full_for_the_compilers_own_words(make_op: MakeOp, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    size = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(full)]
    if subprocess.run(size, check=False, stderr=-3).returncode != 0:
        pytest.skip("no file system may be mounted here")
    try:
        (problem,) = failure(make_op(), Store(full))
    finally:
        subprocess.run(["umount", str(full)], check=True)
    assert problem.kind == "disk"
    assert "No space left on device" in problem.message
    assert "Free some space" in problem.hint


def test_a_full_temporary_folder_is_reported(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What gcc says then names the end of a generated file, where the kernel's head is bound.

    clang writes objects without files of its own in between.
    """
    monkeypatch.setenv("CXX", "g++")
    full = tmp_path / "full"
    full.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(full)], check=False, stderr=-3
    )
    try:
        if mounted.returncode != 0:
            # Not allowed here: the compiler's own words, from a compiler that says them.
            fake = tmp_path / "g++"
            fake.write_text(WITHOUT_SPACE.replace("FULL", str(full)))
            fake.chmod(0o755)
            monkeypatch.setenv("CXX", str(fake))
        monkeypatch.setenv("TMPDIR", str(full))
        many = "".join(f"float f{i}(float x) {{ return x + {i}; }}\n" for i in range(800))
        (problem,) = failure(make_op(kernel=many + TWICE_KERNEL))
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", str(full)], check=True)
    assert problem.kind == "disk"
    assert problem.message.startswith("the disk is full: error writing to ")
    assert str(full) in problem.hint


WITHOUT_SPACE = r"""#!/bin/sh
[ "$1" = --version ] && { echo g++ 12; exit 0; }
for word; do case $word in */unit.cpp) unit=$word;; esac; done
echo "$unit:6:1: fatal error: error writing to FULL/x.s: No space left on device" >&2
exit 1
"""


def test_a_full_cache_is_reported_by_the_export(make_op: MakeOp) -> None:
    """The libraries are there; only what the export writes finds no room."""
    folder = make_op(TWICE_TOML.replace("[2, 3]", "[500, 500]"))
    script = """
import resource, sys
from pathlib import Path
from workbench.engine.client import Engine
for stage in ("build", "compare"):
    with Engine() as engine:
        (state,) = engine.load([Path(sys.argv[1])])
        engine.run([state.folder], stage)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
print(state.report().error)
"""
    command = [sys.executable, "-c", script, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "kind='disk'" in done.stdout, done.stderr
    assert "cache folder cannot be written: File too large" in done.stdout


def test_an_error_of_the_users_own_file_is_not_the_caches(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), Store(tmp_path).scratch():
        Path("/nowhere/weights.pt").read_bytes()


# -- CUDA


@needs_no_cuda
@pytest.mark.parametrize("header", ["cuda_runtime_api.h", "cublas_v2.h", "thrust/sort.h"])
def test_a_missing_header_of_cuda_is_called_so(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, header: str
) -> None:
    monkeypatch.setattr(cuda_toolkit, "nvcc_programs", list)
    monkeypatch.setattr(cuda_headers, "cuda_home", lambda: None)
    problem = failure(make_op(kernel=f"#include <{header}>\n{TWICE_KERNEL}"))[0]
    assert header in problem.message
    assert "there is no CUDA compiler here. Add it: op-workbench toolkit" in problem.hint
    assert "WITH_CUDA" in problem.hint


def test_another_missing_header_is_not(make_op: MakeOp) -> None:
    problem = failure(make_op(kernel=f"#include <custom_ops.h>\n{TWICE_KERNEL}"))[0]
    assert "CUDA" not in problem.hint


CALLS = (
    "launch_twice(x.data(), y.data(), y.numel());",
    "void launch_twice(const float*, float*, int64_t);",
)
GPU = """
#include <cstdint>
#include <cuda_runtime.h>
__global__ void k(const float* x, float* y, int64_t n) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
void launch_twice(const float* x, float* y, int64_t n) { k<<<1, n>>>(x, y, n); }
"""


def test_a_launcher_in_a_file_that_is_not_part_of_the_op(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with(*CALLS))
    (folder / "gpu.cu").write_text(GPU)
    (problem,) = failure(folder)
    assert problem.kind == "link"
    assert "'launch_twice(float const*, float*, long)' is defined in gpu.cu" in problem.message
    assert "not part of the op" in problem.message
    assert "kernel.sources" in problem.hint


def test_a_function_in_a_cpp_file_that_is_not_part_of_the_op(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with(*CALLS))
    (folder / "more").mkdir()
    (folder / "more" / "cpu.cpp").write_text(
        GPU[GPU.index("void launch") :].replace("k<<<1, n>>>", "k")
    )
    (problem,) = failure(folder)
    assert "is defined in more/cpu.cpp" in problem.message


def test_a_template_in_a_file_that_is_not_part_of_the_op(make_op: MakeOp) -> None:
    head = "template <class T> struct Pair { T a, b; };\ntemplate <class T> Pair<T> twice_of(T x);"
    folder = make_op(kernel=kernel_with("y[0] = twice_of<float>(x[0]).a;", head))
    made = "template <class T> Pair<T> twice_of(T x) { return {2 * x, x}; }"
    (folder / "more.cpp").write_text(
        f"{head}\n{made}\ntemplate Pair<float> twice_of<float>(float);"
    )
    (problem,) = failure(folder)
    assert "twice_of<float>(float)' is defined in more.cpp, which is not part of the op" in (
        problem.message
    )


@needs_no_cuda
def test_a_launcher_in_a_file_that_is_not_linked_here(make_op: MakeOp) -> None:
    toml = TWICE_TOML + '\n[kernel]\nsources = ["gpu.cu"]\n'
    folder = make_op(toml, kernel_with(*CALLS))
    (folder / "gpu.cu").write_text(GPU)
    problem = failure(folder)[0]
    assert "is defined in gpu.cu, which is not linked here" in problem.message
    assert "WITH_CUDA" in problem.hint


BESIDE_CPU = """
#include <torch/extension.h>
namespace my { void twice_on_gpu(const float* x, float* y, int64_t n); }
torch::Tensor twice(torch::Tensor x) {
  if (x.is_cpu() && x.numel() > 1) return 2 * x;
  torch::Tensor y = torch::empty_like(x);
  my::twice_on_gpu(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
  return y;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("twice", &twice); }
"""


@needs_no_cuda
@pytest.mark.parametrize(
    "python",
    [pytest.param(True, marks=large, id="with Python"), pytest.param(False, id="without")],
)
def test_the_path_for_the_cpu_runs_where_that_for_gpus_is_not_linked(
    make_op: MakeOp, verify: Verify, python: bool
) -> None:
    toml = TWICE_TOML + '\n[kernel]\nstyle = "libtorch"\nsources = ["gpu.cu"]\n'
    toml += '\n[ort]\nimplementation = "bridge"\n'
    kernel = BESIDE_CPU
    if not python:
        kernel = kernel.replace("extension.h", "types.h").partition("PYBIND11")[0]
    folder = make_op(toml, kernel)
    (folder / "gpu.cu").write_text(
        "#include <cstdint>\nnamespace my {\n"
        "void twice_on_gpu(const float* x, float* y, int64_t n) { y[0] = 2 * x[0]; }\n}\n"
        # of the name of what C++ for torch calls all the time: at::_ops::mul_Tensor::call
        "static int call(int n) { return n; }\n"
    )
    assert verify(folder, "compare").report("compare").error is None
    (folder / "kernel.cpp").write_text(kernel.replace("numel() > 1", "numel() < 1"))
    error = verify(folder, "graph").report("export").error
    assert error is not None
    assert "'twice_on_gpu' is defined in gpu.cu, which is not linked here" in error.message


def test_a_launcher_that_is_nowhere(make_op: MakeOp) -> None:
    (problem,) = failure(make_op(kernel=kernel_with(*CALLS)))
    assert "declared but defined nowhere" in problem.message
    assert ".cu file" in problem.hint


@large
def test_a_launcher_is_looked_for_where_only_the_load_finds_it_missing(
    make_op: MakeOp, verify: Verify
) -> None:
    """A library with Python in it is linked without a look at what is undefined."""
    toml = TWICE_TOML + '\n[kernel]\nstyle = "libtorch"\nregistration = "pybind"\n'
    toml += '\n[ort]\nimplementation = "export-only"\n'
    kernel = """
    #include <torch/extension.h>
    torch::Tensor twice_cuda(torch::Tensor x);
    torch::Tensor twice(torch::Tensor x) { return x.is_cpu() ? 2 * x : twice_cuda(x); }
    PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("twice", &twice); }
    """
    folder = make_op(toml, kernel)
    (folder / "kernel.cu").write_text(
        "#include <torch/extension.h>\ntorch::Tensor twice_cuda(torch::Tensor x) { return 2 * x; }\n"
    )
    error = verify(folder, "graph").report("graph").error
    assert error is not None
    assert "'twice_cuda(at::Tensor)' is defined in kernel.cu, which is not part of" in error.message
