"""The table of comparisons: a row for each output and set of inputs, a column for each who is compared."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QTableWidgetItem

from workbench.core.jobs import OutputParity
from workbench.core.pipeline.parity import (
    MAIN_CASE,
    PYTORCH,
    UNVERIFIED,
    light_of,
    pairs_of,
    rows_of,
    short,
)
from workbench.core.pipeline.picturing import error_text, first_look, units_text
from workbench.gui.look.fitted_table import FittedTable, fitted_table, name_item
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color

__all__ = ["MOST_AT_ONCE", "ParityTable", "foremost"]

MOST_AT_ONCE = 8
"""Rows that are shown before one asks for all: what differs shall be seen below them."""

_Row = tuple[OutputParity, ...]

_BEFORE = ("Output", "Type")
_AFTER = ("Max abs", "ULP", "Differing", "Tolerance", "Case")
_SAID = {
    "ok": "agrees",
    "differs": "differs",
    UNVERIFIED: "alike, and nothing independent shows that it is right",
    "skipped": "not compared",
}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def foremost(rows: list[_Row], chosen: OutputParity | None) -> list[_Row]:
    """As many as are shown at once, in their order: the chosen one, what differs, then the others.

    Args:
        rows: all.
        chosen: the comparison that is shown element by element.
    """
    ranked = sorted(rows, key=lambda row: (_of(row, chosen) is None, all(o.agrees for o in row)))
    kept = {id(row) for row in ranked[:MOST_AT_ONCE]}  # sorted is stable: the first ones lead
    return [row for row in rows if id(row) in kept]


def _of(row: _Row, chosen: OutputParity | None) -> OutputParity | None:
    """The chosen comparison, where it is in the row."""
    return next((one for one in row if one is chosen), None)


class ParityTable(QObject):
    """Figures stand beside the columns: those of the chosen comparison, in other rows of the worst one.

    Args:
        parent: the Qt parent.

    Attributes:
        view: the table.
        rows: the comparisons that are shown, a row each.
    """

    chosen = Signal(object)
    """A comparison, by its cell or its row."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        headers = (*_BEFORE, *_AFTER)
        self.view: FittedTable = fitted_table("parityTable", "Comparison per output", headers)
        self.view.currentCellChanged.connect(self._on_current)
        self.rows: list[_Row] = []
        self._pairs: list[tuple[str, str]] = []
        self._chosen: OutputParity | None = None
        self._aged = False

    def fill(
        self,
        outputs: tuple[OutputParity, ...],
        chosen: OutputParity | None,
        aged: bool = False,
    ) -> None:
        """Show comparisons, with the cases at the left where there are several.

        Args:
            outputs: those of the rows that are shown.
            chosen: the one that is shown element by element.
            aged: something has changed since: no verdict has its colour any more.
        """
        self.rows, self._pairs, self._chosen = rows_of(outputs), pairs_of(outputs), chosen
        self._aged = aged
        view, first = self.view, len(_BEFORE)
        view.blockSignals(True)
        self._lay_out()
        view.setRowCount(len(self.rows))
        for number in range(len(self.rows)):
            self._fill_row(number)
        at = next((i for i, row in enumerate(self.rows) if _of(row, chosen)), -1)
        pair = (chosen.expected_by, chosen.actual_by) if chosen is not None else None
        column = first + self._pairs.index(pair) if at >= 0 and pair in self._pairs else 0
        view.setCurrentCell(at, column)
        view.blockSignals(False)
        view.fit()

    def choose(self, chosen: OutputParity) -> None:
        """Show the figures of another comparison in its row, and those of the worst in the last one."""
        both = (chosen, self._chosen)
        rows = [i for i, row in enumerate(self.rows) if any(_of(row, one) for one in both)]
        self._chosen = chosen
        for number in rows:
            self._fill_row(number)
        self.view.fit()

    def _lay_out(self) -> None:
        """The columns: those in between are of whom there is something to show."""
        view, first, after = self.view, len(_BEFORE), len(_BEFORE) + len(self._pairs)
        header, last = view.horizontalHeader(), after + len(_AFTER) - 1
        if view.columnCount() != last + 1:
            view.setColumnCount(0)  # a section that was moved stays where it was
            view.setColumnCount(last + 1)
        names = (_title(pair) for pair in self._pairs)
        view.setHorizontalHeaderLabels([*_BEFORE, *names, *_AFTER])
        for column, pair in enumerate(self._pairs, first):
            if (item := view.horizontalHeaderItem(column)) is not None:
                item.setToolTip(plain_tip(_with(*pair)))
        for column in range(after, after + 3):
            if (item := view.horizontalHeaderItem(column)) is not None:
                item.setTextAlignment(_RIGHT)
        if header.visualIndex(last) != 0:
            header.moveSection(header.visualIndex(last), 0)
        # Left out where the page is narrow: what is allowed, then the type, then the distance in units.
        view.spare = (last - 1, 1, after + 1)
        # Cut off where that is not enough: names, then a reason why nothing was compared.
        view.cut = (last, 0, *range(first, after), after + 2)
        view.setColumnHidden(last, len({row[0].case for row in self.rows}) < 2)

    def _fill_row(self, number: int) -> None:
        row, first = self.rows[number], len(_BEFORE)
        begins = number == 0 or self.rows[number - 1][0].case != row[0].case
        shown = _of(row, self._chosen) or first_look(row) or row[0]
        tip = _figures(shown)
        after = first + len(self._pairs)
        kind = f"{shown.dtype} [{', '.join(map(str, shown.shape))}]"
        self._set(number, 0, name_item(shown.name), f"{shown.name}\n{kind}")
        self._set(number, 1, QTableWidgetItem(kind), kind)
        found = {(one.expected_by, one.actual_by): one for one in row}
        for column, pair in enumerate(self._pairs, first):
            self._set_verdict(number, column, found.get(pair), row)
        for column, text in enumerate(_numbers(shown), after):
            item = QTableWidgetItem(text)
            if column < after + 3:
                item.setTextAlignment(_RIGHT)
                if not shown.agrees:
                    item.setForeground(color("warning"))
            self._set(number, column, item, tip)
        case = shown.case or MAIN_CASE
        told = case if begins else ""
        item = name_item(told) if shown.case else QTableWidgetItem(told)
        self._set(number, after + len(_AFTER) - 1, item, case)

    def _set_verdict(self, number: int, column: int, one: OutputParity | None, row: _Row) -> None:
        light = light_of(one, row) if one is not None else "skipped"
        words = _SAID[light]
        item = QTableWidgetItem()
        item.setIcon(light_icon(light, aged=self._aged))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        tip = f"{words[:1].upper()}{words[1:]}"
        self._set(number, column, item, f"{tip}\n{_figures(one)}" if one is not None else tip)

    def _set(self, row: int, column: int, item: QTableWidgetItem, tip: str) -> None:
        item.setToolTip(plain_tip(tip))
        self.view.setItem(row, column, item)

    def _on_current(self, row: int, column: int, _row: int, _column: int) -> None:
        if not 0 <= row < len(self.rows):
            return
        at = column - len(_BEFORE)
        pair = self._pairs[at] if 0 <= at < len(self._pairs) else None
        found = (one for one in self.rows[row] if (one.expected_by, one.actual_by) == pair)
        self.chosen.emit(next(found, None) or first_look(self.rows[row]))


def _title(pair: tuple[str, str]) -> str:
    expected_by, actual_by = pair
    who = expected_by if actual_by == PYTORCH else actual_by
    return short(who)  # a column has a word; its tip says who is compared with whom


def _with(expected_by: str, actual_by: str) -> str:
    return f"{actual_by} with {expected_by}"


def _numbers(one: OutputParity) -> tuple[str, str, str, str]:
    """Largest error, the same in units, how many elements differ, and how much is allowed."""
    if one.note or one.random:  # another shape, or type: nothing was compared
        return "–", "–", one.note or "not compared", one.tolerance
    if not one.elements:  # shape and type are as they should be
        return "–", "–", "no elements", one.tolerance
    worst = "not finite" if one.max_abs_diff is None else error_text(one.max_abs_diff)
    differing = f"{one.differing:,} of {one.elements:,}" if one.differing else "0"
    return worst, units_text(one.ulp), differing, one.tolerance


def _figures(one: OutputParity) -> str:
    """All that is known of a comparison, a line each."""
    lines = [_with(one.expected_by, one.actual_by)]
    if one.note or one.random:
        return "\n".join([*lines, one.note or one.tolerance])
    lines.append(f"{one.differing:,} of {one.elements:,} elements differ")
    if one.max_abs_diff is not None:
        lines.append(f"Max abs {one.max_abs_diff:.3g}")
    if one.max_rel_diff is not None:
        lines.append(f"Max rel {one.max_rel_diff:.3g}")
    if one.ulp is not None:
        lines.append(f"{units_text(one.ulp)} ULP")
    return "\n".join([*lines, f"Tolerance: {one.tolerance}"])
