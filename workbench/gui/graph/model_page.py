"""A model's file in the window, of no op: its graph, what ONNX Runtime lacks of it, and who serves that."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.errors import sentence
from workbench.core.jobs import GraphNode, GraphViewResult
from workbench.gui.document.op_document import OpDocument
from workbench.gui.graph.graph_pane import GraphPane
from workbench.gui.graph.made_by import MadeBy
from workbench.gui.graph.rows import NodeRows, Row
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import ElidedLabel, flat_button, muted, scaled
from workbench.gui.services import Services

__all__ = ["ModelPage"]


class ModelPage(QWidget):
    """Takes the place of the project, or of the start view, until it is closed.

    Args:
        services: the project whose ops may serve nodes, and the engine.
        parent: the Qt parent.
    """

    closed = Signal()
    """Back to where the user came from."""
    was_read = Signal(object)
    """The file holds a model: its path."""
    op_wanted = Signal(object)
    """Show an op of the project: its folder."""
    new_wanted = Signal(object, str)
    """Make an op of a node: the model's path, the node's key."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modelPage")
        self._services = services
        self.path: Path | None = None
        name = scaled(PlainLabel(self), 1.3, bold=True)
        name.setObjectName("modelName")
        self._name = name
        self._where = ElidedLabel("", self)
        self._where.setProperty("role", "muted")
        self.pane = GraphPane(services, self)
        self._again = flat_button(icon("reload"), "Read the file again", self)
        self._again.setObjectName("modelAgain")
        self._again.clicked.connect(self.pane.reload)
        self._close = QPushButton("&Close", self)
        self._close.setObjectName("modelClose")
        self._close.clicked.connect(self.closed)
        self.pane.bar.title.hide()
        row = self.pane.bar.row
        row.insertWidget(0, name)
        row.insertWidget(1, self._where, 1)
        row.addWidget(self._again)
        row.addWidget(self._close)
        self._verdict = muted("", self, "modelVerdict")
        self.operators = NodeRows("modelMissing", "Operators that ONNX Runtime lacks", 2, self)
        self.operators.chosen.connect(self.pane.choose)
        self.setFocusProxy(self.operators)
        missing = QWidget(self)
        top = vbox(self._verdict, margins=(12, 8, 8, 6))
        vbox(top, (self.operators, 1), on=missing, margins=0, spacing=0)
        self.pane.side.insertTab(0, missing, "Lacking")
        self.pane.side.setCurrentIndex(0)
        self.made_by = MadeBy(self)
        self._serve = QPushButton(self)
        self._serve.setObjectName("modelServe")
        self._serve.clicked.connect(self._on_serve)
        self._new = QPushButton(icon("new"), "&New op for this node …", self)
        self._new.setObjectName("modelNew")
        self._new.clicked.connect(self._on_new)
        self.made_by.body.addLayout(hbox(self._serve, self._new, spacing=8))
        self.made_by.hide()
        vbox(self.made_by, on=self.pane.details, margins=0)
        vbox((self.pane, 1), on=self, margins=0, spacing=0)
        self.pane.read.connect(self._on_read)
        self.pane.chosen.connect(self._on_chosen)
        services.project.ops_changed.connect(self._on_ops)
        services.project.reset.connect(self._on_ops)

    def show_file(self, path: Path) -> None:
        """Read a model; whatever it is, the page says what came of it."""
        path = path.absolute()
        self.path = path
        self._name.setText(path.name)
        self._where.set_whole(str(path.parent))
        self.pane.home = self._services.project.folder or path.parent
        self._verdict.setText("")
        self.operators.set_rows([])
        self.made_by.hide()
        project = self._services.project
        self._close.setText("&Back to the project" if project.folder else "&Close")
        self.pane.show_model(path, path.name, str(path))

    # -- what ONNX Runtime lacks

    def _on_read(self, _found: GraphViewResult) -> None:
        self._show_lacking()
        if self.path is not None:
            self.was_read.emit(self.path)

    def _show_lacking(self) -> None:
        lacking = self.pane.lacking()
        counts = Counter(self._op_of(key) for key in lacking)
        restyle(self._verdict, "severity", "warning" if lacking else "")
        if not lacking:
            self._verdict.setText("ONNX Runtime has a kernel for every node.")
        else:
            one = "ONNX Runtime has no kernel for one operator:"
            many = f"ONNX Runtime has no kernel for {len(counts)} operators:"
            self._verdict.setText(one if len(counts) == 1 else many)
        firsts: dict[str, str] = {}
        for key in lacking:
            firsts.setdefault(self._op_of(key), key)
        self.operators.set_rows(
            [
                Row(
                    firsts[op],
                    op,
                    f"{count:,} node{'' if count == 1 else 's'}, {self._served_words(op)}",
                    "✕",
                    "error",
                    sentence(lacking[firsts[op]]),
                )
                for op, count in counts.most_common()
            ]
        )
        if lacking and not self.pane.key():
            self.pane.choose(next(iter(lacking)))

    def _op_of(self, key: str) -> str:
        node = self.pane.node(key)
        return node.op if node is not None else ""

    def _serving(self, op: str) -> OpDocument | None:
        """The op of the project whose mapping makes such a node."""
        for document in self._services.project.documents.values():
            declared = document.op
            if declared is None:
                continue
            variants = ("", *declared.variants)
            nodes = (n for v in variants for n in declared.resolved(v).mapping.custom_nodes)
            if any(node.op == op for node in nodes):
                return document
        return None

    def _served_words(self, op: str) -> str:
        served = self._serving(op)
        if served is not None:
            return f"served by {served.name}"
        return "no op of the project serves it" if self._services.project.folder else "no op yet"

    def _on_ops(self) -> None:
        if self.path is not None and self.pane.found is not None:
            self._show_lacking()
            self._on_chosen(self.pane.key())

    # -- the chosen node

    def _on_chosen(self, key: str) -> None:
        node: GraphNode | None = self.pane.node(key)
        reason = self.pane.lacking().get(key, "")
        self.made_by.show_node(node, sentence(reason) if reason else _RUNS)
        self.operators.show_key(key)
        served = self._serving(node.op) if node is not None and reason else None
        self._serve.setVisible(served is not None)
        self._new.setVisible(bool(reason) and served is None)
        if served is not None:
            self._serve.setText(f"Go to {served.name}, which serves it")

    def _on_serve(self) -> None:
        served = self._serving(self._op_of(self.pane.key()))
        if served is not None:
            self.op_wanted.emit(served.folder)

    def _on_new(self) -> None:
        if self.path is not None:
            self.new_wanted.emit(self.path, self.pane.key())


_RUNS = "ONNX Runtime has a kernel for it."
