"""The bar above the editor: a tab per file, the files by what they are for, generated texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QMenu, QTabBar, QToolButton, QWidget

from workbench.gui.editor.previews import PREVIEWS
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import text_button

__all__ = ["Entry", "SourceBar"]

_LEAST_LETTERS = 22
"""Of a tab, its margins among them."""


class Entry(NamedTuple):
    """One tab.

    Attributes:
        path: the file's, or that of a generated view.
        title: what the tab says.
        role: what the file is for, in words.
        exists: whether there is a text; one that does not exist yet can be created.
        closable: generated views are, and library headers that were looked at.
        dirty: whether it has unsaved edits.
        shown: whether it has a tab; the menu of files lists it either way.
    """

    path: Path
    title: str
    role: str = ""
    exists: bool = True
    closable: bool = False
    dirty: bool = False
    shown: bool = True


class _Tabs(QTabBar):
    """Where there is no room for all of them they scroll: Qt would shorten names to two letters first."""

    def minimumTabSizeHint(self, index: int) -> QSize:
        whole, most = (
            self.tabSizeHint(index),
            _LEAST_LETTERS * self.fontMetrics().averageCharWidth(),
        )
        return QSize(min(whole.width(), most), whole.height())


class SourceBar(QWidget):
    """Shows the entries it is given, and says which one was chosen."""

    selected = Signal()
    """Another tab is in front."""
    generated = Signal(str)
    """A generated text is asked for: its name."""
    closed = Signal(object)
    """A tab was closed: its path."""
    opened = Signal(object)
    """A file without a tab was chosen: its path."""
    menu_requested = Signal(object, QPoint)
    """The menu of a file is wanted: its path, and where on the screen."""
    new_requested = Signal()
    """A new file is wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: list[Entry] = []
        self.tabs = _Tabs(self)
        self.tabs.setObjectName("sourceTabs")
        self.tabs.setAccessibleName("Files of the op")
        self.tabs.setExpanding(False)
        self.tabs.setIconSize(QSize(14, 14))
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.tabs.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tabs.customContextMenuRequested.connect(self._on_menu)
        self.tabs.currentChanged.connect(self.selected)
        self.tabs.installEventFilter(self)
        self._files = self._menu_button("opFiles", "Files", "folder", "The op's files")
        self._generated = self._menu_button(
            "generatedCode", "Generated", "code", "Look at what is generated from op.toml"
        )
        menu = self._generated.menu()
        for name, (title, _) in PREVIEWS.items():
            menu.addAction(title).setData(name)
        menu.triggered.connect(self._on_generated)
        self._files.menu().triggered.connect(self._on_file)
        hbox((self.tabs, 1), self._files, self._generated, on=self, margins=(8, 2, 8, 0), spacing=4)

    def _menu_button(self, name: str, text: str, image: str, tip: str) -> QToolButton:
        button = text_button(name, text, icon(image), self)
        button.setToolTip(plain_tip(tip))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
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
        if [_lasting(e) for e in entries] == [_lasting(e) for e in self._entries]:
            self._entries = list(entries)
            self._show_marks()
            self._fill_files()
            return
        if self._entries and entries and front == self._entries[0].path != entries[0].path:
            front = None
        self._entries = list(entries)
        shown = self.shown()
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for i, entry in enumerate(shown):
            self.tabs.addTab(entry.title)
            self.tabs.setTabData(i, str(entry.path))
            self.tabs.setTabToolTip(i, plain_tip(_tip(entry)))
            if entry.closable:
                self.tabs.setTabButton(i, QTabBar.ButtonPosition.RightSide, self._closer(entry))
        index = next((i for i, e in enumerate(shown) if e.path == front), 0)
        self.tabs.setCurrentIndex(index)
        self.tabs.blockSignals(False)
        self._show_marks()
        self._fill_files()

    def shown(self) -> list[Entry]:
        """The entries that have a tab, in order."""
        return [entry for entry in self._entries if entry.shown]

    def _show_marks(self) -> None:
        """A dot for unsaved edits, a plus for what can be created."""
        for i, entry in enumerate(self.shown()):
            if entry.dirty:
                self.tabs.setTabIcon(i, icon("unsaved", "accent"))
            else:
                self.tabs.setTabIcon(i, QIcon() if entry.exists else icon("add", "muted"))
            self.tabs.setTabToolTip(i, plain_tip(_tip(entry)))
            state = ", unsaved" if entry.dirty else ""
            self.tabs.setAccessibleTabName(i, f"{entry.title}{state}")

    def _fill_files(self) -> None:
        menu = self._files.menu()
        menu.clear()
        files = [e for e in self._entries if not e.closable]
        for entry in sorted(files, key=lambda e: not e.role):
            text = f"{entry.title}  –  {entry.role}" if entry.role else entry.title
            action = menu.addAction(text if entry.exists else f"{text} (create)")
            action.setIcon(icon("kernel" if entry.exists else "add"))
            action.setData(str(entry.path))
        menu.addSeparator()
        new = menu.addAction(icon("new"), "New file …")
        new.setObjectName("newFile")

    def _closer(self, entry: Entry) -> QToolButton:
        button = QToolButton(self.tabs)
        button.setIcon(icon("remove"))
        button.setIconSize(QSize(12, 12))
        button.setFixedSize(18, 18)
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
        for i, entry in enumerate(self.shown()):
            if entry.path == path:
                self.tabs.setCurrentIndex(i)

    def step(self, by: int) -> None:
        """The next tab, or the one before; round and round."""
        if self.tabs.count():
            self.tabs.setCurrentIndex((self.tabs.currentIndex() + by) % self.tabs.count())

    def take_keys(self, widget: QWidget) -> None:
        """Ctrl+Tab and Ctrl+Shift+Tab walk through the tabs while the focus is within a widget."""
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for keys, slot in (("Ctrl+Tab", self._next), ("Ctrl+Shift+Tab", self._previous)):
            QShortcut(QKeySequence(keys), widget, context=within).activated.connect(slot)

    def take_chord(self, chord: str) -> None:
        """The same keys as a web page gives them back."""
        if chord in ("Ctrl+Tab", "Ctrl+Shift+Tab"):
            self.step(1 if chord == "Ctrl+Tab" else -1)

    def close_front(self) -> bool:
        """Close the tab in front; whether it can be closed."""
        entry = self.entry()
        if entry is None or not entry.closable:
            return False
        self.closed.emit(entry.path)
        return True

    # -- what the user does

    def _next(self) -> None:
        self.step(1)

    def _previous(self) -> None:
        self.step(-1)

    def _on_file(self, action: QAction) -> None:
        if not action.data():
            self.new_requested.emit()
            return
        path = Path(action.data())
        if any(e.path == path for e in self.shown()):
            self.select(path)
        else:
            self.opened.emit(path)

    def _on_menu(self, position: QPoint) -> None:
        index = self.tabs.tabAt(position)
        # The menu key has no place of its own.
        index = index if index >= 0 else self.tabs.currentIndex()
        if index >= 0:
            path = Path(self.tabs.tabData(index))
            self.menu_requested.emit(path, self.tabs.mapToGlobal(position))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The middle button closes a tab."""
        if (
            watched is self.tabs
            and isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.MiddleButton
            and (index := self.tabs.tabAt(event.position().toPoint())) >= 0
        ):
            self.closed.emit(Path(self.tabs.tabData(index)))
            return True
        return super().eventFilter(watched, event)

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


def _lasting(entry: Entry) -> Entry:
    """An entry without what changes while one types."""
    return entry._replace(dirty=False, exists=True)


def _tip(entry: Entry) -> str:
    if entry.closable:
        return entry.role or entry.title
    parts = [entry.role[:1].upper() + entry.role[1:], str(entry.path)]
    return "\n".join(
        [p for p in parts if p]
        + ([] if entry.exists else ["Does not exist yet"])
        + (["Unsaved edits"] if entry.dirty else [])
    )
