"""``torch.compile`` of the model of a cell."""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import torch

from tests.core.declarations import add_op
from tests.large import large
from workbench.core.cells import AGREES, DIFFERS, FAILED, Cell, CellOutcome
from workbench.core.cells.passes import BUILD, COMPILED
from workbench.core.declaration.op import Backward, Op
from workbench.core.op_toml.key_path import replace_at
from workbench.engine.cells.compiled import compiled
from workbench.engine.export.torch_op import TorchOp

VALUES = {"a": np.ones((2, 3), np.float32), "b": np.full((2, 3), 2, np.float32)}


class Registered:
    """An op that is in torch's registry, with its fake kernel."""

    def __init__(self, name: str, real: Any, fake: Any, **autograd: Any) -> None:
        self.library = torch.library.Library("wb_compiled", "FRAGMENT")
        self.library.define(f"{name}(Tensor a, Tensor b) -> Tensor")
        self.library.impl(name, real, "CPU")
        torch.library.register_fake(f"wb_compiled::{name}", fake, lib=self.library)
        if kernel := autograd.get("kernel"):
            self.library.impl(name, kernel, "Autograd")
        elif backward := autograd.get("backward"):
            torch.library.register_autograd(
                f"wb_compiled::{name}", backward, setup_context=both, lib=self.library
            )
        self.overload = getattr(torch.ops.wb_compiled, name).default

    def exported(self, module: types.ModuleType) -> tuple[Any, Any]:
        return self.overload, self.overload


def outcome(
    name: str, real: Any, fake: Any, tmp_path: Path, op: Op | None = None, **autograd: Any
) -> CellOutcome:
    registered = cast("TorchOp", Registered(name, real, fake, **autograd))
    cell = Cell(3, {BUILD: COMPILED.name})
    return compiled(
        cell, op or add_op(), tmp_path, registered, types.ModuleType("m"), VALUES, tmp_path
    )


def both(ctx: Any, inputs: tuple[torch.Tensor, ...], output: torch.Tensor) -> None:
    ctx.save_for_backward(*inputs)


def like(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(a)


def test_a_model_that_compiles_proves_no_number(tmp_path: Path) -> None:
    found = outcome("sound", torch.add, like, tmp_path)
    assert (found.number, found.elements) == (3, 0)
    assert found.status == AGREES, found.problems
    assert found.problems == ()


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


def test_what_else_a_model_does_needs_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model.py").write_text(
        """import torch


class Around(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, a, b):
        return torch.relu(self.op(torch.sin(a) + 1, b) - 1) @ b.t()


def model(op):
    return Around(op)
"""
    )
    empty = tmp_path / "bin"
    empty.mkdir()
    monkeypatch.setenv("PATH", str(empty))
    monkeypatch.delenv("CXX", raising=False)
    op = replace_at(add_op(), "model.source", "model.py")
    found = outcome("within_a_model", torch.add, like, tmp_path, op, backward=product_rule)
    assert found.status == AGREES, found.problems


# -- gradients


def product_rule(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    a, b = ctx.saved_tensors
    return grad * b, grad * a


def test_a_backward_that_compiles(tmp_path: Path) -> None:
    found = outcome("trained", torch.mul, like, tmp_path, backward=product_rule)
    assert found.status == AGREES, found.problems


def asks_for_values(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    a, b = ctx.saved_tensors
    return (grad * b, grad * a) if a.sum() > 0 else (grad, grad)


def calls_what_is_of_other_sizes(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    a, b = ctx.saved_tensors
    return torch.ops.wb_compiled_helper.scaled(grad, b), grad * a


def through_numpy(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    if not torch.is_grad_enabled():
        return a * b
    return Multiply.apply(torch.from_numpy(a.detach().numpy()).requires_grad_(), b)  # type: ignore[no-any-return]


class Multiply(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(a, b)
        return a.detach() * b.detach()

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        return product_rule(ctx, grad)


@pytest.fixture
def helper() -> Iterator[None]:
    library = torch.library.Library("wb_compiled_helper", "FRAGMENT")
    library.define("scaled(Tensor a, Tensor b) -> Tensor")
    library.impl("scaled", torch.mul, "CPU")
    torch.library.register_fake(
        "wb_compiled_helper::scaled", lambda a, b: a.new_empty(7), lib=library
    )
    yield
    library._destroy()


@pytest.mark.usefixtures("helper")
@pytest.mark.parametrize(
    ("name", "autograd", "word"),
    [
        ("looks", {"backward": asks_for_values}, "data-dependent"),
        ("sizes", {"backward": calls_what_is_of_other_sizes}, "invalid gradient at index 0"),
        pytest.param("leaves_torch", {"kernel": through_numpy}, "numpy", marks=large),
    ],
)
def test_a_backward_that_cannot_be_compiled(
    name: str, autograd: dict[str, Any], word: str, tmp_path: Path
) -> None:
    op = replace_at(add_op(), "backward", Backward(source="backward.py"))
    found = outcome(f"grad_{name}", torch.mul, like, tmp_path, op, **autograd)
    assert found.status == FAILED
    problem = found.problems[0]
    assert "torch.compile does not take the model's backward" in problem.message
    assert word in problem.message
    assert problem.file == str(tmp_path / "backward.py")


def test_a_backward_that_gives_something_else_when_it_is_compiled(tmp_path: Path) -> None:
    def other(ctx: Any, grad: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        a, b = ctx.saved_tensors
        return grad * b * (1 if type(a) is torch.Tensor else 2), grad * a

    found = outcome("grad_other", torch.mul, like, tmp_path, backward=other)
    assert found.status == DIFFERS
    assert "'gradient of a' by torch.compile differs" in found.problems[0].message


def test_a_backward_that_fails_by_itself_is_not_the_compilers(tmp_path: Path) -> None:
    def fails(ctx: Any, grad: torch.Tensor) -> None:
        raise ValueError("not written yet")

    found = outcome("grad_fails", torch.mul, like, tmp_path, backward=fails)
    assert (found.status, found.problems[0].kind) == (FAILED, "backward")
    assert "the backward fails: not written yet" in found.problems[0].message
