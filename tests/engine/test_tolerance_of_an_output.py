"""An output may have a tolerance of its own."""

from __future__ import annotations

import pytest

from tests.conftest import TWICE_TOML, MakeOp, Verify
from tests.engine.test_fallback import compared
from workbench.core.jobs import OutputParity
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import BY_REFERENCE

KERNEL = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y,
           wb::Tensor<float> rough) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = 2 * x[i];
    rough[i] = 2.01f * x[i];
  }
}
"""
TOML = (
    TWICE_TOML.replace(
        'shape = "x.shape"\n',
        'shape = "x.shape"\n\n[[outputs]]\nname = "rough"\ndtype = "x"\nshape = "x.shape"\n',
    )
    .replace('outputs = ["y"]', 'outputs = ["y", "rough"]')
    .replace('"2 * x"', '"(2 * x, 2 * x)"')
)


@pytest.mark.parametrize(
    ("own", "agree"),
    [
        ("", {"y": True, "rough": False}),
        ("rtol = 0.02", {"y": True, "rough": True}),
        ("rtol = 0.001", {"y": True, "rough": False}),
    ],
)
def test_it_holds_for_that_output_alone(
    make_op: MakeOp, verify: Verify, own: str, agree: dict[str, bool]
) -> None:
    folder = make_op(TOML.replace('name = "rough"', f'name = "rough"\n{own}'), KERNEL)
    found = by_output(verify(folder))
    assert {name: output.agrees for name, output in found.items()} == agree
    # Of the other one, what rounding moves is measured all the same.
    assert found["y"].rounding is not None
    assert (found["rough"].rounding is None) == bool(own)


def test_what_it_does_not_say_is_that_of_all(make_op: MakeOp, verify: Verify) -> None:
    toml = TOML.replace('name = "rough"', 'name = "rough"\nrtol = 0.02')
    found = by_output(
        verify(make_op(toml.replace("[reference]", "[model]\natol = 0.5\n\n[reference]"), KERNEL))
    )
    assert (found["rough"].rtol, found["rough"].atol) == (0.02, 0.5)
    assert found["y"].atol == 0.5
    assert found["y"].rtol < 1e-5


def by_output(state: OpState) -> dict[str, OutputParity]:
    """What was compared with the reference."""
    return {o.name: o for o in compared(state) if o.expected_by == BY_REFERENCE}
