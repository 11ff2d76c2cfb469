"""The card *Inputs*: what the op was called with in the set whose results are in front."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET
from PySide6.QtWidgets import QPushButton, QTableWidgetItem, QWidget

from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Example, Op
from workbench.core.errors import Problem
from workbench.core.examples.example_files import opened
from workbench.core.pipeline.parity import MAIN_CASE
from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.fitted_table import fitted_table, name_item
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.text import format_value
from workbench.gui.look.widgets import Card
from workbench.gui.services import Services

__all__ = ["InputsCard"]

_HEADERS = ("Argument", "Value", "From")
_DRAWN = {"normal"}
_IN_RANGE = {"uniform", "integers"}
_MOST_CHARACTERS = 40
"""Of elements that are written out; the tip has all."""


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
        self.button = QPushButton("Ed&it", self)
        self.button.setObjectName("inputsEdit")
        self.button.setAccessibleName("Edit the inputs")
        self.button.setToolTip("Go to the example inputs on the Model page")
        self.button.clicked.connect(self._on_edit)
        self.header.addWidget(self.button)
        self.table = fitted_table("inputsTable", "What the op is called with", _HEADERS)
        self.table.elided = True
        self.table.cut = (0, 1)
        self.table.cellActivated.connect(self._on_edit)
        self.body.addWidget(self.table)

    def show_op(self, document: OpDocument | None, case: str) -> None:
        """Show a set of inputs as it was run; as it is declared where nothing was.

        Args:
            document: the op's.
            case: whose inputs; empty for the main ones.
        """
        self._document, self._case = document, case
        op = self._op()
        self.setVisible(op is not None and bool(op.args))
        if op is None or document is None:
            return
        self.subtitle.set_whole(case or MAIN_CASE)
        rows = [row for arg in op.args for row in _rows(op, arg)]
        self.table.setRowCount(len(rows))
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                short = text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]} …"
                item = QTableWidgetItem(short) if column == len(row) - 1 else name_item(short)
                item.setToolTip(plain_tip(text))
                self.table.setItem(at, column, item)
        self.table.fit()

    def _op(self) -> Op | None:
        """With the case's inputs as the main ones."""
        document = self._document
        if document is None:
            return None
        state = self._services.engine.state(document.folder)
        op = state.op if state is not None and state.op is not None else document.op
        if op is None:
            return None
        case = next((c for c in op.model.cases if c.name == self._case), None)
        return opened(op.for_case(case) if case is not None else op, document.folder)

    def _on_edit(self, row: int = 0) -> None:
        document = self._document
        if document is not None and document.op is not None:
            chosen = max(self.table.currentRow(), 0) if isinstance(row, bool) else row
            item = self.table.item(chosen, 0)
            key = _key(document.op, self._case, item.text() if item is not None else "")
            self._services.problem_requested.emit(document.folder, Problem("example", "", key=key))


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
    return value, f"{how}, seed {example.seed}" if how in _DRAWN else how


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
