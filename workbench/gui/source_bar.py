"""The bar above the editor: a tab per file, the files by what they are for, generated texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QTabBar, QToolButton, QWidget

from workbench.gui.generated_views import TOML_VIEW
from workbench.gui.icons import icon
from workbench.gui.previews import PREVIEWS

__all__ = ["Entry", "SourceBar"]


class Entry(NamedTuple):
    """One tab.

    Attributes:
        path: the file's, or that of a generated view.
        title: what the tab says.
        role: what the file is for, in words.
        exists: whether there is a text; one that does not exist yet can be created.
        closable: generated views are.
    """

    path: Path
    title: str
    role: str = ""
    exists: bool = True
    closable: bool = False


class SourceBar(QWidget):
    """Shows the entries it is given, and says which one was chosen."""

    selected = Signal()
    """Another tab is in front."""
    generated = Signal(str)
    """A generated text is asked for: its name."""
    closed = Signal(object)
    """A generated view was closed: its path."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: list[Entry] = []
        self.tabs = QTabBar(self)
        self.tabs.setObjectName("sourceTabs")
        self.tabs.setAccessibleName("Files of the op")
        self.tabs.setExpanding(False)
        self.tabs.currentChanged.connect(self._on_tab)
        self._files = self._menu_button("opFiles", "Files", "folder", "The op's files")
        self._generated = self._menu_button(
            "generatedCode", "Generated", "code", "Look at op.toml and at what is generated from it"
        )
        menu = self._generated.menu()
        menu.addAction("op.toml as it would be saved").setData(TOML_VIEW)
        menu.addSeparator()
        for name, (title, _) in PREVIEWS.items():
            menu.addAction(title).setData(name)
        menu.triggered.connect(self._on_generated)
        self._files.menu().triggered.connect(self._on_file)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 0)
        layout.setSpacing(4)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self._files)
        layout.addWidget(self._generated)

    def _menu_button(self, name: str, text: str, image: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setIcon(icon(image))
        button.setToolTip(tip)
        button.setToolButtonStyle(button.toolButtonStyle().ToolButtonTextBesideIcon)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setProperty("flat", True)
        menu = QMenu(button)
        menu.setToolTipsVisible(True)
        button.setMenu(menu)
        return button

    # -- showing

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show these tabs; the one in front stays there where it can.

        The first one is the kernel's: another kernel takes its place.
        """
        if list(entries) == self._entries:
            return
        front = self.current()
        if self._entries and front == self._entries[0].path:
            front = None
        self._entries = list(entries)
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for i, entry in enumerate(entries):
            self.tabs.addTab(entry.title)
            self.tabs.setTabData(i, str(entry.path))
            self.tabs.setTabToolTip(i, _tip(entry))
            if not entry.exists:
                self.tabs.setTabIcon(i, icon("add", "muted"))
            if entry.closable:
                self.tabs.setTabButton(i, QTabBar.ButtonPosition.RightSide, self._closer(entry))
        index = next((i for i, e in enumerate(entries) if e.path == front), 0)
        self.tabs.setCurrentIndex(index)
        self.tabs.blockSignals(False)
        self._fill_files()

    def _fill_files(self) -> None:
        menu = self._files.menu()
        menu.clear()
        files = [e for e in self._entries if not e.closable]
        for entry in sorted(files, key=lambda e: not e.role):
            text = f"{entry.title}  –  {entry.role}" if entry.role else entry.title
            action = menu.addAction(text if entry.exists else f"{text} (create)")
            action.setIcon(icon("kernel" if entry.exists else "add"))
            action.setData(str(entry.path))
        self._files.setEnabled(bool(files))

    def _closer(self, entry: Entry) -> QToolButton:
        button = QToolButton(self.tabs)
        button.setIcon(icon("remove"))
        button.setProperty("flat", True)
        button.setAccessibleName("Close")
        button.setToolTip("Close")
        button.setObjectName(f"close.{entry.path.name}")
        button.clicked.connect(self._on_close)
        return button

    def current(self) -> Path | None:
        """The path in front."""
        data = self.tabs.tabData(self.tabs.currentIndex())
        return Path(data) if data else None

    def entry(self) -> Entry | None:
        """The entry in front."""
        return next((e for e in self._entries if e.path == self.current()), None)

    def select(self, path: Path) -> None:
        """Bring a tab to the front."""
        for i, entry in enumerate(self._entries):
            if entry.path == path:
                self.tabs.setCurrentIndex(i)

    # -- what the user does

    def _on_tab(self, _index: int) -> None:
        self.selected.emit()

    def _on_file(self, action: QAction) -> None:
        self.select(Path(action.data()))

    def _on_generated(self, action: QAction) -> None:
        self.generated.emit(str(action.data()))

    def _on_close(self) -> None:
        button = self.sender()
        for entry in self._entries:
            if (
                isinstance(button, QToolButton)
                and button.objectName() == f"close.{entry.path.name}"
            ):
                self.closed.emit(entry.path)
                return


def _tip(entry: Entry) -> str:
    if entry.closable:
        return entry.title
    parts = [entry.role[:1].upper() + entry.role[1:], str(entry.path)]
    return "\n".join([p for p in parts if p] + ([] if entry.exists else ["Does not exist yet"]))
