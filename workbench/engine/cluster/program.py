"""The workers of a check as a program: the window starts it, for one check."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.checking import Part
from workbench.core.cluster import CheckStart, WorkersTold
from workbench.core.errors import UserError
from workbench.engine.cluster.extra import opened

__all__ = ["main"]

_PR_SET_PDEATHSIG = 1


class _Window:
    """Who has started this program."""

    def __init__(self) -> None:
        self._out = os.dup(1)
        os.dup2(2, 1)  # whatever is printed here is none of what is told

    def tell(self, told: WorkersTold) -> None:
        data = msgspec.json.encode(told) + b"\n"
        while data:
            data = data[os.write(self._out, data) :]

    def say(self, text: str) -> None:
        self.tell(WorkersTold(said=text))


def _serve(start: CheckStart, lines: jobs.LineReader, window: _Window) -> None:
    with opened(start.workers, window.say) as cluster:
        from workbench.engine.cluster.session import Session

        folder, work = Path(start.folder), Path(start.work)
        with Session(cluster, folder, work, start.limits) as session:
            window.tell(WorkersTold(threads=cluster.threads))
            while True:
                ready, _, _ = select.select([0, session.fileno()], [], [])
                if session.fileno() in ready:
                    for outcome in session.read():
                        window.tell(WorkersTold(outcome=outcome))
                if 0 not in ready:
                    continue
                data = os.read(0, 1 << 16)
                if not data:
                    return
                for line in lines.feed(data):
                    session.send(msgspec.json.decode(line, type=Part))


def main() -> int:
    """Read which check it is, then its parts, from standard input; until that ends."""
    os.setsid()  # Ctrl+C is for the window
    # Its end is ours, however it comes; workers end when their standard input does.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    window, lines = _Window(), jobs.LineReader()
    first: list[bytes] = []
    while not first:
        if not (data := os.read(0, 1)):
            return 0
        first = lines.feed(data)
    try:
        _serve(msgspec.json.decode(first[0], type=CheckStart), lines, window)
    except UserError as error:
        window.tell(WorkersTold(problem=error.problem))
    return 0


if __name__ == "__main__":
    sys.exit(main())
