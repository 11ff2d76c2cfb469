"""The Model page: the sample model, its example inputs, the reference, the backward, and the
cost.
"""

from __future__ import annotations

import re

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.exporters import EXPORTERS
from workbench.core.op_toml.key_path import replace_at
from workbench.core.op_toml.keys import known
from workbench.gui.document.op_document import OpDocument
from workbench.gui.forms.cards.backward_card import BackwardCard
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.cards.model_card import ModelCard
from workbench.gui.forms.cards.reference_card import ReferenceCard
from workbench.gui.forms.examples.example_card import ExampleCard
from workbench.gui.forms.examples.preview_card import PreviewCard
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import Card, muted
from workbench.gui.pages.base import FormPage
from workbench.gui.services import Services

__all__ = ["ModelPage"]


class ModelPage(FormPage):
    """Forms for what is exported, run and compared."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.model = ModelCard(self.binder)
        self.sections.addWidget(self.model)
        self.examples = ExampleCard(self.binder)
        self.examples.case_changed.connect(self.mark_stale)
        self.sections.addWidget(self.examples)
        self.preview = PreviewCard(services, self)
        self.sections.addWidget(self.preview)
        self.reference = ReferenceCard(self.binder)
        self.sections.addWidget(self.reference)
        self.backward = BackwardCard(self.binder)
        self.sections.addWidget(self.backward)
        self.sections.addWidget(self._export_card())
        self.sections.addWidget(self._cost_card())
        self.sections.addStretch(1)

    def set_document(self, document: OpDocument | None) -> None:
        if document is not self.document:
            self.examples.show_case(-1)
        super().set_document(document)

    def sync(self) -> None:
        document, op = self.document, self.binder.seen()
        assert document is not None
        assert op is not None
        self.model.sync(op, document)
        self.examples.sync(op)
        self._show_preview(document)
        self.reference.sync(op, document)
        self.backward.sync(op, document)
        variant = op.variants.get(op.variant)
        opset = variant.opset if variant is not None else 0
        self._opset.setText(f"The variant {op.variant} is exported to opset {opset} instead.")
        self._opset.setVisible(bool(opset))

    def _show_preview(self, document: OpDocument) -> None:
        op, case = document.op, self.examples.case()
        if op is not None:
            shown = op.for_case(op.model.cases[case]) if case >= 0 else op
            self.preview.show_op(shown, document.folder)

    def reveal(self, problem: Problem) -> None:
        if case := re.match(r"model\.cases\[(\d+)\]", problem.key):
            self.examples.show_case(int(case[1]))
        elif problem.key.startswith("model.inputs"):
            self.examples.show_case(-1)
        super().reveal(problem)

    def _export_card(self) -> Card:
        card = Card("Export", "How the ONNX model is made")
        grid = FieldGrid(self.binder, card)
        exporters = [(n, f"{e.words.title} ({e.words.short})") for n, e in EXPORTERS.items()]
        grid.add(0, 0, "model.exporter", ChoiceField(exporters), apply=_set_exporter)
        grid.add(0, 2, "model.opset", ChoiceField(), apply=_set_opset, prepare=_prepare_opset)
        card.body.addLayout(grid)
        self._opset = muted("", card)
        card.body.addWidget(self._opset)
        self.binder.line_in(card, "model")
        return card

    def _cost_card(self) -> Card:
        card = Card(known("cost").title, known("cost").heading)
        grid = FieldGrid(self.binder, card)
        for row, key in enumerate(("cost.bytes", "cost.flops")):
            field = TextField(str.strip)
            field.line.setFont(code_font())
            grid.add(row, 0, key, field, span=3)
        card.body.addLayout(grid)
        self.binder.line_in(card, "cost")
        return card


def _set_exporter(op: Op, key: str, exporter: str) -> Op:
    """The opset follows where the other exporter cannot write it."""
    opset = EXPORTERS[exporter].nearest(op.model.opset)
    return replace(op, model=replace(op.model, exporter=exporter, opset=opset))


def _set_opset(op: Op, key: str, opset: str) -> Op:
    return replace_at(op, key, int(opset))


def _prepare_opset(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        field.set_choices([(number, str(number)) for number in op.model.exported_by.opsets])  # type: ignore[misc]
