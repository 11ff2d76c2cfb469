"""What the checks share."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.declaration.names import name_problem
from workbench.core.declaration.signature import default_literal
from workbench.core.errors import Problem
from workbench.core.exporters import Exporter, others
from workbench.core.types.dtypes import DTYPES, no_dtype
from workbench.core.types.literals import Literal, Value, is_finite

__all__ = [
    "dtype_list",
    "no_value",
    "not_exported",
    "not_finite",
    "problem",
    "unknown_dtype",
    "usable",
]


def problem(key: str, message: str, hint: str = "") -> Problem:
    return Problem("declaration", message, hint, key=key)


def no_value(key: str, value: object, literal: Literal, kind: str) -> Problem:
    """A value that is none of a kind: ``type float``."""
    wrong = f"{value!r:.100} is no value of {kind}"
    return problem(key, wrong, f"Write e.g. {default_literal(literal.fresh)}.")


def not_finite(key: str, value: Value, dtype: str) -> Iterator[Problem]:
    """Inf and nan as elements of a tensor whose type has neither."""
    if dtype in DTYPES and DTYPES[dtype].kind != "float" and not is_finite(value):
        wrong = f"{default_literal(value):.100} has inf or nan, which {dtype} has not"
        yield problem(key, wrong, 'Write a finite number, or set e.g. dtype = "float32".')


def usable(key: str, name: str) -> Iterator[Problem]:
    """A name that Python and C++ both take."""
    if wrong := name_problem(name):
        yield problem(key, wrong)


def unknown_dtype(key: str, dtype: str) -> Problem:
    return problem(key, *no_dtype(dtype))


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
