"""ONNX's own test cases of a standard operator, as arguments and expected outputs of an op.

The onnx package makes them in Python (``onnx.backend.test.case.node``), so nothing is fetched.
They are ground truth that neither we nor the user wrote, for anyone who brings a standard
operator across as an op of their own.

How a case becomes arguments of the op is either read off the mapping, or given by an adapter:
a file ``onnx_cases.py`` in the op's folder with a function called like the operator. It takes
the case's inputs (numpy arrays, None for those left out) and, by keyword, the attributes that
the case sets; it returns the op's arguments by name, or raises ``NotImplementedError`` with the
reason where the op cannot express the case. Which of the op's outputs ONNX's expected ones are,
the mapping's node says that is the operator; where none is, and the op has several, the function
returns the arguments and the outputs' names in ONNX's order: ``return arguments, ("y", None)``.

The adapter is the user's code: run this in the torch host's forked child only.
"""

from __future__ import annotations

import inspect
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from workbench.core import shape_rule
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.pipeline.standard_cases import ADAPTER_FILE
from workbench.core.types.dtypes import DTYPES
from workbench.engine.host.user_code import MISTAKES, load_module
from workbench.engine.onnx.onnx_case_outputs import checked_names, output_names
from workbench.engine.onnx.onnx_fit import (
    Convert,
    SkippedError,
    Values,
    by_mapping,
    complete,
    expected_outputs,
    literal,
)
from workbench.engine.onnx.onnx_node_cases import NodeCase, check_operator, collect
from workbench.engine.values.arrays import element_type
from workbench.engine.values.examples import sizes_of

__all__ = ["OnnxCase", "onnx_cases"]

_KIND = "onnx-cases"


class OnnxCase(msgspec.Struct, frozen=True):
    """One case.

    Attributes:
        name: ONNX's, without its ``test_``: ``gridsample_bilinear``.
        values: the op's arguments by name, in order: an array, a literal, None, or for a
            ``tensor[]`` a tuple of arrays.
        expected: what ONNX says the outputs are, by the op's names; those that it says.
        skipped: why the op cannot express the case; then there are no values.
    """

    name: str
    values: dict[str, Any] = {}
    expected: dict[str, np.ndarray] = {}
    skipped: str = ""


def onnx_cases(op: Op, folder: Path, operator: str) -> list[OnnxCase]:
    """The cases of a standard operator.

    Args:
        op: the op; the mapping in use is looked at first, then its variants'.
        folder: the op's folder, where the adapter is if there is one.
        operator: e.g. ``DeformConv``.

    Returns:
        All cases in onnx's order, the skipped ones with their reasons.

    Raises:
        UserError: there is no such operator, nothing says how its cases become arguments of
            the op, the adapter is wrong, or no case at all can be expressed.
    """
    check_operator(operator)
    convert = _adapter(op, folder, operator) or by_mapping(op, operator)
    if convert is None:
        raise UserError(
            _KIND,
            f"no node of '{op.name}' is {operator} alone, in ONNX's domain or one of its own",
            f"Write a function {operator} in {ADAPTER_FILE} that makes the op's arguments of a case.",
        )
    cases = []
    for raw in collect(operator):
        try:
            values, expected = convert(raw)
            _check_types(op, values, expected)
            _check_ranks(op, values, expected)
            cases.append(OnnxCase(raw.name, values, expected))
        except SkippedError as error:
            cases.append(OnnxCase(raw.name, skipped=str(error)))
    _check_usable(op, operator, cases)
    return cases


def _check_usable(op: Op, operator: str, cases: list[OnnxCase]) -> None:
    if any(not case.skipped for case in cases):
        return
    if not cases:
        raise UserError(_KIND, f"the onnx package has no test case of {operator}")
    message = f"'{op.name}' can express none of the {len(cases)} cases of {operator}"
    hint = (
        f"A function {operator} in {ADAPTER_FILE} can say how a case becomes arguments of the op."
    )
    reasons = Counter(case.skipped for case in cases)
    notes = [
        Problem(_KIND, f"{count} of {len(cases)}: {reason}", severity="note")
        for reason, count in reasons.items()
    ]
    raise UserError.of([Problem(_KIND, message, hint), *notes])


# -- the adapter ------------------------------------------------------------------------


def _adapter(op: Op, folder: Path, operator: str) -> Convert | None:
    path = folder / ADAPTER_FILE
    if not path.is_file():
        return None
    function = getattr(load_module(path, _KIND), operator, None)
    if not callable(function):
        return None

    def convert(raw: NodeCase) -> tuple[Values, dict[str, np.ndarray]]:
        try:
            inspect.signature(function).bind(*raw.inputs, **raw.attributes)
        except TypeError as error:
            raise SkippedError(f"the adapter takes no such case: {error}") from None
        try:
            given = function(*raw.inputs, **raw.attributes)
        except NotImplementedError as error:
            raise SkippedError(str(error) or "the adapter does not express it") from None
        except MISTAKES as error:
            message = f"the adapter failed on {raw.name}: {type(error).__name__}: {error}"
            raise UserError(_KIND, message, file=path) from error
        names = None
        if isinstance(given, tuple) and len(given) == 2:
            given, names = given
        try:
            values = complete(op, _adapted(op, given))
            names = checked_names(op, names) if names is not None else None
        except SkippedError as error:
            raise UserError(_KIND, f"the adapter on {raw.name}: {error}", file=path) from None
        if names is None:
            names = output_names(op, operator, values)
        return values, expected_outputs(names, raw, op)

    return convert


def _adapted(op: Op, given: Any) -> Values:
    if not isinstance(given, dict):
        raise SkippedError("it must return the op's arguments by name, as a dict")
    values: Values = {}
    for name, value in given.items():
        arg = op.arg(name)
        if arg is None:
            known = ", ".join(a.name for a in op.args)
            raise SkippedError(f"'{name}' is no argument of the op; those are: {known}")
        if value is None or arg.is_tensor:
            values[name] = None if value is None else np.array(value)
        elif arg.is_tensor_list:
            values[name] = tuple(np.array(v) for v in value)
        else:
            values[name] = literal(arg, value, f"'{name}'")
    return values


# -- what the op declares ---------------------------------------------------------------


def _check_types(op: Op, values: Values, expected: dict[str, np.ndarray]) -> None:
    """The case's element types must be an instance of the op."""
    chosen: dict[str, str] = {}
    for arg in op.args:
        value = values[arg.name]
        if arg.is_dtype:
            if value not in signature.arg_dtypes(op, arg):
                raise SkippedError(f"'{arg.name}' is {value} in the case, which is not declared")
            chosen[arg.dtype if arg.dtype in op.types else arg.name] = value
        arrays = value if arg.is_tensor_list else [value] if arg.is_tensor else []
        for array in arrays:
            if array is None:
                continue
            if not isinstance(array, np.ndarray):
                raise SkippedError(f"'{arg.name}' is no tensor in the case")
            dtype = element_type(array)
            allowed = DTYPES if arg.dtype == "any" else signature.arg_dtypes(op, arg)
            if dtype not in allowed:
                why = "is not declared" if dtype in DTYPES else "no op takes"
                raise SkippedError(f"'{arg.name}' is {dtype} in the case, which {why}")
            if refused := op.model.exported_by.refused_types([dtype]):
                raise SkippedError(f"'{arg.name}' is {dtype} in the case: {refused}")
            variable = arg.dtype if arg.dtype in op.types else arg.name
            if arg.dtype != "any" and chosen.setdefault(str(variable), dtype) != dtype:
                raise SkippedError(f"'{arg.name}' is {dtype} in the case, others of its type not")
    for output in op.outputs:
        array = expected.get(output.name)
        if array is None:
            continue
        if not isinstance(array, np.ndarray):
            raise SkippedError(f"the output '{output.name}' is no tensor in the case")
        dtype = element_type(array)
        allowed = signature.output_dtypes(op, output)
        without = signature.dtype_without(op, output.dtype)
        undecided = without and output.dtype not in chosen
        if dtype not in ((without,) if undecided else allowed):
            if dtype not in DTYPES:
                raise SkippedError(
                    f"the output '{output.name}' is {dtype} in the case, which no op gives"
                )
            owner = signature.dtype_owner(op, output.dtype)
            declared = f"as '{owner.name}' is" if owner is not None else f"always {output.dtype}"
            if undecided:
                declared = f"{without} where no tensor decides it"
            raise SkippedError(
                f"the output '{output.name}' is {dtype} in the case, by its declaration {declared}"
            )
        if refused := op.model.exported_by.refused_types([dtype]):
            raise SkippedError(f"the output '{output.name}' is {dtype} in the case: {refused}")


def _check_ranks(op: Op, values: Values, expected: dict[str, np.ndarray]) -> None:
    """A shape rule written for images cannot serve volumes. Other wrong sizes show in the run."""
    for output in op.outputs:
        if output.name not in expected:
            continue
        try:
            rule = op.shape_of(output)
            rank = len(shape_rule.evaluate(rule, sizes_of(values)))
        except shape_rule.ShapeError as error:
            raise SkippedError(f"the shape rule of '{output.name}': {error}") from None
        given = expected[output.name].ndim
        if rank != given:
            raise SkippedError(
                f"the output '{output.name}' has {given} dimensions in the case, by its shape rule {rank}"
            )
