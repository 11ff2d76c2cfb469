"""Problems, log and jobs below the pages: there while there is something to say."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QTabWidget, QToolButton, QWidget

from workbench.gui.hosts.engine import Engine
from workbench.gui.look.icons import icon
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import flat_button
from workbench.gui.panels.jobs import JobsPanel
from workbench.gui.panels.log import LogPanel
from workbench.gui.problems.problem_panel import ListedProblem, ProblemsPanel

__all__ = ["PanelsBelow"]

_AUTO, _SHOWN, _HIDDEN = _MODES = ("auto", "shown", "hidden")
_EMPTY_MS = 1500
_LEAST = 92
_ICONS = {
    "error": ("error", "error"),
    "warning": ("warning", "warning"),
    "note": ("note", "info"),
    "": ("check",),
}
"""Severity → the icon of the panel and its colour; the worst first."""
_OPENS = ("error", "warning")


class PanelsBelow(QTabWidget):
    """Opens on the first problem and closes when none is left, unless the user wants it otherwise.

    A note is listed, and opens nothing: there is nothing to mend.

    Attributes:
        mode: ``auto``, or what the user has chosen: ``shown``, ``hidden``.
        openers: a button for each panel, for the status bar while the panels are closed.
    """

    shown_changed = Signal(bool)

    def __init__(self, engine: Engine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panels")
        self.setAccessibleName("Problems, log and jobs")
        self.tabBar().setAccessibleName("Panels")
        self.setDocumentMode(True)
        self.setMinimumHeight(_LEAST)
        self.setIconSize(QSize(16, 16))
        self._engine = engine
        self.mode = _AUTO
        self.problems = ProblemsPanel(self)
        self.log = LogPanel(self)
        self.jobs = JobsPanel(engine, self)
        self.openers: list[QToolButton] = []
        for name, title, image in (
            ("problems", "Problems", "check"),
            ("log", "Log", "log"),
            ("jobs", "Jobs", "jobs"),
        ):
            panel: QWidget = getattr(self, name)
            panel.setObjectName(f"panel.{name}")
            self.addTab(panel, icon(image), title)
            self.openers.append(self._opener(name, title))
        close = flat_button(icon("chevron"), "Close the panels (Ctrl+J)", self)
        close.setObjectName("closePanels")
        close.clicked.connect(self._on_close)
        close.show()
        self.setCornerWidget(close, Qt.Corner.TopRightCorner)
        self._empty = QTimer(self, singleShot=True, interval=_EMPTY_MS)
        self._empty.timeout.connect(self._on_empty)
        self.hide()

    def _opener(self, name: str, title: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"open.{name}")
        button.setProperty("flat", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setText(title)
        button.setIcon(icon("chevron-up", "muted"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setToolTip(plain_tip(f"Open the panels below: {title} (Ctrl+J)"))
        button.clicked.connect(self._on_opener)
        return button

    def show_problems(self, entries: list[ListedProblem]) -> None:
        """List these."""
        before = _severity(self.problems.entries())
        self.problems.show_problems(entries)
        severity = _severity(entries)
        self.setTabText(0, f"Problems ({len(entries)})" if entries else "Problems")
        self.setTabIcon(0, icon(*_ICONS[severity]))
        self.openers[0].setText(self.tabText(0))
        self.openers[0].setIcon(icon(*(_ICONS[severity] if entries else ("chevron-up", "muted"))))
        if self.mode != _AUTO:
            return
        if severity in _OPENS:
            self._empty.stop()
            if before not in _OPENS and self.isHidden():
                self.setCurrentWidget(self.problems)
                self._show(True)
        elif self._engine.idle and not self.isHidden():
            self._empty.start()  # a field that is being mended must not make the page jump

    def set_by_hand(self, shown: bool) -> None:
        """The user opens or closes them; they stay so, unless they would be so anyway."""
        usual = _severity(self.problems.entries()) in _OPENS
        self.mode = _AUTO if shown == usual else (_HIDDEN, _SHOWN)[shown]
        self._show(shown)

    def open_panel(self, panel: QWidget) -> None:
        """Bring one of them to the front: it is asked for."""
        if self.isHidden():
            self.mode = _AUTO  # closes again as if it had opened by itself
        self.setCurrentWidget(panel)
        self._show(True)

    def restore(self, mode: str, panel: str) -> None:
        """How they were left."""
        self.mode = mode if mode in _MODES else _AUTO
        found = self.findChild(QWidget, panel) if panel else None
        if found is not None and self.indexOf(found) >= 0:
            self.setCurrentWidget(found)
        self._show(self.mode == _SHOWN)

    def _show(self, shown: bool) -> None:
        self.setVisible(shown)
        for button in self.openers:
            button.setVisible(not shown)
        self.shown_changed.emit(shown)
        QTimer.singleShot(0, self, self._not_under_mouse)

    def _not_under_mouse(self) -> None:
        """Qt takes the mouse to be over a button that stood there before it was laid out, and to stay."""
        for button in self.openers:
            over = button.isVisible() and button.rect().contains(
                button.mapFromGlobal(QCursor.pos())
            )
            if button.underMouse() and not over:
                button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
                button.update()

    def _on_opener(self) -> None:
        at = next(i for i, button in enumerate(self.openers) if button is self.sender())
        self.setCurrentIndex(at)
        self.set_by_hand(True)

    def _on_close(self) -> None:
        self.set_by_hand(False)

    def _on_empty(self) -> None:
        # The log and the jobs are open because somebody reads them.
        in_front = self.currentWidget() is self.problems
        nothing = _severity(self.problems.entries()) not in _OPENS
        if self.mode == _AUTO and in_front and nothing:
            self._show(False)


def _severity(entries: Sequence[ListedProblem]) -> str:
    """The worst; empty for none."""
    found = {e.problem.severity for e in entries}
    return next((one for one in _ICONS if one in found), "")
