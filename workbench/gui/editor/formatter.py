"""clang-format as the editor uses it: text in, text out, without waiting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer

from workbench.core.compile.programs import find_program
from workbench.core.errors import UserError

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

    A ``QProcess`` of its own per text: clang-format starts in 10 ms.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
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
        process = QProcess(self)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        self._limit.start()
        style = f"--style={style_of(path, root)}"
        process.start(program, [style, "--fallback-style=none", f"--assume-filename={path}"])
        process.write(text.encode("utf-8", "surrogatepass"))
        process.closeWriteChannel()

    def close(self) -> None:
        """End what runs; its text stays as it is."""
        self._finish(None, None)

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        process = self._process
        if process is None:
            return
        if code == 0 and status == QProcess.ExitStatus.NormalExit:
            text = bytes(process.readAllStandardOutput().data()).decode("utf-8", "replace")
            self._finish(text, None)
            return
        said = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        reason = said.partition("\n")[0][:300] or f"it ended with status {code}"
        hint = "Is the project's .clang-format right?"
        self._finish(None, UserError("format", f"clang-format failed: {reason}", hint))

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._finish(None, UserError("format", "clang-format does not start"))

    def _give_up(self) -> None:
        limit = f"clang-format gave no answer in {_LIMIT_MS // 1000} s"
        self._finish(None, UserError("format", limit, "The text stays as it is."))

    def _finish(self, text: str | None, error: UserError | None) -> None:
        self._limit.stop()
        process, self._process = self._process, None
        done, self._done = self._done, None
        if process is not None:
            process.finished.disconnect(self._on_finished)
            process.errorOccurred.disconnect(self._on_error)
            if process.state() != QProcess.ProcessState.NotRunning:
                process.kill()
                process.waitForFinished(500)
            process.deleteLater()
        if done is not None:
            done(text, error)
