"""The Mapping page: the ONNX nodes that the op becomes, and the code that makes them."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QSplitter,
    QWidget,
)

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.op_toml.key_path import is_within
from workbench.gui.editor.previews import preview
from workbench.gui.forms.binding.lens import VariantLens
from workbench.gui.forms.cards.ort_card import OrtCard
from workbench.gui.forms.cards.python_mapping import PythonMapping
from workbench.gui.forms.cards.variant_card import VariantCard
from workbench.gui.forms.nodes.node_cards import NodeCards
from workbench.gui.forms.tables.constant_columns import CONSTANT_COLUMNS, add_constant
from workbench.gui.forms.tables.record_table import RecordTable
from workbench.gui.look.code_view import CodeView
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import vbox
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.widgets import Card, heading, muted, text_button
from workbench.gui.mapping.mapping_graph import MappingGraph
from workbench.gui.pages.base import FormPage
from workbench.gui.services import Services
from workbench.gui.settings import Settings

__all__ = ["MappingPage", "node_line", "variant_of"]

_PREVIEW_MS = 200
_HALVES = "mapping/halves"
_RESULTS = "mapping/results"
_SHOWN = "mapping/shown"
_ROOM_FOR_BOTH = 900
"""Pixels; with fewer the results are below the forms, where they are wanted."""
_BELOW = ".below"
"""Of the settings of a page that has the results below."""
_LEAST_BESIDE = 320
_NODE = re.compile(r"= g\.(?:op|onnxscript_op)\($", re.MULTILINE)


class MappingPage(FormPage):
    """Cards for the nodes; beside them, or below in a narrow window, the picture and the generated Python."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.binder.lens = VariantLens()
        self.variants = VariantCard(self.binder)
        self.sections.addWidget(self.variants)
        self.python = PythonMapping(self.binder)
        self.sections.addWidget(self.python)
        self._nodes_text = muted("")
        self.nodes = NodeCards(self.binder)
        self.results = text_button("mapping.results", "Graph and Python", icon("graph"), self)
        self.results.setCheckable(True)
        self.results.setToolTip("Show what the mapping makes, beside the forms or below them")
        self.results.clicked.connect(self._on_results)
        self.sections.addWidget(self._section("Nodes", self._nodes_text, "mapping", self.nodes))
        self.constants = RecordTable(
            self.binder,
            "mapping.constants",
            CONSTANT_COLUMNS,
            add_constant,
            None,
            "Constants are tensors that nodes take as inputs: a literal, or the value of a scalar argument.",
        )
        self._constants_card = Card("Constants", "")
        self._constants_card.body.addWidget(self.constants)
        self.binder.line_in(self._constants_card, "mapping.constants")
        self.sections.addWidget(self._constants_card)
        self.ort = OrtCard(self.binder)
        self.sections.addWidget(self.ort)
        self.sections.addStretch(1)
        self.graph = MappingGraph(self)
        self.graph.node_clicked.connect(self._on_node)
        self.code = CodeView("python", self)
        self.code.setObjectName("generatedPython")
        self.code.set_title("Generated Python")
        self._arrange()
        self._later = QTimer(self, singleShot=True, interval=_PREVIEW_MS)
        self._later.timeout.connect(self._show_code)
        self._wanted = -1
        self._scroll = QTimer(self, singleShot=True, interval=0)
        self._scroll.timeout.connect(self._on_scroll)
        self.nodes.added.connect(self._show_card)
        self._left: QWidget | None = None
        self._arriving = QTimer(self, singleShot=True, interval=0)
        """Runs while the page comes to the front, and the focus back to where it was left."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)
        services.node_chosen.connect(self._on_node_chosen)

    def _arrange(self) -> None:
        picture = QWidget(self)
        title = heading("Graph", picture)
        title.setContentsMargins(12, 8, 8, 6)
        title.setToolTip("What an exporter makes of the op. A click on a node goes to its card.")
        vbox(title, (self.graph, 1), on=picture, margins=0, spacing=0)
        self._right = QSplitter(Qt.Orientation.Vertical, self)
        self._right.setObjectName("mappingResults")
        self._right.addWidget(picture)
        self._right.addWidget(self.code)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setObjectName("mappingHalves")
        self._splitter.addWidget(self.area)
        self._splitter.addWidget(self._right)
        self._splitter.setCollapsible(0, False)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        self.area.setMinimumSize(400, 120)
        self._right.setMinimumSize(_LEAST_BESIDE, 120)
        self.main.addWidget(self._splitter)
        self._settings = Settings()
        self._below = self._split = False
        self._restore()
        self._show_results(self._settings.text(_SHOWN) != "no")
        self._splitter.splitterMoved.connect(self._on_split)
        self._right.splitterMoved.connect(self._on_split_right)

    def _restore(self) -> None:
        """What was dragged in an earlier session stays; without it the size decides."""
        suffix = _BELOW * self._below
        self._split = self._splitter.restoreState(self._settings.bytes(_HALVES + suffix))
        if not self._right.restoreState(self._settings.bytes(_RESULTS + suffix)):
            self._right.setSizes([300, 300] if self._below else [220, 320])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width, height = event.size().width(), event.size().height()
        below = width < _ROOM_FOR_BOTH
        if below != self._below:
            self._below = below
            along, across = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
            self._splitter.setOrientation(across if below else along)
            self._right.setOrientation(along if below else across)
            self._restore()
        if not self._settings.text(_SHOWN):
            self._show_results(not below)
        if not self._split:
            # The forms get what they need, the results what is left, until the user says else.
            left = min(max(570, width * 3 // 5), width - _LEAST_BESIDE)
            sizes = [height * 3 // 5, height * 2 // 5] if below else [left, width - left]
            self._splitter.setSizes(sizes)

    def _on_results(self, shown: bool) -> None:
        self._settings.set_text(_SHOWN, "yes" if shown else "no")
        self._show_results(shown)

    def _show_results(self, shown: bool) -> None:
        self.results.setChecked(shown)
        self._right.setVisible(shown)

    def _on_split(self, _position: int, _index: int) -> None:
        self._split = True
        self._settings.set_bytes(_HALVES + _BELOW * self._below, self._splitter.saveState())

    def _on_split_right(self, _position: int, _index: int) -> None:
        self._settings.set_bytes(_RESULTS + _BELOW * self._below, self._right.saveState())

    # -- the graph and the cards

    def _on_node(self, index: int) -> None:
        """A node of the picture was clicked: show its card and its lines of Python."""
        card = self.nodes.card(index)
        if card is not None:
            self._show_card(index)
            card.op_field.widget.setFocus(Qt.FocusReason.OtherFocusReason)
            self._mark(index)

    def _show_card(self, index: int) -> None:
        self._wanted = index
        self._scroll.start()  # a new card has no position before the next layout

    def _on_scroll(self) -> None:
        card = self.nodes.card(self._wanted)
        if card is not None:
            self.area.ensureWidgetVisible(card, 24, 24)
            self.area.ensureWidgetVisible(card.op_field.widget, 24, 48)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isVisible() and self.isAncestorOf(now):
            index = self.nodes.index_of(now)
            if index >= 0 and now is self._left and self._arriving.isActive():
                # It came back with the page: nobody chose the node, and the graph may show another.
                now.installEventFilter(self)  # a click on what has the focus does not move it
            elif index >= 0:
                self._mark(index)

    def showEvent(self, event: QShowEvent) -> None:
        self._left = self.focusWidget()
        self._arriving.start()
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            watched.removeEventFilter(self)
            index = self.nodes.index_of(watched)
            if index >= 0:
                self._mark(index)
        return super().eventFilter(watched, event)

    def _mark(self, index: int) -> None:
        self._show_marked(index)
        if self.document is not None:
            self.services.node_chosen.emit(self.document.folder, index)

    def _on_node_chosen(self, folder: Path, index: int) -> None:
        """A node that this mapping made was chosen in the exported graph."""
        if self.document is not None and folder == self.document.folder:
            self._show_marked(index)

    def _show_marked(self, index: int) -> None:
        self.graph.set_current(index)
        self.nodes.set_current(index)
        self.code.show_line(node_line(self.code.text(), index))

    def reveal(self, problem: Problem) -> None:
        document = self.document
        op = document.op if document is not None else None
        # Undo and redo bring back which mapping is in use themselves; they say no message.
        if op is not None and problem.message:
            wanted = variant_of(op, problem.key)
            if wanted is not None and wanted != op.variant:
                self.variants.choose(wanted)
        super().reveal(problem)

    def sync(self) -> None:
        document, op = self.document, self.binder.seen()
        assert document is not None
        assert op is not None
        in_python = bool(op.mapping_kind.file)
        self.variants.sync(op)
        self.python.setVisible(in_python)
        if in_python:
            self.python.sync(op, document)
        self._nodes_text.setText(_NODES_OF_PYTHON if in_python else _NODES)
        self._constants_card.setVisible(not in_python or bool(op.mapping.constants))
        self.nodes.sync(op)
        self.graph.set_op(op)
        self.constants.sync(op)
        self.ort.sync(op)

    def refresh(self) -> None:
        super().refresh()
        self._later.start()

    def _show_code(self) -> None:
        document = self.document
        if document is not None and document.op is not None:
            text, reason = preview("python", document.op, document.folder)
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
        layout.addWidget(self.results, 0, 2)
        line = ProblemLine(section)
        layout.addWidget(line, 1, 0, 1, 3)
        layout.addWidget(content, 2, 0, 1, 3)
        self.binder.add_line(key, line)
        return section


_NODES = "In the order in which they are computed"
_NODES_OF_PYTHON = "Nothing is made from these: they say what ONNX Runtime needs a kernel for"


def node_line(text: str, index: int) -> int:
    """The line of the generated Python that makes a node, from 0; -1 where there is none."""
    found = [match.start() for match in _NODE.finditer(text)]
    return text.count("\n", 0, found[index]) if 0 <= index < len(found) else -1


def variant_of(op: Op, key: str) -> str | None:
    """The mapping that a key path is about, empty for the main one; None where it is of none."""
    if is_within(key, "mapping") or is_within(key, "ort"):
        return ""
    other = re.match(r"variants\.([^.#\[]+)", key)
    return other[1] if other and other[1] in op.variants else None
