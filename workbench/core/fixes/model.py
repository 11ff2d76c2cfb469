"""Fixes for the sample model, its examples, cases and the reference."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core import signature
from workbench.core.dtypes import DTYPES
from workbench.core.edits.common import list_index, new_example
from workbench.core.fixes.files import change_to, inner_path
from workbench.core.fixes.place import (
    Fix,
    Place,
    change,
    drop,
    nearest,
    proposes,
    put,
    sound_name,
)
from workbench.core.key_path import replace_at
from workbench.core.op import Arg, Example, Op
from workbench.core.ort_versions import first_to_read, newest_opset, written_by

__all__: list[str] = []

_EXAMPLE = r"model\.(?:cases\[\d+\]\.)?inputs\[\d+\]"


def _arg_of(op: Op, example: Example) -> Arg | None:
    return None if op.model.source else op.arg((list_index(example.arg) or (example.arg,))[0])


# -- export -------------------------------------------------------------------------------


@proposes(r"model\.opset")
def _opset(place: Place) -> Iterator[Fix]:
    model = place.op.model
    near = written_by(model.exporter, model.opset)
    if near == model.opset:  # the oldest ONNX Runtime does not read it
        later = first_to_read(near)
        yield put(place, f"Serve ONNX Runtime {later} and later", later, "ort.oldest")
        newest = newest_opset(place.op.ort.oldest)
        yield put(place, f"Change to {newest}", newest)
        return
    yield put(place, f"Change to {near}", near)
    other = "torch.export" if model.exporter == "torchscript" else "torchscript"
    name = "torch.export" if other == "torch.export" else "TorchScript"
    yield put(place, f"Use the {name} exporter", other, "model.exporter")


@proposes(r"model\.(?:rtol|atol)")
def _tolerance(place: Place) -> Iterator[Fix]:
    yield put(place, "Use that of the element type", UNSET)


@proposes(r"model\.onnx")
def _onnx(place: Place) -> Iterator[Fix]:
    name = place.op.model.onnx
    yield from change_to(place, inner_path(name, ".onnx", "model.onnx"))
    yield change(place, "Remove the ONNX model", "model", onnx="", node="")


@proposes(r"model\.outputs\[\d+\]")
def _output(place: Place) -> Iterator[Fix]:
    others = [n for i, n in enumerate(place.op.model.outputs) if i != place.index]
    name = sound_name(place.get(), others)
    yield put(place, f"Rename to {name}", name)


# -- sets of examples ---------------------------------------------------------------------


@proposes(r"model\.(?:cases\[\d+\]\.)?inputs")
def _examples(place: Place) -> Iterator[Fix]:
    op, examples = place.op, place.get()
    known = {e.arg for e in examples}
    missing = [
        a
        for a in op.args
        if a.name not in known
        and not a.is_tensor_list
        and not (a.optional or a.default is not UNSET)
    ]
    for arg in missing:
        yield put(place, f"Add an example for '{arg.name}'", (*examples, new_example(op, arg)))
    for i, example in enumerate(examples):
        of = _arg_of(op, example)
        if of is not None and not of.holds_tensors and example.value is UNSET:
            value = of.kind.literal.fresh
            title = f"Give '{of.name}' the value {signature.default_literal(value)}"
            yield put(place, title, value, f"{place.key}[{i}].value")
    numbered = _numbered(examples)
    yield put(place, "Number the tensors from 0 on", numbered)


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
def _case_name(place: Place) -> Iterator[Fix]:
    cases = place.op.model.cases
    name = sound_name(place.get(), [c.name for i, c in enumerate(cases) if i != place.index])
    yield put(place, f"Rename to {name}", name)
    yield drop(place, "Remove the case", place.owner)


# -- one example --------------------------------------------------------------------------


@proposes(rf"{_EXAMPLE}\.arg")
def _example_arg(place: Place) -> Iterator[Fix]:
    op, example = place.op, place.get(place.owner)
    inputs_key = place.owner.rpartition("[")[0]
    known = {e.arg for e in place.get(inputs_key)}
    free = [a.name for a in op.args if a.name not in known and not a.is_tensor_list]
    arg = _arg_of(op, example)
    if arg is not None and arg.is_tensor_list:
        taken = [
            p[1] for e in place.get(inputs_key) if (p := list_index(e.arg)) and p[0] == arg.name
        ]
        name = f"{arg.name}[{max(taken, default=-1) + 1}]"
        yield put(place, f"Change to {name}", name)
    elif arg is not None:
        yield put(place, f"Change to {arg.name}", arg.name)
    for name in nearest(example.arg, free):
        yield put(place, f"Change to {name}", name)
    if op.model.source:
        name = sound_name(example.arg, known - {example.arg})
        yield put(place, f"Rename to {name}", name)
    yield drop(place, "Remove the example", place.owner)
    if re.fullmatch(r"[a-zA-Z]\w*", example.arg) and op.arg(example.arg) is None:
        kind = "tensor" if example.shape is not UNSET else "int"
        new = Arg(name=example.arg, type=kind)
        first = next((i for i, a in enumerate(op.args) if a.default is not UNSET), len(op.args))
        args = (*op.args[:first], new, *op.args[first:])
        yield Fix(f"Declare the argument '{example.arg}'", replace(op, args=args))


@proposes(rf"{_EXAMPLE}\.none")
def _none(place: Place) -> Iterator[Fix]:
    op, example = place.op, place.get(place.owner)
    arg = _arg_of(op, example)
    given = new_example(op, arg or Arg(example.arg))
    if example.shape is not UNSET or example.value is not UNSET:
        given = replace(example, none=False)
    yield put(place, "Give it a value", replace(given, arg=example.arg), place.owner)
    if arg is not None and not arg.is_tensor_list:
        index = op.args.index(arg)
        yield put(place, f"Make '{arg.name}' optional", True, f"args[{index}].optional")


@proposes(rf"{_EXAMPLE}\.dtype")
def _dtype(place: Place) -> Iterator[Fix]:
    op, example = place.op, place.get(place.owner)
    arg = _arg_of(op, example)
    allowed = signature.arg_dtypes(op, arg) if arg is not None else tuple(DTYPES)
    for name in nearest(example.dtype, allowed):
        yield put(place, f"Change to {name}", name)
    if arg is not None and isinstance(arg.dtype, str):
        # Those that share a type variable have one element type.
        for other in place.get(place.owner.rpartition("[")[0]):
            of = _arg_of(op, other)
            if of is not None and of.dtype == arg.dtype and of is not arg:
                dtype = other.dtype or next(iter(allowed), "")
                yield put(place, f"Change to {dtype}", dtype)
    yield put(place, "Use the argument's element type", "")


@proposes(rf"{_EXAMPLE}\.shape")
def _shape(place: Place) -> Iterator[Fix]:
    op, example = place.op, place.get(place.owner)
    arg = _arg_of(op, example)
    if arg is not None and not arg.holds_tensors:
        value = arg.kind.literal.fresh
        title = f"Give it the value {signature.default_literal(value)} instead"
        if example.value is not UNSET or arg.default is not UNSET:
            yield put(place, "Remove the shape", UNSET)
        yield change(place, title, place.owner, shape=UNSET, value=value)
        return
    if example.shape is UNSET:
        shapes = [e.shape for e in op.model.inputs if e.shape is not UNSET]
        wanted: tuple[int, ...] = shapes[0] if shapes else (2, 3)  # type: ignore[assignment]
        if isinstance(example.value, tuple):
            wanted = (len(example.value),)
        yield put(place, f"Set {_said(wanted)}", wanted)
        return
    positive = tuple(abs(s) for s in example.shape)
    yield put(place, f"Change to {_said(positive)}", positive)
    yield put(place, "Change to 8 at most", tuple(min(abs(s), 8) for s in example.shape))
    yield put(place, "Change to 2, 3", (2, 3))


def _said(shape: tuple[int, ...]) -> str:
    return ", ".join(map(str, shape))[:40] or "[]"


@proposes(rf"{_EXAMPLE}\.(?:low|high)")
def _range(place: Place) -> Iterator[Fix]:
    example = place.get(place.owner)
    if math.isfinite(example.low) and math.isfinite(example.high) and example.low > example.high:
        yield change(place, "Swap them", place.owner, low=example.high, high=example.low)
    low = example.low if math.isfinite(example.low) else 0.0
    yield change(place, f"From {low:g} to {low + 1:g}", place.owner, low=low, high=low + 1.0)
    yield change(place, "From 0 to 1", place.owner, low=0.0, high=1.0)


@proposes(rf"{_EXAMPLE}\.dynamic")
def _dynamic(place: Place) -> Iterator[Fix]:
    example = place.get(place.owner)
    rank = len(example.shape) if example.shape is not UNSET else 0
    inside = {axis: name for axis, name in example.dynamic.items() if -rank <= axis < rank}
    sound = {axis: sound_name(name) for axis, name in example.dynamic.items()}
    yield put(place, "Remove the axis that is not there", inside)
    yield put(place, f"Rename to {', '.join(sound.values())}", sound)
    yield put(place, "Remove the dynamic axes", {})


@proposes(rf"{_EXAMPLE}\.value")
def _value(place: Place) -> Iterator[Fix]:
    op, example = place.op, place.get(place.owner)
    arg = _arg_of(op, example)
    if arg is not None and not arg.holds_tensors:
        for value in arg.kind.literal.meant_by(example.value):
            yield put(place, f"Change to {signature.default_literal(value):.40}", value)
        value = arg.kind.literal.fresh
        yield put(place, f"Change to {signature.default_literal(value)}", value)
        return
    items = example.value if isinstance(example.value, tuple) else (example.value,)
    count = len(items)
    if example.shape is not UNSET:
        rest = math.prod(example.shape[1:])
        if example.shape and rest and count % rest == 0:
            shape = (count // rest, *example.shape[1:])
            yield put(place, f"Change the shape to {_said(shape)}", shape, f"{place.owner}.shape")
        yield put(place, f"Change the shape to {count}", (count,), f"{place.owner}.shape")
    if example.file:
        yield put(place, "Take the file's values", UNSET)
        yield change(place, "Keep the values that are written", place.owner, file="", entry="")
    yield put(place, "Have them generated", UNSET)


@proposes(rf"{_EXAMPLE}\.(?:file|entry|generator)")
def _file(place: Place) -> Iterator[Fix]:
    example = place.get(place.owner)
    if place.key.endswith(".entry"):
        yield put(place, "Remove the entry", "")
    if place.key.endswith(".generator"):
        yield put(place, "Take the file's values", "normal")
    for suffix in (".npy", ".npz", ".pb"):
        if example.file.endswith(suffix):
            for name in inner_path(example.file, suffix, f"data{suffix}"):
                yield put(place, f"Change to {name}", name)
    shape = example.shape
    if shape is UNSET:
        shape = next((e.shape for e in place.op.model.inputs if e.shape is not UNSET), (2, 3))
    title = "Have the values generated"
    yield change(place, title, place.owner, file="", entry="", shape=shape)


# -- the reference ------------------------------------------------------------------------


@proposes("reference")
def _reference(place: Place) -> Iterator[Fix]:
    yield put(place, "Keep the expression", "", "reference.source")
    yield put(place, "Keep the file", "", "reference.python")
    reference = replace(place.op.reference, source="", function="")
    yield put(place, "Keep the expression", reference)


@proposes(r"reference\.function")
def _reference_function(place: Place) -> Iterator[Fix]:
    if place.op.reference.source:
        name = sound_name(place.get())
        yield put(place, f"Change to {name}", name)
    else:
        yield put(place, "Look in reference.py", "reference.py", "reference.source")
    yield put(place, "Remove the function's name", "")


@proposes(r"reference\.source")
def _reference_source(place: Place) -> Iterator[Fix]:
    yield put(place, "Remove the file", "")


@proposes(r"reference\.python")
def _expression(place: Place) -> Iterator[Fix]:
    text = place.get()
    for whole in (
        text.rstrip(" +-*/,=;"),
        text.rpartition("=")[2].strip(),
        f"{text})",
        text.rstrip(")"),
    ):
        if whole:
            yield put(place, f"Change to {whole:.60}", whole)
    cleared = replace(place.op.reference, python="")
    yield Fix("Remove the expression", replace_at(place.op, "reference", cleared))
