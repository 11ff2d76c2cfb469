"""Fixes for names, type variables, arguments and outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration import signature
from workbench.core.declaration.argument_values import nearest_value
from workbench.core.declaration.names import name_problem
from workbench.core.declaration.op import Arg, Op, Value
from workbench.core.edits.arguments import (
    add_output,
    refer_to_output,
    rename_type,
    set_arg_type,
)
from workbench.core.edits.common import (
    fresh_name,
    refer_to,
)
from workbench.core.exporters import others
from workbench.core.fixes.context import (
    Fix,
    FixContext,
    change,
    change_to,
    drop,
    nearest,
    proposes,
    put,
    sound_name,
    taken_names,
)
from workbench.core.op_toml.key_path import replace_at
from workbench.core.types.arg_types import ARG_TYPES
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import is_finite

__all__ = ["allowing"]


# -- the op -------------------------------------------------------------------------------


@proposes("name")
def _op_name(context: FixContext) -> Iterator[Fix]:
    name = sound_name(context.op.name or context.op.torch_name)
    yield put(context, f"Rename to {name}", name)


@proposes("torch")
def _torch(context: FixContext) -> Iterator[Fix]:
    space, _, name = context.op.torch.rpartition("::")
    space = space.split("::")[0]
    sound = sound_name(space) if space and not name_problem(sound_name(space)) else "my_lib"
    for namespace in dict.fromkeys((sound, "my_lib")):
        whole = f"{namespace}::{sound_name(name or context.op.name)}"
        yield put(context, f"Change to {whole}", whole)


@proposes("variant")
def _variant(context: FixContext) -> Iterator[Fix]:
    yield from change_to(context, nearest(context.op.variant, context.op.variants))
    yield put(context, "Use the main mapping", "")


@proposes(r"variants\..+")
def _variant_name(context: FixContext) -> Iterator[Fix]:
    op, old = context.op, context.key.removeprefix("variants.")
    if old in op.variants:
        name = sound_name(old, op.variants)
        variants = {name if n == old else n: v for n, v in op.variants.items()}
        chosen = name if op.variant == old else op.variant
        yield Fix(f"Rename to {name}", replace(op, variants=variants, variant=chosen))


# -- type variables -----------------------------------------------------------------------


@proposes(r"types\..*")
def _types(context: FixContext) -> Iterator[Fix]:
    op, old = context.op, context.key.removeprefix("types.")
    if old not in op.types:
        return
    dtypes = op.types[old]
    for title, fixed in _fixed_dtypes(dtypes):
        yield Fix(title, replace(op, types={**op.types, old: fixed}))
    taken = taken_names(op) | set(DTYPES)
    for name in (sound_name(old, taken - {old}), fresh_name("T", taken)):
        yield Fix(f"Rename to {name}", rename_type(op, old, name))


def _fixed_dtypes(dtypes: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not dtypes:
        yield "Set float32", ("float32",)
    fixed = tuple(d if d in DTYPES else (nearest(d, DTYPES) or [d])[0] for d in dtypes)
    if fixed != dtypes:
        new = [m for m, d in zip(fixed, dtypes, strict=True) if m != d]
        yield f"Change to {', '.join(new)}", tuple(dict.fromkeys(fixed))
    known = tuple(d for d in fixed if d in DTYPES)
    if known and known != fixed:
        yield "Remove what is no element type", tuple(dict.fromkeys(known))
    if len(set(dtypes)) < len(dtypes):
        yield "Remove the duplicate", tuple(dict.fromkeys(dtypes))


# -- arguments ----------------------------------------------------------------------------


@proposes(r"args\[\d+\]\.name")
def _arg_name(context: FixContext) -> Iterator[Fix]:
    op, index = context.op, context.index
    old = op.args[index].name
    others = [a.name for i, a in enumerate(op.args) if i != index]
    taken = {*others, *(o.name for o in op.outputs), *op.types}
    name = sound_name(old, taken)
    renamed = put(context, "", name).op
    lost = _names_of_nothing(op)
    if len(lost) == 1 and not name_problem(lost[0]):
        # It was renamed, and what refers to it was not.
        yield put(context, f"Rename to {lost[0]}, as it is called elsewhere", lost[0])
        yield Fix(f"Rename to {name} everywhere", refer_to(renamed, lost[0], name))
    # Where another argument has the name, what refers to it means that one.
    yield Fix(f"Rename to {name}", renamed if old in others else refer_to(renamed, old, name))
    yield Fix(f"Rename to {name}", renamed)
    yield drop(context, f"Remove this '{old}'", context.owner)


def _names_of_nothing(op: Op) -> list[str]:
    """Names that examples, nodes and constants use for an argument that is not there."""
    known = {a.name for a in op.args} | {c.name for c in op.mapping.constants} | {""}
    known |= {o for n in op.mapping.nodes for o in n.outputs}
    used = [c.arg for c in op.mapping.constants]
    for node in op.mapping.nodes:
        used += [*node.inputs, *(a.arg for a in node.attributes)]
    if not op.model.source:
        used += [e.base for e in op.model.inputs]
    return list(dict.fromkeys(name for name in used if name not in known))


@proposes(r"args\[\d+\]\.type")
def _arg_type(context: FixContext) -> Iterator[Fix]:
    arg = context.op.args[context.index]
    if kind := arg.kind.instead:
        yield Fix(f"Change to {kind}", set_arg_type(context.op, context.index, kind))
    model = context.op.model
    if model.exported_by.refused(arg.kind):
        for other in others(model.exported_by):
            later = replace(model, exporter=other.name, opset=other.translated(model.opset))
            yield Fix(f"Use the {other.words.title} exporter", replace(context.op, model=later))


@proposes(r"args\[\d+\]\.dtype")
def _arg_dtype(context: FixContext) -> Iterator[Fix]:
    op, arg = context.op, context.op.args[context.index]
    if not arg.holds_tensors:
        return  # it has none
    if isinstance(arg.dtype, tuple):
        for title, dtypes in _fixed_dtypes(arg.dtype):
            yield put(context, title, dtypes)
        return
    yield from change_to(context, nearest(arg.dtype, [*op.types, *DTYPES]))
    if re.fullmatch(r"[A-Z]\w{0,15}", arg.dtype):
        types = {**op.types, arg.dtype: ("float32", "float64")}
        yield Fix(f"Declare the type variable {arg.dtype}", replace(op, types=types))
    yield from change_to(context, (*op.types, "float32"))


@proposes(r"args\[\d+\]\.optional")
def _arg_optional(context: FixContext) -> Iterator[Fix]:
    yield put(context, "Make it required", False)


@proposes(r"args\[\d+\]\.default")
def _arg_default(context: FixContext) -> Iterator[Fix]:
    op, index = context.op, context.index
    arg = op.args[index]
    if arg.holds_tensors:
        optional = arg.is_tensor and arg.default is not UNSET
        if optional:
            yield change(
                context, "Make it optional instead", context.owner, optional=True, default=UNSET
            )
        yield put(context, "Remove the default", UNSET)
    elif arg.default is not UNSET:
        for value in arg.kind.literal.meant_by(arg.default):
            yield put(context, f"Change to {signature.default_literal(value):.40}", value)
        inside = nearest_value(arg, arg.default)
        yield put(context, f"Change to {signature.default_literal(inside):.40}", inside)
        yield from allowing(op, arg, arg.default)
        if isinstance(arg.default, float) and is_finite(arg.default):
            yield put(context, "Change to 0.0", 0.0)
        if isinstance(arg.default, str):
            printable = "".join(c for c in arg.default if c.isprintable())
            yield put(context, "Remove the control characters", printable)
        yield put(context, "Remove the default", UNSET)
        fresh = arg.kind.literal.fresh
        yield put(context, f"Change to {signature.default_literal(fresh)}", fresh)
        return
    first = next((i for i, a in enumerate(op.args) if a.default is not UNSET), index)
    if first < index:
        order = [*op.args[:first], arg, *(a for a in op.args[first:] if a is not arg)]
        yield Fix("Move it before those with a default", replace(op, args=tuple(order)))
        later = [a for a in op.args[first:] if a.default is not UNSET or a.optional]
        args = (*(a for a in op.args if a not in later), *later)
        yield Fix("Put arguments with a default last", replace(op, args=args))
    if arg.kind.has_default:
        value = arg.kind.literal.fresh
        yield put(context, f"Give it the default {signature.default_literal(value)}", value)
    elif arg.is_tensor:
        yield change(context, "Make it optional", context.owner, optional=True)


@proposes(r"args\[\d+\]\.(?:range|choices)")
def _declared_values(context: FixContext) -> Iterator[Fix]:
    arg, values = context.op.args[context.index], context.get()
    item = arg.kind.literal.item
    meant: tuple[Any, ...] = tuple(next(item.meant_by(v), v) for v in values)
    sound = tuple(v for v in meant if item.fits(v))
    in_order = tuple(sorted(v for v in sound if not isinstance(v, str)))
    found = [meant, sound, tuple(dict.fromkeys(sound))]
    if context.key.endswith("range"):
        found += [in_order, (*in_order[:1], *in_order[-1:]), in_order[:1] * 2]
    for other in dict.fromkeys(found):
        if other and other != values:
            yield put(context, f"Change to {signature.default_literal(other):.40}", other)
    yield put(context, "Remove it", ())


def allowing(op: Op, arg: Arg, value: Value) -> Iterator[Fix]:
    """Range or choices that have a value, too; ``Change to`` is for whoever has the value."""
    key = f"args[{op.args.index(arg)}]"
    items = value if isinstance(value, tuple) else (value,)
    if any(isinstance(item, bool) for item in items):
        return  # neither may hold one
    if arg.range and is_finite(value):
        numbers = [v for v in (*arg.range, *items) if not isinstance(v, str)]
        wider = (min(numbers), max(numbers))
        title = f"Widen the range to {signature.default_literal(wider):.40}"
        yield Fix(title, replace_at(op, f"{key}.range", wider))
    elif arg.choices:
        more = tuple(dict.fromkeys((*arg.choices, *items)))
        yield Fix("Add it to the choices", replace_at(op, f"{key}.choices", more))


# -- outputs ------------------------------------------------------------------------------


@proposes("outputs")
def _outputs(context: FixContext) -> Iterator[Fix]:
    grown = add_output(context.op)
    yield Fix(f"Add the output {grown.outputs[-1].name}", grown)


@proposes(r"outputs\[\d+\]\.name")
def _output_name(context: FixContext) -> Iterator[Fix]:
    op, old = context.op, context.get()
    others = {o.name for i, o in enumerate(op.outputs) if i != context.index}
    name = sound_name(old, {a.name for a in op.args} | others | set(op.types))
    renamed = put(context, f"Rename to {name}", name).op
    if old not in others:
        # What a node takes under the name of an argument is that argument.
        renamed = refer_to_output(renamed, old, name, inputs=op.arg(old) is None)
    yield Fix(f"Rename to {name}", renamed)
    yield put(context, f"Rename to {name}", name)
    yield drop(context, f"Remove this '{old}'", context.owner)


@proposes(r"outputs\[\d+\]\.dtype")
def _output_dtype(context: FixContext) -> Iterator[Fix]:
    op, dtype = context.op, context.get()
    tensors = [a.name for a in op.tensors if not a.optional]
    yield from change_to(context, nearest(dtype, [*tensors, *op.types, *DTYPES]))
    untyped = next((i for i, a in enumerate(op.args) if a.holds_tensors), None)
    if dtype in op.types and untyped is not None:
        title = f"Give '{op.args[untyped].name}' the type {dtype}"
        yield put(context, title, dtype, f"args[{untyped}].dtype")
    for name in tensors:
        yield put(context, f"The type of '{name}'", name)
    yield put(context, "Change to float32", "float32")


@proposes(r"outputs\[\d+\]\.type")
def _output_type(context: FixContext) -> Iterator[Fix]:
    """An exporter that hands on a list beside other outputs."""
    model, lists = context.op.model, [o.is_list for o in context.op.outputs]
    for other in others(model.exported_by):
        if model.exported_by.refused_results(lists) and not other.refused_results(lists):
            later = replace(model, exporter=other.name, opset=other.translated(model.opset))
            yield Fix(f"Use the {other.words.title} exporter", replace(context.op, model=later))


@proposes(r"outputs\[\d+\]\.shape")
def _output_shape(context: FixContext) -> Iterator[Fix]:
    yield from fixed_rules(context)
    for arg in context.op.tensors:
        yield put(context, f"The shape of '{arg.name}'", f"{arg.name}.shape")
    yield put(context, "Let the kernel decide: [unknown]", "[unknown]")


def fixed_rules(context: FixContext) -> Iterator[Fix]:
    """A shape rule with the names that were probably meant, or as the list that is needed."""
    rule, types = context.get(), context.op.arg_types
    words = list(dict.fromkeys(re.findall(r"(?<![\w.])[A-Za-z_]\w*", rule)))
    # A word that only looks like a function's is none: the list is also what may be meant.
    known = [*types, "unknown", "broadcast", "value", "floor", "shape"]
    functions = {"len", "min", "max", "int", "floor", "broadcast", "value", "unknown"}
    keywords = {"if", "else", "is", "not", "and", "or", "None"}
    meant = rule
    for word in words:
        if word not in types and word not in functions | keywords:
            for name in nearest(word, known):
                meant = re.sub(rf"(?<![\w.]){re.escape(word)}(?!\w)", name, meant)
    shaped = meant
    for name, kind in types.items():
        if ARG_TYPES[kind].in_rule == "shape":
            pattern = rf"(?<!value\()(?<![\w.]){re.escape(name)}(?![\w.]|\s+is\b|\s*[,)])"
            shaped = re.sub(pattern, f"{name}.shape", shaped)
    spelled = re.sub(r"\.(?:size\(\)|sizes\(\)|dims|shap\w*)", ".shape", shaped)
    sized = re.sub(r"(?<!\w)(\w++)\.size\((-?\d+)\)", r"\1.shape[\2]", meant)
    for text in dict.fromkeys((meant, sized, shaped, spelled, f"[{meant}]", f"[{shaped}]")):
        for whole in (text, text.rstrip(" ,+-*/([") or text, text.replace("/", "//")):
            yield put(context, f"Change to {whole:.60}", whole)
