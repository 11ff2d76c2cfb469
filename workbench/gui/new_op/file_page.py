"""A page whose source is a file that the ONNX Runtime host reads: what is in it is listed, and one is taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from workbench.core.declaration import signature
from workbench.core.errors import Problem
from workbench.core.jobs import Job
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import LONG_LIST, ElidedLabel, EmptyState, muted, search_field
from workbench.gui.new_op.draft_details import DraftDetails, argument_row
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.services import Services

__all__ = ["FilePage", "FileWords"]

_LEAST_WIDTH = 300


class FileWords(NamedTuple):
    """What a page says.

    Attributes:
        choose, tip: the button, and what it does.
        problem: while no file is chosen.
        listed: what the list holds, for who hears it.
        headers: of the list.
        kept: what becomes of the file.
        empty, invites: before a file is chosen.
        asking: the title while it is read.
        refused: where it cannot be read.
    """

    choose: str
    tip: str
    problem: str
    listed: str
    headers: tuple[str, str]
    kept: str
    empty: str
    invites: str
    asking: str
    refused: str


class FilePage(NewOpPage):
    """The host reads it in a child: a hostile file harms nothing.

    Attributes:
        words: what it says.
        line: the button that chooses a file, and its name.
        items: the list of what is in the file; object names begin with the page's ``id``.
        filter: finds something in a long list.
        details: what the chosen one becomes.
    """

    words: ClassVar[FileWords]
    most_width: ClassVar[int]
    """Of the list's first column."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        words = self.words
        self._path: Path | None = None
        self._problem = words.problem
        self._open = QPushButton(icon("open"), words.choose, self)
        self._open.setObjectName(f"{self.id}Open")
        self._open.setAutoDefault(False)
        self._open.setToolTip(plain_tip(words.tip))
        self._open.clicked.connect(self._choose)
        self._name = ElidedLabel("", self)
        self._name.setObjectName(f"{self.id}Name")
        self._name.setProperty("role", "muted")
        self.items = QTreeWidget(self)
        self.items.setObjectName(f"{self.id}Items")
        self.items.setAccessibleName(words.listed)
        self.items.setHeaderLabels(words.headers)
        self.items.setUniformRowHeights(True)
        self.items.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.items.header().setStretchLastSection(True)
        # What does not fit ends in dots, and its tip has all of it.
        self.items.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.items.setMinimumWidth(_LEAST_WIDTH)
        self.items.currentItemChanged.connect(self._on_current)
        self.items.itemActivated.connect(self._on_activated)
        self.filter = search_field(f"{self.id}Filter", f"Find in: {words.listed}", "Filter", self)
        self.filter.textChanged.connect(self._on_filter)
        self.details = DraftDetails(self.id, ("Argument", "Type", "Example"), self)
        self._empty = EmptyState(f"{self.id}Empty", self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        found = QWidget(self)
        listed = vbox(self.filter, (self.items, 1), margins=0, spacing=8)
        hbox((listed, 5), (self.details, 6), on=found, margins=0, spacing=16)
        self._stack.addWidget(found)
        self._kept = muted(words.kept, self)
        self.line = hbox(self._open, (self._name, 1), spacing=12)
        vbox(self.line, (self._stack, 1), self._kept, on=self, margins=16, spacing=10)
        self._kept.hide()
        self._say(words.empty, words.invites)
        self._request = HostRequest(services.engine, "ort", self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)

    # -- what a page has of its own

    def _asked_for(self) -> Path | None:
        """The file that the user chooses in a dialog."""
        raise NotImplementedError

    def _reading(self, name: str) -> str:
        """What is said while the file of a name is read."""
        raise NotImplementedError

    def _job(self, path: Path) -> Job:
        """What reads a file; what was read of another one is forgotten."""
        raise NotImplementedError

    def _on_answer(self, found: Any) -> None:
        """List what is in the file, and ``_show_items``."""
        raise NotImplementedError

    def _on_current(self, item: QTreeWidgetItem | None, before: QTreeWidgetItem | None) -> None:
        """Draft the op of what is chosen."""
        raise NotImplementedError

    # -- the file

    def _choose(self) -> None:
        path = self._asked_for()
        if path is not None:
            self.load([path])

    def load(self, paths: list[Path]) -> None:
        """Have a file read; what is in it is there when the host has answered."""
        path = paths[0]
        self._path = path
        self._begin(str(path), self.words.asking, self._reading(path.name))
        self._request.ask(self._job(path))

    def _begin(self, name: str, title: str, text: str) -> None:
        """Show nothing of what was there, but what is read now."""
        self._draft = None
        self._name.set_whole(name)
        self._kept.hide()
        self.items.clear()
        self._say(title, text)

    def _say(self, title: str, text: str) -> None:
        self._empty.say(title, text)
        self._stack.setCurrentIndex(0)
        self._problem = self.words.problem if not self._name.whole() else f"{title}."
        self.changed.emit()

    def _on_failed(self, problem: Problem) -> None:
        self._say(self.words.refused, problem.words)

    def _show_items(self) -> None:
        """The list is filled."""
        self._stack.setCurrentIndex(1)
        self._kept.show()
        self.filter.clear()
        self.filter.setVisible(self.items.topLevelItemCount() > LONG_LIST)
        self.items.resizeColumnToContents(0)
        width = min(self.most_width, self.items.columnWidth(0))
        self.items.header().resizeSection(0, width)

    def _on_filter(self, text: str) -> None:
        """Show the rows that have all the words; the first of them is chosen where the chosen one has not."""
        words = text.casefold().split()
        first: QTreeWidgetItem | None = None
        for i in range(self.items.topLevelItemCount()):
            item = self.items.topLevelItem(i)
            if item is None:
                continue
            said = " ".join(item.text(c) for c in range(item.columnCount())).casefold()
            item.setHidden(not all(word in said for word in words))
            first = first or (None if item.isHidden() else item)
        chosen = self.items.currentItem()
        if first is not None and chosen is not None and (chosen.parent() or chosen).isHidden():
            self.items.setCurrentItem(first)

    def _show_draft(self, name: str, signature_: str, how: str) -> None:
        """What the chosen one becomes.

        Args:
            name: its.
            signature_: said where there is no draft.
            how: what runs it, where there is one.
        """
        draft = self._draft
        op = draft.op if draft is not None else None
        self.details.show_draft(
            name,
            signature.torch_schema(op) if op is not None else signature_,
            [argument_row(op, i) for i in range(len(op.args))] if op is not None else [],
            op,
            how=how if op is not None else "",
            problem=self._problem,
            gaps=draft.gaps if draft is not None else (),
        )
