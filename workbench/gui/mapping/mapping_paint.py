"""How the picture of a mapping looks: the shapes of its boxes, the colours, the arrows."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from workbench.gui.language.translation import tr
from workbench.gui.look.theme import color
from workbench.gui.mapping.mapping_flow import Arrow, Box

__all__ = ["BoxShape", "Painted", "box_shape", "paint_picture"]

_PAD = 9.0
_WIDEST = 210.0
_MOST_LINES = 5
_ARROW = 6.0


@dataclass
class BoxShape:
    """A box's texts, as far as they fit, and its size.

    Attributes:
        head: the height of the coloured part; that of all where there is nothing below.
        top: the height of the condition above it.
    """

    width: float
    height: float
    head: float
    top: float
    title: str
    note: str
    lines: tuple[str, ...]
    when: str


@dataclass
class Painted:
    """All of the picture, before it is scaled."""

    boxes: list[Box]
    arrows: list[Arrow]
    shapes: list[BoxShape]
    rects: list[QRectF]
    routes: list[list[QPointF]]
    across: bool


def _fonts(font: QFont) -> tuple[QFont, QFont]:
    """Of a node's title, and of the small print."""
    title, small = QFont(font), QFont(font)
    title.setWeight(QFont.Weight.DemiBold)
    small.setPointSizeF(font.pointSizeF() * 0.85)
    return title, small


def box_shape(box: Box, font: QFont, detailed: bool) -> BoxShape:
    """How large a box is, with or without the details."""
    title_font, small_font = _fonts(font)
    of_title, of_small = QFontMetricsF(title_font), QFontMetricsF(small_font)

    def short(text: str, metrics: QFontMetricsF) -> str:
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, _WIDEST - 2 * _PAD)

    if box.index < 0:
        name = "? " + box.title if box.kind == "unknown" else box.title
        shown = name + {"list": " […]"}.get(box.kind, "?" if box.optional else "")
        text = short(shown, of_small)
        note = short(box.note, of_small) if box.note and box.kind == "constant" else ""
        width = of_small.horizontalAdvance(text) + 2 * _PAD
        if note:
            width += of_small.horizontalAdvance(note) + 12
        height = of_small.height() + 8
        return BoxShape(max(width, 30.0), height, height, 0.0, text, note, (), "")
    title = short(box.title, of_title)
    note = short(f"{box.note}::", of_small) if box.note else ""
    lines = box.lines if detailed else ()
    if len(lines) > _MOST_LINES:
        lines = (*lines[: _MOST_LINES - 1], tr(f"… {len(lines) - _MOST_LINES + 1} more"))
    lines = tuple(short(line, of_small) for line in lines)
    when = short(f"if {box.when}", of_small) if box.when else ""
    head = of_title.height() + 10 + (of_small.height() if note else 0)
    body = len(lines) * (of_small.height() + 1) + 10 if lines else 0.0
    top = of_small.height() + 4 if when else 0.0
    widths = [of_title.horizontalAdvance(title), *map(of_small.horizontalAdvance, (note, *lines))]
    width = max(max(widths) + 2 * _PAD, of_small.horizontalAdvance(when) + 4, 64.0)
    return BoxShape(width, top + head + body, head, top, title, note, lines, when)


def paint_picture(
    painter: QPainter, picture: Painted, font: QFont, current: int, focused: bool
) -> None:
    """Draw everything in the picture's own coordinates."""
    _, small = _fonts(font)
    labelled: set[tuple[int, str]] = set()
    for arrow, route in zip(picture.arrows, picture.routes, strict=True):
        _paint_arrow(painter, picture, arrow, route)
    painter.setFont(small)
    for arrow, route in zip(picture.arrows, picture.routes, strict=True):
        if arrow.name and (arrow.source, arrow.name) not in labelled:
            labelled.add((arrow.source, arrow.name))
            _paint_label(painter, arrow.name, route)
    for box, shape, rect in zip(picture.boxes, picture.shapes, picture.rects, strict=True):
        if box.index < 0:
            _paint_chip(painter, box, shape, rect, small)
        else:
            _paint_node(painter, box, shape, rect, font, current == box.index, focused)


def _pen(name: str, width: float = 1.0, dashed: bool = False) -> QPen:
    pen = QPen(color(name), width)
    if dashed:
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([4, 3])
    return pen


def _paint_arrow(painter: QPainter, picture: Painted, arrow: Arrow, route: list[QPointF]) -> None:
    target = picture.boxes[arrow.target]
    points = list(route)
    shape, rect = picture.shapes[arrow.target], picture.rects[arrow.target]
    if shape.top and not picture.across:
        points[-1] = QPointF(points[-1].x(), rect.top() + shape.top)
    role = "error" if arrow.wrong else "placeholder"
    along = QPointF(1, 0) if picture.across else QPointF(0, 1)
    tip = points[-1]
    points[-1] = tip - along * _ARROW
    path = QPainterPath(points[0])
    for a, b in itertools.pairwise(points):
        bend = (b.x() - a.x()) / 2 if picture.across else (b.y() - a.y()) / 2
        path.cubicTo(a + along * bend, b - along * bend, b)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(role, 1.3, arrow.dashed or bool(target.when)))
    painter.drawPath(path)
    side = QPointF(along.y(), along.x()) * (_ARROW * 0.55)
    base = tip - along * (_ARROW + 1)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(role))
    painter.drawPolygon(QPolygonF([tip, base + side, base - side]))


def _paint_label(painter: QPainter, name: str, route: list[QPointF]) -> None:
    """On the first part of the arrow, over the background's colour."""
    metrics = QFontMetricsF(painter.font())
    text = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, 110)
    middle = (route[0] + route[1]) / 2
    rect = QRectF(0, 0, metrics.horizontalAdvance(text) + 4, metrics.height())
    rect.moveCenter(middle)
    painter.fillRect(rect, color("base"))
    painter.setPen(color("muted"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def _paint_chip(painter: QPainter, box: Box, shape: BoxShape, rect: QRectF, font: QFont) -> None:
    """An input, a constant, an output, or what nothing gives."""
    wrong = box.kind == "unknown"
    fill = {"unknown": "error_soft", "constant": "neutral_soft"}.get(box.kind, "info_soft")
    text = {"unknown": "error", "constant": "text"}.get(box.kind, "text")
    painter.setPen(_pen("error" if wrong else "border_strong", 1.0, wrong or box.optional))
    painter.setBrush(color(fill))
    radius = 3.0 if box.kind == "constant" else rect.height() / 2
    if box.kind == "list":
        painter.drawRoundedRect(rect.translated(3, -3), radius, radius)
    painter.drawRoundedRect(rect, radius, radius)
    painter.setFont(font)
    painter.setPen(color(text))
    inner = rect.adjusted(_PAD, 0, -_PAD, 0)
    centre = Qt.AlignmentFlag.AlignVCenter
    if shape.note:
        painter.drawText(inner, centre | Qt.AlignmentFlag.AlignLeft, shape.title)
        painter.setPen(color("muted"))
        painter.drawText(inner, centre | Qt.AlignmentFlag.AlignRight, shape.note)
    else:
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, shape.title)


def _paint_node(
    painter: QPainter,
    box: Box,
    shape: BoxShape,
    rect: QRectF,
    font: QFont,
    current: bool,
    focused: bool,
) -> None:
    title_font, small = _fonts(font)
    centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
    whole = rect.adjusted(0, shape.top, 0, 0)
    if shape.when:
        painter.setFont(small)
        painter.setPen(color("warning"))
        painter.drawText(
            QRectF(rect.left(), rect.top(), rect.width(), shape.top), centre, shape.when
        )
    role = f"node_{box.kind}"
    outline = QPainterPath()
    outline.addRoundedRect(whole, 6, 6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(outline, color("card"))
    head = QRectF(whole.left(), whole.top(), whole.width(), shape.head)
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    painter.fillRect(head, color(role))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen("base", 2.0))
    if box.when:
        painter.drawPath(outline)  # the dashes stand out on it
    painter.setPen(_pen(role, 1.5, bool(box.when)))
    painter.drawPath(outline)
    if current:
        painter.setPen(QPen(color("accent"), 2.5 if focused else 2.0))
        painter.drawRoundedRect(whole.adjusted(-3.5, -3.5, 3.5, 3.5), 9, 9)
    _paint_texts(painter, shape, whole, head, title_font, small)


def _paint_texts(
    painter: QPainter,
    shape: BoxShape,
    whole: QRectF,
    head: QRectF,
    title_font: QFont,
    small: QFont,
) -> None:
    white = QColor("#ffffff")
    painter.setFont(small)
    note_height = 0.0
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    middle = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
    if shape.note:
        note_height = QFontMetricsF(small).height()
        faint = QColor(white)
        faint.setAlphaF(0.85)
        painter.setPen(faint)
        painter.drawText(
            QRectF(head.left(), head.top() + 4, head.width(), note_height), middle, shape.note
        )
    painter.setPen(white)
    painter.setFont(title_font)
    rest = head.adjusted(0, note_height + 2 if note_height else 0, 0, -2 if note_height else 0)
    painter.drawText(rest, middle, shape.title)
    painter.setFont(small)
    painter.setPen(color("text"))
    height = QFontMetricsF(small).height() + 1
    at = head.bottom() + 5
    for line in shape.lines:
        painter.drawText(
            QRectF(whole.left() + _PAD, at, whole.width() - 2 * _PAD, height), left, line
        )
        at += height
