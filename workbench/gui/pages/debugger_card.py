"""The debugger on the Run page: the statement that wrote an element, and what was known there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QTableWidgetItem, QVBoxLayout, QWidget

from workbench.core.errors import Problem
from workbench.core.files.files import read_text
from workbench.core.jobs import (
    DebugJob,
    DebugReturned,
    DebugStopped,
    DebugWrites,
    Frame,
    debug_place,
)
from workbench.gui.hosts.debug_process import DebugProcess
from workbench.gui.look.code_view import CodeView
from workbench.gui.look.fitted_table import FittedTable, fitted_table
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import Card, ElidedLabel, heading

__all__ = ["DebuggerCard"]

_CODE_HEIGHT = 250
_LONGEST = 120
_TIMES, _TYPE = 3, 2
_WAYS = {
    "step": ("&Step", "Go to the next line of the kernel"),
    "continue": ("&Continue", "Go on to the next write of this element, or to the kernel's end"),
    "again": ("&Last write", "Run the op again, up to the last write of this element"),
}


class DebuggerCard(Card):
    """Hidden while nothing is debugged.

    Args:
        parent: the Qt parent.
    """

    location_chosen = Signal(object)
    """Show a line in the editor: a ``Problem`` with its file and line."""
    printed = Signal(str)
    """Text for the log."""
    grown = Signal()
    """It has more to show than before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Debugger", "", parent)
        self.setObjectName("debuggerCard")
        self._folder = Path()
        self._frame = Frame("")
        self._writes: DebugWrites | None = None
        self._element = ""
        self.process = DebugProcess(self)
        self.process.told.connect(self._on_told)
        self.process.printed.connect(self.printed)
        self.process.found.connect(self._on_found)
        self.process.stopped.connect(self._on_stopped)
        self.process.failed.connect(self._on_failed)
        self.process.ended.connect(self._on_ended)
        self.buttons = {way: self._button(way) for way in _WAYS}
        self.stop_button = QPushButton("Sto&p", self)
        self.stop_button.setObjectName("debug.stop")
        self.stop_button.clicked.connect(self._on_stop)
        for button in (*self.buttons.values(), self.stop_button):
            self.header.addWidget(button)
        self.state = ElidedLabel("", self)
        self.state.setObjectName("debug.state")
        self.problems = ProblemLine(self)
        self.problems.set_locations(True)
        self.problems.location_chosen.connect(self.location_chosen)
        self.code = CodeView("cpp", self)
        self.code.setObjectName("debug.code")
        self.code.setFixedHeight(_CODE_HEIGHT)
        self.variables = fitted_table("debug.variables", "Variables", ("Variable", "Value", "Type"))
        self.variables.spare = (_TYPE,)
        self.writes = fitted_table(
            "debug.writes", "Writes of the element", ("Written at", "Before", "After", "How often")
        )
        self.frames = fitted_table("debug.frames", "Who called it", ("Where", "Function"))
        self.writes.cellDoubleClicked.connect(self._on_write_chosen)
        self.frames.cellDoubleClicked.connect(self._on_frame_chosen)
        self._details = QWidget(self)
        right = vbox(
            _titled("All writes of this element", self.writes),
            _titled("Called by", self.frames),
            Stretch(),
            spacing=12,
        )
        left = vbox(_titled("Variables", self.variables), Stretch())
        tables = hbox((left, 1), (right, 1), spacing=24)
        vbox(self.code, tables, on=self._details, margins=0, spacing=8)
        self.body.addWidget(self.state)
        self.body.addWidget(self.problems)
        self.body.addWidget(self._details)
        self._frames: tuple[Frame, ...] = ()
        self.hide()

    def _button(self, way: str) -> QPushButton:
        text, tip = _WAYS[way]
        button = QPushButton(text, self)
        button.setObjectName(f"debug.{way}")
        button.setToolTip(plain_tip(tip))
        button.setProperty("way", way)
        button.clicked.connect(self._on_way)
        return button

    # -- a session

    def debug(self, job: DebugJob) -> None:
        """Begin to debug an element."""
        self._folder = Path(job.folder)
        self._element = str(job.element)
        self.subtitle.set_whole(f"{self._element} in {debug_place(job.op, job.runtime)}")
        self._writes, self._frames, self._frame = None, (), Frame("")
        self.problems.show_problems(())
        self._details.hide()
        self.process.start(job)
        self._wait("Starting…")
        self._name_stop("Sto&p", "End the debugger and the op's process")
        self.show()

    def close_session(self) -> None:
        """End it and hide."""
        self.process.stop()
        self.hide()

    def _on_stop(self) -> None:
        if self.process.active:
            self.process.stop()
        else:
            self.hide()

    def _name_stop(self, text: str, tip: str) -> None:
        self.stop_button.setText(text)
        self.stop_button.setToolTip(plain_tip(tip))

    def _wait(self, text: str) -> None:
        for button in self.buttons.values():
            button.setEnabled(False)
        self.state.set_whole(text)
        self.state.show()

    def _on_way(self) -> None:
        way = str(self.sender().property("way"))
        self._wait("Running…")
        self.process.go(way)

    def _on_told(self, text: str) -> None:
        self.state.set_whole(f"{text[:1].upper()}{text[1:]}…")

    def _on_found(self, found: DebugWrites) -> None:
        self._writes = found
        rows = []
        for i, write in enumerate(found.writes):
            if found.left_out and i == len(found.writes) - 1:
                rows.append((f"… {found.left_out:,} more", "", "", ""))
            times = f"{write.times:,}" if write.times > 1 else ""
            rows.append((self._place(write.frame), write.old or "nothing", write.new, times))
        _fill(self.writes, rows)
        self.writes.setColumnHidden(_TIMES, not any(row[_TIMES] for row in rows))
        self.writes.fit()

    def _on_stopped(self, stopped: DebugStopped | DebugReturned) -> None:
        ended = isinstance(stopped, DebugReturned)
        self._allow(returned=ended)
        if isinstance(stopped, DebugReturned):
            self.state.set_whole(self._words_at_end(stopped))
            self._details.setVisible(bool(self._frames))
            return
        self._frames = stopped.frames
        self._frame = stopped.frames[0] if stopped.frames else Frame("?")
        self._show_code()
        self.state.set_whole(self._words(stopped))
        _fill(
            self.variables,
            [(v.name, v.value[:_LONGEST].replace("\n", " "), v.type) for v in stopped.variables],
        )
        callers = stopped.frames[1:]
        _fill(self.frames, [(self._place(f) if f.file else f.library, f.function) for f in callers])
        if self._details.isHidden():
            self._details.show()
            self.grown.emit()

    def _allow(self, returned: bool) -> None:
        self.buttons["step"].setEnabled(not returned)
        self.buttons["continue"].setEnabled(not returned)
        self.buttons["again"].setEnabled(bool(self._writes and self._writes.writes))

    def _words(self, stopped: DebugStopped) -> str:
        where = self._place(self._frame)
        if stopped.write is None:
            return f"At {where}. {self._element} is {stopped.value}."
        if not self._frame.file:
            return f"{where} wrote {stopped.value}: no statement of the op's own did."
        last = self._writes is not None and stopped.value == self._writes.value
        if last:
            return f"{where} has written {stopped.value}, which is what the op gives."
        return f"{where} has written {stopped.value}."

    def _words_at_end(self, returned: DebugReturned) -> str:
        if self._writes is not None and not self._writes.writes:
            return f"Nothing writes {self._element}: it is what the memory held before."
        return f"The op has returned; {self._element} is {returned.value}."

    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self.state.hide()
        self.problems.show_problems(problems)

    def _on_ended(self) -> None:
        for button in self.buttons.values():
            button.setEnabled(False)
        self._name_stop("C&lose", "Hide the debugger")
        if not self.problems.problems():
            self.state.set_whole("Ended.")

    # -- what is shown

    def _place(self, frame: Frame) -> str:
        if not frame.file:
            return f"{frame.function} in {frame.library}" if frame.library else frame.function
        path = Path(frame.file)
        name = path.relative_to(self._folder) if path.is_relative_to(self._folder) else path
        return f"{name}:{frame.line}"

    def _show_code(self) -> None:
        frame = self._frame
        self.code.set_title(f"{self._place(frame)}  {frame.function}" if frame.file else "")
        text = read_text(Path(frame.file)) if frame.file and Path(frame.file).is_file() else ""
        self.code.show_text(text, "The op's own sources have no part in it.")
        self.code.show_line(frame.line - 1 if text else -1)

    def _on_write_chosen(self, row: int, _column: int) -> None:
        if self._writes is None:
            return
        writes = self._writes.writes
        if self._writes.left_out and row >= len(writes) - 1:
            row -= 1
        self._choose(writes[row].frame)

    def _on_frame_chosen(self, row: int, _column: int) -> None:
        self._choose(self._frames[row + 1])

    def _choose(self, frame: Frame) -> None:
        if frame.file:
            self.location_chosen.emit(Problem("debug", "", file=frame.file, line=frame.line))

    def restyle(self) -> None:
        """The theme has changed."""
        self.code.restyle()
        self.code.show_line(self._frame.line - 1)


def _titled(title: str, table: FittedTable) -> QVBoxLayout:
    return vbox(heading(title), table, spacing=4)


def _fill(table: FittedTable, rows: Sequence[tuple[str, ...]]) -> None:
    table.setRowCount(len(rows))
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            item.setToolTip(plain_tip(text))
            item.setFont(code_font())
            table.setItem(row, column, item)
    table.fit()
