"""Reads the values of an op's arguments off a test case of one of its mapping's nodes.

Inputs go by position; attributes by name, to the argument that the node's attribute has its
value from. Whatever the node cannot express is a reason to skip the case.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import onnx
from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.declaration.names import item_name
from workbench.core.declaration.op import Arg, Attribute, Mapping, Node, Op
from workbench.core.pipeline.standard_cases import mappings_of, whole_nodes
from workbench.core.shape_rule import solved
from workbench.core.types.dtypes import by_onnx
from workbench.engine.onnx.onnx_node_cases import NodeCase
from workbench.engine.values.examples import node_values

__all__ = [
    "Convert",
    "SkippedError",
    "Values",
    "by_mapping",
    "complete",
    "expected_outputs",
    "literal",
]

Values = dict[str, Any]
"""Argument name → an array, a literal, None, or a tuple of arrays."""

Convert = Callable[[NodeCase], tuple[Values, dict[str, np.ndarray]]]
"""From a case to the op's arguments and expected outputs; raises ``SkippedError``."""


class SkippedError(Exception):
    """The op cannot express a case; the message says why."""


# -- the mapping ------------------------------------------------------------------------


def by_mapping(op: Op, operator: str) -> Convert | None:
    """How to read a case of the operator; None where no node is the operator alone."""
    for mapping in mappings_of(op):
        if named := whole_nodes(op, mapping, operator):
            return lambda raw: _first_that_fits(op, mapping, named, raw)
    return None


def _first_that_fits(
    op: Op, mapping: Mapping, named: Sequence[Node], raw: NodeCase
) -> tuple[Values, dict[str, np.ndarray]]:
    given = sum(v is not None for v in raw.inputs)
    reasons = []
    # Of a mapping's branches, the one that takes just what the case gives comes first.
    for node in sorted(named, key=lambda n: abs(len(n.inputs) - given)):
        try:
            return _Fit(op, mapping, node, raw).values(), expected_outputs(node.outputs, raw, op)
        except SkippedError as error:
            reasons.append(str(error))
    raise SkippedError("; ".join(dict.fromkeys(reasons)))


class _Fit:
    """Reads the values of an op's arguments off a case of one of its nodes."""

    def __init__(self, op: Op, mapping: Mapping, node: Node, raw: NodeCase) -> None:
        self._op = op
        self._scope = op.rule_scope
        self._constants = {c.name: c for c in mapping.constants}
        self._node = node
        self._raw = raw
        self._given: Values = {}
        self._checks: list[tuple[str, shape_rule.Expr, Any]] = []

    def values(self) -> Values:
        self._check_definition()
        self._inputs()
        for attribute in self._node.attributes:
            self._attribute(attribute)
        carried = {a.name for a in self._node.attributes}
        for name, value in self._raw.attributes.items():
            if name not in carried and not _same(value, self._raw.defaults.get(name)):
                raise SkippedError(f"no attribute of the node carries {name} = {_shown(value)}")
        values = complete(self._op, self._branch())
        known = node_values(self._op, values)
        for name, rule, wanted in self._checks:
            try:
                same = _same(shape_rule.evaluate_value(rule, known), wanted)
            except shape_rule.ShapeError:
                same = False
            if not same:
                raise SkippedError(f"the node's {name} cannot be {wanted} here")
        return values

    def _check_definition(self) -> None:
        """A case of an earlier definition may mean what the node, which is of a later one, cannot say."""
        earlier = self._raw.earlier
        if earlier is None:
            return
        carried = [a.name for a in self._node.attributes]
        later = [name for name in carried if name not in self._raw.known]
        if not (later := [*later, *self._node.inputs[earlier.most_inputs :]]):
            return
        of = f"it is of opset {earlier.opset}"
        for name, value in earlier.gone.items():
            if name not in carried:
                given = f"{name} = {_shown(value)}"
                raise SkippedError(
                    f"{of}, where {given} is an attribute; the node carries none such"
                )
        if earlier.refused:
            lacks = f"{of}, which has no {', '.join(later)}"
            raise SkippedError(f"{lacks}; without it, ONNX says: {earlier.refused}")

    def _give(self, name: str, value: Any, source: str) -> None:
        if name in self._given and not _same(self._given[name], value):
            before = _shown(self._given[name])
            raise SkippedError(f"{source} needs {name} = {_shown(value)}, another needs {before}")
        self._given[name] = value

    def _inputs(self) -> None:
        given, names = list(self._raw.inputs), list(self._node.inputs)
        last = self._op.arg(names[-1]) if names else None
        if last is not None and last.is_tensor_list:
            self._given[last.name] = tuple(given[len(names) - 1 :])
            given, names = given[: len(names) - 1], names[:-1]
        if any(v is not None for v in given[len(names) :]):
            raise SkippedError(f"the case has {len(given)} inputs, the node takes {len(names)}")
        for name, value in zip(names, given + [None] * len(names), strict=False):
            arg = self._op.arg(name)
            if name in self._constants:
                self._constant(name, value)
            elif arg is not None and value is not None:
                self._give(name, value, f"the input '{name}'")
            elif arg is not None and not arg.optional:
                raise SkippedError(f"the case leaves out the input '{name}'")
            elif arg is None and value is not None:
                raise SkippedError("the case gives an input that the node leaves out")

    def _constant(self, name: str, value: Any) -> None:
        constant = self._constants[name]
        arg = self._op.arg(constant.arg)
        if arg is not None and value is not None:
            self._give(arg.name, literal(arg, value, f"the input '{name}'"), f"'{name}'")
        elif arg is None:
            fixed = np.array(() if constant.value is UNSET else constant.value)
            left_out = value is None and fixed.size == 0
            if not left_out and (value is None or not np.array_equal(value, fixed)):
                raise SkippedError(f"the node's '{name}' is always {_shown(constant.value)}")

    def _attribute(self, attribute: Attribute) -> None:
        name = attribute.name
        default = self._raw.defaults.get(name)
        value = self._raw.attributes.get(name, default)
        exporter = self._op.model.exported_by
        lost = () if self._node.domain else exporter.loses.get(self._node.op, ())
        if name in lost and not _same(value, default):
            title = exporter.words.title
            raise SkippedError(f"the {title} exporter of torch loses the {name} of {self._node.op}")
        if attribute.value is not UNSET:
            if not _same(value, attribute.value) and name in self._raw.known:
                shown = "not set" if value is None else _shown(value)
                raise SkippedError(
                    f"the node's {name} is always {_shown(attribute.value)}, the case's is {shown}"
                )
        elif value is None:
            return
        elif attribute.rule:
            self._rule(attribute, list(value) if attribute.kind.literal.is_list else value)
        elif (arg := self._op.arg(attribute.arg)) is not None:
            given = np.array(value) if arg.is_tensor else literal(arg, value, name)
            self._give(arg.name, given, name)

    def _rule(self, attribute: Attribute, value: Any) -> None:
        """Solves ``[stride_h, stride_w]`` for its arguments; other rules are checked later."""
        rule = shape_rule.parse_value(attribute.rule, self._scope, attribute.kind.rule)
        for name, given in solved(rule, value):
            self._give(name, given, f"{attribute.name} = {_shown(value)}")
        self._checks.append((attribute.name, rule, value))

    def _branch(self) -> Values:
        """The values with those of the bool arguments that choose the node's branch."""
        if not self._node.when:
            return self._given
        condition = shape_rule.parse_condition(self._node.when, self._scope)
        free = [
            a.name
            for a in self._op.args
            if a.is_flag and a.name not in self._given and a.name in self._node.when
        ]
        for chosen in itertools.product((False, True), repeat=len(free)):
            values = self._given | dict(zip(free, chosen, strict=True))
            with contextlib.suppress(shape_rule.ShapeError):
                if shape_rule.holds(condition, node_values(self._op, values)):
                    return values
        raise SkippedError(f"it needs the branch where {self._node.when}")


# -- values -----------------------------------------------------------------------------


def complete(op: Op, given: Values) -> Values:
    """All arguments in order; what a case does not say is the default, or None."""
    values: Values = {}
    for arg in op.args:
        if arg.name in given:
            values[arg.name] = given[arg.name]
        elif arg.default is not UNSET:
            values[arg.name] = arg.default
        elif arg.optional:
            values[arg.name] = None
        else:
            raise SkippedError(f"nothing gives '{arg.name}' a value")
        if values[arg.name] is None and not arg.optional:
            raise SkippedError(f"'{arg.name}' cannot be left out")
    return values


def expected_outputs(
    names: Sequence[str], raw: NodeCase, op: Op | None = None
) -> dict[str, np.ndarray]:
    """The case's outputs by the names of the node's; only those of the op, where it is given."""
    wanted = {o.name for o in op.outputs} if op is not None else set(names)
    lists = {o.name for o in op.outputs if o.is_list} if op is not None else set()
    found: dict[str, np.ndarray] = {}
    for i, (name, array) in enumerate(zip(names, raw.outputs, strict=False)):
        if name in lists:  # the rest is of the list
            found |= {item_name(name, j): a for j, a in enumerate(raw.outputs[i:]) if a is not None}
            break
        if array is not None and name in wanted:
            found[name] = array
    if not found:
        raise SkippedError("the case has none of the op's outputs")
    return found


def literal(arg: Arg, value: Any, what: str) -> Any:
    """A number, a text or a list for an argument that is no tensor."""
    plain = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    if arg.is_dtype and isinstance(plain, int):
        known = by_onnx(plain)
        if known is None:
            dtype = onnx.helper.tensor_dtype_to_np_dtype(plain)
            raise SkippedError(f"{what} is {dtype}, which no op gives")
        return known.name
    kind = arg.kind.literal
    if kind.is_list:
        items = tuple(plain) if isinstance(plain, list | tuple) else (plain,)
    else:
        while isinstance(plain, list | tuple) and len(plain) == 1:
            plain = plain[0]
        items = (plain,)
    if arg.holds_tensors or not all(isinstance(v, kind.item.given_as) for v in items):
        raise SkippedError(f"{what} is {_shown(value)}, which is no {arg.type}")
    made = tuple(kind.item.python(v) for v in items)
    return made if kind.is_list else made[0]


def _same(a: Any, b: Any) -> bool:
    """Whether two attributes are equal, floats as ONNX stores them."""
    if a is None or b is None or isinstance(a, str) or isinstance(b, str):
        return type(a) is type(b) and bool(a == b)
    left, right = np.asarray(a), np.asarray(b)
    if left.dtype.kind == "f" or right.dtype.kind == "f":
        left, right = left.astype(np.float32), right.astype(np.float32)
    return np.array_equal(left, right)


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"a tensor of {value.dtype}{list(value.shape)}"
    return f"{value!r:.60}"
