"""Where the fields of records stand: each record in one line, or in two where the table is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel

from workbench.gui.forms.tables.record_row import Column, RecordRow

__all__ = ["Place", "RowGrid", "in_one_line", "in_two_lines"]

_GAP = 8
"""Pixels before a column."""
_FRAME = 44
"""Pixels of a field around its text, with an arrow."""
_ARROW = 28
"""Of them the arrow's."""
_HEADERS, _LINES = 2, 3
"""Rows of the grid for the headers, and for each record: its fields, and what is wrong with it."""


class Place(NamedTuple):
    """Of a field, and of its header among the headers.

    Attributes:
        line: 0 for the first one.
        at: the column of the grid.
        span: how many columns of the grid.
        titled: whether its header is shown.
    """

    line: int
    at: int
    span: int = 1
    titled: bool = True


def _place_of(position: int) -> int:
    """A column's in the grid: the handle is before all of them, and a gap before each."""
    return 2 * position + 2


def in_one_line(columns: Sequence[Column]) -> list[Place]:
    """Each column where it is in the order."""
    return [Place(0, _place_of(i)) for i in range(len(columns))]


def in_two_lines(columns: Sequence[Column], shown: Sequence[bool]) -> list[Place]:
    """The columns that say so below the others: several from the second one on, a single one all along.

    Args:
        columns: of the table.
        shown: whether each is.
    """
    first = [i for i, c in enumerate(columns) if shown[i] and not c.below]
    under = [i for i, c in enumerate(columns) if shown[i] and c.below]
    free = first[1:] if len(under) > 1 else first
    end = _place_of(len(columns))  # where the buttons of a row are, above
    found = []
    for i, column in enumerate(columns):
        taken = [j for j in range(i - column.over, i) if shown[j]]
        if column.below and shown[i]:
            start = _place_of(free.pop(0) if free else i)
            rest = i == under[-1] and column.stretch > 0
            found.append(Place(1, start, end - start + 1 if rest else 1))
        elif taken:
            start = _place_of(taken[0])
            found.append(Place(0, start, _place_of(i) - start + 1, titled=False))
        else:
            found.append(Place(0, _place_of(i)))
    return found


class RowGrid(QGridLayout):
    """The headers of a table and the rows below them.

    Args:
        columns: of the table.
        headers: of the columns.

    Attributes:
        used: which columns are shown.
    """

    def __init__(self, columns: Sequence[Column], headers: Sequence[QLabel]) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(0)  # Qt would leave room beside what is hidden, too
        self.setVerticalSpacing(4)
        self._columns, self._headers = columns, headers
        self._rows: list[
            RecordRow
        ] = []  # all that were added: a row is not yet the table's when Qt lays it out
        self._beside = 0
        self._wanted = [0] * len(columns)
        self._arrows = [False] * len(columns)
        self._places = in_one_line(columns)
        self.used = [True] * len(columns)
        for place, header in zip(self._places, headers, strict=True):
            self.addWidget(header, place.line, place.at)
        self._share_width()
        self.setColumnMinimumWidth(_place_of(len(columns)) - 1, _GAP)

    def add_row(self, row: RecordRow) -> None:
        """Put the widgets of a record below those of the record before it."""
        self._rows.append(row)
        at, last = _HEADERS + _LINES * row.index, _place_of(len(row.fields))
        self.addWidget(row.handle, at, 0)
        self._add_fields(row)
        self.addWidget(row.tools, at, last)
        self.addWidget(row.line, at + _LINES - 1, _place_of(0), 1, last - _place_of(0))
        self._arrows = [isinstance(field.widget, QComboBox) for field in row.fields]
        self._beside = row.handle.sizeHint().width() + _GAP + row.tools.sizeHint().width()

    def show_columns(self, used: list[bool], characters: Sequence[int] = ()) -> None:
        """Which columns any record needs.

        Args:
            used: for each whether it does.
            characters: for each how many it has at most, where that matters; as before where empty.
        """
        self.used = used
        if characters:
            wide = self._headers[0].fontMetrics().averageCharWidth()
            self._wanted = [count * wide + _FRAME if count else 0 for count in characters]
        for header, shown, place in zip(self._headers, used, self._places, strict=True):
            header.setVisible(shown and place.titled)
        self._share_width()

    def needed(self, below: bool) -> int:
        """The least width of a line, in pixels.

        Args:
            below: with the columns that may go to the second line.
        """
        places = in_one_line(self._columns) if below else in_two_lines(self._columns, self.used)
        parts = zip(self._columns, self._headers, self.used, self._wanted, places, strict=True)
        widths: dict[int, int] = {}
        for column, header, shown, wanted, place in parts:
            if shown and place.span > 1:
                widths.setdefault(place.at, 0)  # it has room elsewhere, but a gap before it
            elif shown:
                least = wanted if below and column.below else 0
                width = max(column.width, header.sizeHint().width(), least)
                widths[place.at] = max(width, widths.get(place.at, 0))
        return self._beside + sum(_GAP + width for width in widths.values())

    def arrange(self, width: int) -> None:
        """Have one line for each record, or two where that is too wide; no field is made anew.

        Args:
            width: that there is, in pixels.
        """
        two = any(c.below for c in self._columns) and width < self.needed(below=True)
        self._widen(width - self.needed(below=not two))
        places = in_two_lines(self._columns, self.used) if two else in_one_line(self._columns)
        if places == self._places:
            return
        self._places = places
        for header, place in zip(self._headers, places, strict=True):
            self.removeWidget(header)
            self.addWidget(header, place.line, place.at, 1, place.span)
        for row in self._rows:
            for field in row.fields:
                self.removeWidget(field.widget)
            self._add_fields(row)
        self.show_columns(self.used)

    def _widen(self, spare: int) -> None:
        """Give the first fields of a line what they want of the width that is left, before it is shared."""
        parts = zip(self._columns, self._wanted, self._arrows, self.used, strict=True)
        for i, (column, wanted, arrow, shown) in enumerate(parts):
            if shown and wanted and not column.below:
                more = max(0, min(wanted - _ARROW * (not arrow) - column.width, spare))
                self.setColumnMinimumWidth(_place_of(i), column.width + more if more else 0)
                spare -= more

    def _add_fields(self, row: RecordRow) -> None:
        at = _HEADERS + _LINES * row.index
        for column, field, place in zip(self._columns, row.fields, self._places, strict=True):
            # A field of a width of its own would stand in the middle of a wider one's place.
            alone = place.line > 0 and not column.stretch
            how = Qt.AlignmentFlag.AlignLeft if alone else Qt.AlignmentFlag(0)
            self.addWidget(field.widget, at + place.line, place.at, 1, place.span, how)

    def _share_width(self) -> None:
        begun = {place.at for place, shown in zip(self._places, self.used, strict=True) if shown}
        for i, (column, place) in enumerate(zip(self._columns, self._places, strict=True)):
            at = _place_of(i)
            own = self.used[i] and place == Place(0, at)
            self.setColumnStretch(at, column.stretch if own else 0)
            self.setColumnMinimumWidth(at - 1, _GAP if at in begun else 0)
