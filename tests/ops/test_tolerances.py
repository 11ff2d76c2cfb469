"""The default tolerances, in real runs: what is wrong by little is found, what is right agrees."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp, Verify
from workbench.core.op_state import OpState

TOML = """
schema = 1
name = "scaled"
torch = "wb_test::scaled"

[[args]]
name = "x"
dtype = "DTYPE"

[[outputs]]
name = "y"
dtype = "RESULT"
shape = "x.shape"

[[mapping.nodes]]
op = "test.custom::Scaled"
inputs = ["x"]
outputs = ["y"]

[[model.inputs]]
arg = "x"
VALUES

[reference]
python = "REFERENCE"
"""
KERNEL = """
#include <workbench/tensor.h>

void scaled(const wb::Context&, wb::Tensor<const FROM> x, wb::Tensor<TO> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = BODY;
}
"""
CTYPES = {"float32": "float", "float64": "double", "int64": "int64_t"}


def verified(
    make_op: MakeOp,
    verify: Verify,
    body: str,
    reference: str,
    *,
    values: str = "shape = [3, 4]\nseed = 1",
    dtype: str = "float32",
    result: str = "",
    model: str = "",
) -> OpState:
    result = result or dtype
    toml = TOML.replace("DTYPE", dtype).replace("RESULT", result).replace("VALUES", values)
    toml = toml.replace("REFERENCE", reference)
    toml = toml.replace("[[model.inputs]]", f"[model]\n{model}\n\n[[model.inputs]]", 1)
    kernel = KERNEL.replace("FROM", CTYPES[dtype]).replace("TO", CTYPES[result])
    return verify(make_op(toml, kernel.replace("BODY", body)))


def status(state: OpState) -> str:
    report = state.report()
    assert report.stages["run"].status == "ok", report.error
    return report.status


def test_a_float64_kernel_that_computes_in_float32(make_op: MakeOp, verify: Verify) -> None:
    wrong = "static_cast<float>(x[i]) / 3.0f"
    state = verified(make_op, verify, wrong, "x / 3", dtype="float64")
    assert status(state) == "differs"
    assert status(verified(make_op, verify, "x[i] / 3", "x / 3", dtype="float64")) == "agrees"


@pytest.mark.parametrize(("wrong", "dtype"), [("1e-8f", "float32"), ("9e-6f", "float32"),
                                              ("1e-8", "float64")])  # fmt: skip
def test_a_small_number_where_nothing_is_due(
    make_op: MakeOp, verify: Verify, wrong: str, dtype: str
) -> None:
    body = f"i ? 0 : {wrong}"
    assert status(verified(make_op, verify, body, "0 * x", dtype=dtype)) == "differs"


def test_a_kernel_whose_small_results_are_lost(make_op: MakeOp, verify: Verify) -> None:
    """All of the output is near 1e-8, and the kernel gives zeros."""
    state = verified(make_op, verify, "x[i] - x[i]", "1e-8 * x")
    assert status(state) == "differs"
    assert status(verified(make_op, verify, "1e-8f * x[i]", "1e-8 * x")) == "agrees"


@pytest.mark.parametrize("wide", ["atol = 5.0", "rtol = 5.0", "atol = 5.0\nrtol = 5.0"])
def test_whole_numbers_are_exact_whatever_is_set(
    make_op: MakeOp, verify: Verify, wide: str
) -> None:
    values = "shape = [3]\nvalue = [3, 4, 5]"
    state = verified(
        make_op, verify, "2 * x[i] + (i == 1)", "2 * x", values=values, dtype="int64", model=wide
    )
    assert status(state) == "differs"
