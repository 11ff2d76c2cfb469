"""Fixes for constants, nodes, their inputs, outputs and attributes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration import signature
from workbench.core.declaration.names import RESERVED_DOMAINS
from workbench.core.declaration.op import Attribute, Node, Op
from workbench.core.edits.common import (
    constant_of,
    default_attribute,
    first_node,
    fresh_name,
    with_inputs,
)
from workbench.core.fixes.context import (
    Fix,
    FixContext,
    change,
    change_to,
    drop,
    later_opsets,
    nearest,
    proposes,
    put,
    sound_name,
    taken_names,
)
from workbench.core.op_toml.key_path import replace_at
from workbench.core.ort_sides import SIDES
from workbench.core.standard.operators import (
    custom_operator,
    operator,
    special_names,
    standard_operators,
)
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import NUMBERS

__all__: list[str] = []

_NODE = r"mapping\.nodes\[\d+\]"
_MOST_SWAPPED = 3
"""Names of which every order is tried."""
_MOST_RENAMED = 50
"""Names of a node that one fix changes: nobody reads a button with more."""


def _scope(op: Op, before: int) -> list[str]:
    """The names that a node can take: tensors, constants, outputs of earlier nodes."""
    names = [a.name for a in op.args if a.holds_tensors]
    names += [c.name for c in op.mapping.constants]
    return names + [o for n in op.mapping.nodes[:before] for o in n.outputs if o]


def _node_index(context: FixContext) -> int:
    return int(re.findall(r"nodes\[(\d+)\]", context.key)[0])


# -- constants ----------------------------------------------------------------------------


@proposes(r"mapping\.constants\[\d+\]\.name")
def _constant_name(context: FixContext) -> Iterator[Fix]:
    op, old = context.op, context.get()
    taken = taken_names(op) | {c.name for c in op.mapping.constants} - {old}
    name = sound_name(old, taken)
    renamed = put(context, "", name).op
    if old not in {a.name for a in op.args}:
        nodes = tuple(
            replace(n, inputs=tuple(name if i == old else i for i in n.inputs))
            for n in renamed.mapping.nodes
        )
        renamed = replace(renamed, mapping=replace(renamed.mapping, nodes=nodes))
    yield Fix(f"Rename to {name}", renamed)
    yield put(context, f"Rename to {name}", name)
    yield drop(context, f"Remove this '{old}'", context.owner)


@proposes(r"mapping\.constants\[\d+\]\.dtype")
def _constant_dtype(context: FixContext) -> Iterator[Fix]:
    yield from change_to(
        context, nearest(context.get(), [*(a.name for a in context.op.tensors), *DTYPES])
    )
    yield put(context, "Change to float32", "float32")


@proposes(r"mapping\.constants\[\d+\]")
def _constant(context: FixContext) -> Iterator[Fix]:
    constant = context.get()
    if constant.arg:
        yield change(context, f"Take the value of '{constant.arg}'", context.key, value=UNSET)
        yield change(context, "Take the value that is written", context.key, arg="")
    else:
        yield change(context, "Give it the value 0", context.key, value=0.0)


@proposes(r"mapping\.constants\[\d+\]\.(?:arg|value)")
def _constant_arg(context: FixContext) -> Iterator[Fix]:
    constant = context.get(context.owner)
    numbers = [a.name for a in context.op.args if a.kind.constant]
    if constant.arg:
        yield from change_to(context, nearest(constant.arg, numbers))
    for value in NUMBERS.meant_by(constant.value):
        yield change(context, f"Change to {value!r:.40}", context.owner, value=value)
    yield change(context, "Give it the value 0", context.owner, arg="", value=0.0)


# -- the nodes together -------------------------------------------------------------------


@proposes(r"mapping\.nodes")
def _nodes(context: FixContext) -> Iterator[Fix]:
    op, mapping = context.op, context.op.mapping
    if not mapping.nodes:
        node = first_node(op)
        yield put(context, f"Add a custom node {node.op}", (node,))
        with_node = replace(op, mapping=replace(mapping, nodes=(node,)))
        for side in (s for s in SIDES.values() if s.runs_kernel):
            ort = replace(op.ort, implementation=side.name)
            yield Fix(f"Add a custom node {node.op} ({side.means})", replace(with_node, ort=ort))
        return
    names = tuple(o.name for o in op.outputs)
    made = {o for n in mapping.nodes for o in n.outputs}
    missing = [name for name in names if name not in made]
    last = len(mapping.nodes) - 1
    custom = [i for i, n in enumerate(mapping.nodes) if n.is_custom]
    for i in dict.fromkeys((*custom, last)):
        node = mapping.nodes[i]
        if missing:
            more = replace(node, outputs=(*node.outputs, *missing))
            yield _node_put(op, i, f"Add '{', '.join(missing)}' to the outputs of {node.op}", more)
            if len(node.outputs) == len(names):
                title = f"Name the outputs of {node.op} {', '.join(names)}"
                yield _node_put(op, i, title, replace(node, outputs=names))
    yield from _carry(op, custom)
    changed = tuple(replace(n, outputs=names) if n.is_custom else n for n in mapping.nodes)
    yield put(context, f"Have {', '.join(names)} as the outputs", changed)
    plain = tuple(replace(n, when="") for n in mapping.nodes)
    yield put(context, "Remove the conditions", plain)


def _node_put(op: Op, index: int, title: str, node: Node) -> Fix:
    return Fix(title, replace_at(op, f"mapping.nodes[{index}]", node))


def _carry(op: Op, custom: list[int]) -> Iterator[Fix]:
    """Arguments that the custom nodes do not carry yet."""
    for arg in op.args:
        nodes = list(op.mapping.nodes)
        lacking = []
        for i in custom:
            node = nodes[i]
            if arg.name in node.inputs or any(a.arg == arg.name for a in node.attributes):
                continue
            lacking.append(node)
            if arg.holds_tensors:
                nodes[i] = replace(node, inputs=with_inputs(op, (*node.inputs, arg.name)))
            else:
                nodes[i] = replace(node, attributes=(*node.attributes, default_attribute(arg)))
        if lacking:
            what = "inputs" if arg.holds_tensors else "attributes"
            title = f"Add '{arg.name}' to the {what} of {lacking[0].op}"
            yield Fix(title, replace(op, mapping=replace(op.mapping, nodes=tuple(nodes))))


# -- one node -----------------------------------------------------------------------------


@proposes(rf"{_NODE}\.op")
def _node_op(context: FixContext) -> Iterator[Fix]:
    op, name = context.op, context.get()
    node = context.get(context.owner)
    versions = standard_operators().get(name)
    if versions is not None and not node.script:
        yield from later_opsets(context, node)
    now = operator(name, op.model.opset) if "::" not in name else None
    if now is not None:  # deprecated since then
        yield put(context, f"Lower the opset to {now.since - 1}", now.since - 1, "model.opset")
    domain, _, last = name.rpartition("::")
    if not domain or domain in RESERVED_DOMAINS:
        for known in nearest(last or name, standard_operators()):
            yield put(context, f"Change to {known}", known)
    if last in standard_operators() and domain in RESERVED_DOMAINS:
        yield put(context, f"Change to the standard {last}", last)
    if domain and last in special_names():
        renamed = f"{domain}::{custom_operator(last)}"
        yield put(context, f"Rename to {renamed}", renamed)
    sound = sound_name(last or op.torch_name)
    custom_domain = domain if domain and domain not in RESERVED_DOMAINS else "custom"
    for whole in (f"{custom_domain}::{sound}", f"custom::{sound}"):
        yield put(context, f"Make it a node of your own, {whole}", whole)


@proposes(rf"{_NODE}\.outputs")
def _node_outputs(context: FixContext) -> Iterator[Fix]:
    op, names, index = context.op, context.get(), _node_index(context)
    yield from later_opsets(context, context.get(context.owner))
    produced = {o for i, n in enumerate(op.mapping.nodes) if i != index for o in n.outputs}
    wanted = tuple(o.name for o in op.outputs if o.name not in produced)
    if not names:
        yield put(context, f"Name them {', '.join(wanted)}", wanted)
        free = fresh_name("t", produced | taken_names(op))
        yield put(context, f"Name it {free}", (free,))
        return
    if len(names) <= _MOST_RENAMED:
        taken = set(_scope(op, index)) | {a.name for a in op.args}
        fixed: list[str] = []
        for name in names:
            bad = name in taken or name in fixed
            fixed.append(sound_name(name, taken | set(fixed)) if bad else sound_name(name))
        yield put(context, f"Rename to {', '.join(fixed)}", tuple(fixed))
    yield put(context, "Remove the duplicate", tuple(dict.fromkeys(names)))
    definition = operator(context.get(f"{context.owner}.op"), op.model.opset)
    if definition is not None:
        most = len(definition.outputs)
        yield put(context, f"Keep {', '.join(names[:most])} only", names[:most])
    if len(wanted) == len(names):
        yield put(context, f"Name them {', '.join(wanted)}", wanted)
    yield from _other_orders(context, f"{context.owner}.outputs")
    for name in names if definition is not None else ():
        for i, output in enumerate(op.outputs):
            for dtype in DTYPES if output.name == name else ():
                yield put(context, f"Declare '{name}' as {dtype}", dtype, f"outputs[{i}].dtype")


def _other_orders(context: FixContext, key: str) -> Iterator[Fix]:
    """The names of a node in other places: where their element types are those of others."""
    names = context.get(key)
    if 1 < len(names) <= _MOST_SWAPPED:
        for order in itertools.permutations(names):
            if order != names:
                yield put(
                    context, f"Change the order to {', '.join(n or '–' for n in order)}", order, key
                )


@proposes(rf"{_NODE}\.inputs")
def _node_inputs(context: FixContext) -> Iterator[Fix]:
    op, inputs = context.op, context.get()
    yield from later_opsets(context, context.get(context.owner))
    definition = operator(context.get(f"{context.owner}.op"), op.model.opset)
    if definition is None:
        return
    most = len(definition.inputs)
    if len(inputs) > most:
        yield put(context, f"Keep the first {most}" if most else "Remove the inputs", inputs[:most])
    index = _node_index(context)
    unused = [n for n in _scope(op, index) if n not in inputs]
    lacking = definition.fewest_inputs - len(inputs)
    if 0 < lacking <= len(unused):
        more = unused[:lacking]
        yield put(context, f"Add {', '.join(more)}", (*inputs, *more))
    elif lacking > 0 and (*inputs, *_scope(op, index)):
        name = (*inputs, *_scope(op, index))[0]
        yield put(context, f"Add {name}", (*inputs, *[name] * lacking))


@proposes(rf"{_NODE}\.inputs\[\d+\]")
def _node_input(context: FixContext) -> Iterator[Fix]:
    op, name, index = context.op, context.get(), _node_index(context)
    node_key = f"mapping.nodes[{index}]"
    node, arg = op.mapping.nodes[index], op.arg(name)
    scope = _scope(op, index)
    for known in nearest(name, scope):
        yield put(context, f"Change to {known}", known)
    if arg is not None and not arg.holds_tensors:
        yield from _number_as_input(op, context, node_key)
    later = [i for i, n in enumerate(op.mapping.nodes) if i > index and name in n.outputs]
    if name and later:
        nodes = list(op.mapping.nodes)
        nodes.insert(index, nodes.pop(later[0]))
        title = f"Move {op.mapping.nodes[later[0]].op} before {node.op}"
        yield put(context, title, tuple(nodes), "mapping.nodes")
    if arg is not None and arg.is_tensor_list:
        yield change(context, "Move it to the end", node_key, inputs=with_inputs(op, node.inputs))
    if arg is not None and arg.optional:
        yield change(context, f"Only where '{name}' is given", node_key, when=f"{name} is not None")
        index_ = op.args.index(arg)
        yield put(context, f"Make '{name}' required", False, f"args[{index_}].optional")
    yield from _other_types(op, context, node)
    if name in scope and not node.domain:
        yield from _mistyped(op, context, node)
    unused = [n for n in scope if n not in node.inputs]
    for known in unused[:1] if not name or name not in scope else ():
        yield put(context, f"Change to {known}", known)
    yield drop(context, f"Remove '{name}'" if name else "Remove it")


def _mistyped(op: Op, context: FixContext, node: Node) -> Iterator[Fix]:
    """Another input, another order, or a cast, where an element type is not what is taken."""
    index = _node_index(context)
    yield from _other_orders(context, f"mapping.nodes[{index}].inputs")
    for known in _scope(op, index):
        if known not in node.inputs:
            yield put(context, f"Change to {known}", known)
    name = context.get()
    for other in node.inputs:
        arg = op.arg(other)
        dtypes = signature.arg_dtypes(op, arg) if arg is not None and other != name else ()
        if len(dtypes) == 1 and dtypes[0] in DTYPES:
            yield _cast(context, index, dtypes[0])


def _cast(context: FixContext, index: int, dtype: str) -> Fix:
    """A node before this one that gives an input in another element type."""
    op, name = context.op, context.get()
    made = {o for n in op.mapping.nodes for o in n.outputs}
    taken = made | taken_names(op) | {c.name for c in op.mapping.constants}
    free = fresh_name(f"{name}_cast", taken)
    to = Attribute("to", "int", value=DTYPES[dtype].onnx)
    nodes = list(put(context, "", free).op.mapping.nodes)
    nodes.insert(
        index, Node("Cast", (name,), (free,), (to,), nodes[index].when, nodes[index].branch)
    )
    changed = replace(op.mapping, nodes=tuple(nodes))
    return Fix(f"Cast '{name}' to {dtype} first", replace(op, mapping=changed))


def _number_as_input(op: Op, context: FixContext, node_key: str) -> Iterator[Fix]:
    """A number cannot be an input: an attribute, or a constant made of it."""
    arg = op.arg(context.get())
    assert arg is not None
    without = drop(context, "").op
    node = without.mapping.nodes[_node_index(context)]
    if "::" in node.op:
        held = any(a.arg == arg.name for a in node.attributes)
        more = () if held else (default_attribute(arg),)
        changed = replace(node, attributes=(*node.attributes, *more))
        yield Fix("Make it an attribute", replace_at(without, node_key, changed))
    constant = constant_of(arg)
    if constant is not None:
        mapping = replace(op.mapping, constants=(*op.mapping.constants, constant))
        yield Fix("Make it a constant", replace(op, mapping=mapping))


def _other_types(op: Op, context: FixContext, node: Node) -> Iterator[Fix]:
    """The element types that ONNX Runtime has a kernel for."""
    arg = op.arg(context.get())
    definition = None if node.domain else operator(node.op, op.model.opset)
    if arg is None or definition is None or not arg.is_tensor:
        return
    runs = tuple(d for d in signature.arg_dtypes(op, arg) if definition.runs(context.index, d))
    if runs and isinstance(arg.dtype, str) and arg.dtype in op.types:
        types = {**op.types, arg.dtype: runs}
        yield Fix(f"Let {arg.dtype} be {', '.join(runs)} only", replace(op, types=types))
    elif runs:
        index, dtype = op.args.index(arg), runs[0] if len(runs) == 1 else runs
        yield put(context, f"Let '{arg.name}' be {', '.join(runs)}", dtype, f"args[{index}].dtype")
    for side in SIDES.values():
        if side.fix and not side.is_compared:
            yield put(context, side.fix, side.name, "ort.implementation")


@proposes(rf"{_NODE}\.when")
def _when(context: FixContext) -> Iterator[Fix]:
    op, text = context.op, context.get()
    choices = [a for a in op.args if a.optional or a.is_flag]
    for name in nearest(re.sub(r"\W.*", "", text.removeprefix("not ")), [a.name for a in choices]):
        arg = op.arg(name)
        meant = name if arg is not None and arg.is_flag else f"{name} is not None"
        meant = f"{name} is None" if re.search(r"(?<!not )\bNone|^not\b", text) else meant
        yield put(context, f"Change to {meant}", meant)
    yield put(context, "Remove the condition", "")
