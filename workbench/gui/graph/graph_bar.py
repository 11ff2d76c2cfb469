"""The one toolbar of a graph: what is shown, how large, with what; and a picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.widgets import ElidedLabel, flat_button
from workbench.gui.settings import Settings

if TYPE_CHECKING:
    from workbench.gui.web.netron_view import NetronView

__all__ = ["GraphBar"]

_SHOWS = "graph/shows"
_OPTIONS = (
    ("attributes", "&Attributes"),
    ("weights", "&Weights"),
    ("names", "&Names of nodes"),
    ("across", "From &left to right"),
)


class GraphBar(QWidget):
    """Title, counts, and buttons that act on the drawing.

    Attributes:
        row: the layout, to put widgets before its own.
        menu: of the last button but one, for further commands.
    """

    side_wanted = Signal(bool)
    """Whether the lists beside the drawing are to be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = Settings()
        self._view: NetronView | None = None
        self.title = ElidedLabel("", self)
        self.title.setObjectName("graphTitle")
        self.title.setProperty("role", "title")
        self.counts = PlainLabel(self)
        self.counts.setObjectName("graphCounts")
        self.counts.setProperty("role", "muted")
        self._nearer = self._button("zoom-in", "Zoom in", "graphZoomIn")
        self._further = self._button("zoom-out", "Zoom out", "graphZoomOut")
        self._fit = self._button("fit", "Show the whole graph", "graphFit")
        self._nearer.clicked.connect(self._on_nearer)
        self._further.clicked.connect(self._on_further)
        self._fit.clicked.connect(self._on_fit)
        self._more = self._button("options", "What is drawn, and pictures", "graphMore")
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = self._fill_menu()
        self._more.setMenu(self.menu)
        self._side = self._button("side", "Show the lists beside the graph", "graphSide")
        self._side.setCheckable(True)
        self._side.clicked.connect(self.side_wanted)
        self.row = hbox(
            (self.title, 1), self.counts, self._further, self._nearer, self._fit, self._more,
            self._side, on=self, margins=(16, 5, 8, 5), spacing=4,
        )  # fmt: skip
        self.enable(False)

    def _button(self, image: str, tip: str, name: str) -> QToolButton:
        button = flat_button(icon(image), tip, self)
        button.setObjectName(name)
        return button

    def _fill_menu(self) -> QMenu:
        menu = QMenu(self)
        shown = self._settings.text(_SHOWS, "weights").split()
        self._options: list[QAction] = []
        for name, text in _OPTIONS:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setData(name)
            action.setChecked(name in shown)
            action.toggled.connect(self._on_option)
            self._options.append(action)
        menu.addSeparator()
        menu.addAction("&Find values …").triggered.connect(self._on_find)
        menu.addSeparator()
        for kind in ("svg", "png"):
            action = menu.addAction(f"Save as &{kind.upper()} …")
            action.setData(kind)
            action.triggered.connect(self._on_picture)
        return menu

    def set_view(self, view: NetronView) -> None:
        """The drawing that the buttons act on."""
        self._view = view
        self._send_options()

    def enable(self, on: bool) -> None:
        """Whether there is a drawing."""
        for button in (self._nearer, self._further, self._fit, self._more, self._side):
            button.setEnabled(on)

    @property
    def side_shown(self) -> bool:
        """Whether the user wants the lists."""
        return self._side.isChecked()

    def show_side(self, shown: bool) -> None:
        """Whether the lists are shown."""
        self._side.setChecked(shown)

    def _on_nearer(self) -> None:
        if self._view is not None:
            self._view.zoom(1)

    def _on_further(self) -> None:
        if self._view is not None:
            self._view.zoom(-1)

    def _on_fit(self) -> None:
        if self._view is not None:
            self._view.zoom_fit()

    def _on_find(self) -> None:
        if self._view is not None:
            self._view.find_values()

    def _on_picture(self) -> None:
        action = self.sender()
        if self._view is not None and isinstance(action, QAction):
            self._view.save_picture(action.data())

    def _on_option(self) -> None:
        on = [a.data() for a in self._options if a.isChecked()]
        self._settings.set_text(_SHOWS, " ".join(on) or "nothing")
        self._send_options()

    def _send_options(self) -> None:
        if self._view is not None:
            on = {a.data(): a.isChecked() for a in self._options}
            direction = "horizontal" if on.pop("across") else "vertical"
            self._view.set_options(direction=direction, **on)
