"""The cells of a check: in how many ways an op is tried, made of its declaration alone.

A *factor* is something that may vary (sizes, element types, values, threads …), a *level* one way
that it may be, a *cell* one level of each factor. What a cell is does not depend on the machine or
on the run: the same declaration gives the same cells.
"""

from workbench.core.cells.cell import (
    AGREES,
    ALIKE,
    DIFFERS,
    FAILED,
    LEFT_OUT,
    NOT_RUN,
    REFUSED,
    USUAL,
    Cell,
    CellFiles,
    CellOutcome,
)
from workbench.core.cells.factors import Factor, Level, factors_of, realised
from workbench.core.cells.plan import FULL, PAIRS, Extent, Plan, extent, plan

__all__ = [
    "AGREES",
    "ALIKE",
    "DIFFERS",
    "FAILED",
    "FULL",
    "LEFT_OUT",
    "NOT_RUN",
    "PAIRS",
    "REFUSED",
    "USUAL",
    "Cell",
    "CellFiles",
    "CellOutcome",
    "Extent",
    "Factor",
    "Level",
    "Plan",
    "extent",
    "factors_of",
    "plan",
    "realised",
]
