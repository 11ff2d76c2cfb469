"""Puts the op's own nodes in the place of standard ones that compute the same, by onnxscript's rewriter."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import onnx_ir as ir
from msgspec import UNSET
from onnx_ir.passes.common import ShapeInferencePass, TopologicalSortPass
from onnxscript.rewriter import pattern

from workbench.core import shape_rule
from workbench.core.applying import Sought
from workbench.core.applying.sought import Branch
from workbench.core.attribute_types import ATTRIBUTE_TYPES
from workbench.core.dtypes import DTYPES
from workbench.core.op import Attribute, Constant, Node, Op
from workbench.engine.applying.meaning import Call, NoMatchError, NotConstantError, call_of

__all__ = ["Replacements", "replace_nodes"]

_PREFIX = "of_"
"""Before the names of a pattern's variables: an argument may be called like a parameter of onnxscript's."""


class Replacements(NamedTuple):
    """What came of looking for the op.

    Attributes:
        places: where standard nodes became the op's.
        reasons: per reason why nodes that look like the op's were left, how often.
    """

    places: int
    reasons: dict[str, int]


def replace_nodes(model: ir.Model, op: Op, sought: Iterable[Sought]) -> Replacements:
    """Put the op in the place of what is sought, wherever the model has it.

    Args:
        model: is changed.
        op: the declaration, with the mapping whose nodes are put there.
        sought: what is looked for, one after the other.
    """
    ShapeInferencePass()(model)
    reasons: dict[ir.Value, NoMatchError] = {}
    count = 0
    # One after the other: the nodes of a small branch may be the beginning of a larger one's.
    rules = (_Rule(op, s.op, branch, reasons).rule() for s in sought for branch in s.branches())
    for rule in rules:
        count += pattern.RewriteRuleSet([rule], commute=True).apply_to_model(model)
    if count:
        TopologicalSortPass()(model)
    return Replacements(count, Counter(map(str, reasons.values())))


class _Rule:
    """The rule for one way to call the op.

    Args:
        op: what is put.
        standard: the same op, mapped to what is looked for.
        branch: the nodes that are looked for.
        reasons: per value that the nodes compute why they are left; is added to.
    """

    def __init__(
        self, op: Op, standard: Op, branch: Branch, reasons: dict[ir.Value, NoMatchError]
    ) -> None:
        self._op, self._standard, self._branch, self._reasons = op, standard, branch, reasons
        made = {name for node in branch.nodes for name in node.outputs}
        read = dict.fromkeys(n for node in branch.nodes for n in node.inputs if n)
        self._inputs = [name for name in read if name not in made]

    def rule(self) -> pattern.RewriteRule:
        return pattern.RewriteRule(self._target(), self._replacement)

    def _target(self) -> Callable[..., Any]:
        """The pattern, as a function whose parameters are its variables."""

        def target(builder: Any, *variables: Any) -> Any:
            values = dict(zip(self._inputs, variables, strict=True))
            for node in self._branch.nodes:
                inputs = [values[name] if name else None for name in node.inputs]
                while inputs and inputs[-1] is None:
                    inputs.pop()
                given = getattr(builder, node.op_type)(
                    *inputs,
                    _outputs=[_PREFIX + name for name in node.outputs],
                    _allow_other_attributes=True,
                )
                several = given if len(node.outputs) > 1 else [given]
                values |= dict(zip(node.outputs, several, strict=True))
            return [values[o.name] for o in self._standard.outputs]

        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        names = ["builder", *(_PREFIX + name for name in self._inputs)]
        parameters = [inspect.Parameter(name, kind) for name in names]
        target.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return target

    def _replacement(self, builder: Any, **bound: ir.Value) -> Any:
        found = {name.removeprefix(_PREFIX): value for name, value in bound.items()}
        of = found[self._op.outputs[0].name]
        try:
            call = call_of(self._standard, self._branch, found)
            made = _Made(self._op, call, builder)
            outputs = [made.value(o.name) for o in self._op.outputs]
        except NoMatchError as error:
            if isinstance(self._reasons.get(of, NotConstantError()), NotConstantError):
                self._reasons[of] = error
            return None
        self._reasons.pop(of, None)
        return outputs


class _Made:
    """The nodes of the op's mapping for one call.

    Raises:
        NoMatchError: a node needs what is not known of the call.
    """

    def __init__(self, op: Op, call: Call, builder: Any) -> None:
        self._op, self._call, self._builder = op, call, builder
        self._values: dict[str, ir.Value | None] = dict(call.tensors)
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
        value = self._values.get(name)
        if value is None:
            raise NoMatchError(f"the mapping gives no '{name}' for this call")
        return value

    def _node(self, node: Node, shapes: Mapping[str, object]) -> None:
        inputs = [self._values[name] if name else None for name in node.inputs]
        while inputs and inputs[-1] is None:
            inputs.pop()
        attributes = [self._attribute(a, shapes) for a in node.attributes]
        given = self._make(
            node.op_type,
            inputs,
            {a.name: a for a in attributes if a is not None},
            _outputs=len(node.outputs),
            **(
                {"_domain": node.domain, "_version": self._op.ort.since_version}
                if node.domain
                else {}
            ),
        )
        several: Sequence[ir.Value] = [given] if isinstance(given, ir.Value) else given
        self._values |= dict(zip(node.outputs, several, strict=True))

    def _constant(self, constant: Constant) -> ir.Value:
        value = self._call.values[constant.arg] if constant.arg else constant.value
        dtype = constant.dtype
        if dtype in self._call.tensors:
            tensor = self._call.tensors[dtype]
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


def _present(call: Call) -> dict[str, object]:
    """The arguments, of tensors only whether they are there."""
    return {**{n: None if v is None else True for n, v in call.tensors.items()}, **call.values}


def _cast(cast: str, value: Any) -> Any:
    """As an attribute's type has it: a bool of the op's is an int there."""
    if isinstance(value, tuple | list):
        return [_cast(cast, one) for one in value]
    return float(value) if cast == "float" else int(value) if isinstance(value, bool) else value
