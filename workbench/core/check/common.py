"""What the checks share."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import UnsetType

from workbench.core.dtypes import DTYPES
from workbench.core.errors import Problem
from workbench.core.op import Value

__all__ = ["INT64", "dtype_list", "fits", "problem", "unknown_dtype"]

INT64 = 1 << 63
"""Integers of torch and ONNX are below this."""


def problem(key: str, message: str, hint: str = "") -> Problem:
    return Problem("declaration", message, hint, key=key)


def unknown_dtype(key: str, dtype: str) -> Problem:
    if dtype in ("string", "str", "object"):
        hint = "Pass a str argument, or the text's bytes as uint8."
        return problem(key, "torch has no tensors of strings", hint)
    return problem(key, f"'{dtype}' is no element type", f"Choose one of: {', '.join(DTYPES)}.")


def dtype_list(key: str, dtypes: tuple[str, ...]) -> Iterator[Problem]:
    if not dtypes:
        yield problem(key, "the list of element types is empty", 'Write e.g. ["float32"].')
    for dtype in dtypes:
        if dtype not in DTYPES:
            yield unknown_dtype(key, dtype)
    if len(set(dtypes)) < len(dtypes):
        yield problem(key, "an element type is listed twice")


def fits(value: Value | UnsetType, kind: str) -> bool:
    """Whether a literal is a value of an argument's or attribute's type.

    Integers must fit 64 bits and floats be finite: neither torch's schemas nor the generated
    code can spell others.
    """
    if kind.endswith("[]") or kind in ("ints", "floats", "strings"):
        item = kind.removesuffix("[]").removesuffix("s")
        return isinstance(value, tuple) and all(fits(v, item) for v in value)
    if isinstance(value, bool):
        return kind == "bool"
    if isinstance(value, int) and kind in ("int", "float"):
        return -INT64 <= value < INT64
    if isinstance(value, float):
        return kind == "float" and math.isfinite(value)
    return isinstance(value, str) and kind in ("str", "string")
