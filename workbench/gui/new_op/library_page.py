"""New op from an op library that is built already: its ops, and what one would become."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QTreeWidgetItem, QWidget

from workbench.core.errors import UserError
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.jobs import (
    LibraryJob,
    LibraryResult,
    LibrarySchemasJob,
    SchemasResult,
    TorchSchema,
)
from workbench.gui import dialogs
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.plain import plain_tip
from workbench.gui.new_op.file_page import FilePage, FileWords
from workbench.gui.services import Services
from workbench.importers.drafts.from_library import draft_from_library, entries_named, usable
from workbench.importers.drafts.op_library import asks_torch, torchs_library

__all__ = ["LibraryPage"]

_ENTRY = Qt.ItemDataRole.UserRole
_PACKAGE_WIDTH = 200
_PACKAGE_TIP = (
    "An installed Python package with an op library in it. It is found, not imported; Enter has the "
    "library asked which ops it registers, in a process of its own."
)


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
        "registers, in a process of its own; none is run. Of one for PyTorch the schemas are listed.",
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
        self._schemas: tuple[TorchSchema, ...] = ()
        self.items.setRootIsDecorated(False)
        self.package = QLineEdit(self)
        self.package.setObjectName("libraryPackage")
        self.package.setAccessibleName("Python package that has an op library")
        self.package.setPlaceholderText("or a Python package")
        self.package.setToolTip(plain_tip(_PACKAGE_TIP))
        self.package.setMinimumWidth(_PACKAGE_WIDTH)
        self.package.setProperty("handlesEnter", True)
        self.package.returnPressed.connect(self._on_package)
        self.line.insertWidget(1, self.package)
        self._torch = HostRequest(services.engine, "torch", self)
        self._torch.answered.connect(self._on_schemas)
        self._torch.failed.connect(self._on_failed)

    def usable(self, paths: list[Path]) -> list[Path]:
        return [p for p in paths if p.suffix in FILE_ROLES["module"].suffixes][:1]

    def _asked_for(self) -> Path | None:
        return dialogs.choose_module(self, Path.home(), "Choose an op library")

    def _reading(self, name: str) -> str:
        return f"{name} is asked in the ONNX Runtime host."

    def _job(self, path: Path) -> LibraryJob:
        return LibraryJob(0, str(path))

    def _begin(self, name: str, title: str, text: str) -> None:
        self._found, self._schemas = None, ()
        self._request.cancel()
        self._torch.cancel()
        super()._begin(name, title, text)

    def load(self, paths: list[Path]) -> None:
        path = paths[0]
        self.package.clear()
        if not asks_torch(path):
            super().load(paths)
            return
        self._path = path
        self._begin(str(path), self.words.asking, f"{path.name} is asked in the PyTorch host.")
        self._torch.ask(LibrarySchemasJob(0, str(path)))

    def _on_package(self) -> None:
        """Have the library of an installed package asked."""
        name = self.package.text().strip()
        if name:
            self._path = None
            self._begin(name, self.words.asking, self._reading(name))
            self._request.ask(LibraryJob(0, name))

    def _on_schemas(self, found: SchemasResult) -> None:
        self._schemas = found.schemas
        for schema in found.schemas:
            row = QTreeWidgetItem([schema.name, schema.text.removeprefix(schema.name)])
            row.setToolTip(1, plain_tip(schema.text))
            self.items.addTopLevelItem(row)
        self._show_items()
        self._kept.hide()
        if (first := self.items.topLevelItem(0)) is not None:
            self.items.setCurrentItem(first)

    def _on_answer(self, found: LibraryResult) -> None:
        self._found = found
        for op in found.ops:
            about = ", ".join(filter(None, (op.signature, op.versions, op.provider)))
            row = QTreeWidgetItem([op.full, about])
            row.setData(0, _ENTRY, op.full)
            why = usable(op)
            row.setToolTip(0, plain_tip(f"{op.full}: {why}" if why else op.full))
            row.setToolTip(1, plain_tip(about))
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
        if item is not None and self._schemas:
            assert self._path is not None
            schema = self._schemas[self.items.indexOfTopLevelItem(item)]
            self._problem = torchs_library(self._path).problem.words
            self._show_draft(schema.name, schema.text, "")
        elif item is None or self._found is None:
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
