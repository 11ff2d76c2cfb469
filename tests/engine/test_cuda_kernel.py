"""Kernels for GPUs, compiled by the real nvcc and linked: alone, and beside the one for the CPU.

There need be no GPU: what one would compute is not tried here, and nothing may look as if it was.
"""

from __future__ import annotations

import os
import re
import struct
import subprocess
from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML, MakeOp
from tests.engine.bindings import CXX, FLAGS, INCLUDES
from tests.engine.building import build, failure, symbols, with_kernel, write
from tests.engine.test_cuda_sources import needs_nvcc
from tests.large import large
from workbench.core.check import check_op
from workbench.core.storage import op_file
from workbench.core.toolkits import cuda as toolkit
from workbench.core.toolkits.cuda import NO_COMPILER
from workbench.core.types import devices
from workbench.engine import cuda_toolkit

needs_no_driver = pytest.mark.skipif(
    cuda_toolkit.driver_cuda() is not None, reason="there is an NVIDIA driver here"
)

HEAD = "void twice(const wb::CudaContext& ctx, wb::Tensor<const float> x, wb::Tensor<float> y)"
TWICE_CU = f"""
#include <workbench/cuda.h>
{HEAD} {{
  wb::parallel(ctx, y.numel(), [x = x.data(), y = y.data()] __device__(int64_t i) {{
    y[i] = 2 * x[i];
  }});
}}
"""
BOTH = with_kernel('cuda = "kernel.cu"')
ONLY = with_kernel('style = "cuda"\nsource = "kernel.cu"')


def both(make_op: MakeOp, text: str = TWICE_CU, toml: str = BOTH) -> Path:
    """It is compiled once in a run, for 10 s, where its text is the same."""
    folder = make_op(toml)
    write(folder, fresh=False, kernel_cu=text)
    return folder


def only(make_op: MakeOp, text: str = TWICE_CU, keys: str = "") -> Path:
    folder = both(make_op, text, ONLY.replace('"kernel.cu"', f'"kernel.cu"\n{keys}'))
    (folder / "kernel.cpp").unlink()
    return folder


@needs_nvcc
def test_an_op_with_both_has_both_in_each_library(make_op: MakeOp) -> None:
    result, problems = build(both(make_op))
    for library in (result.torch_library, result.ort_library):
        found = symbols(library)
        assert "wb_entry_" in found
        assert "wb_cuda_entry_" in found
    (note,) = problems
    assert note.severity == "note"
    assert note.message.startswith("compiled for cards from sm_75 on; not run")


@needs_nvcc
def test_the_libraries_need_nothing_of_cuda_where_they_run(make_op: MakeOp) -> None:
    result, _ = build(both(make_op))
    for library in (result.torch_library, result.ort_library):
        command = ["readelf", "-d", library]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert not re.search(r"NEEDED.*(cuda|nv)", told)


@needs_nvcc
def test_one_for_gpus_alone_has_no_entry_for_the_cpu(make_op: MakeOp) -> None:
    result, _ = build(only(make_op))
    assert "wb_cuda_entry_" in symbols(result.ort_library)
    assert "wb_entry_" not in symbols(result.ort_library)


@needs_nvcc
def test_an_edit_of_the_gpu_kernel_compiles_that_alone(make_op: MakeOp) -> None:
    folder = both(make_op)
    build(folder)
    write(folder, kernel_cu=TWICE_CU)
    assert build(folder)[0].compiled == 1


@large
@needs_nvcc
def test_cub_and_global_functions_stand_beside_it(make_op: MakeOp) -> None:
    text = f"""
#include <cub/block/block_reduce.cuh>
#include <workbench/cuda.h>
__global__ void sums(const float* x, float* y, int64_t n) {{
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage memory;
  const int64_t i = int64_t(blockIdx.x) * 128 + threadIdx.x;
  const float sum = Reduce(memory).Sum(i < n ? x[i] : 0.f);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}}
{HEAD} {{
  const int64_t n = y.numel();
  float* scratch = ctx.scratch<float>(wb::blocks_for(n, 128));
  WB_CUDA_CHECK(cudaMemsetAsync(scratch, 0, sizeof(float), ctx.stream()));
  wb::launch(ctx, {{wb::blocks_for(n, 128), 128}}, sums, x.data(), scratch, n);
  wb::parallel(ctx, 1, n, [scratch, y = y.data()] __device__(int64_t, int64_t i) {{
    y[i] = scratch[0];
  }});
}}
"""
    _, problems = build(only(make_op, text))
    assert [p.severity for p in problems] == ["note"], problems


def compiled_codes(library: str) -> set[tuple[int, int]]:
    """What of a GPU's code a library holds: 1 for PTX or 2 for machine code, and for which architecture."""
    data, found, at = Path(library).read_bytes(), set(), 0
    while (at := data.find(struct.pack("<IHH", 0xBA55ED50, 1, 16), at)) >= 0:
        entry, end = at + 16, at + 16 + struct.unpack_from("<Q", data, at + 8)[0]
        while entry < end:
            kind, _, header, size = struct.unpack_from("<HHIQ", data, entry)
            found.add((kind, struct.unpack_from("<I", data, entry + 28)[0]))
            entry += header + size
        at = end
    return found


@needs_nvcc
def test_where_nothing_is_said_every_family_of_cards_has_code_of_its_own(make_op: MakeOp) -> None:
    """A driver refuses PTX that a newer compiler made; seen with CUDA 13.5 and a driver of CUDA 13.0."""
    result, _ = build(both(make_op))
    known = {int(name.removeprefix("sm_")) for name in cuda_toolkit.codes(cuda_toolkit.nvcc())}
    wanted = {(2, card) for card in {75, 80, 90, 100, 120} & known} | {(1, 75)}
    for library in (result.torch_library, result.ort_library):
        assert compiled_codes(library) == wanted


@needs_nvcc
def test_architectures_are_said_and_compiled_for(make_op: MakeOp) -> None:
    keys = 'cuda_architectures = ["sm_75", "sm_90", "compute_90"]'
    result, problems = build(only(make_op, keys=keys))
    assert problems[0].message.startswith("compiled for sm_75, sm_90, compute_90; not run")
    assert compiled_codes(result.ort_library) == {(2, 75), (2, 90), (1, 90)}


# -- what is wrong, as far as it shows without a GPU


@needs_nvcc
@pytest.mark.parametrize("where", [both, only])
def test_a_head_that_is_not_the_declared_one(make_op: MakeOp, where: object) -> None:
    wrong = TWICE_CU.replace("wb::Tensor<float> y", "double by, wb::Tensor<float> y")
    folder = where(make_op, wrong)  # type: ignore[operator]
    problem = failure(folder)[0]
    assert problem.message.startswith("the kernel's function does not match the declaration")
    assert problem.hint == f"Its head must be: {HEAD}"
    assert problem.file == str(folder / "kernel.cu")


@needs_nvcc
def test_more_static_shared_memory_than_there_is_names_kernel_and_line(make_op: MakeOp) -> None:
    text = f"""
#include <workbench/cuda.h>
namespace own {{
template <class T>
__global__ void big(const T* x, T* y) {{
  __shared__ T tile[20000];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = tile[0];
}}
}}
{HEAD} {{ wb::launch(ctx, {{1, 32}}, own::big<float>, x.data(), y.data()); }}
"""
    (problem,) = failure(only(make_op, text))
    told = (
        "the kernel big asks for 80,000 bytes of static shared memory, and a block can have 49,152"
    )
    assert (problem.message, problem.line) == (told, 5)
    assert "extern __shared__" in problem.hint


@needs_nvcc
def test_an_architecture_that_the_compiler_does_not_know(make_op: MakeOp) -> None:
    (problem,) = failure(only(make_op, keys='cuda_architectures = ["sm_12"]'))
    assert "does not know sm_12: it knows sm_75" in problem.message
    assert problem.key == "kernel.cuda_architectures"


@needs_nvcc
@needs_no_driver
def test_the_card_that_is_here_where_none_is(make_op: MakeOp) -> None:
    (problem,) = failure(only(make_op, keys='cuda_architectures = ["native"]'))
    assert problem.message == "'native' asks for the card that is here, and there is none"


def test_without_a_compiler_one_with_both_is_built_for_the_cpu(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda_toolkit, "nvcc_programs", list)
    result, (problem,) = build(both(make_op))
    assert "wb_cuda_entry_" not in symbols(result.ort_library)
    assert (problem.kind, problem.severity) == (NO_COMPILER, "note")


def test_without_a_compiler_one_for_gpus_alone_asks_for_it(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda_toolkit, "nvcc_programs", list)
    (problem,) = failure(only(make_op))
    assert problem.kind == NO_COMPILER
    assert "op-workbench toolkit add cuda" in problem.hint


RUN = """
#include <workbench/cuda_entry.h>
#include <cstdio>
__global__ void fill(float* y) { y[threadIdx.x] = 1; }
template <class F>
void told(const F& f) {
  try {
    f();
    std::puts("nothing");
  } catch (const wb::Error& error) {
    std::puts(error.what());
  }
}
int main() {
  const wb::CudaContext ctx(nullptr, 0, nullptr, nullptr);
  const auto one = [] __device__(int64_t) {};
  const auto two = [] __device__(int64_t, int64_t) {};
  told([&] { wb::parallel(ctx, 0, one); });
  told([&] { wb::parallel(ctx, 0, 5, two); });
  told([&] { wb::parallel(ctx, 5, 0, two); });
  told([&] { wb::launch(ctx, {wb::blocks_for(0, 256), 256}, fill, nullptr); });
  told([&] { wb::parallel(ctx, 1, one); });
  told([&] { wb::call_cuda(ctx, "f", [&] { fill<<<1, 1>>>(nullptr); }); });
  told([&] { WB_CUDA_CHECK(cudaFree(nullptr)); });
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiled and linked with CUDA's own runtime."""
    folder = tmp_path_factory.mktemp("launches")
    found = cuda_toolkit.nvcc()
    assert found is not None
    (folder / "run.cu").write_text(RUN)
    flags = ["-std=c++20", "--extended-lambda", *cuda_toolkit.host_flags(), INCLUDES[0]]
    command = [*found.compiler.command, *flags, "run.cu", "-o", "run"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "run"


@needs_nvcc
@needs_no_driver
def test_size_0_launches_nothing_and_no_driver_is_said_so(program: Path) -> None:
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    *nothing, launch, unchecked, call = done.stdout.splitlines()
    assert nothing == ["nothing"] * 4
    driver = "there is no NVIDIA driver (libcuda) here: run it on a machine with a GPU"
    assert launch.startswith("a launch failed: cudaErrorInsufficientDriver")
    assert f"{driver} (at run.cu:22)" in launch
    assert unchecked.startswith("a launch that is not checked in f failed: ")
    assert call.startswith("cudaFree(nullptr) failed: ")


OLD_DRIVER = """
int cuInit(unsigned flags) { return 0; }
int cuDriverGetVersion(int* version) { *version = 11040; return 0; }
"""


@needs_nvcc
@needs_no_driver
def test_a_driver_that_is_older_than_the_runtime_is_said_so(program: Path, tmp_path: Path) -> None:
    """The driver is a stand-in that says its version; that it is too old CUDA's own runtime finds."""
    (tmp_path / "old.c").write_text(OLD_DRIVER)
    command = ["cc", "-shared", "-fPIC", "old.c", "-o", "libcuda.so.1"]
    subprocess.run(command, cwd=tmp_path, check=True)
    there = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    done = subprocess.run([program], capture_output=True, text=True, check=True, env=there)
    *nothing, launch, unchecked, call = done.stdout.splitlines()
    assert nothing == ["nothing"] * 4
    for said in (launch, unchecked, call):
        assert "failed: cudaErrorInsufficientDriver" in said
        assert "the driver is older than the CUDA that this library was built with" in said


MEANINGS = """
#include <workbench/cuda_error.h>
#include <cstdio>
int main() {
  for (int code : {35, 46, 2, 209, 222, 9, 701, 700, 100, 1}) {
    std::puts(wb::cuda_error::meaning(code, 12040));
  }
}
"""


def test_what_an_error_means_is_said_without_cuda(tmp_path: Path) -> None:
    (tmp_path / "told.cpp").write_text(MEANINGS)
    program = tmp_path / "told"
    flags = [f for f in FLAGS if f != "-fvisibility=hidden"]
    subprocess.run([*CXX, *flags, *INCLUDES, "told.cpp", "-o", program], cwd=tmp_path, check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    words = [
        *("driver is older than the CUDA", "taken by another process", "too little free memory"),
        *("nothing was compiled for this GPU", "driver is older than the compiler", "0 blocks"),
        *("more registers or shared memory", "pointer to CPU memory", "sees no GPU", ""),
    ]
    lines = done.stdout.splitlines()
    assert len(lines) == len(words)
    for line, word in zip(lines, words, strict=True):
        assert word in line


def test_a_size_that_needs_an_element_on_the_gpu_is_refused(make_op: MakeOp) -> None:
    toml = BOTH.replace('shape = "x.shape"', 'shape = "[value(x)]"')
    problems = check_op(op_file.load(make_op(toml), validate=False))
    assert "needs an element of a tensor, which is on the GPU" in problems[0].message
    assert not check_op(op_file.load(make_op(TWICE_TOML)))


def test_where_a_gpu_is_nothing_is_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "_DEVICES", tmp_path)
    assert toolkit.not_run(("sm_90",)) == "compiled for sm_90; not run: no GPU here"
    (tmp_path / "nvidia0").touch()
    told = "compiled for sm_90; not run on the GPU: op-workbench runtime add cuda"
    assert toolkit.not_run(("sm_90",)) == told
