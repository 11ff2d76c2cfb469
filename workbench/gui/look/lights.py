"""The lights of the stages: each state has a shape of its own beside its colour."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QApplication

from workbench.gui.look.theme import color, is_dark

__all__ = ["light_icon", "paint_light", "paint_lights"]

_ROLES = {
    "ok": "ok",
    "unverified": "unverified",
    "differs": "warning",
    "failed": "error",
    "stale": "warning",
    "running": "info",
    "none": "placeholder",
    "skipped": "placeholder",
}


_ROOM = 2
"""Pixels around a square: some lights look out of it."""
_MOST = 256
_painted: dict[tuple[object, ...], QPixmap] = {}
"""Those that were painted, one by one and in rows."""


def light_icon(state: str, side: int = 16, aged: bool = False) -> QIcon:
    """A light as an icon, for tables and lists.

    Args:
        state: of a stage, or of a comparison.
        side: in pixels.
        aged: it was so before something changed: the shape is left, without its colour.
    """
    app = QApplication.instance()
    ratio = app.devicePixelRatio() if isinstance(app, QApplication) else 1.0
    pixmap = QPixmap(QSize(side, side) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_light(painter, QRectF(1, 1, side - 2, side - 2), state, aged)
    painter.end()
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)  # a chosen row dims no light
    return icon


def paint_light(painter: QPainter, rect: QRectF, state: str, aged: bool = False) -> None:
    """Paint a light into a square, whose place is a whole number of half pixels.

    Done: a disc with a tick. Not verified: a thick ring with =. Differs: a diamond with ≠.
    Failed: a square with a cross. Out of date: a broken ring with a dot. Running: an arc. Not run:
    a thin ring. Not part: a dash.
    """
    left, top = math.floor(rect.x()), math.floor(rect.y())
    tint = color("placeholder" if aged else _ROLES.get(state, "placeholder"))
    ratio = painter.device().devicePixelRatioF()
    inner = QRectF(rect.x() - left + _ROOM, rect.y() - top + _ROOM, rect.width(), rect.height())
    key = (state, inner.getRect(), ratio, tint.rgba(), color("base").rgba())
    pixmap = _painted.get(key)
    if pixmap is None:
        pixmap = _paint(inner, state, tint, ratio)
        _keep(key, pixmap)
    painter.drawPixmap(left - _ROOM, top - _ROOM, pixmap)


def paint_lights(
    painter: QPainter, left: int, top: int, side: int, gap: int, states: tuple[str, ...]
) -> None:
    """Paint lights in a row, as one picture that is kept: a list of many ops has 70 of them in view."""
    ratio = painter.device().devicePixelRatioF()
    key = (states, side, gap, ratio, is_dark())
    pixmap = _painted.get(key)
    if pixmap is None:
        width = len(states) * (side + gap)
        pixmap = QPixmap(QSize(width + _ROOM, side + 2 * _ROOM) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        row = QPainter(pixmap)
        for i, state in enumerate(states):
            square = QRectF(_ROOM + i * (side + gap), _ROOM, side, side)
            paint_light(row, square.adjusted(0.5, 0.5, -0.5, -0.5), state)
        row.end()
        _keep(key, pixmap)
    painter.drawPixmap(left - _ROOM, top - _ROOM, pixmap)


def _keep(key: tuple[object, ...], pixmap: QPixmap) -> None:
    if len(_painted) >= _MOST:
        _painted.clear()
    _painted[key] = pixmap


def _paint(rect: QRectF, state: str, tint: QColor, ratio: float) -> QPixmap:
    width, height = (
        math.ceil(r + side) + _ROOM
        for r, side in ((rect.x(), rect.width()), (rect.y(), rect.height()))
    )
    pixmap = QPixmap(QSize(width, height) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw = {
        "ok": _ok,
        "unverified": _unverified,
        "differs": _differs,
        "failed": _failed,
        "stale": _stale,
        "running": _running,
        "skipped": _skipped,
    }.get(state, _none)
    draw(painter, rect, tint)
    painter.end()
    return pixmap


def _fill(painter: QPainter, tint: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint)


def _line(painter: QPainter, tint: QColor, width: float) -> None:
    pen = QPen(tint, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _at(rect: QRectF, x: float, y: float) -> QPointF:
    return QPointF(rect.x() + x * rect.width(), rect.y() + y * rect.height())


def _ok(painter: QPainter, rect: QRectF, tint: QColor) -> None:
    _fill(painter, tint)
    painter.drawEllipse(rect)
    _line(painter, color("base"), rect.width() * 0.13)
    painter.drawPolyline([_at(rect, 0.27, 0.53), _at(rect, 0.44, 0.69), _at(rect, 0.74, 0.34)])


def _unverified(painter: QPainter, rect: QRectF, tint: QColor) -> None:
    _line(painter, tint, rect.width() * 0.13)
    painter.drawEllipse(rect.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.drawLine(_at(rect, 0.33, 0.4), _at(rect, 0.67, 0.4))
    painter.drawLine(_at(rect, 0.33, 0.6), _at(rect, 0.67, 0.6))


def _differs(painter: QPainter, rect: QRectF, tint: QColor) -> None:
    _fill(painter, tint)
    path = QPainterPath(_at(rect, 0.5, -0.06))
    for x, y in ((1.06, 0.5), (0.5, 1.06), (-0.06, 0.5)):
        path.lineTo(_at(rect, x, y))
    path.closeSubpath()
    painter.drawPath(path)
    _line(painter, color("base"), rect.width() * 0.1)
    painter.drawLine(_at(rect, 0.3, 0.42), _at(rect, 0.7, 0.42))
    painter.drawLine(_at(rect, 0.3, 0.6), _at(rect, 0.7, 0.6))
    painter.drawLine(_at(rect, 0.6, 0.28), _at(rect, 0.4, 0.74))


def _failed(painter: QPainter, rect: QRectF, tint: QColor) -> None:
    _fill(painter, tint)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5)
    _line(painter, color("base"), rect.width() * 0.13)
    painter.drawLine(_at(rect, 0.31, 0.31), _at(rect, 0.69, 0.69))
    painter.drawLine(_at(rect, 0.69, 0.31), _at(rect, 0.31, 0.69))


def _stale(painter: QPainter, rect: QRectF, tint: QColor) -> None:
    _line(painter, tint, rect.width() * 0.11)
    ring = rect.adjusted(1, 1, -1, -1)
    for start in range(0, 360, 90):
        painter.drawArc(ring, (start + 17) * 16, 56 * 16)
    _fill(painter, tint)
    painter.drawEllipse(rect.center(), rect.width() * 0.15, rect.height() * 0.15)


def _running(painter: QPainter, rect: QRectF, tint: QColor) -> None:
    soft = QColor(tint)
    soft.setAlpha(70)
    ring = rect.adjusted(1, 1, -1, -1)
    _line(painter, soft, rect.width() * 0.15)
    painter.drawEllipse(ring)
    _line(painter, tint, rect.width() * 0.15)
    painter.drawArc(ring, 90 * 16, -230 * 16)


def _none(painter: QPainter, rect: QRectF, tint: QColor) -> None:
    _line(painter, tint, rect.width() * 0.08)
    painter.drawEllipse(rect.adjusted(1, 1, -1, -1))


def _skipped(painter: QPainter, rect: QRectF, tint: QColor) -> None:
    _line(painter, tint, rect.width() * 0.13)
    painter.drawLine(_at(rect, 0.25, 0.5), _at(rect, 0.75, 0.5))
