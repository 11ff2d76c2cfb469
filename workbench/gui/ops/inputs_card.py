"""The card *Inputs*: what the op was called with in the set whose results are in front."""

from __future__ import annotations

import math
from typing import NamedTuple

from msgspec import UNSET
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPixmap, QShowEvent
from PySide6.QtWidgets import QPushButton, QTableWidgetItem, QWidget

from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Example, Op
from workbench.core.errors import Problem
from workbench.core.examples.example_files import opened
from workbench.core.jobs import ExportedCase, ExportResult, InputPreview
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import MAIN_CASE
from workbench.gui.document.op_document import OpDocument
from workbench.gui.elements.preview_menu import PreviewMenu
from workbench.gui.elements.preview_rows import image_of, lines_of
from workbench.gui.elements.previews import Previews
from workbench.gui.look.fitted_table import fitted_table, name_item
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.text import format_value
from workbench.gui.look.widgets import Card
from workbench.gui.services import Services

__all__ = ["InputsCard"]

_HEADERS = ("Argument", "Value", "From")
_IN_RANGE = {"uniform", "integers"}
_MOST_CHARACTERS = 40
"""Of elements that are written out; the tip has all."""
_VALUE = 1
_WRITTEN_OUT = 4
"""Elements of a tensor that was drawn or read; of more one sees the picture."""
_FEW = 4
"""Rows that are shown before one asks for all: what is below shall be in view, too."""
_SIDE = 16


class _Row(NamedTuple):
    """One argument, or one tensor of a list."""

    name: str
    value: str
    source: str


class InputsCard(Card):
    """A row per argument, and a button that goes to where they are declared.

    Args:
        services: the engine, for what was run; where to go is told to it.
        parent: the page.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__("Inputs", "", parent)
        self._services = services
        self._document: OpDocument | None = None
        self._case = ""
        self._whole, self._few = False, _FEW
        self.all_button = QPushButton("", self)
        self.all_button.setObjectName("inputsAll")
        self.all_button.clicked.connect(self._on_all)
        self._previews = Previews(services, self)
        self._previews.answered.connect(self._fill)
        self._menu = PreviewMenu(self)
        self.preview_button = QPushButton("Previe&w", self)
        self.preview_button.setObjectName("inputsPreview")
        self.preview_button.setAccessibleName("Preview of the input tensors")
        self.preview_button.setToolTip("What the tensors hold: pictures, ranges, first elements")
        self.preview_button.clicked.connect(self._on_preview)
        self.button = QPushButton("Ed&it", self)
        self.button.setObjectName("inputsEdit")
        self.button.setAccessibleName("Edit the inputs")
        self.button.setToolTip("Go to the example inputs on the Model page")
        self.button.clicked.connect(self._on_edit)
        for button in (self.all_button, self.preview_button, self.button):
            self.header.addWidget(button)
        self.table = fitted_table("inputsTable", "What the op is called with", _HEADERS)
        self.table.elided = True
        self.table.cut = (0, 1)
        self.table.cellActivated.connect(self._on_edit)
        self.table.cellClicked.connect(self._on_clicked)
        self.body.addWidget(self.table)

    def show_op(self, document: OpDocument | None, case: str) -> None:
        """Show a set of inputs as it was run; as it is declared where nothing was.

        Args:
            document: the op's.
            case: whose inputs; empty for the main ones.
        """
        if document is not self._document:
            self._whole = False
        self._document, self._case, sizes = document, *self._declared(document, case)
        op = self._op()
        self.setVisible(op is not None and bool(op.args))
        if op is None or document is None:
            return
        name = self._case or MAIN_CASE
        self.subtitle.set_whole(
            f"run with {sizes}" if sizes else "", f"{name} · " if sizes else name
        )
        self._previews.want(op, document.folder)
        self._look()
        self._fill()

    def make_room(self, points: int) -> None:
        """Show fewer rows where there are times; none where they are of other inputs.

        Args:
            points: of how many inputs there are times.
        """
        few = (_FEW, _FEW - 1, 0)[min(points, 2)]
        if few != self._few:
            self._few = few
            self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()

    def _look(self) -> None:
        """Ask what the tensors hold, once the op has run: before, no host is started for it."""
        state = self._state()
        if self.isVisible() and state is not None and state.result("export") is not None:
            self._previews.ask()

    def _declared(self, document: OpDocument | None, case: str) -> tuple[str, str]:
        """Of a case that the program made with other sizes the declared one, and these sizes."""
        state = self._services.engine.state(document.folder) if document is not None else None
        ended = state.result("export") if state is not None else None
        result = ended.result if ended is not None else None
        cases: tuple[ExportedCase, ...] = result.cases if isinstance(result, ExportResult) else ()
        sizes = next((one.sizes for one in cases if one.name == case), "")
        return case.removesuffix(sizes).removesuffix(", ") if sizes else case, sizes

    def _fill(self) -> None:
        document, op = self._document, self._op()
        if document is None or op is None:
            return
        opened_op = opened(op, document.folder)
        rows = [row for arg in opened_op.args for row in _rows(opened_op, arg)]
        held = {one.name: one for one in self._previews.held}
        self.table.setRowCount(len(rows))
        for at, row in enumerate(rows):
            self._fill_row(at, row, held.get(row.name))
        few = len(rows) > self._few
        for at in range(len(rows)):
            self.table.setRowHidden(at, few and not self._whole and at >= self._few)
        self.table.setVisible(self._whole or self._few > 0)
        self.all_button.setVisible(few)
        self.all_button.setText("Fewer" if self._whole else f"All {len(rows)}")
        self.all_button.setAccessibleName("Fewer inputs" if self._whole else "All inputs")
        self.preview_button.setVisible(bool(held))
        self.table.fit()

    def _fill_row(self, at: int, row: _Row, held: InputPreview | None) -> None:
        for column, text in enumerate(row):
            tip = text
            if column == _VALUE and held is not None:
                text, tip = _with_elements(text, held), "\n".join((text, *lines_of(held)))
            short = text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]} …"
            item = QTableWidgetItem(short) if column == len(row) - 1 else name_item(short)
            item.setToolTip(plain_tip(tip))
            if column == _VALUE and held is not None:
                item.setIcon(_icon(held))
            self.table.setItem(at, column, item)

    def _state(self) -> OpState | None:
        document = self._document
        return self._services.engine.state(document.folder) if document is not None else None

    def _op(self) -> Op | None:
        """With the case's inputs as the main ones."""
        document, state = self._document, self._state()
        if document is None:
            return None
        op = state.op if state is not None and state.op is not None else document.op
        if op is None:
            return None
        case = next((c for c in op.model.cases if c.name == self._case), None)
        return op.for_case(case) if case is not None else op

    def _on_all(self) -> None:
        self._whole = not self._whole
        self._fill()

    def _on_preview(self) -> None:
        below = self.preview_button.rect().bottomRight()
        self._menu.show_inputs(self._previews.held, self.preview_button.mapToGlobal(below))

    def _on_clicked(self, row: int, column: int) -> None:
        """The picture of a tensor shows it alone."""
        name, value = self.table.item(row, 0), self.table.item(row, _VALUE)
        found = tuple(p for p in self._previews.held if name is not None and p.name == name.text())
        if column == _VALUE and value is not None and found:
            below = self.table.visualItemRect(value).bottomLeft()
            self._menu.show_inputs(found, self.table.viewport().mapToGlobal(below))

    def _on_edit(self, row: int = 0) -> None:
        document = self._document
        if document is not None and document.op is not None:
            chosen = max(self.table.currentRow(), 0) if isinstance(row, bool) else row
            item = self.table.item(chosen, 0)
            key = _key(document.op, self._case, item.text() if item is not None else "")
            self._services.problem_requested.emit(document.folder, Problem("example", "", key=key))


def _with_elements(text: str, held: InputPreview) -> str:
    """``int32 [2] = 30, 64``: few elements are written out, wherever they come from."""
    if held.problem or " = " in text or not 0 < math.prod(held.shape) <= _WRITTEN_OUT:
        return text
    return f"{held.type_words} = {', '.join(held.first)}"


def _icon(held: InputPreview) -> QIcon:
    image = image_of(held.picture)
    if image.isNull():
        return QIcon()
    keep = Qt.AspectRatioMode.KeepAspectRatio
    picture = QPixmap.fromImage(image.scaled(_SIDE, _SIDE, keep))
    found = QIcon(picture)
    found.addPixmap(picture, QIcon.Mode.Selected)
    return found


def _rows(op: Op, arg: Arg) -> list[_Row]:
    examples = [e for e in op.model.inputs if e.base == arg.name]
    if not examples:
        value = "None" if arg.default is UNSET else format_value(arg.default)
        return [_Row(arg.name, value, "left out" if arg.default is UNSET else "default")]
    return [_Row(e.arg, *_words(op, arg, e)) for e in examples]


def _words(op: Op, arg: Arg, example: Example) -> tuple[str, str]:
    """What an example is, and where its elements come from."""
    if example.none:
        return "None", ""
    if example.same_as:
        return example.same_as, "the same tensor"
    if not example.is_tensor:
        given = example.value is not UNSET
        return format_value(example.value if given else arg.default), "" if given else "default"
    dtype = example.dtype or next(iter(signature.arg_dtypes(op, arg)), "")
    sizes = () if example.shape is UNSET else example.shape
    value = f"{dtype} [{', '.join(map(str, sizes))}]"
    if example.file:
        return value if example.shape is not UNSET else dtype, example.file
    if example.value is not UNSET:
        return f"{value} = {format_value(example.value)}", "given values"
    how = example.generator
    if how in _IN_RANGE:
        return value, f"{how} from {example.low:g} to {example.high:g}, seed {example.seed}"
    if how == "normal":  # a text of one word and two places could not be translated
        return value, f"normal, seed {example.seed}"
    return value, how


def _key(op: Op, case: str, name: str) -> str:
    """Of the example that an argument has in a set; of the main inputs where the set has none."""
    found = next((i for i, c in enumerate(op.model.cases) if c.name == case), None)
    sets = (
        [(f"model.cases[{found}].inputs", op.model.cases[found].inputs)]
        if found is not None
        else []
    )
    for prefix, examples in (*sets, ("model.inputs", op.model.inputs)):
        for at, example in enumerate(examples):
            if example.arg == name:
                return f"{prefix}[{at}].arg"
    return "model.inputs"
