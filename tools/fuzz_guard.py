"""What reading a foreign file may not do, whoever asked for it: an audit hook in a worker.

Nothing is executed (no process, no library, no code that is not the program's own), nothing is
connected, and nothing outside of the worker's scratch folder is written or removed. Python raises
the events (`sys.addaudithook`); writes by a C library's own calls are not seen.
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
import types
import typing
from collections.abc import Iterator
from pathlib import Path

__all__ = ["ForbiddenError", "Guard"]

_FORBIDDEN = frozenset(
    """os.exec os.fork os.forkpty os.posix_spawn os.spawn os.system os.startfile os.kill
    subprocess.Popen pty.spawn pickle.find_class ctypes.dlopen code.__new__ cpython.run_command
    cpython.run_file cpython.run_module cpython.run_string signal.pthread_kill webbrowser.open
    urllib.Request""".split()
)
_CONNECTING = ("socket.", "ftplib.", "http.", "imaplib.", "smtplib.", "telnetlib.")
_CHANGING = {
    # event: which arguments are paths, and where the descriptor of its folder is, if it has one
    "os.chmod": ((0, 2),),
    "os.chown": ((0, 3),),
    "os.link": ((1, 3),),
    "os.mkdir": ((0, 2),),
    "os.remove": ((0, 1),),
    "os.rename": ((0, 2), (1, 3)),
    "os.rmdir": ((0, 1),),
    "os.symlink": ((1, 2),),
    "os.truncate": ((0, -1),),
    "os.utime": ((0, 3),),
    "os.setxattr": ((0, -1),),
}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class ForbiddenError(BaseException):
    """Something was about to happen that must not; no ``except Exception`` hides it."""


class Guard:
    """Forbids, while it is ``on``; a hook cannot be taken away again, so there is one a process.

    Args:
        scratch: the folder that may be written.
        code: folders whose code is the program's own, or Python's.
    """

    def __init__(self, scratch: Path, code: tuple[Path, ...]) -> None:
        self.seen: str = ""
        """What was about to happen first, also where somebody caught the error."""
        self.stack: list[traceback.FrameSummary] = []
        """Who was about to do it."""
        self._scratch = os.path.realpath(scratch)
        self._code = tuple(f"{os.path.realpath(folder)}{os.sep}" for folder in code)
        self._on = False
        sys.addaudithook(self._hook)

    @contextlib.contextmanager
    def on(self) -> Iterator[None]:
        """What is done inside is watched."""
        self.seen, self.stack, self._on = "", [], True
        try:
            yield
        finally:
            self._on = False

    def _hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self._on:
            return
        self._on = False  # what is asked below raises events of its own
        try:
            why = self._why(event, arguments)
        finally:
            self._on = True
        if why:
            if not self.seen:
                self.seen, self.stack = why, traceback.extract_stack()[:-1]
            raise ForbiddenError(why)

    def _why(self, event: str, arguments: tuple[object, ...]) -> str:
        """Why an event is forbidden; empty where it is not."""
        if event == "ctypes.dlopen" and arguments[0] is None:
            return ""  # the process itself
        if event in _FORBIDDEN or event.startswith(_CONNECTING):
            return f"{event}{arguments!r:.200}"
        if event == "exec":
            code = arguments[0]
            file = code.co_filename if isinstance(code, types.CodeType) else ""
            caller = sys._getframe(2)
            if file == "<string>" and caller.f_code.co_filename == typing.__file__:
                return ""  # an annotation that is written as a text
            return "" if self._is_own(file) else f"exec of code of {file or code!r:.100}"
        if event == "import":
            file = arguments[1]
            outside = isinstance(file, str) and not self._is_own(file)
            return f"import of {file}" if outside else ""
        if event == "open":
            path, _, flags = arguments
            writes = isinstance(flags, int) and flags & _WRITING
            return self._outside(path, None, event) if writes else ""
        for path, folder in _CHANGING.get(event, ()):
            if why := self._outside(
                arguments[path], arguments[folder] if folder > 0 else -1, event
            ):
                return why
        return ""

    def _is_own(self, file: str) -> bool:
        return file.startswith("<frozen ") or os.path.realpath(file).startswith(self._code)

    def _outside(self, path: object, folder: object, event: str) -> str:
        """Which file outside of the scratch folder would be changed; empty for none."""
        if not isinstance(path, str | bytes | os.PathLike):
            return ""  # a descriptor, whose opening was seen
        name = os.fsdecode(path)
        if "\0" in name or name == os.devnull:
            return ""  # no file has such a name
        if isinstance(folder, int) and folder >= 0:
            name = os.path.join(os.readlink(f"/proc/self/fd/{folder}"), name)  # noqa: PTH115, PTH118
        # Of what is removed or renamed the name counts, of what is opened where it leads.
        head, tail = os.path.split(name)
        real = os.path.realpath(name) if event == "open" else f"{os.path.realpath(head)}/{tail}"
        inside = real == self._scratch or real.startswith(f"{self._scratch}{os.sep}")
        return "" if inside else f"{event} outside of the scratch folder: {real}"
