"""Adds the toolkit that a problem asks for, and says when it is there."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from workbench.core.toolkits.cuda import TOOLKIT
from workbench.gui.ops.environment_adder import EnvironmentAdder
from workbench.gui.services import Services

__all__ = ["ADD", "ToolkitAdder"]

ADD = f"Add the {TOOLKIT.words.title}"


class ToolkitAdder(QObject):
    """Asks, downloads in a process of its own, and says what came of it.

    Args:
        services: the log, and the status bar.
        parent: the window that is asked in.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._adder = EnvironmentAdder(parent)
        self._adder.told.connect(self._on_told)
        self._adder.printed.connect(services.engine.log)
        self._adder.ended.connect(self._on_ended)
        services.engine.closing.connect(self._adder.stop)

    def add(self) -> None:
        """Add it, if that is wanted."""
        self._adder.add(TOOLKIT)

    def _on_told(self, text: str) -> None:
        self._services.said.emit(f"{TOOLKIT.words.title}: {text}")

    def _on_ended(self, why: str) -> None:
        title = TOOLKIT.words.title
        if why:
            self._services.said.emit(f"The {title} was not added: {why.splitlines()[-1]}")
        else:
            self._services.said.emit(f"The {title} is there: F5 compiles with it.")
