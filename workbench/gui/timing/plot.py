"""Times against elements, both by their logarithm, with what the machine can do as lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.core.jobs import TimeResult
from workbench.core.timing import Line, duration, lines_of, numbers_text, roofs_of, threads_text
from workbench.gui.language.translation import tr
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color

__all__ = ["TimePlot", "ticks"]

_HEIGHT, _LEAST = 270, 320
_ROOM = 150
"""Pixels that the lines have, however many rows the legend takes."""
_ROLES = ("accent", "warning", "ok", "unverified", "error", "node_function")
_ROOFS = (
    *((4, 2, 1, 2), (14, 4, 1, 4), (1, 2), (1, 5)),
    *((4, 2, 1, 2, 1, 2), (14, 4, 1, 4, 1, 4), (3, 3), (8, 8)),
)
"""Strokes of the machine's lines, each with gaps, in widths of the line."""
_MARK = 3.5
_NEAR = 12.0
_GAP = 18
_SAMPLE = 22
_FAINT = 110
"""Opacity, of 255, of the lines of an earlier sweep."""


class _Spot(NamedTuple):
    at: QPointF
    worst: QPointF
    text: str


def ticks(low: float, high: float) -> list[float]:
    """Powers of ten in a range, not more than eight of them."""
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    step = max(1, math.ceil((last - first + 1) / 8))
    return [10.0**power for power in range(first, last + 1, step)]


class _Entry(NamedTuple):
    """Of the legend: a text, its stroke where it has one, and whose mark is on it, of which machines."""

    text: str
    pen: QPen
    name: str = ""
    hosts: str | None = None


class TimePlot(QWidget):
    """A line for each contender and number of threads; a thin stroke upwards ends at p95."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timePlot")
        self.setMinimumSize(_LEAST, _HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._lines: list[Line] = []
        self._roofs: list[Line] = []
        self._faint: list[Line] = []
        self._faint_of = ""
        self._names: list[str] = []
        self._hosts: list[str] = []

    def sizeHint(self) -> QSize:
        return QSize(2 * _LEAST, self.minimumHeight())

    def show_results(
        self, results: Sequence[TimeResult], before: Sequence[TimeResult] = (), of: str = ""
    ) -> None:
        """Show what was measured, one point of each line for each of the inputs.

        Args:
            results: the times.
            before: those of an earlier sweep, as faint lines.
            of: when that was measured.
        """
        self._lines, self._roofs = lines_of(results), roofs_of(results)
        self._faint, self._faint_of = lines_of(before), of
        every = (*self._lines, *self._faint)
        self._names = list(dict.fromkeys(line.name for line in every))
        self._hosts = list(dict.fromkeys(line.hosts for line in self._lines))
        said = map(_spoken, (*self._lines, *self._roofs))
        told = "Time of a call against elements. " + "; ".join(said)
        earlier = "; ".join(map(_spoken, self._faint))
        self.setAccessibleName(told + (f"; {self._earlier()}: {earlier}" if earlier else ""))
        self._fit()
        self.update()

    def _earlier(self) -> str:
        return f"earlier, {self._faint_of}"

    # -- where things are

    def _ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        points = [p for line in (*self._lines, *self._faint) for p in line.points]
        # Of the roofs the ones that are met first; the others may be far below.
        first = max(self._roofs, key=_sum, default=None)
        for roof in self._roofs:
            points += roof.points if first is not None and roof.name == first.name else ()
        times = [t for p in points for t in (p.median, p.p95) if t > 0]
        elements = [max(p.elements, 1) for p in points]
        return _widened(elements, 1.25), _widened(times, 1.6)

    def _room(self) -> QRectF:
        metrics = self.fontMetrics()
        left = max(metrics.horizontalAdvance("100 µs"), metrics.horizontalAdvance("10 ms")) + 12
        above, below = self._above(), self._below()
        return QRectF(left, above, self.width() - left - 8, self.height() - above - below)

    def _above(self) -> int:
        return len(self._legend_rows()) * (self.fontMetrics().height() + 4) + 6

    def _below(self) -> int:
        return 2 * self.fontMetrics().height() + 10

    def _fit(self) -> None:
        """Be as high as the legend needs in this width."""
        self.setFixedHeight(max(_HEIGHT, self._above() + _ROOM + self._below()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _at(self, elements: float, time: float) -> QPointF:
        room, (x, y) = self._room(), self._ranges()
        across = _part(max(elements, 1), *x) * room.width()
        return QPointF(room.left() + across, room.bottom() - _part(time, *y) * room.height())

    def spots(self) -> Iterator[_Spot]:
        """Each measured point, with what its tip says; those of an earlier sweep last."""
        several = (("", self._lines), (f"{self._earlier()}\n", self._faint))
        for head, line in ((head, line) for head, lines in several for line in lines):
            for p in line.points:
                rate = f"\n{p.rate}" if p.rate else ""
                told = f"{p.name}: median {duration(p.median)}, p95 {duration(p.p95)}{rate}"
                text = f"{head}{line.title}\n{told}"
                yield _Spot(self._at(p.elements, p.median), self._at(p.elements, p.p95), text)

    # -- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._lines:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_axes(painter)
        painter.save()
        painter.setClipRect(self._room().adjusted(-6, -6, 6, 6))
        for number, line in enumerate(self._roofs):
            self._paint_roof(painter, line, number)
        for line in self._faint:
            painter.setPen(self._faint_pen(line.threads, self._role(line.name)))
            painter.drawPolyline(QPolygonF([self._at(p.elements, p.median) for p in line.points]))
        for line in self._lines:
            self._paint_line(painter, line)
        painter.restore()
        self._paint_legend(painter)

    def _paint_axes(self, painter: QPainter) -> None:
        room, (x, y), metrics = self._room(), self._ranges(), self.fontMetrics()
        free = room.left() - 100
        for value in ticks(*x):
            at = self._at(value, y[0]).x()
            painter.setPen(color("border"))
            painter.drawLine(QPointF(at, room.top()), QPointF(at, room.bottom()))
            text = _count(value)
            wide = metrics.horizontalAdvance(text)
            if at - wide / 2 > free:
                painter.setPen(color("muted"))
                place = min(at - wide / 2, self.width() - wide)
                painter.drawText(QPointF(place, room.bottom() + metrics.ascent() + 4), text)
                free = at + wide / 2 + 8
        for value in ticks(*y):
            at = self._at(x[0], value).y()
            painter.setPen(color("border"))
            painter.drawLine(QPointF(room.left(), at), QPointF(room.right(), at))
            painter.setPen(color("muted"))
            text = _plain_duration(value)
            wide = metrics.horizontalAdvance(text)
            painter.drawText(QPointF(room.left() - wide - 8, at + metrics.ascent() / 2 - 1), text)
        painter.setPen(color("muted"))
        text = tr("elements of all inputs and outputs")
        place = room.center().x() - metrics.horizontalAdvance(text) / 2
        painter.drawText(QPointF(place, self.height() - metrics.descent() - 1), text)

    def _paint_roof(self, painter: QPainter, line: Line, number: int) -> None:
        painter.setPen(_roof_pen(number))
        painter.drawPolyline(QPolygonF([self._at(p.elements, p.median) for p in line.points]))

    def _paint_line(self, painter: QPainter, line: Line) -> None:
        ink = color(self._role(line.name))
        spots = [(self._at(p.elements, p.median), self._at(p.elements, p.p95)) for p in line.points]
        painter.setPen(QPen(ink, 1))
        for at, worst in spots:
            painter.drawLine(at, worst)
        painter.setPen(_pen(line.threads, self._role(line.name)))
        painter.drawPolyline(QPolygonF([at for at, _ in spots]))
        for at, _ in spots:
            self._paint_mark(painter, at, line.name, line.hosts)

    def _paint_mark(self, painter: QPainter, at: QPointF, name: str, hosts: str) -> None:
        """Another form for each contender: colours alone are not told apart by everybody."""
        number = self._hosts.index(hosts)
        ink = color(self._role(name) if name else "muted")
        hollow, small = number % 2, number // 2 % 2
        painter.setPen(QPen(ink, 1.4) if hollow else Qt.PenStyle.NoPen)
        painter.setBrush(color("card") if hollow else ink)
        mark = _MARK * (0.6 if small else 1.0)
        box = QRectF(at.x() - mark, at.y() - mark, 2 * mark, 2 * mark)
        form = self._names.index(name) % 4 if name else 0
        if form == 0:
            painter.drawEllipse(box)
        elif form == 1:
            painter.drawRect(box)
        else:
            up = -1 if form == 2 else 1
            tip = QPointF(at.x(), at.y() + up * 1.3 * mark)
            base = at.y() - up * mark
            ends = (QPointF(box.left(), base), QPointF(box.right(), base))
            painter.drawPolygon(QPolygonF([tip, *ends]))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _faint_pen(self, threads: int, role: str) -> QPen:
        pen = _pen(threads, role)
        ink = pen.color()
        ink.setAlpha(_FAINT)
        pen.setColor(ink)
        pen.setWidthF(1.2)
        return pen

    def _role(self, name: str) -> str:
        return _ROLES[self._names.index(name) % len(_ROLES)]

    # -- the legend

    def _legend(self) -> list[_Entry]:
        """Who has which colour, threads which stroke, machines which marks; and the machines' lines."""
        found = {
            line.name: _Entry(
                tr(line.who), _pen(1, self._role(line.name)), line.name, self._hosts[0]
            )
            for line in (*self._lines, *self._faint)
        }
        numbers = sorted({line.threads for line in self._lines})
        strokes = [
            _Entry(tr(threads_text(n)), _pen(n, "muted")) for n in numbers if len(numbers) > 1
        ]
        faint = [_Entry(tr(self._earlier()), self._faint_pen(1, "muted"))] if self._faint else []
        roofs = list(self._roof_entries())
        none = QPen(Qt.PenStyle.NoPen)
        machines = [_Entry(hosts, none, hosts=hosts) for hosts in self._hosts if hosts]
        return [*found.values(), *strokes, *machines, *faint, *roofs]

    def _roof_entries(self) -> Iterator[_Entry]:
        """One for all numbers of threads of a roof: the more they are, the lower is its line."""
        pens = {id(line): _roof_pen(number) for number, line in enumerate(self._roofs)}
        for (who, hosts), several in groupby(self._roofs, lambda line: (line.who, line.hosts)):
            lines = list(several)
            where = f", on {hosts}" if hosts else ""
            text = f"{who}, {numbers_text([line.threads for line in lines])}{where}"
            yield _Entry(tr(text), pens[id(lines[0])])

    def _legend_rows(self) -> list[list[_Entry]]:
        """The entries in rows that fit the width."""
        rows: list[list[_Entry]] = [[]]
        left = 0
        for entry in self._legend():
            wide = self.fontMetrics().horizontalAdvance(entry.text) + _SAMPLE + 6 + _GAP
            if rows[-1] and left + wide - _GAP > self.width():
                rows.append([])
                left = 0
            rows[-1].append(entry)
            left += wide
        return rows

    def _paint_legend(self, painter: QPainter) -> None:
        metrics = self.fontMetrics()
        top = 0.0
        for row in self._legend_rows():
            left, middle = 0.0, top + metrics.height() / 2
            for entry in row:
                painter.setPen(entry.pen)
                painter.drawLine(QPointF(left, middle), QPointF(left + _SAMPLE, middle))
                if entry.hosts is not None:
                    at = QPointF(left + _SAMPLE / 2, middle)
                    self._paint_mark(painter, at, entry.name, entry.hosts)
                painter.setPen(color("text"))
                painter.drawText(QPointF(left + _SAMPLE + 6, top + metrics.ascent()), entry.text)
                left += _SAMPLE + 6 + metrics.horizontalAdvance(entry.text) + _GAP
            top += metrics.height() + 4

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = QPointF(event.pos())
            near = [(_distance(spot.at, at), spot.text) for spot in self.spots()]
            if near and min(near)[0] <= _NEAR:
                QToolTip.showText(event.globalPos(), plain_tip(min(near)[1]), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)


def _spoken(line: Line) -> str:
    points = (f"{p.elements:,} {duration(p.median)}" for p in line.points)
    return f"{line.title}: {', '.join(points)}"


def _pen(threads: int, role: str) -> QPen:
    """Of several threads the line is broken."""
    style = Qt.PenStyle.SolidLine if threads == 1 else Qt.PenStyle.DashLine
    return QPen(color(role), 1.8, style)


def _roof_pen(number: int) -> QPen:
    pen = QPen(color("muted"), 1.2)
    pen.setDashPattern(_ROOFS[number % len(_ROOFS)])
    return pen


def _sum(line: Line) -> float:
    return sum(point.median for point in line.points)


def _distance(a: QPointF, b: QPointF) -> float:
    return math.hypot(a.x() - b.x(), a.y() - b.y())


def _widened(values: Sequence[float], by: float) -> tuple[float, float]:
    low, high = min(values, default=1.0), max(values, default=10.0)
    return low / by, high * by


def _part(value: float, low: float, high: float) -> float:
    return math.log(value / low) / math.log(high / low)


def _count(value: float) -> str:
    power = round(math.log10(value))
    for size, letter in ((9, "G"), (6, "M"), (3, "k")):
        if power >= size:
            return f"{10 ** (power - size)}{letter}"
    return f"{value:g}"


def _plain_duration(value: float) -> str:
    """Of a power of ten: ``100 µs``."""
    if value >= 1e3:
        return f"{value / 1e3:g} s"
    return f"{value:g} ms" if value >= 1 else f"{value * 1e3:g} µs"
