"""CUDA files: compiled by the real nvcc where there is one, linked beside a torch with CUDA.

Without a compiler most of these are skipped, and say so; what is said to the user then is tested everywhere.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, MakeOp
from tests.engine.building import (
    build,
    failure,
    kernel_with,
    symbols,
    with_kernel,
    write,
)
from tests.large import large
from workbench.core.toolkits.cuda import NO_CXX, became_of
from workbench.engine import compilers, cuda_toolkit
from workbench.engine.build import cuda

needs_nvcc = pytest.mark.skipif(
    cuda_toolkit.nvcc() is None,
    reason="there is no CUDA compiler here (op-workbench toolkit add cuda)",
)


@pytest.fixture
def no_torch_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    """As beside a torch for the CPU."""
    monkeypatch.setattr(cuda_toolkit, "torch_cuda", lambda: "")


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
  // CUDA's own operators of half would be as good as torch's: which one is meant?
  if (i < n) y[i] = x[i] > x[0] ? 2 * x[i] : x[i] + x[i];
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
    monkeypatch.setattr(cuda_toolkit, "nvcc_programs", list)


def cuda_op(make_op: MakeOp, text: str, *, torch: bool = False, keys: str = "") -> Path:
    style = 'style = "libtorch"\n' if torch else ""
    toml = with_kernel(f'{style}{keys}\nsources = ["gpu.cu"]')
    if torch:
        toml += '\n[ort]\nimplementation = "export-only"\n'
    kernel = "#include <torch/torch.h>\nat::Tensor twice(at::Tensor x) { return 2 * x; }"
    folder = make_op(toml, kernel if torch else TWICE_KERNEL)
    write(folder, fresh=False, gpu_cu=text)
    return folder


def line_of(path: Path, text: str) -> int:
    lines = path.read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if text in line)


# -- without a compiler: these run everywhere


@pytest.mark.usefixtures("no_nvcc")
@pytest.mark.parametrize("text", [PLAIN_CU, "this is no C++ at all"], ids=["right", "wrong"])
def test_without_a_compiler_a_cuda_file_is_not_compiled_and_that_is_said(
    make_op: MakeOp, text: str
) -> None:
    folder = cuda_op(make_op, text)
    result, problems = build(folder)
    (problem,) = problems
    assert problem.message == "not compiled: there is no CUDA compiler here"
    assert "op-workbench toolkit add cuda" in problem.hint
    assert (problem.file, problem.severity) == (str(folder / "gpu.cu"), "warning")
    assert "scale_on_gpu" not in symbols(result.torch_library)
    again, kept = build(folder)
    assert (again.compiled, kept) == (0, problems)


@pytest.mark.usefixtures("no_nvcc")
def test_what_calls_a_file_that_is_not_compiled_says_so(make_op: MakeOp) -> None:
    toml = with_kernel('sources = ["gpu.cu"]')
    calls = kernel_with("go(x.data());", "void go(const float*);")
    folder = make_op(toml, calls)
    write(folder, gpu_cu="void go(const float* x) {}")
    problem = failure(folder)[0]
    assert "is not linked here: there is no CUDA compiler" in problem.message


# -- with one


@needs_nvcc
def test_a_cuda_file_is_compiled_without_a_gpu(make_op: MakeOp, no_torch_cuda: None) -> None:
    folder = cuda_op(make_op, PLAIN_CU)
    result, problems = build(folder)
    (note,) = problems
    assert (note.severity, note.file) == ("note", str(folder / "gpu.cu"))
    assert note.message.startswith("compiled for cards from sm_75 on by nvcc ")
    assert note.message.endswith("to an object that is not linked: the installed torch has no CUDA")
    assert "Nothing of it has run" in note.hint
    assert "scale_on_gpu" not in symbols(result.torch_library)
    again, kept = build(folder)
    assert (again.compiled, kept) == (0, problems)


@needs_nvcc
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tile[threadIdx.x] = 0;", "tile[threadIdx.x] = nothing;"),
        ("blockIdx.x * blockDim", "blokIdx.x * blockDim"),
        *(
            pytest.param(*pair, marks=large)
            for pair in (
                ("y[threadIdx.x] = 0.f;", "y[threadIdx.x] = 0.f"),
                ("if (cudaGetLastError()", "if (x.size())"),
                ("zero<<<1, 32>>>(y);", "zero<<<1, 32>>>(y, stream);"),
                ("zero<<<1, 32>>>(y);", "zeros<<<1, 32>>>(y);"),
                ("                    stream>>>(", "                    block>>>("),
            )
        ),
    ],
)
def test_a_typo_in_a_cuda_file_has_its_line(make_op: MakeOp, old: str, new: str) -> None:
    assert old in PLAIN_CU
    folder = cuda_op(make_op, PLAIN_CU.replace(old, new))
    errors = [p for p in failure(folder) if p.severity == "error"]
    wanted = line_of(folder / "gpu.cu", new.strip())
    assert {p.file for p in errors} == {str(folder / "gpu.cu")}
    assert any(abs(p.line - wanted) <= 1 for p in errors)


@needs_nvcc
def test_a_function_with_cuda_files_is_registered_for_gpus_where_these_are_linked(
    make_op: MakeOp, no_torch_cuda: None
) -> None:
    """Seen on a machine with a GPU: torch had the op for the CPU alone. A defined WITH_CUDA is all that is so here."""
    code = (
        "import sys, torch; torch.ops.load_library(sys.argv[1]);"
        "has = torch._C._dispatch_has_kernel_for_dispatch_key;"
        "print(has('wb_test::twice', 'CPU'), has('wb_test::twice', 'CUDA'))"
    )
    for keys, wanted in (("", "True False"), ('compile_flags = ["-DWITH_CUDA"]', "True True")):
        folder = cuda_op(make_op, TORCH_CU, torch=True, keys=keys)
        library = build(folder)[0].torch_library
        done = subprocess.run(
            [sys.executable, "-c", code, library], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == wanted


@needs_nvcc
def test_it_is_compiled_for_each_architecture(make_op: MakeOp) -> None:
    only = "#if __CUDA_ARCH__ == 900\n#error seen with sm_90\n#endif\n"
    kernel = f"__global__ void k(float* y) {{\n{only}  *y = 1;\n}}\n"
    keys = 'cuda_architectures = ["sm_80", "compute_90"]'
    assert "seen with sm_90" in failure(cuda_op(make_op, kernel, keys=keys))[0].message
    _, problems = build(cuda_op(make_op, kernel, keys='cuda_architectures = ["sm_80"]'))
    assert not any("sm_90" in p.message for p in problems)


@needs_nvcc
def test_an_architecture_that_the_compiler_does_not_know(make_op: MakeOp) -> None:
    folder = cuda_op(make_op, PLAIN_CU, keys='cuda_architectures = ["sm_20"]')
    (problem,) = failure(folder)
    assert "does not know sm_20: it knows sm_" in problem.message
    assert problem.key == "kernel.cuda_architectures"


@needs_nvcc
def test_the_card_that_is_here_where_there_is_none(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda_toolkit, "driver_cuda", lambda: None)
    (problem,) = failure(cuda_op(make_op, PLAIN_CU, keys='cuda_architectures = ["native"]'))
    assert "there is none" in problem.message


@needs_nvcc
def test_a_library_of_cuda_that_is_not_here_is_no_fault_of_the_file(
    make_op: MakeOp, no_torch_cuda: None
) -> None:
    folder = cuda_op(make_op, f"#include <cutensor.h>\n{PLAIN_CU}")
    (problem,) = build(folder)[1]
    assert problem.message == "not compiled: the CUDA toolkit here has no cutensor.h"
    assert (problem.severity, problem.line) == ("warning", 1)
    assert build(folder)[0].compiled == 0


@needs_nvcc
def test_a_missing_header_of_the_users_is_an_error(make_op: MakeOp) -> None:
    problem = failure(cuda_op(make_op, f'#include "kernels.cuh"{PLAIN_CU}'))[0]
    assert "kernels.cuh" in problem.message


@needs_nvcc
def test_an_error_in_a_header_that_launches(make_op: MakeOp) -> None:
    folder = cuda_op(make_op, '#include "launch.cuh"\nvoid go(float* y) { start(y); }')
    header = "#pragma once\n#include <cuda_runtime.h>\n__global__ void k(float* y) { *y = 1; }\n"
    launch = "inline void start(float* y) { k<<<1, 1>>>(y); }\n"
    (folder / "launch.cuh").write_text(header + launch.replace("(y);", "(z);"))
    problem = failure(folder)[0]
    assert (problem.file, problem.line) == (str(folder / "launch.cuh"), 4)


@needs_nvcc
def test_the_programs_own_clang_serves_where_the_system_has_no_compiler(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, no_torch_cuda: None
) -> None:
    monkeypatch.setattr(cuda_toolkit, "of_system", lambda: None)
    if not cuda_toolkit.host_flags():
        pytest.skip("the program's clang has not the system's C++ library here")
    (note,) = build(cuda_op(make_op, PLAIN_CU))[1]
    assert note.message.startswith("compiled for")


@needs_nvcc
def test_its_libraries_are_found_where_the_system_has_no_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = cuda_toolkit.nvcc()
    assert found is not None
    before = cuda_toolkit.library_folders(found)
    monkeypatch.setenv("PATH", "/nowhere")
    if not cuda_toolkit.host_flags():
        pytest.skip("the program's clang has not the system's C++ library here")
    assert cuda_toolkit.library_folders(found) == before != []


@needs_nvcc
def test_one_that_finds_no_cpp_compiler_is_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine of Python alone, with CUDA: the op runs its C++ code there, as without CUDA."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(compilers, "_has_library", lambda: False)
    assert cuda_toolkit.nvcc() is None
    problem = cuda.not_compiled(Path("gpu.cu"))
    assert problem.message.endswith("finds no C++ compiler here")
    assert "apt install g++" in problem.hint
    assert (problem.kind, problem.severity) == (NO_CXX, "warning")
    assert became_of((), [problem]) == problem.message


@large
# Some 50 s of a core: nvcc reads all that torch includes, for each side
@needs_nvcc
def test_a_file_with_torchs_headers_is_compiled_beside_a_torch_for_the_cpu(
    make_op: MakeOp, no_torch_cuda: None
) -> None:
    folder = cuda_op(make_op, TORCH_CU, torch=True)
    (note,) = build(folder, unlinked=True)[1]
    assert note.message.startswith("compiled for")
    assert build(folder)[1] == [note]


@needs_nvcc
def test_what_takes_long_and_would_not_be_linked_is_compiled_when_one_asks_for_it(
    make_op: MakeOp, no_torch_cuda: None
) -> None:
    folder = cuda_op(make_op, TORCH_CU.replace("return y;", "return nothing;"), torch=True)
    (note,) = build(folder)[1]
    assert note.message.startswith(
        "not compiled: it would not be linked (the installed torch has no"
    )
    assert "op-workbench build" in note.hint
    assert (note.file, note.severity) == (str(folder / "gpu.cu"), "note")


@needs_nvcc
def test_with_cuda_the_file_is_linked_in(make_op: MakeOp, monkeypatch: pytest.MonkeyPatch) -> None:
    found = cuda_toolkit.nvcc()
    assert found is not None
    monkeypatch.setattr(cuda_toolkit, "torch_cuda", lambda: ".".join(map(str, found.release)))
    folder = cuda_op(make_op, PLAIN_CU)
    kernel = (folder / "kernel.cpp").read_text()
    (folder / "kernel.cpp").write_text(f"#ifndef WITH_CUDA\n#error without\n#endif\n{kernel}")
    result, problems = build(folder)
    assert problems == []
    for library in (result.torch_library, result.ort_library):
        assert "scale_on_gpu" in symbols(library)
