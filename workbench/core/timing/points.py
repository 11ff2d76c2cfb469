"""The inputs of a sweep."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.cells.sizes import axes, size_for
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import TimeInputs

__all__ = ["ELEMENTS", "sweep_axes", "sweep_points", "swept_axis"]

ELEMENTS = tuple(10**power for power in range(3, 8))
"""Of the largest input, where nobody says other numbers."""
_MOST_POINTS = 40


def sweep_axes(op: Op) -> tuple[str, ...]:
    """The axes whose sizes may be others, by name; the first is swept where nobody says another.

    Args:
        op: ``Op.resolved``.
    """
    return tuple(axes(op))


def sweep_points(
    op: Op, axis: str = "", elements: Sequence[int] = (), sizes: Sequence[int] = ()
) -> tuple[TimeInputs, ...]:
    """The inputs of a sweep: sizes of one axis; the op's cases where no axis may have another size.

    Args:
        op: ``Op.resolved``.
        axis: which; the first where empty.
        elements: about so many has the largest input that has the axis.
        sizes: of the axis, instead.

    Raises:
        UserError: kind ``usage``; there is no such axis, or nothing to sweep.
    """
    known = sweep_axes(op)
    if axis and axis not in known:
        hint = f"Axes: {', '.join(known)}." if known else _NAME_ONE
        raise UserError("usage", f"no axis of its examples is called '{axis}'", hint)
    if not known:
        if sizes or elements:
            raise UserError("usage", "no size of its examples may be another", _NAME_ONE)
        if not op.model.cases:
            reason = "there is nothing to sweep: no size of its examples may be another"
            raise UserError("usage", reason, f"{_NAME_ONE} Or add cases of other sizes.")
        return (TimeInputs(), *(TimeInputs(case=case.name) for case in op.model.cases))
    axis = axis or known[0]
    wanted = sizes or [size_for(op, axis, number) for number in elements or ELEMENTS]
    return tuple(TimeInputs({axis: size}) for size in sorted(set(wanted)))[:_MOST_POINTS]


def sweep_title(axis: str) -> str:
    """What is swept, in words: the sizes of an axis; the op's cases where it is empty."""
    return f"Sizes of {axis}" if axis else "All cases"


def swept_axis(points: Sequence[TimeInputs]) -> str:
    """The axis whose sizes a sweep's inputs have; empty for cases."""
    return next((axis for point in points for axis in point.sizes), "")


_NAME_ONE = 'Name a dynamic axis of an example: dynamic = { 0 = "n" } (the Model page).'
