"""What a kernel written against torch's C++ API writes beyond the tensors that it makes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import MakeOp, Verify, error_of
from tests.engine.test_libtorch import COMPOSITE, LIBRARY, OWN, TOML

HEAD = """
#include <torch/torch.h>
at::Tensor scaled(const at::Tensor& x, double alpha) {
"""
WRITES = """
  float* to = {to};
  for (int64_t i = 0; i < {count}; ++i) to[i] = x.data_ptr<float>()[i % x.numel()] * alpha;
"""
AS_X = "at::Tensor y = at::zeros(x.sizes(), x.options());"


def kernel(made: str, count: str = "x.numel()", to: str = "y.data_ptr<float>()") -> str:
    return f"{HEAD}  {made}\n{WRITES.format(to=to, count=count)}\n  return y;\n}}\n"


@pytest.mark.parametrize("more", ["", LIBRARY, COMPOSITE])
@pytest.mark.parametrize(
    "made",
    [AS_X, "at::Tensor y = at::empty_like(x);", "at::Tensor y = x * 0;"],
)
def test_of_an_output_is_told_with_its_name(
    make_op: MakeOp, verify: Verify, more: str, made: str
) -> None:
    if more and made != AS_X:
        pytest.skip("how it is registered says nothing about how the tensor is made")
    toml = OWN if more else TOML
    error = error_of(verify(make_op(toml, kernel(made, "3 * x.numel()") + more)))
    assert error.message == (
        "the kernel writes 48 bytes beyond the end of 'y', which it makes as float32[2, 3]"
    )


def test_of_a_tensor_between_is_told(make_op: MakeOp, verify: Verify) -> None:
    made = f"at::Tensor part = at::empty({{2}}, x.options()); {AS_X}"
    text = kernel(made, "3", "part.data_ptr<float>()")
    error = error_of(verify(make_op(TOML, text)))
    assert error.message == (
        "the kernel writes 4 bytes beyond the end of a tensor that it makes as float32[2]"
    )


@pytest.mark.parametrize(
    "made",
    [
        "at::Tensor y = at::empty({0}, x.options()); y.resize_(x.sizes());",
        "at::Tensor y = at::empty({1}, x.options()); y.resize_(x.sizes());",
        "at::Tensor y = at::empty({1}, x.options()); at::mul_out(y, x, x);",
        # It outgrows its margin, too: its elements lie elsewhere then.
        "at::Tensor y = at::empty({1}, x.options()); y.resize_({50000}); y.fill_(7); "
        "y.resize_(x.sizes());",
        # All that torch says is its own.
        "at::Tensor y = at::empty_like(x); std::memset(y.data_ptr(), 0, y.storage().nbytes());",
        "at::Tensor y = at::empty({x.size(0) + 2, 3}, x.options()).narrow(0, 1, x.size(0));",
        "at::Tensor y = at::empty({3, x.size(0)}, x.options()).t().contiguous();",
    ],
)
def test_a_tensor_that_grows_is_written_as_a_whole(
    make_op: MakeOp, verify: Verify, made: str
) -> None:
    report = verify(make_op(TOML, kernel(made))).report()
    assert report.status == "agrees", report.problems


def test_it_loads_nothing_of_torch_s_compiler() -> None:
    """That takes a second, in each round of the edit loop."""
    code = """
import sys, torch
from workbench.engine.export.beyond import _Margins
with _Margins() as margins:
    torch.zeros(3) + 1
assert margins._made and "torch._dynamo" not in sys.modules
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
