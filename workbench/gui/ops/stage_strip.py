"""The stages of the op that is shown, in their order: how each stands, and what it took."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QSizePolicy, QWidget

from workbench.core.jobs import STAGES
from workbench.gui.language.translation import tr
from workbench.gui.look.layouts import hbox
from workbench.gui.look.lights import paint_light
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color
from workbench.gui.ops.status import StageStep, running_time

__all__ = ["StageStrip"]

_SIDE, _PAD, _GAP = 14, 11, 6
_TICK_MS = 500
_ROLES = {"failed": "error", "differs": "warning", "stale": "warning", "unverified": "unverified"}


class StageStrip(QFrame):
    """Build → Export → Graph → Run → Compare; a click leads to what the stage has to show."""

    chosen = Signal(str)
    """The stage that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stageStrip")
        self.setAccessibleName("Stages")
        self.steps = {stage: _Step(stage, self) for stage in STAGES}
        for step in self.steps.values():
            step.clicked.connect(self._on_clicked)
        self._row = hbox(*self.steps.values(), on=self, margins=1, spacing=0)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._on_tick)

    def show_steps(self, steps: list[StageStep]) -> None:
        """Show how the stages stand."""
        for step in steps:
            part = self.steps[step.stage]
            part.show_step(step)
            self._row.setStretchFactor(part, part.sizeHint().width())
        running = any(step.light == "running" for step in steps)
        if running != self._tick.isActive():
            (self._tick.start if running else self._tick.stop)()

    def _on_tick(self) -> None:
        for step in self.steps.values():
            step.go_on()

    def _on_clicked(self) -> None:
        step = self.sender()
        if isinstance(step, _Step):
            self.chosen.emit(step.stage)


class _Step(QAbstractButton):
    """A light, the stage's name, and at the right its time, or its state where that says more."""

    def __init__(self, stage: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.stage = stage
        self.note = ""
        self._step = StageStep(stage)
        self.setObjectName(f"stage.{stage}")
        self.setText(self._step.title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_step(self, step: StageStep) -> None:
        self._step = step
        self.note = step.note
        self.setToolTip(plain_tip(step.tip))
        self.setAccessibleName(f"{step.title}: {step.words}")
        self.setAccessibleDescription(step.tip)
        self.go_on()
        self.updateGeometry()
        self.update()

    def go_on(self) -> None:
        """Show how long it has been running."""
        if self._step.light == "running":
            self.note = running_time(self._step.since)
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        # Room for a time, so that the steps do not move when one begins to run.
        note = max(metrics.horizontalAdvance(text) for text in (tr(self.note), "00.0 s"))
        width = 2 * _PAD + _SIDE + 2 * _GAP + metrics.horizontalAdvance(self.text()) + note
        return QSize(width, metrics.height() + 14)

    def minimumSizeHint(self) -> QSize:
        return QSize(2 * _PAD + _SIDE, self.sizeHint().height())

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = self.rect()
        if self.isDown() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("pressed" if self.isDown() else "hover"))
            painter.drawRoundedRect(whole.adjusted(1, 1, -2, -1), 5, 5)
        inner = whole.adjusted(_PAD, 0, -_PAD, 0)
        top = inner.center().y() - _SIDE / 2 + 0.5
        paint_light(painter, QRectF(inner.left(), top, _SIDE, _SIDE), self._step.light)
        left = inner.left() + _SIDE + _GAP
        metrics = painter.fontMetrics()
        room = inner.right() - left
        title = min(metrics.horizontalAdvance(self.text()), room)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(color("muted" if self._step.light in ("none", "skipped") else "text"))
        painter.drawText(QRect(left, 0, title + 1, whole.height()), middle, self.text())
        whole_note = tr(self.note)
        note = metrics.elidedText(whole_note, Qt.TextElideMode.ElideRight, room - title - _GAP)
        painter.setPen(color(_ROLES.get(self._step.light, "muted")))
        if note == whole_note or len(note) > 2:  # nothing rather than only an ellipsis
            painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, note)
        if self.stage != STAGES[-1]:
            _arrow(painter, whole)
        if self._step.light == "running":
            painter.fillRect(QRect(1, whole.height() - 2, whole.width() - 2, 2), color("info"))
        if self.hasFocus():
            painter.setPen(QPen(color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(whole).adjusted(1.5, 1.5, -2.5, -1.5), 5, 5)
        painter.end()


def _arrow(painter: QPainter, rect: QRect) -> None:
    """The edge towards the next step."""
    painter.setPen(QPen(color("border_strong"), 1.2))
    x, middle = rect.right() - 2.5, rect.height() / 2
    painter.drawPolyline([QPointF(x, middle - 4), QPointF(x + 3, middle), QPointF(x, middle + 4)])
