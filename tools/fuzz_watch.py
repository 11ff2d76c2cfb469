"""Watches a worker of ``make fuzz`` from outside: whether it hangs, dies or grows."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from tools.fuzz_worker import STACK

__all__ = ["Limits", "Outcome", "Watch"]

_ROOT = Path(__file__).resolve().parent.parent
_LOOK_SECONDS = 0.05
"""So often the memory is looked at while an input is read."""
_START_SECONDS = 120.0
"""For a worker's start, and to make an input."""


class Limits(NamedTuple):
    """Of one input: seconds, and bytes by which the process may grow."""

    seconds: float = 5.0
    growth: int = 10**9


class Outcome(NamedTuple):
    """What came of an input.

    Attributes:
        name: its file's.
        what: a word of ``fuzz.py``; empty where all was well.
        why, where: one line each.
        traceback: the whole, where there is one.
        data: the file, where something is wrong.
    """

    name: str
    what: str = ""
    why: str = ""
    where: str = ""
    traceback: str = ""
    data: bytes = b""


class Watch:
    """One worker after the other in a folder of their own.

    Args:
        program: of a worker, see ``fuzz_worker.serve``.
        folder: for it alone.
        limits: of one input.
    """

    def __init__(self, program: Path, folder: Path, limits: Limits) -> None:
        self._program, self._folder, self._limits = program, folder, limits
        self._process: subprocess.Popen[bytes] | None = None
        self._other: Watch | None = None
        self._rest = b""

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *error: object) -> None:
        self._end()
        if self._other is not None:
            self._other._end()

    def number(self, kind: str, seed: int, number: int) -> Outcome:
        """The outcome of an input that the worker makes."""
        return self._outcome(kind=kind, seed=seed, number=number)

    def file(self, kind: str, file: Path) -> Outcome:
        """The outcome of a file."""
        return self._outcome(kind=kind, file=str(file))

    def bytes(self, kind: str, name: str, data: bytes) -> Outcome:
        """The outcome of a file with these bytes, read in another worker."""
        if self._other is None:
            self._other = Watch(self._program, self._folder / "other", self._limits)
        self._other._folder.mkdir(exist_ok=True)
        file = self._other._folder / name
        file.write_bytes(data)
        return self._other.file(kind, file)

    # -- the process ----------------------------------------------------------------------

    def _outcome(self, **asked: object) -> Outcome:
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()
        begin = self._line(time.monotonic() + _START_SECONDS)
        if begin is None:
            raise SystemExit(f"a worker ended before it read anything: {asked}")
        file = Path(begin["file"])
        ends = time.monotonic() + self._limits.seconds
        used = self._used()[1]
        most = begin["memory"] + self._limits.growth
        done = self._line(ends, most)
        while done is None and not self._hangs(ends, used) and self._memory("VmRSS") <= most:
            if self._used()[0] in ("", "Z"):
                break
            done = self._line(time.monotonic() + 0.1 * self._limits.seconds, most)
        if done is not None and done["peak"] <= most:
            data = file.read_bytes() if done["what"] else b""
            told = (done["what"], done["why"], done["where"], done["traceback"])
            return Outcome(file.name, *told, data)
        if done is not None or self._memory("VmHWM") > most:
            what, why = "growth", f"it grew by more than {self._limits.growth / 1e6:.0f} MB"
        elif self._hangs(ends, used):
            what, why = "hang", f"it takes longer than {self._limits.seconds:g} s"
        else:
            what, why = "died", ""
        stack = self._stack(what != "died")
        status = self._end(kill=what != "died")
        if what == "died":
            ended = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
            why = f"the process ended {ended}"
        places = re.findall(rf'File "{_ROOT}{os.sep}(workbench.*)", line (\d+) in (.*)', stack)
        places += re.findall(r'File "(.*)", line (\d+) in (.*)', stack)
        where = "{}:{} in {}".format(*places[0]) if places else ""
        return Outcome(file.name, what, why, where, stack, file.read_bytes())

    def _stack(self, lives: bool) -> str:
        """Where the worker is, or was when it died; the innermost first."""
        assert self._process is not None
        file = self._folder / STACK
        if lives:
            self._process.send_signal(signal.SIGUSR1)
            ends = time.monotonic() + 1.0
            while not file.stat().st_size and time.monotonic() < ends:
                time.sleep(0.01)
        return file.read_text("utf-8", "replace")

    def _start(self) -> None:
        home = self._folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        folders = {f"OP_WORKBENCH_{n}": str(home / n.lower()) for n in ("CACHE", "CONFIG", "DATA")}
        own = {"HOME": str(home), "TMPDIR": str(home), "ORT_DISABLE_TELEMETRY": "1"}
        own |= {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(_ROOT)}
        self._rest = b""
        self._process = subprocess.Popen(
            [sys.executable, self._program, self._folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self._folder,
            env={**os.environ, **folders, **own},
        )
        if self._line(time.monotonic() + _START_SECONDS) is None:
            self._end()
            raise SystemExit("a worker does not start: see what it says above")

    def _end(self, kill: bool = True) -> int:
        """Let the worker go. Returns its exit status, or the signal as a negative number."""
        process, self._process = self._process, None
        if process is None:
            return 0
        if kill:
            process.kill()
        process.communicate()
        return process.returncode

    def _line(self, until: float, grown: int = 0) -> dict[str, Any] | None:
        """What the worker says next; None where it has ended, or says nothing until then.

        Args:
            until: by the monotonic clock.
            grown: the memory that it may have, in bytes; 0 for any.
        """
        assert self._process is not None
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._rest:
            wait = min(until - time.monotonic(), _LOOK_SECONDS)
            if wait < 0 or (grown and self._memory("VmRSS") > grown):
                return None
            if select.select([pipe], [], [], wait)[0]:
                piece = os.read(pipe, 1 << 16)
                if not piece:
                    return None
                self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _hangs(self, ends: float, used: float) -> bool:
        """Whether it took too long: it waits, or computes for so long. Others may have the cores."""
        state, seconds = self._used()
        over = time.monotonic() - ends
        limit = self._limits.seconds
        return over >= 0 and (state == "S" or seconds - used >= limit or over >= 9 * limit)

    def _used(self) -> tuple[str, float]:
        """The worker's state and its seconds of computing (proc(5)); nothing where it is gone."""
        assert self._process is not None
        try:
            text = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return "", 0.0
        fields = text.rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return fields[0], ticks / os.sysconf("SC_CLK_TCK")

    def _memory(self, which: str) -> int:
        """Bytes of the worker, now or at most (proc(5)); 0 where it has ended."""
        assert self._process is not None
        try:
            text = Path(f"/proc/{self._process.pid}/status").read_text()
        except OSError:
            return 0
        found = re.search(rf"{which}:\s*(\d+) kB", text)
        return int(found[1]) << 10 if found else 0
