"""The gallery's ops as a list that is searched."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.storage import op_file, project
from workbench.gui.look.layouts import vbox
from workbench.gui.look.list_keys import ListKeys
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.widgets import ElidedLabel, muted, search_field

__all__ = ["GalleryList", "gallery_ops"]


def gallery_ops() -> list[tuple[Path, Op]]:
    """The gallery's ops; one that cannot be read is left out, not the whole gallery."""
    folder = project.gallery_folder()
    folders = sorted(p.parent for p in folder.glob(f"*/{op_file.FILE_NAME}"))
    found = []
    for one in folders:
        with contextlib.suppress(UserError):
            found.append((one, op_file.load(one, validate=False)))
    return found


class GalleryList(QWidget):
    """The gallery's ops with a search field; names and descriptions are searched."""

    chosen = Signal(object)
    """The folder of the chosen op, or None."""
    activated = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ops = dict(gallery_ops())
        self.search = search_field(
            "gallerySearch", "Search the gallery", "Search the gallery", self
        )
        self.search.textChanged.connect(self._filter)
        self.list = QListWidget(self)
        ListKeys(self.search, self.list)
        self.list.setObjectName("galleryList")
        self.list.setAccessibleName("Ops of the gallery")
        self.list.setUniformItemSizes(True)
        for folder, op in self.ops.items():
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, str(folder))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{op.name}: {op.doc}")
            item.setToolTip(plain_tip(op.doc))
            row = _GalleryRow(op)
            item.setSizeHint(QSize(0, row.height_hint()))
            self.list.addItem(item)
            self.list.setItemWidget(item, row)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.itemActivated.connect(self.activated)
        self._none = muted("No op of the gallery matches.", self, "galleryNone")
        self._none.hide()
        vbox(self.search, self._none, (self.list, 1), on=self, margins=0, spacing=8)

    def current(self) -> Path | None:
        """The folder of the chosen op."""
        item = self.list.currentItem()
        return Path(item.data(Qt.ItemDataRole.UserRole)) if item is not None else None

    def choose(self, name: str) -> None:
        """Choose an op by its name."""
        for row in range(self.list.count()):
            if Path(self.list.item(row).data(Qt.ItemDataRole.UserRole)).name == name:
                self.list.setCurrentRow(row)

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        first = named = None
        for row in range(self.list.count()):
            item = self.list.item(row)
            op = self.ops[Path(item.data(Qt.ItemDataRole.UserRole))]
            mappings = [op.mapping, *(v.mapping for v in op.variants.values())]
            nodes = " ".join(node.op for mapping in mappings for node in mapping.nodes)
            style = op.kernel.kind.words.title
            haystack = f"{op.name} {op.torch} {op.doc} {nodes} {style}".lower()
            item.setHidden(not all(word in haystack for word in words))
            first = item if first is None and not item.isHidden() else first
            if words and named is None and self._is_named(item, words):
                named = item
        # An op of that name is meant before one that has the word elsewhere.
        current = self.list.currentItem()
        if named is not None and not self._is_named(current, words):
            self.list.setCurrentItem(named)
        elif current is None or current.isHidden():
            self.list.setCurrentItem(first)  # type: ignore[arg-type]
        self._none.setVisible(first is None)

    def _is_named(self, item: QListWidgetItem | None, words: list[str]) -> bool:
        if item is None:
            return False
        op = self.ops[Path(item.data(Qt.ItemDataRole.UserRole))]
        return all(word in op.name.lower() for word in words)

    def _on_current(self, current: QListWidgetItem | None, _before: object) -> None:
        self.chosen.emit(self.current() if current is not None else None)


class _GalleryRow(QWidget):
    def __init__(self, op: Op) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        name = PlainLabel(op.name, self)
        name.setProperty("role", "title")
        doc = ElidedLabel(op.doc, self)
        doc.setProperty("role", "muted")
        vbox(name, doc, on=self, margins=(10, 7, 10, 7), spacing=2)

    def height_hint(self) -> int:
        """Two lines and their margins; asked for before the style sheet is applied."""
        return 2 * self.fontMetrics().lineSpacing() + 22
