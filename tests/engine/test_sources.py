"""Further sources of an op: C++, C and CUDA files, folders of headers, flags, Python extensions."""

from __future__ import annotations

import signal
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from tests.large import large
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import BuildResult
from workbench.core.storage import op_file
from workbench.engine import toolchain
from workbench.engine.build import build as builder
from workbench.engine.build import cuda
from workbench.engine.store import Store
from workbench.importers.cpp.registers import module_name

needs_nvcc = pytest.mark.skipif(toolchain.nvcc() is None, reason="nvcc is not here")

HEAD = '#include "twice.h"\n'
KERNEL = HEAD + TWICE_KERNEL.replace("2 * x[i]", "twice_of(x[i])")
TWICE_OF = HEAD + "float twice_of(float x) { return FACTOR * x; }\n"
HEADER = "#pragma once\nfloat twice_of(float x);\n#ifndef FACTOR\n#define FACTOR 2\n#endif\n"


def with_kernel(keys: str, toml: str = TWICE_TOML) -> str:
    return toml.replace("[[mapping", f"[kernel]\n{keys}\n\n[[mapping", 1)


def write(folder: Path, **files: str) -> None:
    """Files by their names, whose last underscore is the dot; each unlike any other."""
    for name, text in files.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(f"{text}\n// {uuid.uuid4().hex}\n")


def build(folder: Path) -> tuple[BuildResult, list[Problem]]:
    return builder.build(folder, op_file.load(folder), Store(), builder.Reporter())


def module_of(folder: Path) -> str:
    op = op_file.load(folder)
    paths = [folder / name for name in (op.kernel.source, *op.kernel.sources)]
    return module_name(op, paths, {path: path.read_text() for path in paths})


def failure(folder: Path) -> tuple[Problem, ...]:
    with pytest.raises(UserError) as caught:
        build(folder)
    return caught.value.problems


def symbols(library: str) -> str:
    command = ["nm", "-C", library]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def several(make_op: MakeOp) -> Path:
    """An op of two sources and a folder of headers."""
    folder = make_op(with_kernel('sources = ["more.cpp"]\ninclude = ["inc"]'), KERNEL)
    (folder / "inc").mkdir()
    (folder / "inc" / "twice.h").write_text(HEADER)
    write(folder, more_cpp=TWICE_OF)
    return folder


# -- C++ and C


def test_a_further_source_is_in_both_libraries(several: Path, verify: Verify) -> None:
    result, problems = build(several)
    assert problems == []
    for library in (result.torch_library, result.ort_library):
        assert "twice_of(float)" in symbols(library)
    assert verify(several).report().status == "agrees"


def test_an_edit_recompiles_one_source(several: Path) -> None:
    first, _ = build(several)
    assert build(several)[0].compiled == 0
    write(several, more_cpp=TWICE_OF.replace("return", "return 1 *"))
    second, _ = build(several)
    assert second.compiled == 1
    assert second.ort_library != first.ort_library
    (several / "inc" / "twice.h").write_text(HEADER + "// changed\n")
    assert build(several)[0].compiled == 2


def test_a_compile_error_names_the_further_source(several: Path) -> None:
    write(several, more_cpp=TWICE_OF.replace("FACTOR * x", "FACTOR * z"))
    problem = failure(several)[0]
    assert (problem.file, problem.line) == (str(several / "more.cpp"), 2)


def test_what_no_source_defines_is_a_link_error(several: Path) -> None:
    write(several, more_cpp="// nothing here")
    problem = failure(several)[0]
    assert problem.kind == "link"
    assert "twice_of(float)" in problem.message


def test_flags_reach_every_source(several: Path, verify: Verify) -> None:
    toml = (several / "op.toml").read_text()
    flags = 'compile_flags = ["-DFACTOR=7", "-O3"]\nlink_flags = ["-Wl,-soname,mine.so"]\n'
    (several / "op.toml").write_text(toml.replace("[kernel]\n", f"[kernel]\n{flags}"))
    result, _ = build(several)
    assert result.compiled == 2
    output = subprocess.run(
        ["readelf", "-d", result.ort_library], capture_output=True, text=True, check=True
    ).stdout
    assert "mine.so" in output
    (several / "op.toml").write_text((several / "op.toml").read_text().replace("2 * x", "7 * x"))
    assert verify(several).report().status == "agrees"


def test_a_library_that_is_not_there(several: Path) -> None:
    toml = (several / "op.toml").read_text()
    (several / "op.toml").write_text(
        toml.replace("[kernel]\n", '[kernel]\nlink_flags = ["-lno_such_library"]\n')
    )
    problem = failure(several)[0]
    assert problem.kind == "link"
    assert "no_such_library" in problem.message


def test_a_c_source(make_op: MakeOp) -> None:
    kernel = 'extern "C" float twice_of(float x);\n' + KERNEL.removeprefix(HEAD)
    folder = make_op(with_kernel('sources = ["more.c"]'), kernel)
    write(folder, more_c="float twice_of(float new) { float *p = (void *)&new; return 2 * *p; }")
    assert build(folder)[1] == []


def test_missing_sources_and_folders(several: Path) -> None:
    (several / "more.cpp").rename(several / "less.cpp")
    assert failure(several)[0].file == str(several / "more.cpp")
    (several / "less.cpp").rename(several / "more.cpp")
    (several / "inc").rename(several / "headers")
    (problem,) = failure(several)
    assert problem.file == str(several / "inc")
    assert "include folder" in problem.message


TORCH_KERNEL = """
#include <torch/torch.h>
torch::Tensor tripled(const torch::Tensor& x);
torch::Tensor twice(torch::Tensor x) { return tripled(x) - x; }
"""
TORCH_MORE = """
#include <torch/torch.h>
float three();
torch::Tensor tripled(const torch::Tensor& x) { return x * three(); }
"""


def test_a_libtorch_kernel_of_several_files(make_op: MakeOp, verify: Verify) -> None:
    toml = with_kernel('style = "libtorch"\nsources = ["more.cpp", "plain.cpp"]')
    folder = make_op(toml + '\n[ort]\nimplementation = "export-only"\n', TORCH_KERNEL)
    write(folder, more_cpp=TORCH_MORE, plain_cpp="float three() { return 3; }")
    assert verify(folder).report().status == "export-only"
    write(folder, more_cpp=TORCH_MORE.replace("x * three()", "x * four()"))
    problem = failure(folder)[0]
    assert (problem.file, problem.line) == (str(folder / "more.cpp"), 4)


# -- styles that compile nothing


def test_an_installed_op_needs_no_source(make_op: MakeOp) -> None:
    toml = with_kernel('style = "installed"').replace("wb_test::twice", "aten::neg")
    folder = make_op(toml + '\n[ort]\nimplementation = "export-only"\n', None)
    assert build(folder) == (BuildResult("", "", 0), [])


def test_a_python_kernel_needs_its_file(make_op: MakeOp) -> None:
    toml = with_kernel('style = "python"\nsource = "f.py"\nfunction = "F"')
    folder = make_op(toml + '\n[ort]\nimplementation = "export-only"\n', None)
    assert failure(folder)[0].file == str(folder / "f.py")
    write(folder, f_py="class F:\n    pass")
    assert build(folder) == (BuildResult("", "", 0), [])


# -- Python extensions

MODULE = """
#include <torch/extension.h>
torch::Tensor twice(torch::Tensor x) { return 2 * x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("twice", &twice, "y = 2x"); }
"""
PYBIND = with_kernel('style = "libtorch"\nregistration = "pybind"')
PYBIND += '\n[ort]\nimplementation = "export-only"\n'

CALL = """
import importlib.machinery, importlib.util, sys
import torch
name, path = sys.argv[1:]
loader = importlib.machinery.ExtensionFileLoader(name, path)
module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
loader.exec_module(module)
print(module.twice(torch.ones(2)).tolist())
"""


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("TORCH_EXTENSION_NAME", "twice_ext"),
        pytest.param("my_module", "my_module", marks=large),
    ],
)
def test_a_python_extension(make_op: MakeOp, written: str, name: str) -> None:
    folder = make_op(PYBIND, MODULE.replace("TORCH_EXTENSION_NAME", written))
    result, _ = build(folder)
    assert module_of(folder) == name
    assert Path(result.torch_library).name == f"{name}.so"
    command = [sys.executable, "-c", CALL, name, result.torch_library]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "[2.0, 2.0]\n", done.stderr


@large
def test_an_extension_in_two_files(make_op: MakeOp) -> None:
    toml = PYBIND.replace('"pybind"', '"pybind"\nsources = ["bind.cpp"]')
    folder = make_op(toml, MODULE[: MODULE.index("PYBIND11")])
    module = MODULE.replace("{ return 2 * x; }", ";").replace("TORCH_EXTENSION_NAME", "two_files")
    write(folder, bind_cpp=module)
    result, _ = build(folder)
    assert module_of(folder) == "two_files"
    assert "PyInit_two_files" in symbols(result.torch_library)


def test_no_module_at_all(make_op: MakeOp) -> None:
    (problem,) = failure(
        make_op(PYBIND, "// PYBIND11_MODULE(x, m)\n" + MODULE[: MODULE.index("PYB")])
    )
    assert problem.kind == "declaration"
    assert "PYBIND11_MODULE" in problem.message


@large
def test_a_module_beside_a_registration_of_its_own(make_op: MakeOp, verify: Verify) -> None:
    """Much deployed code has both, the module often empty."""
    kernel = """
    #include <torch/extension.h>
    torch::Tensor twice(torch::Tensor x) { return 2 * x; }
    TORCH_LIBRARY(wb_test, m) { m.def("twice(Tensor x) -> Tensor", &twice); }
    PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {}
    """
    assert verify(make_op(PYBIND.replace('"pybind"', '"own"'), kernel)).report().error is None


# -- CUDA

PLAIN_CU = """
#include <cuda_runtime.h>
#include <stdio.h>
#include <device_launch_parameters.h>
#define THREADS 256
__constant__ float factors[4];
template <typename T>
__device__ __forceinline__ T clamped(T x) { return min(max(x, T(0)), T(1)); }
template <typename T, int n>
__global__ void __launch_bounds__(THREADS) scale(const T* __restrict__ x, T* y, int count) {
  extern __shared__ unsigned char memory[];
  __shared__ T tile[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 32) tile[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < n; ++k) tile[0] += __shfl_down_sync(0xffffffff, factors[k], 16);
  if (i < count) atomicAdd(&y[i], clamped(__ldg(x + i)) * T(2));
}
__global__ void zero(float* y) { y[threadIdx.x] = 0.f; }
// kernel<<<1, 2>>>(in a comment);
void scale_on_gpu(const float* x, float* y, int n, cudaStream_t stream) {
  const dim3 block(THREADS), grid((n + THREADS - 1) / THREADS);
  const char* text = "zero<<<1, 2>>>(y)";
  zero<<<1, 32>>>(y);
  scale<float, 4><<<grid, block,
                    THREADS * sizeof(float),  // shared
                    stream>>>(
      x, y, n);
  if (n > 1) zero <<< grid.x, THREADS >>> (y); else zero<<<dim3(1, 2), 1>>>(y);
  if (cudaGetLastError() != cudaSuccess) puts(text);
}
"""

TORCH_CU = """
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
template <typename scalar_t>
__global__ void twice_kernel(const scalar_t* x, scalar_t* y, int64_t n) {
  const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
torch::Tensor twice_cuda(const torch::Tensor& x) {
  const at::cuda::OptionalCUDAGuard guard(x.device());
  auto y = torch::empty_like(x);
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "twice", ([&] {
    twice_kernel<scalar_t><<<(x.numel() + 255) / 256, 256, 0, stream>>>(
        x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), x.numel());
  }));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}
"""


@pytest.fixture
def no_nvcc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "nvcc", lambda: None)


def cuda_op(make_op: MakeOp, text: str, *, torch: bool = False) -> Path:
    style = 'style = "libtorch"\n' if torch else ""
    toml = with_kernel(f'{style}sources = ["gpu.cu"]')
    if torch:
        toml += '\n[ort]\nimplementation = "export-only"\n'
    kernel = "#include <torch/torch.h>\nat::Tensor twice(at::Tensor x) { return 2 * x; }"
    folder = make_op(toml, kernel if torch else TWICE_KERNEL)
    write(folder, gpu_cu=text)
    return folder


def line_of(path: Path, text: str) -> int:
    lines = path.read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if text in line)


@pytest.mark.usefixtures("no_nvcc")
@pytest.mark.parametrize(
    "torch", [pytest.param(False, id="plain"), pytest.param(True, id="torch", marks=large)]
)
def test_a_cuda_file_is_checked_without_cuda(make_op: MakeOp, torch: bool) -> None:
    folder = cuda_op(make_op, TORCH_CU if torch else PLAIN_CU, torch=torch)
    result, problems = build(folder)
    (note,) = problems
    assert note.severity == "note"
    assert "not linked" in note.message
    assert note.file == str(folder / "gpu.cu")
    assert "scale_on_gpu" not in symbols(result.torch_library)
    again, kept = build(folder)
    assert (again.compiled, kept) == (0, problems)


@pytest.mark.usefixtures("no_nvcc")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tile[threadIdx.x] = 0;", "tile[threadIdx.x] = nothing;"),
        ("blockIdx.x * blockDim", "blokIdx.x * blockDim"),
        ("y[threadIdx.x] = 0.f;", "y[threadIdx.x] = 0.f"),
        ("if (cudaGetLastError()", "if (x.size())"),
        ("      x, y, n);", "      x, y, n, 5);"),
        ("zero<<<1, 32>>>(y);", "zero<<<1, 32>>>(y, stream);"),
        ("zero<<<1, 32>>>(y);", "zero<<<>>>(y);"),
        ("zero<<<1, 32>>>(y);", "zeros<<<1, 32>>>(y);"),
        ("                    stream>>>(", "                    block>>>("),
    ],
)
def test_a_typo_in_a_cuda_file_has_its_line(make_op: MakeOp, old: str, new: str) -> None:
    assert old in PLAIN_CU
    folder = cuda_op(make_op, PLAIN_CU.replace(old, new))
    errors = [p for p in failure(folder) if p.severity == "error"]
    wanted = line_of(folder / "gpu.cu", new.strip())
    assert {p.file for p in errors} == {str(folder / "gpu.cu")}
    assert any(abs(p.line - wanted) <= (3 if "block>>>" in new else 1) for p in errors)


@large
@pytest.mark.usefixtures("no_nvcc")
def test_a_typo_in_a_cuda_file_with_torch(make_op: MakeOp) -> None:
    folder = cuda_op(
        make_op, TORCH_CU.replace("torch::empty_like(x)", "torch::emtpy_like(x)"), torch=True
    )
    problem = failure(folder)[0]
    assert problem.file == str(folder / "gpu.cu")
    assert "emtpy_like" in problem.message
    assert problem.line == line_of(folder / "gpu.cu", "emtpy_like")


@pytest.mark.usefixtures("no_nvcc")
@pytest.mark.parametrize(
    "line",
    ["#include <cub/cub.cuh>", "#include <thrust/sort.h>", "#include <cooperative_groups.h>",
     "__device__ float f(const float* x) { return __ldcg(x); }",
     "void g() { cudaGraphLaunch(nullptr, nullptr); }",
     '__device__ int lane() { int i; asm volatile("mov.u32 %0, %%laneid;" : "=r"(i)); return i; }'],
)  # fmt: skip
def test_what_the_stand_in_lacks_is_no_error(make_op: MakeOp, line: str) -> None:
    folder = cuda_op(make_op, line + PLAIN_CU)
    _, problems = build(folder)
    assert problems
    assert {p.severity for p in problems} <= {"warning", "note"}
    assert build(folder)[0].compiled == 0


@pytest.mark.usefixtures("no_nvcc")
def test_a_header_that_launches_kernels(make_op: MakeOp) -> None:
    folder = cuda_op(make_op, '#include "launch.cuh"\nvoid go(float* y) { start(y); }')
    header = "#pragma once\n#include <cuda_runtime.h>\n__global__ void k(float* y) { *y = 1; }\n"
    launch = "inline void start(float* y) { k<<<1, 1>>>(y); }\n"
    (folder / "launch.cuh").write_text(header + launch)
    build(folder)
    (folder / "launch.cuh").write_text(header + launch.replace("(y);", "(z);"))
    problem = failure(folder)[0]
    assert (problem.file, problem.line) == (str(folder / "launch.cuh"), 4)


@pytest.mark.usefixtures("no_nvcc")
@pytest.mark.parametrize("name", ["not_there.h", "kernels.cuh", "my/part.h"])
def test_a_missing_header_of_the_users_is_an_error(make_op: MakeOp, name: str) -> None:
    problem = failure(cuda_op(make_op, f'#include "{name}"{PLAIN_CU}'))[0]
    assert name in problem.message


@needs_nvcc
@pytest.mark.skipif(bool(toolchain.torch_cuda()), reason="CUDA files are linked in here")
def test_nvcc_checks_what_it_can(make_op: MakeOp) -> None:
    folder = cuda_op(make_op, PLAIN_CU)
    (note,) = build(folder)[1]
    assert note.severity == "note"
    write(folder, gpu_cu=PLAIN_CU.replace("tile[threadIdx.x] = 0;", "tile[threadIdx.x] = nothing;"))
    problem = failure(folder)[0]
    assert problem.line == line_of(folder / "gpu.cu", "nothing")
    assert "nothing" in problem.message


@needs_nvcc
def test_with_cuda_the_file_is_linked_in(make_op: MakeOp, monkeypatch: pytest.MonkeyPatch) -> None:
    nvcc = toolchain.nvcc()
    assert nvcc is not None
    release = nvcc.version.partition("release ")[2].partition(",")[0]
    monkeypatch.setattr(toolchain, "torch_cuda", lambda: release)
    folder = cuda_op(make_op, PLAIN_CU)
    kernel = (folder / "kernel.cpp").read_text()
    (folder / "kernel.cpp").write_text(f"#ifndef WITH_CUDA\n#error without\n#endif\n{kernel}")
    result, problems = build(folder)
    assert problems == []
    for library in (result.torch_library, result.ort_library):
        assert "scale_on_gpu" in symbols(library)


@pytest.mark.parametrize(
    ("torch", "nvcc", "why"),
    [("", "release 12.6", "no CUDA"), ("12.6", None, "nvcc"), ("12.6", "release 11.8", "CUDA 11"),
     ("12.6", "release 12.4", "")],
)  # fmt: skip
def test_when_cuda_files_are_linked(
    monkeypatch: pytest.MonkeyPatch, torch: str, nvcc: str | None, why: str
) -> None:
    compiler = toolchain.Compiler(("nvcc",), nvcc, False) if nvcc else None
    monkeypatch.setattr(toolchain, "torch_cuda", lambda: torch)
    monkeypatch.setattr(toolchain, "nvcc", lambda: compiler)
    assert why in cuda.why_not_linked()
    assert cuda.linkable() == (why == "")


# -- what ends the process that loads the library


STABLE = """
#include <torch/csrc/stable/library.h>

STABLE_TORCH_LIBRARY_FRAGMENT(wb_test, m) { m.def("twice(Tensor x) -> Tensor"); }
"""
FUNCTION = "at::Tensor twice(const at::Tensor& x) { return 2 * x; }\n"


def test_a_second_registration_is_told_before_anything_is_compiled(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "NinjaRun", None)
    folder = make_op(with_kernel('sources = ["more.cpp"]'), TWICE_KERNEL)
    write(folder, more_cpp=STABLE)
    (problem,) = failure(folder)
    assert "registers the op itself (STABLE_TORCH_LIBRARY_FRAGMENT)" in problem.message
    assert (Path(problem.file).name, problem.line) == ("more.cpp", 4)


def test_a_second_registration_would_abort_what_loads_the_library(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's own ends the process, whichever Python there is around it."""
    monkeypatch.setattr(builder, "registration_problem", lambda *_: None)
    libtorch = 'style = "libtorch"\nsources = ["more.cpp"]\n\n[ort]\nimplementation = "bridge"'
    folder = make_op(with_kernel(libtorch), f"#include <torch/library.h>\n{FUNCTION}")
    write(folder, more_cpp=STABLE)
    library = build(folder)[0].torch_library
    script = f"""
import torch
try:
    torch.ops.load_library({library!r})
except BaseException:
    pass
print("went on")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == -signal.SIGABRT, done.stdout + done.stderr
    assert "went on" not in done.stdout


def test_another_name_than_the_declared_one_is_told_before_anything_is_compiled(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "NinjaRun", None)
    own = with_kernel('style = "libtorch"\nregistration = "own"').replace(
        'python = "2 * x"', 'python = "2 * x"\n\n[ort]\nimplementation = "bridge"'
    )
    folder = make_op(own, STABLE.replace("twice(", "thrice("))
    (problem,) = failure(folder)
    assert problem.message.startswith("the source registers wb_test::thrice")
    assert (Path(problem.file).name, problem.line) == ("kernel.cpp", 3)
