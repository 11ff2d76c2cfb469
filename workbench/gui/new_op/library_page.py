"""New op from an op library that is built already: its ops, and what one would become."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem, QWidget

from workbench.core.errors import UserError
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.jobs import LibraryJob, LibraryResult
from workbench.gui import dialogs
from workbench.gui.new_op.file_page import FilePage, FileWords
from workbench.gui.services import Services
from workbench.importers.drafts.from_library import draft_from_library, entries_named, usable

__all__ = ["LibraryPage"]

_ENTRY = Qt.ItemDataRole.UserRole


class LibraryPage(FilePage):
    """The library is loaded and asked; one that crashes ends with the child."""

    id = "library"
    title = "From an op library"
    tip = "A custom op that somebody has built"
    icon = "open"
    most_width = 260
    words = FileWords(
        choose="Choose a &library …",
        tip="A shared library (.so) with custom ops for ONNX Runtime. It is loaded and asked which ops it "
        "registers, in a process of its own; none is run.",
        problem="Choose an op library.",
        listed="Ops of the library",
        headers=("Op", "Inputs and outputs"),
        kept="The library is copied into the op's folder.",
        empty="No library yet",
        invites="Choose an op library for ONNX Runtime, or drop one here. Its ops are listed; the one you "
        "pick fills the declaration.",
        asking="Asking the library",
        refused="This library cannot be used",
    )

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._found: LibraryResult | None = None
        self.items.setRootIsDecorated(False)

    def usable(self, paths: list[Path]) -> list[Path]:
        return [p for p in paths if p.suffix in FILE_ROLES["module"].suffixes][:1]

    def _asked_for(self) -> Path | None:
        return dialogs.choose_module(self, Path.home(), "Choose an op library")

    def _reading(self, name: str) -> str:
        return f"{name} is asked in the ONNX Runtime host."

    def _job(self, path: Path) -> LibraryJob:
        self._found = None
        return LibraryJob(0, str(path))

    def _on_answer(self, found: LibraryResult) -> None:
        self._found = found
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
            self.items.addTopLevelItem(row)
        self._show_items()
        first = next((i for i, op in enumerate(found.ops) if not usable(op)), 0)
        if (item := self.items.topLevelItem(first)) is not None:
            self.items.setCurrentItem(item)

    def _on_current(self, item: QTreeWidgetItem | None, before: QTreeWidgetItem | None) -> None:
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
            how = self._draft.op.ort.side.runs if self._draft is not None else ""
            self._show_draft(entries[0].full, entries[0].signature, how)
        self.changed.emit()
