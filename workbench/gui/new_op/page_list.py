"""The list of pages at the left of the New op dialog."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from workbench.gui.look.icon_label import IconLabel
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.widgets import muted
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.new_op.pages import NEW_OP_PAGES

__all__ = ["PageList"]

_WIDTH = 236
_TEXT = _WIDTH - 64


class PageList(QListWidget):
    """Icon, title and one line for each page; Up and Down change the page."""

    chosen = Signal(int)
    """The index of the page in ``NEW_OP_PAGES``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("newOpPageList")
        self.setAccessibleName("Ways of making an op")
        self.setFixedWidth(_WIDTH)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for spec in NEW_OP_PAGES:
            page = spec.load()
            row = _Row(page)
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, page.id)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, page.title)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, page.tip)
            item.setSizeHint(QSize(0, row.height_hint()))
            self.addItem(item)
            self.setItemWidget(item, row)
        self.currentRowChanged.connect(self._on_row)

    def ids(self) -> list[str]:
        """The pages by their ids, in order."""
        return [self.item(i).data(Qt.ItemDataRole.UserRole) for i in range(self.count())]

    def _on_row(self, row: int) -> None:
        if row >= 0:
            self.chosen.emit(row)


class _Row(QWidget):
    def __init__(self, page: type[NewOpPage]) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        picture = IconLabel(page.icon, 20, parent=self)
        title = PlainLabel(page.title, self)
        title.setProperty("role", "title")
        self._tip = muted(page.tip, self)
        self._tip.setFixedWidth(_TEXT)
        texts = vbox(title, self._tip, Stretch(), spacing=2)
        hbox(
            (picture, 0, Qt.AlignmentFlag.AlignTop),
            (texts, 1),
            on=self,
            margins=(12, 9, 8, 9),
            spacing=12,
        )

    def height_hint(self) -> int:
        """The title, the wrapped line and the margins."""
        line = self.fontMetrics().lineSpacing()
        wrapped = self._tip.fontMetrics().boundingRect(
            QRect(0, 0, _TEXT, 1000), Qt.TextFlag.TextWordWrap, self._tip.text()
        )
        return line + 2 + wrapped.height() + 28
