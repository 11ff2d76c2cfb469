"""Workers as a program: the window starts it, for one check or one sweep."""

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
from workbench.core.cluster import CheckStart, SweepStart, SweepTold, WorkersTold
from workbench.core.errors import UserError
from workbench.engine.cluster.extra import opened

__all__ = ["main"]

_PR_SET_PDEATHSIG = 1
_MOST = 1 << 16


class _Window:
    """Who has started this program."""

    def __init__(self) -> None:
        self._out = os.dup(1)
        os.dup2(2, 1)  # whatever is printed here is none of what is told

    def tell(self, told: WorkersTold | SweepTold) -> None:
        data = msgspec.json.encode(told) + b"\n"
        while data:
            data = data[os.write(self._out, data) :]


def _next(lines: jobs.LineReader, most: int) -> bytes | None:
    """The next line; None where there is no more. So many bytes are read at once."""
    found: list[bytes] = []
    while not found:
        if not (data := os.read(0, most)):
            return None
        found = lines.feed(data)
    return found[0]


def _sweep(start: SweepStart, lines: jobs.LineReader, window: _Window) -> None:
    if (line := _next(lines, _MOST)) is None:
        return
    job = jobs.decode_request(line)
    assert isinstance(job, jobs.TimeJob)
    with opened(start.workers, lambda text: window.tell(SweepTold(said=text))) as cluster:
        from workbench.engine.cluster.sweep import Sweep

        doing = ""
        with Sweep(cluster, job) as sweep:
            for result in sweep.measured():
                if select.select([0], [], [], 0)[0]:
                    return  # the window wants no more: that its end is read is all that comes
                if result is not None:
                    window.tell(SweepTold(results=sweep.points.results()))
                if sweep.doing != doing:
                    window.tell(SweepTold(doing=(doing := sweep.doing)))
        window.tell(
            SweepTold(results=sweep.points.results(), problem=sweep.points.problem, over=True)
        )


def _check(start: CheckStart, lines: jobs.LineReader, window: _Window) -> None:
    with opened(start.workers, lambda text: window.tell(WorkersTold(said=text))) as cluster:
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
                data = os.read(0, _MOST)
                if not data:
                    return
                for line in lines.feed(data):
                    session.send(msgspec.json.decode(line, type=Part))


def main() -> int:
    """Read what it is, then the parts of a check or the job of a sweep; until standard input ends."""
    os.setsid()  # Ctrl+C is for the window
    # Its end is ours, however it comes; workers end when their standard input does.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    window, lines = _Window(), jobs.LineReader()
    if (line := _next(lines, 1)) is None:  # what follows is read elsewhere
        return 0
    start = msgspec.json.decode(line, type=CheckStart | SweepStart)
    try:
        if isinstance(start, SweepStart):
            _sweep(start, lines, window)
        else:
            _check(start, lines, window)
    except UserError as error:
        told = SweepTold if isinstance(start, SweepStart) else WorkersTold
        window.tell(told(problem=error.problem))
    return 0


if __name__ == "__main__":
    sys.exit(main())
