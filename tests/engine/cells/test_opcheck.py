"""What torch's own checks say of an op."""

from __future__ import annotations

import types
from typing import Any, cast

import numpy as np
import pytest
import torch

from tests.core.declarations import add_op
from workbench.core.cells import AGREES, FAILED, LEFT_OUT, Cell
from workbench.engine.cells.opcheck import opcheck
from workbench.engine.export.torch_op import TorchOp

CELL = Cell(3)
VALUES = {"x": np.ones((2, 3), np.float32)}


class Registered:
    """An op whose fake kernel is there already."""

    op = add_op()

    def __init__(self, overload: Any) -> None:
        self.overload = overload

    def exported(self, module: types.ModuleType) -> None:
        """Nothing is to be done."""


def registered(name: str, real: Any, fake: Any) -> TorchOp:
    library = torch.library.Library("wb_opcheck", "FRAGMENT")
    library.define(f"{name}(Tensor x) -> Tensor")
    library.impl(name, real, "CPU")
    torch.library.register_fake(f"wb_opcheck::{name}", fake, lib=library)
    found = Registered(getattr(torch.ops.wb_opcheck, name).default)
    found.library = library  # type: ignore[attr-defined]  # as long as it lives, the op does
    return cast("TorchOp", found)


def double(x: torch.Tensor) -> torch.Tensor:
    return 2 * x


def transposed(x: torch.Tensor) -> torch.Tensor:
    return (2 * x).t().contiguous().t()


def test_a_sound_op_passes_and_no_number_is_proven() -> None:
    outcome = opcheck(
        CELL, registered("sound", double, torch.empty_like), types.ModuleType("m"), VALUES
    )
    assert (outcome.number, outcome.status, outcome.elements) == (3, AGREES, 0)


@pytest.mark.parametrize(
    ("name", "real", "fake", "word"),
    [
        ("strides", transposed, torch.empty_like, "Stride mismatch"),
        ("sizes", double, lambda x: x.new_empty(7), "fake kernel gives other outputs"),
    ],
)
def test_a_fake_kernel_that_says_something_else(name: str, real: Any, fake: Any, word: str) -> None:
    outcome = opcheck(CELL, registered(name, real, fake), types.ModuleType("m"), VALUES)
    assert outcome.status == FAILED
    assert word in " ".join(p.message for p in outcome.problems)


def test_what_torch_traces_into_is_left_out() -> None:
    found = cast("TorchOp", Registered(None))
    assert opcheck(CELL, found, types.ModuleType("m"), VALUES).status == LEFT_OUT
