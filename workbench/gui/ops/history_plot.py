"""The runs of an op as two small lines, of times and of errors: what moved, beside a heading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.core.storage.history import Run, when
from workbench.core.storage.run_words import figure
from workbench.gui.language.translation import tr
from workbench.gui.look.lights import paint_light
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color

__all__ = ["HistoryPlot"]

_WIDTH, _HEIGHT = 150, 34
_MARK = 2.0
_EDGE = 7.0
_GAP = 6


class _Line(NamedTuple):
    """A figure of each run, the oldest first; None where it has none."""

    role: str
    values: list[float | None]
    unit: str


class HistoryPlot(QWidget):
    """Each line has a scale of its own; what is at its end is the last figure. A run that did not agree has its light.

    Args:
        parent: the Qt parent.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("historyPlot")
        self.setMinimumSize(_WIDTH, _HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._runs: list[Run] = []
        self._lights: list[str] = []
        self._marks: list[str] = []
        self._lines: list[_Line] = []

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, _HEIGHT)

    def show_runs(self, runs: Sequence[Run], marks: Sequence[str], lights: Sequence[str]) -> None:
        """Show runs.

        Args:
            runs: the newest first.
            marks: of each what became worse.
            lights: of each its light.
        """
        self._runs, self._marks = list(reversed(runs)), list(reversed(marks))
        self._lights = list(reversed(lights))
        measured = [run.median for run in self._runs]
        several = sum(value is not None for value in measured) > 1
        times = measured if several else [run.milliseconds for run in self._runs]
        errors = [run.max_abs_diff for run in self._runs]
        self._lines = [_Line("accent", times, "ms"), _Line("warning", errors, "")]
        told = "; ".join(self._words(i).replace("\n", ", ") for i in range(len(self._runs)))
        self.setAccessibleName(f"Times and errors of the last runs: {told}")
        self.update()

    def _words(self, number: int) -> str:
        run, mark = self._runs[number], self._marks[number]
        lines = [when(run.at), run.verdict]
        if run.milliseconds is not None:
            lines.append(f"{figure(run.milliseconds)} ms per run")
        if run.median is not None:
            lines.append(f"Median of measured calls: {figure(run.median)} ms")
        if run.max_abs_diff is not None:
            lines.append(f"Max abs {figure(run.max_abs_diff)}")
        return "\n".join(filter(None, (*lines, mark)))

    # -- where things are

    def _labels(self) -> list[str]:
        """At the end of each line: its last figure."""
        return [tr(f"{figure(line.values[-1])} {line.unit}".strip()) for line in self._lines]

    def _room(self) -> QRectF:
        metrics = self.fontMetrics()
        wide = max((metrics.horizontalAdvance(text) for text in self._labels()), default=0)
        return QRectF(0, 0, self.width() - wide - _GAP, self.height()).adjusted(
            _EDGE, _EDGE, -_EDGE, -_EDGE
        )

    def _across(self, number: int) -> float:
        room = self._room()
        return room.left() + room.width() * number / max(len(self._runs) - 1, 1)

    def _points(self, line: _Line) -> list[QPointF | None]:
        room = self._room()
        known = [value for value in line.values if value is not None]
        low, high = min(known, default=0.0), max(known, default=0.0)
        span = high - low
        return [
            None
            if value is None
            else QPointF(
                self._across(i),
                room.bottom() - room.height() * ((value - low) / span if span else 0.5),
            )
            for i, value in enumerate(line.values)
        ]

    # -- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._runs:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line, dashed in zip(self._lines, (False, True), strict=True):
            self._paint_line(painter, line, dashed)
        self._paint_runs(painter)
        metrics = self.fontMetrics()
        left = self._room().right() + _EDGE + _GAP
        for row, (line, text) in enumerate(zip(self._lines, self._labels(), strict=True)):
            painter.setPen(color(line.role))
            top = self.height() / 2 + (row - 1) * metrics.height()
            painter.drawText(QPointF(left, top + metrics.ascent()), text)

    def _paint_line(self, painter: QPainter, line: _Line, dashed: bool) -> None:
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        pen = QPen(color(line.role), 1.4, style)
        part: list[QPointF] = []
        for point in (*self._points(line), None):
            if point is not None:
                part.append(point)
                continue
            if len(part) == 1:  # alone between runs without a figure
                painter.setBrush(color(line.role))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawEllipse(part[0], _MARK, _MARK)
            else:
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPolyline(QPolygonF(part))
            part = []

    def _paint_runs(self, painter: QPainter) -> None:
        """Those that did not agree, and those that became worse."""
        times = self._points(self._lines[0])
        room = self._room()
        for number, light in enumerate(self._lights):
            at = times[number] or QPointF(self._across(number), room.bottom())
            if light not in ("ok", "skipped"):
                side = 2 * _EDGE - 2
                square = QRectF(round(at.x()) - side / 2, round(at.y()) - side / 2, side, side)
                paint_light(painter, square, light)
            elif self._marks[number]:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(color("error"))
                painter.drawEllipse(at, 1.6 * _MARK, 1.6 * _MARK)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._runs:
            x = event.pos().x()
            near = min(range(len(self._runs)), key=lambda i: abs(self._across(i) - x))
            QToolTip.showText(event.globalPos(), plain_tip(self._words(near)), self)
            return True
        return super().event(event)
