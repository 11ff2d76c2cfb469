"""The Graph page: the exported model as Netron draws it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QLabel, QStackedWidget, QWidget

from workbench.core import jobs
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.theme import is_dark
from workbench.gui.look.widgets import CopyLine, EmptyState, flat_button
from workbench.gui.ops.status import light
from workbench.gui.ops.take_away import TakeAway
from workbench.gui.pages.base import Page
from workbench.gui.services import Services

if TYPE_CHECKING:
    from workbench.gui.web.netron_view import NetronView

__all__ = ["GraphPage"]


class GraphPage(Page):
    """Netron, the model's path, and the nodes in words."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.view: NetronView | None = None
        self._shown: tuple[Path, str] | None = None
        self._path = CopyLine("Model", "modelPath", self)
        self._fit = flat_button(icon("fit"), "Show the whole graph", self)
        self._fit.setObjectName("graphFit")
        self._reload = flat_button(icon("reload"), "Load the model again", self)
        self._reload.setObjectName("graphReload")
        self._fit.clicked.connect(self._on_fit)
        self._reload.clicked.connect(self._on_reload)
        self._take_away = TakeAway(services, self)
        bar = hbox(
            (self._path, 1),
            self._take_away.save,
            self._take_away.show,
            self._fit,
            self._reload,
            margins=(16, 5, 8, 5),
            spacing=4,
        )
        self._take_away.copy_as.hide()
        self._notice = QLabel(self)
        self._notice.setObjectName("graphNotice")
        self._notice.setProperty("role", "muted")
        self._notice.setContentsMargins(16, 0, 16, 6)
        self._notice.setWordWrap(True)
        line = QFrame(self)
        line.setProperty("line", True)
        self._stack = QStackedWidget(self)
        self._empty = EmptyState("graphEmpty", self)
        self._stack.addWidget(self._empty)
        vbox(bar, self._notice, line, (self._stack, 1), on=self, margins=0, spacing=0)
        # Several stages may end within one turn of the loop.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.mark_stale)
        services.engine.state_changed.connect(self._on_state)
        services.web_allowed.connect(self.mark_stale)
        services.theme.changed.connect(self._on_theme)

    def refresh(self) -> None:
        document = self.document
        if document is None:
            return
        state = self.services.engine.state(document.folder)
        export = state.result("export") if state is not None else None
        graph = state.result("graph") if state is not None else None
        result = export.result if export is not None else None
        model = Path(result.model) if isinstance(result, jobs.ExportResult) else None
        self._path.set_text(str(model) if model is not None else "")
        self._take_away.show_op(document)
        self._fit.setEnabled(model is not None)
        self._reload.setEnabled(model is not None)
        self._notice.setText(self._words(graph))
        self._notice.setVisible(bool(self._notice.text()))
        if model is None:
            self._shown = None
            if self.view is not None:
                self.view.clear()
            failed = export is not None and export.status == "failed"
            self._empty.say(*(_FAILED if failed else _NO_GRAPH))
            self._stack.setCurrentWidget(self._empty)
            return
        view = self._netron()
        if view is None:
            self._empty.say(*_NO_WEB)
            self._stack.setCurrentWidget(self._empty)
            return
        # The content's key tells a new export at the same path from the one that is drawn.
        key = (
            model,
            state.ended["export"][0] + str(export.id) if state is not None and export else "",
        )
        self._stack.setCurrentWidget(view)
        if key != self._shown:
            self._shown = key
            view.show_model(model)

    def _words(self, graph: jobs.StageEnded | None) -> str:
        if graph is None or not isinstance(graph.result, jobs.GraphResult) or self.document is None:
            return ""
        counts: dict[str, int] = {}
        for node in graph.result.nodes:
            counts[node] = counts.get(node, 0) + 1
        words = ", ".join(node if n == 1 else f"{n} × {node}" for node, n in counts.items())
        many = "node" if len(graph.result.nodes) == 1 else "nodes"
        old = light(self.document, self.services.engine, "graph") == "stale"
        note = " Out of date: the declaration or the kernel has changed since." if old else ""
        return f"{len(graph.result.nodes)} {many}: {words}.{note}"

    def _netron(self) -> NetronView | None:
        if self.view is None and self.services.use_web and self.services.web_is_allowed:
            from workbench.gui.web.netron_view import NetronView

            self.view = NetronView(self.services.web(), self)
            self.view.setObjectName("netron")
            self.view.set_dark(is_dark())
            self._stack.addWidget(self.view)
        return self.view

    def _on_state(self, folder: Path) -> None:
        if self.document is not None and folder == self.document.folder:
            self._later.start()

    def _on_theme(self, dark: bool) -> None:
        if self.view is not None:
            self.view.set_dark(dark)

    def _on_fit(self) -> None:
        if self.view is not None:
            self.view.zoom_fit()

    def _on_reload(self) -> None:
        self._shown = None
        self.refresh()


_NO_GRAPH = (
    "No graph yet",
    "Run all (F5) builds the kernel and exports the model; its graph appears here.",
)
_FAILED = ("The export failed", "The problems below say why. Fix them and press F5.")
_NO_WEB = (
    "The graph cannot be drawn here",
    "Qt WebEngine is not available. The model's path stands above.",
)
