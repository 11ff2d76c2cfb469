"""A mapping of names to something, as rows of two fields: type variables, named parts of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from workbench.core.declaration.op import Op
from workbench.core.op_toml.keys import known
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.fields.fields import Field, TextField
from workbench.gui.forms.tables.rename import rename_entry, unfinished_name
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import vbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.widgets import flat_button, muted, text_button

__all__ = ["NamedKind", "NamedTable"]


@dataclass(frozen=True)
class NamedKind:
    """What the rows are.

    Attributes:
        key: of the declaration: ``types``.
        noun: what an entry is.
        none: what is said where there is none.
        header: of the second column.
        label: of a second field, before the entry's name.
        parse, show: between the second field's text and its value.
        add: the op with a further entry.
        remove, rename: the op without an entry, or with another name of it.
        words: what the second field completes.
    """

    key: str
    noun: str
    none: str
    header: str
    label: str
    parse: Callable[[str], Any]
    show: Callable[[Any], str]
    add: Callable[[Op], Op]
    remove: Callable[..., Op]
    rename: Callable[[Op, str, str], Op]
    words: Callable[[Op], Iterable[str]] = lambda op: ()


class _Row(QObject):
    """One entry; the row is bound anew when its name changes.

    Attributes:
        key: the key path that it is bound to; empty for none.
    """

    removed = Signal(int)

    def __init__(self, table: NamedTable, index: int) -> None:
        super().__init__(table)
        self.index = index
        self.name = TextField(parent=table)
        self.value = TextField(table.kind.parse, table.kind.show, parent=table)
        self.remove = flat_button(icon("remove"), f"Remove {table.kind.noun} {index + 1}", table)
        self.remove.setObjectName(f"{table.kind.key}[{index}].remove")
        self.line = ProblemLine(table)
        self.remove.clicked.connect(self._on_remove)
        self.name.edited.connect(table.rename)
        self.key = ""

    def _on_remove(self) -> None:
        self.removed.emit(self.index)

    def widgets(self) -> list[QWidget]:
        return [self.name.widget, self.value.widget, self.remove, self.line]


class NamedTable(QWidget):
    """Add, rename and remove entries, and say what each stands for."""

    def __init__(self, binder: Binder, kind: NamedKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self._binder = binder
        self._rows: list[_Row] = []
        # Rows that are not needed now, that with the lowest index last.
        self._spare: list[_Row] = []
        self._names: list[str] = []
        self.setObjectName(kind.key)
        self._empty = muted(kind.none, self)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._headers = [PlainLabel("Name", self), PlainLabel(kind.header, self)]
        self._key = known(kind.key)
        for i, header in enumerate(self._headers):
            header.setProperty("role", "header")
            header.setToolTip(plain_tip(self._key.description))
            self._grid.addWidget(header, 0, i)
        self._adder = text_button(f"{kind.key}.add", f"Add {kind.noun}", icon("add"), self)
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
        """Show the op's entries; what they stand for is filled in by the binder."""
        self._names = list(getattr(op, self.kind.key))
        other = len(self._names) != len(self._rows)
        if other and self.isVisible() and not self._has_focus():
            # All at once: each widget that is shown on its own lays out the whole page anew.
            self.hide()
            self._sync(op)
            self.show()
        else:
            self._sync(op)

    def _has_focus(self) -> bool:
        focused = self.window().focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    def _sync(self, op: Op) -> None:
        while len(self._rows) < len(self._names):
            self._append()
        while len(self._rows) > len(self._names):
            self._drop()
        for row, name in zip(self._rows, self._names, strict=True):
            key = f"{self.kind.key}.{name}"
            if row.key != key:
                self._release(row)
                self._binder.bind(
                    key,
                    row.value,
                    f"{self.kind.label} of {name}",
                    partial(self._set, name=name),
                    read=partial(self._read, name=name),
                )
                self._binder.add_line(key, row.line)
                row.key = key
            unfinished = unfinished_name(self._binder, self.kind.key, name)
            row.value.set_words(list(self.kind.words(op)))
            row.name.show_value(name, unfinished.text if unfinished is not None else None)
        for header in self._headers:
            header.setVisible(bool(self._names))
        self._empty.setVisible(not self._names)

    def needed(self, op: Op) -> int:
        """How many rows an op needs."""
        return len(getattr(op, self.kind.key))

    def capacity(self) -> int:
        """How many entries can be shown without making a row."""
        return len(self._rows) + len(self._spare)

    def prepare_row(self) -> None:
        """Make a row before it is needed."""
        row = self._made_row(self.capacity())
        for widget in row.widgets():
            widget.hide()
        self._spare.insert(0, row)

    def _append(self) -> None:
        row = self._spare.pop() if self._spare else self._made_row(len(self._rows))
        for widget in (row.name.widget, row.value.widget, row.remove):
            widget.show()
        self._rows.append(row)

    def _made_row(self, index: int) -> _Row:
        row = _Row(self, index)
        at = 1 + 2 * index
        row.name.set_name(f"{self.kind.key}[{index}].name", f"Name of {self.kind.noun} {index + 1}")
        row.name.widget.setMaximumWidth(120)
        row.name.set_tip(self._key.description)
        row.value.describe(self._key)
        row.removed.connect(self._remove)
        self._grid.addWidget(row.name.widget, at, 0)
        self._grid.addWidget(row.value.widget, at, 1)
        self._grid.addWidget(row.remove, at, 2)
        self._grid.addWidget(row.line, at + 1, 0, 1, 2)
        return row

    def _drop(self) -> None:
        # Ops with few and with many entries are shown in turn: a row is kept for the next.
        row = self._rows.pop()
        self._release(row)
        for widget in row.widgets():
            widget.hide()
        self._spare.append(row)

    def _release(self, row: _Row) -> None:
        """Bind a row to nothing."""
        if row.key:
            self._binder.unbind(row.value)
            self._binder.remove_line(row.line)
            row.value.edited.disconnect()
            row.value.unfinished.disconnect()
            row.value.left.disconnect()
            row.value.widget.setObjectName("")
            row.key = ""

    # -- edits

    def _add(self) -> None:
        self._binder.edit(f"Add {self.kind.noun}", self.kind.add)

    def _remove(self, index: int) -> None:
        name = self._names[index]
        self._binder.edit(f"Remove {self.kind.noun} {name}", partial(self.kind.remove, name=name))

    def rename(self, field: Field, new: str) -> None:
        """The user typed a name; one that is taken or unusable is kept as unfinished."""
        row = next((r for r in self._rows if r.name is field), None)
        if row is not None:
            rename_entry(
                self._binder,
                row.name,
                new,
                prefix=self.kind.key,
                noun=self.kind.noun,
                names=partial(_names, key=self.kind.key),
                first=partial(_name_at, key=self.kind.key, index=row.index),
                change=self.kind.rename,
            )

    def _read(self, op: Op, key: str, name: str) -> Any:
        # By its name: one that is no identifier makes no key path.
        return getattr(op, self.kind.key).get(name) or self.kind.parse("")

    def _set(self, op: Op, key: str, value: Any, name: str) -> Op:
        entries = {**getattr(op, self.kind.key), name: value}
        return replace(op, **{self.kind.key: entries})


def _names(op: Op, key: str) -> list[str]:
    return list(getattr(op, key))


def _name_at(op: Op, key: str, index: int) -> str:
    return str([*getattr(op, key), *[""] * (index + 1)][index])
