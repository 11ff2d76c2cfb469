"""Declarations whose node a bridge runs, and their libraries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import Problem, UserError
from workbench.core.jobs import BuildResult
from workbench.core.storage import op_file
from workbench.engine.build import build as builder
from workbench.engine.store import Store

F32, F64, I64 = np.float32, np.float64, np.int64
X = np.array([[1, -2, 3], [-4, 5, -6]], F32)

Run = Callable[..., Any]


def tensor(name: str, more: str = "") -> str:
    return f'[[args]]\nname = "{name}"\n{more}\n'


def number(name: str, kind: str = "int", more: str = "") -> str:
    return f'[[args]]\nname = "{name}"\ntype = "{kind}"\n{more}\n'


def output(name: str, dtype: str = "x", shape: str = "x.shape") -> str:
    return f'[[outputs]]\nname = "{name}"\ndtype = "{dtype}"\nshape = "{shape}"\n'


def carried(**attributes: str) -> str:
    """Attributes of the node: the argument's name and the attribute's type."""
    items = ", ".join(
        f'{{ name = "{n}", type = "{t}", arg = "{n}" }}' for n, t in attributes.items()
    )
    return f"attributes = [{items}]"


def declared(
    torch: str,
    args: str = tensor("x"),
    outputs: str = output("y"),
    node: str = "",
    inputs: tuple[str, ...] = ("x",),
    kernel: str = 'style = "installed"',
) -> str:
    """An op whose mapping is the node ``wb.test::Op``."""
    names = [line.split('"')[1] for line in outputs.splitlines() if line.startswith("name")]
    return f"""
schema = 1
name = "bridged"
torch = "{torch}"
{args}
{outputs}
[kernel]
{kernel}
[[mapping.nodes]]
op = "wb.test::Op"
inputs = {list(inputs)}
outputs = {names}
{node}
[ort]
implementation = "bridge"
"""


def build(folder: Path, toml: str) -> BuildResult:
    """Build a declaration without example inputs: a build needs none."""
    folder.mkdir(exist_ok=True)
    op = op_file.loads(toml, validate=False)
    return builder.build(folder, op, Store(), builder.Reporter())[0]


def failure(folder: Path, toml: str) -> Problem:
    with pytest.raises(UserError) as caught:
        build(folder, toml)
    return caught.value.problem


RESIDUAL = """
#include <torch/script.h>
#include <tuple>
std::tuple<torch::Tensor, torch::Tensor> residual(torch::Tensor x, torch::Tensor y, double alpha) {
  TORCH_CHECK(x.sizes() == y.sizes(), "residual: x is ", x.sizes(), ", y is ", y.sizes());
  return std::make_tuple(x * alpha - y, y * alpha - x);
}
static auto registry = torch::RegisterOperators(
    "wb_bridge::residual(Tensor x, Tensor y, float alpha) -> (Tensor, Tensor)", &residual);
"""


def residual(registration: str = "own") -> str:
    return declared(
        "wb_bridge::residual",
        tensor("x") + tensor("y") + number("alpha", "float"),
        output("a") + output("b"),
        carried(alpha="float"),
        ("x", "y"),
        f'style = "libtorch"\nregistration = "{registration}"',
    )
