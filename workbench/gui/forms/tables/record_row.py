"""One record of a table: which fields it has, and its widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Op
from workbench.core.op_toml.key_path import get_at, replace_at
from workbench.core.op_toml.keys import Key
from workbench.gui.forms.binding.binding import Apply, Binding, Moves, Prepare, Read
from workbench.gui.forms.fields.drag_handle import DragHandle
from workbench.gui.forms.fields.fields import Field
from workbench.gui.forms.fields.row_tools import RowTools
from workbench.gui.look.problem_line import ProblemLine

if TYPE_CHECKING:
    from workbench.gui.forms.tables.record_table import RecordTable

__all__ = ["Column", "RecordRow", "RowState"]


@dataclass(frozen=True)
class Column:
    """One field of each record.

    Attributes:
        key: the record's field.
        make: makes the field's widget.
        width: the least width, in pixels.
        stretch: how it shares the space that is left.
        title: the header; the key's title where empty.
        tip: what the field means; as the key describes itself where empty.
        apply, prepare, read: see ``binding.py``.
        shown: whether any record of this op needs the column; always when None.
        also, settles: further fields of the record, and ``rows``: see ``Binder.bind``.
        always: usable in a locked row, too.
        hides: the cell is empty where the key has no use, instead of greyed.
        below: in a second line where the table is too narrow for all; the last one that stretches takes
            the rest of that line.
        wants: characters that an op has there at most; where they do not fit it goes below, if it may, and
            else it gets of the width that is left before others do.
        over: there it takes the place of so many columns before it, which no record has beside it.
    """

    key: str
    make: Callable[[], Field]
    width: int = 80
    stretch: int = 0
    title: str = ""
    tip: str = ""
    apply: Apply = replace_at
    prepare: Prepare | None = None
    shown: Callable[[Op], bool] | None = None
    read: Read = get_at
    also: tuple[str, ...] = ()
    settles: tuple[str, ...] = ()
    rows: Moves | None = None
    always: bool = False
    hides: bool = True
    below: bool = False
    wants: Callable[[Op], int] | None = None
    over: int = 0

    def made(self, key: Key | None) -> Field:
        """A field of a row, with what is known of its key."""
        field = self.make()
        if key is not None:
            field.describe(key)
        if self.tip:
            field.set_tip(self.tip)
        return field


class RowState(NamedTuple):
    """What can be done with a row.

    Attributes:
        locked: why it is only for looking at; empty where it is not.
        movable, removable: whether it has these buttons.
    """

    locked: str = ""
    movable: bool = True
    removable: bool = True


class RecordRow(QObject):
    """The widgets of one record; the record's index never changes, its content does."""

    moved = Signal(int, int)
    removed = Signal(int)
    dragged = Signal(int, int)
    dropped = Signal(int, int)

    def __init__(self, table: RecordTable, index: int) -> None:
        super().__init__(table)
        self.index = index
        key = f"{table.prefix}[{index}]"
        self._key, self._binder, self._told = key, table.binder, table.told
        self._bound: list[Binding | None] = []
        noun = f"{table.noun} {index + 1}"
        self.handle = DragHandle(index, table)
        self.handle.setObjectName(f"{key}.handle")
        self.handle.setAccessibleName(f"Move {noun}")
        self.columns = table.columns
        self.fields = [
            column.made(known) for column, known in zip(table.columns, table.keys, strict=True)
        ]
        for column, field, title in zip(table.columns, self.fields, table.titles, strict=True):
            field.widget.setParent(table)
            field.widget.setMinimumWidth(column.width)
            if not column.stretch:
                field.widget.setMaximumWidth(column.width)
            table.binder.bind(
                f"{key}.{column.key}",
                field,
                title,
                column.apply,
                column.prepare,
                column.read,
                tuple(f"{key}.{name}" for name in column.also),
                tuple(f"{key}.{name}" for name in column.settles),
                column.rows,
                column.hides,
            )
        self.tools = RowTools(key, noun, index, table, keys=True)
        self.line = ProblemLine(table)
        self._add_line()
        self.tools.moved.connect(self.moved)
        self.tools.removed.connect(self.removed)
        self.handle.moved.connect(self.moved)
        self.handle.dragged.connect(self.dragged)
        self.handle.dropped.connect(self.dropped)

    def show_state(self, state: RowState, last: int) -> None:
        for column, field in zip(self.columns, self.fields, strict=True):
            field.set_locked("" if column.always else state.locked)
        self.tools.show_position(last)
        self.tools.set_movable(state.movable)
        self.tools.remove.setVisible(state.removable)
        self.handle.setVisible(state.movable)

    def lay_aside(self) -> None:
        """Be no part of the form until ``take_up``."""
        self._bound = [self._binder.unbind(field) for field in self.fields]
        self._binder.remove_line(self.line)
        for widget in self.widgets():
            widget.hide()

    def take_up(self) -> None:
        """Be part of the form again; its fields are shown by ``set_column_shown``."""
        for field, binding in zip(self.fields, self._bound, strict=True):
            self._binder.rebind(field, binding)
        self._add_line()
        self.handle.show()
        self.tools.show()

    def _add_line(self) -> None:
        for prefix in [f"{self._key}.{key}" for key in self._told] or [self._key]:
            self._binder.add_line(prefix, self.line)

    def widgets(self) -> list[QWidget]:
        return [self.handle, *(f.widget for f in self.fields), self.tools, self.line]
