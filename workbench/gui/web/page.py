"""A web page that stays where the program put it."""

import logging

from PySide6.QtCore import QObject, QUrl
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEnginePermission, QWebEngineProfile

from workbench.gui.web.scheme import SCHEME

__all__ = ["WebPage"]

logger = logging.getLogger(__name__)

_LEVELS = {
    QWebEnginePage.JavaScriptConsoleMessageLevel.InfoMessageLevel: logging.DEBUG,
    QWebEnginePage.JavaScriptConsoleMessageLevel.WarningMessageLevel: logging.INFO,
    QWebEnginePage.JavaScriptConsoleMessageLevel.ErrorMessageLevel: logging.WARNING,
}


class WebPage(QWebEnginePage):
    """Goes nowhere on its own: no links, new windows, dialogs, file choosers or permissions."""

    def __init__(self, profile: QWebEngineProfile, parent: QObject) -> None:
        super().__init__(profile, parent)
        self._home = QUrl()
        self.permissionRequested.connect(self._deny)

    def go_home(self, url: QUrl) -> None:
        """Loads the one page that this object may show."""
        self._home = url
        self.load(url)

    def acceptNavigationRequest(
        self, url: QUrl | str, kind: QWebEnginePage.NavigationType, is_main_frame: bool
    ) -> bool:
        """Lets the program's own page through, and nothing that the page itself tries."""
        allowed = is_main_frame and QUrl(url) == self._home and self._home.scheme() == SCHEME
        if not allowed:
            logger.info("refused to navigate to %s", QUrl(url).toString())
        return allowed

    def createWindow(  # type: ignore[override]  # None is Qt's own answer for "no window"
        self, kind: QWebEnginePage.WebWindowType
    ) -> QWebEnginePage | None:
        """No new windows."""
        return None

    def chooseFiles(
        self, mode: QWebEnginePage.FileSelectionMode, old: object, types: object
    ) -> list[str]:
        """No file chooser: files are opened by the program's own actions."""
        return []

    def javaScriptAlert(self, origin: QUrl | str, message: str) -> None:
        """No modal boxes from a page."""
        logger.info("page alert: %s", message)

    def javaScriptConfirm(self, origin: QUrl | str, message: str) -> bool:
        """No modal boxes from a page."""
        return False

    def javaScriptConsoleMessage(
        self,
        level: QWebEnginePage.JavaScriptConsoleMessageLevel,
        message: str,
        line: int,
        source: str,
    ) -> None:
        """Sends the page's console to the log, so that a broken script fails the tests."""
        logger.log(_LEVELS[level], "%s:%d: %s", source, line, message)

    def _deny(self, permission: QWebEnginePermission) -> None:
        permission.deny()
