"""A call with real tensors, as examples of a declaration that make tensors like them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from msgspec.structs import replace

from workbench.core.declaration.op import Arg, Example
from workbench.core.jobs import TorchSchema
from workbench.core.jobs.known_ops import Inputs
from workbench.core.types.dtypes import DTYPES
from workbench.engine.survey.survey import Alternatives
from workbench.engine.values.tensors import dtype_name
from workbench.importers.drafts.schema_args import kept_args

__all__ = ["call_as_examples"]

_WRITTEN = 64
"""Elements of a tensor that are written out at most."""
_NUMBERS = {getattr(torch, d.name): d.number for d in DTYPES.values() if hasattr(torch, d.name)}


class _UnfitError(Exception):
    """No example can say this value."""


def call_as_examples(
    schema: TorchSchema, args: Sequence[Arg], values: Mapping[str, Any]
) -> Alternatives:
    """The examples of a call, with its tensors made in several ways.

    Args:
        schema: the op's.
        args: as they are declared.
        values: the call's, by the schema's names; what is missing is at its default.

    Returns:
        None at all where the call has what no declaration can say.
    """
    kept = dict(zip((a.name for a in kept_args(schema.args)), args, strict=True))
    for formal in schema.args:
        if formal.name not in kept and _differs(values.get(formal.name), formal.default):
            return ()
    try:
        alternatives = [
            _way(kept, schema, values, floats, whole)
            for floats, whole in (
                ("normal", "integers"), ("uniform", "integers"), ("normal", "value"),
                ("uniform", "value"), ("value", "value"),
            )
        ]  # fmt: skip
    except _UnfitError:
        return ()
    found: list[Inputs] = []
    for alternative in alternatives:
        if alternative is not None and alternative not in found:
            found.append(alternative)
    return found


def _differs(value: Any, default: Any) -> bool:
    """Whether an argument that is not declared has another value than its default."""
    if value is None:
        return False
    value = _NUMBERS.get(value, value) if isinstance(value, torch.dtype) else value
    plain = tuple(value) if isinstance(value, list) else value
    # Where a tensor is made is recorded for every call; here it is always in memory.
    return plain != default and str(value) not in ("cpu", "torch.strided", "False")


def _way(
    kept: Mapping[str, Arg],
    schema: TorchSchema,
    values: Mapping[str, Any],
    floats: str,
    whole: str,
) -> Inputs | None:
    """The examples; None where a tensor is too large to be written out."""
    examples: list[Example] = []
    all_values = [
        v for value in values.values() for v in (value if isinstance(value, list) else [value])
    ]
    fractions = any(isinstance(v, torch.Tensor) and v.dtype.is_floating_point for v in all_values)
    kinds = {a.name: a.type for a in schema.args}
    seed = 0
    for name, arg in kept.items():
        value = values.get(name)
        if value is None:
            if name in values and not arg.optional:
                raise _UnfitError
            continue
        if arg.holds_tensors:
            items = list(value) if arg.is_tensor_list else [value]
            for i, item in enumerate(items):
                if item is None and arg.may_lack_items:
                    examples.append(Example(f"{arg.name}[{i}]", none=True))
                    continue
                if not isinstance(item, torch.Tensor):
                    raise _UnfitError
                seed += 1
                made = _tensor(item, floats if item.dtype.is_floating_point else whole, seed)
                if made is None:
                    return None
                item = f"{arg.name}[{i}]" if arg.is_tensor_list else arg.name
                examples.append(replace(made, arg=item))
            if not items:
                raise _UnfitError
            continue
        plain = _plain(value, kinds[name], fractions, arg.kind.is_list)
        if plain != arg.default:
            examples.append(Example(arg.name, value=plain))
    return tuple(examples)


def _plain(value: Any, kind: str, fractions: bool, listed: bool) -> Any:
    if isinstance(value, list | tuple):
        item = kind.removeprefix("List[").removesuffix("]")
        if not listed:
            raise _UnfitError
        return tuple(_plain(v, item, fractions, False) for v in value)
    if isinstance(value, torch.dtype):
        if value not in _NUMBERS:
            raise _UnfitError
        return _NUMBERS[value]
    if listed and isinstance(value, bool | int | float):
        return (_plain(value, kind, fractions, False),)
    if isinstance(value, bool | int | str):
        as_float = kind == "float" or (kind == "number" and fractions)
        return float(value) if as_float and not isinstance(value, str) else value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise _UnfitError


def _tensor(tensor: torch.Tensor, generator: str, seed: int) -> Example | None:
    dtype = dtype_name(tensor)
    if dtype not in DTYPES or tensor.layout != torch.strided or tensor.numel() == 0:
        raise _UnfitError
    if tensor.is_quantized or tensor.device.type != "cpu":
        raise _UnfitError
    tensor = tensor.detach().resolve_neg()
    base = Example("x", shape=tuple(tensor.shape), dtype=dtype, seed=seed)
    if generator == "value":
        if tensor.numel() > _WRITTEN:
            return None
        items = tensor.flatten().tolist()
        if not all(math.isfinite(v) for v in items):
            raise _UnfitError
        return replace(base, value=tuple(items), seed=0)
    if dtype == "bool":
        return replace(base, generator="normal")
    low, high = float(tensor.min()), float(tensor.max())
    if not (math.isfinite(low) and math.isfinite(high)):
        low, high = -1.0, 1.0
    if not tensor.dtype.is_floating_point:
        return replace(base, generator="integers", low=low, high=high + 1)
    if generator == "normal":
        return base
    least, most = _round(low, math.ceil), _round(high, math.floor)
    return replace(base, generator="uniform", low=least, high=max(most, round(least + 0.01, 2)))


def _round(value: float, towards: Any) -> float:
    """With two digits, inside of the range."""
    short = towards(value * 100) / 100
    return float(f"{short:.2f}")
