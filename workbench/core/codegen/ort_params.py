"""Where ONNX Runtime finds each parameter of a portable kernel in the mapping's nodes, in C++."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from workbench.core.codegen.node_values import grouped, lengths, node_value
from workbench.core.codegen.templates import cpp_string
from workbench.core.declaration.op import Arg, Node, Op, Scalar, Value
from workbench.core.types.arg_types import ArgumentType
from workbench.core.types.dtypes import DTYPES

__all__ = ["OrtNode", "ort_nodes", "ort_param"]


class OrtNode(msgspec.Struct, frozen=True):
    """One operator that the library registers.

    Attributes:
        domain, op_type: its name.
        params: one ``wb::ort::Param`` per parameter of the kernel after its Context.
    """

    domain: str
    op_type: str
    params: list[str]


def ort_nodes(op: Op) -> list[OrtNode]:
    """The operators to register: each once, even where several branches have a node of it."""
    return [_ort_node(op, nodes) for nodes in grouped(op)]


def _ort_node(op: Op, nodes: list[Node]) -> OrtNode:
    params = [ort_param(op, nodes, arg) for arg in op.args]
    missing = [a.name for a, p in zip(op.args, params, strict=True) if not p]
    assert not missing, f"{nodes[0].op} does not carry {missing}"  # the declaration's check says so
    told = lengths(op, nodes[0])
    outputs = [
        f"wb::ort::output({', '.join(_place(nodes[0].outputs.index(o.name), told.get(o.name)))})"
        for o in op.outputs
    ]
    return OrtNode(nodes[0].domain, nodes[0].op_type, [*params, *outputs])


def ort_param(op: Op, nodes: Sequence[Node], arg: Arg) -> str:
    """The ``wb::ort::Param`` of an argument.

    Args:
        op: the declaration.
        nodes: the nodes of one operator, which stand in branches that exclude each other.
        arg: the argument.

    Returns:
        The C++ expression; empty where nothing says what the kernel should get.
    """
    found = node_value(op, nodes, arg)
    if found is None:
        return ""
    given = [] if found.at == "" else _place(found.at, found.length)
    if found.kind == "attribute_element":
        given.append(str(found.item))
    if found.value is not UNSET:
        given.append(_default(arg.kind, found.value))
    return f"wb::ort::{found.kind}({', '.join(given)})"


def _place(at: int | str, length: str | None) -> list[str]:
    place = cpp_string(at) if isinstance(at, str) else str(at)
    return [place, *([cpp_string(length)] if length else [])]


def _default(kind: ArgumentType, value: Value) -> str:
    if kind.is_dtype:
        return _literal(DTYPES[str(value)].onnx)
    typed = kind.literal.typed(value)
    if isinstance(typed, tuple):
        return f"{kind.ort_list}{{{', '.join(map(_literal, typed))}}}"
    return _literal(typed)


def _literal(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return cpp_string(value)
    return repr(value) if isinstance(value, float) else f"int64_t{{{value}}}"
