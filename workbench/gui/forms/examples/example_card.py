"""The card of the example inputs: the main set, and further cases that differ from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from workbench.core import edits
from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Case, Example, Op
from workbench.core.errors import UserError
from workbench.core.examples.example_files import allowed_dtypes, file_header
from workbench.core.op_toml.key_path import replace_at
from workbench.gui import dialogs
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.binding.lens import CaseLens
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.examples.example_columns import example_columns
from workbench.gui.forms.examples.example_import import bring_in, is_array_file, likely_entry
from workbench.gui.forms.fields.fields import Field, TextField
from workbench.gui.forms.fields.set_bar import SetBar
from workbench.gui.forms.tables.record_row import RecordRow
from workbench.gui.forms.tables.record_table import RecordTable, RowState
from workbench.gui.look.dropped import local_files
from workbench.gui.look.icons import icon
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.sideways import Sideways
from workbench.gui.look.widgets import Card, text_button

__all__ = ["ExampleCard"]

_MAIN = "Main inputs"
_SET_TIP = (
    "The main inputs are what the model is exported with. Each further case is run and compared "
    "too, through the same file where only dynamic sizes differ"
)
_AS_MAIN = "The same as in the main set; tick 'Own' to change it for this case"


class ExampleCard(Card):
    """One set is shown at a time; what a case does not give itself is greyed."""

    case_changed = Signal()
    """Another set shall be shown."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__("Example inputs", "", parent)
        self._binder = binder
        self._case = -1
        binder.lens = CaseLens(self.case)
        self.bar = SetBar("model.case", "Set", "case", self)
        self.bar.chosen.connect(self.show_case)
        self.bar.add.connect(self._add_case)
        self.bar.duplicate.connect(self._copy_case)
        self.bar.remove.connect(self._remove_case)
        grid = FieldGrid(binder, self)
        grid.label(0, 0, "Set", self.bar, 3).setToolTip(plain_tip(_SET_TIP))
        self._case_fields = [
            grid.add(
                1,
                column,
                f"case.{name}",
                TextField(parse),
                of=f"model.cases[].{name}",
                undo=f"{what} of the case",
                apply=partial(_set, name=name, case=self.case),
                read=partial(_read, name=name, case=self.case),
            )
            for column, name, what, parse in (
                (0, "name", "Name", str.strip),
                (2, "doc", "Description", str),
            )
        ]
        grid.setColumnStretch(3, 2)
        self.body.addLayout(grid)
        self.table = RecordTable(
            binder,
            "model.inputs",
            example_columns(self.case, self._main, self._folder, self._ask_file),
            edits.add_example,
            edits.remove_example,
            "No example yet: the model needs one per argument.",
            state=self._state,
        )
        self.table.came.connect(self._on_row)
        self.body.addWidget(Sideways(self.table, self))
        self.setAcceptDrops(True)
        self._list_buttons: dict[str, QToolButton] = {}
        binder.line_in(self, "model.inputs", "model.cases", "case")

    # -- which set

    def case(self) -> int:
        """The index of the shown case; -1 for the main set."""
        document = self._binder.document
        cases = document.op.model.cases if document is not None and document.op is not None else ()
        return self._case if self._case < len(cases) else -1

    def show_case(self, index: int) -> None:
        """Show another set."""
        if index != self.case():
            self._case = index
            self.case_changed.emit()

    def _main(self, arg: str) -> Example | None:
        document = self._binder.document
        op = document.op if document is not None else None
        return op.example(arg) if op is not None else None

    def _folder(self) -> Path | None:
        document = self._binder.document
        return document.folder if document is not None else None

    def _state(self, _op: Op, index: int) -> RowState:
        """In a case, rows of the main set are only for looking at."""
        document = self._binder.document
        if self.case() < 0 or document is None or document.op is None:
            return RowState()
        row = edits.case_rows(document.op, self.case())[index]
        in_list = list_index(row.example.arg) is not None
        override = row.override >= 0
        return RowState("" if override else _AS_MAIN, False, override and (row.main < 0 or in_list))

    # -- showing

    def sync(self, op: Op) -> None:
        """Show the sets, and the rows of the one in front.

        Args:
            op: as the binder's lens shows it.
        """
        case, cases = self.case(), op.model.cases
        self.bar.show_sets([(-1, _MAIN), *((i, c.name) for i, c in enumerate(cases))], case)
        for i, entry in enumerate(cases, 1):
            self.bar.box.setItemData(i, entry.doc, 3)
        for button in (self.bar.copy_button, self.bar.remove_button):
            button.setEnabled(case >= 0)
        if case < 0 and any(field.widget.hasFocus() for field in self._case_fields):
            self.bar.box.setFocus(Qt.FocusReason.OtherFocusReason)  # no keys for what is hidden
        for field in self._case_fields:
            field.set_applies(case >= 0)
        self.subtitle.set_whole(_subtitle(op, case))
        self.table.sync(op)
        frozen = case >= 0 and bool(op.model.source)
        why = "The model's inputs are those of the main set" if frozen else ""
        self.table.set_cannot_add(why or edits.can_add_example(op))
        self._sync_lists(op)
        for line in self.table.findChildren(QLineEdit):
            line.setAcceptDrops(False)  # a file is for the row, not its name for the field

    def _on_row(self, row: RecordRow) -> None:
        for field in row.fields:
            for line in (field.widget, *field.widget.findChildren(QLineEdit)):
                if isinstance(line, QLineEdit):
                    line.setAcceptDrops(False)

    def _sync_lists(self, op: Op) -> None:
        """One button per list of tensors, which may have any number of them."""
        names = [a.name for a in op.args if a.is_tensor_list and not op.model.source]
        for name in [n for n in self._list_buttons if n not in names]:
            button = self._list_buttons.pop(name)
            self.table.tools.removeWidget(button)
            button.hide()
            button.deleteLater()
        for name in names:
            if name not in self._list_buttons:
                words, button_name = f"Add tensor of {name}", f"model.inputs.{name}.add"
                button = text_button(button_name, words, icon("add"), self.table)
                button.clicked.connect(self._add_tensor)
                self._list_buttons[name] = button
                self.table.tools.insertWidget(len(self._list_buttons), button)
                button.show()

    # -- files

    def _ask_file(self, field: Field) -> None:
        """Choose a file for the row of a field."""
        folder, row = self._folder(), self.table.row_of(field)
        path = dialogs.choose_array_file(self.window(), folder) if folder is not None else None
        if path is not None and row >= 0:
            self.take_file(path, row)

    def take_file(self, path: Path, row: int) -> None:
        """Make a file the values of an example; one from elsewhere is copied into the op's folder."""
        folder, op = self._folder(), self._binder.seen()
        if folder is None or op is None:
            return
        try:
            example = op.model.inputs[row]
            entry = likely_entry(path, example.arg)
            name = bring_in(folder, path, entry)
            given = edits.set_example_file(folder, example, name, entry)
            held = file_header(folder, given)
        except UserError as error:
            dialogs.show_error(self.window(), "This file cannot be an example", error)
            return
        allowed = allowed_dtypes(op, example)
        if held.dtype and held.dtype not in allowed:
            given = replace(given, dtype=allowed[0])
        key = f"model.inputs[{row}]"

        def change(seen: Op) -> Op:
            return replace_at(seen, key, given)

        self._binder.edit(f"Values of {example.arg} from {path.name}", change, keys=(key,))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._dropped(event.mimeData()) is not None and self._row_at(event) >= 0:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        row = self._row_at(event)
        event.setAccepted(row >= 0)
        self.table.show_target(row)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.table.show_target(-1)

    def dropEvent(self, event: QDropEvent) -> None:
        self.table.show_target(-1)
        path, row = self._dropped(event.mimeData()), self._row_at(event)
        if path is not None and row >= 0:
            event.acceptProposedAction()
            self.take_file(path, row)

    def _dropped(self, data: QMimeData) -> Path | None:
        """The one file of arrays that is dragged."""
        paths = local_files(data)
        return paths[0] if len(paths) == 1 and is_array_file(paths[0]) else None

    def _row_at(self, event: QDropEvent) -> int:
        """The row of a tensor that is nearest to the pointer; -1 where none can take a file."""
        op = self._binder.seen()
        y = self.table.mapFrom(self, event.position().toPoint()).y()
        rows = [i for i, e in enumerate(op.model.inputs) if self._takes(op, i, e)] if op else []
        return min(rows, key=lambda row: abs(self.table.middle_of(row) - y), default=-1)

    def _takes(self, op: Op, row: int, example: Example) -> bool:
        arg = op.example_arg(example.arg)
        tensor = arg is None or arg.holds_tensors
        return tensor and not example.none and not self._state(op, row).locked

    # -- edits

    def _add_tensor(self) -> None:
        name = next((n for n, b in self._list_buttons.items() if b is self.sender()), "")
        if name:
            change = partial(_add_tensor, name=name, case=self.case())
            self.table.add_with(f"Add tensor of {name}", change)

    def _edit(self, text: str, change: Callable[[Op], Op], rows: Any = None) -> None:
        """Not through the lens: the cases themselves change."""
        document = self._binder.document
        if document is not None:
            self._binder.project.edit(document, text, change, rows=rows)

    def _count(self) -> int:
        document = self._binder.document
        op = document.op if document is not None else None
        return len(op.model.cases) if op is not None else 0

    def _add_case(self) -> None:
        self._show_new("Add case", edits.add_case)

    def _copy_case(self) -> None:
        index = self.case()
        self._show_new("Copy case", lambda op: edits.duplicate_case(op, index))

    def _show_new(self, text: str, change: Callable[[Op], Op]) -> None:
        """Do an edit that adds a case, and go to its name."""
        # A field that is greyed while it has the focus would hand it on, and the page scroll there.
        self.bar.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self._edit(text, change)
        self.show_case(self._count() - 1)
        name = self._case_fields[0].widget
        name.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(name, QLineEdit):
            name.selectAll()

    def _remove_case(self) -> None:
        self.bar.box.setFocus(Qt.FocusReason.OtherFocusReason)
        index = self.case()
        order = [i for i in range(self._count()) if i != index]
        self._case = -1
        self._edit("Remove case", lambda op: edits.remove_case(op, index), ("model.cases", order))
        self.case_changed.emit()


def _add_tensor(op: Op, name: str, case: int) -> Op:
    """In a case, a list's tensors are its own all together."""
    first = f"{name}[0]"
    if case >= 0 and not edits.is_override(op, case, first):
        op = edits.set_override(op, case, first, True)
    return edits.add_list_tensor(op, name)


def _subtitle(op: Op, case: int) -> str:
    if case < 0:
        if op.model.source:
            return "One per input of the model"
        return "One per argument; one that is optional or has a default may be left out"
    count = len(op.model.cases[case].inputs)
    if not count:
        return "The same as the main set so far; tick what differs"
    return f"{count} of its own, the others as in the main set"


def _entry(op: Op, case: int) -> Case:
    return op.model.cases[case] if 0 <= case < len(op.model.cases) else Case(name="")


def _read(op: Op, key: str, name: str, case: Callable[[], int]) -> Any:
    return getattr(_entry(op, case()), name)


def _set(op: Op, key: str, value: Any, name: str, case: Callable[[], int]) -> Op:
    return edits.set_case(op, case(), **{name: value})
