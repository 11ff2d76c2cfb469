"""What the Help menu does: the manual, the program's own folders, what it is made of."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from workbench import paths
from workbench.core.storage import cache
from workbench.gui import dialogs
from workbench.gui.look.show_folder import show_folder
from workbench.gui.project import trash
from workbench.gui.window.about import about_text, manual_text

__all__ = ["HelpCommands"]


class HelpCommands:
    """The callbacks behind the Help menu.

    Args:
        window: the parent of dialogs.
        show_message: takes a line for the status bar.
    """

    def __init__(self, window: QWidget, show_message: Callable[[str], None]) -> None:
        self._window = window
        self._show_message = show_message

    def show_documentation(self) -> None:
        """Open the manual, which comes with the program."""
        dialogs.show_manual(self._window, manual_text())

    def show_cache(self) -> None:
        """Open the folder of what is built, in the file manager."""
        show_folder(paths.cache_dir())

    def clear_cache(self) -> None:
        """Say how large the cache is, and empty it if that is wanted."""
        if dialogs.ask_clear_cache(self._window, str(cache.usage()), str(paths.cache_dir())):
            self._show_message(cache.cleared(cache.clear()))

    def show_trash(self) -> None:
        """Open the folder of the deleted ops."""
        show_folder(trash.trash_dir())

    def show_about(self) -> None:
        """Say which program this is, and of what it is made."""
        dialogs.show_about(self._window, about_text())
