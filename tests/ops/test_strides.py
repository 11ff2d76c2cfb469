"""A kernel that is called with elements that do not lie in order."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp, Verify
from tests.engine.test_libtorch import TOML

NET = """
from torch import nn


class Net(nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, x):
        return self.op(x.t(), 2.0)


def model(op):
    return Net(op)
"""
KERNEL = """
#include <torch/torch.h>

at::Tensor scaled(const at::Tensor& given, double alpha) {
  const at::Tensor x = given$IN_ORDER;
  at::Tensor y = at::empty(x.sizes(), x.options());
  const float* from = x.const_data_ptr<float>();
  float* to = y.mutable_data_ptr<float>();
  for (int64_t i = 0; i < y.numel(); ++i) to[i] = alpha * from[i];
  return y;
}
"""


@pytest.mark.parametrize("in_order", [True, False])
def test_a_kernel_that_ignores_strides_is_named(
    make_op: MakeOp, verify: Verify, in_order: bool
) -> None:
    toml = TOML.replace("[model]", '[model]\nsource = "net.py"')
    folder = make_op(toml, KERNEL.replace("$IN_ORDER", ".contiguous()" if in_order else ""))
    (folder / "net.py").write_text(NET)
    error = verify(folder).report().error
    if in_order:
        assert error is None
        return
    assert error is not None
    assert "does not mind the strides of 'x'" in error.message
    assert "x.contiguous()" in error.hint
    assert error.where == f"{folder / 'kernel.cpp'}:6"
