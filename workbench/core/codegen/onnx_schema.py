"""The Python module with the ONNX schemas of an op's custom nodes, for onnx's checker and inference.

It needs onnx and nothing else. Sizes come from the shape rule; a dynamic size keeps its name where it
passes through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.codegen.formal import formal_input, formal_output
from workbench.core.codegen.node_values import NodeValue, grouped, length_kind, lengths, node_value
from workbench.core.codegen.shape_python import shape_parts, shape_to_python
from workbench.core.codegen.templates import render
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Attribute, Node, Op
from workbench.core.types.dtypes import DTYPES

__all__ = ["onnx_schema_module"]

_INPUTS = ("input", "optional_input", "variadic_input", "optional_variadic_input")


def onnx_schema_module(op: Op) -> str:
    """The module's text; its ``schemas()`` gives one for each custom operator, perhaps none."""
    rules = {o.name: op.shape_of(o) for o in op.outputs}
    shapes = {name: shape_to_python(parsed) for name, parsed in rules.items()}
    used = {name for parsed in rules.values() for name in shape_rule.arguments_of(parsed)}
    dtypes = sorted({n for parsed in rules.values() for n in shape_rule.dtypes_of(parsed)})
    return render(
        "onnx_schema.py.j2",
        op=op,
        schemas=[_schema(op, nodes, shapes, used, dtypes) for nodes in grouped(op)],
        **shape_parts(list(shapes.values()), by_name=True),
        dtype_numbers={d.onnx: d.name for d in DTYPES.values()} if dtypes else {},
    )


def _schema(
    op: Op, nodes: list[Node], shapes: dict[str, str], used: set[str], dtypes: list[str]
) -> dict[str, Any]:
    longest = max(nodes, key=lambda node: len(node.inputs))
    attributes = {a.name: a for node in nodes for a in node.attributes}
    inputs = list(_inputs(op, longest, nodes))
    outputs = [formal_output(op, name) for name in longest.outputs]
    declared = {o.name: o for o in op.outputs}
    return {
        "domain": longest.domain,
        "op_type": longest.op_type,
        "inputs": inputs,
        "outputs": outputs,
        "types": list({i["type"]: i["allowed"] for i in [*inputs, *outputs]}.items()),
        "attributes": [(a, _is_required(op, a, nodes)) for a in attributes.values()],
        # Of lists, how many tensors they have, or which of them are there.
        "told": [(told, length_kind(op, name)) for name, told in lengths(op, longest).items()],
        "args": [(a.name, _value(op, nodes, a)) for a in op.args if a.name in used],
        "dtypes": [(n, _named_types(op, nodes, n)) for n in dtypes],
        "results": [
            (i, _element_type(op, nodes, declared[name].dtype), shapes[name])
            for i, name in enumerate(longest.outputs)
            if name in declared
        ],
    }


def _inputs(op: Op, longest: Node, nodes: Sequence[Node]) -> Iterator[dict[str, Any]]:
    for i, name in enumerate(longest.inputs):
        formal = formal_input(op, name, i)
        if formal["option"] == "Single" and any(not "".join(n.inputs[i : i + 1]) for n in nodes):
            formal["option"] = "Optional"
        yield formal


def _is_required(op: Op, attribute: Attribute, nodes: Sequence[Node]) -> bool:
    """Whether every node has it, and nothing is known for one that has not."""
    arg = op.arg(attribute.arg)
    if len(nodes) > 1 or (arg is None and not attribute.rule):
        return False
    return arg is None or (not arg.optional and arg.default is UNSET)


def _value(op: Op, nodes: Sequence[Node], arg: Arg) -> str:
    """An expression for an argument as the shape rule takes it: sizes, or a value."""
    found = node_value(op, nodes, arg)
    if found is None:
        return "_UNKNOWN"
    text = _read(arg, found, repr(None if found.value is UNSET else _plain(found.value)))
    return f"_flag({text})" if arg.is_flag else text


def _read(arg: Arg, found: NodeValue, otherwise: str) -> str:
    match found.kind:
        case "input" | "optional_input":
            return f"_sizes(_context, {found.at})"
        case "variadic_input":
            return f"_all_sizes(_context, {found.at})"
        case "optional_variadic_input":
            return f"_given_items(_sizes, _context, {found.at}, {found.length!r})"
        case "scalar_input" | "optional_scalar_input":
            return f"_constant(_context, {found.at}, {otherwise})"
        case "input_given":
            return f"_has(_context, {found.at})"
        case "attribute_element":
            return f"_item(_attribute(_context, {found.at!r}, None), {found.item}, {otherwise})"
        case "attribute" if arg.is_tensor:
            return f"_attribute_sizes(_context, {found.at!r})"
        case "attribute" | "tensor_attribute":
            return f"_attribute(_context, {found.at!r}, {otherwise})"
    return otherwise


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _named_types(op: Op, nodes: list[Node], name: str) -> str:
    """An expression for the name of a tensor's element type, or for those of a list's tensors."""
    arg = op.arg(name)
    found = node_value(op, nodes, arg) if arg is not None and arg.is_tensor_list else None
    if found is not None and found.kind == "variadic_input":
        return f"_all_dtypes(_context, {found.at})"
    if found is not None and found.kind == "optional_variadic_input":
        return f"_given_items(_dtype_at, _context, {found.at}, {found.length!r})"
    return f"_DTYPES.get({_element_type(op, nodes, name)})"


def _element_type(op: Op, nodes: Sequence[Node], dtype: str) -> str:
    """An expression for ONNX's number of an output's element type; 0 where it is not known."""
    owner = signature.dtype_owner(op, dtype)
    if owner is None:
        return str(DTYPES[dtype].onnx)
    found = node_value(op, nodes, owner)
    if found is not None and owner.is_dtype:
        otherwise = DTYPES[str(found.value)].onnx if found.value is not UNSET else 0
        return (
            f"_attribute(_context, {found.at!r}, {otherwise})"
            if found.kind == "attribute"
            else str(otherwise)
        )
    if found is None or found.kind not in _INPUTS:
        return "0"
    text = f"_element_type(_context, {found.at})"
    if without := signature.dtype_without(op, dtype):
        return f"{text} if _type(_context, {found.at}) is not None else {DTYPES[without].onnx}"
    return text
