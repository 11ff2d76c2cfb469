"""The ways of making an op, at the left of the New-op dialog."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.look.icon_label import IconLabel
from workbench.gui.look.widgets import muted
from workbench.gui.new_op.way import Way
from workbench.gui.new_op.ways import WAYS

__all__ = ["WayList"]

_WIDTH = 236
_TEXT = _WIDTH - 64


class WayList(QListWidget):
    """Icon, title and one line for each way; Up and Down change the way."""

    chosen = Signal(int)
    """The index of the way in ``WAYS``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("wayList")
        self.setAccessibleName("Ways of making an op")
        self.setFixedWidth(_WIDTH)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for spec in WAYS:
            way = spec.load()
            row = _Row(way)
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, way.id)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, way.title)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, way.tip)
            item.setSizeHint(QSize(0, row.height_hint()))
            self.addItem(item)
            self.setItemWidget(item, row)
        self.currentRowChanged.connect(self._on_row)

    def ids(self) -> list[str]:
        """The ways by their ids, in order."""
        return [self.item(i).data(Qt.ItemDataRole.UserRole) for i in range(self.count())]

    def _on_row(self, row: int) -> None:
        if row >= 0:
            self.chosen.emit(row)


class _Row(QWidget):
    def __init__(self, way: type[Way]) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        picture = IconLabel(way.icon, 20, parent=self)
        title = QLabel(way.title, self)
        title.setProperty("role", "title")
        self._tip = muted(way.tip, self)
        self._tip.setFixedWidth(_TEXT)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(title)
        texts.addWidget(self._tip)
        texts.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 9, 8, 9)
        layout.setSpacing(12)
        layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(texts, 1)

    def height_hint(self) -> int:
        """The title, the wrapped line and the margins."""
        line = self.fontMetrics().lineSpacing()
        wrapped = self._tip.fontMetrics().boundingRect(
            QRect(0, 0, _TEXT, 1000), Qt.TextFlag.TextWordWrap, self._tip.text()
        )
        return line + 2 + wrapped.height() + 28
