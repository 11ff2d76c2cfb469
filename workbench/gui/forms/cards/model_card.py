"""The card in which the sample model is declared: one call of the op, a Python file, or an ONNX model."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from workbench.core import edits
from workbench.core.declaration.op import Op
from workbench.core.op_toml.keys import known
from workbench.gui.document.op_document import OpDocument
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.cards.file_button import FileButton
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.look.text import format_names, parse_names
from workbench.gui.look.widgets import Card

__all__ = ["ModelCard"]

_KINDS = (
    ("call", "One call of the op"),
    ("file", "A model of your own, in a Python file"),
    ("onnx", "The nodes of an ONNX model, and one call of the op"),
)
_ONNX_FILE = "model.onnx"

_KEYS = ("source", "function", "outputs", "onnx", "node")


class ModelCard(Card):
    """What is exported."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__("Sample model", known("model").heading, parent)
        grid = FieldGrid(binder, self)
        grid.add(
            0,
            0,
            "model.kind",
            ChoiceField(_KINDS),
            label="Model",
            undo="Kind of model",
            tip="What is exported and compared: a model that only calls the op with the example "
            "inputs, or a torch.nn.Module of yours in which it is one part. Where you have an ONNX "
            "model with nodes of the op, each of them is run on the model's own data, too",
            apply=_set_kind,
            read=_read_kind,
            settles=("model.source", "model.onnx"),
        )
        file, function = TextField(str.strip), TextField(str.strip)
        outputs = TextField(parse_names, format_names)
        grid.add(1, 0, "model.source", file, prepare=_prepare_file)
        grid.add(1, 2, "model.function", function, hides=True)
        grid.add(2, 0, "model.outputs", outputs, hides=True)
        onnx, node = TextField(str.strip), TextField(str.strip)
        grid.add(3, 0, "model.onnx", onnx, prepare=_prepare_onnx)
        grid.add(3, 2, "model.node", node, hides=True)
        self._edit = FileButton("model.source", binder, self)
        grid.addWidget(self._edit, 2, 3, Qt.AlignmentFlag.AlignLeft)
        self.body.addLayout(grid)
        binder.line_in(self, *(f"model.{name}" for name in _KEYS))

    def sync(self, op: Op, document: OpDocument) -> None:
        """Offer to edit the file, or to make it."""
        self._edit.show_file(document, op.model.source)


def _read_kind(op: Op, key: str) -> str:
    return "file" if op.model.source else "onnx" if op.model.onnx else "call"


def _set_kind(op: Op, key: str, kind: str) -> Op:
    if (kind == "file") != bool(op.model.source):
        op = edits.set_model_file(op, kind == "file")
    onnx = (op.model.onnx or _ONNX_FILE) if kind == "onnx" else ""
    return replace(op, model=replace(op.model, onnx=onnx, node=op.model.node if onnx else ""))


def _prepare_onnx(field: Field, op: Op, key: str) -> None:
    # While its name is typed anew, it is empty for a moment.
    field.set_applies(bool(op.model.onnx) or field.is_typed())


def _prepare_file(field: Field, op: Op, key: str) -> None:
    field.set_applies(bool(op.model.source))
