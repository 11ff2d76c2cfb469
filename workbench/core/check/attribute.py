"""The attributes of a mapping's nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.check.common import no_value, not_finite, problem, unknown_dtype
from workbench.core.declaration.op import Arg, Attribute, Node, Op
from workbench.core.errors import Problem, UserError, with_article
from workbench.core.exporters import EXPORTERS
from workbench.core.shape_rule import nodes
from workbench.core.standard.operators import needed_one_of, operator, too_many_of
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import beyond_32_bits

__all__ = ["check_alternatives", "check_attribute"]


def check_attribute(op: Op, attribute: Attribute, key: str) -> Iterator[Problem]:
    """The problems of one attribute."""
    name = attribute.name
    if not re.fullmatch(r"[A-Za-z]\w*", name):
        yield problem(f"{key}.name", f"'{name}' is no attribute name")
    given = [bool(attribute.arg), attribute.value is not UNSET, bool(attribute.rule)]
    if sum(given) != 1:
        hint = "" if any(given) else "A value is a literal; arg names an argument of the op."
        yield problem(key, f"attribute '{name}' needs either 'arg' or 'value', or 'rule'", hint)
    elif attribute.arg:
        yield from _from_arg(op, attribute, key)
    elif attribute.rule:
        yield from _from_rule(op, attribute, key)
    elif not attribute.kind.literal.fits(attribute.value):
        kind = attribute.kind
        yield no_value(f"{key}.value", attribute.value, kind.literal, f"type {attribute.type}")
    elif attribute.kind.has_32_bits and (far := beyond_32_bits(attribute.value)) is not None:
        what = f"{far:.4g} is infinite in the 32 bits of a float attribute"
        yield problem(f"{key}.value", what, "Write a smaller number, or inf.")
    elif attribute.is_tensor:
        yield from not_finite(f"{key}.value", attribute.value, attribute.dtype)
    if attribute.is_tensor and attribute.dtype not in DTYPES:
        yield unknown_dtype(f"{key}.dtype", attribute.dtype)


def check_alternatives(op: Op, node: Node, name: str, key: str) -> Iterator[Problem]:
    """Of inputs and attributes of which a node needs exactly one it has none, or several.

    Args:
        op: the declaration.
        node: a node of a standard operator.
        name: the operator, for words.
        key: the node's key path.
    """

    def is_sure(argument: str) -> bool:
        arg = op.arg(argument)
        return arg is None or not arg.optional

    asked, given = (node.op, op.model.opset), [a.name for a in node.attributes]
    if lacks_all := needed_one_of(*asked, node.inputs, given):
        definition = operator(*asked)
        known = definition.attributes if definition is not None else {}
        part = "attributes" if known.keys() & set(lacks_all) else "inputs"
        yield problem(f"{key}.{part}", f"{name} needs one of {', '.join(lacks_all)}")
    # Of inputs that may be None another one may be there in each call.
    inputs = [i if is_sure(i) else "" for i in node.inputs]
    sure = [a.name for a in node.attributes if is_sure(a.arg)]
    if several := too_many_of(*asked, inputs, sure) or too_many_of(*asked, (), given):
        what = f"{name} takes one of {', '.join(several)}, and not several"
        yield problem(f"{key}.attributes", what, "Leave one of them.")


def _from_arg(op: Op, attribute: Attribute, key: str) -> Iterator[Problem]:
    arg = op.arg(attribute.arg)
    if arg is None:
        known = ", ".join(a.name for a in op.args if not a.is_tensor) or "none"
        yield problem(
            f"{key}.arg",
            f"'{attribute.arg}' is no argument of the op",
            f"Arguments for attributes: {known}.",
        )
    elif arg.is_tensor_list or (arg.is_tensor and not attribute.is_tensor):
        hint = "Pass it as an input of the node."
        yield problem(f"{key}.arg", f"'{arg.name}' is {with_article(arg.kind.words)}", hint)
    elif arg.is_tensor:
        yield from _constant_tensor(op, arg, key)
    elif attribute.type not in arg.kind.attributes:
        yield problem(
            f"{key}.type",
            f"argument '{arg.name}' is {with_article(arg.type)}, the attribute is declared {attribute.type}",
            f'Set type = "{arg.kind.attribute}".',
        )


def _constant_tensor(op: Op, arg: Arg, key: str) -> Iterator[Problem]:
    """A tensor argument as an attribute: it must be a constant of the model."""
    exporter = op.model.exported_by
    if not exporter.constant_tensors:
        other = next(e.name for e in EXPORTERS.values() if e.constant_tensors)
        yield problem(
            f"{key}.arg",
            f"the {exporter.name} exporter hands constant tensors on as inputs, so '{arg.name}' "
            "cannot become an attribute",
            f"Pass it as an input of the node, or set the exporter to {other}.",
        )
    elif arg.optional:
        yield problem(f"{key}.arg", f"'{arg.name}' may be None", "Pass it as an input of the node.")


def _from_rule(op: Op, attribute: Attribute, key: str) -> Iterator[Problem]:
    if not attribute.kind.rule:
        right = ", ".join(f'"{t.name}"' for t in ATTRIBUTE_TYPES.values() if t.rule)
        what = f"a rule gives {', '.join(shape_rule.VALUE_KINDS.values())}, and no {attribute.type}"
        yield problem(f"{key}.type", what, f"Set one of {right}.")
        return
    try:
        rule = shape_rule.parse_value(attribute.rule, op.rule_scope, attribute.kind.rule)
    except UserError as error:
        yield Problem("shape-rule", error.problem.message, error.problem.hint, key=f"{key}.rule")
        return
    if shape_rule.is_open(rule):
        yield problem(f"{key}.rule", "an attribute's value is known when the model is exported")
    yield from _lacking(op, rule, f"{key}.rule")


def _lacking(op: Op, rule: shape_rule.Expr, key: str) -> Iterator[Problem]:
    """The choices of an argument that a table does not have."""
    if not isinstance(rule, nodes.Lookup) or not isinstance(rule.key, nodes.TextArg | nodes.IntArg):
        return
    arg = op.arg(rule.key.name)
    keys = {getattr(k, "value", None) for k in rule.keys}
    lacking = [c for c in (arg.choices if arg is not None else ()) if c not in keys]
    if arg is not None and lacking:
        listed = ", ".join(map(repr, lacking))
        yield problem(
            key,
            f"the table lacks {listed}, which '{arg.name}' may be",
            "Say what they give, or take them out of the choices.",
        )
