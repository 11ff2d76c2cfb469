"""What all web views of a program share: one profile that keeps nothing and reaches nobody."""

import logging

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWebEngineCore import (
    QWebEngineDownloadRequest,
    QWebEngineProfile,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)

from workbench.gui.web.assets import AssetLibrary
from workbench.gui.web.page import WebPage
from workbench.gui.web.scheme import SCHEME, SchemeHandler

__all__ = ["Interceptor", "WebContext"]

ALLOWED_SCHEMES = frozenset({SCHEME, "blob", "data"})

logger = logging.getLogger(__name__)


class Interceptor(QWebEngineUrlRequestInterceptor):
    """Blocks every request that would leave the program.

    Attributes:
        blocked: the URLs that were refused, the latest last (100 at most).
        passed: the schemes of the requests that went through.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.blocked: list[str] = []
        self.passed: set[str] = set()

    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        """Called by Chromium before each request of any kind, WebSockets and pings too."""
        scheme = info.requestUrl().scheme()
        if scheme in ALLOWED_SCHEMES:
            self.passed.add(scheme)
            return
        info.block(True)
        url = info.requestUrl().toString()
        self.blocked.append(url)
        del self.blocked[:-100]
        logger.info("refused a request to the outside: %s", url)


class WebContext(QObject):
    """Owns the profile, our scheme's handler and the pages; make one and give it to the views.

    It is cheap until the first page is asked for. The pages are its children and die before the
    profile: Chromium insists that no page outlives its profile.

    Args:
        library: what may be served; the installed packages when None.
        parent: the Qt parent, usually the application or the main window.
    """

    def __init__(self, library: AssetLibrary | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = library or AssetLibrary()
        self.interceptor = Interceptor()
        self.handler = SchemeHandler(self.library)
        # QObject deletes its children in the order of their making: pages first, then the
        # profile, and with it what it uses.
        self._pages = QObject(self)
        self._profile: QWebEngineProfile | None = None
        app = QCoreApplication.instance()
        if app is not None:
            # Later, Python and Qt take things down in an order of their own.
            app.aboutToQuit.connect(self.close)

    def new_page(self) -> WebPage:
        """Makes a page, and with the first one Chromium itself."""
        return WebPage(self._started_profile(), self._pages)

    def close(self) -> None:
        """Ends all pages, then the profile; done by itself when the application quits."""
        for page in self._pages.findChildren(WebPage):
            shiboken6.delete(page)
        if self._profile is not None:
            shiboken6.delete(self._profile)
            self._profile = None

    def _started_profile(self) -> QWebEngineProfile:
        if self._profile is None:
            self._profile = self._new_profile()
        return self._profile

    def _new_profile(self) -> QWebEngineProfile:
        # A profile without a storage name is off the record: nothing is written to disk.
        profile = QWebEngineProfile(self)
        self.interceptor.setParent(profile)
        self.handler.setParent(profile)
        profile.setHttpCacheType(QWebEngineProfile.HttpCacheType.NoCache)
        profile.setPersistentCookiesPolicy(
            QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies
        )
        profile.setSpellCheckEnabled(False)
        profile.setUrlRequestInterceptor(self.interceptor)
        profile.installUrlSchemeHandler(SCHEME.encode(), self.handler)
        profile.downloadRequested.connect(self._cancel_download)
        _harden(profile.settings())
        return profile

    def _cancel_download(self, download: QWebEngineDownloadRequest) -> None:
        download.cancel()


def _harden(settings: QWebEngineSettings) -> None:
    """Switches off what two offline pages of ours have no use for."""
    attribute = QWebEngineSettings.WebAttribute
    for unwanted in (
        attribute.AutoLoadIconsForPage,
        attribute.BackForwardCacheEnabled,
        attribute.DnsPrefetchEnabled,
        attribute.ErrorPageEnabled,
        attribute.FullScreenSupportEnabled,
        attribute.HyperlinkAuditingEnabled,
        attribute.JavascriptCanOpenWindows,
        attribute.LocalContentCanAccessFileUrls,
        attribute.LocalContentCanAccessRemoteUrls,
        attribute.NavigateOnDropEnabled,
        attribute.PdfViewerEnabled,
        attribute.PluginsEnabled,
        attribute.ScreenCaptureEnabled,
        attribute.WebGLEnabled,
    ):
        settings.setAttribute(unwanted, False)
    # Monaco's own menu offers copy and paste; without these two they do nothing.
    settings.setAttribute(attribute.JavascriptCanAccessClipboard, True)
    settings.setAttribute(attribute.JavascriptCanPaste, True)
    settings.setAttribute(attribute.WebRTCPublicInterfacesOnly, True)
