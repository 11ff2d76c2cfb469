"""Our own URL scheme, ``op-workbench://<host>/<path>``: how the pages' files reach Chromium.

No TCP port is opened: requests are answered inside this process, GET only, for pages of the same
host only, and from the allow-list of :mod:`workbench.gui.web.assets`.
"""

import logging

from PySide6.QtCore import QBuffer, QCoreApplication, QFile, QIODevice, QObject, Qt, QUrl
from PySide6.QtWebEngineCore import (
    QWebEngineUrlRequestJob,
    QWebEngineUrlScheme,
    QWebEngineUrlSchemeHandler,
)

from workbench.gui.web.assets import Asset, AssetLibrary, AssetNotFoundError

__all__ = ["SCHEME", "SchemeHandler", "page_url", "register_scheme"]

SCHEME = "op-workbench"
_CHANNEL_SCRIPT = "/workbench/qwebchannel.js"

logger = logging.getLogger(__name__)


def register_scheme() -> None:
    """Tells Chromium of our scheme; call it before the ``QApplication``, twice is fine."""
    name = SCHEME.encode()
    if not QWebEngineUrlScheme.schemeByName(name).name().isEmpty():
        return
    # Asked for by QtWebEngine when its widgets are imported before the application exists.
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    scheme = QWebEngineUrlScheme(name)
    scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
    scheme.setDefaultPort(QWebEngineUrlScheme.SpecialPort.PortUnspecified.value)
    flag = QWebEngineUrlScheme.Flag
    # Secure and CORS for workers and fonts, fetch for the models. The pages' own
    # Content-Security-Policy stays in force: it is a second fence behind the interceptor.
    scheme.setFlags(flag.SecureScheme | flag.CorsEnabled | flag.FetchApiAllowed)
    QWebEngineUrlScheme.registerScheme(scheme)


def page_url(host: str, path: str = "/index.html", query: str = "") -> QUrl:
    """The URL of a page; ``path`` and ``query`` are plain text."""
    url = QUrl()
    url.setScheme(SCHEME)
    url.setHost(host)
    url.setPath(path)
    if query:
        url.setQuery(query)
    return url


class SchemeHandler(QWebEngineUrlSchemeHandler):
    """Answers the requests of our scheme.

    Attributes:
        refused: what was denied, as ``(method, url, reason)``, the latest last; for tests and logs.
    """

    def __init__(self, library: AssetLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self.refused: list[tuple[str, str, str]] = []

    def requestStarted(self, job: QWebEngineUrlRequestJob) -> None:
        """Serves one request, or fails it."""
        method = bytes(job.requestMethod().data()).decode("ascii", "replace")
        url = job.requestUrl()
        reason = refusal(method, url, job.initiator())
        if reason:
            self._refuse(job, method, reason, QWebEngineUrlRequestJob.Error.RequestDenied)
            return
        path = url.path(QUrl.ComponentFormattingOption.FullyDecoded)
        query = url.query(QUrl.ComponentFormattingOption.FullyDecoded)
        try:
            asset = self._asset(url.host(), path, query)
        except AssetNotFoundError:
            self._refuse(job, method, "not found", QWebEngineUrlRequestJob.Error.UrlNotFound)
            return
        device = _device(asset, job)
        if not device.open(QIODevice.OpenModeFlag.ReadOnly):
            self._refuse(job, method, "unreadable", QWebEngineUrlRequestJob.Error.RequestFailed)
            return
        job.reply(asset.mime.encode(), device)

    def _asset(self, host: str, path: str, query: str) -> Asset:
        if path == _CHANNEL_SCRIPT:
            file = QFile(":/qtwebchannel/qwebchannel.js")
            if file.open(QIODevice.OpenModeFlag.ReadOnly):
                return Asset("text/javascript", content=bytes(file.readAll().data()))
        return self._library.find(host, path, query)

    def _refuse(
        self,
        job: QWebEngineUrlRequestJob,
        method: str,
        reason: str,
        error: QWebEngineUrlRequestJob.Error,
    ) -> None:
        url = job.requestUrl().toString()
        self.refused.append((method, url, reason))
        del self.refused[:-100]
        logger.info("refused %s %s: %s", method, url, reason)
        job.fail(error)


def refusal(method: str, url: QUrl, initiator: QUrl) -> str:
    """Says why a request is denied, or nothing.

    Args:
        method: the request's method.
        url: what is asked for.
        initiator: the origin of the page that asks; empty when the program itself navigates.
    """
    if method != "GET":
        return "only GET is served"
    if initiator.isEmpty():
        return "" if url.path() == "/index.html" else "no page asked for it"
    if initiator.scheme() != SCHEME or initiator.host() != url.host():
        return f"asked for by {initiator.toString()}"
    return ""


def _device(asset: Asset, job: QWebEngineUrlRequestJob) -> QIODevice:
    """The device that Chromium reads; it must live as long as the job, so the job owns it."""
    if asset.path is not None:
        return QFile(str(asset.path), job)
    buffer = QBuffer(job)
    buffer.setData(asset.content)
    return buffer
