"""Work that comes in small steps, with a progress bar where it takes longer than a moment."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QProgressDialog, QWidget

from workbench.core.errors import UserError

__all__ = ["run_steps"]

_SLICE_SECONDS = 0.02


def run_steps(parent: QWidget, text: str, steps: Iterator[tuple[int, int]]) -> bool:
    """Do all steps; the window stays alive, and the user can stop it.

    Args:
        parent: the window.
        text: what is being done.
        steps: what is done, and of how much, after each step.

    Returns:
        ``False`` where the user has stopped it; the work then cleans up behind itself.

    Raises:
        UserError: of a step.
    """
    dialog = _StepDialog(parent, text, steps)
    if not dialog.advance():
        dialog.exec()
    dialog.deleteLater()
    if isinstance(steps, Generator):
        steps.close()  # where it was stopped, whichever way
    if dialog.error is not None:
        raise dialog.error
    return dialog.is_done


class _StepDialog(QProgressDialog):
    def __init__(self, parent: QWidget, text: str, steps: Iterator[tuple[int, int]]) -> None:
        super().__init__(text, "Stop", 0, 100, parent)
        self.setObjectName("stepDialog")
        self.setWindowTitle("Op Workbench")
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(360)
        self.setAutoClose(False)
        self.setAutoReset(False)
        self._steps = steps
        self.error: UserError | None = None
        self.is_done = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._turn)
        self._timer.start()
        self.canceled.connect(self._on_canceled)

    def advance(self) -> bool:
        """Do the steps of one slice of time; whether it is over."""
        until = time.perf_counter() + _SLICE_SECONDS
        try:
            while time.perf_counter() < until:
                done, total = next(self._steps)
                self.setValue(100 * done // max(total, 1))
        except StopIteration:
            self.is_done = True
        except UserError as error:
            self.error = error
        return self.is_done or self.error is not None

    def _turn(self) -> None:
        if self.advance():
            self._timer.stop()
            self.done(0)

    def _on_canceled(self) -> None:
        self._timer.stop()
        self.done(0)
