"""How long the step that runs has taken so far, and how long such a step took before, here."""

from __future__ import annotations

import json
import time
from pathlib import Path

from PySide6.QtCore import QObject, SignalInstance

from workbench import paths
from workbench.core.jobs import Progress, StageEnded

__all__ = ["StepTimes"]

_LONG, _MOST, _TOLD = 5.0, 100, 3.0
_STEADY = ("check", "debug")
"""Their progress is counted; how long they take depends on what they find."""


class StepTimes(QObject):
    """Steps of stages by what is told of them; long ones are remembered in the state folder.

    Args:
        started, progress, ended: the engine's signals.
        parent: the Qt parent.
    """

    def __init__(
        self,
        started: SignalInstance,
        progress: SignalInstance,
        ended: SignalInstance,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._now: dict[Path, tuple[str, float]] = {}
        self._usual: dict[str, float] = {}
        self._known: dict[str, float] | None = None
        started.connect(self._on_started)
        progress.connect(self._on_progress)
        ended.connect(self._on_ended)

    def words(self, folder: Path) -> str:
        """``12 s of about 48 s``, by what it took here or else usually takes; ``12 s`` where neither
        is known; empty while it is short.
        """
        step, since = self._now.get(folder, ("", 0.0))
        seconds = time.monotonic() - since
        if not step or seconds < _TOLD:
            return ""
        before = self._before().get(step, 0.0) or self._usual.get(step, 0.0)
        if seconds > before > 0:
            return f"{seconds:.0f} s, usually about {before:.0f} s"
        return f"{seconds:.0f} s of about {before:.0f} s" if before else f"{seconds:.0f} s"

    def _on_started(self, folder: Path, stage: str) -> None:
        self._now[folder] = (stage, time.monotonic())

    def _on_progress(self, folder: Path, progress: Progress) -> None:
        step = f"{progress.stage}: {progress.text}" if progress.text else progress.stage
        if progress.stage in _STEADY:
            step = progress.stage
        if progress.usual:
            self._usual[step] = progress.usual
        if self._now.get(folder, ("", 0.0))[0] != step:
            self._finish(folder)
            self._now[folder] = (step, time.monotonic())

    def _on_ended(self, folder: Path, ended: StageEnded) -> None:
        if ended.status == "failed":
            self._now.pop(folder, None)  # it may have ended early
        else:
            self._finish(folder)

    def _finish(self, folder: Path) -> None:
        step, since = self._now.pop(folder, ("", 0.0))
        seconds = time.monotonic() - since
        if step and seconds >= _LONG and step not in _STEADY:
            self._keep(step, seconds)

    def _keep(self, step: str, seconds: float) -> None:
        known = {step: round(seconds, 1), **{s: t for s, t in self._before().items() if s != step}}
        self._known = dict(list(known.items())[:_MOST])
        try:
            self._file().parent.mkdir(parents=True, exist_ok=True)
            self._file().write_text(json.dumps(self._known), encoding="utf-8")
        except OSError:
            return  # it is told again only until the window is closed

    def _before(self) -> dict[str, float]:
        if self._known is None:
            try:
                read = json.loads(self._file().read_text(encoding="utf-8"))
                self._known = {str(step): float(seconds) for step, seconds in read.items()}
            except (OSError, ValueError, AttributeError, TypeError):
                self._known = {}
        return self._known

    def _file(self) -> Path:
        return paths.state_dir() / "step_seconds.json"
