"""Given elements with other sizes: they stay what the op takes, as far as that can be seen."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from workbench.core.declaration.op import Example
from workbench.engine.export.grown import grown, why_not_grown


@pytest.mark.parametrize(
    ("elements", "axis", "size", "expected"),
    [
        ([0, 3, 1], 0, 5, [0, 3, 1, 0, 0]),
        ([0, 2, 5], 0, 5, [0, 2, 5, 5, 5]),
        ([3, 3, 4], 0, 4, [3, 3, 4, 0]),
        ([7], 0, 2, [7, 0]),
        ([[0, 1], [1, 2]], 1, 3, [[0, 1, 0], [1, 2, 0]]),
        ([[1, 2], [3, 4]], 0, 1, [[1, 2]]),
        ([True, False], 0, 5, [True, False, True, False, True]),
        ([1.0, 2.0], 0, 5, [1.0, 2.0, 1.015625, 2.03125, 1.03125]),
        ([[1.0, 2.0]], 1, 3, [[1.0, 2.0, 1.015625]]),
    ],
)
def test_indices_stay_inside_offsets_rise_and_nothing_is_drawn_twice(
    elements: object, axis: int, size: int, expected: object
) -> None:
    tensor = torch.tensor(elements)
    example = Example("x", value=(1,), shape=tuple(tensor.shape), dynamic={axis: "n"})
    made = grown(example, tensor, {"n": size})
    assert made.shape == np.shape(expected)
    assert np.reshape(made.value, made.shape).tolist() == expected
    assert made.dynamic == example.dynamic


def test_where_no_axis_changes_it_is_the_same() -> None:
    example = Example("x", file="x.npy", dynamic={0: "n"})
    assert grown(example, torch.ones(2, 3), {"n": 2, "other": 9}) is example


def test_why_it_is_not_done() -> None:
    example = Example("x", file="x.npy", dynamic={0: "n"})
    assert why_not_grown(example, torch.ones(2)) == ""
    assert why_not_grown(example, torch.ones(0, 3)) == "'x' has no elements"
    assert why_not_grown(example, torch.ones(1 << 16)) == "'x' comes from x.npy"
    assert "written out" in why_not_grown(Example("x", value=(1,)), None)
