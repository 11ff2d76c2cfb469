"""What edits of a declaration are made of: names, plain values, and changes that reach everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration import signature
from workbench.core.declaration.cost import Cost
from workbench.core.declaration.example import unused_seeds
from workbench.core.declaration.gradients import backward_function
from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import (
    Arg,
    Attribute,
    Backward,
    Constant,
    Example,
    Mapping,
    Node,
    Op,
    Ort,
)
from workbench.core.examples.made_up import drafted
from workbench.core.standard.operators import custom_operator
from workbench.core.types.dtypes import DTYPES

__all__ = [
    "constant_of",
    "custom_name",
    "default_attribute",
    "element_kind",
    "every_example",
    "every_mapping",
    "every_mapping_and_ort",
    "first_node",
    "fresh_name",
    "in_cost",
    "in_formulas",
    "in_rule",
    "in_rules",
    "map_only_custom_node",
    "new_example",
    "refer_to",
    "rename_example",
    "renamed",
    "usual_shape",
    "with_inputs",
]


def fresh_name(wanted: str, taken: set[str]) -> str:
    """``wanted``, or ``wanted2``, ``wanted3`` … where that is taken."""
    if wanted not in taken:
        return wanted
    return next(n for i in range(2, 10_000) if (n := f"{wanted}{i}") not in taken)


def constant_of(arg: Arg) -> Constant | None:
    """The constant that a number is made into to be a node's input; None where it cannot be one."""
    dtype = arg.kind.constant
    return Constant(arg.name, dtype, arg=arg.name) if dtype else None


def renamed(op: Op, name: str) -> Op:
    """The op under another name; what was called after it keeps its name."""
    reference = op.reference
    if op.name != name and reference.source and not reference.function:
        reference = replace(reference, function=op.name)
    backward = op.backward
    if op.name != name and backward.source and not backward.function:
        backward = replace(backward, function=backward_function(op))
    return replace(op, name=name, reference=reference, backward=backward)


def default_attribute(arg: Arg) -> Attribute:
    """The attribute that carries an argument's value."""
    return Attribute(name=arg.name, type=arg.kind.attribute, arg=arg.name)


def in_rule(rule: str, old: str, name: str) -> str:
    """A shape rule, condition or expression with an argument renamed; texts in quotes stay."""
    quoted = r"(?P<text>\"[^\"]*\"|'[^']*')"
    wanted = rf"{quoted}|(?<![\w.]){re.escape(old)}(?!\w)"
    return re.sub(wanted, lambda found: found["text"] or name, rule)


def with_inputs(op: Op, inputs: tuple[str, ...]) -> tuple[str, ...]:
    """Inputs of a node with a list of tensors at the end, where it must stand."""
    lists = {a.name for a in op.args if a.is_tensor_list}
    return (*(i for i in inputs if i not in lists), *(i for i in inputs if i in lists))


# -- examples -----------------------------------------------------------------------------


def usual_shape(op: Op) -> tuple[int, ...]:
    """The shape that a further example begins with: the first that there is."""
    return next((e.shape for e in op.model.inputs if e.shape is not UNSET), (2, 3))


def new_example(op: Op, arg: Arg, index: int = 0) -> Example:
    """A sensible example for an argument: a plain value, or a tensor such as a draft has.

    ``new_x`` is like ``x``, where that has the same element type; others have the first tensor's
    shape.
    """
    if arg.is_dtype:
        return Example(arg=arg.name, value=signature.arg_dtypes(op, arg)[0])
    if not arg.holds_tensors:
        return Example(arg=arg.name, value=arg.kind.literal.fresh)
    name = f"{arg.name}[{index}]" if arg.is_tensor_list else arg.name
    seed = next(unused_seeds(op.model.inputs))
    like = _namesake(op, arg)
    if like is not None:
        return replace(like, arg=name, seed=seed, same_as="", dynamic={})
    example = Example(arg=name, shape=usual_shape(op), seed=seed)
    return drafted(example, arg.name, element_kind(op, arg))


def _namesake(op: Op, arg: Arg) -> Example | None:
    """The example of the tensor whose name is this one's without what is before it."""
    found = [
        e
        for e in op.model.inputs
        if arg.name.endswith(f"_{e.arg}") and not e.none and (e.file or e.shape is not UNSET)
        for other in [op.example_arg(e.arg)]
        if other is not None and (other.type, other.dtype) == (arg.type, arg.dtype)
    ]
    return max(found, key=lambda e: len(e.arg), default=None)


def element_kind(op: Op, arg: Arg | None, dtype: str = "") -> str:
    """``float``, ``int`` or ``bool``: what the elements of a tensor are.

    Args:
        op: the op.
        arg: the argument; None where the example is of none.
        dtype: the example's own; the argument's first one where empty.
    """
    allowed = signature.arg_dtypes(op, arg) if arg is not None else ()
    return DTYPES.get(dtype or next(iter(allowed), ""), DTYPES["float32"]).kind


def rename_example(example: Example, old: str, name: str) -> Example:
    """The example of an argument that was renamed."""
    arg, same_as = (_renamed_entry(n, old, name) for n in (example.arg, example.same_as))
    return replace(example, arg=arg, same_as=same_as)


def _renamed_entry(entry: str, old: str, name: str) -> str:
    """``x``, or ``xs[1]`` of a list."""
    found = list_index(entry)
    if entry == old:
        return name
    return f"{name}[{found[1]}]" if found and found[0] == old else entry


# -- everywhere ---------------------------------------------------------------------------


def every_example(op: Op, change: Callable[[tuple[Example, ...], bool], Iterable[Example]]) -> Op:
    """Apply a change to the main examples and to those of all cases.

    With a model file they are its own inputs, and no argument's.

    Args:
        op: the op.
        change: gets the examples, and whether they are the main ones.
    """
    if op.model.source:
        return op
    cases = tuple(replace(c, inputs=tuple(change(c.inputs, False))) for c in op.model.cases)
    inputs = tuple(change(op.model.inputs, True))
    return replace(op, model=replace(op.model, inputs=inputs, cases=cases))


def every_mapping(op: Op, change: Callable[[Mapping], Mapping]) -> Op:
    """Apply a change to the main mapping and to those of all variants."""
    return every_mapping_and_ort(op, lambda mapping, ort: (change(mapping), ort))


def every_mapping_and_ort(op: Op, change: Callable[[Mapping, Ort], tuple[Mapping, Ort]]) -> Op:
    """Apply a change to the main mapping with its ``ort``, and to those of all variants."""
    mapping, ort = change(op.mapping, op.ort)
    variants = {}
    for name, variant in op.variants.items():
        changed = change(variant.mapping, variant.ort)
        variants[name] = replace(variant, mapping=changed[0], ort=changed[1])
    return replace(op, mapping=mapping, ort=ort, variants=variants)


def map_only_custom_node(op: Op, change: Callable[[Node], Node]) -> Op:
    """Apply a change to the custom node of each mapping that has exactly one."""

    def of(mapping: Mapping) -> Mapping:
        custom = [i for i, n in enumerate(mapping.nodes) if n.domain]
        if len(custom) != 1:
            return mapping
        i = custom[0]
        nodes = (*mapping.nodes[:i], change(mapping.nodes[i]), *mapping.nodes[i + 1 :])
        return replace(mapping, nodes=nodes)

    return every_mapping(op, of)


def refer_to(op: Op, old: str, name: str) -> Op:
    """Have everything that names the argument ``old`` name ``name`` instead; not the argument."""
    outputs = tuple(
        replace(o, dtype=name if o.dtype == old else o.dtype, shape=in_rule(o.shape, old, name))
        for o in op.outputs
    )
    let = {part: in_rule(text, old, name) for part, text in op.let.items()}
    op = every_example(
        replace(op, outputs=outputs, let=let),
        lambda rows, _: (rename_example(e, old, name) for e in rows),
    )
    reference = replace(
        op.reference,
        python=in_rule(op.reference.python, old, name),
        holds=in_rule(op.reference.holds, old, name),
    )
    backward = in_formulas(op.backward, old, name)
    return every_mapping(
        replace(op, reference=reference, backward=backward, cost=in_cost(op.cost, old, name)),
        lambda m: _renamed_in_mapping(m, old, name),
    )


def in_cost(cost: Cost, old: str, name: str) -> Cost:
    """A cost that calls an argument or an output by another name."""
    return Cost(in_rule(cost.bytes, old, name), in_rule(cost.flops, old, name))


def in_rules(op: Op, old: str, name: str) -> Op:
    """The op whose rules and conditions say ``name`` for ``old``."""
    change = partial(in_rule, old=old, name=name)
    outputs = tuple(replace(o, shape=change(o.shape)) for o in op.outputs)
    let = {part: change(text) for part, text in op.let.items()}
    return every_mapping(
        replace(op, outputs=outputs, let=let),
        lambda m: replace(m, nodes=tuple(_in_node(n, change) for n in m.nodes)),
    )


def _in_node(node: Node, change: Callable[[str], str]) -> Node:
    attributes = tuple(replace(a, rule=change(a.rule)) for a in node.attributes)
    return replace(node, attributes=attributes, when=change(node.when))


def in_formulas(backward: Backward, old: str, name: str) -> Backward:
    """A backward whose formulas call an argument or an output by another name."""
    formulas = {
        name if arg == old else arg: in_rule(formula, old, name)
        for arg, formula in backward.formulas.items()
    }
    return replace(backward, formulas=formulas)


def _renamed_in_mapping(mapping: Mapping, old: str, name: str) -> Mapping:
    constants = tuple(
        replace(
            c,
            arg=name if c.arg == old else c.arg,
            dtype=name if c.dtype == old else c.dtype,
        )
        for c in mapping.constants
    )
    nodes = tuple(
        replace(
            n,
            inputs=tuple(name if i == old else i for i in n.inputs),
            attributes=tuple(
                replace(a, arg=name, name=name if a.name == old else a.name)
                if a.arg == old
                else replace(a, rule=in_rule(a.rule, old, name))
                for a in n.attributes
            ),
            when=in_rule(n.when, old, name),
            branch=in_rule(n.branch, old, name),
        )
        for n in mapping.nodes
    )
    return replace(mapping, constants=constants, nodes=nodes)


# -- the custom node ----------------------------------------------------------------------


def custom_name(op: Op) -> str:
    """A name for the op's node in a domain of its own."""
    plain = op.torch_name.partition(".")[0]
    return f"custom::{custom_operator(plain)}"


def first_node(op: Op) -> Node:
    """A custom node that carries all arguments and gives all outputs."""
    return Node(
        op=custom_name(op),
        inputs=with_inputs(op, tuple(a.name for a in op.args if a.holds_tensors)),
        outputs=tuple(o.name for o in op.outputs),
        attributes=tuple(default_attribute(a) for a in op.args if not a.holds_tensors),
    )
