"""New op from ONNX: a node of a model that ONNX Runtime cannot run, or a standard operator to write anew."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QTreeWidgetItem, QWidget

from workbench.core.errors import Problem, UserError, sentence
from workbench.core.jobs import ModelNodesJob, ModelNodesResult, OperatorJob, OperatorResult
from workbench.core.jobs.model_nodes import MissingOperator, ModelNode, ModelValue
from workbench.core.standard.operator_docs import operator_docs
from workbench.gui import dialogs
from workbench.gui.language.translation import tr
from workbench.gui.look.plain import plain_tip
from workbench.gui.new_op.file_page import FilePage, FileWords
from workbench.gui.services import Services
from workbench.importers.drafts.from_onnx import draft_from_onnx
from workbench.importers.drafts.from_operator import draft_from_operator
from workbench.importers.drafts.onnx_sample import is_copied

__all__ = ["OnnxPage"]

_INDICES = Qt.ItemDataRole.UserRole
"""The operator's index, and that of its node; the first one for an operator's own row."""
_NAME_WIDTH = 200
_OPERATOR_TIP = (
    "A standard ONNX operator, to be written as an op of your own: its signature, and what ONNX's test "
    "cases show (--onnx-operator)."
)


_OPERATOR_HOW = (
    "A kernel of your own, to be written. The example inputs are those of a test case of ONNX."
)


class OnnxPage(FilePage):
    """The model is read, not run."""

    id = "onnx"
    title = "From ONNX"
    tip = "A node of a model, or a standard operator"
    icon = "graph"
    most_width = 240
    words = FileWords(
        choose="Choose a &model …",
        tip="An .onnx file. It is read, not run, and shows which of its nodes ONNX Runtime lacks.",
        problem="Choose an ONNX model, or a standard operator.",
        listed="Nodes that ONNX Runtime cannot run",
        headers=("Operator or node", "Inputs"),
        kept="The model is copied into the op's folder and becomes its sample.",
        empty="No model yet",
        invites="Choose an .onnx file, or drop one here. The nodes that ONNX Runtime has no kernel for are "
        "listed; the one you pick fills the declaration. Or choose a standard operator, to write it anew.",
        asking="Reading the model",
        refused="The model cannot be read",
    )

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._found: ModelNodesResult | None = None
        self._wanted = ""
        self._operator: OperatorResult | None = None
        self._standard = QPushButton("Standard &operator …", self)
        self._standard.setObjectName("onnxStandard")
        self._standard.setAutoDefault(False)
        self._standard.setToolTip(plain_tip(_OPERATOR_TIP))
        self._standard.clicked.connect(self._choose_operator)
        self.line.insertWidget(1, self._standard)
        self.items.header().resizeSection(0, _NAME_WIDTH)

    def usable(self, paths: list[Path]) -> list[Path]:
        return [p for p in paths if p.suffix.lower() == ".onnx"][:1]

    # -- the model

    def _asked_for(self) -> Path | None:
        return dialogs.choose_onnx_model(self)

    def _reading(self, name: str) -> str:
        return f"{name} is read in the ONNX Runtime host."

    def _job(self, path: Path) -> ModelNodesJob:
        self._found, self._operator = None, None
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

    def _choose_operator(self) -> None:
        from workbench.gui.mapping.operator_browser import (
            choose_operator,  # not needed where a model is chosen
        )

        newest = max(version.since for of_one in operator_docs().values() for version in of_one)
        if name := choose_operator(self, newest, "", "", standard=True):
            self.load_operator(name)

    def load_operator(self, name: str) -> None:
        """Have ONNX's test cases of a standard operator looked at; they fill the declaration."""
        self._path, self._found, self._operator = None, None, None
        what = f"What the onnx package has of {name} is looked at."
        self._begin(name, "Collecting test cases", what)
        self._request.ask(OperatorJob(0, name))

    def _on_answer(self, found: ModelNodesResult | OperatorResult) -> None:
        if isinstance(found, OperatorResult):
            self._show_operator(found)
            return
        assert self._path is not None
        self._found = found
        if not found.missing:
            self._say(
                "ONNX Runtime runs all of it",
                f"There is a kernel for every node of {self._path.name}; it has {found.total:,}. To "
                "write your own version of one, choose the standard operator.",
            )
            return
        for i, operator in enumerate(found.missing):
            self._add(i, operator)
        self.items.expandAll()
        self._show_items()
        self._kept.setVisible(is_copied(found))
        if (first := self.items.topLevelItem(0)) is not None:
            self.items.setCurrentItem(first)
        if self._wanted:
            self._choose_wanted()

    def _on_failed(self, problem: Problem) -> None:
        if self._path is None:
            self._say("This operator cannot be taken", problem.words)
        else:
            super()._on_failed(problem)

    def _show_operator(self, found: OperatorResult) -> None:
        self._operator = found
        count = len(found.cases)
        about = f"{count} test case{'' if count == 1 else 's'} of ONNX"
        row = QTreeWidgetItem([found.operator, about])
        self.items.addTopLevelItem(row)
        self._show_items()
        self._kept.hide()
        self.items.setCurrentItem(row)

    def _draft_operator(self, found: OperatorResult) -> None:
        self._draft = None
        try:
            self._draft = draft_from_operator(found)
            self._problem = ""
        except UserError as error:
            self._problem = error.problem.words
        self._show_draft(found.operator, "", _OPERATOR_HOW)
        self.changed.emit()

    def _add(self, number: int, operator: MissingOperator) -> None:
        count = f"{operator.count:,} node{'' if operator.count == 1 else 's'}"
        top = QTreeWidgetItem([operator.full, count])
        top.setData(0, _INDICES, (number, 0))
        top.setToolTip(0, plain_tip(operator.full))
        top.setToolTip(1, plain_tip(operator.reason))
        font = top.font(0)
        font.setWeight(font.Weight.DemiBold)
        top.setFont(0, font)
        for i, node in enumerate(operator.nodes):
            name = node.name or f"node {i + 1}, without a name"
            item = QTreeWidgetItem([name, _values_text(node.inputs)])
            item.setData(0, _INDICES, (number, i))
            item.setToolTip(0, plain_tip(f"{name}\n{node.where}" if node.where else name))
            item.setToolTip(1, plain_tip(_signature(node)))
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
        if item is not None and self._operator is not None:
            self._draft_operator(self._operator)
            return
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


def _values_text(values: Iterable[ModelValue]) -> str:
    return ", ".join(tr(value.words) for value in values)


def _signature(node: ModelNode) -> str:
    gives = _values_text(node.outputs)
    attributes = "".join(f", {a.name}: {a.type}" for a in node.attributes)
    return f"({_values_text(node.inputs)}{attributes}) -> {gives}"
