"""clang-format as the editor uses it: text in, text out, without waiting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from workbench.core.compile.programs import find_program
from workbench.core.errors import UserError
from workbench.gui.child_process import ChildProcess

__all__ = ["OUR_STYLE", "Formatter", "style_of"]

OUR_STYLE = "{BasedOnStyle: Google, ColumnLimit: 100}"
_STYLE_FILES = (".clang-format", "_clang-format")
_LIMIT_MS = 10_000

Done = Callable[[str | None, UserError | None], None]


def style_of(path: Path, root: Path) -> str:
    """The style of a file: that of the nearest ``.clang-format`` within a folder, else ours."""
    for folder in path.parents:
        for name in _STYLE_FILES:
            if (folder / name).is_file():
                return f"file:{folder / name}"
        if folder == root or root not in folder.parents:
            break
    return OUR_STYLE


class Formatter(QObject):
    """Formats one text after the other; a new one ends the one before.

    A process of its own per text: clang-format starts in 10 ms.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = ChildProcess(self)
        self._process.output.connect(self._on_output)
        self._process.errors.connect(self._on_errors)
        self._process.ended.connect(self._on_ended)
        self._process.not_started.connect(self._on_not_started)
        self._output = self._errors = b""
        self._done: Done | None = None
        self._limit = QTimer(self, singleShot=True, interval=_LIMIT_MS)
        self._limit.timeout.connect(self._give_up)

    def run(self, path: Path, root: Path, text: str, done: Done) -> None:
        """Format a C++ text.

        Args:
            path: the file; its suffix tells the language, its folder the style.
            root: the project's folder: a style file is looked for up to here.
            text: the text.
            done: is called once with the new text, or with None and what is wrong.
        """
        self.close()
        program = find_program("clang-format")
        if program is None:
            missing = "clang-format is not installed"
            done(None, UserError("format", missing, "Install it: pip install clang-format."))
            return
        self._done = done
        self._output = self._errors = b""
        self._limit.start()
        style = f"--style={style_of(path, root)}"
        arguments = [style, "--fallback-style=none", f"--assume-filename={path}"]
        self._process.start([program, *arguments])
        self._process.write(text.encode("utf-8", "surrogatepass"))
        self._process.close_input()

    def close(self) -> None:
        """End what runs; its text stays as it is."""
        self._finish(None, None)

    def _on_output(self, data: bytes) -> None:
        self._output += data

    def _on_errors(self, data: bytes) -> None:
        self._errors += data

    def _on_ended(self, status: int) -> None:
        if status == 0:
            self._finish(self._output.decode("utf-8", "replace"), None)
            return
        output = self._errors.decode("utf-8", "replace").strip()
        reason = output.partition("\n")[0][:300] or f"it ended with status {status}"
        hint = "Is the project's .clang-format right?"
        self._finish(None, UserError("format", f"clang-format failed: {reason}", hint))

    def _on_not_started(self, _reason: str) -> None:
        self._finish(None, UserError("format", "clang-format does not start"))

    def _give_up(self) -> None:
        limit = f"clang-format gave no answer in {_LIMIT_MS // 1000} s"
        self._finish(None, UserError("format", limit, "The text stays as it is."))

    def _finish(self, text: str | None, error: UserError | None) -> None:
        self._limit.stop()
        done, self._done = self._done, None
        self._process.drop()
        if done is not None:
            done(text, error)
