"""The model graph: Netron's own page in a widget, served without a port and kept offline.

The program draws graphs in two places. Netron draws what a file holds, whole: exported, optimised,
somebody's model; it lays out thousands of nodes, opens subgraphs, shows attributes. The Mapping page's
own picture (``gui/mapping``) draws a declaration that has no file yet and may be wrong: it follows each
key that is typed, in a millisecond and without Chromium, and shows what no model has (branches, loose
ends, names that lead nowhere). So both stay; they share the theme's colours per kind of node, and a
node that is chosen in one is chosen in the other.
"""

import base64
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QIODevice, QSaveFile, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWebEngineCore import QWebEnginePage
from PySide6.QtWidgets import QFileDialog, QWidget

from workbench.core.errors import UserError
from workbench.gui import dialogs
from workbench.gui.look.theme import colors
from workbench.gui.web.context import WebContext
from workbench.gui.web.scheme import page_url
from workbench.gui.web.web_widget import WebWidget

__all__ = ["Mark", "NetronView"]

Mark = dict[str, str]
"""How a node is marked: ``kind`` is ``error``, ``warning``, ``ok``, or ``heat`` with a ``color``."""

_EMPTY_TITLE = "No graph yet"
_EMPTY_TEXT = "Export the model (F5 runs all that is stale), and its graph appears here."


class NetronView(WebWidget):
    """Shows one model file as a graph.

    Netron measures what it draws, so a model is loaded when the widget is visible; one that is
    given earlier waits for the first show. While a load is under way only the latest request is
    kept.

    Args:
        context: the program's shared web context.
        parent: the Qt parent.
    """

    loaded = Signal(list)
    """The graph is drawn; the op types of its nodes (``list[str]``, one per node)."""
    failed = Signal(str)
    """The model could not be shown; Netron's reason."""
    chosen = Signal(str)
    """A node was clicked: the name of its first output."""

    def __init__(self, context: WebContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setAccessibleName("Graph of the model")
        self._model: Path | None = None
        self._url_path = ""
        self._wanted = False
        self._busy = False
        self._drawn: Path | None = None
        self._empty = (_EMPTY_TITLE, _EMPTY_TEXT)
        self._by_reload = False
        self._ended: Path | None = None
        self._picture = b""
        self._title = ""
        self._keep = False
        self._marks: dict[str, Mark] = {}
        self._selected = ""
        self._options: dict[str, bool | str] = {}
        self.picture_home = Path.home()
        """The folder that a picture is saved to, unless the user says another."""
        self._show_message(*self._empty)

    def show_model(self, path: str | Path, title: str = "", keep: bool = False) -> None:
        """Loads a model file; the same path again keeps zoom and position.

        The answer is :attr:`loaded` or :attr:`failed`.

        Args:
            path: the file.
            title: what the model is called; by its file where empty.
            keep: keep zoom and position, though it is another file: it is the same model, newer.
        """
        path = Path(path).resolve()
        self._title = title or path.name
        self._keep = keep and self._drawn is not None
        if not path.is_file():
            self._give_up(f"There is no file {path}")
            return
        # A new address each time: nothing on the way may answer with the old model.
        self._context.library.release(self._url_path)
        self._model = path
        self._url_path = self._context.library.register(path)
        self._wanted = True
        self._show_page()
        self._next()

    def clear(self) -> None:
        """Goes back to the empty state."""
        self._context.library.release(self._url_path)
        self._model, self._url_path, self._wanted, self._drawn = None, "", False, None
        self._show_message(*self._empty)

    def model(self) -> Path | None:
        """The model that is shown, or about to be."""
        return self._model

    def node_types(self, callback: Callable[[list[str]], None]) -> None:
        """Asks the page which op types it has drawn; ``[]`` when nothing is drawn."""
        if not self.is_ready() or self._drawn is None:
            callback([])
            return
        self._ask("types", _OrElse(callback, []))

    def mark(self, marks: Mapping[str, Mark]) -> None:
        """Marks nodes, by the names of their first outputs; the others lose their marks."""
        self._marks = dict(marks)
        self._post("mark", marks=self._marks)

    def select(self, key: str) -> None:
        """Shows a node as chosen and scrolls to it; none for an empty name."""
        self._selected = key
        self._post("select", key=key)

    def set_options(self, **options: bool | str) -> None:
        """What is drawn: ``attributes``, ``names``, ``weights``; ``direction``."""
        self._options |= options
        self._post("options", **self._options)

    def zoom(self, by: int) -> None:
        """One step nearer (1) or further away (-1)."""
        self._post("zoom", by=by)

    def find_values(self) -> None:
        """Opens Netron's own search, over values as well as nodes."""
        self._post("find")

    def save_picture(self, kind: str) -> None:
        """Makes a picture, ``svg`` or ``png``, and asks where to save it."""
        self._post("picture", kind=kind)

    def set_dark(self, dark: bool) -> None:
        super().set_dark(dark)
        self._look()

    def _look(self) -> None:
        roles = colors(self._dark)
        family = QGuiApplication.font().family()
        # White words stand on these; in the dark theme the roles' own are light.
        roles |= {"mark_error": "#c8323c", "mark_warning": "#b06a14", "mark_ok": "#23834a"}
        self._post("look", colors=roles, font=f"'{family}', sans-serif")

    def zoom_fit(self) -> None:
        """Zooms out until the whole graph is seen, as far as Netron allows."""
        self._post("fit")

    # The page

    def _home(self) -> QUrl:
        return page_url("netron", query=self._url_path if self._by_reload else "")

    def _restore(self) -> None:
        self._look()
        if self._options:
            self._post("options", **self._options)
        self._post("mark", marks=self._marks)
        self._busy = False
        self._drawn = None
        # A page that was loaded with a model's address opens it by itself.
        self._wanted = self._model is not None
        self._next()
        self._by_reload = False

    def _next(self) -> None:
        if not self._wanted or self._busy or not self.is_ready() or self._model is None:
            return
        self._wanted = False
        self._busy = True
        if not self._by_reload:
            keep = self._keep or self._model == self._drawn
            self._post("open", url=self._url_path, name=self._model.name, keep=keep)

    def _event(self, name: str, payload: Any) -> None:
        if name == "exported":
            self._save_export(payload["name"], base64.b64decode(payload["data"]))
            return
        if name == "chosen":
            self._selected = payload
            self.chosen.emit(payload)
            return
        if name == "reload":
            # This Netron cannot open a model in a loaded page: hand it over with a new page.
            self._by_reload = True
            self._load()
            return
        self._busy = False
        if self._model is None:
            return  # cleared while it was loading
        if self._wanted:
            self._next()  # a newer model waits: this answer is of no use any more
        elif name == "loaded":
            self._drawn = self._model
            self._show_page()
            if self._selected:
                self._post("select", key=self._selected)
            self.loaded.emit(payload)
        elif name == "failed":
            self._give_up(f"Netron cannot read {self._title}: {payload}")

    def _give_up(self, reason: str, button: str = "") -> None:
        self._drawn = None
        self._show_message("This model cannot be shown", reason, button)
        self.failed.emit(reason)

    def _on_terminated(
        self, status: QWebEnginePage.RenderProcessTerminationStatus, code: int
    ) -> None:
        drawing = self._model if self._busy else None
        super()._on_terminated(status, code)
        if drawing is not None and status != status.NormalTerminationStatus:
            # Given to the new page, it would end that one, too.
            self._model, self._ended = None, drawing
            self._give_up(
                "The page that draws it has ended: a large graph may need more memory than it has. "
                "Draw a part of it.",
                "Try again",
            )

    def _retry(self) -> None:
        self._model = self._model or self._ended
        super()._retry()

    def _save_export(self, name: str, data: bytes) -> None:
        """Saves a picture that Netron made, where the user says."""
        title = self._title.replace(": ", " ")
        stem = "".join(c if c.isalnum() or c in "-_ ." else "_" for c in title) or "graph"
        stem = stem.removesuffix(".onnx")
        self._picture = data
        home = self.picture_home if self.picture_home.is_dir() else Path.home()
        dialog = QFileDialog(self, "Save picture", str(home))
        dialog.selectFile(f"{stem}{Path(name).suffix}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.fileSelected.connect(self._write_picture)
        dialog.open()

    def _write_picture(self, path: str) -> None:
        file = QSaveFile(path)
        if file.open(QIODevice.OpenModeFlag.WriteOnly):
            file.write(self._picture)
            file.commit()
        self._picture = b""
        if file.error() != QSaveFile.FileError.NoError:
            error = UserError("picture", file.errorString(), "Choose another folder.", file=path)
            dialogs.show_error(self, "The picture was not saved", error)


class _OrElse:
    """Passes an answer on, or a stand-in when the page died before it answered."""

    def __init__(self, callback: Callable[[Any], None], default: Any) -> None:
        self._callback = callback
        self._default = default

    def __call__(self, value: Any) -> None:
        self._callback(self._default if value is None else value)
