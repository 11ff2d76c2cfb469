"""CUDA files: checked without CUDA, compiled and linked with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, MakeOp
from tests.engine.building import build, failure, symbols, with_kernel, write
from tests.large import large
from tests.seconds import fastest
from workbench.engine import toolchain
from workbench.engine.build import cuda

needs_nvcc = pytest.mark.skipif(toolchain.nvcc() is None, reason="nvcc is not here")


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
    assert any(
        abs(p.line - wanted) <= (3 if "block>>>" in new or "n, 5" in new else 1) for p in errors
    )


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


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("int x; ", "kernel"),
        ("", "ns::inner :: kernel<T, (4)>"),
        ("return;\n", "::kernel"),
        ("", "Solver<T>::kernel"),
        ("x = 3 + ", "a::template kernel<int>"),
        ("", "(pick ? one : other)"),
    ],
)
def test_the_name_before_a_launch(before: str, name: str) -> None:
    text = before + name + " "
    start = cuda._callee(text, len(text))
    # Of a class template only what is behind its arguments is taken: the compiler says so.
    assert text[start:].strip() == name.removeprefix("Solver<T>")
    assert cuda._callee("x = 3 ", 6) == -1
    assert cuda._callee("", 0) == -1


def test_a_launch_at_the_end_of_a_long_file_is_found_at_once() -> None:
    text = "a" * 40_000 + ";" + "name " * 40_000
    assert fastest(lambda: cuda._callee(text, len(text))) < 0.02
