"""What nodes of a model say of the arguments of an op: the reverse of its mapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import onnx
import onnx_ir as ir
from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.applying.sought import Branch
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Attribute, Constant, Node, Op
from workbench.core.shape_rule import solved
from workbench.core.types.dtypes import by_onnx
from workbench.core.types.literals import BOOL, FLOAT, ScalarLiteral
from workbench.engine.onnx.own_nodes import Call, NoMatchError, NotConstantError, same_value

__all__ = ["call_of"]


def call_of(op: Op, branch: Branch, found: Mapping[str, ir.Value]) -> Call:
    """The call that matched nodes make.

    Args:
        op: the declaration, mapped to the nodes.
        branch: those of them that were matched.
        found: the value of each name of the branch: inputs, constants, outputs.

    Raises:
        NoMatchError: they compute something else, or do not say all arguments.
    """
    call = Call()
    constants = {c.name: c for c in op.mapping.constants}
    for name, value in branch.given.items():
        arg = op.arg(name)
        if arg is not None and arg.is_tensor:
            call.tensors[name] = None
        else:
            call.is_(name, value)
    for name in dict.fromkeys(n for node in branch.nodes for n in node.inputs if n):
        if name in constants:
            _constant(op, constants[name], found[name], call)
        elif op.arg(name) is not None:
            call.tensors[name] = found[name]
    later: list[tuple[Attribute, Any]] = []
    for node in branch.nodes:
        made = found[node.outputs[0]].producer()
        assert made is not None
        later += _attributes(op, node, made, call)
    _complete(op, call)
    for attribute, value in later:
        _must_hold(op, attribute, value, call)
    _types(op, call)
    return call


def _constant(op: Op, constant: Constant, value: ir.Value, call: Call) -> None:
    """A constant input is the declared one, or gives an argument its value."""
    tensor = ir.convenience.get_const_tensor(value)
    if tensor is None:
        raise NotConstantError(f"'{constant.name}' is no constant in the model")
    array = tensor.numpy()
    if constant.arg:
        arg = op.arg(constant.arg)
        assert arg is not None
        call.is_(constant.arg, _argument(arg, array.tolist()))
        return
    wanted = np.asarray(constant.value)
    scalar_alike = wanted.size == array.size == 1 and array.ndim < 2
    if not (wanted.shape == array.shape or scalar_alike) or not np.array_equal(
        wanted.astype(array.dtype).reshape(-1), array.reshape(-1)
    ):
        raise NoMatchError(f"'{constant.name}' is {array.tolist()}, not {constant.value}")


def _attributes(op: Op, node: Node, made: ir.Node, call: Call) -> Iterator[tuple[Attribute, Any]]:
    """Read a node's attributes; those whose rules are to be looked at when all arguments are known."""
    usual = _defaults(made)
    given = {name: a.value for name, a in made.attributes.items() if not a.is_ref()}
    if len(given) < len(made.attributes):
        raise NoMatchError(
            f"an attribute of {node.op} is a parameter of the function that it is in"
        )
    declared = {a.name for a in node.attributes}
    for name, value in given.items():
        if name not in declared and not same_value(value, usual.get(name)):
            raise NoMatchError(
                f"{node.op} has {name} = {_shown(value)}, which the mapping does not say"
            )
    for attribute in node.attributes:
        value = given.get(attribute.name, usual.get(attribute.name))
        if attribute.arg:
            arg = op.arg(attribute.arg)
            assert arg is not None
            if value is None and not arg.optional:
                raise NoMatchError(f"{node.op} does not say {attribute.name}")
            call.is_(attribute.arg, value if value is None else _argument(arg, value))
        elif attribute.rule:
            if attribute.name not in given:
                continue  # ONNX infers it
            said = given[attribute.name]
            said = list(said) if attribute.kind.literal.is_list else _text(said)
            for name, one in solved(_parsed_rule(op, attribute), said):
                call.is_(name, one, attribute.name)
            yield attribute, said
        elif not same_value(value, attribute.value):
            raise NoMatchError(
                f"{node.op} has {attribute.name} = {_shown(value)}, not {attribute.value}"
            )


def _parsed_rule(op: Op, attribute: Attribute) -> shape_rule.Expr:
    return shape_rule.parse_value(attribute.rule, op.rule_scope, attribute.kind.rule)


def _must_hold(op: Op, attribute: Attribute, value: Any, call: Call) -> None:
    """What a rule gives for the arguments is what the node has."""
    known = {**call.shapes(), shape_rule.OPSET: op.node_opset}
    try:
        wanted = shape_rule.evaluate_value(_parsed_rule(op, attribute), known)
    except (shape_rule.ShapeError, KeyError, TypeError) as error:
        raise NoMatchError(
            f"{attribute.name} = {attribute.rule} cannot be looked at: {error}"
        ) from None
    if not same_value(wanted, value):
        items = wanted if isinstance(wanted, list) else [wanted]
        shown = ", ".join("?" if one is None else str(one) for one in items)
        shown = f"[{shown}]" if isinstance(wanted, list) else shown
        raise NoMatchError(f"{attribute.name} is {value}, and {attribute.rule} is {shown}")


def _complete(op: Op, call: Call) -> None:
    """Arguments that the nodes say nothing of have their defaults."""
    for arg in op.args:
        known: dict[str, Any] = call.tensors if arg.is_tensor else call.values
        if arg.name in known:
            _allowed(arg, call.values.get(arg.name))
        elif arg.optional:
            known[arg.name] = None
        elif arg.default is not UNSET:
            known[arg.name] = arg.default
        else:
            raise NoMatchError(f"the nodes say nothing of '{arg.name}'")


def _allowed(arg: Arg, value: Any) -> None:
    for one in value if isinstance(value, tuple | list) else (value,):
        outside = arg.range and one is not None and not arg.range[0] <= one <= arg.range[1]
        if outside or (arg.choices and one is not None and one not in arg.choices):
            raise NoMatchError(f"'{arg.name}' would be {one}, which the op does not take")


def _types(op: Op, call: Call) -> None:
    """The op is built for these element types."""
    given = call.dtypes() | {a.name: call.values[a.name] for a in op.args if a.is_dtype}
    built = list(signature.instances(op))
    if not any(all(one.get(n, dtype) == dtype for n, dtype in given.items()) for one in built):
        types = ", ".join(f"{name} is {dtype}" for name, dtype in given.items())
        raise NoMatchError(f"{types}: the op is not built for that")


def _argument(arg: Arg, value: Any) -> Any:
    """An attribute's or a constant's value as that of an argument."""
    if arg.is_dtype:
        known = by_onnx(value) if isinstance(value, int) else None
        if known is None:
            raise NoMatchError(f"'{arg.name}' would be ONNX's element type {value}")
        return known.name
    items = list(value) if isinstance(value, list | tuple) else None
    one = arg.kind.literal.item
    if items is not None and not arg.kind.is_list:
        if len(items) != 1:
            raise NoMatchError(f"'{arg.name}' would be {items}")
        value, items = items[0], None
    if items is not None:
        return tuple(_scalar(item, one) for item in items)
    return _scalar(value, one)


def _scalar(value: Any, literal: ScalarLiteral) -> Any:
    if literal is BOOL:
        return bool(value)
    if literal is FLOAT:
        return float(str(np.float32(value)))  # an attribute has 32 bits: 0.1, not 0.10000000149
    return value.decode() if isinstance(value, bytes) else value


def _defaults(node: ir.Node) -> dict[str, Any]:
    """What ONNX says of attributes that a node does not have."""
    try:
        schema = onnx.defs.get_schema(node.op_type, node.domain)
    except onnx.defs.SchemaError:
        return {}
    with_default = {
        n: a.default_value for n, a in schema.attributes.items() if a.default_value.name
    }
    return {name: onnx.helper.get_attribute_value(value) for name, value in with_default.items()}


def _text(value: Any) -> Any:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _shown(value: Any) -> str:
    return str(_text(value))
