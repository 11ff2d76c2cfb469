"""The sample model: opset, exporter, example inputs and further cases."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import msgspec
from msgspec import UNSET

from workbench.core.check.argument_values import check_inside
from workbench.core.check.common import dtype_list, no_value, not_exported, problem, usable
from workbench.core.check.files import named_file, python_name
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Example, Model, Op, Output
from workbench.core.errors import Problem, with_article
from workbench.core.standard.ort_versions import first_to_read, newest_opset
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.layouts import is_possible
from workbench.core.types.literals import INT64

__all__ = ["MAX_EXAMPLE_ELEMENTS", "check_model"]

MAX_EXAMPLE_ELEMENTS = 1 << 28
"""Elements of one example tensor: 1 GiB of float32."""


def check_model(op: Op) -> Iterator[Problem]:
    """The problems of ``[model]``."""
    written = op.model.exported_by.opsets
    low, high = written[0], written[-1]
    if op.model.opset not in written:
        yield problem(
            "model.opset",
            f"the {op.model.exporter} exporter writes opsets {low} to {high}, not {op.model.opset}",
            f"Choose one from {low} to {high}, or the other exporter.",
        )
    elif op.ort.side.makes_library and op.model.opset > (newest := newest_opset(op.ort.oldest)):
        later = first_to_read(op.model.opset)
        yield problem(
            "model.opset",
            f"ONNX Runtime {op.ort.oldest} (ort.oldest) reads opset {newest} at most, not {op.model.opset}",
            f'Set ort.oldest = "{later}", or model.opset = {newest}.',
        )
    tolerated: list[tuple[str, Model | Output]] = [("model", op.model)]
    tolerated += ((f"outputs[{i}]", output) for i, output in enumerate(op.outputs))
    for key, part in tolerated:
        for name in ("rtol", "atol"):
            value = getattr(part, name)
            if value is not UNSET and not (value >= 0 and math.isfinite(value)):
                yield problem(f"{key}.{name}", "a tolerance is a number of 0 or more")
    if op.model.source:
        yield from named_file("model.source", op.model.source)
        yield from python_name("model.function", op.model.function)
    yield from _onnx(op)
    for i, output in enumerate(op.model.outputs):
        yield from usable(f"model.outputs[{i}]", output)
    yield from _examples(op, "model.inputs")
    names: set[str] = set()
    for i, case in enumerate(op.model.cases):
        key = f"model.cases[{i}]"
        yield from usable(f"{key}.name", case.name)
        if case.name in names:
            yield problem(f"{key}.name", f"two cases are named '{case.name}'")
        names.add(case.name)
        # What the case does not give comes from the main inputs, and is checked with those.
        alone = msgspec.structs.replace(op.model, inputs=case.inputs, cases=())
        whole, given = op.for_case(case), {e.arg for e in case.inputs}
        yield from _examples(
            msgspec.structs.replace(op, model=alone), f"{key}.inputs", complete=False, whole=whole
        )
        for example in whole.model.inputs:
            if example.arg not in given and example.same_as in given:
                yield from _same(whole, example, f"{key}.inputs")


def _onnx(op: Op) -> Iterator[Problem]:
    """The ONNX model of which the op's nodes are taken."""
    name = op.model.onnx
    if not name:
        return
    if "\0" in name or ".." in PurePosixPath(name).parts:
        hint = "Put the file into the op's folder, or write where it is from the root on."
        yield problem("model.onnx", f"'{name}' leads out of the op's folder", hint)
    if not op.mapping.custom_nodes:
        yield problem(
            "model.onnx",
            "the mapping has no custom node, so no node of the model is the op's",
            "Map the op to the model's node, or remove model.onnx.",
        )


def _examples(
    op: Op, where: str, complete: bool = True, whole: Op | None = None
) -> Iterator[Problem]:
    """The problems of one set of examples.

    Args:
        op: with these examples as the main ones.
        where: the key of their list.
        complete: whether an argument without one lacks it.
        whole: with the examples that these are a part of; ``op`` where they are all.
    """
    whole = whole or op
    seen: set[str] = set()
    chosen: dict[str, tuple[str, str]] = {}
    for i, example in enumerate(op.model.inputs):
        key = f"{where}[{i}]"
        if example.arg in seen:
            yield problem(f"{key}.arg", f"'{example.arg}' has two examples")
        seen.add(example.arg)
        if example.seed < 0:
            yield problem(f"{key}.seed", "a seed is a number of 0 or more", "Write e.g. seed = 1.")
        if op.model.source:
            yield from _model_input(example, key)
            yield from _same(whole, example, key)
            continue
        arg = op.arg(example.base)
        if arg is None or (arg.name == example.arg) == arg.is_tensor_list:
            yield from _unknown_arg(op, example, arg, key)
            continue
        if example.none:
            continue
        if arg.holds_tensors:
            yield from _tensor_example(op, arg, example, key)
            unsaid = example.file and not example.dtype  # the file's own, known when it is read
            if isinstance(arg.dtype, str) and arg.dtype in op.types and not unsaid:
                dtype = example.dtype or next(iter(signature.arg_dtypes(op, arg)), "")
                first, other = chosen.setdefault(arg.dtype, (example.arg, dtype))
                if other != dtype:
                    yield problem(
                        f"{key}.dtype",
                        f"'{example.arg}' and '{first}' share the type {arg.dtype}, the examples differ",
                    )
        elif example.value is not UNSET and not arg.kind.literal.fits(example.value):
            yield no_value(f"{key}.value", example.value, arg.kind.literal, f"type {arg.type}")
        elif example.value is not UNSET:
            yield from check_inside(op, arg, example.value, f"{key}.value", f"'{arg.name}'")
        yield from _same(whole, example, key)
    if complete and not op.model.source:
        yield from _missing(op, where)
    yield from _gaps(op, where)


def _same(op: Op, example: Example, key: str) -> Iterator[Problem]:
    """A tensor that is given twice is declared alike in both places."""
    if not example.same_as or not example.is_tensor:
        return
    other = op.example(example.same_as)
    if other is None or other is example or other.same_as or not other.is_tensor:
        known = [
            e.arg for e in op.model.inputs if e.is_tensor and not e.same_as and e is not example
        ]
        what = f"'{example.same_as}' is no example of another tensor"
        yield problem(f"{key}.same_as", what, f"Choose one of: {', '.join(known) or 'none'}.")
        return
    told = op.example(example.arg) or example  # of a case with what it does not say itself
    for name in ("shape", "dtype", "dynamic", "layout"):
        if getattr(told, name) != getattr(other, name):
            what = f"'{example.arg}' is the tensor of '{other.arg}', and has another {name}"
            yield problem(f"{key}.{name}", what, f"Give it that of '{other.arg}'.")


def _unknown_arg(op: Op, example: Example, arg: Arg | None, key: str) -> Iterator[Problem]:
    known = ", ".join(a.name for a in op.args) or "none"
    if arg is None:
        yield problem(
            f"{key}.arg", f"'{example.arg}' is no argument of the op", f"Arguments: {known}."
        )
    elif arg.is_tensor_list:
        yield problem(
            f"{key}.arg",
            f"'{arg.name}' is {with_article(arg.kind.words)}",
            f"Give one example per tensor: {arg.name}[0], {arg.name}[1], …",
        )
    else:
        yield problem(f"{key}.arg", f"'{arg.name}' is no list of tensors", f"Write '{arg.name}'.")


def _gaps(op: Op, where: str) -> Iterator[Problem]:
    """The tensors of a list are numbered from 0 without gaps."""
    for arg in op.args:
        if arg.is_tensor_list and not op.model.source:
            found = sorted(
                int(m[1])
                for e in op.model.inputs
                if (m := re.fullmatch(rf"{re.escape(arg.name)}\[([0-9]{{1,9}})\]", e.arg))
            )
            if found != list(range(len(found))):
                yield problem(where, f"the examples of '{arg.name}' are not numbered from 0 on")


def _missing(op: Op, where: str) -> Iterator[Problem]:
    for arg in op.args:
        has_value = arg.optional or arg.default is not UNSET or arg.is_tensor_list
        entry = op.example(arg.name)
        if entry is None and not has_value:
            yield problem(
                where,
                f"'{arg.name}' has no example",
                f'Add [[model.inputs]] with arg = "{arg.name}".',
            )
        elif (
            entry is not None
            and not arg.is_tensor
            and entry.value is UNSET
            and not (has_value or entry.none)
        ):
            yield problem(where, f"the example of '{arg.name}' has no value", "Add value = …")


def _too_large(shape: tuple[int, ...]) -> bool:
    elements = 1
    for size in shape if all(shape) else ():
        elements *= size
        if elements > MAX_EXAMPLE_ELEMENTS:
            return True
    return False


def _model_input(example: Example, key: str) -> Iterator[Problem]:
    """An input of a model file: a tensor with a shape."""
    yield from usable(f"{key}.arg", example.arg)
    if example.none:
        return
    yield from dtype_list(f"{key}.dtype", (example.dtype or "float32",))
    yield from _generated(example, key, example.dtype or "float32")


def _tensor_example(op: Op, arg: Arg, example: Example, key: str) -> Iterator[Problem]:
    allowed = signature.arg_dtypes(op, arg)
    first = "float32" if arg.dtype == "any" else next(iter(allowed), "")
    yield from _generated(example, key, example.dtype or first)
    if arg.dtype == "any":
        yield from dtype_list(f"{key}.dtype", (example.dtype or "float32",))
    elif example.dtype and example.dtype not in allowed:
        yield problem(
            f"{key}.dtype",
            f"'{example.dtype}' is not among the types of '{arg.name}'",
            f"Choose: {', '.join(allowed)}.",
        )
    if not example.file:
        yield from not_exported(f"{key}.dtype", (example.dtype or first,), op.model.exported_by)


def _generated(example: Example, key: str, dtype: str) -> Iterator[Problem]:
    """Shape, elements and dynamic axes of an example tensor."""
    if example.file:
        yield from named_file(f"{key}.file", example.file)
    if example.shape is UNSET and example.file:
        for name in example.dynamic.values():
            yield from usable(f"{key}.dynamic", name)
        return  # the file's shape is looked at where it is read
    if example.shape is UNSET:
        yield problem(
            f"{key}.shape",
            f"the example of '{example.arg}' has no shape",
            f"Write it as it is for '{example.same_as}'."
            if example.same_as
            else "Write e.g. shape = [2, 3].",
        )
        return
    if any(s < 0 for s in example.shape):
        yield problem(f"{key}.shape", "a size is negative")
    elif _too_large(example.shape):
        yield problem(
            f"{key}.shape",
            f"the example has more than {MAX_EXAMPLE_ELEMENTS} elements",
            "Choose a smaller example.",
        )
    elif example.value is not UNSET:
        yield from _given(example, math.prod(example.shape), dtype, f"{key}.value")
    if not is_possible(example.layout, len(example.shape)):
        what = f"a tensor of {len(example.shape)} dimensions cannot lie '{example.layout}'"
        yield problem(
            f"{key}.layout", what, "channels last is for four, transposed for two or more."
        )
    if len(example.shape) > 64:
        yield problem(f"{key}.shape", "torch tensors have at most 64 dimensions")
    if not (math.isfinite(example.low) and math.isfinite(example.high)) or (
        example.generator in ("uniform", "integers") and example.low >= example.high
    ):
        yield problem(f"{key}.low", "'low' must be less than 'high', both finite")
    elif example.generator == "integers" and not _are_integers(example):
        what = f"there is no integer of 64 bits from {example.low:g} up to {example.high:g}"
        yield problem(f"{key}.high", what, "'high' itself is excluded.")
    for axis, name in example.dynamic.items():
        if not -len(example.shape) <= axis < len(example.shape):
            yield problem(
                f"{key}.dynamic", f"axis {axis} is outside the shape {list(example.shape)}"
            )
        yield from usable(f"{key}.dynamic", name)


def _are_integers(example: Example) -> bool:
    """Whether the range, cut to integers as the generator cuts it, has one that can be drawn."""
    return -INT64 <= int(example.low) < int(example.high) <= INT64


def _is_among(value: object, least: int, most: int) -> bool:
    whole = isinstance(value, bool | int) or (isinstance(value, float) and value.is_integer())
    return whole and least <= value <= most  # type: ignore[operator]


def _given(example: Example, count: int, dtype: str, key: str) -> Iterator[Problem]:
    """Elements that are written out; floats may be nan and inf."""
    finite = dtype in DTYPES and DTYPES[dtype].kind != "float"
    items = example.value if isinstance(example.value, tuple) else (example.value,)
    if not all(isinstance(item, bool | int | float) for item in items):
        yield problem(key, "the elements of a tensor are numbers")
    elif finite and not all(math.isfinite(item) for item in items):  # type: ignore[arg-type]
        yield problem(key, f"a tensor of {dtype} has no nan and no inf", "Choose a float type.")
    elif (ends := DTYPES[dtype].ends if dtype in DTYPES else None) and (
        wrong := [v for v in items if not _is_among(v, *ends)]
    ):
        yield problem(key, f"{wrong[0]} is no {dtype}", f"It goes from {ends[0]} to {ends[1]}.")
    elif len(items) != count:
        yield problem(
            key, f"{len(items)} elements are given, the shape {list(example.shape or ())} has {count}"
        )  # fmt: skip
