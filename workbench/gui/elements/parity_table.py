"""The table of comparisons: a row for each output, set of inputs, and pair that is compared."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem

from workbench.core.jobs import OutputParity
from workbench.core.pipeline.parity import MAIN_CASE, UNVERIFIED
from workbench.gui.look.fitted_table import FittedTable, fitted_table, name_item
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color

__all__ = ["MOST_AT_ONCE", "fill_parity", "foremost", "parity_table"]

MOST_AT_ONCE = 8
"""Rows that are shown before one asks for all: what differs shall be seen below them."""

_OUTPUT_HEADERS = (
    "Output",
    "Compared",
    "Type",
    "Max abs",
    "Max rel",
    "Differing",
    "Tolerance",
    "Case",
)
_CASE = len(_OUTPUT_HEADERS) - 1
_NUMBERS = (3, 4, 5)
_SPARE = (4, 2, 6)
"""Left out where the page is narrow: the relative difference, then the type, then what is allowed."""
_CUT = (_CASE, 0, 5)
"""Cut off where that is not enough: names, then a reason why nothing was compared."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def parity_table(name: str, accessible: str) -> FittedTable:
    """An empty table of comparisons.

    Args:
        name: the object name.
        accessible: what it shows, for screen readers.
    """
    table = fitted_table(name, accessible, _OUTPUT_HEADERS)
    table.spare, table.cut = _SPARE, _CUT
    return table


def foremost(
    outputs: tuple[OutputParity, ...], chosen: OutputParity | None
) -> tuple[OutputParity, ...]:
    """As many as are shown at once, in their order: the chosen one, what differs, then the others.

    Args:
        outputs: all.
        chosen: the one that is shown element by element.
    """
    ranked = sorted(
        outputs, key=lambda o: (o is not chosen, o.agrees)
    )  # stable: the first ones lead
    kept = {id(output) for output in ranked[:MOST_AT_ONCE]}
    return tuple(output for output in outputs if id(output) in kept)


def fill_parity(table: FittedTable, outputs: tuple[OutputParity, ...]) -> None:
    """Show comparisons, a row for each; the cases at the left where there are several."""
    many = _show_cases(table, outputs)
    table.setRowCount(len(outputs))
    before = None
    for row, output in enumerate(outputs):
        differing = f"{output.differing:,} of {output.elements:,}"
        case = output.case or MAIN_CASE
        cells = (
            output.name,
            f"{output.actual_by} with {output.expected_by}",
            f"{output.dtype} [{', '.join(map(str, output.shape))}]",
            _number(output.max_abs_diff, output),
            _number(output.max_rel_diff, output),
            output.note or (differing if not output.random else "not compared"),
            output.tolerance,
            case if case != before else "",
        )
        before = case
        named = (0, _CASE) if output.case else (0,)
        for column, text in enumerate(cells):
            item = name_item(text) if column in named else QTableWidgetItem(text)
            item.setToolTip(plain_tip(output.note or text or case))
            if column == (_CASE if many else 0):
                item.setIcon(light_icon(_light_of(output)))
            if not output.agrees and column in _NUMBERS:
                item.setForeground(color("warning"))
            if column in _NUMBERS:
                item.setTextAlignment(_RIGHT)
            table.setItem(row, column, item)
    for column in _NUMBERS:
        if (header := table.horizontalHeaderItem(column)) is not None:
            header.setTextAlignment(_RIGHT)
    table.fit()


def _light_of(output: OutputParity) -> str:
    if not output.agrees:
        return "differs"
    return "ok" if output.independent and output.compared else UNVERIFIED


def _number(value: float | None, output: OutputParity) -> str:
    if output.note or output.random:  # another shape, or another type: nothing was compared
        return "–"
    return "not finite" if value is None else f"{value:.3g}"


def _show_cases(table: QTableWidget, outputs: tuple[OutputParity, ...]) -> bool:
    """Show the cases at the left, where there is more than the main one."""
    many = len({o.case for o in outputs}) > 1
    header, last = table.horizontalHeader(), table.columnCount() - 1
    if header.visualIndex(last) != 0:
        header.moveSection(header.visualIndex(last), 0)
    table.setColumnHidden(last, not many)
    return many
