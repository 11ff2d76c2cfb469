"""The mapping: constants, nodes and their branches."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.check.attribute import check_alternatives, check_attribute
from workbench.core.check.branch import check_branches
from workbench.core.check.common import not_finite, problem, unknown_dtype, usable
from workbench.core.check.fallback import check_fallback
from workbench.core.check.files import named_file, python_name
from workbench.core.check.node_types import check_node_types
from workbench.core.codegen.node_values import lengths
from workbench.core.declaration import signature
from workbench.core.declaration.branches import Subject, Way, asks_for_none, ways
from workbench.core.declaration.names import RESERVED_DOMAINS, split_qualified
from workbench.core.declaration.op import Arg, Constant, Node, Op
from workbench.core.errors import Problem, UserError, with_article
from workbench.core.op_toml.key_path import is_within
from workbench.core.ort_sides import SIDES
from workbench.core.standard.operators import (
    Newer,
    Operator,
    newer_parts,
    operator,
    standard_operators,
)
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import NUMBERS

__all__ = ["check_mapping"]


def check_mapping(op: Op) -> Iterator[Problem]:
    """The problems of ``[mapping]``."""
    mapping = op.mapping
    scope = {a.name for a in op.args if a.holds_tensors}
    arguments = {a.name for a in op.args}
    for i, constant in enumerate(mapping.constants):
        key = f"mapping.constants[{i}]"
        yield from _constant(op, constant, key)
        if constant.name in scope or (constant.name in arguments and constant.name != constant.arg):
            yield problem(f"{key}.name", f"the name '{constant.name}' is taken already")
        scope.add(constant.name)
    yield from check_fallback(op)
    kind = op.mapping_kind
    if kind.file:
        yield from named_file("mapping.source", mapping.source)
        yield from python_name("mapping.function", mapping.function)
    elif kind.of_kernel:
        return
    elif not mapping.nodes:
        yield problem(
            "mapping.nodes",
            "the mapping has no node",
            'Add [[mapping.nodes]] with e.g. op = "custom::MyOp".',
        )
        return
    yield from check_branches(op)
    wrong_types = list(check_node_types(op))
    wrong_keys = {p.key for p in wrong_types}
    for i, node in enumerate(mapping.nodes):
        key = f"mapping.nodes[{i}]"
        yield from _node(op, node, key, wrong_keys)
        yield from (p for p in wrong_types if is_within(p.key, key))
    if kind.is_generated:
        yield from _paths(op, scope)


def _constant(op: Op, constant: Constant, key: str) -> Iterator[Problem]:
    yield from usable(f"{key}.name", constant.name)
    typed_by = op.arg(constant.dtype)
    if constant.dtype not in DTYPES and (typed_by is None or not typed_by.is_tensor):
        yield unknown_dtype(f"{key}.dtype", constant.dtype)
    if bool(constant.arg) == (constant.value is not UNSET):
        yield problem(key, "a constant needs either 'value' or 'arg'")
    elif constant.arg:
        arg = op.arg(constant.arg)
        if arg is None or not arg.kind.constant:
            yield problem(
                f"{key}.arg", f"'{constant.arg}' is no argument with a number or a list of numbers"
            )
    elif not NUMBERS.fits(constant.value):
        hint = "Write a number or a list of numbers, e.g. 0.5 or [1, 2]."
        yield problem(
            f"{key}.value", f"{constant.value!r} is no number and no list of numbers", hint
        )
    else:
        yield from not_finite(f"{key}.value", constant.value, constant.dtype)


# -- one node ---------------------------------------------------------------------------


def _node(op: Op, node: Node, key: str, mistyped: Collection[str]) -> Iterator[Problem]:
    yield from _node_op(op, node, f"{key}.op")
    named = [name for name in node.outputs if name]
    if not named:
        yield problem(f"{key}.outputs", "the node has no output", 'Write e.g. outputs = ["y"].')
    for name in named:
        yield from usable(f"{key}.outputs", name)
    if len(set(named)) < len(named):
        yield problem(f"{key}.outputs", "two outputs have the same name")
    seen: set[str] = set()
    for j, attribute in enumerate(node.attributes):
        yield from check_attribute(op, attribute, f"{key}.attributes[{j}]")
        if attribute.name in seen:
            yield problem(
                f"{key}.attributes[{j}].name", f"two attributes are named '{attribute.name}'"
            )
        seen.add(attribute.name)
    yield from _lists(op, node, key)
    if node.script:
        yield from named_file(f"{key}.script", node.script)
    definition = None if node.domain else operator(node.op, op.model.opset)
    if definition is not None and not definition.deprecated:
        yield from _standard(op, node, definition, key, mistyped)


def _lists(op: Op, node: Node, key: str) -> Iterator[Problem]:
    """What cannot stand behind a list, whose length a node does not say by itself."""
    told = lengths(op, node).values()
    for j, attribute in enumerate(node.attributes):
        if attribute.name in told:
            yield problem(
                f"{key}.attributes[{j}].name",
                f"'{attribute.name}' is the attribute that tells the length of a list",
                "Call yours otherwise.",
            )
    behind = ""
    for j, name in enumerate(node.inputs):
        arg = op.arg(name)
        constant = next((c for c in op.mapping.constants if c.name == name), None)
        made_from = op.arg(constant.arg) if constant is not None else None
        if behind and (not name or any(a is not None and a.optional for a in (arg, made_from))):
            yield problem(
                f"{key}.inputs[{j}]",
                f"an input that may be left out stands behind the list '{behind}', so nobody could "
                "tell where that ends",
                "Put it before the lists.",
            )
        if arg is not None and arg.is_tensor_list:
            behind = name


_INSTEAD = {
    "GroupNormalization": "Take InstanceNormalization, or opset 21",
    "Scatter": "Take ScatterElements",
    "Upsample": "Take Resize",
}


def _node_op(op: Op, node: Node, key: str) -> Iterator[Problem]:
    if "::" not in node.op:
        versions = standard_operators().get(node.op)
        if versions is None:
            yield problem(
                key,
                f"'{node.op}' would be in the default ONNX domain, which has no such operator",
                f"Give it a domain of your own, e.g. custom::{node.op or 'MyOp'}.",
            )
        elif node.script:
            yield problem(
                key,
                f"'{node.op}' is a standard operator, so a function in '{node.script}' cannot be it",
                f"Give it a domain of your own, e.g. custom::{node.op}.",
            )
        elif newer := next(newer_parts(node.op, op.model.opset), None):
            yield _newer(op, newer, key)
        elif (now := operator(node.op, op.model.opset)) is not None and now.deprecated:
            yield problem(
                key,
                f"'{node.op}' is deprecated in opset {op.model.opset}",
                f"{_INSTEAD.get(node.op, 'Choose another operator')}, or an older opset.",
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


def _newer(op: Op, newer: Newer, key: str) -> Problem:
    hint = f"Set model.opset = {newer.since} or later."
    return problem(key, newer.sentence(op.model.opset), hint)


def _standard(
    op: Op, node: Node, definition: Operator, key: str, mistyped: Collection[str]
) -> Iterator[Problem]:
    """A standard operator: its own definition says what it takes.

    Args:
        op, node, key: the node.
        definition: its operator's.
        mistyped: the inputs whose element types are wrong whatever runs them.
    """
    name = f"{node.op} of opset {op.model.opset}"
    takes = ", ".join(definition.inputs) or "none"
    spread = any((arg := op.arg(i)) is not None and arg.is_tensor_list for i in node.inputs)
    later = {
        n.part: n
        for n in newer_parts(
            node.op,
            op.model.opset,
            len(node.inputs),
            len(node.outputs),
            [a.name for a in node.attributes],
        )
    }
    if newer := later.get("inputs"):
        yield _newer(op, newer, f"{key}.inputs")
    elif len(node.inputs) > len(definition.inputs) and not definition.variadic:
        yield problem(
            f"{key}.inputs", f"{name} takes no {len(node.inputs)} inputs", f"It takes: {takes}."
        )
    elif spread and not definition.variadic:
        yield problem(f"{key}.inputs", f"{name} takes no list of tensors", f"It takes: {takes}.")
    elif lacking := next((a for n in node.inputs if (a := op.arg(n)) and a.may_lack_items), None):
        what = f"{name} needs each tensor of a list, and those of '{lacking.name}' may be None"
        hint = 'Map it to a node of your own, e.g. "custom::MyOp", or declare it as "tensor[]".'
        yield problem(f"{key}.inputs", what, hint)
    elif len(node.inputs) < definition.fewest_inputs and not spread:
        lacks = definition.input(len(node.inputs))
        yield problem(f"{key}.inputs", f"{name} needs its input {lacks}", f"It takes: {takes}.")
    for j, given in enumerate(node.inputs[: len(definition.inputs) or None]):
        if not definition.is_optional(j):
            what = f"{name} needs its input {definition.input(j)}"
            yield from _required(op, node, given, what, f"{key}.inputs[{j}]")
        if op.ort.side.is_compared and f"{key}.inputs[{j}]" not in mistyped:
            yield from _runs(op, node, given, j, definition, f"{key}.inputs[{j}]")
    if newer := later.get("outputs"):
        yield _newer(op, newer, f"{key}.outputs")
    elif len(node.outputs) > len(definition.outputs) and not (
        definition.outputs and definition.outputs[-1].endswith("*")
    ):
        yield problem(f"{key}.outputs", f"{name} gives no {len(node.outputs)} outputs")
    known = {n: t.rstrip("!") for n, t in definition.attributes.items()}
    for j, attribute in enumerate(node.attributes):
        if newer := later.get(f"attributes.{attribute.name}"):
            yield _newer(op, newer, f"{key}.attributes[{j}].name")
        elif attribute.name not in known:
            hint = f"It has: {', '.join(known) or 'none'}."
            yield problem(
                f"{key}.attributes[{j}].name", f"{name} has no attribute '{attribute.name}'", hint
            )
        elif known[attribute.name] != attribute.type:
            right = known[attribute.name]
            yield problem(
                f"{key}.attributes[{j}].type",
                f"the attribute '{attribute.name}' of {name} is of type {right}, not {attribute.type}",
                f'Set type = "{right}".',
            )
    given_names = {a.name for a in node.attributes}
    for attribute_name, kind in definition.attributes.items():
        if kind.endswith("!") and attribute_name not in given_names:
            yield problem(f"{key}.attributes", f"{name} needs its attribute '{attribute_name}'")
    yield from check_alternatives(op, node, name, key)


def _required(op: Op, node: Node, given: str, what: str, key: str) -> Iterator[Problem]:
    """An input that must be there."""
    constant = next((c for c in op.mapping.constants if c.name == given), None)
    arg = op.arg(constant.arg if constant is not None else given)
    if not given:
        yield problem(key, what)
    elif arg is not None and arg.optional and not _excluded(op, node, arg):
        yield problem(
            key,
            f"{what}, and '{arg.name}' may be None",
            f'Give the node when = "{arg.name} is not None", and another node for None.',
        )


def _excluded(op: Op, node: Node, arg: Arg) -> bool:
    """Whether the node is in no graph in which the argument is None."""
    if not node.when:
        return False
    try:
        condition = shape_rule.parse_condition(node.when, op.rule_scope)
    except UserError:
        return True  # reported elsewhere
    asked = Subject("absent", arg.name)
    found = ways(op, [condition])
    return found is not None and not any(
        way.answers.get(asked, True) and way.holds(condition) for way in found
    )


def _runs(
    op: Op, node: Node, given: str, index: int, definition: Operator, key: str
) -> Iterator[Problem]:
    """Whether ONNX Runtime has a kernel for the element types."""
    arg = op.arg(given)
    if arg is None or not arg.is_tensor:
        return
    lacking = [d for d in signature.arg_dtypes(op, arg) if not definition.runs(index, d)]
    if lacking:
        yield problem(
            key,
            f"ONNX Runtime's CPU kernel of {node.op} takes no {', '.join(lacking)}, "
            f"which '{arg.name}' may be",
            "Cast it first, take the type out of the declaration, or set ort.implementation = "
            f'"{next(side.name for side in SIDES.values() if not side.is_compared)}".',
        )


# -- all nodes together: every path through the branches --------------------------------


def _paths(op: Op, scope: set[str]) -> Iterator[Problem]:
    conditions: list[shape_rule.Cond | None] = []
    for i, node in enumerate(op.mapping.nodes):
        key = f"mapping.nodes[{i}].when"
        try:
            parsed = shape_rule.parse_condition(node.when, op.rule_scope) if node.when else None
        except UserError as error:
            yield Problem("declaration", error.problem.message, error.problem.hint, key=key)
            return
        if parsed is not None and (shape_rule.is_open(parsed)):
            yield problem(key, "what only the kernel or the data tell cannot choose the nodes")
            return
        conditions.append(parsed)
    there = [c for c in conditions if c is not None]
    for name in asks_for_none(there):
        arg = op.arg(name)
        if arg is not None and not arg.optional:
            yield problem("mapping.nodes", f"a branch asks for '{name}', which is never None")
            return
    found = ways(op, there)
    if found is None:
        yield problem(
            "mapping.nodes",
            "the branches depend on more than can be tried",
            "Write the mapping in Python: mapping.source.",
        )
        return
    problems: dict[Problem, None] = {}
    for way in found:
        taken = [c is None or way.holds(c) for c in conditions]
        problems |= dict.fromkeys(_path(op, scope, taken, way))
    yield from problems


def _path(op: Op, scope: set[str], there: list[bool], way: Way) -> Iterator[Problem]:
    """One way through the branches, as every graph takes one."""
    arguments = {a.name for a in op.args}
    taken = arguments - {o.name for o in op.outputs}
    produced: set[str] = set()
    inner: dict[bool, set[str]] = {}
    on_path = f" where {way.text}" if way.text else ""
    for i, node in enumerate(op.mapping.nodes):
        if not there[i]:
            continue
        if not node.branch and inner:  # only what both branches give is known behind them
            produced |= set.intersection(*inner.values()) if len(inner) == 2 else set()
            inner = {}
        known = scope | produced | (inner.setdefault(node.is_else, set()) if node.branch else set())
        for j, name in enumerate(node.inputs):
            if name and name not in known:
                yield _unknown_input(op, name, f"mapping.nodes[{i}].inputs[{j}]", known)
        for name in filter(None, node.outputs):
            if name in known | taken:
                yield problem(
                    f"mapping.nodes[{i}].outputs", f"the name '{name}' is taken already{on_path}"
                )
            (inner[node.is_else] if node.branch else produced).add(name)
    produced |= set.intersection(*inner.values()) if len(inner) == 2 else set()
    for output in op.outputs:
        # That each of many texts or ranks has its nodes is more than an op need say.
        if output.name not in produced and way.named:
            yield problem(
                "mapping.nodes",
                f"no node produces the op's output '{output.name}'{on_path}",
                f'Name it in the outputs of the node that does: outputs = ["{output.name}"].',
            )


def _unknown_input(op: Op, name: str, key: str, scope: set[str]) -> Problem:
    arg = op.arg(name)
    if arg is None:
        known = ", ".join(sorted(scope))
        return problem(key, f"'{name}' is not known here", f"Known: {known}.")
    return problem(
        key,
        f"'{name}' is {with_article(arg.type)}, and a node takes tensors as inputs",
        f'Make it an attribute, or a constant: [[mapping.constants]] with arg = "{name}".',
    )
