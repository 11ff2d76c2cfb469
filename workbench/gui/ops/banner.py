"""The banner of a page: how the op stands, in words, shape and colour, and the step from there."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QSizePolicy, QWidget

from workbench.core.pipeline.parity import UNVERIFIED
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.lights import paint_light
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import scaled
from workbench.gui.ops.status import OpStatus

__all__ = ["Banner"]

_MOST_FOR_BUTTONS = 0.36
"""The part of the banner's width that buttons may take from the words."""
_LIGHT_OF = {"exported": "skipped", "unrun": "skipped", "incomplete": "failed"}


class _Mark(QWidget):
    """The status' shape, large."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = "none"
        self.setFixedSize(QSize(30, 30))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_light(painter, QRectF(2, 2, 26, 26), _LIGHT_OF.get(self.kind, self.kind))
        painter.end()


class Banner(QFrame):
    """What came out, in words, shape and colour."""

    step_chosen = Signal(object)
    """The button beside it was clicked: the first ``Problem``."""
    report_chosen = Signal()
    """Somebody else shall see what went wrong."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._mark = _Mark(self)
        self.title = scaled(PlainLabel(self), 1.35, bold=True)
        self.title.setObjectName("opStatusTitle")
        self.text = PlainLabel(self)
        self.text.setObjectName("opStatusText")
        self.text.setWordWrap(True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.line = ProblemLine(self)
        self.line.set_locations(True)
        self.step = QPushButton(self)
        self.step.setObjectName("opStatusStep")
        self.step.clicked.connect(self._on_step)
        self.step.hide()
        self.report = QPushButton("Report …", self)
        self.report.setObjectName("report")
        self.report.setToolTip(
            "Write declaration, sources, model, inputs, outputs, versions and log into one archive, "
            "with which somebody else sees the same"
        )
        self.report.clicked.connect(self.report_chosen)
        self.report.hide()
        self.time = PlainLabel(self)
        self.time.setObjectName("runTime")
        self.time.setProperty("role", "muted")
        words = vbox(self.title, self.text, self.line, spacing=4)
        self.buttons = hbox(self.step, self.report, spacing=8)
        self._side = vbox(self.buttons, self.time, spacing=8)
        self._side.setAlignment(self.time, Qt.AlignmentFlag.AlignRight)
        self._parts = hbox((words, 1), (self._side, 0), spacing=14)
        hbox(
            (self._mark, 0, Qt.AlignmentFlag.AlignTop),
            (self._parts, 1),
            on=self,
            margins=(16, 14, 16, 14),
            spacing=14,
        )

    def add_button(self, button: QPushButton, at: int = 0) -> None:
        """Take in a button of the page, before the banner's own."""
        if self.buttons.indexOf(button) < 0:
            self.buttons.insertWidget(at, button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """The buttons stand beside the words, or below them where they would leave little room."""
        below = self.buttons.sizeHint().width() > self.width() * _MOST_FOR_BUTTONS
        way = QBoxLayout.Direction
        self._parts.setDirection(way.TopToBottom if below else way.LeftToRight)
        self._side.setDirection(way.LeftToRight if below else way.TopToBottom)
        self._parts.setSpacing(10 if below else 14)
        top = Qt.AlignmentFlag(0) if below else Qt.AlignmentFlag.AlignTop
        self._parts.setAlignment(self._side, top)

    def _on_step(self) -> None:
        if self.line.problems():
            self.step_chosen.emit(self.line.problems()[0])

    def show_status(self, shown: OpStatus, time: str) -> None:
        """Show a status."""
        restyle(self, "kind", shown.kind)
        self._mark.kind = shown.kind
        self._mark.update()
        self.title.setText(shown.title)
        self.text.setText(shown.text)
        self.text.setVisible(bool(shown.text))
        self.line.show_problems(shown.problems)
        self.step.setText(shown.step)
        self.step.setVisible(bool(shown.step))
        self.report.setVisible(shown.kind in ("failed", "differs"))
        has_run = shown.kind in ("ok", UNVERIFIED, "differs", "stale")
        self.time.setText(time if has_run else "")
        self.time.setVisible(bool(self.time.text()))
        self.setAccessibleName(f"{shown.title}. {shown.text}")
        self._arrange()
