"""Which shape rules and element types fit what a kernel gives, where the declared ones do not.

The kernel is called again with other sizes, in a copy of the process that may crash. A rule that
holds for these calls, too, stands in the problem's hint: it is the user who takes it.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from workbench.core.dtypes import DTYPES
from workbench.core.errors import UserError
from workbench.core.jobs.known_ops import KnownOutput, Result, TorchCall
from workbench.core.op import Example, Op
from workbench.core.signature import arg_dtypes
from workbench.engine.export.eager import check_declared
from workbench.engine.export.results import given_outputs, results
from workbench.engine.export.sample import Callee, Values, sample_model, sample_values
from workbench.engine.host.aside import Aside
from workbench.engine.host.user_code import MISTAKES
from workbench.engine.values.tensors import dtype_name
from workbench.importers.drafts.shape_fit import fit_outputs
from workbench.importers.drafts.varied import resized

__all__ = ["with_fitting"]

_KEY = re.compile(r"outputs\[(?P<index>\d+)\]\.(?P<field>shape|dtype)")
_SECONDS = 10.0
_CALLS = 16
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
    listed = any(v.kind.is_list for v in op.args if v.holds_tensors)
    listed = listed or any(o.is_list for o in op.outputs)
    if not _KEY.fullmatch(error.problem.key) or op.model.source or listed or not callee.calls:
        return error
    values, result = callee.calls[0]
    calls = [TorchCall(_typed(op), _results(op, result)), *_further(op, folder, callee)]
    if len(calls) <= _ENOUGH:
        return error
    changes = _changes(op, values, result, fit_outputs(op.args, calls))
    told = "; ".join(f"{output}: {', '.join(said)}" for output, said in changes.items())
    if not told:
        return error
    hint = f"This fits here and with {len(calls) - 1} other sizes: {told}. {error.problem.hint}"
    return UserError.of([msgspec.structs.replace(error.problem, hint=hint)])


def _changes(
    op: Op, values: Values, result: Any, told: Sequence[KnownOutput]
) -> dict[str, list[str]]:
    """What would have to be written in op.toml, by output; nothing where that does not suffice."""
    changes: dict[str, list[str]] = {}
    outputs = list(op.outputs)
    done = set()
    while True:
        fixed = msgspec.structs.replace(op, outputs=tuple(outputs))
        try:
            check_declared(fixed, values, results(fixed, result))
        except UserError as error:
            match = _KEY.fullmatch(error.problem.key)
            if match is None or match[0] in done:
                return {}
            done.add(match[0])
            index, field = int(match["index"]), match["field"]
            value = getattr(told[index], field)
            outputs[index] = msgspec.structs.replace(outputs[index], **{field: value})
            changes.setdefault(outputs[index].name, []).append(f'{field} = "{value}"')
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


def _further(op: Op, folder: Path, callee: Callee) -> Sequence[TorchCall]:
    """Calls with other sizes, as far as the kernel takes them."""
    inputs = [
        varied
        for varied, _ in zip(resized(_typed(op)), range(_CALLS), strict=False)
        if all(e.file == "" for e in op.model.inputs)
    ]
    until = time.monotonic() + _SECONDS / 2

    def work() -> Mapping[str, np.ndarray]:
        made: dict[str, np.ndarray] = {}
        names = list(DTYPES)
        for i, examples in enumerate(inputs):
            if time.monotonic() > until:
                break
            model = msgspec.structs.replace(op.model, inputs=examples)
            other = msgspec.structs.replace(op, model=model)
            called = Callee(other, callee.target, callee.overload)
            called.keep = True
            try:
                sample = sample_model(other, folder, sample_values(other, folder), called)
                with torch.no_grad():
                    sample.module(*sample.given)
                found = _results(op, called.calls[0][1])
            except (*MISTAKES, UserError):
                continue
            for j, one in enumerate(found):
                made[f"{i}_{j}"] = np.array([names.index(one.dtype), *one.shape], np.int64)
        return made

    with tempfile.TemporaryDirectory() as scratch:
        arrays = Aside(work, Path(scratch) / "fitted.npz", _SECONDS).result()
    calls = []
    for i, examples in enumerate(inputs):
        rows = [arrays[k] for j in range(len(op.outputs)) if (k := f"{i}_{j}") in arrays]
        if len(rows) == len(op.outputs):
            found = tuple(Result(list(DTYPES)[r[0]], tuple(map(int, r[1:]))) for r in rows)
            calls.append(TorchCall(examples, found, "sizes"))
    return calls
