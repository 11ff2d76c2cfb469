"""New op from an ONNX model: the nodes that ONNX Runtime cannot run, and what one would become."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from workbench.core import signature
from workbench.core.errors import Problem, UserError, sentence
from workbench.core.jobs import ModelNodesJob, ModelNodesResult
from workbench.core.jobs.model_nodes import MissingOperator, ModelNode, ModelValue
from workbench.gui import dialogs
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.widgets import ElidedLabel, EmptyState, muted
from workbench.gui.new_op.draft_details import DraftDetails, argument_row
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.services import Services
from workbench.importers.drafts.from_onnx import draft_from_onnx

__all__ = ["OnnxPage"]

_INDICES = Qt.ItemDataRole.UserRole
"""The operator's index, and that of its node; the first one for an operator's own row."""


class OnnxPage(NewOpPage):
    """The ONNX Runtime host reads the model, in a child: a hostile file harms nothing."""

    id = "onnx"
    title = "From an ONNX model"
    tip = "A node that ONNX Runtime cannot run"
    icon = "graph"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._path: Path | None = None
        self._found: ModelNodesResult | None = None
        self._problem = "Choose an ONNX model."
        self._wanted = ""
        self._open = QPushButton(icon("open"), "Choose a &model …", self)
        self._open.setObjectName("onnxOpen")
        self._open.setAutoDefault(False)
        self._open.setToolTip(
            "An .onnx file. It is read, not run, and shows which of its nodes ONNX Runtime lacks."
        )
        self._open.clicked.connect(self._choose)
        self._name = ElidedLabel("", self)
        self._name.setObjectName("onnxName")
        self._name.setProperty("role", "muted")
        self.nodes = QTreeWidget(self)
        self.nodes.setObjectName("onnxNodes")
        self.nodes.setAccessibleName("Nodes that ONNX Runtime cannot run")
        self.nodes.setHeaderLabels(("Operator or node", "Inputs"))
        self.nodes.setUniformRowHeights(True)
        self.nodes.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.nodes.header().setStretchLastSection(True)
        self.nodes.header().resizeSection(0, 200)
        self.nodes.setMinimumWidth(300)
        self.nodes.currentItemChanged.connect(self._on_current)
        self.nodes.itemActivated.connect(self._on_activated)
        self.details = DraftDetails("onnx", ("Argument", "Type", "Example"), self)
        self._empty = EmptyState("onnxEmpty", self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        found = QWidget(self)
        hbox((self.nodes, 5), (self.details, 6), on=found, margins=0, spacing=16)
        self._stack.addWidget(found)
        line = hbox(self._open, (self._name, 1), spacing=12)
        self._sample = muted(
            "The model is copied into the op's folder and becomes its sample.", self
        )
        vbox(line, (self._stack, 1), self._sample, on=self, margins=16, spacing=10)
        self._sample.hide()
        self._say(
            "No model yet",
            "Choose an .onnx file, or drop one here. The nodes that ONNX Runtime has no kernel for "
            "are listed; the one you pick fills the declaration.",
        )
        self._request = HostRequest(services.engine, "ort", self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)

    # -- the page

    def usable(self, paths: list[Path]) -> list[Path]:
        return [p for p in paths if p.suffix.lower() == ".onnx"][:1]

    # -- the model

    def _choose(self) -> None:
        path = dialogs.choose_onnx_model(self)
        if path is not None:
            self.load([path])

    def load(self, paths: list[Path]) -> None:
        """Read a model; its nodes are there when the host has answered."""
        path = paths[0]
        self._path, self._found, self._draft = path, None, None
        self._name.set_whole(str(path))
        self._sample.hide()
        self.nodes.clear()
        self._say("Reading the model", f"{path.name} is read in the ONNX Runtime host.")
        self._request.ask(ModelNodesJob(0, str(path)))

    def want(self, node: str) -> None:
        self._wanted = node
        if self._found is not None:
            self._choose_wanted()

    def _choose_wanted(self) -> None:
        """Choose the node that was asked for; of many alike the first ones alone are listed."""
        assert self._found is not None
        for i, operator in enumerate(self._found.missing):
            for j, node in enumerate(operator.nodes):
                if any(value.name == self._wanted for value in node.outputs):
                    top = self.nodes.topLevelItem(i)
                    if top is not None and (item := top.child(j)) is not None:
                        self.nodes.setCurrentItem(item)
                    return

    def _say(self, title: str, text: str) -> None:
        self._empty.say(title, text)
        self._stack.setCurrentIndex(0)
        self._problem = "Choose an ONNX model." if self._path is None else f"{title}."
        self.changed.emit()

    def _on_failed(self, problem: Problem) -> None:
        self._say("The model cannot be read", problem.words)

    def _on_answer(self, found: ModelNodesResult) -> None:
        assert self._path is not None
        self._found = found
        if not found.missing:
            self._say(
                "ONNX Runtime runs all of it",
                f"There is a kernel for every node of {self._path.name}; it has {found.total:,}. To "
                "write your own version of one, start blank.",
            )
            return
        self._stack.setCurrentIndex(1)
        self._sample.show()
        for i, operator in enumerate(found.missing):
            self._add(i, operator)
        self.nodes.expandAll()
        self.nodes.resizeColumnToContents(0)
        self.nodes.header().resizeSection(0, min(240, self.nodes.columnWidth(0)))
        if (first := self.nodes.topLevelItem(0)) is not None:
            self.nodes.setCurrentItem(first)
        if self._wanted:
            self._choose_wanted()

    def _add(self, number: int, operator: MissingOperator) -> None:
        count = f"{operator.count:,} node{'' if operator.count == 1 else 's'}"
        top = QTreeWidgetItem([operator.full, count])
        top.setData(0, _INDICES, (number, 0))
        top.setToolTip(0, operator.full)
        top.setToolTip(1, operator.reason)
        font = top.font(0)
        font.setWeight(font.Weight.DemiBold)
        top.setFont(0, font)
        for i, node in enumerate(operator.nodes):
            name = node.name or f"node {i + 1}, without a name"
            item = QTreeWidgetItem([name, ", ".join(map(_value_text, node.inputs))])
            item.setData(0, _INDICES, (number, i))
            item.setToolTip(0, f"{name}\n{node.where}" if node.where else name)
            item.setToolTip(1, _signature(node))
            if node.where:
                item.setText(0, f"{name} ({node.where})")
            top.addChild(item)
        if operator.count > len(operator.nodes):
            more = QTreeWidgetItem([f"… and {operator.count - len(operator.nodes):,} more"])
            more.setFlags(Qt.ItemFlag.NoItemFlags)
            top.addChild(more)
        self.nodes.addTopLevelItem(top)

    # -- the chosen node

    def _on_current(self, item: QTreeWidgetItem | None, _before: object) -> None:
        indices = item.data(0, _INDICES) if item is not None else None
        self._draft = None
        if indices is None or self._found is None or self._path is None:
            self.details.clear()
        else:
            operator = self._found.missing[indices[0]]
            try:
                self._draft = draft_from_onnx(self._found, operator, indices[1], self._path)
                self._problem = ""
            except UserError as error:
                self._problem = error.problem.words
            self._show(operator, operator.nodes[indices[1]])
        self.changed.emit()

    def _show(self, operator: MissingOperator, node: ModelNode) -> None:
        op = self._draft.op if self._draft is not None else None
        self.details.show_draft(
            operator.full,
            signature.torch_schema(op) if op is not None else _signature(node),
            [argument_row(op, i) for i in range(len(op.args))] if op is not None else [],
            op,
            how=sentence(operator.reason) if op is not None else "",
            problem=self._problem,
            gaps=self._draft.gaps if self._draft is not None else (),
        )


def _value_text(value: ModelValue) -> str:
    if not value.name:
        return "left out"
    if value.shape is None:
        return f"{value.dtype or 'unknown'} of unknown shape"
    sizes = ", ".join("?" if s is None else str(s) for s in value.shape)
    return f"{value.dtype or 'unknown'}[{sizes}]"


def _signature(node: ModelNode) -> str:
    gives = ", ".join(map(_value_text, node.outputs))
    attributes = "".join(f", {a.name}: {a.type}" for a in node.attributes)
    return f"({', '.join(map(_value_text, node.inputs))}{attributes}) -> {gives}"
