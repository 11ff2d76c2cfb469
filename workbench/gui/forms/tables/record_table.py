"""A list of records of the declaration as rows of fields: add, remove, reorder, edit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from workbench.core.declaration.op import Op
from workbench.core.op_toml.key_path import get_at, replace_at
from workbench.core.op_toml.keys import key_at
from workbench.gui.document.op_document import OpDocument
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.fields.drag_handle import DropLine
from workbench.gui.forms.fields.fields import Field
from workbench.gui.forms.tables.record_row import Column, RecordRow, RowState
from workbench.gui.forms.tables.row_grid import RowGrid
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import muted, text_button

__all__ = ["Column", "RecordTable", "RowState"]

_MANY = 3
_AT_ONCE = 6
"""Rows of another op that are there at once; more than that are seldom in view."""
_KEPT = 16
"""Rows that only change their content are quicker."""


class RecordTable(QWidget):
    """Rows of fields for a list of records.

    Args:
        binder: the page's binder.
        prefix: the list's key path, e.g. ``args``.
        columns: the fields.
        add: the edit that adds a record; None for no button.
        remove: the edit that removes one; the plain removal when None.
        empty: shown while there is no record.
        state: what can be done with a row; everything when None.
        told: the parts of a record whose problems are shown here, where the others are edited elsewhere;
            all when empty.

    Attributes:
        noun: what one record is, e.g. ``argument``.
        keys, titles: of the columns.
        tools: beside the button that adds; a page may put more there.
    """

    came = Signal(object)
    """A row is shown that came later than the others: the row."""

    def __init__(
        self,
        binder: Binder,
        prefix: str,
        columns: Sequence[Column],
        add: Callable[[Op], Op] | None,
        remove: Callable[[Op, int], Op] | None = None,
        empty: str = "",
        parent: QWidget | None = None,
        state: Callable[[Op, int], RowState] | None = None,
        told: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self.binder = binder
        self.prefix = prefix
        records = key_at(prefix)
        assert records is not None, prefix
        self.noun = records.facts.record
        self.columns = tuple(columns)
        self.told = tuple(told)
        self.keys = tuple(key_at(f"{records.path}[].{column.key}") for column in columns)
        self.titles = tuple(
            column.title or (key.title if key is not None else "")
            for column, key in zip(columns, self.keys, strict=True)
        )
        self.setObjectName(prefix)
        self._add_change = add
        self._remove_change = remove
        self._state = state
        self._document: OpDocument | None = None
        self._rows: list[RecordRow] = []
        # Rows that are not needed now, that with the lowest index last.
        self._spare: list[RecordRow] = []
        headers = [self._header(i) for i in range(len(self.columns))]
        self._grid = RowGrid(self.columns, headers)
        self._empty = muted(empty, self)
        self._drop_line = DropLine(self)
        self._column = layout = vbox(self._empty, self._grid, on=self, margins=0, spacing=8)
        self._adder = text_button(f"{prefix}.add", f"Add {self.noun}", icon("add"), self)
        self._adder.setVisible(add is not None)
        self._adder.clicked.connect(self._on_add)
        self.tools = hbox(self._adder, Stretch(), spacing=4)
        layout.addLayout(self.tools)

    def _header(self, position: int) -> QLabel:
        label = PlainLabel(self.titles[position], self)
        label.setProperty("role", "header")
        key = self.keys[position]
        label.setToolTip(
            plain_tip(self.columns[position].tip or (key.description if key is not None else ""))
        )
        return label

    def minimumSizeHint(self) -> QSize:
        """With two lines, where they are used: so it is made narrow enough to use them."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self._grid.needed(below=False)), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grid.arrange(self.width())

    # -- showing

    def count(self) -> int:
        """How many records are shown."""
        return len(self._all())

    def _all(self) -> list[RecordRow]:
        """The rows; none of them is still to come."""
        self.binder.later.finish()
        return self._rows

    def set_cannot_add(self, why: str) -> None:
        """Grey out the button that adds, and say why; an empty text makes it usable."""
        self._adder.setEnabled(not why)
        self._adder.setToolTip(plain_tip(why))

    def set_adder_shown(self, shown: bool) -> None:
        """Whether the table's own button adds records, or one that a page put beside it."""
        self._adder.setVisible(shown and self._add_change is not None)

    def sync(self, op: Op) -> None:
        """Have as many rows as the op has records; the binder shows their content after."""
        wanted = self.needed(op)
        focused = self.window().focusWidget()
        inside = focused is not None and self.isAncestorOf(focused)
        same = self._document is self.binder.document
        self._document = self.binder.document
        now = wanted
        if self.binder.later.another:
            kept = len(self._rows) if same or inside else min(len(self._rows), _KEPT)
            now = min(wanted, max(_AT_ONCE, kept))
        if abs(now - len(self._rows)) >= _MANY and self.isVisible() and not inside:
            # All at once: each widget that is shown on its own lays out the whole page anew.
            self.hide()
            self._sync(op, wanted, now, inside, same)
            self.show()
        else:
            self._sync(op, wanted, now, inside, same)
        for index in range(now, wanted):
            show = partial(self._show_later, op, index, wanted - 1)
            self.binder.later.add(f"{self.prefix}[{index}]", partial(self._have, index + 1), show)

    def _sync(self, op: Op, wanted: int, now: int, inside: bool, same: bool) -> None:
        while len(self._rows) < now:
            self._append_row()
        while len(self._rows) > now:
            self._drop_row()
        used = [wanted > 0 and (c.shown is None or c.shown(op)) for c in self.columns]
        # Where one types, nothing moves because of what is typed: no column goes either.
        if inside and same:
            used = [a or b for a, b in zip(used, self._grid.used, strict=True)]
        counts = [0 if c.wants is None else c.wants(op) for c in self.columns]
        self._grid.show_columns(used, () if inside else counts)
        self._grid.arrange(self.width())
        for row in self._rows:
            self._show_state(op, row, wanted - 1)
        self._empty.setVisible(wanted == 0 and bool(self._empty.text()))

    def _show_state(self, op: Op, row: RecordRow, last: int) -> None:
        state = self._state(op, row.index) if self._state is not None else RowState()
        row.show_state(state, last)
        for shown, field in zip(self._grid.used, row.fields, strict=True):
            field.set_column_shown(shown)

    def _have(self, count: int) -> None:
        """Make a row unless there are so many."""
        if self.capacity() < count:
            self.prepare_row()

    def _show_later(self, op: Op, index: int, last: int) -> None:
        # One layout for all rows of a turn, not one for each widget that is shown.
        self._column.setEnabled(False)
        self._append_row()
        row = self._rows[index]
        self._show_state(op, row, last)
        self.binder.show_row(op, f"{self.prefix}[{index}]", row.fields, row.line)
        self._column.setEnabled(True)
        self.came.emit(row)

    def discard(self) -> None:
        """Forget all rows, before the table itself is deleted."""
        while self._rows:
            self._drop_row()

    def _records(self, op: Op) -> Sequence[Any]:
        try:
            return get_at(op, self.prefix)  # type: ignore[no-any-return]
        except LookupError:
            return ()

    def _append_row(self) -> None:
        if self._spare:
            row = self._spare.pop()
            row.take_up()
            self._rows.append(row)
            return
        row = self._made_row(len(self._rows), self._rows[-1] if self._rows else None)
        row.handle.show()
        row.tools.show()
        self._rows.append(row)

    def needed(self, op: Op) -> int:
        """How many rows an op needs."""
        return len(self._records(op))

    def capacity(self) -> int:
        """How many records can be shown without making a row."""
        return len(self._rows) + len(self._spare)

    def prepare_row(self) -> None:
        """Make a row before it is needed."""
        last = [*self._rows, *reversed(self._spare)]
        row = self._made_row(len(last), last[-1] if last else None)
        row.lay_aside()
        self._spare.insert(0, row)

    def _made_row(self, index: int, before: RecordRow | None) -> RecordRow:
        row = RecordRow(self, index)
        self._grid.add_row(row)
        previous: QWidget = before.tools.remove if before is not None else self
        for widget in [*(f.widget for f in row.fields), *row.tools.buttons()]:
            if previous is not self:
                QWidget.setTabOrder(previous, widget)
            previous = widget
        row.moved.connect(self._on_move)
        row.removed.connect(self._on_remove)
        row.dragged.connect(self._on_dragged)
        row.dropped.connect(self._on_dropped)
        return row

    def _drop_row(self) -> None:
        # Ops with few and with many records are shown in turn: a row is kept for the next.
        row = self._rows.pop()
        row.lay_aside()
        self._spare.append(row)

    # -- edits

    def _edit(self, text: str, change: Callable[[Op], Op], order: list[int]) -> None:
        self.binder.edit(text, change, rows=(self.prefix, order))

    def _on_add(self) -> None:
        if self._add_change is not None:
            self.add_with(f"Add {self.noun}", self._add_change)

    def add_with(self, text: str, change: Callable[[Op], Op], column: int = 0) -> None:
        """Do an edit that adds one record, and go to one of its fields."""
        op = self.binder.seen()
        if op is None:
            return
        self._all()
        # The new record need not be the last one: arguments with a default stay behind it.
        before = list(self._records(op))
        after = list(self._records(change(op)))
        new = next((i for i, r in enumerate(after) if i >= len(before) or r != before[i]), 0)
        order = [*range(new), -1, *range(new, len(before))]
        self._edit(text, change, order)
        if new < len(self._rows):
            self._rows[new].fields[column].widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_remove(self, index: int) -> None:
        prefix, remove = self.prefix, self._remove_change

        def change(op: Op) -> Op:
            if remove is not None:
                return remove(op, index)
            records = get_at(op, prefix)
            return replace_at(op, prefix, (*records[:index], *records[index + 1 :]))

        order = [i for i in range(len(self._all())) if i != index]
        self._edit(f"Remove {self.noun} {index + 1}", change, order)

    def _on_move(self, index: int, to: int) -> None:
        if not 0 <= to < len(self._all()) or to == index:
            return
        order = list(range(len(self._rows)))
        order.insert(to, order.pop(index))
        prefix = self.prefix

        def change(op: Op) -> Op:
            records = get_at(op, prefix)
            return replace_at(op, prefix, tuple(records[i] for i in order))

        focused = self._focus_position(index)
        self._edit(f"Move {self.noun} {index + 1}", change, order)
        if focused is not None:
            self._widget_at(to, focused).setFocus()

    def _focus_position(self, index: int) -> int | None:
        widgets = self._focusable(index)
        return next((i for i, w in enumerate(widgets) if w.hasFocus()), None)

    def _widget_at(self, index: int, position: int) -> QWidget:
        return self._focusable(index)[position]

    def _focusable(self, index: int) -> list[QWidget]:
        row = self._rows[index]
        return [row.handle, *(f.widget for f in row.fields), *row.tools.buttons()]

    # -- places

    def row_of(self, field: Field) -> int:
        """The row that a field is in; -1 where it is in none."""
        return next((row.index for row in self._rows if field in row.fields), -1)

    def middle_of(self, row: int) -> int:
        """The height of a row's middle."""
        return self._all()[row].tools.geometry().center().y()

    def show_target(self, row: int) -> None:
        """Mark the row that something would be dropped on; -1 for none."""
        for each in self._all():
            for field in each.fields:
                restyle(field.widget, "target", each.index == row)

    # -- dragging

    def _slot_at(self, y: int) -> int:
        """Before which row a drop at a height (of this widget) would go."""
        for row in self._rows:
            if y < row.handle.geometry().center().y():
                return row.index
        return len(self._rows)

    def _on_dragged(self, index: int, y: int) -> None:
        rows = self._all()
        slot = self._slot_at(y)
        edge = (
            rows[slot].handle.y() - 3
            if slot < len(rows)
            else rows[-1].handle.geometry().bottom() + 3
        )
        self._drop_line.show_at(edge, self.width())

    def _on_dropped(self, index: int, y: int) -> None:
        self._drop_line.hide()
        self._all()
        slot = self._slot_at(y)
        self._on_move(index, slot - 1 if slot > index else slot)
