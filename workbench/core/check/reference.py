"""The reference is well-formed."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterator

from workbench.core.check.common import problem
from workbench.core.check.files import named_file
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.shape_rule.syntax import why_no_expression

__all__ = ["check_reference"]


def check_reference(op: Op) -> Iterator[Problem]:
    """The problems of ``[reference]``."""
    reference = op.reference
    if reference.function and (
        not reference.function.isidentifier() or keyword.iskeyword(reference.function)
    ):
        yield problem("reference.function", f"'{reference.function}' is no Python function name")
    if reference.source:
        yield from named_file("reference.source", reference.source)
    if reference.python:
        try:
            ast.parse(reference.python.strip(), mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            reason = why_no_expression(error, reference.python.strip())
            yield problem(
                "reference.python",
                f"this is no Python expression: {reason}",
                "Write e.g. 2 * a + b; torch is in scope. Use 'source' for more than an expression.",
            )
