"""Sizes of a rule in torch's own shape propagation: what is symbolic stays so."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from tests.core.declarations import declared
from workbench.core import codegen
from workbench.core.declaration import signature

torch = pytest.importorskip("torch")


def exported(shape: str) -> list[Any]:
    """The output's sizes in a graph traced with a dynamic ``x.shape[0]``."""
    name = f"op_{uuid.uuid4().hex}"
    op = declared(
        {
            "schema": 1,
            "name": "op",
            "torch": f"tests::{name}",
            "args": [{"name": "x"}, {"name": "k"}, {"name": "f", "type": "float"}],
            "outputs": [{"name": "y", "dtype": "x", "shape": shape}],
            "mapping": {"nodes": [{"op": "custom::Op", "inputs": ["x", "k"], "outputs": ["y"]}]},
        }
    )
    namespace: dict[str, Any] = {}
    exec(compile(codegen.python_module(op), "op.py", "exec"), namespace)
    library = torch.library.Library("tests", "FRAGMENT")
    library.define(signature.torch_schema(op))
    torch.library.register_fake(op.torch, namespace["fake"], lib=library)

    class Model(torch.nn.Module):
        def forward(self, x: Any, k: Any) -> Any:
            return getattr(torch.ops.tests, name)(x, k, 1.5)

    rows = torch.export.Dim("rows", min=8, max=100)
    shapes = {"x": {0: rows}, "k": None}
    inputs = torch.ones(12, 6), torch.ones(2)
    graph = torch.export.export(Model(), inputs, dynamic_shapes=shapes).graph
    value = next(n.meta["val"] for n in graph.nodes if n.name.startswith("op_"))
    return list(value.shape)


def test_fractions_of_a_dynamic_size_are_dynamic() -> None:
    half, scaled, fixed = exported("[floor(x.shape[0] / 2), int(x.shape[0] * f) + 1, x.shape[1]]")
    assert isinstance(half, torch.SymInt)
    assert half.node.hint == 6
    assert scaled.node.hint == 19
    assert fixed == 6


def test_sizes_made_from_elements_are_new_symbols() -> None:
    sizes = exported("[value(k, 0), int(x.shape[0] * value(k, 1)), x.shape[1]]")
    assert len({str(size) for size in sizes}) == 3
    assert all(isinstance(size, torch.SymInt) for size in sizes[:2])
    assert sizes[2] == 6
