"""A widget around one embedded page: starts when first shown, survives a crash of its renderer."""

import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor, QShowEvent
from PySide6.QtWebChannel import QWebChannel
from PySide6.QtWebEngineCore import QWebEnginePage
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QStackedLayout, QWidget

from workbench.gui.web.bridge import Bridge
from workbench.gui.web.context import WebContext
from workbench.gui.web.message_pane import MessagePane
from workbench.gui.web.page import WebPage

__all__ = ["WINDOW_CHORDS", "WebWidget"]

WINDOW_CHORDS = (
    *(f"Ctrl+{digit}" for digit in range(1, 10)),
    *("Ctrl+Tab", "Ctrl+Shift+Tab", "Ctrl+N", "Ctrl+O", "Ctrl+S", "Ctrl+Shift+S", "Ctrl+W"),
    *("Ctrl+Q", "Ctrl+Shift+P", "F5", "Shift+F5", "F7", "F11"),
)
"""Keys that belong to the window even while a page has the focus."""

_BACKGROUND = {False: QColor("#ffffff"), True: QColor("#1e1f22")}
_CRASHES = 3
_CRASH_WINDOW_S = 60.0


class WebWidget(QWidget):
    """Shows a page of our scheme, or a message in its place.

    A subclass names its page (:meth:`_home`), restores its state into a fresh page
    (:meth:`_restore`) and answers the page's events (:meth:`_event`). All state lives in Python,
    so calls before the page is ready, and a crash of the page, need no queue: the page is told
    everything once it says hello.

    Args:
        context: the program's shared web context.
        parent: the Qt parent.
    """

    ready = Signal()
    """The page listens; emitted again after a crash has been recovered."""
    shortcut = Signal(str)
    """A key of the window was pressed in the page (Qt's portable text, e.g. ``Ctrl+2``).

    Qt itself gives a key that is an action of the window to that action first; this comes only
    for keys that no enabled action took.
    """

    def __init__(self, context: WebContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._dark = False
        self._listening = False
        self._page_wanted = False
        self._crashes: list[float] = []
        self._asked: dict[int, Callable[[Any], None]] = {}
        self._next_id = 0
        self._bridge = Bridge(self)
        self._bridge.received.connect(self._on_received)
        self._channel: QWebChannel | None = None
        self._page: WebPage | None = None
        self._view: QWebEngineView | None = None
        self._pane = MessagePane(self)
        self._pane.clicked.connect(self._retry)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._pane)
        self.setAcceptDrops(False)

    def is_ready(self) -> bool:
        """Whether the page listens now."""
        return self._listening

    def page(self) -> WebPage | None:
        """The page, once started; for tests and measurements."""
        return self._page

    def start(self) -> None:
        """Starts the page ahead of the first show; a second call changes nothing."""
        if self._page is not None:
            return
        self._page = self._context.new_page()
        self._page.setBackgroundColor(_BACKGROUND[self._dark])
        self._channel = QWebChannel(self._page)
        self._channel.registerObject("bridge", self._bridge)
        self._page.setWebChannel(self._channel)
        self._page.renderProcessTerminated.connect(self._on_terminated)
        self._page.loadFinished.connect(self._on_load_finished)
        self._view = QWebEngineView(self)
        self._view.setAccessibleName(self.accessibleName())
        self._view.setAcceptDrops(False)
        # The pages bring their own menus; Chromium's would offer 'Back' and 'View source'.
        self._view.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._view.setPage(self._page)
        self._stack.addWidget(self._view)
        self.setFocusProxy(self._view)
        self.destroyed.connect(self._page.deleteLater)
        if self._page_wanted:
            self._stack.setCurrentWidget(self._view)
        self._load()

    def set_dark(self, dark: bool) -> None:
        """Chooses the dark or the light look; no reload."""
        self._dark = dark
        if self._page is not None:
            self._page.setBackgroundColor(_BACKGROUND[dark])
        self._post("dark", dark=dark)

    def showEvent(self, event: QShowEvent) -> None:
        """Starts the page with the first show."""
        super().showEvent(event)
        self.start()

    # For subclasses

    def _home(self) -> QUrl:
        raise NotImplementedError

    def _restore(self) -> None:
        raise NotImplementedError

    def _event(self, name: str, payload: Any) -> None:
        raise NotImplementedError

    def _load(self) -> None:
        """Loads the page anew; its state follows when it says hello."""
        if self._page is not None:
            self._listening = False
            self._page.go_home(self._home())

    def _post(self, name: str, /, **payload: Any) -> None:
        """Sends a command, or nothing: a page that is not ready is told all of it later."""
        if self._listening:
            self._bridge.post(name, **payload)

    def _ask(self, name: str, callback: Callable[[Any], None], /, **payload: Any) -> None:
        """Sends a question whose answer goes to the callback; None when the page dies first."""
        self._next_id += 1
        self._asked[self._next_id] = callback
        self._post(name, id=self._next_id, **payload)

    def _show_page(self) -> None:
        self._page_wanted = True
        if self._view is not None:
            self._stack.setCurrentWidget(self._view)

    def _show_message(self, title: str, text: str, button: str = "") -> None:
        self._page_wanted = False
        self._pane.say(title, text, button)
        self._stack.setCurrentWidget(self._pane)

    # The page's life

    def _on_received(self, name: str, payload: Any) -> None:
        if name == "hello":
            self._listening = True
            self._post("dark", dark=self._dark)
            self._post("forward", chords=WINDOW_CHORDS)
            self._restore()
            self.ready.emit()
        elif name == "answer":
            self._answer(payload["id"], payload["value"])
        elif name == "shortcut":
            self.shortcut.emit(payload)
        else:
            self._event(name, payload)

    def _answer(self, question: int, value: Any) -> None:
        callback = self._asked.pop(question, None)
        if callback is not None:
            callback(value)

    def _on_load_finished(self, ok: bool) -> None:
        if not ok and not self._listening and self._page is not None:
            self._show_message(
                "This view cannot start",
                "Its files are missing. Install them with: pip install monaco-qt netron",
                "Try again",
            )

    def _on_terminated(
        self, status: QWebEnginePage.RenderProcessTerminationStatus, code: int
    ) -> None:
        self._listening = False
        for question in list(self._asked):
            self._answer(question, None)
        if status == QWebEnginePage.RenderProcessTerminationStatus.NormalTerminationStatus:
            return
        now = time.monotonic()
        self._crashes = [then for then in self._crashes if now - then < _CRASH_WINDOW_S] + [now]
        if len(self._crashes) > _CRASHES:
            self._show_message(
                "This view keeps failing",
                f"Its process ended {len(self._crashes)} times in a minute (code {code}). "
                "Nothing you wrote is lost.",
                "Start it again",
            )
            return
        # Loading from within the signal would run into the dying process.
        QTimer.singleShot(0, self, self._load)

    def _retry(self) -> None:
        self._crashes.clear()
        self._show_page()
        self._load()
