"""A row per finding: when, where and how many; what is wrong, with its place; keep it, or save it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from workbench.core.cells import Cell
from workbench.core.cells.kept import Kept
from workbench.core.errors import Problem
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.lights import paint_light
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.problem_line import ProblemLine

__all__ = ["FindingRow"]

_MARK = 16


class FindingRow(QFrame):
    """What is wrong in a cell, or in several under the same circumstances."""

    location_chosen = Signal(object)
    """The place of the problem was clicked: the ``Problem``."""
    keep_asked = Signal(object)
    """Keep it: the ``Case``."""
    script_asked = Signal(object)
    """Save it as a script: the ``Cell``."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._kept = Kept(None)
        self._cell = Cell(0)
        self._mark = _Mark(self)
        self.title = PlainLabel(self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setProperty("role", "section")
        self.title.setWordWrap(True)
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.line = ProblemLine(self)
        self.line.set_locations(True)
        self.line.location_chosen.connect(self.location_chosen)
        self.keep = QPushButton("Keep as case", self)
        self.keep.setObjectName(f"{name}.keep")
        self.keep.clicked.connect(self._on_keep)
        self.script = QPushButton("Save as script …", self)
        self.script.setObjectName(f"{name}.script")
        self.script.clicked.connect(self._on_script)
        words = vbox(self.title, self.line, Stretch(1), margins=(0, 6, 0, 0), spacing=2)
        hbox(
            (self._mark, 0, Qt.AlignmentFlag.AlignTop),
            (words, 1),
            (self.script, 0, Qt.AlignmentFlag.AlignTop),
            (self.keep, 0, Qt.AlignmentFlag.AlignTop),
            on=self,
            margins=(0, 4, 0, 4),
            spacing=10,
        )

    def show_what(
        self,
        light: str,
        title: str,
        problems: Sequence[Problem],
        kept: Kept,
        cell: Cell,
        no_script: str,
    ) -> None:
        """Show it.

        Args:
            light: the kind of its mark.
            title: when, where and how many.
            problems: what is wrong.
            kept: what can be kept of it.
            cell: the one to save as a script.
            no_script: why it cannot be; empty where it can.
        """
        self._mark.set_kind(light)
        self.title.setText(title)
        self.line.show_problems(problems)
        self._kept = kept
        self.keep.setEnabled(kept.case is not None)
        self.keep.setToolTip(plain_tip(kept.about))
        self.keep.setAccessibleName(f"Keep as case: {title}")
        self._cell = cell
        self.script.setEnabled(not no_script)
        what = "A folder for a report: it runs with torch, onnxruntime and numpy alone"
        self.script.setToolTip(plain_tip(f"Not possible: {no_script}" if no_script else what))
        self.script.setAccessibleName(f"Save as script: {title}")

    def _on_keep(self) -> None:
        if self._kept.case is not None:
            self.keep_asked.emit(self._kept.case)

    def _on_script(self) -> None:
        self.script_asked.emit(self._cell)


class _Mark(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._kind = "none"
        self.setFixedSize(QSize(_MARK, _MARK + 8))

    def set_kind(self, kind: str) -> None:
        self._kind = kind
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_light(painter, QRectF(1, 8, _MARK - 2, _MARK - 2), self._kind)
        painter.end()
