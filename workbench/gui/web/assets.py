"""What each host of our URL scheme may serve. No Qt here: paths and bytes only.

Every host has an allow-list of roots: files of an installed package, our own ``resources/web``
under ``/workbench/`` with ``resources/fonts`` in it, and model files that the program registered
under ``/data/<token>/<name>``.
"""

import importlib.util
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from workbench import paths

__all__ = ["Asset", "AssetLibrary", "AssetNotFoundError", "package_folder"]

MIME_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".otf": "font/otf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""The only kinds of file served from a package; a ``.py`` beside them is none of a page's."""

_FONTS = "/workbench/fonts/"
_DATE = re.compile(r'<meta name="date" content="[^"]*">')
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
_NETRON_POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self' blob:; connect-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "frame-src 'none'"
)
_NETRON_HEAD = (
    '<script src="/workbench/qwebchannel.js"></script>\n'
    '<script src="/workbench/bridge.js"></script>\n'
    '<script src="/workbench/netron.js"></script>\n'
)
_NETRON_STYLE = (
    '<link rel="stylesheet" href="/workbench/fonts.css">\n'
    '<link rel="stylesheet" href="/workbench/netron.css">\n'
)


class AssetNotFoundError(LookupError):
    """The host serves nothing under this path."""


@dataclass(frozen=True)
class Asset:
    """Something to serve: a file, or bytes made on the spot.

    Attributes:
        mime: the content type.
        path: the file, or None where ``content`` holds the bytes.
        content: the bytes where there is no file.
    """

    mime: str
    path: Path | None = None
    content: bytes = b""


def package_folder(name: str) -> Path | None:
    """Finds an installed package without importing it; None where it is not installed."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0])


class AssetLibrary:
    """Answers (host, path) with an asset, from roots that are fixed when it is made.

    Args:
        monaco: the folder that holds Monaco's ``vs``; found in ``monaco-qt`` when None.
        netron: the folder of Netron's page; found in ``netron`` when None.
    """

    def __init__(self, monaco: Path | None = None, netron: Path | None = None) -> None:
        package = package_folder("monaco")
        self._monaco = monaco or (package and package / "monaco-editor" / "min")
        self._netron = netron or package_folder("netron")
        self._bundled = paths.resources() / "web"
        self._fonts = paths.resources() / "fonts"
        self._data: dict[str, Path] = {}

    def register(self, path: Path) -> str:
        """Opens one file (and its ``.data`` neighbour, ONNX's external data) to the pages.

        Returns:
            The path of its URL, ``/data/<token>/<name>``; the token cannot be guessed.
        """
        token = secrets.token_urlsafe(12)
        self._data[token] = path
        return f"/data/{token}/{quote(path.name)}"

    def release(self, url_path: str) -> None:
        """Closes what :meth:`register` opened; unknown paths are ignored."""
        parts = url_path.split("/")
        if len(parts) == 4:
            self._data.pop(parts[2], None)

    def find(self, host: str, path: str, query: str = "") -> Asset:
        """Answers one request.

        Args:
            host: the URL's host.
            path: the URL's path, percent-decoded.
            query: for Netron's page, the URL path of the model that it opens first.

        Raises:
            AssetNotFoundError: for everything that is not on the allow-list.
        """
        if "\0" in path or "\\" in path or not path.startswith("/"):
            raise AssetNotFoundError(path)
        if host not in {"monaco", "netron"}:
            raise AssetNotFoundError(host)
        if path.startswith(_FONTS):
            return _file(self._fonts, path.removeprefix(_FONTS))
        if path.startswith("/workbench/"):
            return _file(self._bundled, path.removeprefix("/workbench/"))
        if host == "monaco":
            if path == "/index.html":
                return _file(self._bundled, "monaco.html")
            if path.startswith("/vs/"):
                return _file(self._monaco, path.removeprefix("/"))
            raise AssetNotFoundError(path)
        if path.startswith("/data/"):
            return self._model(path)
        if path == "/index.html":
            return self._netron_page(query)
        asset = _file(self._netron, path.removeprefix("/"))
        return _with_common_brackets(asset) if path == "/view.js" else asset

    def _model(self, path: str) -> Asset:
        _, _, token, name = path.split("/", 3) if path.count("/") == 3 else ("", "", "", "")
        file = self._data.get(token)
        if file is None or name not in {file.name, f"{file.name}.data"}:
            raise AssetNotFoundError(path)
        wanted = file.with_name(name)
        if not wanted.is_file():
            raise AssetNotFoundError(path)
        return Asset("application/octet-stream", wanted)

    def _netron_page(self, model: str) -> Asset:
        """Netron's own page with today's date (it stops 180 days after it) and our glue first."""
        path = _file(self._netron, "index.html").path
        assert path is not None
        page = path.read_text(encoding="utf-8")
        today = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
        metas = [f'<meta name="date" content="{today}">']
        if model:
            metas.append(f'<meta name="file" content="{escape(model)}">')
        page, dates = _DATE.subn(lambda _: "\n".join(metas), page, count=1)
        if not dates:
            page = page.replace("<head>", "<head>\n" + "\n".join(metas), 1)
        policy = f'<meta http-equiv="Content-Security-Policy" content="{_NETRON_POLICY}">'
        page = _POLICY.sub("", page)
        # Before Netron's first script, so that our cookie and hooks are there when it looks.
        page = page.replace("<title>", f"{policy}\n{_NETRON_HEAD}<title>", 1)
        page = page.replace("</head>", f"{_NETRON_STYLE}</head>", 1)
        return Asset("text/html", content=page.encode())


def _file(root: Path | None, relative: str) -> Asset:
    """A file below a root, and only there: links and ``..`` are resolved before the check."""
    mime = MIME_TYPES.get(PurePosixPath(relative).suffix)
    if root is None or mime is None or relative.startswith("/"):
        raise AssetNotFoundError(relative)
    path = (root / relative).resolve()
    if not path.is_relative_to(root.resolve()) or not path.is_file():
        raise AssetNotFoundError(relative)
    return Asset(mime, path)


def _with_common_brackets(asset: Asset) -> Asset:
    """Netron writes shapes in CJK brackets; few fonts outside East Asia have them, most have ⟨⟩."""
    assert asset.path is not None
    code = asset.path.read_bytes()
    code = code.replace(rb"\u3008", rb"\u27e8").replace(rb"\u3009", rb"\u27e9")
    return Asset(asset.mime, content=code)
