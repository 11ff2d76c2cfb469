"""A language server as a child process: requests with answers, and an end that costs nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.core.pipeline.hosts import Restarts
from workbench.gui.child_process import ChildProcess
from workbench.gui.lsp.framing import FrameError, FrameReader, encode

__all__ = ["LanguageServer"]

_ANSWER_WITHIN_S = 15.0
_SILENT_FOR_S = 60.0
_ENDS_WITHIN_S = 120.0
_MOST_MEMORY = 4 << 30
_TICK_MS = 1000

Answer = Callable[[Any], None]


class LanguageServer(QObject):
    """Speaks JSON-RPC with one server; starts it again after a crash, three times at most.

    A request is always answered, with None where the server fails or is too slow. Nothing here
    waits: a server that hangs is ended, and one that eats all memory, too (user code, macros and
    templates, is what it reads).

    Args:
        command: program and arguments.
        initialize: the parameters of the ``initialize`` request.
        parent: the Qt parent.
    """

    ready = Signal()
    """It listens; after a restart again, and knows of no document then."""
    notified = Signal(str, object)
    """A notification: method, parameters."""
    lost = Signal(str)
    """It ended for good: one sentence that says why."""

    def __init__(
        self, command: Sequence[str], initialize: dict[str, Any], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._command = list(command)
        self._initialize = initialize
        self._process = ChildProcess(self)
        self._process.output.connect(self._read)
        self._process.ended.connect(self._on_ended)
        self._process.not_started.connect(self._on_not_started)
        self._reader = FrameReader()
        self._is_ready = False
        self._closing = False
        self._next_id = 0
        self._asked: dict[int, tuple[float, Answer]] = {}
        self._heard_at = 0.0
        self._restarts = Restarts(_ENDS_WITHIN_S)
        self._why = ""
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._watch)

    @property
    def is_ready(self) -> bool:
        """Whether it listens now."""
        return self._is_ready

    @property
    def pid(self) -> int:
        """The process's number; 0 while there is none."""
        return self._process.pid

    # -- life

    def start(self) -> None:
        """Start it, unless it runs or has failed too often."""
        if self._process.is_there or self._closing or not self._restarts.allowed:
            return
        self._reader = FrameReader()
        self._why = ""
        self._heard_at = time.monotonic()
        self._process.start(self._command, listen_to_errors=False)
        self._send_request("initialize", self._initialize, self._on_initialized)
        self._tick.start()

    def close(self) -> None:
        """End it now; what was asked is answered with None."""
        self._closing = True
        self._tick.stop()
        self._is_ready = False
        self._answer_all()
        self._process.drop()

    def _on_initialized(self, result: Any) -> None:
        if result is None or not self._process.is_there:
            return
        self.notify("initialized", {})
        self._is_ready = True
        self.ready.emit()

    def _on_not_started(self, _reason: str) -> None:
        self._restarts.give_up()
        self._lose(f"{Path(self._command[0]).name} does not start")

    def _on_ended(self, status: int) -> None:
        name = Path(self._command[0]).name
        self._lose(self._why or f"{name} ended unasked (status {status})")

    def _lose(self, why: str) -> None:
        self._tick.stop()
        self._is_ready = False
        self._restarts.ended()
        self._answer_all()
        if self._restarts.allowed:
            self.start()
        else:
            self.lost.emit(why)

    def _fail(self, why: str) -> None:
        self._why = why
        self._process.kill()

    def _watch(self) -> None:
        """Once a second: requests that wait too long, a server that is silent, or eats memory."""
        now = time.monotonic()
        for number, (since, answer) in list(self._asked.items()):
            if now - since > _ANSWER_WITHIN_S and self._is_ready:
                del self._asked[number]
                self.notify("$/cancelRequest", {"id": number})
                answer(None)
        name = Path(self._command[0]).name
        waiting = bool(self._asked) or not self._is_ready
        if waiting and now - self._heard_at > _SILENT_FOR_S:
            self._fail(f"{name} gave no answer in {_SILENT_FOR_S:g} s")
        elif _memory(self.pid) > _MOST_MEMORY:
            self._fail(f"{name} took more than {_MOST_MEMORY >> 30} GiB of memory")

    # -- messages

    def request(self, method: str, params: dict[str, Any], answer: Answer) -> int:
        """Ask; the answer comes later, once. Returns the request's number."""
        if not self._is_ready:
            answer(None)
            return 0
        return self._send_request(method, params, answer)

    def cancel(self, number: int) -> None:
        """The answer is wanted no more."""
        if self._asked.pop(number, None) is not None:
            self.notify("$/cancelRequest", {"id": number})

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Tell."""
        self._process.write(encode({"method": method, "params": params}))

    def _send_request(self, method: str, params: dict[str, Any], answer: Answer) -> int:
        self._next_id += 1
        if not self._asked:
            self._heard_at = time.monotonic()
        self._asked[self._next_id] = (time.monotonic(), answer)
        message = {"id": self._next_id, "method": method, "params": params}
        self._process.write(encode(message))
        return self._next_id

    def _read(self, data: bytes) -> None:
        self._heard_at = time.monotonic()
        try:
            messages = self._reader.feed(data)
        except FrameError as error:
            self._fail(f"{Path(self._command[0]).name} cannot be understood: {error}")
            return
        for message in messages:
            self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        method, number = message.get("method"), message.get("id")
        if isinstance(method, str) and number is not None:
            # The server asks us; there is nothing that we could do for it.
            self._process.write(encode({"id": number, "result": None}))
        elif isinstance(method, str):
            self.notified.emit(method, message.get("params"))
        elif isinstance(number, int) and number in self._asked:
            self._asked.pop(number)[1](message.get("result"))

    def _answer_all(self) -> None:
        asked, self._asked = self._asked, {}
        for _, answer in asked.values():
            answer(None)


def _memory(pid: int) -> int:
    """The bytes that a process holds (Linux; 0 elsewhere)."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * 4096
