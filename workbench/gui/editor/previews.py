"""The texts that are generated from a declaration, for looking at."""

from __future__ import annotations

from pathlib import Path

from workbench.core import check
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.ort_sides import SIDES
from workbench.core.storage.siblings import backward_op
from workbench.core.styles import STYLES, LibraryPlan, UnitPlan
from workbench.importers.drafts.skeleton import kernel_head

__all__ = ["PREVIEWS", "kernel_head", "preview"]


def _titled(plans: list[LibraryPlan | None]) -> dict[str, UnitPlan]:
    units = [unit for plan in plans if plan is not None for unit in plan.units if unit.title]
    return {unit.name: unit for unit in units}


_FOR_TORCH = _titled([style.library for style in STYLES.values()])
_FOR_ORT = _titled([side.library(style) for side in SIDES.values() for style in STYLES.values()])
_UNITS = {**_FOR_TORCH, **_FOR_ORT}

PREVIEWS: dict[str, tuple[str, str]] = {
    "python": ("Python: fake kernel, backward, symbolic, translation", "python"),
    **{name: (unit.title, "cpp") for name, unit in _UNITS.items()},
}
"""Name → title and language, in the order of the menu."""


def preview(name: str, op: Op, folder: Path) -> tuple[str, str]:
    """A generated text.

    Returns:
        The text, and why there is none where it is empty.
    """
    # Imported late: the templates are not needed for the first window.
    from workbench.core import codegen

    if check.check_op(op):
        return "", "There is no generated code while the declaration has problems."
    op = op.resolved()
    try:
        if name not in _UNITS:
            return codegen.python_module(op, backward_op(op, folder)), ""
        unit = op.units.get(name)
        if unit is None or not unit.template:
            return "", _nothing(name, op)
        return codegen.unit_text(unit.template, op), ""
    except UserError as error:
        return "", error.problem.message


def _nothing(name: str, op: Op) -> str:
    """Why nothing is generated."""
    who = op.kernel.kind if name in _FOR_TORCH else op.ort.side
    return _UNITS[name].absent or who.nothing
