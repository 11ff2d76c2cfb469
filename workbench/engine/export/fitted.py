"""Which shape rules and element types fit what a kernel gives, where the declared ones do not.

The kernel is called again with other sizes, in a copy of the process that may crash. A rule that
holds for these calls, too, stands in the problem's hint, and is its fix: it is the user who takes it.
"""

from __future__ import annotations

import itertools
import re
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from msgspec import UNSET

from workbench.core.declaration.op import Example, Op
from workbench.core.declaration.signature import arg_dtypes
from workbench.core.errors import UserError
from workbench.core.jobs.known_ops import Inputs, KnownOutput, Result, TorchCall
from workbench.core.types.dtypes import DTYPES
from workbench.engine.export.eager import check_declared
from workbench.engine.export.results import given_outputs, results
from workbench.engine.export.sample import Callee, Values, sample_model, sample_values
from workbench.engine.host.aside import Aside
from workbench.engine.values.tensors import dtype_name
from workbench.importers.drafts.shape_fit import fit_outputs
from workbench.importers.drafts.varied import few_elements, renumbered, reseeded, resized, rolled

__all__ = ["with_fitting"]

_KEY = re.compile(r"outputs\[(?P<index>\d+)\]\.(?P<field>shape|dtype)")
_NUMBER = re.compile(r"(?<![\w\]]\[)(?<=\[)\d+(?=[,\]])|(?<=, )\d+(?=[,\]])")
"""A size that is a number alone; ``x.shape[0]`` has none."""
_SECONDS = 10.0
_ONE_CALL = 2.0
_CALLS = 16
_NUMBERS = 8
_NAMES = tuple(DTYPES)
_ENOUGH = 3
"""Calls with other sizes that a rule has to hold for."""


def with_fitting(error: UserError, op: Op, folder: Path, callee: Callee) -> UserError:
    """The error with what would fit in its hint; as it is, where that cannot be told.

    Args:
        error: of the declared outputs.
        op: the declaration, resolved, with the examples of the call.
        folder: the op's.
        callee: the op, called once with these examples.
    """
    if not _KEY.fullmatch(error.problem.key) or op.model.source or not callee.calls:
        return error
    values, result = callee.calls[0]
    if any(o.is_list for o in op.outputs):
        plain = tuple(_plain(op, i, result) for i in range(len(op.outputs)))
        return _told(error, op, _changes(op, values, result, plain))
    if any(v.is_tensor_list for v in op.args):
        return error
    calls = [TorchCall(_typed(op), _results(op, result)), *_further(op, folder, callee)]
    sizes = sum(call.kind == "sizes" for call in calls)
    if sizes < _ENOUGH:
        return _told(error, op, _changes(op, values, result, _open(calls[0])))
    fitted = fit_outputs(op.args, calls)
    if _same_elements(calls) or _same_sizes(calls):
        # A number may come of them.
        fitted = tuple(
            msgspec.structs.replace(f, shape=_NUMBER.sub("unknown", f.shape)) for f in fitted
        )
    # That of a result that is empty by the arguments is no rule.
    fitted = tuple(
        msgspec.structs.replace(f, shape=_NUMBER.sub(_unless_none, f.shape)) for f in fitted
    )
    told = _told(error, op, _changes(op, values, result, fitted), sizes)
    empty = [o.name for o, r in zip(op.outputs, calls[0].outputs, strict=False) if 0 in r.shape]
    if not empty or any(e.shape and 0 in e.shape for e in calls[0].inputs if e.is_tensor):
        return told
    names = " and ".join(f"'{name}'" for name in empty)
    hint = (
        f"With these arguments {names} {'is' if len(empty) == 1 else 'are'} empty: others, on the "
        f"Model page, may show more. {told.problem.hint}"
    )
    return UserError.of([msgspec.structs.replace(told.problem, hint=hint)])


def _unless_none(number: re.Match[str]) -> str:
    return "unknown" if number[0] == "0" else number[0]


def _plain(op: Op, index: int, result: Any) -> KnownOutput:
    """Of a list how many sizes its tensors have, which is alike for all; of a tensor what is declared."""
    output = op.outputs[index]
    items = given_outputs(op, result)[index]
    if not output.is_list or not items or len({t.dim() for t in items}) != 1:
        return KnownOutput(output.dtype, output.shape)
    return KnownOutput(dtype_name(items[0]), f"[{', '.join(['unknown'] * items[0].dim())}]")


def _open(call: TorchCall) -> tuple[KnownOutput, ...]:
    """The element types of a call's results, and how many sizes they have: what no other call can refute."""
    return tuple(
        KnownOutput(r.dtype, f"[{', '.join(['unknown'] * len(r.shape))}]") for r in call.outputs
    )


def _told(error: UserError, op: Op, changes: Mapping[str, str], sizes: int = 0) -> UserError:
    """The error with what would fit in its hint, and as its fix."""
    if not changes:
        return error
    said: dict[str, list[str]] = {}
    for key, value in changes.items():
        match = _KEY.fullmatch(key)
        assert match is not None
        output = op.outputs[int(match["index"])].name
        said.setdefault(output, []).append(f'{match["field"]} = "{value}"')
    told = "; ".join(f"{output}: {', '.join(parts)}" for output, parts in said.items())
    hint = f"This fits here: {told}. {error.problem.hint}"
    if sizes:
        hint = f"This fits here and with {sizes} other sizes: {told}. {error.problem.hint}"
    fitting = tuple(changes.items())
    return UserError.of([msgspec.structs.replace(error.problem, hint=hint, fitting=fitting)])


def _same_elements(calls: Sequence[TorchCall]) -> bool:
    """Whether a tensor had the same elements in all calls, in one order."""
    tensors = [i for i, e in enumerate(calls[0].inputs) if e.is_tensor]
    return any(all(_made(c, i) == _made(calls[0], i) for c in calls) for i in tensors)


def _same_sizes(calls: Sequence[TorchCall]) -> bool:
    """Whether a tensor had the same sizes in all calls, so that a size may follow it unseen."""
    tensors = [i for i, e in enumerate(calls[0].inputs) if e.is_tensor and e.shape]
    return any(all(c.inputs[i].shape == calls[0].inputs[i].shape for c in calls) for i in tensors)


def _made(call: TorchCall, index: int) -> object:
    """How a tensor's elements are made."""
    one = call.inputs[index]
    return (one.seed, one.generator) if one.value is UNSET else one.value


def _changes(op: Op, values: Values, result: Any, told: Sequence[KnownOutput]) -> dict[str, str]:
    """What would have to be written in op.toml, by key path; nothing where that does not suffice."""
    changes: dict[str, str] = {}
    outputs = list(op.outputs)
    while True:
        fixed = msgspec.structs.replace(op, outputs=tuple(outputs))
        try:
            check_declared(fixed, values, results(fixed, result))
        except UserError as error:
            match = _KEY.fullmatch(error.problem.key)
            if match is None or match[0] in changes:
                return {}
            index, field = int(match["index"]), match["field"]
            value = getattr(told[index], field)
            arg = op.arg(value)
            if arg is not None and arg.optional:  # it has no element type where it is None
                value = _results(op, result)[index].dtype
            outputs[index] = msgspec.structs.replace(outputs[index], **{field: value})
            changes[match[0]] = value
        else:
            return changes


def _typed(op: Op) -> tuple[Example, ...]:
    """The examples, those of tensors with their element types."""

    def dtype(example: Example) -> str:
        arg = op.arg(example.arg)
        known = arg is not None and arg.dtype != "any"
        return example.dtype or (arg_dtypes(op, arg)[0] if known else "float32")  # type: ignore[arg-type]

    replace = msgspec.structs.replace
    return tuple(replace(e, dtype=dtype(e)) if e.is_tensor else e for e in op.model.inputs)


def _results(op: Op, result: Any) -> tuple[Result, ...]:
    given = given_outputs(op, result)
    return tuple(
        Result(dtype_name(t), tuple(t.shape)) for t in given if isinstance(t, torch.Tensor)
    )


def _further(op: Op, folder: Path, callee: Callee) -> Iterator[TorchCall]:
    """Calls with other elements and sizes, as far as the kernel takes them."""
    first = _typed(op)
    if any(e.file for e in first):
        return
    elements = [reseeded(first), few_elements(first, 2), few_elements(first, 1)]
    elements += [rolled(first, i) for i in range(len(first))]
    others = [("elements", e) for e in elements if e != first]
    others += [("arguments", e) for e in itertools.islice(renumbered(first), _NUMBERS)]
    others += [("sizes", e) for e in itertools.islice(resized(first), _CALLS)]
    until = time.monotonic() + _SECONDS
    with tempfile.TemporaryDirectory() as scratch:
        for kind, inputs in others:
            left = until - time.monotonic()
            if left <= 0:
                return
            work = partial(_called, op, folder, callee, inputs)
            arrays = Aside(work, Path(scratch) / "fitted.npz", min(_ONE_CALL, left)).result()
            if arrays:
                rows = (arrays[str(i)] for i in range(len(arrays)))
                found = (Result(_NAMES[r[0]], tuple(map(int, r[1:]))) for r in rows)
                yield TorchCall(inputs, tuple(found), kind)


def _called(op: Op, folder: Path, callee: Callee, inputs: Inputs) -> Mapping[str, np.ndarray]:
    """Element type and sizes of each result of a call with other examples; in a copy of the process."""
    other = msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, inputs=inputs))
    called = Callee(other, callee.target, callee.overload)
    called.keep = True
    sample = sample_model(other, folder, sample_values(other, folder), called)
    torch.set_num_threads(1)  # those of the job are not in the copy
    with torch.no_grad():
        sample.module(*sample.given)
    found = _results(op, called.calls[0][1])
    rows = [[_NAMES.index(r.dtype), *r.shape] for r in found]
    return {str(i): np.array(row, np.int64) for i, row in enumerate(rows)}
