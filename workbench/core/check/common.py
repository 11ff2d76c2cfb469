"""What the checks share."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from workbench.core.dtypes import DTYPES
from workbench.core.errors import Problem
from workbench.core.op import Value

__all__ = ["dtype_list", "fits", "problem", "unknown_dtype"]

_SCALARS = {"int": int, "float": (int, float), "bool": bool, "str": str, "string": str}


def problem(key: str, message: str, hint: str = "") -> Problem:
    return Problem("declaration", message, hint, key=key)


def unknown_dtype(key: str, dtype: str) -> Problem:
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
    """Whether a literal is a value of an argument's or attribute's type."""
    if kind.endswith("[]") or kind in ("ints", "floats", "strings"):
        item = kind.removesuffix("[]").removesuffix("s")
        return isinstance(value, tuple) and all(fits(v, item) for v in value)
    if isinstance(value, bool):
        return kind == "bool"
    return isinstance(value, _SCALARS[kind])  # type: ignore[arg-type]
