"""A worker of ``make fuzz``: makes inputs, reads them as the program would, and says what came.

It is told what to do in lines of JSON, and answers in such lines; whether it hangs, dies or grows
is for the one who started it to see (``fuzz.py``). Each input lies in a file before it is read.
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tools.fuzz_guard import Guard
from workbench import paths
from workbench.core.errors import UserError

__all__ = ["INPUT", "STACK", "Kind", "Made", "serve"]

STACK = "stack"
"""The file, in a worker's own folder, with where it died, or was at a ``SIGUSR1``."""
INPUT = "input"
"""The folder, in a worker's own, with the input that it reads."""
_ROOT = paths.ops_lib().parent
_PROGRAM = f"{_ROOT}{os.sep}workbench{os.sep}"


class Made(NamedTuple):
    """An input.

    Attributes:
        start: what it was made of, without a hyphen: a reader may put that beside it.
        suffix: of its file.
        data: the file.
    """

    start: str
    suffix: str
    data: bytes


class Kind(NamedTuple):
    """A kind of input.

    Attributes:
        make: makes one from random numbers.
        read: reads a file as the program does, given a free folder, the file and its start.
            Whatever but ``UserError`` leaves it is a finding.
    """

    make: Callable[[random.Random], Made]
    read: Callable[[Path, Path, str], None]


def serve(kinds: Mapping[str, Kind], warm: Callable[[Path], None] = lambda _: None) -> int:
    """Do what is asked for on the standard input, until it ends.

    Args:
        kinds: by their names.
        warm: is given a free folder before anything is read: what imports modules late, or
            generates code for itself, does so there.
    """
    folder = Path(sys.argv[1])
    stack = (folder / STACK).open("w")
    faulthandler.enable(stack)
    faulthandler.register(signal.SIGUSR1, stack)
    # What the program prints is nobody's answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        warm(Path(scratch))
    guard = Guard(folder, (_ROOT, Path(sys.prefix), Path(sys.base_prefix)))
    worker = _Worker(kinds, folder, guard, lambda **a: print(json.dumps(a), file=answers))
    answers.write('{"ready": true}\n')
    for line in sys.stdin:
        worker.do(json.loads(line))
    return 0


class _Worker:
    def __init__(
        self, kinds: Mapping[str, Kind], folder: Path, guard: Guard, answer: Callable[..., None]
    ) -> None:
        self._kinds, self._folder, self._guard, self._answer = kinds, folder, guard, answer

    def do(self, asked: dict[str, Any]) -> None:
        """Read a number of a kind, or a file whose name begins with its kind."""
        kind = self._kinds[asked["kind"]]
        if "file" in asked:
            file = Path(asked["file"])
            _, number, start = file.stem.split("-", 2)
            self._one(asked["kind"], int(number), Made(start, file.suffix, file.read_bytes()))
            return
        rng = random.Random(f"{asked['seed']} {asked['kind']} {asked['number']}")
        self._one(asked["kind"], asked["number"], kind.make(rng))

    def _one(self, name: str, number: int, made: Made) -> None:
        # Whoever was here before may have ended in between.
        home, scratch = self._folder / INPUT, self._folder / "scratch"
        for folder in (home, scratch):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        file = home / f"{name}-{number}-{made.start}{made.suffix}"
        file.write_bytes(made.data)
        with Path("/proc/self/clear_refs").open("w") as peak:
            peak.write("5")  # proc(5): the peak of the memory begins anew
        self._answer(file=str(file), memory=_peak())
        told = self._read(self._kinds[name], scratch, file, made.start)
        self._answer(peak=_peak(), **{**_WELL, **told})

    def _read(self, kind: Kind, scratch: Path, file: Path, start: str) -> dict[str, str]:
        """Empty where the program said what it had to; else what happened."""
        raised: BaseException | None = None
        try:
            with self._guard.on():
                kind.read(scratch, file, start)
        except UserError:
            pass
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raised = error
        if (
            self._guard.seen
        ):  # the worse of the two, and who caught it may have raised another error
            return _told("executed", self._guard.seen, self._guard.stack, "")
        if raised is None:
            return {}
        words = f"{type(raised).__name__}: {' '.join(str(raised).split())[:300]}"
        frames = list(traceback.extract_tb(raised.__traceback__))
        return _told("traceback", words, frames, "".join(traceback.format_exception(raised)))


_WELL = {"what": "", "why": "", "where": "", "traceback": ""}


def _peak() -> int:
    """The most bytes that this process has had."""
    found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) << 10 if found else 0


def _told(what: str, why: str, frames: list[traceback.FrameSummary], whole: str) -> dict[str, str]:
    """An answer; the place is the program's own that is nearest to what happened."""
    at = ([f for f in frames if f.filename.startswith(_PROGRAM)] or frames)[-1]
    where = f"{at.filename.removeprefix(f'{_ROOT}{os.sep}')}:{at.lineno} in {at.name}"
    whole = whole or "".join(traceback.format_list(frames))
    return {"what": what, "why": why, "where": where, "traceback": whole[-8000:]}


if __name__ == "__main__":
    from tools.fuzz_readers import KINDS, warm

    raise SystemExit(serve(KINDS, warm))
