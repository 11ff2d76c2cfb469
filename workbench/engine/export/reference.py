"""The op's declared reference: the user's Python, run in the torch host's forked child."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from workbench.core.declaration.op import Op
from workbench.core.errors import RefusedError, UserError
from workbench.engine.export.dynamic_axes import declared_shapes, fits, shown
from workbench.engine.export.not_itself import not_itself
from workbench.engine.export.results import given_tensors
from workbench.engine.host.copies import no_copies
from workbench.engine.host.user_code import MISTAKES, load_function, place_in
from workbench.engine.values.tensors import as_torch, own, to_array

__all__ = ["reference_outputs"]


def reference_outputs(op: Op, folder: Path, values: dict[str, Any]) -> dict[str, np.ndarray]:
    """What the reference gives for the example inputs, by output; empty where there is none.

    Raises:
        UserError: kind ``reference``; it raised, or gave other outputs, or sizes, than declared.
    """
    if not op.reference.declared:
        return {}
    arguments = {name: as_torch(op, name, own(value)) for name, value in values.items()}
    try:
        with not_itself(op, folder), torch.no_grad(), no_copies():
            function = _function(op, folder)
            result = function(**arguments)
    except MISTAKES as error:
        message = f"the reference failed: {type(error).__name__}: {error}"
        file, line = place_in(error, folder)
        known = ", ".join(["torch", *arguments])
        hint = f"It knows: {known}." if isinstance(error, NameError) and not file else ""
        raise RefusedError(
            "reference",
            message,
            hint or f"Correct {'it' if file else 'the expression'}.",
            file=file,
            line=line,
            key="" if file else "reference.python",
        ) from error
    try:
        compared, given = _without_random(op, result)
        outputs = {name: to_array(tensor) for name, tensor in given_tensors(compared, given)}
    except ValueError:
        raise _unfit(op, result, *_returns(op, function)) from None
    shapes = declared_shapes(op, values, outputs)
    for name, array in outputs.items():
        if not fits(array.shape, shapes[name]):
            raise _other_shape(name, array.shape, shapes[name], *_returns(op, function))
    return outputs


def _without_random(op: Op, result: Any) -> tuple[Op, Any]:
    """The op and the result without the random outputs of which the reference says nothing: None."""
    one = len(op.outputs) == 1
    entries = (result,) if one or not isinstance(result, list | tuple) else result
    if len(entries) != len(op.outputs):
        return op, result  # which is told
    left = [
        (o, e) for o, e in zip(op.outputs, entries, strict=True) if not (o.random and e is None)
    ]
    if len(left) == len(entries):
        return op, result
    known = msgspec.structs.replace(op, outputs=tuple(output for output, _ in left))
    return known, left[0][1] if len(left) == 1 else [entry for _, entry in left]


def _other_shape(
    name: str, shape: Sequence[int], declared: Sequence[int | None], file: str, line: int
) -> UserError:
    """The reference gave an output with sizes that the declaration excludes, at a line."""
    message = (
        f"the reference gives '{name}' with shape {list(shape)}, declared is {shown(declared)}"
    )
    hint = f"Correct the reference, or the shape rule of '{name}' on the Signature page."
    key = "" if file else "reference.python"
    return UserError("reference", message, hint, file=file, line=line, key=key)


def _unfit(op: Op, result: Any, file: str, line: int) -> UserError:
    """The reference gave something else than one tensor per output, at a line."""
    gave = type(result).__name__
    if isinstance(result, tuple):
        gave = f"({', '.join(type(item).__name__ for item in result[:9])})"
    number = len(op.outputs)
    names = ", ".join(f"{o.name}, a list" if o.is_list else o.name for o in op.outputs)
    wanted = f"{number} tensor{'s' * (number != 1)} ({names})"
    if op.outputs and all(o.is_list for o in op.outputs):
        wanted = names
    message = f"the reference must give {wanted}, and gives {gave}"
    hint = "torch.tensor makes a tensor of numbers."
    if op.is_random:
        hint += " None serves for an output that is random."
    key = "" if file else "reference.python"
    return UserError("reference", message, hint, file=file, line=line, key=key)


def _returns(op: Op, function: Callable[..., Any]) -> tuple[str, int]:
    """Where a reference in a file gives its result: its only return, else where it begins."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if not op.reference.source or code is None:
        return "", 0
    try:
        lines, first = inspect.getsourcelines(code)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError):  # the file is another one by now
        return code.co_filename, code.co_firstlineno
    returns = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Return)]
    return code.co_filename, first + returns[0] - 1 if len(returns) == 1 else first


def _function(op: Op, folder: Path) -> Callable[..., Any]:
    reference = op.reference
    if not reference.source:
        code = compile(reference.python.strip(), "<reference in op.toml>", "eval")
        return lambda **arguments: eval(code, {"torch": torch, **arguments})
    name = reference.function or op.name
    hint = f"Define: def {name}({', '.join(a.name for a in op.args)})"
    function = load_function(folder / reference.source, name, "reference", hint)
    _check_parameters(op, name, function, hint)
    return function


def _check_parameters(op: Op, name: str, function: Callable[..., Any], hint: str) -> None:
    """It is called with the op's arguments by name."""
    try:
        taken = inspect.signature(function)
    except (TypeError, ValueError):  # of what is not written in Python nothing is known
        return
    try:
        taken.bind(**{a.name: None for a in op.args})
    except TypeError:
        code = getattr(inspect.unwrap(function), "__code__", None)
        raise UserError(
            "reference",
            f"'{name}' takes other arguments than the op's: {taken}",
            hint,
            file=code.co_filename if code is not None else "",
            line=code.co_firstlineno if code is not None else 0,
            key="" if code is not None else "reference.source",
        ) from None
