"""What the Help menu does: the manual, the program's own folders, what it is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.manual import INDEX, WINDOW, Place
from workbench.core.storage import cache
from workbench.gui import dialogs
from workbench.gui.look.show_folder import show_folder
from workbench.gui.look.theme import Theme
from workbench.gui.pages import PAGES
from workbench.gui.project import trash
from workbench.gui.window.about import about_text

if TYPE_CHECKING:
    from workbench.gui.manual.manual_window import ManualWindow
    from workbench.gui.window.main_window import MainWindow

__all__ = ["HelpCommands"]


class HelpCommands:
    """The callbacks behind the Help menu.

    Args:
        window: the parent of dialogs.
        theme: of the program.
        show_message: takes a line for the status bar.
    """

    def __init__(
        self, window: MainWindow, theme: Theme, show_message: Callable[[str], None]
    ) -> None:
        self._window = window
        self._theme = theme
        self._manual: ManualWindow | None = None
        self._show_message = show_message

    def show_documentation(self, place: Place | None = None) -> None:
        """Open the manual, which comes with the program.

        Args:
            place: where; what was read last where None.
        """
        if self._manual is None:
            from workbench.gui.manual.manual_window import ManualWindow  # late: seldom wanted

            try:
                self._manual = ManualWindow(self._theme, self._window)
            except OSError as error:
                reason = f"the manual cannot be read: {error.strerror}"
                problem = UserError("file", reason, "Install the program anew.", file=paths.docs())
                dialogs.show_error(self._window, "There is no documentation", problem)
                return
        self._manual.show_place(place)

    def explain(self) -> None:
        """Open the manual at what has the focus, or else at the page in front."""
        workspace = self._window.workspace
        if workspace.current_op() is None:
            self.show_documentation(Place(INDEX))
            return
        page = workspace.current_page()
        place = workspace.page(page).help_place(self._window.focusWidget())
        title = next(spec.title for spec in PAGES if spec.id == page)
        self.show_documentation(place or Place(WINDOW, title))

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
