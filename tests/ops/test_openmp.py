"""A kernel with OpenMP's loops: one flag has it compiled and linked, and it runs in both runtimes."""

from __future__ import annotations

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, agreed

TOML = (
    HEAD
    + """
[[args]]
name = "x"
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"
[[mapping.nodes]]
op = "case.domain::Omp"
inputs = ["x"]
outputs = ["y"]
[kernel]
source = "kernel.cpp"
compile_flags = ["-fopenmp"]
[reference]
python = "torch.full_like(x, 3)"
[[model.inputs]]
arg = "x"
shape = [3]
"""
    + MODEL
)
KERNEL = """
#include <workbench/tensor.h>
#include <omp.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  int n = 0;
#pragma omp parallel num_threads(3) reduction(+ : n)
  n += 1;
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = n;
}
"""


def test_one_flag_serves_compiler_and_linker(make_op: MakeOp, verify: Verify) -> None:
    agreed(verify(make_op(TOML.replace("EXPORTER", EXPORTERS[0]), KERNEL)))
