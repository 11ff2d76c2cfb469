"""Edits of a declaration that touch more than one place, as pure functions of an op.

The user says a thing once: a renamed argument is renamed wherever it is used, and a new
one gets an example and its place in the op's only custom node.
"""

import re
from collections.abc import Callable

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from workbench.core.names import name_problem
from workbench.core.op import Arg, Attribute, Example, Node, Op, Output, Value

__all__ = [
    "add_arg",
    "add_node",
    "add_output",
    "default_attribute",
    "fresh_name",
    "new_example",
    "remove_arg",
    "remove_output",
    "rename_arg",
    "rename_output",
    "rename_type",
    "set_arg_type",
]

ATTRIBUTE_TYPE = {
    "int": "int",
    "bool": "int",
    "float": "float",
    "str": "string",
    "int[]": "ints",
    "bool[]": "ints",
    "float[]": "floats",
    "str[]": "strings",
}
_ZERO: dict[str, Value] = {"int": 1, "float": 1.0, "bool": False, "str": "text"}


def fresh_name(wanted: str, taken: set[str]) -> str:
    """``wanted``, or ``wanted2``, ``wanted3`` … where that is taken."""
    if wanted not in taken:
        return wanted
    return next(n for i in range(2, 10_000) if (n := f"{wanted}{i}") not in taken)


def new_example(op: Op, arg: Arg) -> Example:
    """A sensible example for an argument: the first tensor's shape, or a plain value."""
    if arg.type == "tensor":
        shapes = [e.shape for e in op.model.inputs if e.shape is not UNSET]
        used = {e.seed for e in op.model.inputs}
        seed = next(i for i in range(1, len(used) + 2) if i not in used)
        return Example(arg=arg.name, shape=shapes[0] if shapes else (2, 3), seed=seed)
    return Example(arg=arg.name, value=_plain_value(arg.type))


def _plain_value(kind: str) -> Value:
    scalar = _ZERO[kind.removesuffix("[]")]
    return (scalar,) if kind.endswith("[]") else scalar  # type: ignore[return-value]


def default_attribute(arg: Arg) -> Attribute:
    """The attribute that carries an argument's value."""
    return Attribute(name=arg.name, type=ATTRIBUTE_TYPE[arg.type], arg=arg.name)  # type: ignore[arg-type]


def add_arg(op: Op) -> Op:
    """A new tensor argument, with an example, carried by the op's only custom node."""
    taken = {a.name for a in op.args} | {o.name for o in op.outputs}
    name = fresh_name("x", taken)
    dtype = op.tensors[0].dtype if op.tensors else "float32"
    arg = Arg(name=name, dtype=dtype)
    # Torch wants arguments without a default before those with one.
    place = next((i for i, a in enumerate(op.args) if a.default is not UNSET), len(op.args))
    model = replace(op.model, inputs=(*op.model.inputs, new_example(op, arg)))
    op = replace(op, args=(*op.args[:place], arg, *op.args[place:]), model=model)
    return _map_only_custom_node(op, lambda n: replace(n, inputs=(*n.inputs, name)))


def remove_arg(op: Op, index: int) -> Op:
    """The op without an argument, its examples, and the places that carried it."""
    name = op.args[index].name
    op = replace(op, args=op.args[:index] + op.args[index + 1 :])
    if op.arg(name) is not None:
        return op  # a duplicate was removed, the name is still in use
    constants = tuple(c for c in op.mapping.constants if c.arg != name)
    gone = {name} | {c.name for c in op.mapping.constants if c.arg == name}
    nodes = tuple(
        replace(
            n,
            inputs=tuple(i for i in n.inputs if i not in gone),
            attributes=tuple(a for a in n.attributes if a.arg != name),
        )
        for n in op.mapping.nodes
    )
    inputs = tuple(e for e in op.model.inputs if e.arg != name)
    return replace(
        op,
        mapping=replace(op.mapping, constants=constants, nodes=nodes),
        model=replace(op.model, inputs=inputs),
    )


def rename_arg(op: Op, index: int, name: str) -> Op:
    """Rename an argument everywhere; an unusable name changes the argument alone."""
    old = op.args[index].name
    args = (*op.args[:index], replace(op.args[index], name=name), *op.args[index + 1 :])
    renamed = replace(op, args=args)
    if not _can_rename(op, old, name):
        return renamed
    outputs = tuple(
        replace(o, dtype=name if o.dtype == old else o.dtype, shape=_in_rule(o.shape, old, name))
        for o in op.outputs
    )
    constants = tuple(
        replace(
            c,
            arg=name if c.arg == old else c.arg,
            dtype=name if c.dtype == old else c.dtype,
        )
        for c in op.mapping.constants
    )
    nodes = tuple(
        replace(
            n,
            inputs=tuple(name if i == old else i for i in n.inputs),
            attributes=tuple(
                replace(a, arg=name, name=name if a.name == old else a.name) if a.arg == old else a
                for a in n.attributes
            ),
        )
        for n in op.mapping.nodes
    )
    inputs = tuple(replace(e, arg=name) if e.arg == old else e for e in op.model.inputs)
    return replace(
        renamed,
        outputs=outputs,
        mapping=replace(op.mapping, constants=constants, nodes=nodes),
        model=replace(op.model, inputs=inputs),
        reference=replace(op.reference, python=_in_rule(op.reference.python, old, name)),
    )


def _can_rename(op: Op, old: str, name: str) -> bool:
    names = [a.name for a in op.args] + [o.name for o in op.outputs]
    return bool(old) and not name_problem(name) and name not in names and names.count(old) == 1


def _in_rule(rule: str, old: str, name: str) -> str:
    return re.sub(rf"(?<![\w.]){re.escape(old)}(?!\w)", name, rule)


def set_arg_type(op: Op, index: int, kind: str) -> Op:
    """Change an argument's type: what a type cannot have goes, the example follows."""
    before = op.args[index]
    was_tensor = before.type == "tensor"
    default: Value | UnsetType = (
        UNSET if before.default is UNSET or kind == "tensor" else _plain_value(kind)
    )
    arg = replace(before, type=kind, default=default)
    if kind != "tensor":
        arg = replace(arg, dtype="float32")
    op = replace(op, args=(*op.args[:index], arg, *op.args[index + 1 :]))
    inputs = tuple(
        e if e.arg != arg.name or e.none else new_example(op, arg) for e in op.model.inputs
    )
    op = replace(op, model=replace(op.model, inputs=inputs))

    def follow(node: Node) -> Node:
        carried = was_tensor and arg.name in node.inputs
        carried = carried or any(a.arg == arg.name for a in node.attributes)
        inputs = tuple(i for i in node.inputs if i != arg.name)
        if kind == "tensor":
            attributes = tuple(a for a in node.attributes if a.arg != arg.name)
            return (
                replace(node, inputs=(*inputs, arg.name), attributes=attributes)
                if carried
                else node
            )
        attributes = tuple(
            replace(a, type=ATTRIBUTE_TYPE[kind]) if a.arg == arg.name else a
            for a in node.attributes
        )
        if was_tensor and carried:
            attributes = (*attributes, default_attribute(arg))
        return replace(node, inputs=inputs, attributes=attributes) if carried else node

    if was_tensor and kind == "tensor":
        return op
    return _map_only_custom_node(op, follow)


def add_output(op: Op) -> Op:
    """A new output of the first tensor's type and shape, produced by the only custom node."""
    taken = {a.name for a in op.args} | {o.name for o in op.outputs}
    name = fresh_name("y", taken)
    tensor = next((t for t in op.tensors if not t.optional), None)
    dtype, shape = (tensor.name, f"{tensor.name}.shape") if tensor else ("float32", "[1]")
    op = replace(op, outputs=(*op.outputs, Output(name=name, dtype=dtype, shape=shape)))
    return _map_only_custom_node(op, lambda n: replace(n, outputs=(*n.outputs, name)))


def remove_output(op: Op, index: int) -> Op:
    """The op without an output, and the custom node without it too."""
    name = op.outputs[index].name
    op = replace(op, outputs=op.outputs[:index] + op.outputs[index + 1 :])
    if any(o.name == name for o in op.outputs):
        return op
    return _map_only_custom_node(
        op, lambda n: replace(n, outputs=tuple(o for o in n.outputs if o != name))
    )


def rename_output(op: Op, index: int, name: str) -> Op:
    """Rename an output, in the mapping too."""
    old = op.outputs[index].name
    output = replace(op.outputs[index], name=name)
    renamed = replace(op, outputs=(*op.outputs[:index], output, *op.outputs[index + 1 :]))
    if not _can_rename(op, old, name):
        return renamed
    nodes = tuple(
        replace(
            n,
            inputs=tuple(name if i == old else i for i in n.inputs),
            outputs=tuple(name if o == old else o for o in n.outputs),
        )
        for n in op.mapping.nodes
    )
    return replace(renamed, mapping=replace(op.mapping, nodes=nodes))


def rename_type(op: Op, old: str, name: str) -> Op:
    """Rename a type variable wherever it is used."""
    types = {name if n == old else n: dtypes for n, dtypes in op.types.items()}
    args = tuple(replace(a, dtype=name) if a.dtype == old else a for a in op.args)
    outputs = tuple(replace(o, dtype=name) if o.dtype == old else o for o in op.outputs)
    return replace(op, types=types, args=args, outputs=outputs)


def add_node(op: Op) -> Op:
    """One more node at the end; the first one is a custom node that carries all arguments."""
    nodes = op.mapping.nodes
    if not nodes:
        camel = "".join(part.capitalize() for part in op.torch_name.split("_")) or "MyOp"
        node = Node(
            op=f"custom::{camel}",
            inputs=tuple(a.name for a in op.tensors),
            outputs=tuple(o.name for o in op.outputs),
            attributes=tuple(default_attribute(a) for a in op.args if a.type != "tensor"),
        )
    else:
        taken = {n for node in nodes for n in (*node.inputs, *node.outputs)}
        node = Node(op="Identity", inputs=nodes[-1].outputs[:1], outputs=(fresh_name("t", taken),))
    return replace(op, mapping=replace(op.mapping, nodes=(*nodes, node)))


def _map_only_custom_node(op: Op, change: Callable[[Node], Node]) -> Op:
    """Apply a change to the op's custom node, where there is exactly one."""
    custom = [i for i, n in enumerate(op.mapping.nodes) if n.domain]
    if len(custom) != 1:
        return op
    i = custom[0]
    nodes = op.mapping.nodes
    nodes = (*nodes[:i], change(nodes[i]), *nodes[i + 1 :])
    return replace(op, mapping=replace(op.mapping, nodes=nodes))
