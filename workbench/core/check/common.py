"""What the checks share."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.declaration.names import name_problem
from workbench.core.errors import Problem
from workbench.core.exporters import Exporter, others
from workbench.core.types.dtypes import DTYPES, NO_TENSORS

__all__ = ["dtype_list", "not_exported", "problem", "unknown_dtype", "usable"]


def problem(key: str, message: str, hint: str = "") -> Problem:
    return Problem("declaration", message, hint, key=key)


def usable(key: str, name: str) -> Iterator[Problem]:
    """A name that Python and C++ both take."""
    if wrong := name_problem(name):
        yield problem(key, wrong)


def unknown_dtype(key: str, dtype: str) -> Problem:
    if dtype in NO_TENSORS:
        return problem(key, *NO_TENSORS[dtype])
    return problem(key, f"'{dtype}' is no element type", f"Choose one of: {', '.join(DTYPES)}.")


def not_exported(key: str, dtypes: tuple[str, ...], exporter: Exporter) -> Iterator[Problem]:
    """Element types of which the exporter knows none."""
    if refused := exporter.refused_types(dtypes):
        can = [f'exporter = "{e.name}"' for e in others(exporter) if not e.refused_types(dtypes)]
        yield problem(key, refused, f"Use {' or '.join([*can, 'another element type'])}.")


def dtype_list(key: str, dtypes: tuple[str, ...]) -> Iterator[Problem]:
    if not dtypes:
        yield problem(key, "the list of element types is empty", 'Write e.g. ["float32"].')
    for dtype in dtypes:
        if dtype not in DTYPES:
            yield unknown_dtype(key, dtype)
    if len(set(dtypes)) < len(dtypes):
        yield problem(key, "an element type is listed twice")
