"""A box with choices that stays as it is while the page under it is scrolled."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from workbench.gui.look.theme import color

__all__ = ["ComboBox"]

_GAP = 4
"""Pixels between an icon and the text."""


class ComboBox(QComboBox):
    """The wheel is the page's: it neither takes the focus nor changes what is chosen.

    What does not fit ends in an ellipsis. The list of choices has the theme's border on all sides.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # With Qt's own policy the wheel gives the focus first, and then it changes the value.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def showPopup(self) -> None:
        # What holds the list is the style's own widget: no style sheet reaches its border.
        if (holder := self.view().parentWidget()) is not None:
            holder.installEventFilter(self)
        super().showPopup()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        holder = self.view().parentWidget()
        if event.type() != QEvent.Type.Paint or watched is not holder:
            return super().eventFilter(watched, event)
        painter = QPainter(holder)
        painter.setPen(color("border_strong"))
        painter.setBrush(color("base"))
        painter.drawRect(holder.rect().adjusted(0, 0, -1, -1))
        painter.end()
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        metrics, room = self.fontMetrics(), field.width()
        icon = option.iconSize.width() + _GAP if not option.currentIcon.isNull() else 0
        if metrics.horizontalAdvance(option.currentText) + icon <= room:
            super().paintEvent(event)
            return
        cut = Qt.TextElideMode.ElideRight
        option.currentText = metrics.elidedText(option.currentText, cut, room - icon)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
