"""The Python module by which RKNN-Toolkit2 knows an op's custom operators: ``RKNN.reg_custom_op``.

It needs numpy and onnx; and the kernel as a plain C function, or PyTorch for the reference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.codegen.node_values import NodeValue, grouped, node_value
from workbench.core.codegen.shape_python import shape_parts, shape_to_python
from workbench.core.codegen.templates import render
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Node, Op
from workbench.core.types.dtypes import DTYPE_NUMBERS, DTYPES

__all__ = ["calls_kernel", "plain_library", "python_operators", "rknn_module"]


def calls_kernel(op: Op) -> bool:
    """Whether the operators are computed by the kernel; else by the op's reference."""
    return op.kernel.kind.is_shared


def plain_library(op: Op) -> str:
    """The file that has the kernel as a plain C function."""
    return f"lib{op.name}_c.so"


def rknn_module(op: Op) -> str:
    """The module's text; its ``custom_ops()`` gives an object for each custom operator.

    Args:
        op: one that ``core/runtimes/rknn.py`` lets through.
    """
    rules = {o.name: op.shape_of(o) for o in op.outputs}
    shapes = {name: shape_to_python(parsed) for name, parsed in rules.items()}
    parts = shape_parts(list(shapes.values()))
    by_kernel = calls_kernel(op)
    return render(
        "rknn/custom_ops.py.j2",
        op=op,
        nodes=python_operators(op, shapes),
        library=plain_library(op) if by_kernel else "",
        kinds={a.name: a.kind.name for a in op.args},
        numbers={n: i for n, i in DTYPE_NUMBERS.items() if n != "bfloat16"},
        uses_parts=any("_dim(" in t or "_unknown(" in t for t in shapes.values())
        or any(parts[f"uses_{p}"] for p in ("broadcast", "slice", "whole")),
        **parts,
    )


def python_operators(op: Op, shapes: dict[str, str]) -> list[dict[str, Any]]:
    """What templates of Python modules need of each custom operator.

    Their expressions ask an object ``_given``: for its ``input``, ``inputs``, ``attribute``, ``item``,
    ``constant``, and whether it ``has`` one; ``_types`` is the same of element types.

    Args:
        op: the declaration.
        shapes: output → the expression of its sizes.
    """
    rules = (op.shape_of(o) for o in op.outputs)
    used = {name for parsed in rules for name in shape_rule.arguments_of(parsed)}
    return [_operator(op, nodes, shapes, used) for nodes in grouped(op)]


def _operator(op: Op, nodes: list[Node], shapes: dict[str, str], used: set[str]) -> dict[str, Any]:
    longest = max(nodes, key=lambda node: len(node.inputs))
    dtypes = {o.name: o.dtype for o in op.outputs}
    return {
        "name": re.sub(r"\W", "_", longest.op_type),
        "op_type": longest.op_type,
        "sizes": [(a.name, _read(op, nodes, a, sizes=True)) for a in op.args if a.name in used],
        "given": [(a.name, _read(op, nodes, a)) for a in op.args],
        "shapes": [shapes[name] for name in longest.outputs],
        "dtypes": [_dtype(op, nodes, dtypes[name]) for name in longest.outputs],
    }


def _read(op: Op, nodes: Sequence[Node], arg: Arg, sizes: bool = False) -> str:
    """An expression for an argument: its value, or a tensor's sizes."""
    found = node_value(op, nodes, arg)
    assert found is not None, f"no node carries {arg.name}"  # the declaration's check says so
    text = _from_node(arg, found, sizes)
    return f"_flag({text})" if arg.is_flag else text


def _from_node(arg: Arg, found: NodeValue, sizes: bool) -> str:
    otherwise = repr(None if found.value is UNSET else _plain(found.value))
    match found.kind:
        case "input" | "optional_input":
            return f"_given.input({found.at})"
        case "variadic_input":
            return f"_given.inputs({found.at})"
        case "scalar_input" | "optional_scalar_input":
            return f"_given.constant({found.at}, {otherwise}, {arg.kind.is_list})"
        case "input_given":
            return f"_given.has({found.at})"
        case "attribute_element":
            return f"_given.item({found.at!r}, {found.item}, {otherwise})"
        case "tensor_attribute":
            return f"_given.attribute({found.at!r}, np.array({otherwise})).tolist()"
        case "attribute" if arg.is_tensor and sizes:
            return f"list(_given.attribute({found.at!r}).shape)"
        case "attribute":
            return f"_given.attribute({found.at!r}, {otherwise})"
    return otherwise


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _dtype(op: Op, nodes: Sequence[Node], dtype: str) -> str:
    """An expression for the element type of an output."""
    owner = signature.dtype_owner(op, dtype)
    if owner is None:
        return f"np.dtype({DTYPES[dtype].name!r})"
    text = _read(op, nodes, owner)
    if "attribute" in text:
        return f"{text}.dtype"
    text = text.replace("_given.", "_types.", 1)
    return f"{text}[0]" if owner.is_tensor_list else text
