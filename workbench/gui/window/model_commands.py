"""What the user can do with a model's file that is of no op: open it, make an op of one of its nodes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from workbench.core.errors import UserError
from workbench.gui import dialogs
from workbench.gui.settings import Settings

if TYPE_CHECKING:
    from workbench.gui.window.commands import Commands

__all__ = ["ModelCommands"]


class ModelCommands(QObject):
    """The callbacks; the window shows the page.

    Args:
        commands: that New op is one of.
        settings: what was open before.
        window: the parent of messages.
    """

    shown = Signal(object)
    """Show the graph of a model's file: its path."""

    def __init__(self, commands: Commands, settings: Settings, window: QWidget) -> None:
        super().__init__(commands)
        self._commands, self._settings, self._window = commands, settings, window

    def open(self, path: Path) -> bool:
        """Show the graph of a model's file; whether there is one. The project stays open."""
        path = path.absolute()
        if path.is_file():
            self.shown.emit(path)
            return True
        self._settings.remove_recent(path)
        self._commands.recent_changed.emit()
        hint = "Was it moved or renamed?"
        error = UserError("model", "the model does not exist", hint, file=path)
        dialogs.show_error(self._window, "This model cannot be opened", error)
        return False

    def remember(self, path: Path) -> None:
        """Put a model first among the recent: it was read, and so is one."""
        self._settings.add_recent(path)
        self._commands.recent_changed.emit()

    def choose(self) -> None:
        """Choose a model and show its graph."""
        path = dialogs.choose_onnx_model(self._window)
        if path is not None:
            self.open(path)

    def new_for_node(self, model: Path, key: str) -> None:
        """Ask for a new op for a node of a model, by the name of its first output."""
        self._commands.new("onnx", [model], key)
