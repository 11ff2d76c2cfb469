"""New op from an ONNX model: the nodes that ONNX Runtime cannot run, and what one would become."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem, QWidget

from workbench.core.errors import UserError, sentence
from workbench.core.jobs import ModelNodesJob, ModelNodesResult
from workbench.core.jobs.model_nodes import MissingOperator, ModelNode, ModelValue
from workbench.gui import dialogs
from workbench.gui.new_op.file_page import FilePage, FileWords
from workbench.gui.services import Services
from workbench.importers.drafts.from_onnx import draft_from_onnx

__all__ = ["OnnxPage"]

_INDICES = Qt.ItemDataRole.UserRole
"""The operator's index, and that of its node; the first one for an operator's own row."""
_NAME_WIDTH = 200


class OnnxPage(FilePage):
    """The model is read, not run."""

    id = "onnx"
    title = "From an ONNX model"
    tip = "A node that ONNX Runtime cannot run"
    icon = "graph"
    most_width = 240
    words = FileWords(
        choose="Choose a &model …",
        tip="An .onnx file. It is read, not run, and shows which of its nodes ONNX Runtime lacks.",
        problem="Choose an ONNX model.",
        listed="Nodes that ONNX Runtime cannot run",
        headers=("Operator or node", "Inputs"),
        kept="The model is copied into the op's folder and becomes its sample.",
        empty="No model yet",
        invites="Choose an .onnx file, or drop one here. The nodes that ONNX Runtime has no kernel for are "
        "listed; the one you pick fills the declaration.",
        asking="Reading the model",
        refused="The model cannot be read",
    )

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._found: ModelNodesResult | None = None
        self._wanted = ""
        self.items.header().resizeSection(0, _NAME_WIDTH)

    def usable(self, paths: list[Path]) -> list[Path]:
        return [p for p in paths if p.suffix.lower() == ".onnx"][:1]

    # -- the model

    def _asked_for(self) -> Path | None:
        return dialogs.choose_onnx_model(self)

    def _reading(self, name: str) -> str:
        return f"{name} is read in the ONNX Runtime host."

    def _job(self, path: Path) -> ModelNodesJob:
        self._found = None
        return ModelNodesJob(0, str(path))

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
                    top = self.items.topLevelItem(i)
                    if top is not None and (item := top.child(j)) is not None:
                        self.items.setCurrentItem(item)
                    return

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
        for i, operator in enumerate(found.missing):
            self._add(i, operator)
        self.items.expandAll()
        self._show_items()
        if (first := self.items.topLevelItem(0)) is not None:
            self.items.setCurrentItem(first)
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
        self.items.addTopLevelItem(top)

    # -- the chosen node

    def _on_current(self, item: QTreeWidgetItem | None, before: QTreeWidgetItem | None) -> None:
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
            given = _signature(operator.nodes[indices[1]])
            self._show_draft(operator.full, given, sentence(operator.reason))
        self.changed.emit()


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
