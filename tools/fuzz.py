"""``make fuzz N=…``: mutated declarations, archives, arrays, models and more, read by the program.

Each input is read by a worker process with the functions of the window and the command line
(``fuzz_readers.py``). A finding is whatever is no word to the user:

    traceback   anything but ``UserError`` was raised, or a promise of a reader broken
    died        the process ended
    hang        it took longer than 5 s, twice
    growth      it grew by more than 1 GB
    executed    code, a process, a connection, or a file written elsewhere (``fuzz_guard.py``)

Findings of one kind at one place are one. The file of each is kept, made smaller as long as the
same happens. The same seed and number give the same inputs. ``fuzz.py --read FILE…`` reads kept
files once more. Exit status 1 where anything was found.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import os
import shutil
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from tools.fuzz_watch import Limits, Outcome, Watch

__all__ = ["Finding", "Fuzz", "main", "shares"]

ROOT = Path(__file__).resolve().parent.parent
WORKER = Path(__file__).with_name("fuzz_worker.py")
KEPT = ROOT / "build" / "fuzz"
SHARES = {
    "declaration": 0.3,
    "project": 0.03,
    "source": 0.07,
    "archive": 0.2,
    "array": 0.2,
    "model": 0.17,
    "note": 0.03,
}
"""Of all inputs."""
_AT_ONCE = 200
"""Numbers that a worker is given at once."""
_SAY_EACH = 5000
_SMALLER_SECONDS = 10.0
"""So long a finding is made smaller."""


class Finding(NamedTuple):
    """What was found, once for each place.

    Attributes:
        outcome: of the first input that showed it.
        file: the input, kept and as small as it became.
        count: inputs that showed it.
    """

    outcome: Outcome
    file: Path
    count: int

    def __str__(self) -> str:
        times = f" ({self.count} times)" if self.count > 1 else ""
        where = f" at {self.outcome.where}" if self.outcome.where else ""
        return f"{self.outcome.what}{where}: {self.outcome.why}{times}\n    {self.file}"


def shares(count: int, of: Mapping[str, float] = SHARES) -> dict[str, int]:
    """How many inputs of each kind make so many."""
    found = {kind: int(count * share / sum(of.values())) for kind, share in of.items()}
    found[max(of, key=lambda kind: of[kind])] += count - sum(found.values())
    return found


class Fuzz:
    """Workers that read inputs, and what they have found.

    Args:
        kept: where the files of findings go.
        worker: the program of a worker, see ``fuzz_worker.serve``.
        limits: of one input.
        seed: of all inputs.
        say: is given each finding when it is made, and how far a long run is.
    """

    def __init__(
        self,
        kept: Path,
        worker: Path = WORKER,
        limits: Limits | None = None,
        seed: int = 1,
        say: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.read: Counter[str] = Counter()
        self.slow: list[str] = []
        """Inputs that took too long once, and not again."""
        self._kept, self._worker, self._seed, self._say = kept, worker, seed, say
        self._limits = limits or Limits()
        self._ends = False
        self._found: dict[tuple[str, str, str], Finding] = {}
        self._lock = Lock()

    @property
    def findings(self) -> list[Finding]:
        """In the order of their kinds and places."""
        return [self._found[key] for key in sorted(self._found)]

    def run(self, counts: Mapping[str, int], workers: int = 2) -> None:
        """Read so many inputs of each kind."""
        queue, self._ends = iter(list(_chunks(counts))), False
        with ThreadPoolExecutor(workers) as pool:
            shares = [pool.submit(self._share, queue) for _ in range(workers)]
            try:
                for done in shares:
                    done.result()
            finally:
                self._ends = True  # of the others, too, where this one was interrupted

    def again(self, files: Sequence[Path]) -> None:
        """Read files whose names begin with their kind."""
        with _scratch() as folder, self._watch(folder) as watch:
            for file in files:
                kind = file.name.partition("-")[0]
                self._take(kind, watch.file(kind, file.resolve()), watch, smaller=False)

    def _watch(self, folder: str) -> Watch:
        return Watch(self._worker, Path(folder), self._limits)

    def _share(self, queue: Iterator[tuple[str, int, int]]) -> None:
        """What one worker does: the next numbers, as long as there are some."""
        with _scratch() as folder, self._watch(folder) as watch:
            while True:
                with self._lock:
                    kind, first, last = next(queue, ("", 0, 0))
                if not kind:
                    return
                began = time.monotonic()
                lost = 0.0
                for number in range(first, last):
                    if self._ends:
                        return
                    outcome = watch.number(kind, self._seed, number)
                    at = time.monotonic()
                    self._take(kind, outcome, watch, smaller=True)
                    lost += time.monotonic() - at
                with self._lock:
                    before = self.read.total() // _SAY_EACH
                    self.read[kind] += last - first
                    if self.read.total() // _SAY_EACH > before:
                        self._say(f"{self.read.total():,} read, {len(self._found)} findings")
                    self.seconds[kind] += time.monotonic() - began - lost

    def _take(self, kind: str, outcome: Outcome, watch: Watch, smaller: bool) -> None:
        """Keep what is a finding, and make it smaller if it is new."""
        if not outcome.what:
            return
        key = (kind, outcome.what, outcome.where or outcome.why)
        with self._lock:
            known = self._found.get(key)
            if known is not None:
                self._found[key] = known._replace(count=known.count + 1)
                return
        data = outcome.data
        if outcome.what == "hang":
            # Somebody else may have used the machine.
            second = watch.bytes(kind, outcome.name, data)
            if second.what != "hang":
                with self._lock:
                    self.slow.append(outcome.name)
                return
        self._kept.mkdir(parents=True, exist_ok=True)
        file = self._kept / outcome.name
        file.write_bytes(data)
        with self._lock:
            self._found[key] = Finding(outcome, file, 1)
        self._say(f"found: {self._found[key]}")
        if smaller and outcome.what in ("traceback", "executed"):
            file.write_bytes(_smaller(kind, outcome, watch))
        if outcome.traceback:
            file.with_name(f"{file.name}.txt").write_text(outcome.traceback, encoding="utf-8")


def _scratch() -> tempfile.TemporaryDirectory[str]:
    """In memory where there is such a folder: what is saved is synced, which a disk takes long for."""
    memory = Path("/dev/shm")
    return tempfile.TemporaryDirectory(prefix="fuzz-", dir=memory if memory.is_dir() else None)


def _chunks(counts: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    """The kinds in turns, so that a run that is stopped has seen something of each."""
    most = max(counts.values(), default=0)
    for first in range(0, most, _AT_ONCE):
        for kind, count in counts.items():
            # A kind with fewer is spread over the whole.
            begin, end = (i * count // most for i in (first, min(first + _AT_ONCE, most)))
            if begin < end:
                yield kind, begin, end


def _smaller(kind: str, outcome: Outcome, watch: Watch) -> bytes:
    """The bytes without what is not needed for the same to happen: ever smaller pieces left out."""
    data = outcome.data
    ends = time.monotonic() + _SMALLER_SECONDS
    piece = len(data) // 2
    while piece:
        at = 0
        while at < len(data) and time.monotonic() < ends:
            less = data[:at] + data[at + piece :]
            now = watch.bytes(kind, outcome.name, less)
            if (now.what, now.where) == (outcome.what, outcome.where):
                data = less
            else:
                at += piece
        piece //= 2
    return data


def report(fuzz: Fuzz) -> int:
    """Print what was read and found. Returns the exit status."""
    print(f"{'kind':<12}{'inputs':>8}{'per s':>8}{'findings':>10}")
    by_kind = Counter(f.file.name.partition("-")[0] for f in fuzz.findings)
    for kind, count in fuzz.read.items():
        per_second = count / max(fuzz.seconds[kind], 1e-9)
        print(f"{kind:<12}{count:>8}{per_second:>8.0f}{by_kind[kind]:>10}")
    for name in fuzz.slow:
        print(f"too slow once, and not again: {name}")
    for finding in fuzz.findings:
        print(finding)
    return 1 if fuzz.findings else 0


def main() -> int:
    """Read the inputs and print. Exit status 1 where anything was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-n", type=int, default=3000, help="inputs (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of all inputs (%(default)s)")
    parser.add_argument("--kind", choices=SHARES, help="of this kind only")
    parser.add_argument("--workers", type=int, default=2, help="processes (%(default)s)")
    parser.add_argument("--kept", type=Path, default=KEPT, help="folder for what is found")
    parser.add_argument(
        "--read", type=Path, nargs="+", metavar="FILE", help="only these, once more"
    )
    options = parser.parse_args()
    fuzz = Fuzz(options.kept, seed=options.seed, say=functools.partial(print, flush=True))
    began = time.monotonic()
    if options.read:
        fuzz.again(options.read)
    else:
        shutil.rmtree(options.kept, ignore_errors=True)
        counts = {options.kind: options.n} if options.kind else shares(options.n)
        with contextlib.suppress(KeyboardInterrupt):  # what was found until then is told
            fuzz.run(counts, options.workers)
    print(f"seed {options.seed}, {time.monotonic() - began:.0f} s, {os.cpu_count()} cores")
    return report(fuzz)


if __name__ == "__main__":
    raise SystemExit(main())
