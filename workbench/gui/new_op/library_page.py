"""New op from an op library that is built already: its ops, and what one would become."""

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
from workbench.core.errors import Problem, UserError
from workbench.core.file_roles import FILE_ROLES
from workbench.core.jobs import LibraryJob, LibraryOp, LibraryResult
from workbench.gui import dialogs
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.widgets import ElidedLabel, EmptyState, muted
from workbench.gui.new_op.draft_details import DraftDetails, argument_row
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.services import Services
from workbench.importers.drafts.from_library import draft_from_library, entries_named, usable

__all__ = ["LibraryPage"]

_ENTRY = Qt.ItemDataRole.UserRole


class LibraryPage(NewOpPage):
    """The ONNX Runtime host asks the library, in a child: one that crashes harms nothing."""

    id = "library"
    title = "From an op library"
    tip = "A custom op that somebody has built"
    icon = "open"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._path: Path | None = None
        self._found: LibraryResult | None = None
        self._problem = "Choose an op library."
        self._open = QPushButton(icon("open"), "Choose a &library …", self)
        self._open.setObjectName("libraryOpen")
        self._open.setAutoDefault(False)
        self._open.setToolTip(
            "A shared library (.so) with custom ops for ONNX Runtime. It is loaded and asked which "
            "ops it registers, in a process of its own; none is run."
        )
        self._open.clicked.connect(self._choose)
        self._name = ElidedLabel("", self)
        self._name.setObjectName("libraryName")
        self._name.setProperty("role", "muted")
        self.ops = QTreeWidget(self)
        self.ops.setObjectName("libraryOps")
        self.ops.setAccessibleName("Ops of the library")
        self.ops.setHeaderLabels(("Op", "Inputs and outputs"))
        self.ops.setRootIsDecorated(False)
        self.ops.setUniformRowHeights(True)
        self.ops.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.ops.header().setStretchLastSection(True)
        self.ops.setMinimumWidth(300)
        self.ops.currentItemChanged.connect(self._on_current)
        self.ops.itemActivated.connect(self._on_activated)
        self.details = DraftDetails("library", ("Argument", "Type", "Example"), self)
        self._empty = EmptyState("libraryEmpty", self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        found = QWidget(self)
        hbox((self.ops, 5), (self.details, 6), on=found, margins=0, spacing=16)
        self._stack.addWidget(found)
        line = hbox(self._open, (self._name, 1), spacing=12)
        self._copied = muted("The library is copied into the op's folder.", self)
        vbox(line, (self._stack, 1), self._copied, on=self, margins=16, spacing=10)
        self._copied.hide()
        self._say(
            "No library yet",
            "Choose an op library for ONNX Runtime, or drop one here. Its ops are listed; the one you "
            "pick fills the declaration.",
        )
        self._request = HostRequest(services.engine, "ort", self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)

    # -- the page

    def usable(self, paths: list[Path]) -> list[Path]:
        return [p for p in paths if p.suffix in FILE_ROLES["module"].suffixes][:1]

    def _choose(self) -> None:
        path = dialogs.choose_module(self, Path.home(), "Choose an op library")
        if path is not None:
            self.load([path])

    def load(self, paths: list[Path]) -> None:
        """Ask a library; its ops are there when the host has answered."""
        path = paths[0]
        self._path, self._found, self._draft = path, None, None
        self._name.set_whole(str(path))
        self._copied.hide()
        self.ops.clear()
        self._say("Asking the library", f"{path.name} is asked in the ONNX Runtime host.")
        self._request.ask(LibraryJob(0, str(path)))

    def _say(self, title: str, text: str) -> None:
        self._empty.say(title, text)
        self._stack.setCurrentIndex(0)
        self._problem = "Choose an op library." if self._path is None else f"{title}."
        self.changed.emit()

    def _on_failed(self, problem: Problem) -> None:
        self._say("This library cannot be used", problem.words)

    def _on_answer(self, found: LibraryResult) -> None:
        self._found = found
        self._stack.setCurrentIndex(1)
        self._copied.show()
        for op in found.ops:
            about = ", ".join(filter(None, (op.signature, op.versions, op.provider)))
            row = QTreeWidgetItem([op.full, about])
            row.setData(0, _ENTRY, op.full)
            why = usable(op)
            row.setToolTip(0, f"{op.full}: {why}" if why else op.full)
            row.setToolTip(1, about)
            if why:
                for column in (0, 1):
                    row.setForeground(column, self.palette().placeholderText())
            self.ops.addTopLevelItem(row)
        self.ops.resizeColumnToContents(0)
        self.ops.header().resizeSection(0, min(260, self.ops.columnWidth(0)))
        first = next((i for i, op in enumerate(found.ops) if not usable(op)), 0)
        if (item := self.ops.topLevelItem(first)) is not None:
            self.ops.setCurrentItem(item)

    # -- the chosen op

    def _on_current(self, item: QTreeWidgetItem | None, _before: object) -> None:
        self._draft = None
        if item is None or self._found is None:
            self.details.clear()
        else:
            entries = entries_named(self._found.ops, item.data(0, _ENTRY))
            try:
                self._draft = draft_from_library(self._found, entries)
                self._problem = ""
            except UserError as error:
                self._problem = error.problem.words
            self._show(entries)
        self.changed.emit()

    def _show(self, entries: list[LibraryOp]) -> None:
        op = self._draft.op if self._draft is not None else None
        self.details.show_draft(
            entries[0].full,
            signature.torch_schema(op) if op is not None else entries[0].signature,
            [argument_row(op, i) for i in range(len(op.args))] if op is not None else [],
            op,
            how=op.ort.side.runs if op is not None else "",
            problem=self._problem,
            gaps=self._draft.gaps if self._draft is not None else (),
        )
