"""What a comparison of outputs gives."""

from __future__ import annotations

import msgspec

from workbench.core.jobs.pictured import WorstElement

__all__ = ["Difference", "OutputParity", "Rounding"]


class Difference(msgspec.Struct, frozen=True):
    """One element where two results differ; values as text (they may be nan)."""

    index: tuple[int, ...]
    expected: str
    actual: str


class Rounding(msgspec.Struct, frozen=True):
    """The element of an output that uses most of its rounding budget.

    Attributes:
        error: by how much it differs, in units in the last place of the expected value.
        budget: by how much it may, in the same unit.
        beyond: number of elements that rounding alone moves by more than is usual for the type, and
            that agree for this reason only.
    """

    error: float
    budget: float
    beyond: int = 0

    @property
    def used(self) -> float:
        """The part of the budget that the error takes; more than 1 where the output differs."""
        return self.error / self.budget

    @property
    def text(self) -> str:
        """``1.5 of 12 ULP``."""
        return f"{self.error:.3g} of {self.budget:.3g} ULP"


class OutputParity(msgspec.Struct, frozen=True):
    """The comparison of one output.

    Attributes:
        expected_by, actual_by: whose values are compared: ``PyTorch`` with ``ONNX Runtime``,
            and ``reference`` with ``PyTorch`` where the op declares a reference.
        compared: elements that are a number on one side at least; both nan is no comparison.
        independent: the two were computed in two ways, so that agreeing proves something.
        max_abs_diff, max_rel_diff: None where not finite (nan or inf on one side only).
        differing: number of elements outside the tolerance.
        rtol, atol: the tolerances that were applied; ``atol`` is in the output's own unit.
        rounding: where a rounding budget was applied instead of them.
        random: elements were not compared.
        ulp: the largest difference in units in the last place of the expected value; None where that
            is not finite, or the elements are no floating-point numbers.
        differences: the first few of them.
        worst: the one that uses most of what is allowed; None where nothing differs, or nothing could be
            compared.
        note: why nothing could be compared (another shape or dtype), or empty.
        case: the set of inputs; empty for the main one.
    """

    name: str
    expected_by: str
    actual_by: str
    dtype: str
    shape: tuple[int, ...]
    agrees: bool
    elements: int
    differing: int
    max_abs_diff: float | None
    max_rel_diff: float | None
    rtol: float
    atol: float
    differences: tuple[Difference, ...] = ()
    note: str = ""
    case: str = ""
    compared: int = 0
    independent: bool = True
    rounding: Rounding | None = None
    random: bool = False
    ulp: float | None = None
    worst: WorstElement | None = None

    @property
    def tolerance(self) -> str:
        """By how much it may differ, in words: a rounding budget comes with what is used of it."""
        if self.random:
            return "random, not compared"
        if self.rounding is not None:
            return f"rounding {self.rounding.text}"
        if self.atol == self.rtol == 0:
            return "exact"
        return f"rtol {self.rtol:.3g}, atol {self.atol:.3g}"
