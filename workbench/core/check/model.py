"""The sample model: opset, exporter, example inputs."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import UNSET

from workbench.core import signature
from workbench.core.check.common import fits, problem
from workbench.core.errors import Problem
from workbench.core.names import name_problem
from workbench.core.op import Arg, Example, Op

__all__ = ["MAX_EXAMPLE_ELEMENTS", "check_model"]

MAX_EXAMPLE_ELEMENTS = 1 << 28
"""Elements of one example tensor: 1 GiB of float32."""


def check_model(op: Op) -> Iterator[Problem]:
    """The problems of ``[model]``."""
    low, high = (18, 23) if op.model.exporter == "torch.export" else (9, 20)
    if not low <= op.model.opset <= high:
        yield problem(
            "model.opset",
            f"the {op.model.exporter} exporter writes opsets {low} to {high}, not {op.model.opset}",
            f"Choose one from {low} to {high}, or the other exporter.",
        )
    for name in ("rtol", "atol"):
        value = getattr(op.model, name)
        if value is not UNSET and not (value >= 0 and math.isfinite(value)):
            yield problem(f"model.{name}", "a tolerance is a number of 0 or more")
    seen: set[str] = set()
    chosen: dict[str, tuple[str, str]] = {}
    for i, example in enumerate(op.model.inputs):
        key = f"model.inputs[{i}]"
        arg = op.arg(example.arg)
        if arg is None:
            known = ", ".join(a.name for a in op.args) or "none"
            yield problem(
                f"{key}.arg", f"'{example.arg}' is no argument of the op", f"Arguments: {known}."
            )
            continue
        if example.arg in seen:
            yield problem(f"{key}.arg", f"'{example.arg}' has two examples")
        seen.add(example.arg)
        if example.none:
            if not arg.optional:
                yield problem(f"{key}.none", f"'{arg.name}' is not optional")
        elif arg.type == "tensor":
            yield from _tensor_example(op, arg, example, key)
            if isinstance(arg.dtype, str) and arg.dtype in op.types:
                dtype = example.dtype or next(iter(signature.arg_dtypes(op, arg)), "")
                first, other = chosen.setdefault(arg.dtype, (arg.name, dtype))
                if other != dtype:
                    yield problem(
                        f"{key}.dtype",
                        f"'{arg.name}' and '{first}' share the type {arg.dtype}, the examples differ",
                    )
        elif example.shape is not UNSET:
            yield problem(
                f"{key}.shape", f"'{arg.name}' is no tensor", "Give it a value, not a shape."
            )
        elif example.value is not UNSET and not fits(example.value, arg.type):
            yield problem(f"{key}.value", f"{example.value!r} is no value of type {arg.type}")
    for arg in op.args:
        has_value = arg.optional or arg.default is not UNSET
        entry = op.example(arg.name)
        if entry is None and not has_value:
            yield problem(
                "model.inputs",
                f"'{arg.name}' has no example",
                f'Add [[model.inputs]] with arg = "{arg.name}".',
            )
        elif (
            entry is not None
            and arg.type != "tensor"
            and entry.value is UNSET
            and not (has_value or entry.none)
        ):
            yield problem(
                "model.inputs", f"the example of '{arg.name}' has no value", "Add value = …"
            )


def _too_large(shape: tuple[int, ...]) -> bool:
    elements = 1
    for size in shape if all(shape) else ():
        elements *= size
        if elements > MAX_EXAMPLE_ELEMENTS:
            return True
    return False


def _tensor_example(op: Op, arg: Arg, example: Example, key: str) -> Iterator[Problem]:
    if example.value is not UNSET:
        yield problem(f"{key}.value", "a tensor's example has a shape and a generator, not a value")
    if example.shape is UNSET:
        yield problem(
            f"{key}.shape",
            f"the example of '{arg.name}' has no shape",
            "Write e.g. shape = [2, 3].",
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
    if len(example.shape) > 64:
        yield problem(f"{key}.shape", "torch tensors have at most 64 dimensions")
    allowed = signature.arg_dtypes(op, arg)
    if example.dtype and example.dtype not in allowed:
        yield problem(
            f"{key}.dtype",
            f"'{example.dtype}' is not among the types of '{arg.name}'",
            f"Choose: {', '.join(allowed)}.",
        )
    if not (math.isfinite(example.low) and math.isfinite(example.high)) or (
        example.generator in ("uniform", "integers") and example.low >= example.high
    ):
        yield problem(f"{key}.low", "'low' must be less than 'high', both finite")
    for axis, name in example.dynamic.items():
        if not -len(example.shape) <= axis < len(example.shape):
            yield problem(
                f"{key}.dynamic", f"axis {axis} is outside the shape {list(example.shape)}"
            )
        if wrong := name_problem(name):
            yield problem(f"{key}.dynamic", wrong)
