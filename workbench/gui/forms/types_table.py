"""The op's type variables: a mapping of names to element types, as rows of two fields."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from workbench.core import edits
from workbench.core.keys import known
from workbench.core.op import Op
from workbench.gui.forms.binder import Binder
from workbench.gui.forms.fields import Field, TextField
from workbench.gui.forms.rename import rename_entry, unfinished_name
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import vbox
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.text import format_names, parse_names
from workbench.gui.look.widgets import flat_button, muted, text_button

__all__ = ["TypesTable"]

_FIRST = ("float32", "float64")


class _Row(QObject):
    """One type variable; the row is bound anew when its name changes."""

    removed = Signal(int)

    def __init__(self, table: TypesTable, index: int) -> None:
        super().__init__(table)
        self.index = index
        self.name = TextField(parent=table)
        self.dtypes = TextField(parse_names, format_names, parent=table)
        self.remove = flat_button(icon("remove"), f"Remove type variable {index + 1}", table)
        self.remove.setObjectName(f"types[{index}].remove")
        self.line = ProblemLine(table)
        self.remove.clicked.connect(self._on_remove)
        self.name.edited.connect(table.rename)
        self.key = ""

    def _on_remove(self) -> None:
        self.removed.emit(self.index)

    def widgets(self) -> list[QWidget]:
        return [self.name.widget, self.dtypes.widget, self.remove, self.line]


class TypesTable(QWidget):
    """Add, rename and remove type variables, and choose what each stands for."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._binder = binder
        self._rows: list[_Row] = []
        self._names: list[str] = []
        self.setObjectName("types")
        self._empty = muted("None: every argument names its element types itself.", self)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._headers = [QLabel("Name", self), QLabel("May stand for", self)]
        self._key = known("types")
        for i, header in enumerate(self._headers):
            header.setProperty("role", "header")
            header.setToolTip(self._key.description)
            self._grid.addWidget(header, 0, i)
        self._adder = text_button("types.add", "Add type variable", icon("add"), self)
        self._adder.clicked.connect(self._add)
        vbox(
            self._empty,
            self._grid,
            (self._adder, 0, Qt.AlignmentFlag.AlignLeft),
            on=self,
            margins=0,
            spacing=8,
        )

    def sync(self, op: Op) -> None:
        """Show the op's variables; the element types are filled in by the binder."""
        self._names = list(op.types)
        while len(self._rows) < len(self._names):
            self._append()
        while len(self._rows) > len(self._names):
            self._drop()
        for row, name in zip(self._rows, self._names, strict=True):
            key = f"types.{name}"
            if row.key != key:
                self._binder.unbind(row.dtypes)
                self._binder.remove_line(row.line)
                row.dtypes.edited.disconnect()
                row.dtypes.unfinished.disconnect()
                self._binder.bind(
                    key,
                    row.dtypes,
                    f"Element types of {name}",
                    partial(_set_dtypes, name=name),
                    read=partial(_dtypes, name=name),
                )
                self._binder.add_line(key, row.line)
                row.key = key
            unfinished = unfinished_name(self._binder, "types", name)
            row.name.show_value(name, unfinished.text if unfinished is not None else None)
        for header in self._headers:
            header.setVisible(bool(self._names))
        self._empty.setVisible(not self._names)

    def _append(self) -> None:
        row = _Row(self, len(self._rows))
        at = 1 + 2 * row.index
        row.name.set_name(f"types[{row.index}].name", f"Name of type variable {row.index + 1}")
        row.name.widget.setMaximumWidth(120)
        row.name.set_tip(self._key.description)
        row.dtypes.describe(self._key)
        # Bound to nothing yet; sync binds it to the variable's name.
        row.dtypes.edited.connect(self._ignore)
        row.dtypes.unfinished.connect(self._ignore)
        row.removed.connect(self._remove)
        self._grid.addWidget(row.name.widget, at, 0)
        self._grid.addWidget(row.dtypes.widget, at, 1)
        self._grid.addWidget(row.remove, at, 2)
        self._grid.addWidget(row.line, at + 1, 0, 1, 2)
        for widget in (row.name.widget, row.dtypes.widget, row.remove):
            widget.show()
        self._rows.append(row)

    def _drop(self) -> None:
        row = self._rows.pop()
        self._binder.unbind(row.dtypes)
        self._binder.remove_line(row.line)
        for widget in row.widgets():
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        row.deleteLater()

    def _ignore(self, *_args: Any) -> None:
        """A field that is bound to nothing."""

    # -- edits

    def _add(self) -> None:
        self._binder.edit("Add type variable", _add_type)

    def _remove(self, index: int) -> None:
        name = self._names[index]
        self._binder.edit(f"Remove type variable {name}", partial(_remove_type, name=name))

    def rename(self, field: Field, new: str) -> None:
        """The user typed a name; one that is taken or unusable is kept as unfinished."""
        row = next((r for r in self._rows if r.name is field), None)
        if row is not None:
            rename_entry(
                self._binder,
                row.name,
                new,
                prefix="types",
                noun="type variable",
                names=_names,
                first=partial(_name_at, index=row.index),
                change=edits.rename_type,
            )


def _dtypes(op: Op, key: str, name: str) -> tuple[str, ...]:
    return op.types.get(name, ())  # by its name: one that is no identifier makes no key path


def _set_dtypes(op: Op, key: str, dtypes: tuple[str, ...], name: str) -> Op:
    return replace(op, types={**op.types, name: dtypes})


def _names(op: Op) -> list[str]:
    return list(op.types)


def _name_at(op: Op, index: int) -> str:
    return [*op.types, *[""] * (index + 1)][index]


def _add_type(op: Op) -> Op:
    name = edits.fresh_name("T", {*op.types, *(a.name for a in op.args)})
    return replace(op, types={**op.types, name: _FIRST})


def _remove_type(op: Op, name: str) -> Op:
    """Without a variable; what used it gets the variable's first element type."""
    first = (*op.types[name], "float32")[0]
    types = {n: t for n, t in op.types.items() if n != name}
    args = tuple(replace(a, dtype=first) if a.dtype == name else a for a in op.args)
    outputs = tuple(replace(o, dtype=first) if o.dtype == name else o for o in op.outputs)
    return replace(op, types=types, args=args, outputs=outputs)
