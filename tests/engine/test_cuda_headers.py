"""C++ for the CPU that includes CUDA's headers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML, MakeOp, Verify
from tests.engine.building import LOOP, Recorder, kernel_with
from workbench.core.compile.compile_commands import command_of
from workbench.core.compile.cuda_headers import cuda_flags
from workbench.core.storage import op_file
from workbench.core.toolkits.cuda import cuda_home
from workbench.engine.build import build as builder
from workbench.engine.store import Store


@pytest.fixture
def toolkit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "cuda"
    for name in ("bin/nvcc", "include/cuda.h", "include/cuda_runtime.h"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(
            "#!/bin/sh\nexit 1\n" if "bin" in name else "typedef int wb_is_here;\n"
        )
    (home / "bin" / "nvcc").chmod(0o755)
    monkeypatch.setenv("CUDA_HOME", str(home))
    return home


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("#include <cuda.h>", True),
        ('#  include "cuda_runtime_api.h"', True),
        ("#include <c10/cuda/CUDAGuard.h>", True),
        ('#include "near.h"', True),  # what it includes counts
        ("// #include <cuda.h>", False),
        ("#include <workbench/cuda.h>", False),
        ("#include <vector>", False),
    ],
)
def test_a_file_that_includes_one_finds_it(
    tmp_path: Path, toolkit: Path, line: str, found: bool
) -> None:
    (tmp_path / "near.h").write_text("#include <cuda.h>\n")
    (tmp_path / "a.cpp").write_text(f"{line}\n")
    flags = cuda_flags(tmp_path / "a.cpp", ())
    assert flags[:2] == (["-isystem", str(toolkit / "include")] if found else [])
    assert (len(flags) == 4) == found, "and behind it what only torch's build for CUDA has"


def test_a_kernel_that_includes_one_and_calls_nothing_of_it_is_built(
    make_op: MakeOp, toolkit: Path
) -> None:
    kernel = kernel_with(f"wb_is_here unused = 0; (void)unused; {LOOP}")
    folder = make_op(kernel=f"#include <cuda.h>\n{kernel}", fresh=True)
    op = op_file.load(folder)
    builder.build(folder, op, Store(), Recorder())
    assert str(toolkit / "include") in command_of(folder, op, folder / op.kernel.source).arguments


OF_BOTH = """#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/torch.h>

at::Tensor twice(const at::Tensor& x) {
  if (x.dim() == 2 || x.is_cuda()) {
    const c10::cuda::OptionalCUDAGuard guard;
    const auto stream = at::cuda::getCurrentCUDAStream();
    stream.synchronize();
    cudaDeviceSynchronize();
  }
  return x * 2;
}
"""


@pytest.mark.skipif(cuda_home() is None, reason="no CUDA toolkit")
def test_what_calls_torchs_part_for_cuda_runs_where_it_does_not_come_to_that(
    make_op: MakeOp, verify: Verify
) -> None:
    """One file with a path for either is how most packages are written."""
    kernel = '\n[kernel]\nstyle = "libtorch"\n[ort]\nimplementation = "bridge"\n'
    folder = make_op(TWICE_TOML + kernel, OF_BOTH)
    toml = folder / "op.toml"
    error = verify(folder).report().error
    assert error is not None
    assert "and not linked here" in error.message, "the example has two dimensions"
    toml.write_text(toml.read_text().replace("shape = [2, 3]", "shape = [6]"))
    assert verify(folder).report().status == "agrees"
