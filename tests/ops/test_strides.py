"""A kernel that is called with elements that do not lie in order."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp, Verify
from tests.engine.test_libtorch import TOML
from tests.large import large
from workbench.core.check import check_op
from workbench.core.storage import op_file

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
    assert "ignores the strides of 'x'" in error.message
    assert "x.contiguous()" in error.hint
    assert error.where == f"{folder / 'kernel.cpp'}:6"


@large
@pytest.mark.parametrize("layout", ["channels last", "offset"])
def test_further_layouts_of_an_example(make_op: MakeOp, verify: Verify, layout: str) -> None:
    _with_layout(make_op, verify, layout, named=layout != "offset")


@pytest.mark.parametrize("layout", ["transposed", "every other element"])
def test_an_example_may_lie_otherwise_in_memory(
    make_op: MakeOp, verify: Verify, layout: str
) -> None:
    _with_layout(make_op, verify, layout, named=True)


def _with_layout(make_op: MakeOp, verify: Verify, layout: str, named: bool) -> None:
    shape = "shape = [2, 3, 4, 5]"
    assert "shape = [2, 3]" in TOML
    toml = TOML.replace("shape = [2, 3]", f'{shape}\nlayout = "{layout}"')
    report = verify(make_op(toml, KERNEL.replace("$IN_ORDER", ""))).report()
    if not named:
        assert report.status == "agrees"
        return
    assert report.error is not None
    assert "ignores the strides of 'x'" in report.error.message
    folder = make_op(toml, KERNEL.replace("$IN_ORDER", ".contiguous()"))
    assert verify(folder).report().status == "agrees"


def test_a_layout_that_the_example_cannot_have_is_said() -> None:
    for layout, shape in (("transposed", "[3]"), ("channels last", "[2, 3]")):
        toml = TOML.replace("shape = [2, 3]", f'shape = {shape}\nlayout = "{layout}"')
        (found,) = check_op(op_file.loads(toml, validate=False))
        assert f"cannot lie '{layout}'" in found.message
