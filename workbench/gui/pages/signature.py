"""The Signature page: what the op takes and gives, and what torch makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from workbench.core import edits
from workbench.core.declaration.op import Op
from workbench.core.examples.example_shapes import SetShapes
from workbench.gui.document.op_document import OpDocument
from workbench.gui.editor.head_notice import HeadNotice
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.cards.kernel_card import KernelCard
from workbench.gui.forms.cards.live_signature import LiveSignature
from workbench.gui.forms.fields.fields import TextField
from workbench.gui.forms.tables.argument_columns import ARGUMENT_COLUMNS
from workbench.gui.forms.tables.output_columns import output_columns
from workbench.gui.forms.tables.ready_rows import ReadyRows
from workbench.gui.forms.tables.record_table import RecordTable
from workbench.gui.forms.tables.seen_shapes import SeenShapes
from workbench.gui.forms.tables.shape_table import ShapeTable
from workbench.gui.forms.tables.types_table import parts_table, types_table
from workbench.gui.look.icons import icon
from workbench.gui.look.widgets import Card, flat_button
from workbench.gui.pages.base import FormPage
from workbench.gui.services import Services

__all__ = ["SignaturePage"]

_HEAD_MS = 200
_GENERATED_TIP = "Look at the Python that is generated from this: fake kernel, symbolic function"


class SignaturePage(FormPage):
    """Forms for the op itself, its arguments, outputs, type variables and kernel."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._seen_shapes = SeenShapes()
        self._head = HeadNotice(self)
        self.main.insertWidget(self.main.indexOf(self.area), self._head)
        self._head_later = QTimer(self, singleShot=True, interval=_HEAD_MS)
        self._head_later.timeout.connect(self._show_head)
        services.project.text_changed.connect(self._on_source)
        self.sections.addWidget(self._torch_card())
        self.args = RecordTable(
            self.binder,
            "args",
            ARGUMENT_COLUMNS,
            edits.add_arg,
            edits.remove_arg,
            "The op takes nothing yet.",
        )
        self.sections.addWidget(
            self._card("Arguments", "In the order of the call", "args", self.args)
        )
        self.outputs = RecordTable(
            self.binder,
            "outputs",
            output_columns(self._shapes_of),
            edits.add_output,
            edits.remove_output,
            "The op gives nothing yet.",
        )
        outputs = self._card(
            "Outputs",
            "Shape rules, and what they give for the example inputs",
            "outputs",
            self.outputs,
        )
        self.shapes = ShapeTable(outputs)
        outputs.body.addWidget(self.shapes)
        self.sections.addWidget(outputs)
        self.types = types_table(self.binder)
        self.sections.addWidget(
            self._card(
                "Type variables",
                "The op is built once per combination",
                "types",
                self.types,
            )
        )
        self.parts = parts_table(self.binder)
        self.sections.addWidget(
            self._card(
                "Named parts",
                "Said once for shape rules, conditions and attributes",
                "let",
                self.parts,
            )
        )
        self.kernel = KernelCard(self.binder, self)
        self.sections.addWidget(self.kernel)
        self.sections.addStretch(1)

    def sync(self) -> None:
        assert self.document is not None
        op = self.document.op
        assert op is not None
        self.args.sync(op)
        self.outputs.sync(op)
        self.types.sync(op)
        self.parts.sync(op)
        self.kernel.sync(op)

    def tables(self) -> Sequence[ReadyRows]:
        return self.args, self.outputs, self.types, self.parts

    def set_document(self, document: OpDocument | None) -> None:
        if document is not self.document:
            self.kernel.forget()
        super().set_document(document)

    def show_beside(self) -> None:
        assert self.document is not None
        op = self.document.op
        assert op is not None
        self.live.show_op(self.document.folder, op, quiet=self.document.held.active)
        self.shapes.show_op(op, self._shapes_of(op))

    def refresh(self) -> None:
        super().refresh()
        self._head_later.start()

    def _shapes_of(self, op: Op) -> list[SetShapes]:
        folder = self.document.folder if self.document is not None else None
        return self._seen_shapes.sets(op, folder)

    def _on_source(self, folder: Path, _path: str) -> None:
        if self.document is not None and folder == self.document.folder:
            self._head_later.start()

    def _show_head(self) -> None:
        """A head that did not follow is reported where that was caused, too."""
        document = self.document
        self._head.show_for(document, document.source if document is not None else None)

    def _card(self, title: str, subtitle: str, key: str, content: QWidget) -> Card:
        card = Card(title, subtitle)
        card.text_key = key
        card.body.addWidget(content)
        self.binder.line_in(card, key)
        return card

    def _torch_card(self) -> Card:
        card = Card("Op", "")
        grid = FieldGrid(self.binder, card)
        grid.add(0, 0, "torch", TextField())
        grid.add(0, 2, "name", TextField())
        grid.add(1, 0, "doc", TextField(), span=3)
        card.body.addLayout(grid)
        self.binder.line_in(card, "name", "torch", "doc", "schema")
        self.live = LiveSignature(card)
        card.body.addWidget(self.live)
        generated = flat_button(icon("code"), _GENERATED_TIP, card)
        generated.setObjectName("signature.generated")
        generated.setText("Generated code")
        generated.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        generated.clicked.connect(self._on_generated)
        card.header.addWidget(generated)
        return card

    def _on_generated(self) -> None:
        if self.document is not None:
            self.services.generated_requested.emit(self.document.folder, "python")
