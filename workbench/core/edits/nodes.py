"""Edits of one node: its operator, its inputs, its branches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration import key_names, signature
from workbench.core.declaration.op import Arg, Attribute, Constant, Node, Op, Value
from workbench.core.edits.common import constant_of, fresh_name
from workbench.core.edits.kernel import set_implementation, sound_implementation
from workbench.core.op_toml.key_path import replace_at
from workbench.core.standard.operator_docs import AttributeDoc, OperatorDoc, operator_doc
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES

__all__ = [
    "branch_on",
    "branch_words",
    "constant_from",
    "fits_input",
    "known_attribute",
    "new_constant",
    "node_doc",
    "numbers_at",
    "scope_at",
    "set_input",
    "use_operator",
]


def node_doc(op: Op, node: Node) -> OperatorDoc | None:
    """What ONNX says of a node's operator; None for one of another domain."""
    return None if node.domain else operator_doc(node.op, op.opset)


def scope_at(op: Op, index: int) -> list[str]:
    """What a node can take as an input: tensors, constants, outputs of earlier nodes."""
    return list(dict.fromkeys(key_names.scope(op, op.mapping.nodes[:index])))


def numbers_at(op: Op) -> list[Arg]:
    """The arguments that are no tensors, but can be inputs as constants; without those that are."""
    made = {c.arg or c.name for c in op.mapping.constants}
    return [a for a in op.args if a.name not in made and constant_of(a) is not None]


# -- inputs


def _dtypes(op: Op, name: str) -> list[str]:
    """The element types that a name may have, as far as they are known."""
    constant = next((c for c in op.mapping.constants if c.name == name), None)
    arg = op.arg(constant.dtype if constant is not None else name)
    if arg is not None and arg.holds_tensors:
        return list(signature.arg_dtypes(op, arg))
    return [constant.dtype] if constant is not None else []


def fits_input(op: Op, doc: OperatorDoc, index: int, name: str) -> bool:
    """Whether an operator's input takes a value, for all the element types it may have."""
    formal = doc.inputs[min(index, len(doc.inputs) - 1)]
    arg = op.arg(name)
    if arg is not None and arg.is_tensor_list and formal.option != "*":
        return False
    allowed, _ = doc.types.get(formal.type, ((formal.type,), ""))
    return all(d in DTYPES and DTYPES[d].onnx_type in allowed for d in _dtypes(op, name))


def set_input(op: Op, index: int, position: int, name: str) -> Op:
    """Give a node another input; those that are left out at the end are not written."""
    node = op.mapping.nodes[index]
    inputs = [*node.inputs, *[""] * (position + 1 - len(node.inputs))]
    inputs[position] = name
    return _with(op, index, replace(node, inputs=_ended(inputs)))


def constant_from(op: Op, index: int, position: int, name: str) -> Op:
    """The constant that is made from a number, as an input of a node.

    The node carries it as an attribute no more, unless its operator has one of that name, too.
    """
    arg = op.arg(name)
    constant = constant_of(arg) if arg is not None else None
    if constant is None:
        return op
    constants = (*op.mapping.constants, constant)
    grown = replace(op, mapping=replace(op.mapping, constants=constants))
    node = grown.mapping.nodes[index]
    doc = node_doc(op, node)
    known = doc.attributes if doc is not None else ()
    carried = tuple(a for a in node.attributes if a.arg != name or a.name in known)
    grown = _with(grown, index, replace(node, attributes=carried))
    return set_input(grown, index, position, name)


def new_constant(op: Op, index: int, position: int) -> Op:
    """A constant for one input of a node, called like the input and of a type that it takes."""
    node = op.mapping.nodes[index]
    doc = node_doc(op, node)
    wanted, dtype = "c", "float32"
    if doc is not None and doc.inputs:
        formal = doc.inputs[min(position, len(doc.inputs) - 1)]
        wanted = formal.name.lower()
        allowed, _ = doc.types.get(formal.type, ((formal.type,), ""))
        if "tensor(float)" not in allowed:
            dtype = "int64" if "tensor(int64)" in allowed else "bool"
    taken = {a.name for a in op.args} | {c.name for c in op.mapping.constants}
    taken |= {name for n in op.mapping.nodes for name in n.outputs}
    value: Value = {"float32": 1.0, "int64": 1}.get(dtype, True)
    constant = Constant(fresh_name(wanted, taken), dtype, value)
    constants = (*op.mapping.constants, constant)
    grown = replace(op, mapping=replace(op.mapping, constants=constants))
    return set_input(grown, index, position, constant.name)


def _with(op: Op, index: int, node: Node) -> Op:
    return replace_at(op, f"mapping.nodes[{index}]", node)


def _ended(inputs: Sequence[str]) -> tuple[str, ...]:
    """Inputs without those that are left out at the end, which are not written."""
    last = max((i for i, name in enumerate(inputs) if name), default=-1)
    return tuple(inputs[: last + 1])


# -- the operator


def use_operator(op: Op, index: int, name: str) -> Op:
    """Make a node one of an operator: what it needs is filled from what is in scope.

    What the node has already stays as far as the operator takes it.
    """
    node = replace(op.mapping.nodes[index], op=name)
    doc = node_doc(op, node)
    if doc is None:
        return _implemented(_with(op, index, node))
    attributes = tuple(a for a in node.attributes if a.name in doc.attributes)
    attributes = tuple(_typed(a, doc.attributes[a.name]) for a in attributes)
    given = {a.name for a in attributes}
    needed = tuple(
        known_attribute(op, n, a)
        for n, a in doc.attributes.items()
        if a.required and n not in given and a.type in ATTRIBUTE_TYPES
    )
    least = sum(not o.option for o in doc.outputs) or 1
    most = len(node.outputs) if doc.outputs and doc.outputs[-1].option == "*" else len(doc.outputs)
    made = replace(
        node,
        inputs=_filled(op, index, doc),
        outputs=_outputs(op, index, least, most),
        attributes=(*attributes, *needed),
        script="",
    )
    return _implemented(_with(op, index, made))


def _implemented(op: Op) -> Op:
    """Without a node of one's own there is nothing to implement; with one there is."""
    return set_implementation(op, sound_implementation(op.kernel, op.mapping, op.ort))


def _filled(op: Op, index: int, doc: OperatorDoc) -> tuple[str, ...]:
    node = op.mapping.nodes[index]
    many = bool(doc.inputs) and doc.inputs[-1].option == "*"
    inputs = list(node.inputs) if many else _by_name(node.inputs, doc)
    last = op.mapping.nodes[index - 1].outputs if index else ()
    scope = [*last, *(n for n in scope_at(op, index) if n not in last)]
    needed = [i for i, formal in enumerate(doc.inputs) if formal.option != "?"]
    inputs += [""] * (max(needed, default=-1) + 1 - len(inputs))
    fitting = {i: [n for n in scope if fits_input(op, doc, i, n)] for i in needed}
    open_ = [i for i in needed if not inputs[i] or not fits_input(op, doc, i, inputs[i])]
    # Who has the least choice chooses first: Gather's indices before its data.
    for position in sorted(open_, key=lambda i: len(fitting[i])):
        free = [n for n in fitting[position] if n not in inputs]
        inputs[position] = next(iter([*free, *fitting[position]]), inputs[position])
    return _ended(inputs)


def _by_name(given: tuple[str, ...], doc: OperatorDoc) -> list[str]:
    """The inputs in the operator's order, as far as their names say so.

    DeformConv's ``mask`` gets ``mask`` and its ``B`` the ``bias``, whichever came first. Names
    such as A and B alone say nothing: the order that was given stays.
    """
    telling = {f.name.lower() for f in doc.inputs if len(f.name) > 1}
    if not telling & {name.lower() for name in given}:
        return list(given[: len(doc.inputs)])
    left = [name for name in given if name]
    names: list[str] = [""] * len(doc.inputs)
    alike: tuple[Callable[[str, str], bool], ...] = (
        lambda f, n: f == n,
        lambda f, n: len(f) == 1 and n.startswith(f),
    )
    for fits in alike:
        for i, formal in enumerate(doc.inputs):
            found = [n for n in left if not names[i] and fits(formal.name.lower(), n.lower())]
            if len(found) == 1:
                names[i] = found[0]
                left.remove(found[0])
    for i, name in enumerate(names):
        if not name and left:
            names[i] = left.pop(0)
    return list(_ended(names))


def _outputs(op: Op, index: int, least: int, most: int) -> tuple[str, ...]:
    outputs = list(op.mapping.nodes[index].outputs[: max(most, least)])
    taken = {a.name for a in op.args} | {c.name for c in op.mapping.constants}
    taken |= {name for n in op.mapping.nodes for name in n.outputs}
    missing = [o.name for o in op.outputs if o.name not in taken]
    while len(outputs) < least:
        name = missing.pop(0) if missing else fresh_name("t", taken)
        outputs.append(name)
        taken.add(name)
    return tuple(outputs)


def known_attribute(op: Op, name: str, doc: AttributeDoc) -> Attribute:
    """An attribute that an operator has: from the argument of its name, or its default."""
    kind = doc.type
    arg = op.arg(name)
    if arg is not None and arg.kind.attribute == kind:
        return Attribute(name, kind, arg=name)
    value = doc.default if doc.default is not None else ATTRIBUTE_TYPES[kind].literal.fresh
    if doc.default is None and doc.choices:
        value = doc.choices[0]
    return Attribute(name, kind, value=value)


def _typed(attribute: Attribute, doc: AttributeDoc) -> Attribute:
    if attribute.type == doc.type or doc.type not in ATTRIBUTE_TYPES:
        return attribute
    value = UNSET if attribute.arg or attribute.rule else ATTRIBUTE_TYPES[doc.type].literal.fresh
    return replace(attribute, type=doc.type, value=value, dtype="float32")


# -- branches


def branch_words(arg: Arg) -> tuple[str, str]:
    """The condition under which an argument is there, and its contrary."""
    if arg.is_flag and not arg.optional:
        return arg.name, f"not {arg.name}"
    return f"{arg.name} is not None", f"{arg.name} is None"


def branch_on(op: Op, name: str, index: int = -1) -> Op:
    """One node for when an argument is there, and one for when it is not.

    Args:
        op: the op.
        name: the argument: an optional one, or a bool.
        index: which node; -1 for all that take the argument, or else the last one.
    """
    arg = op.arg(name)
    nodes = op.mapping.nodes
    if arg is None or not nodes:
        return op
    made = {c.name for c in op.mapping.constants if c.arg == name} | {name}
    chosen = {index} if index >= 0 else {i for i, n in enumerate(nodes) if _takes(n, made, name)}
    chosen = chosen or {len(nodes) - 1}
    there, gone = branch_words(arg)
    split: list[Node] = []
    for i, node in enumerate(nodes):
        if i not in chosen:
            split.append(node)
            continue
        split.append(replace(node, when=_both(node.when, there)))
        split.append(_without(replace(node, when=_both(node.when, gone)), made, arg))
    return replace(op, mapping=replace(op.mapping, nodes=tuple(split)))


def _takes(node: Node, made: set[str], name: str) -> bool:
    return not node.when and (
        any(i in made for i in node.inputs) or any(a.arg == name for a in node.attributes)
    )


def _both(first: str, second: str) -> str:
    if not first:
        return second
    return f"({first}) and {second}" if " or " in first else f"{first} and {second}"


def _without(node: Node, made: set[str], arg: Arg) -> Node:
    """The node of the branch in which the argument is None."""
    if not arg.optional:
        return node
    inputs = _ended(["" if i in made else i for i in node.inputs])
    attributes = tuple(a for a in node.attributes if a.arg != arg.name)
    return replace(node, inputs=inputs, attributes=attributes)
