"""Choose a standard operator by reading about it, or name one of a domain of your own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHeaderView,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from workbench.core.declaration.names import RESERVED_DOMAINS, split_qualified
from workbench.core.standard.operator_docs import OperatorDoc, operator_doc, operator_docs
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color
from workbench.gui.look.widgets import search_field
from workbench.gui.mapping.operator_page import OperatorPage, how_it_runs, needs_graph, runs_by

__all__ = ["OperatorBrowser", "choose_operator", "found_operators"]

_NAME = Qt.ItemDataRole.UserRole
_RUNS = {"kernel": "kernel", "composed": "composed", "none": "–"}
_STEPS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


def found_operators(text: str, docs: dict[str, OperatorDoc]) -> list[str]:
    """The operators that a search finds: names first, then those whose documentation has it."""
    words = text.lower().split()
    found = []
    for name, doc in docs.items():
        lower = name.lower()
        if not words or lower == "".join(words):
            rank = 0
        elif lower.startswith(words[0]) and all(w in lower for w in words):
            rank = 1
        elif all(w in lower for w in words):
            rank = 2
        else:
            everything = f"{lower} {doc.group} {doc.doc} {' '.join(doc.attributes)}".lower()
            if not all(w in everything for w in words):
                continue
            rank = 3
        # Who speaks of it most is most likely about it.
        often = doc.doc.lower().count(words[0]) if rank == 3 else 0
        found.append((rank, -often, lower, name))
    return [entry[-1] for entry in sorted(found)]


class OperatorBrowser(Dialog):
    """All operators of an opset: search, read, use.

    Args:
        opset: whose operators are shown.
        current: the operator of the node, shown first; may be one of another domain.
        suggestion: a name in a domain of one's own.
        parent: the Qt parent.
        standard: only ONNX's own may be chosen.
    """

    def __init__(
        self,
        opset: int,
        current: str = "",
        suggestion: str = "",
        parent: QWidget | None = None,
        standard: bool = False,
    ) -> None:
        super().__init__("operatorBrowser", f"ONNX operators of opset {opset}", parent)
        self.resize(960, 620)
        self._opset = opset
        self._standard = standard
        self._suggestion = current if "::" in current else suggestion or "custom::MyOp"
        found = ((name, operator_doc(name, opset)) for name in operator_docs())
        self._docs = {n: d for n, d in found if d is not None and not d.deprecated}
        self._runs = {n: runs_by(n, d, opset) for n, d in self._docs.items()}
        # One who looks for a newer operator shall not think that ONNX has none.
        self._later = {
            name: versions[0]
            for name, versions in operator_docs().items()
            if versions and versions[0].since > opset
        }
        invites = "Search" if standard else "Search, or type custom::MyOp"
        self.search = search_field("operatorSearch", "Search operators", invites, self)
        self.search.installEventFilter(self)
        self.search.textChanged.connect(self._filter)
        self.groups = ComboBox(self)
        self.groups.setObjectName("operatorGroup")
        self.groups.setAccessibleName("Group of operators")
        self.groups.addItem("All groups", "")
        for group in sorted({d.group for d in self._docs.values()}):
            self.groups.addItem(group[:1].upper() + group[1:], group)
        self.groups.activated.connect(self._filter)
        self.runs = QCheckBox("Runs on the CPU", self)
        self.runs.setObjectName("operatorRuns")
        self.runs.setToolTip(
            "Only what ONNX Runtime runs on the CPU: by a kernel, or composed of other operators"
        )
        self.runs.toggled.connect(self._filter)
        self.list = _list(self)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.itemActivated.connect(self._on_activated)
        self.page = OperatorPage(self)
        self.page.setObjectName("operatorPage")
        self.add_button("operatorCancel", "&Cancel", self.Role.RejectRole)
        accept = self.Role.AcceptRole
        self.use = self.add_button("operatorUse", "&Use this operator", accept, default=True)
        self._arrange()
        self._filter()
        self._choose(current)
        self.search.setFocus()

    def _arrange(self) -> None:
        filters = hbox(self.groups, self.runs, Stretch(), spacing=8)
        left = QWidget(self)
        vbox(self.search, filters, (self.list, 1), on=left, margins=(0, 0, 12, 0), spacing=8)
        halves = QSplitter(Qt.Orientation.Horizontal, self)
        halves.setChildrenCollapsible(False)
        halves.addWidget(left)
        halves.addWidget(self.page)
        halves.setSizes([360, 600])
        vbox((halves, 1), self.buttons, on=self, margins=16, spacing=12)

    def choice(self) -> str:
        """The operator that was chosen; empty where it cannot be used."""
        item = self.list.currentItem()
        name = str(item.data(0, _NAME)) if item is not None else ""
        return "" if self._reason(name) else name

    def _reason(self, name: str) -> str:
        """Why an operator cannot be used; empty where it can."""
        if name in self._docs:
            return "It holds a graph." if needs_graph(self._docs[name]) else ""
        if name in self._later:
            return f"It came with opset {self._later[name].since}."
        qualified = split_qualified(name)
        if qualified is None:
            return f"'{name}' is no domain and name, as custom::MyOp is." if name else "Choose one."
        if qualified[0] in RESERVED_DOMAINS:
            kind = RESERVED_DOMAINS[qualified[0]]
            return f"'{qualified[0]}' is {kind}, where no custom op can be added."
        return ""

    # -- searching

    def _filter(self, *_args: object) -> None:
        text = self.search.text().strip()
        group = self.groups.currentData()
        typed = text if ":" in text else self._suggestion
        names = [] if ":" in text and not self._standard else found_operators(text, self._docs)
        names = [n for n in names if not group or self._docs[n].group == group]
        if self.runs.isChecked():
            names = [n for n in names if self._runs[n] != "none"]
        current = self.list.currentItem()
        before = current.data(0, _NAME) if current is not None else ""
        self.list.blockSignals(True)
        self.list.clear()
        items = [self._item(name) for name in names]
        later = [] if group or self.runs.isChecked() else self._later_items(text)
        own = [] if self._standard else [_custom_item(typed)]
        self.list.addTopLevelItems([*items, *later, *own])
        # A search shows its best match; without one, what was looked at stays.
        at = names.index(before) if not text and before in names else 0
        if (item := self.list.topLevelItem(at)) is not None:
            self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self._on_current()

    def _item(self, name: str) -> QTreeWidgetItem:
        doc = self._docs[name]
        item = QTreeWidgetItem([name, str(doc.since), _RUNS[self._runs[name]]])
        item.setData(0, _NAME, name)
        item.setToolTip(2, plain_tip(how_it_runs(name, doc, self._opset)))
        return item

    def _later_items(self, text: str) -> list[QTreeWidgetItem]:
        """The operators of newer opsets that a search names; to be read, not used."""
        words = text.lower().split()
        found = [n for n in sorted(self._later) if words and all(w in n.lower() for w in words)]
        items = []
        for name in found:
            item = QTreeWidgetItem([name, str(self._later[name].since), ""])
            item.setData(0, _NAME, name)
            item.setToolTip(0, plain_tip(self._reason(name)))
            for column in range(3):
                item.setForeground(column, color("muted"))
            items.append(item)
        return items

    def _choose(self, name: str) -> None:
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None and item.data(0, _NAME) == name:
                self.list.setCurrentItem(item)
                self.list.scrollToItem(item, QTreeWidget.ScrollHint.PositionAtCenter)

    def _on_current(self, *_items: object) -> None:
        item = self.list.currentItem()
        name = str(item.data(0, _NAME)) if item is not None else ""
        reason = self._reason(name)
        if name in self._docs:
            self.page.show_operator(name, self._docs[name], self._opset)
        elif name in self._later:
            self.page.show_operator(name, self._later[name], self._opset)
        else:
            self.page.show_domain(name, reason)
        self.page.setVisible(item is not None)
        self.use.setEnabled(not reason)
        self.use.setToolTip(plain_tip(reason))

    def _on_activated(self, *_args: object) -> None:
        if self.use.isEnabled():
            self.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrow keys walk through the list while the search field has the focus."""
        pressed = event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(event, QKeyEvent) and Qt.Key(event.key()) in _STEPS:
            self.list.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)


def _list(parent: QWidget) -> QTreeWidget:
    view = QTreeWidget(parent)
    view.setObjectName("operatorList")
    view.setAccessibleName("Operators")
    view.setHeaderLabels(["Operator", "Since", "ORT, CPU"])
    view.headerItem().setToolTip(1, "The opset that brought this definition")
    view.headerItem().setToolTip(
        2, "How ONNX Runtime runs it on the CPU: a kernel, or composed of others"
    )
    view.setRootIsDecorated(False)
    view.setUniformRowHeights(True)
    view.header().setStretchLastSection(False)
    view.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in (1, 2):
        view.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return view


def _custom_item(name: str) -> QTreeWidgetItem:
    item = QTreeWidgetItem([name, "", "own"])
    item.setData(0, _NAME, name)
    item.setToolTip(0, "An operator in a domain of your own")
    return item


def choose_operator(
    parent: QWidget, opset: int, current: str, suggestion: str, standard: bool = False
) -> str:
    """An operator for a node; empty where none is taken.

    Args:
        parent: where it is asked.
        opset: whose operators are shown.
        current: the node's operator now.
        suggestion: a name in a domain of one's own.
        standard: only ONNX's own may be chosen.
    """
    browser = OperatorBrowser(opset, current, suggestion, parent, standard)
    accepted = browser.exec() == OperatorBrowser.DialogCode.Accepted.value
    chosen = browser.choice() if accepted else ""
    browser.deleteLater()
    return chosen
