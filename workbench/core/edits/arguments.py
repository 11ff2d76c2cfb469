"""Edits of arguments, outputs and type variables.

The user says a thing once: a renamed argument is renamed wherever it is used, and a new
one gets an example and its place in the op's only custom node, in every variant.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from workbench.core.declaration import signature
from workbench.core.declaration.gradients import grad_name
from workbench.core.declaration.names import name_problem
from workbench.core.declaration.op import Arg, Example, Mapping, Node, Op, Output, Scalar, Value
from workbench.core.edits.common import (
    default_attribute,
    every_example,
    every_mapping,
    fresh_name,
    in_cost,
    in_formulas,
    in_rule,
    in_rules,
    map_only_custom_node,
    refer_to,
    with_inputs,
)
from workbench.core.edits.examples import new_example
from workbench.core.examples.made_up import suited
from workbench.core.op_toml.key_path import replace_at
from workbench.core.types.arg_types import ARG_TYPES
from workbench.core.types.dtypes import DTYPES

__all__ = [
    "add_arg",
    "add_output",
    "refer_to_output",
    "remove_arg",
    "remove_output",
    "rename_arg",
    "rename_output",
    "rename_type",
    "set_arg_dtype",
    "set_arg_type",
]


def add_arg(op: Op) -> Op:
    """A new tensor argument, with an example, carried by the op's only custom node."""
    taken = {a.name for a in op.args} | {o.name for o in op.outputs}
    name = fresh_name("x", taken)
    dtype = op.tensors[0].dtype if op.tensors else "float32"
    arg = Arg(name=name, dtype=dtype)
    # Torch wants arguments without a default before those with one.
    position = next((i for i, a in enumerate(op.args) if a.default is not UNSET), len(op.args))
    op = replace(op, args=(*op.args[:position], arg, *op.args[position:]))
    if not op.model.source:
        inputs = (*op.model.inputs, new_example(op, arg))
        op = replace(op, model=replace(op.model, inputs=inputs))
    return map_only_custom_node(op, lambda n: replace(n, inputs=with_inputs(op, (*n.inputs, name))))


def remove_arg(op: Op, index: int) -> Op:
    """The op without an argument, its examples, and the places that carried it."""
    name = op.args[index].name
    op = replace(op, args=op.args[:index] + op.args[index + 1 :])
    if op.arg(name) is not None:
        return op  # a duplicate was removed, the name is still in use

    def without(mapping: Mapping) -> Mapping:
        gone = {name} | {c.name for c in mapping.constants if c.arg == name}
        nodes = tuple(
            replace(
                n,
                inputs=tuple(i for i in n.inputs if i not in gone),
                attributes=tuple(a for a in n.attributes if a.arg != name),
                branch="" if n.chooser == name else n.branch,
            )
            for n in mapping.nodes
        )
        constants = tuple(c for c in mapping.constants if c.arg != name)
        return replace(mapping, constants=constants, nodes=nodes)

    op = every_example(op, lambda rows, _: (_apart(e, name) for e in rows if e.base != name))
    formulas = {n: f for n, f in op.backward.formulas.items() if n != name}
    op = replace(op, backward=replace(op.backward, formulas=formulas))
    return every_mapping(op, without)


def _apart(example: Example, name: str) -> Example:
    """The example as one of its own, where it was that of an argument which is gone."""
    return replace(example, same_as="") if example.same_as == name else example


def rename_arg(op: Op, index: int, name: str) -> Op:
    """Rename an argument everywhere; an unusable name changes the argument alone."""
    old = op.args[index].name
    renamed = replace_at(op, f"args[{index}].name", name)
    return refer_to(renamed, old, name) if _can_rename(op, old, name) else renamed


def _can_rename(op: Op, old: str, name: str) -> bool:
    names = [a.name for a in op.args] + [o.name for o in op.outputs]
    return bool(old) and not name_problem(name) and name not in names and names.count(old) == 1


def set_arg_dtype(op: Op, index: int, dtype: str | tuple[str, ...]) -> Op:
    """Change a tensor's element type; generated example values become such as it can hold.

    Normally distributed numbers are of little use as whole numbers or truth values, which mostly
    are indices, counts and masks. Of an argument that is an element type the example stays one that it
    may be.
    """
    arg = replace(op.args[index], dtype=dtype)
    op = replace_at(op, f"args[{index}]", arg)
    if arg.is_dtype:
        return _with_type_inside(op, arg)
    kinds = {DTYPES[d].kind for d in signature.arg_dtypes(op, arg)[:1] if d in DTYPES}
    if not kinds or not arg.holds_tensors:
        return op
    kind = kinds.pop()

    def fitting(example: Example) -> Example:
        if example.base != arg.name or example.dtype:
            return example
        plain = replace(example, generator="normal", low=0.0, high=1.0)
        bare = replace(plain, value=UNSET)
        made = [bare, *_whole(bare), *(suited(bare, arg.name, other) for other in ("int", "bool"))]
        if example in made and not example.file:
            return suited(bare, arg.name, kind)
        # Else it is as the user wants it.
        return plain if example in _whole(plain) else example

    return every_example(op, lambda rows, _: map(fitting, rows))


def _with_type_inside(op: Op, arg: Arg) -> Op:
    """The op whose examples of an element type are such as the argument may be: else the first."""
    known = signature.arg_dtypes(op, arg)
    if not known or any(d not in DTYPES for d in known):
        return op  # it is being typed

    def inside(example: Example) -> Example:
        mine = example.arg == arg.name and example.value is not UNSET and example.value not in known
        return replace(example, value=known[0]) if mine else example

    return every_example(op, lambda rows, _: map(inside, rows))


def _whole(plain: Example) -> list[Example]:
    return [replace(plain, generator="integers", high=high) for high in (10.0, 2.0)]


def set_arg_type(op: Op, index: int, name: str) -> Op:
    """Change an argument's type: values become what they mean in it, and what cannot be goes."""
    before, kind = op.args[index], ARG_TYPES[name]
    arg = replace(before, type=name)
    if kind.holds_tensors:
        arg = replace(arg, default=UNSET, optional=arg.optional and kind.may_be_none)
    elif before.default is not UNSET:
        arg = replace(arg, default=_meant(arg, before.default))
    if not kind.has_elements or (arg.dtype == "any" and not kind.portable_any):
        arg = replace(arg, dtype="float32")
    arg = replace(
        arg,
        range=_values_as(arg, before.range) if arg.is_numeric else (),
        choices=_values_as(arg, before.choices) if arg.is_chosen else (),
    )
    op = replace_at(op, f"args[{index}]", arg)
    op = every_example(op, lambda rows, main: _examples_of_type(op, rows, before, arg, main))
    if not (before.holds_tensors or kind.holds_tensors):
        return every_mapping(op, lambda m: _attributes_of_type(m, arg))
    if before.holds_tensors and kind.holds_tensors:
        return map_only_custom_node(op, lambda n: replace(n, inputs=with_inputs(op, n.inputs)))
    return map_only_custom_node(op, lambda n: _carrying(op, n, arg))


def _meant(arg: Arg, value: Value | UnsetType) -> Value:
    literal = arg.kind.literal
    return next(literal.meant_by(value), literal.fresh)


def _values_as(arg: Arg, values: tuple[Scalar, ...]) -> tuple[Any, ...]:
    """The same values as its items may have; none where one of them cannot be such."""
    meant = tuple(m for v in values for m in arg.kind.literal.item.meant_by(v))
    return meant if len(meant) == len(values) else ()


def _examples_of_type(
    op: Op, rows: tuple[Example, ...], before: Arg, arg: Arg, main: bool
) -> tuple[Example, ...]:
    """The examples with those of an argument as its new type has them."""
    name = arg.name
    mine = [e for e in rows if e.base == name]
    if not mine or before.type == arg.type:
        return rows
    if mine[0].none and arg.optional:
        return rows
    if before.is_tensor_list and arg.is_tensor_list:
        new = mine if arg.may_lack_items else [_there(op, arg, e) for e in mine]
    elif before.holds_tensors and arg.holds_tensors:
        first = next((e for e in mine if not e.none), _there(op, arg, mine[0]))
        new_name = name if arg.is_tensor else f"{name}[0]"
        new = [replace(first, arg=new_name)]
        if arg.is_tensor_list and main:
            new.append(replace(first, arg=f"{name}[1]", seed=new_example(op, arg).seed))
    elif before.holds_tensors or arg.holds_tensors:
        new = [new_example(op, arg)]
    else:
        new = [e if e.value is UNSET else replace(e, value=_meant(arg, e.value)) for e in mine]
    at = rows.index(mine[0])
    rest = [e for e in rows[at:] if e not in mine]
    return (*rows[:at], *new, *rest)


def _there(op: Op, arg: Arg, example: Example) -> Example:
    """The example with a tensor where it has None."""
    if not example.none:
        return example
    known = example.shape is not UNSET or example.value is not UNSET or bool(example.file)
    given = replace(example, none=False) if known else new_example(op, arg)
    return replace(given, arg=example.arg)


def _attributes_of_type(mapping: Mapping, arg: Arg) -> Mapping:
    """The mapping with the attributes that carry an argument as its new type needs them."""
    nodes = tuple(
        replace(
            n,
            attributes=tuple(
                replace(a, type=arg.kind.attribute, dtype="float32") if a.arg == arg.name else a
                for a in n.attributes
            ),
        )
        for n in mapping.nodes
    )
    return replace(mapping, nodes=nodes)


def _carrying(op: Op, node: Node, arg: Arg) -> Node:
    """A node that carried a tensor carries the number that it became, or the other way round."""
    if arg.name not in node.inputs and all(a.arg != arg.name for a in node.attributes):
        return node
    inputs = tuple(i for i in node.inputs if i != arg.name)
    attributes = tuple(a for a in node.attributes if a.arg != arg.name)
    if arg.holds_tensors:
        inputs = with_inputs(op, (*inputs, arg.name))
    else:
        attributes = (*attributes, default_attribute(arg))
    return replace(node, inputs=inputs, attributes=attributes)


def add_output(op: Op) -> Op:
    """A new output of the first tensor's type and shape, produced by the only custom node."""
    taken = {a.name for a in op.args} | {o.name for o in op.outputs} | set(op.types)
    name = fresh_name("y", taken)
    tensor = next((t for t in op.tensors if not t.optional), None)
    dtype, shape = (tensor.name, f"{tensor.name}.shape") if tensor else ("float32", "[1]")
    op = replace(op, outputs=(*op.outputs, Output(name=name, dtype=dtype, shape=shape)))
    if any(name in n.outputs for n in op.mapping.nodes):
        return op  # it was only the declaration that lacked it
    return map_only_custom_node(op, lambda n: replace(n, outputs=(*n.outputs, name)))


def remove_output(op: Op, index: int) -> Op:
    """The op without an output, and the custom node without it too."""
    name = op.outputs[index].name
    op = replace(op, outputs=op.outputs[:index] + op.outputs[index + 1 :])
    if any(o.name == name for o in op.outputs):
        return op
    return map_only_custom_node(
        op, lambda n: replace(n, outputs=tuple(o for o in n.outputs if o != name))
    )


def rename_output(op: Op, index: int, name: str) -> Op:
    """Rename an output, in every mapping too."""
    old = op.outputs[index].name
    renamed = replace_at(op, f"outputs[{index}].name", name)
    if not _can_rename(op, old, name):
        return renamed
    backward = in_formulas(op.backward, old, name)
    backward = in_formulas(backward, grad_name(old), grad_name(name))
    cost = in_cost(op.cost, old, name)
    shaped = in_rules(renamed, f"{old}.shape", f"{name}.shape")
    reference = replace(op.reference, holds=in_rule(op.reference.holds, old, name))
    shaped = replace(shaped, backward=backward, cost=cost, reference=reference)
    return refer_to_output(shaped, old, name)


def refer_to_output(op: Op, old: str, name: str, inputs: bool = True) -> Op:
    """The op whose nodes call an output by another name, and take it by that where ``inputs``."""

    def of(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name if n == old else n for n in names)

    def within(mapping: Mapping) -> Mapping:
        nodes = tuple(
            replace(
                n,
                inputs=of(n.inputs) if inputs else n.inputs,
                outputs=of(n.outputs),
                branch=in_rule(n.branch, old, name),
            )
            for n in mapping.nodes
        )
        return replace(mapping, nodes=nodes)

    return every_mapping(op, within)


def rename_part(op: Op, old: str, name: str) -> Op:
    """Rename a named part wherever a rule or a condition says it."""
    let = {name if n == old else n: text for n, text in op.let.items()}
    return in_rules(replace(op, let=let), old, name)


def rename_type(op: Op, old: str, name: str) -> Op:
    """Rename a type variable wherever it is used."""
    types = {name if n == old else n: dtypes for n, dtypes in op.types.items()}
    args = tuple(replace(a, dtype=name) if a.dtype == old else a for a in op.args)
    outputs = tuple(replace(o, dtype=name) if o.dtype == old else o for o in op.outputs)
    return replace(op, types=types, args=args, outputs=outputs)
