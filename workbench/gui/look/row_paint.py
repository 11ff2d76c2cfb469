"""What the rows of the lists that paint themselves have in common."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from workbench.gui.language.translation import tr
from workbench.gui.look.theme import color

__all__ = ["draw_elided", "paint_back"]

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def paint_back(
    painter: QPainter, option: QStyleOptionViewItem, inset: QRect | None = None, radius: float = 0.0
) -> None:
    """The ground of a row that is selected, or under the pointer.

    Args:
        painter: the delegate's.
        option: the row's state and rectangle.
        inset: another rectangle than the whole row.
        radius: of its corners.
    """
    state: QStyle.StateFlag = option.state
    selected = bool(state & QStyle.StateFlag.State_Selected)
    if selected or state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color("selected" if selected else "hover"))
        painter.drawRoundedRect(inset if inset is not None else option.rect, radius, radius)


def draw_elided(
    painter: QPainter,
    area: QRect,
    text: str,
    role: str,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    at_right: bool = False,
    is_name: bool = False,
) -> int:
    """One line in a colour of the theme, shortened to fit.

    Args:
        painter: with the font that is wanted.
        area: where, in the middle of its height.
        text: line ends and runs of spaces become one space.
        role: the colour.
        elide: where it is shortened.
        at_right: whether it ends at the area's right.
        is_name: whether it is a name, which no language changes.

    Returns:
        Its width, in pixels.
    """
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(
        " ".join((text if is_name else tr(text)).split()), elide, area.width()
    )
    painter.setPen(color(role))
    # Metrics round down: a letter must not be cut.
    room = area.adjusted(-2, 0, 0, 0) if at_right else area.adjusted(0, 0, 2, 0)
    painter.drawText(room, (_RIGHT if at_right else _LEFT) | Qt.TextFlag.TextSingleLine, shown)
    return metrics.horizontalAdvance(shown)
