"""Rules and conditions that cannot be applied to the example inputs, found before anything is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from workbench.core import shape_rule
from workbench.core.declaration.op import Attribute, Op
from workbench.core.errors import Problem
from workbench.core.examples.example_files import opened
from workbench.core.examples.example_shapes import (
    example_elements,
    example_values,
    lacking_example,
)
from workbench.core.shape_rule import Expr, NotKnownError, ShapeError
from workbench.core.types.literals import INT, beyond_32_bits

__all__ = ["check_rules"]

_MOST = 64
"""Tensors of a list that are asked for."""
_CHANGE = "Change the rule, or the examples on the Model page."
_WIDER = (
    "Give a smaller number on the Model page, or pass the argument as an input of the node: make a "
    "constant of float64 from it."
)


def check_rules(op: Op, folder: Path) -> Iterator[Problem]:
    """The rules that divide by zero, give a negative size or do not fit otherwise.

    Args:
        op: a sound declaration: ``check_op`` finds nothing in it.
        folder: the op's, for example files.
    """
    variant = op.variant if op.variant in op.variants else ""
    prefix = f"variants.{variant}." if variant else ""
    op = opened(op.resolved(variant), folder)
    if op.model.source:
        return  # its inputs are not the op's arguments
    for name, one in (("", op), *((case.name, op.for_case(case)) for case in op.model.cases)):
        if not lacking_example(one):
            yield from (problem.in_case(name) for problem in _Rules(one, prefix).problems())


class _Rules:
    """The rules of an op with one set of examples.

    Args:
        op: the op, resolved.
        prefix: of the keys of its mapping, which may be a variant's.
    """

    def __init__(self, op: Op, prefix: str) -> None:
        self._op, self._prefix = op, prefix
        self._values: dict[str, Any] = {}
        self._found: list[Problem] = []

    def problems(self) -> list[Problem]:
        try:
            self._values = example_values(self._op)
        except LookupError:
            return []  # an example without a shape is told of elsewhere
        elements = example_elements(self._op)
        for i, output in enumerate(self._op.outputs):
            rule, count = self._op.shape_of(output), 1
            if output.is_list:
                number = self._op.count_of(output)
                many = partial(shape_rule.evaluate_count, number, self._values, elements)
                told = self._ask(f"outputs[{i}].count", f"the count of '{output.name}'", many)
                count = told if isinstance(told, int) else int(not shape_rule.asks_for_item(rule))
            for index in range(min(count, _MOST)):
                known = {**self._values, shape_rule.ITEM: index}
                sizes = partial(shape_rule.evaluate_output, rule, known, elements)
                if (
                    self._ask(f"outputs[{i}].shape", f"the shape rule of '{output.name}'", sizes)
                    is None
                ):
                    break
        self._nodes()
        return self._found

    def _nodes(self) -> None:
        op, scope = self._op, self._op.rule_scope
        known = {**self._values, shape_rule.OPSET: op.node_opset}
        for i, node in enumerate(op.mapping.nodes):
            key = f"{self._prefix}mapping.nodes[{i}]"
            if node.when:
                condition = shape_rule.parse_condition(node.when, scope)
                holds = partial(shape_rule.may_hold, condition, known)
                if not self._ask(f"{key}.when", f"the condition of {node.op}", holds):
                    continue
            for j, attribute in enumerate(node.attributes):
                at = f"{key}.attributes[{j}]"
                if attribute.arg and attribute.kind.has_32_bits:
                    given = partial(_in_32_bits, self._values.get(attribute.arg))
                    self._ask(f"{at}.arg", f"'{attribute.arg}' as an attribute", given, _WIDER)
                if attribute.rule:
                    rule = shape_rule.parse_value(attribute.rule, scope, attribute.kind.rule)
                    value = partial(_attribute_value, rule, attribute, known)
                    what = f"the rule of attribute '{attribute.name}'"
                    self._ask(f"{at}.rule", what, value)

    def _ask(self, key: str, what: str, ask: Callable[[], object], hint: str = _CHANGE) -> object:
        """What a rule gives; None where it cannot be told, or is wrong, which is noted."""
        try:
            return ask()
        except NotKnownError:
            pass
        except ShapeError as error:
            self._found.append(Problem("shape", f"{what} does not fit: {error}", hint, key=key))
        return None


def _attribute_value(rule: Expr, attribute: Attribute, known: Mapping[str, Any]) -> object:
    """What the rule of an attribute gives, which is something that an attribute can hold."""
    value = shape_rule.evaluate_value(rule, known)
    if attribute.kind.literal.item is INT:
        for number in value if isinstance(value, list) else [value]:
            if number is not None and not INT.fits(number):
                raise ShapeError(f"it gives {number}, which is too large")
    elif attribute.kind.has_32_bits:
        _in_32_bits(value)
    return value


def _in_32_bits(value: Any) -> object:
    if (number := beyond_32_bits(value)) is not None:
        why = f"it gives {number:.4g}, which is infinite in the 32 bits of a float attribute"
        raise ShapeError(why)
    return True
