"""The manual in a window of its own: contents and search at the left, the page at the right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QSplitter, QTreeWidget, QTreeWidgetItem, QWidget

from workbench import paths
from workbench.core.manual import INDEX, ManualPage, Place, manual_pages
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import Theme
from workbench.gui.look.widgets import flat_button
from workbench.gui.manual.manual_text import ManualText

__all__ = ["ManualWindow"]

_FILE = Qt.ItemDataRole.UserRole
_ROW, _SECTION = 24, 32


class ManualWindow(Dialog):
    """Does not block; one is enough.

    Args:
        theme: whose changes it follows.
        parent: the window.
        folder: of the pages.
    """

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, folder: Path | None = None
    ) -> None:
        super().__init__("manual", "Documentation of Op Workbench", parent)
        self.resize(1060, 760)
        self._folder = folder or paths.docs()
        self._pages = manual_pages(self._folder)
        self._texts: dict[str, str] = {}
        self.text = ManualText(self._folder, self)
        self.search = QLineEdit(self)
        self.search.setObjectName("manualSearch")
        self.search.setPlaceholderText("Search the manual")
        self.search.setAccessibleName("Search the manual")
        self.search.setClearButtonEnabled(True)
        self.search.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(self._on_search)
        self.search.returnPressed.connect(self._on_enter)
        self.contents = QTreeWidget(self)
        self.contents.setObjectName("manualContents")
        self.contents.setAccessibleName("Contents")
        self.contents.setHeaderHidden(True)
        self.contents.setRootIsDecorated(False)
        self.contents.setIndentation(12)
        self.contents.currentItemChanged.connect(self._on_item)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._fill()
        back = flat_button(icon("undo"), "Back (Alt+Left)", self)
        forward = flat_button(icon("redo"), "Forward (Alt+Right)", self)
        for button, name, go in (
            (back, "manualBack", self.text.backward),
            (forward, "manualForward", self.text.forward),
        ):
            button.setObjectName(name)
            button.setEnabled(False)
            button.clicked.connect(go)
        self.text.backwardAvailable.connect(back.setEnabled)
        self.text.forwardAvailable.connect(forward.setEnabled)
        self.text.sourceChanged.connect(self._on_source)
        QShortcut(QKeySequence.StandardKey.Find, self, self._to_search)
        left, splitter = QWidget(self), QSplitter(self)
        tools = hbox(back, forward, Stretch(1), spacing=4)
        vbox(tools, self.search, (self.contents, 1), on=left, margins=(12, 10, 8, 10), spacing=8)
        for side in (left, self.text):
            splitter.addWidget(side)
        splitter.setSizes([270, 790])
        splitter.setStretchFactor(1, 1)
        splitter.setChildrenCollapsible(False)
        vbox(splitter, on=self, margins=0)
        theme.changed.connect(self.text.restyle)

    def show_place(self, place: Place | None = None) -> None:
        """Show a place; where there is none, what was shown last, or the first page."""
        self.show()  # first: what is hidden has no lines to scroll to
        if place is not None or not self.text.file:
            self.text.show_place(place or Place(INDEX))
        self.raise_()
        self.activateWindow()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- the contents

    def _fill(self) -> None:
        section: QTreeWidgetItem | None = None
        for page in self._pages:
            if section is None or section.text(0) != page.section:
                section = QTreeWidgetItem(self.contents, [page.section])
                section.setFlags(Qt.ItemFlag.ItemIsEnabled)
                section.setSizeHint(0, QSize(0, _SECTION))
                font = section.font(0)
                font.setBold(True)
                section.setFont(0, font)
            item = QTreeWidgetItem(section, [page.title])
            item.setData(0, _FILE, page.file)
            item.setSizeHint(0, QSize(0, _ROW))
            item.setToolTip(0, plain_tip(page.words))
            self._items[page.file] = item
        self.contents.expandAll()

    def _on_item(self, item: QTreeWidgetItem | None) -> None:
        file = item.data(0, _FILE) if item is not None else None
        if file and file != self.text.file:
            self.text.show_place(Place(file))
            self._mark()

    def _on_source(self, url: QUrl) -> None:
        """The page is another one: by a link, a step back, or a key."""
        item = self._items.get(self.text.file_of(url))
        self.contents.blockSignals(True)
        self.contents.setCurrentItem(item)  # type: ignore[arg-type]
        self.contents.blockSignals(False)

    # -- search

    def _to_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_search(self, words: str) -> None:
        """Only pages that have all the words stay in the contents."""
        wanted = words.lower().split()
        for page in self._pages:
            text = self._text_of(page) if wanted else ""
            self._items[page.file].setHidden(not all(word in text for word in wanted))
        for i in range(self.contents.topLevelItemCount()):
            section = self.contents.topLevelItem(i)
            if section is not None:
                children = [section.child(j) for j in range(section.childCount())]
                section.setHidden(all(child is None or child.isHidden() for child in children))
        self._mark()

    def _on_enter(self) -> None:
        """The first page that is left; then the next place on it."""
        left = [f for f, item in self._items.items() if not item.isHidden()]
        if left and self.text.file not in left:
            self.text.show_place(Place(left[0]))
        self._mark()

    def _mark(self) -> None:
        """Go to the next place of the first word on the page."""
        words = self.search.text().split()
        if words and not self.text.find(words[0]):
            cursor = self.text.textCursor()
            cursor.movePosition(cursor.MoveOperation.Start)
            self.text.setTextCursor(cursor)
            self.text.find(words[0])

    def _text_of(self, page: ManualPage) -> str:
        if page.file not in self._texts:
            try:
                text = (self._folder / page.file).read_text(encoding="utf-8")
            except OSError:
                text = ""
            self._texts[page.file] = f"{page.title}\n{page.words}\n{text}".lower()
        return self._texts[page.file]
