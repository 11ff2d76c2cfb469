"""The code editor: Monaco in a widget, with the documents kept in Python."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Protocol

import shiboken6
from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtWebEngineCore import QWebEnginePage
from PySide6.QtWidgets import QWidget

from workbench.gui.look.fonts import code_family
from workbench.gui.web.context import WebContext
from workbench.gui.web.marker import Marker
from workbench.gui.web.scheme import page_url
from workbench.gui.web.web_widget import WebWidget

__all__ = ["Assistant", "Marker", "MonacoView"]

_SYNC_LIMIT_MS = 500
_CLIPBOARD = {
    "cut": QWebEnginePage.WebAction.Cut,
    "copy": QWebEnginePage.WebAction.Copy,
    "paste": QWebEnginePage.WebAction.Paste,
}


class Assistant(Protocol):
    """Who answers what the editor asks about the text at a position."""

    def ask(
        self, path: str, method: str, params: dict[str, Any], answer: Callable[[Any], None]
    ) -> int:
        """Answer once, now or later, with the language server protocol's result or None."""

    def cancel(self, number: int) -> None:
        """The answer to what ``ask`` has numbered is wanted no more."""


@dataclass
class _Document:
    """A document as Python knows it. A new epoch begins whenever Python writes the text."""

    text: str
    language: str
    read_only: bool
    epoch: int = 1
    version: int = 0
    markers: dict[str, list[Marker]] = field(default_factory=dict)
    line: int = 1
    column: int = 1
    steps: tuple[str, ...] = ()
    """What its history offers: ``undo``, ``redo``."""


class MonacoView(WebWidget):
    """An editor for several documents, each known by its absolute path.

    Every method may be called at any time, before the first show too. The text of a document is
    always at hand in Python: the page pushes each change within a frame. A caller that acts on a
    key press (save, run) goes through :meth:`sync`, so that the last frame is in.

    Args:
        context: the program's shared web context.
        parent: the Qt parent.
    """

    text_changed = Signal(str)
    """The user changed this document (not emitted for :meth:`set_text`)."""
    save_requested = Signal()
    """Ctrl+S in the editor, with the text up to date."""
    run_requested = Signal()
    """F5 in the editor, with the text up to date."""
    cursor_moved = Signal(str, int, int)
    """Path, line and column of the cursor, both from 1."""
    goto_requested = Signal(str, int, int)
    """Path, line and column of a definition in a file that is not in front."""
    history_changed = Signal()
    """What can be undone in the document in front, or which one that is."""

    def __init__(self, context: WebContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._documents: dict[str, _Document] = {}
        self._current: str | None = None
        self.outer_history: set[str] = set()
        """Documents whose changes are steps elsewhere: undo is not the editor's."""
        self.assistant: Assistant | None = None
        self._questions: dict[int, int] = {}
        self.shortcut.connect(self._on_shortcut)
        self._show_nothing()

    # Documents

    def open(self, path: str, text: str, language: str = "cpp", read_only: bool = False) -> None:
        """Opens a document and shows it.

        A document that is open already keeps its text (it may hold unsaved edits): use
        :meth:`set_text` to replace it. Language and read-only take effect either way.

        Args:
            path: absolute path; the key of the document, and never read from disk.
            text: the text.
            language: Monaco's name: ``cpp``, ``python``, ``toml``, ``json``, ``plaintext`` ...
            read_only: whether the user may only look.
        """
        document = self._documents.get(path)
        if document is None:
            document = self._documents[path] = _Document(text, language, read_only)
        document.language = language
        document.read_only = read_only
        self._current = path
        self._post_open(path, document)
        self._show_page()
        self.history_changed.emit()

    def preload(self, path: str, text: str, language: str = "cpp") -> None:
        """Opens a read-only document without showing it; one that is open stays as it is."""
        if path not in self._documents:
            document = self._documents[path] = _Document(text, language, read_only=True)
            self._post_open(path, document)

    def close_document(self, path: str) -> None:
        """Forgets a document, its undo history and its markers; unknown paths are ignored."""
        if self._documents.pop(path, None) is None:
            return
        self._post("close", path=path)
        if self._current == path:
            self._current = None
            self._show_nothing()

    def documents(self) -> list[str]:
        """The paths of the open documents, in the order of opening."""
        return list(self._documents)

    def current(self) -> str | None:
        """The path of the document in front."""
        return self._current

    def text(self, path: str) -> str:
        """The text of a document, at most a frame old.

        Raises:
            KeyError: if the document is not open.
        """
        return self._documents[path].text

    def set_text(self, path: str, text: str) -> None:
        """Replaces a document's text in one step that the user can undo.

        Raises:
            KeyError: if the document is not open.
        """
        document = self._documents[path]
        document.text = text
        document.epoch += 1
        self._post("text", path=path, text=text, epoch=document.epoch)

    def sync(self, callback: Callable[[], None]) -> None:
        """Calls back once all that the user typed is in :meth:`text`; always calls back."""
        if not self.is_ready():
            callback()
            return
        once = _Once(callback)
        self._ask("sync", once)
        # A renderer that hangs must not keep the user from saving what Python has.
        QTimer.singleShot(_SYNC_LIMIT_MS, self, once)

    # What is shown

    def set_markers(self, path: str, markers: Sequence[Marker], owner: str = "workbench") -> None:
        """Replaces the problems that one owner sees in a document; unknown paths are ignored."""
        document = self._documents.get(path)
        if document is not None:
            document.markers[owner] = list(markers)
            self._post_markers(path, document)

    def reveal(self, path: str, line: int, column: int = 1, focus: bool = True) -> None:
        """Shows a position in an open document and puts the cursor there.

        Raises:
            KeyError: if the document is not open.
        """
        document = self._documents[path]
        document.line, document.column = line, column
        self._current = path
        self._show_page()
        self._post("reveal", path=path, line=line, column=column, focus=focus)

    def cursor_of(self, path: str) -> tuple[int, int]:
        """Line and column of the cursor in a document, both from 1. Raises KeyError."""
        return self._documents[path].line, self._documents[path].column

    def format(self) -> None:
        """Formats the document in front, with what the assistant answers to ``format``."""
        self._post("run", action="editor.action.formatDocument")

    def look_for(self, what: str) -> bool:
        """Opens Monaco's own search: ``find`` or ``replace``; whether there is one."""
        self.setFocus()
        action = {"find": "actions.find", "replace": "editor.action.startFindReplaceAction"}
        self._post("run", action=action[what])
        return True

    def can_edit(self, what: str) -> bool:
        """Whether ``undo``, ``redo``, ``cut``, ``copy``, ``paste`` or ``delete`` can be done."""
        document = self._documents.get(self._current or "")
        if document is None or not what:
            return False
        if what in ("undo", "redo"):
            steps = document.steps if self._current not in self.outer_history else ()
            return what in steps and not document.read_only
        return what == "copy" or not document.read_only

    def edit(self, what: str) -> None:
        """Do it, where the cursor is."""
        page = self.page()
        if what in _CLIPBOARD and page is not None:
            page.triggerAction(_CLIPBOARD[what])
        else:
            self._post("trigger", command="deleteRight" if what == "delete" else what)

    def focus_editor(self) -> None:
        """Gives the keyboard to the editor."""
        self.setFocus()
        self._post("focus")

    # The page

    def _home(self) -> QUrl:
        return page_url("monaco")

    def _restore(self) -> None:
        self._post("options", fontFamily=f"'{code_family()}', monospace", fontSize=13)
        for path, document in self._documents.items():
            document.version = 0  # a fresh page counts anew
            document.steps = ()
            self._post_open(path, document)
            self._post_markers(path, document)
            if path == self._current:
                line, column = document.line, document.column
                self._post("reveal", path=path, line=line, column=column, focus=False)

    def _post_open(self, path: str, document: _Document) -> None:
        self._post(
            "open",
            path=path,
            text=document.text,
            language=document.language,
            read_only=document.read_only,
            epoch=document.epoch,
            show=path == self._current,
        )

    def _post_markers(self, path: str, document: _Document) -> None:
        for owner, markers in document.markers.items():
            shown = [asdict(marker) for marker in markers]
            self._post("markers", path=path, owner=owner, markers=shown)

    def _event(self, name: str, payload: Any) -> None:
        document = self._documents.get(payload["path"])
        if document is None:
            return  # closed while the message was on its way
        if name == "changed":
            self._take(payload["path"], document, payload)
        elif name == "cursor":
            document.line, document.column = payload["line"], payload["column"]
            self.cursor_moved.emit(payload["path"], document.line, document.column)
        elif name == "goto":
            self.goto_requested.emit(payload["target"], payload["line"], payload["column"])
        elif name == "ask":
            self._on_question(payload)
        elif name == "cancel" and self.assistant is not None:
            number = self._questions.pop(payload["id"], None)
            if number is not None:
                self.assistant.cancel(number)

    def _take(self, path: str, document: _Document, payload: dict[str, Any]) -> None:
        """Takes a pushed text, unless Python has written the document since (older epoch)."""
        if payload["epoch"] != document.epoch or payload["version"] < document.version:
            return
        document.version = payload["version"]
        if document.steps != (steps := tuple(payload["steps"])):
            document.steps = steps
            self.history_changed.emit()
        if document.text != payload["text"]:
            document.text = payload["text"]
            self.text_changed.emit(path)

    def _on_question(self, payload: dict[str, Any]) -> None:
        answer = partial(self._reply, payload["id"])
        if self.assistant is None:
            answer(None)
            return
        self._questions[payload["id"]] = 0
        number = self.assistant.ask(payload["path"], payload["method"], payload["params"], answer)
        if payload["id"] in self._questions:
            self._questions[payload["id"]] = number

    def _reply(self, question: int, value: Any) -> None:
        self._questions.pop(question, None)
        if not shiboken6.isValid(self):
            return  # the language server has ended after the view
        self._post("reply", id=question, value=value)

    def _on_shortcut(self, chord: str) -> None:
        # The page flushes before it sends a chord, and the channel keeps the order.
        if chord == "Ctrl+S":
            self.save_requested.emit()
        elif chord == "F5":
            self.run_requested.emit()

    def _show_nothing(self) -> None:
        self._show_message("No file is open", "Choose an op on the left to edit its kernel.")


class _Once:
    """A callback for whichever of two comes first."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback: Callable[[], None] | None = callback

    def __call__(self, _answer: object = None) -> None:
        callback, self._callback = self._callback, None
        if callback is not None:
            callback()
