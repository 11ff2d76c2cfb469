"""``torch.compile`` of the model of a cell."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import torch

from tests.core.declarations import add_op
from workbench.core.cells import AGREES, DIFFERS, FAILED, Cell, CellOutcome
from workbench.core.cells.passes import BUILD, COMPILED
from workbench.engine.cells.compiled import compiled
from workbench.engine.export.torch_op import TorchOp

VALUES = {"a": np.ones((2, 3), np.float32), "b": np.full((2, 3), 2, np.float32)}


class Registered:
    """An op that is in torch's registry, with its fake kernel."""

    def __init__(self, name: str, real: Any, fake: Any) -> None:
        self.library = torch.library.Library("wb_compiled", "FRAGMENT")
        self.library.define(f"{name}(Tensor a, Tensor b) -> Tensor")
        self.library.impl(name, real, "CPU")
        torch.library.register_fake(f"wb_compiled::{name}", fake, lib=self.library)
        self.overload = getattr(torch.ops.wb_compiled, name).default

    def exported(self, module: types.ModuleType) -> tuple[Any, Any]:
        return self.overload, self.overload


def outcome(name: str, real: Any, fake: Any, tmp_path: Path) -> CellOutcome:
    op = cast("TorchOp", Registered(name, real, fake))
    cell = Cell(3, {BUILD: COMPILED.name})
    return compiled(cell, add_op(), tmp_path, op, types.ModuleType("m"), VALUES, tmp_path)


def like(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(a)


def test_a_model_that_compiles_proves_no_number(tmp_path: Path) -> None:
    found = outcome("sound", torch.add, like, tmp_path)
    assert (found.number, found.status, found.problems, found.elements) == (3, AGREES, (), 0)


@pytest.mark.parametrize(
    ("name", "fake", "word"),
    [
        ("strides", lambda a, b: a.new_empty(3, 2).t(), "stride"),
        ("fails", lambda a, b: a.new_empty(a.sum().item()), "torch.compile does not take"),
    ],
)
def test_a_fake_kernel_that_is_another(name: str, fake: Any, word: str, tmp_path: Path) -> None:
    found = outcome(name, torch.add, fake, tmp_path)
    assert found.status == FAILED
    assert word in found.problems[0].message


def test_a_kernel_that_gives_something_else_when_it_is_compiled(tmp_path: Path) -> None:
    calls: list[int] = []

    def counting(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        calls.append(1)
        return a + len(calls)

    found = outcome("counting", counting, like, tmp_path)
    assert found.status == DIFFERS
    assert "'y' by torch.compile differs" in found.problems[0].message
