"""Calls of a session as a script makes them, and the values that go in and come out."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import onnxruntime

from workbench.core.errors import UserError
from workbench.core.jobs.model_nodes import ModelValue
from workbench.core.types.dtypes import DTYPES, by_onnx, name_of
from workbench.engine.values.arrays import numpy_dtype, stored, unknown_to_numpy

__all__ = ["by_name", "check_inputs", "ort_value", "plain_call", "results_of"]


def check_inputs(
    session: onnxruntime.InferenceSession, inputs: Mapping[str, np.ndarray], where: str = ""
) -> None:
    """Whether the model can be called with the arrays, in better words than ONNX Runtime's.

    Args:
        session: the model's.
        inputs: by name.
        where: the file that they are from; empty for none that the user knows of.

    Raises:
        UserError: kind ``inputs``, one is missing; kind ``run``, one has an element type or a shape
            that the model does not take.
    """
    wanted = session.get_inputs()
    for value in wanted:
        if value.name not in inputs:
            names = ", ".join(v.name for v in wanted)
            message = f"the model's input '{value.name}' is not given"
            raise UserError("inputs", message, f"It takes: {names}.", file=where)
        if not value.type.startswith("tensor("):
            continue
        array = inputs[value.name]
        takes = ModelValue(value.name, name_of(value.type), tuple(value.shape))
        given = ModelValue(value.name, _dtype(array), array.shape)
        if takes.dtype != given.dtype:
            hint = f'Give it {takes.dtype}: numpy.asarray({value.name}, dtype="{takes.dtype}").'
        # ONNX Runtime shows no dimensions of a scalar, nor of a tensor of any rank.
        elif value.shape and not _fits(value.shape, array.shape):
            hint = "Give an array of that shape; a size that is a name, or ?, may be any number."
        else:
            continue
        message = f"the model's input '{value.name}' is {takes.words}, and {given.words} is given"
        raise UserError("run", message, hint, file=where)


def _fits(wanted: Sequence[object], given: Sequence[int]) -> bool:
    same_rank = len(wanted) == len(given)
    return same_rank and all(
        not isinstance(size, int) or size < 0 or size == found
        for size, found in zip(wanted, given, strict=True)
    )


def _dtype(array: np.ndarray) -> str:
    return "string" if array.dtype.kind in "UO" else str(array.dtype)


def plain_call(
    session: onnxruntime.InferenceSession, inputs: Mapping[str, np.ndarray]
) -> Callable[[], Sequence[object]]:
    """A call that takes no longer than one in a script: ``session.run``.

    With ``OrtValue`` instead of arrays ONNX Runtime's own Python takes some 50 µs more. There is no
    other way where NumPy has no such element type.

    Args:
        session: the model's.
        inputs: by name, all that the model has.
    """
    names = [o.name for o in session.get_outputs()]
    given = {i.name: inputs[i.name] for i in session.get_inputs()}
    types = {v.type for v in (*session.get_inputs(), *session.get_outputs())}
    if any(d.stored and d.onnx_type in types for d in DTYPES.values()):
        values = {name: ort_value(array) for name, array in given.items()}
        return functools.partial(session.run_with_ort_values, names, values)
    return functools.partial(session.run, names, given)


def results_of(
    session: onnxruntime.InferenceSession, names: Sequence[str], inputs: Mapping[str, np.ndarray]
) -> Sequence[object]:
    """The outputs of some names, on the inputs' own memory; strings are copied."""
    if any(array.dtype.kind in "UO" for array in inputs.values()):
        outputs: Sequence[object] = session.run(names, dict(inputs))
        return outputs
    given = {name: ort_value(array) for name, array in inputs.items()}
    values: Sequence[object] = session.run_with_ort_values(names, given)
    return values


def by_name(names: Sequence[str], values: Sequence[object]) -> dict[str, np.ndarray]:
    """What a call gave, as arrays."""
    return {name: _array(value) for name, value in zip(names, values, strict=True)}


def ort_value(array: np.ndarray) -> onnxruntime.OrtValue:
    """An array for ONNX Runtime, on the array's own memory."""
    known = unknown_to_numpy(array.dtype)
    if known is None:
        return onnxruntime.OrtValue.ortvalue_from_numpy(array)
    return onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(stored(array), known.onnx)


def _array(value: object) -> np.ndarray:
    known = None
    if isinstance(value, onnxruntime.OrtValue):
        known = by_onnx(value.element_type())
        if known is None or not known.stored:
            value = value.numpy()
    if not isinstance(value, onnxruntime.OrtValue) or known is None:
        array = np.asarray(value)
        # Strings are Python's, which no file of arrays can hold.
        return array.astype(np.str_) if array.dtype.kind == "O" else array
    # numpy has no such type, so ONNX Runtime gives no array of it: its memory is copied.
    made: np.ndarray = np.empty(value.shape(), numpy_dtype(known.name))
    ctypes.memmove(made.ctypes.data, value.data_ptr(), made.nbytes)
    return made
