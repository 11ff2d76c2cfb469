"""The Signature page: what the op takes and gives, and what torch makes of it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from workbench.core import signature
from workbench.gui import edits
from workbench.gui.document import OpDocument
from workbench.gui.forms.argument_columns import ARGUMENT_COLUMNS
from workbench.gui.forms.field_grid import FieldGrid
from workbench.gui.forms.fields import TextField
from workbench.gui.forms.kernel_card import KernelCard
from workbench.gui.forms.output_columns import OUTPUT_COLUMNS
from workbench.gui.forms.record_table import RecordTable
from workbench.gui.forms.types_table import TypesTable
from workbench.gui.pages.base import FormPage
from workbench.gui.services import Services
from workbench.gui.widgets import Card, CopyLine

__all__ = ["SignaturePage"]


class SignaturePage(FormPage):
    """Forms for the op itself, its arguments, outputs, type variables and kernel."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.sections.addWidget(self._torch_card())
        self.args = RecordTable(
            self.binder,
            "args",
            "argument",
            ARGUMENT_COLUMNS,
            edits.add_arg,
            edits.remove_arg,
            "The op takes nothing yet.",
        )
        self.sections.addWidget(self._card("Arguments", "In torch's order", "args", self.args))
        self.outputs = RecordTable(
            self.binder,
            "outputs",
            "output",
            OUTPUT_COLUMNS,
            edits.add_output,
            edits.remove_output,
            "The op gives nothing yet.",
        )
        self.sections.addWidget(
            self._card(
                "Outputs",
                "Shape rules, and what they give for the example inputs",
                "outputs",
                self.outputs,
            )
        )
        self.types = TypesTable(self.binder)
        self.sections.addWidget(
            self._card(
                "Type variables",
                "The op is built once per combination",
                "types",
                self.types,
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
        self.kernel.sync(op)

    def set_document(self, document: OpDocument | None) -> None:
        if document is not self.document:
            self.kernel.forget()
        super().set_document(document)

    def refresh(self) -> None:
        super().refresh()
        op = self.document.op if self.document is not None else None
        if op is not None:
            self._schema.set_text(f"{op.namespace}::{signature.torch_schema(op)}")
            descriptors = ", ".join(f'"{d}"' for d in signature.parse_args(op))
            self._parse_args.set_text(f"@parse_args({descriptors})")
            self._parse_args.setVisible(not op.kernel.is_function)

    def _card(self, title: str, subtitle: str, key: str, content: QWidget) -> Card:
        card = Card(title, subtitle)
        card.body.addWidget(content)
        self.add_line(key, card)
        return card

    def _torch_card(self) -> Card:
        card = Card("Op", "")
        grid = FieldGrid(self.binder, card)
        grid.add(0, 0, "Torch name", "torch", TextField(placeholder="my_lib::my_op"))
        grid.add(0, 2, "Name here", "name", TextField())
        doc = TextField(placeholder="What it computes, in one line")
        grid.add(1, 0, "Description", "doc", doc, span=3)
        card.body.addLayout(grid)
        line = self.add_line("name", card)
        for key in ("torch", "doc", "schema"):
            self.binder.add_line(key, line)
        self._schema = CopyLine("Schema", "torchSchema", card, 76)
        self._parse_args = CopyLine("Symbolic", "parseArgs", card, 76)
        card.body.addWidget(self._schema)
        card.body.addWidget(self._parse_args)
        return card
