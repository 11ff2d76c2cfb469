"""What happens to an exception that nobody caught: it is told, and the window lives on."""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from workbench.core.errors import UserError
from workbench.gui import dialogs

__all__ = ["ExceptHook"]

logger = logging.getLogger(__name__)


class ExceptHook(QObject):
    """Takes the place of ``sys.excepthook`` while the window is open.

    Args:
        window: the parent of its dialogs.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._before = sys.excepthook
        self._box: QMessageBox | None = None

    def install(self) -> None:
        """From now on."""
        sys.excepthook = self.handle

    def remove(self) -> None:
        """As it was before."""
        sys.excepthook = self._before

    def handle(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Tell of an exception: once on the screen, always in the log."""
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, error, trace)
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        logger.error("unexpected error\n%s", details)
        if isinstance(error, UserError):
            dialogs.show_error(self._window, "This did not work", error)
        elif self._box is None or not self._box.isVisible():
            # One at a time: a fault in a paint event would open hundreds.
            self._box = dialogs.show_unexpected(self._window, f"{kind.__name__}: {error}", details)
