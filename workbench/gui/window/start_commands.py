"""What the start view's choices do, and how the recent projects stood."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from workbench.core.errors import UserError
from workbench.gui import dialogs
from workbench.gui.settings import Settings
from workbench.gui.slices import Slices
from workbench.gui.window.commands import Commands
from workbench.gui.window.new_project import example_project
from workbench.gui.window.start_view import StartView

__all__ = ["StartCommands"]


class StartCommands(QObject):
    """Works for a start view, and lives as long.

    Args:
        view: the start view.
        commands: of its window.
        settings: which projects are recent.
    """

    def __init__(self, view: StartView, commands: Commands, settings: Settings) -> None:
        super().__init__(view)
        self._view, self._commands, self._settings = view, commands, settings
        self._verdicts = Slices(self._tell_verdict, self, at_once=0)
        view.new_requested.connect(commands.new)
        view.open_requested.connect(commands.open)
        view.recent_chosen.connect(commands.open_recent)
        view.example_requested.connect(self._try_example)
        view.model_requested.connect(commands.models.choose)
        view.manual_requested.connect(commands.help.show_documentation)
        commands.window.painted.connect(self.tell_verdicts)
        commands.recent_changed.connect(self.show_recent)
        self.show_recent()

    def show_recent(self) -> None:
        """List the recent projects."""
        self._view.set_recent(self._settings.recent())
        if self._commands.window.was_painted:
            self.tell_verdicts()

    def tell_verdicts(self) -> None:
        """Say how they stood: after the first paint, because the history takes a while to open."""
        self._verdicts.start(self._settings.recent())

    def _tell_verdict(self, folder: Path) -> None:
        from workbench.core.storage.history import History, when
        from workbench.gui.ops.history_card import LIGHTS

        try:
            found = History().verdicts(folder)
        except UserError:
            self._verdicts.stop()  # the log of a project that is opened says why
            return
        if found is not None:
            light = LIGHTS.get(found.worst, found.worst)
            self._view.show_verdict(folder, light, found.words, when(found.at))

    def _try_example(self) -> None:
        window = self._commands.window
        try:
            folder = example_project()
        except UserError as error:
            dialogs.show_error(window, "The example could not be made", error)
            return
        if self._commands.open_path(folder):
            window.workspace.show_page("run")
            self._commands.run_all()
