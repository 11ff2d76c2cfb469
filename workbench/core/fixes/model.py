"""Fixes for the sample model, its examples, cases and the reference."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration import signature
from workbench.core.declaration.argument_values import nearest_value
from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Arg, Example
from workbench.core.edits.common import new_example, usual_shape
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
)
from workbench.core.fixes.files import inner_paths
from workbench.core.fixes.interface import allowing
from workbench.core.op_toml.key_path import replace_at
from workbench.core.standard.ort_versions import first_to_read, newest_opset
from workbench.core.types.arg_types import LACKING
from workbench.core.types.dtypes import DTYPES

__all__: list[str] = []

_EXAMPLE = r"model\.(?:cases\[\d+\]\.)?inputs\[\d+\]"


# -- export -------------------------------------------------------------------------------


@proposes(r"model\.opset")
def _opset(context: FixContext) -> Iterator[Fix]:
    model = context.op.model
    near = model.exported_by.nearest(model.opset)
    if near == model.opset:  # the oldest ONNX Runtime does not read it
        later = first_to_read(near)
        yield put(context, f"Serve ONNX Runtime {later} and later", later, "ort.oldest")
        newest = newest_opset(context.op.ort.oldest)
        yield put(context, f"Change to {newest}", newest)
        return
    yield put(context, f"Change to {near}", near)
    for other in others(model.exported_by):
        yield put(context, f"Use the {other.words.title} exporter", other.name, "model.exporter")


@proposes(r"model\.(?:rtol|atol)")
def _tolerance(context: FixContext) -> Iterator[Fix]:
    yield put(context, "Use that of the element type", UNSET)


@proposes(r"outputs\[\d+\]\.(?:rtol|atol)")
def _own_tolerance(context: FixContext) -> Iterator[Fix]:
    yield put(context, "Use that of all outputs", UNSET)


@proposes(r"model\.onnx")
def _onnx(context: FixContext) -> Iterator[Fix]:
    yield from change_to(context, inner_paths(context, "model.onnx"))
    yield change(context, "Remove the ONNX model", "model", onnx="", node="")


@proposes(r"model\.outputs\[\d+\]")
def _output(context: FixContext) -> Iterator[Fix]:
    others = [n for i, n in enumerate(context.op.model.outputs) if i != context.index]
    name = sound_name(context.get(), others)
    yield put(context, f"Rename to {name}", name)


# -- sets of examples ---------------------------------------------------------------------


@proposes(r"model\.(?:cases\[\d+\]\.)?inputs")
def _examples(context: FixContext) -> Iterator[Fix]:
    op, examples = context.op, context.get()
    known = {e.arg for e in examples}
    missing = [
        a
        for a in op.args
        if a.name not in known
        and not a.is_tensor_list
        and not (a.optional or a.default is not UNSET)
    ]
    for arg in missing:
        yield put(context, f"Add an example for '{arg.name}'", (*examples, new_example(op, arg)))
    for i, example in enumerate(examples):
        of = op.example_arg(example.arg)
        if of is not None and not of.holds_tensors and example.value is UNSET:
            value = of.kind.literal.fresh
            title = f"Give '{of.name}' the value {signature.default_literal(value)}"
            yield put(context, title, value, f"{context.key}[{i}].value")
    numbered = _numbered(examples)
    yield put(context, "Number the tensors from 0 on", numbered)


def _numbered(examples: tuple[Example, ...]) -> tuple[Example, ...]:
    counts: dict[str, int] = {}
    found = []
    for example in examples:
        at = list_index(example.arg)
        if at is not None:
            counts[at[0]] = counts.get(at[0], -1) + 1
            example = replace(example, arg=f"{at[0]}[{counts[at[0]]}]")
        found.append(example)
    return tuple(found)


@proposes(r"model\.cases\[\d+\]\.name")
def _case_name(context: FixContext) -> Iterator[Fix]:
    cases = context.op.model.cases
    name = sound_name(context.get(), [c.name for i, c in enumerate(cases) if i != context.index])
    yield put(context, f"Rename to {name}", name)
    yield drop(context, "Remove the case", context.owner)


# -- one example --------------------------------------------------------------------------


@proposes(rf"{_EXAMPLE}\.arg")
def _example_arg(context: FixContext) -> Iterator[Fix]:
    op, example = context.op, context.get(context.owner)
    inputs_key = context.owner.rpartition("[")[0]
    known = {e.arg for e in context.get(inputs_key)}
    free = [a.name for a in op.args if a.name not in known and not a.is_tensor_list]
    arg = None if op.model.source else op.arg(example.base)
    if arg is not None and arg.is_tensor_list:
        taken = [
            p[1] for e in context.get(inputs_key) if (p := list_index(e.arg)) and p[0] == arg.name
        ]
        name = f"{arg.name}[{max(taken, default=-1) + 1}]"
        yield put(context, f"Change to {name}", name)
    elif arg is not None:
        yield put(context, f"Change to {arg.name}", arg.name)
    yield from change_to(context, nearest(example.arg, free))
    if op.model.source:
        name = sound_name(example.arg, known - {example.arg})
        yield put(context, f"Rename to {name}", name)
    yield drop(context, "Remove the example", context.owner)
    if re.fullmatch(r"[a-zA-Z]\w*", example.arg) and op.arg(example.arg) is None:
        kind = "tensor" if example.shape is not UNSET else "int"
        new = Arg(name=example.arg, type=kind)
        first = next((i for i, a in enumerate(op.args) if a.default is not UNSET), len(op.args))
        args = (*op.args[:first], new, *op.args[first:])
        yield Fix(f"Declare the argument '{example.arg}'", replace(op, args=args))


@proposes(rf"{_EXAMPLE}\.none")
def _none(context: FixContext) -> Iterator[Fix]:
    op, example = context.op, context.get(context.owner)
    arg = op.example_arg(example.arg)
    given = new_example(op, arg or Arg(example.arg))
    if example.shape is not UNSET or example.value is not UNSET:
        given = replace(example, none=False)
    yield put(context, "Give it a value", replace(given, arg=example.arg), context.owner)
    if arg is not None and arg.is_tensor_list:
        index = op.args.index(arg)
        yield put(
            context, f"Let tensors of '{arg.name}' be missing", LACKING, f"args[{index}].type"
        )
    elif arg is not None:
        index = op.args.index(arg)
        yield put(context, f"Make '{arg.name}' optional", True, f"args[{index}].optional")


@proposes(rf"{_EXAMPLE}\.dtype")
def _dtype(context: FixContext) -> Iterator[Fix]:
    op, example = context.op, context.get(context.owner)
    arg = op.example_arg(example.arg)
    allowed = signature.arg_dtypes(op, arg) if arg is not None else tuple(DTYPES)
    yield from change_to(context, nearest(example.dtype, allowed))
    if arg is not None and isinstance(arg.dtype, str):
        # Those that share a type variable have one element type.
        for other in context.get(context.owner.rpartition("[")[0]):
            of = op.example_arg(other.arg)
            if of is not None and of.dtype == arg.dtype and of is not arg:
                dtype = other.dtype or next(iter(allowed), "")
                yield put(context, f"Change to {dtype}", dtype)
    yield put(context, "Use the argument's element type", "")


@proposes(rf"{_EXAMPLE}\.shape")
def _shape(context: FixContext) -> Iterator[Fix]:
    op, example = context.op, context.get(context.owner)
    arg = op.example_arg(example.arg)
    if arg is not None and not arg.holds_tensors:
        value = arg.kind.literal.fresh
        title = f"Give it the value {signature.default_literal(value)} instead"
        yield change(context, title, context.owner, shape=UNSET, value=value)
        return
    if example.shape is UNSET:
        wanted = usual_shape(op)
        if isinstance(example.value, tuple):
            wanted = (len(example.value),)
        yield put(context, f"Set {_shape_text(wanted)}", wanted)
        return
    positive = tuple(abs(s) for s in example.shape)
    yield put(context, f"Change to {_shape_text(positive)}", positive)
    yield put(context, "Change to 8 at most", tuple(min(abs(s), 8) for s in example.shape))
    yield put(context, "Change to 2, 3", (2, 3))


def _shape_text(shape: tuple[int, ...]) -> str:
    return ", ".join(map(str, shape))[:40] or "[]"


@proposes(rf"{_EXAMPLE}\.(?:low|high)")
def _range(context: FixContext) -> Iterator[Fix]:
    example = context.get(context.owner)
    if math.isfinite(example.low) and math.isfinite(example.high) and example.low > example.high:
        yield change(context, "Swap them", context.owner, low=example.high, high=example.low)
    low = example.low if math.isfinite(example.low) else 0.0
    yield change(context, f"From {low:g} to {low + 1:g}", context.owner, low=low, high=low + 1.0)
    yield change(context, "From 0 to 1", context.owner, low=0.0, high=1.0)


@proposes(rf"{_EXAMPLE}\.dynamic")
def _dynamic(context: FixContext) -> Iterator[Fix]:
    example = context.get(context.owner)
    rank = len(example.shape) if example.shape is not UNSET else 0
    inside = {axis: name for axis, name in example.dynamic.items() if -rank <= axis < rank}
    sound = {axis: sound_name(name) for axis, name in example.dynamic.items()}
    yield put(context, "Remove the axis that is not there", inside)
    yield put(context, f"Rename to {', '.join(sound.values())}", sound)
    yield put(context, "Remove the dynamic axes", {})


@proposes(rf"{_EXAMPLE}\.value")
def _value(context: FixContext) -> Iterator[Fix]:
    op, example = context.op, context.get(context.owner)
    arg = op.example_arg(example.arg)
    if arg is not None and not arg.holds_tensors:
        for value in arg.kind.literal.meant_by(example.value):
            yield put(context, f"Change to {signature.default_literal(value):.40}", value)
        if example.value is not UNSET:
            inside = nearest_value(arg, example.value)
            yield put(context, f"Change to {signature.default_literal(inside):.40}", inside)
            yield from allowing(op, arg, example.value)
        value = arg.kind.literal.fresh
        yield put(context, f"Change to {signature.default_literal(value)}", value)
        return
    items = example.value if isinstance(example.value, tuple) else (example.value,)
    count = len(items)
    if example.shape is not UNSET:
        rest = math.prod(example.shape[1:])
        if example.shape and rest and count % rest == 0:
            shape = (count // rest, *example.shape[1:])
            yield put(
                context,
                f"Change the shape to {_shape_text(shape)}",
                shape,
                f"{context.owner}.shape",
            )
        yield put(context, f"Change the shape to {count}", (count,), f"{context.owner}.shape")
    if example.file:
        yield put(context, "Take the file's values", UNSET)
        yield change(context, "Keep the values that are written", context.owner, file="", entry="")
    yield put(context, "Have them generated", UNSET)


@proposes(rf"{_EXAMPLE}\.(?:file|entry|generator)")
def _file(context: FixContext) -> Iterator[Fix]:
    example = context.get(context.owner)
    if context.key.endswith(".generator"):
        yield put(context, "Take the file's values", "normal")
    if context.key.endswith(".file"):
        yield from change_to(context, inner_paths(context))
    shape = usual_shape(context.op) if example.shape is UNSET else example.shape
    title = "Have the values generated"
    yield change(context, title, context.owner, file="", entry="", shape=shape)


# -- the reference ------------------------------------------------------------------------


@proposes(r"reference\.function")
def _reference_function(context: FixContext) -> Iterator[Fix]:
    if context.op.reference.source:
        name = sound_name(context.get())
        yield put(context, f"Change to {name}", name)
    else:
        yield put(context, "Look in reference.py", "reference.py", "reference.source")
    yield put(context, "Remove the function's name", "")


@proposes(r"reference\.source")
def _reference_source(context: FixContext) -> Iterator[Fix]:
    yield put(context, "Remove the file", "")


@proposes(r"reference\.python")
def _expression(context: FixContext) -> Iterator[Fix]:
    text = context.get()
    if context.op.reference.source:
        yield change(context, "Keep the expression", "reference", source="", function="")
    for whole in (
        text.rstrip(" +-*/,=;"),
        text.rpartition("=")[2].strip(),
        f"{text})",
        text.rstrip(")"),
    ):
        if whole:
            yield put(context, f"Change to {whole:.60}", whole)
    cleared = replace(context.op.reference, python="")
    yield Fix("Remove the expression", replace_at(context.op, "reference", cleared))
