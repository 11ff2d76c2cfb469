"""The model graph: Netron's own page in a widget, served without a port and kept offline."""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QIODevice, QSaveFile, Qt, QUrl, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from workbench.core.errors import UserError
from workbench.gui import dialogs
from workbench.gui.web.context import WebContext
from workbench.gui.web.scheme import page_url
from workbench.gui.web.web_widget import WebWidget

__all__ = ["NetronView"]

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
        self._picture = b""
        self._show_message(*self._empty)

    def show_model(self, path: str | Path) -> None:
        """Loads a model file; the same path again keeps zoom and position.

        The answer is :attr:`loaded` or :attr:`failed`.
        """
        path = Path(path).resolve()
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

    def zoom_fit(self) -> None:
        """Zooms out until the whole graph is seen, as far as Netron allows."""
        self._post("fit")

    # The page

    def _home(self) -> QUrl:
        return page_url("netron", query=self._url_path if self._by_reload else "")

    def _restore(self) -> None:
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
            keep = self._model == self._drawn
            self._post("open", url=self._url_path, name=self._model.name, keep=keep)

    def _event(self, name: str, payload: Any) -> None:
        if name == "exported":
            self._save_export(payload["name"], base64.b64decode(payload["data"]))
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
            self.loaded.emit(payload)
        elif name == "failed":
            self._give_up(f"Netron cannot read {self._model.name}: {payload}")

    def _give_up(self, reason: str) -> None:
        self._drawn = None
        self._show_message("This model cannot be shown", reason)
        self.failed.emit(reason)

    def _save_export(self, name: str, data: bytes) -> None:
        """Saves a picture that Netron made, where the user says."""
        stem = self._model.stem if self._model is not None else "graph"
        self._picture = data
        dialog = QFileDialog(self, "Save picture", f"{stem}{Path(name).suffix}")
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
