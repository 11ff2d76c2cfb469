"""The nodes of an op's mapping for one call of it, made outside of any exporter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import onnx_ir as ir
from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.codegen.node_values import lengths
from workbench.core.declaration.op import Attribute, Constant, Node, Op
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES, by_onnx

__all__ = ["Call", "NoMatchError", "NotConstantError", "OwnNodes", "same_value"]


class NoMatchError(Exception):
    """Nodes that look like the op's mapping are no call of the op; the message says why."""


class NotConstantError(NoMatchError):
    """A value that the mapping has built in is computed in the model.

    The inputs of a sum or a product come in both orders, so that one of the two is often this.
    """


class Call:
    """A call of the op.

    Attributes:
        tensors: the values that are the op's tensor arguments; None for one that is left out.
        lists: those of the arguments that are lists of tensors; None for one that is missing.
        counts: how many tensors each output has that is a list.
        values: those of the other arguments.
    """

    def __init__(self) -> None:
        self.tensors: dict[str, ir.Value | None] = {}
        self.lists: dict[str, list[ir.Value | None]] = {}
        self.counts: dict[str, int] = {}
        self.values: dict[str, Any] = {}

    def shapes(self) -> dict[str, object]:
        """All arguments, a tensor by its sizes, for a shape rule."""
        known = {name: _sizes(value) for name, value in self.tensors.items()}
        return {
            **{n: s for n, s in known.items() if s is not None or self.tensors[n] is None},
            **{name: [_sizes(v) for v in values] for name, values in self.lists.items()},
            **{shape_rule.dtype_key(n): dtype for n, dtype in self.dtypes().items()},
            **{shape_rule.dtype_key(n): list(map(_dtype, v)) for n, v in self.lists.items()},
            **self.values,
        }

    def dtypes(self) -> dict[str, str]:
        """The element types of the tensors of which the model says them."""
        firsts = self.tensors | {n: _there(v)[0] for n, v in self.lists.items() if _there(v)}
        known = {name: _dtype(value) for name, value in firsts.items()}
        return {name: dtype for name, dtype in known.items() if dtype is not None}

    def is_(self, name: str, value: Any, by: str = "") -> None:
        """An argument has a value.

        Args:
            name: the argument's.
            value: its value.
            by: the attribute that says so.

        Raises:
            NoMatchError: elsewhere it has another one.
        """
        if name in self.values and not same_value(self.values[name], value):
            said = f"{by}: " if by else ""
            raise NoMatchError(f"{said}'{name}' would be {self.values[name]} and {value}")
        self.values[name] = value


class OwnNodes:
    """The nodes of the op's mapping for one call.

    Raises:
        NoMatchError: a node needs what is not known of the call.
    """

    def __init__(self, op: Op, call: Call, builder: Any) -> None:
        self._op, self._call, self._builder = op, call, builder
        self._values: dict[str, ir.Value | list[ir.Value | None] | None] = {
            **call.tensors,
            **call.lists,
        }
        constants = {c.name: c for c in op.mapping.constants}
        shapes = call.shapes()
        for node in op.mapping.nodes:
            if node.when and not self._holds(node.when):
                continue
            for name in node.inputs:
                if name in constants and name not in self._values:
                    self._values[name] = self._constant(constants[name])
            self._node(node, shapes)

    def _holds(self, when: str) -> bool:
        condition = shape_rule.parse_condition(when, self._op.rule_scope)
        try:
            return shape_rule.holds(condition, self._known())
        except shape_rule.ShapeError as error:
            raise NoMatchError(f"whether {when} is not known: {error}") from None

    def _known(self) -> dict[str, object]:
        """The arguments as a node's rules see them, of tensors without sizes that they are there."""
        return {
            **_present(self._call),
            **self._call.shapes(),
            shape_rule.OPSET: self._op.node_opset,
        }

    def value(self, name: str) -> ir.Value:
        """An output."""
        return self.values(name)[0]

    def values(self, name: str) -> list[ir.Value]:
        """An output, of a list each of its tensors."""
        value = self._values.get(name)
        if value is None:
            raise NoMatchError(f"the mapping gives no '{name}' for this call")
        return _there(value) if isinstance(value, list) else [value]

    def _node(self, node: Node, shapes: Mapping[str, object]) -> None:
        inputs: list[ir.Value | None] = []
        for name in node.inputs:
            value = self._values[name] if name else None
            # Those that a list lacks are no inputs: an attribute says which these are.
            inputs += _there(value) if isinstance(value, list) else [value]
        while inputs and inputs[-1] is None:
            inputs.pop()
        attributes = [self._attribute(a, shapes) for a in node.attributes]
        counts = [self._call.counts.get(name, 1) for name in node.values]
        given = self._make(
            node.op_type,
            inputs,
            {a.name: a for a in (*attributes, *self._lengths(node)) if a is not None},
            _outputs=sum(counts),
            **(
                {"_domain": node.domain, "_version": self._op.ort.since_version}
                if node.domain
                else {}
            ),
        )
        several = iter([given] if isinstance(given, ir.Value) else given)
        for name, count in zip(node.values, counts, strict=True):
            if name in self._call.counts:
                self._values[name] = [next(several) for _ in range(count)]
            else:
                self._values[name] = next(several)

    def _lengths(self, node: Node) -> Iterator[ir.Attr]:
        """The attributes that tell how many tensors a list has, or which of them are given."""
        for name, attribute in lengths(self._op, node).items() if node.domain else ():
            arg, items = self._op.arg(name), self._call.lists.get(name, [])
            if arg is not None and arg.may_lack_items:
                given = [int(item is not None) for item in items]
                yield ir.Attr(attribute, ir.AttributeType.INTS, given)
            else:
                count = self._call.counts.get(name, len(items))
                yield ir.Attr(attribute, ir.AttributeType.INT, count)

    def _constant(self, constant: Constant) -> ir.Value:
        value = self._call.values[constant.arg] if constant.arg else constant.value
        dtype = constant.dtype
        if dtype in self._call.tensors or dtype in self._call.lists:
            listed = self._call.lists.get(dtype, [])
            tensor = self._call.tensors.get(dtype) or next(iter(_there(listed)), None)
            if tensor is None or tensor.dtype is None:
                raise NoMatchError(f"the element type of '{dtype}' is not known")
            known = tensor.dtype
        else:
            known = ir.DataType(DTYPES[dtype].onnx)
        array = ir.tensor(np.asarray(value).astype(known.numpy()), dtype=known)
        made: ir.Value = self._make("Constant", [], {"value": ir.AttrTensor("value", array)})
        return made

    def _make(
        self,
        op_type: str,
        inputs: list[ir.Value | None],
        attributes: dict[str, ir.Attr],
        **more: Any,
    ) -> Any:
        return getattr(self._builder, op_type)(*inputs, **attributes, **more)

    def _attribute(self, attribute: Attribute, shapes: Mapping[str, object]) -> ir.Attr | None:
        kind = ATTRIBUTE_TYPES[attribute.type]
        if attribute.arg:
            value = self._call.values[attribute.arg]
            arg = self._op.arg(attribute.arg)
            if arg is not None and arg.is_dtype and value in DTYPES:
                value = DTYPES[value].onnx
        elif attribute.rule:
            value = self._by_rule(attribute)
        else:
            value = attribute.value
        if value is None or value is UNSET:
            return None
        if kind.is_tensor:
            element = ir.DataType(DTYPES[attribute.dtype].onnx)
            array = np.asarray(value).astype(element.numpy())
            return ir.AttrTensor(attribute.name, ir.tensor(array, dtype=element))
        return ir.Attr(attribute.name, ir.AttributeType[kind.onnx], _cast(kind.cast, value))

    def _by_rule(self, attribute: Attribute) -> object:
        rule = shape_rule.parse_value(attribute.rule, self._op.rule_scope, attribute.kind.rule)
        try:
            found = shape_rule.evaluate_value(rule, self._known())
        except (shape_rule.ShapeError, KeyError, TypeError) as error:
            raise NoMatchError(f"{attribute.rule} is not known: {error}") from None
        if found is None or (isinstance(found, list) and None in found):
            raise NoMatchError(f"{attribute.rule} is not known: the model does not say all sizes")
        return found


def _there(items: Iterable[ir.Value | None]) -> list[ir.Value]:
    return [item for item in items if item is not None]


def _present(call: Call) -> dict[str, object]:
    """The arguments, of tensors only whether they are there."""
    tensors = {**call.tensors, **call.lists}
    return {**{n: None if v is None else True for n, v in tensors.items()}, **call.values}


def _cast(cast: str, value: Any) -> Any:
    """As an attribute's type has it: a bool of the op's is an int there."""
    if isinstance(value, tuple | list):
        return [_cast(cast, one) for one in value]
    return float(value) if cast == "float" else int(value) if isinstance(value, bool) else value


def _dtype(value: ir.Value | None) -> str | None:
    """The name of a value's element type; None where the model does not say it."""
    known = by_onnx(value.dtype.value) if value is not None and value.dtype is not None else None
    return None if known is None else known.name


def _sizes(value: ir.Value | None) -> list[int | None] | None:
    if value is None or value.shape is None:
        return None
    return [size if isinstance(size, int) else None for size in value.shape]


def same_value(one: Any, other: Any) -> bool:
    """Whether two values are one; floats of an attribute have 32 bits."""
    if isinstance(one, bytes):
        one = one.decode("utf-8", "replace")
    if isinstance(other, bytes):
        other = other.decode("utf-8", "replace")
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same_value, one, other))
    if isinstance(one, float) or isinstance(other, float):
        numbers = isinstance(one, int | float) and isinstance(other, int | float)
        return numbers and bool(np.float32(one) == np.float32(other))
    return bool(one == other)
