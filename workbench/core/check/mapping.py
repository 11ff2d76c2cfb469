"""The mapping: constants, nodes, their inputs and attributes."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator

from msgspec import UNSET

from workbench.core.check.common import fits, problem, unknown_dtype
from workbench.core.dtypes import DTYPES
from workbench.core.errors import Problem
from workbench.core.names import RESERVED_DOMAINS, name_problem, split_qualified
from workbench.core.op import Attribute, Constant, Node, Op
from workbench.paths import resources

__all__ = ["check_mapping", "standard_operators"]

_ATTRIBUTE_OF = {
    "int": ("int",),
    "bool": ("int",),
    "float": ("float",),
    "str": ("string",),
    "int[]": ("ints",),
    "bool[]": ("ints",),
    "float[]": ("floats",),
    "str[]": ("strings",),
}


@functools.cache
def standard_operators() -> dict[str, list[int]]:
    """The standard ONNX operators: name → opsets in which the definition changed."""
    text = (resources() / "onnx_ops.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def check_mapping(op: Op) -> Iterator[Problem]:
    """The problems of ``[mapping]``."""
    scope = {a.name for a in op.tensors}
    arguments = {a.name for a in op.args}
    for i, constant in enumerate(op.mapping.constants):
        key = f"mapping.constants[{i}]"
        yield from _constant(op, constant, key)
        if constant.name in scope or (constant.name in arguments and constant.name != constant.arg):
            yield problem(f"{key}.name", f"the name '{constant.name}' is taken already")
        scope.add(constant.name)
    if not op.mapping.nodes:
        yield problem(
            "mapping.nodes",
            "the mapping has no node",
            'Add [[mapping.nodes]] with e.g. op = "custom::MyOp".',
        )
        return
    produced: set[str] = set()
    for i, node in enumerate(op.mapping.nodes):
        yield from _node(op, node, f"mapping.nodes[{i}]", scope | produced)
        for name in node.outputs:
            taken = arguments - {o.name for o in op.outputs}
            if name in scope | produced | taken:
                yield problem(f"mapping.nodes[{i}].outputs", f"the name '{name}' is taken already")
            produced.add(name)
    for output in op.outputs:
        if output.name not in produced:
            yield problem(
                "mapping.nodes",
                f"no node produces the op's output '{output.name}'",
                f'Name it in the outputs of the node that does: outputs = ["{output.name}"].',
            )


def _constant(op: Op, constant: Constant, key: str) -> Iterator[Problem]:
    if wrong := name_problem(constant.name):
        yield problem(f"{key}.name", wrong)
    typed_by = op.arg(constant.dtype)
    if constant.dtype not in DTYPES and (typed_by is None or typed_by.type != "tensor"):
        yield unknown_dtype(f"{key}.dtype", constant.dtype)
    if bool(constant.arg) == (constant.value is not UNSET):
        yield problem(key, "a constant needs either 'value' or 'arg'")
    elif constant.arg:
        arg = op.arg(constant.arg)
        if arg is None or arg.type in ("tensor", "str", "str[]"):
            yield problem(
                f"{key}.arg", f"'{constant.arg}' is no argument with a number or a list of numbers"
            )
    elif not (
        fits(constant.value, "float[]")
        or fits(constant.value, "float")
        or fits(constant.value, "bool")
    ):
        yield problem(f"{key}.value", f"{constant.value!r} is no number and no list of numbers")


def _node(op: Op, node: Node, key: str, scope: set[str]) -> Iterator[Problem]:
    yield from _node_op(op, node, f"{key}.op")
    for j, name in enumerate(node.inputs):
        if name and name not in scope:
            arg = op.arg(name)
            if arg is not None:
                yield problem(
                    f"{key}.inputs[{j}]",
                    f"'{name}' is a {arg.type}, and a node takes tensors as inputs",
                    "Make it an attribute, or a constant: [[mapping.constants]] with arg = "
                    f'"{name}".',
                )
            else:
                known = ", ".join(sorted(scope))
                yield problem(
                    f"{key}.inputs[{j}]", f"'{name}' is not known here", f"Known: {known}."
                )
    if not node.outputs:
        yield problem(f"{key}.outputs", "the node has no output", 'Write e.g. outputs = ["y"].')
    for name in node.outputs:
        if wrong := name_problem(name):
            yield problem(f"{key}.outputs", wrong)
    if len(set(node.outputs)) < len(node.outputs):
        yield problem(f"{key}.outputs", "two outputs have the same name")
    seen: set[str] = set()
    for j, attribute in enumerate(node.attributes):
        yield from _attribute(op, attribute, f"{key}.attributes[{j}]")
        if attribute.name in seen:
            yield problem(
                f"{key}.attributes[{j}].name", f"two attributes are named '{attribute.name}'"
            )
        seen.add(attribute.name)


def _node_op(op: Op, node: Node, key: str) -> Iterator[Problem]:
    if "::" not in node.op:
        versions = standard_operators().get(node.op)
        if versions is None:
            yield problem(
                key,
                f"'{node.op}' would be in the default ONNX domain, which has no such operator",
                f"Give it a domain of your own, e.g. custom::{node.op or 'MyOp'}.",
            )
        elif versions[0] > op.model.opset:
            yield problem(
                key,
                f"'{node.op}' exists since opset {versions[0]}, the model has opset {op.model.opset}",
                f"Set model.opset = {versions[0]} or later.",
            )
        return
    qualified = split_qualified(node.op)
    if qualified is None:
        yield problem(
            key,
            f"'{node.op}' is no Domain::Op",
            "Write e.g. custom::MyAdd, or a standard operator.",
        )
    elif qualified[0] in RESERVED_DOMAINS:
        yield problem(
            key,
            f"'{qualified[0]}' is {RESERVED_DOMAINS[qualified[0]]}, where no custom op can be added",
            f"Choose a domain of your own, e.g. custom::{qualified[1]}.",
        )


def _attribute(op: Op, attribute: Attribute, key: str) -> Iterator[Problem]:
    if not re.fullmatch(r"[A-Za-z]\w*", attribute.name):
        yield problem(f"{key}.name", f"'{attribute.name}' is no attribute name")
    if bool(attribute.arg) == (attribute.value is not UNSET):
        yield problem(key, f"attribute '{attribute.name}' needs either 'arg' or 'value'")
    elif attribute.arg:
        arg = op.arg(attribute.arg)
        if arg is None:
            known = ", ".join(a.name for a in op.args if a.type != "tensor") or "none"
            yield problem(
                f"{key}.arg",
                f"'{attribute.arg}' is no argument of the op",
                f"Arguments for attributes: {known}.",
            )
        elif arg.type == "tensor":
            yield problem(
                f"{key}.arg", f"'{arg.name}' is a tensor", "Pass it as an input of the node."
            )
        elif attribute.type not in _ATTRIBUTE_OF[arg.type]:
            right = _ATTRIBUTE_OF[arg.type][0]
            yield problem(
                f"{key}.type",
                f"argument '{arg.name}' is a {arg.type}, the attribute is declared {attribute.type}",
                f'Set type = "{right}".',
            )
    elif not fits(attribute.value, attribute.type):
        yield problem(f"{key}.value", f"{attribute.value!r} is no value of type {attribute.type}")
