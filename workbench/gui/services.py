"""What every page is given: the project, the engine, and the web views' context on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.gui.hosts.engine import Engine
from workbench.gui.look.theme import Theme
from workbench.gui.project.model import ProjectModel

if TYPE_CHECKING:
    from workbench.gui.web.context import WebContext

__all__ = ["Services"]


class Services(QObject):
    """One object to hand down instead of globals.

    Args:
        project: the open project.
        engine: brings ops up to date.
        theme: light or dark.
        use_web: False for a window without embedded pages (tests, missing system libraries).
    """

    web_allowed = Signal()
    """The window is painted: Chromium may start now."""
    open_requested = Signal(object, object)
    """Edit a file of an op: the op's folder, the file's path."""
    generated_requested = Signal(object, str)
    """Show a generated text: the op's folder, its name in ``previews.PREVIEWS``."""
    text_requested = Signal(object, str)
    """Show ``op.toml`` as text: the op's folder, the key path to go to (may be empty)."""
    said = Signal(str)
    """A line for the status bar."""
    report_requested = Signal(object)
    """Write a bug report on an op: its folder."""
    run_requested = Signal(object, bool)
    """Save, and run ops: a list of their folders, and whether what is fresh runs, too."""
    check_requested = Signal()
    """Try the op that is shown in many ways."""
    problem_requested = Signal(object, object)
    """Go to the place of a problem: the op's folder, the ``Problem``."""

    graph_node_requested = Signal(object, str, str)
    """Show a node of an op's exported graph: the op's folder, the node's key, the case
    in whose model it is."""
    node_chosen = Signal(object, int)
    """A node of a mapping was chosen, in its form or in a graph: the op's folder, its index."""

    def __init__(
        self,
        project: ProjectModel,
        engine: Engine,
        theme: Theme,
        use_web: bool = True,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.project = project
        self.engine = engine
        self.theme = theme
        self.use_web = use_web
        self.web_is_allowed = False
        self._web: WebContext | None = None

    def allow_web(self) -> None:
        """The first paint is done; pages may make their web views."""
        if not self.web_is_allowed:
            self.web_is_allowed = True
            self.web_allowed.emit()

    def web(self) -> WebContext:
        """The shared context of the web views, made with the first one."""
        if self._web is None:
            from workbench.gui.web.context import WebContext

            self._web = WebContext(parent=self)
        return self._web
