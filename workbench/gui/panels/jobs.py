"""The jobs: what is being done now, and what was done with which outcome."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from workbench.core.jobs import Progress, StageEnded
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.gui.hosts.engine import Engine
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.ops.status import STAGE_NAMES

__all__ = ["JobsPanel"]

_REFRESH_MS = 60
_HISTORY = 200
_OUTCOMES = {"ok": "done", UNVERIFIED: "not verified", "cancelled": "stopped"}


class JobsPanel(QWidget):
    """A line with a bar for the running stage; below it the stages that have ended."""

    def __init__(self, engine: Engine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._preparing = ""
        self._now: dict[Path, tuple[str, Progress | None, float]] = {}
        self._what = PlainLabel("Nothing is running.", self)
        self._what.setObjectName("jobText")
        self.bar = QProgressBar(self)
        self.bar.setObjectName("jobProgress")
        self.bar.setAccessibleName("Progress of the running stage")
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(240)
        self.bar.hide()
        line = hbox(self.bar, (self._what, 1), margins=(12, 6, 12, 6), spacing=12)
        self.history = QTreeWidget(self)
        self.history.setObjectName("jobHistory")
        self.history.setAccessibleName("Stages that have ended")
        self.history.setHeaderLabels(["Op", "Stage", "Outcome", "Time", ""])
        self.history.setRootIsDecorated(False)
        self.history.setUniformRowHeights(True)
        self.history.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.history.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        header = self.history.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, width in enumerate((200, 190, 110, 90)):
            header.resizeSection(column, width)
        vbox(line, (self.history, 1), on=self, margins=0, spacing=0)
        engine.stage_started.connect(self._on_started)
        engine.stage_ended.connect(self._on_ended)
        engine.progress.connect(self._on_progress)
        engine.idle_changed.connect(self._on_idle)
        self._timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._show)
        self._tick = QTimer(self, singleShot=True, interval=1000)
        self._tick.timeout.connect(self._show)

    def text(self) -> str:
        """What is shown of the running stage."""
        return self._what.text()

    def show_preparation(self, text: str) -> None:
        """What is made ahead of the first builds, where no job runs; empty for nothing."""
        self._preparing = text
        self._soon()

    def _on_started(self, folder: Path, stage: str) -> None:
        self._now[folder] = (stage, None, time.monotonic())
        self._soon()

    def _on_progress(self, folder: Path, progress: Progress) -> None:
        stage, _, since = self._now.get(folder, (progress.stage, None, time.monotonic()))
        self._now[folder] = (stage, progress, since)
        self._soon()

    def _on_ended(self, folder: Path, ended: StageEnded) -> None:
        self._now.pop(folder, None)
        state = self._engine.state(folder)
        name = state.name if state is not None else folder.name
        seconds = (
            f"{ended.seconds * 1000:.0f} ms" if ended.seconds < 1 else f"{ended.seconds:.2f} s"
        )
        note = ended.problems[0].message if ended.problems else ""
        outcome = _OUTCOMES.get(ended.status, ended.status)
        item = QTreeWidgetItem([name, STAGE_NAMES[ended.stage], outcome, seconds, note])
        item.setIcon(0, light_icon(ended.status))
        item.setToolTip(4, plain_tip(note))
        self.history.insertTopLevelItem(0, item)
        while self.history.topLevelItemCount() > _HISTORY:
            self.history.takeTopLevelItem(self.history.topLevelItemCount() - 1)
        self._soon()

    def _on_idle(self, idle: bool) -> None:
        if idle:
            self._now.clear()
        self._soon()

    def _soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _idle_text(self) -> str:
        if not self._engine.idle:
            return "Waiting for the engine …"
        if self._preparing:
            return f"Ahead of the first build: {self._preparing}"
        return "Nothing is running."

    def _show(self) -> None:
        self._tick.stop()
        if not self._now:
            self.bar.hide()
            self._what.setText(self._idle_text())
            return
        texts = []
        for folder, (stage, progress, _) in self._now.items():
            state = self._engine.state(folder)
            name = state.name if state is not None else folder.name
            what = progress.text if progress is not None else ""
            took = self._engine.step_times.words(folder)
            parts = (name, STAGE_NAMES[stage], what, took)
            texts.append(" · ".join(part for part in parts if part))
        self._what.setText("    ".join(texts))
        # A bar that stands at nothing for a minute looks as if nothing happened.
        told = [p for _, p, _ in self._now.values() if p is not None]
        known = next((p for p in told if p.total and p.done), None)
        self.bar.setRange(0, known.total if known is not None else 0)
        self.bar.setValue(known.done if known is not None else 0)
        self.bar.show()
        self._tick.start()
