"""The Mapping page: the ONNX nodes that the op becomes, and the code that makes them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSplitter, QWidget

from workbench.gui.code_view import CodeView
from workbench.gui.forms.constant_columns import CONSTANT_COLUMNS, add_constant
from workbench.gui.forms.lens import VariantLens
from workbench.gui.forms.node_cards import NodeCards
from workbench.gui.forms.ort_card import OrtCard
from workbench.gui.forms.problem_line import ProblemLine
from workbench.gui.forms.python_mapping import PythonMapping
from workbench.gui.forms.record_table import RecordTable
from workbench.gui.forms.variant_card import VariantCard
from workbench.gui.pages.base import FormPage
from workbench.gui.previews import preview
from workbench.gui.services import Services
from workbench.gui.widgets import Card, heading, muted

__all__ = ["MappingPage"]

_PREVIEW_MS = 200


class MappingPage(FormPage):
    """Cards for the nodes at the left, the generated Python at the right."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.binder.lens = VariantLens()
        self.variants = VariantCard(self.binder)
        self.sections.addWidget(self.variants)
        self.python = PythonMapping(self.binder)
        self.python.open_requested.connect(self._on_open)
        self.sections.addWidget(self.python)
        self._nodes_text = muted("")
        self.nodes = NodeCards(self.binder)
        self.sections.addWidget(self._section("Nodes", self._nodes_text, "mapping", self.nodes))
        self.constants = RecordTable(
            self.binder,
            "mapping.constants",
            "constant",
            CONSTANT_COLUMNS,
            add_constant,
            None,
            "Constants are tensors that nodes take as inputs: a literal, or the value of a scalar argument.",
        )
        self._constants_card = Card("Constants", "")
        self._constants_card.body.addWidget(self.constants)
        self.add_line("mapping.constants", self._constants_card)
        self.sections.addWidget(self._constants_card)
        self.ort = OrtCard(self.binder)
        self.sections.addWidget(self.ort)
        self.sections.addStretch(1)
        self.code = CodeView("python", self)
        self.code.setObjectName("generatedPython")
        self.code.set_title("Generated Python")
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.splitterMoved.connect(self._on_split)
        self._split = False
        self._splitter.addWidget(self.area)
        self._splitter.addWidget(self.code)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        self.area.setMinimumWidth(400)
        self.code.setMinimumWidth(180)
        self.main.addWidget(self._splitter)
        self._later = QTimer(self, singleShot=True, interval=_PREVIEW_MS)
        self._later.timeout.connect(self._show_code)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._split:
            # The forms get what they need, the code what is left, until the user says else.
            width = event.size().width()
            left = min(max(570, width * 3 // 5), width - 180)
            self._splitter.setSizes([left, width - left])

    def _on_split(self, _place: int, _index: int) -> None:
        self._split = True

    def sync(self) -> None:
        document, op = self.document, self.binder.seen()
        assert document is not None
        assert op is not None
        in_python = bool(op.mapping.source)
        self.variants.sync(op)
        self.python.setVisible(in_python)
        if in_python:
            self.python.sync(op, document)
        self._nodes_text.setText(_NODES_OF_PYTHON if in_python else _NODES)
        self._constants_card.setVisible(not in_python or bool(op.mapping.constants))
        self.nodes.sync(op)
        self.constants.sync(op)
        self.ort.sync(op)

    def _on_open(self, path: Path) -> None:
        if self.document is not None:
            self.services.open_requested.emit(self.document.folder, path)

    def refresh(self) -> None:
        super().refresh()
        self._later.start()

    def _show_code(self) -> None:
        op = self.document.op if self.document is not None else None
        if op is not None:
            text, reason = preview("python", op)
            self.code.show_text(text, reason)

    def _section(self, title: str, subtitle: QWidget, key: str, content: QWidget) -> QWidget:
        section = QWidget()
        layout = QGridLayout(section)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(8)
        layout.setColumnStretch(1, 1)
        layout.addWidget(heading(title), 0, 0)
        layout.addWidget(subtitle, 0, 1)
        line = ProblemLine(section)
        layout.addWidget(line, 1, 0, 1, 2)
        layout.addWidget(content, 2, 0, 1, 2)
        self.binder.add_line(key, line)
        return section


_NODES = "In the order in which they are computed"
_NODES_OF_PYTHON = "Nothing is made from these: they say what ONNX Runtime needs a kernel for"
