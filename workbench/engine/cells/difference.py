"""The word on two results of a cell that are not alike."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.engine.parity.compare import compare_output

__all__ = ["difference"]


def difference(
    op: Op,
    expected: Mapping[str, np.ndarray],
    actual: Mapping[str, np.ndarray],
    expected_by: str,
    actual_by: str,
    budgets: Mapping[str, np.ndarray] | None = None,
) -> Problem | None:
    """What is to be reported of results that are not alike; None where they are.

    Args:
        op: whose tolerances are taken.
        expected, actual: the results by name.
        expected_by, actual_by: whose they are.
        budgets: by how much each element may differ, of the outputs for which that is known.
    """
    for name, value in expected.items():
        who, budget = (expected_by, actual_by), (budgets or {}).get(name)
        parity = compare_output(name, value, actual[name], *op.tolerances.of(name), who, budget)
        if parity.agrees:
            continue
        text = parity.note or f"{parity.differing} of {parity.elements} elements differ"
        if parity.differences:
            first = parity.differences[0]
            where = (
                f"{actual_by} gives {first.actual} at {list(first.index)}, "
                f"where {expected_by} gives {first.expected}"
            )
            text = f"{text}; {where}"
        return Problem("differs", f"'{name}' by {actual_by} differs: {text}")
    return None
