"""``make bench``: the figures that the program promises, each beside its promise.

Each ``bench_*.py`` beside this file measures something, in a process of its own, and prints its
figures as ``figures.py`` has them. One that fails is named with its reason, and the rest runs.
With ``--compare`` the usual way in a script is timed, too (``load_inline.py``; takes a minute).

Each run is kept (``history.py``), and what has become a fifth worse than usual is named. With
``--against FOLDER`` each script runs in turns with the same script of another checkout, of the commit
before say: both medians and their ratio are printed. ``--json FILE`` writes all of it. Machines are
noisy: medians of several rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tools import history
from tools.figures import Figure, read
from tools.pace import Pace, sample

HERE = Path(__file__).resolve().parent
LIMIT_S = 1800.0
"""A script that takes longer is ended."""


class Outcome(NamedTuple):
    """What came of one script.

    Attributes:
        script: its name.
        figures: what it has printed, all of it even where it failed later.
        reason: why it failed; empty where it came to its end and printed a figure.
        pace: how fast the processor was right before and after it.
    """

    script: str
    figures: tuple[Figure, ...]
    reason: str
    pace: Pace


def main() -> int:
    """Measure and print. Exit status 0 if nothing failed and every promise is kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--compare", action="store_true", help="time load_inline, too")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--turns", type=int, default=3, help="with --against: of each (3)")
    parser.add_argument("only", nargs="*", help="parts of the names of the scripts to run")
    options = parser.parse_args()
    scripts = [*sorted(HERE.glob("bench_*.py")), *[HERE / "load_inline.py"] * options.compare]
    chosen = [s for s in scripts if not options.only or any(o in s.stem for o in options.only)]
    if options.against:
        return against(chosen, options.against.resolve(), options.turns, options.json)
    outcomes = measured(chosen)
    if options.json:
        table = [
            {
                "script": o.script,
                "reason": o.reason,
                "figures": [f._asdict() for f in o.figures],
                "pace": o.pace._asdict(),
            }
            for o in outcomes
        ]
        options.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    status = report(outcomes)
    figures = [figure for outcome in outcomes for figure in outcome.figures]
    for change in history.changes(figures, history.history_file()):
        print(f"worse than usual: {change}")
    history.add(figures, history.history_file())
    return status


def against(scripts: Iterable[Path], other: Path, turns: int, file: Path | None) -> int:
    """Run each script in turns with that of another checkout. Exit status 0 if nothing failed."""
    rows: list[dict[str, object]] = []
    failed = []
    paces: tuple[list[Pace], list[Pace]] = ([], [])
    for script in scripts:
        values: dict[str, tuple[list[float], list[float]]] = {}
        for _ in range(turns):
            for side, root in enumerate((HERE.parent, other)):
                theirs = root / "tools" / script.name
                if not theirs.is_file():
                    continue
                outcome = _measure(theirs, LIMIT_S, root)
                failed += [f"{theirs}: {outcome.reason}"] * bool(outcome.reason)
                paces[side].append(outcome.pace)
                for figure in outcome.figures:
                    values.setdefault(figure.name, ([], []))[side].append(figure.value)
        rows += [
            {"name": name, "here": statistics.median(here), "there": statistics.median(there)}
            for name, (here, there) in values.items()
            if here and there
        ]
    print(f"\n{'':<46}{'here':>9}{'there':>10}{'ratio':>8}")
    for row in rows:
        here, there = float(str(row["here"])), float(str(row["there"]))
        ratio = here / there if there else float("nan")
        print(f"{row['name']:<46}{here:9.3f}{there:10.3f}{ratio:8.2f}")
    for name, side in zip(("here", "there"), paces, strict=True):
        if side:
            print(f"{name}: {_together(side)}")
    for line in failed:
        print(f"failed: {line}")
    if file:
        file.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    return 1 if failed else 0


def measured(scripts: Iterable[Path], limit: float = LIMIT_S) -> list[Outcome]:
    """Run scripts one after the other; what they print is shown as it comes."""
    return [_measure(script, limit) for script in scripts]


def _measure(script: Path, limit: float, root: Path = HERE.parent) -> Outcome:
    print(f"-- {script.name}", flush=True)
    output = []
    pace = sample()
    own = root / ".venv" / "bin" / "python"
    with subprocess.Popen(
        [str(own) if own.is_file() else sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        timer = threading.Timer(limit, process.kill)
        timer.start()
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            output.append(line)
        status = process.wait()
        in_time = timer.is_alive()
        timer.cancel()
    figures = tuple(read("".join(output)))
    reason = _reason(status, figures, output, limit if not in_time else 0)
    return Outcome(script.name, figures, reason, Pace.of(pace + sample()))


def _reason(status: int, figures: tuple[Figure, ...], output: list[str], limit: float) -> str:
    """Why a script is no success; a promise that is not kept is none of the reasons."""
    if limit:
        return f"it took more than {limit:g} s and was ended"
    if status < 0:
        return f"it was ended by {signal.Signals(-status).name}"
    last = next((line.strip() for line in reversed(output) if line.strip()), "it printed nothing")
    if status and all(figure.kept for figure in figures):
        return f"exit status {status}: {re.sub(r'^[a-zA-Z_.]+Exit: ', '', last)}"
    return "" if figures else "it printed no figure"


def _together(paces: Iterable[Pace]) -> Pace:
    least, median, most = zip(*paces, strict=True)
    return Pace(min(least), statistics.median(median), max(most))


def report(outcomes: list[Outcome]) -> int:
    """Print all figures and failures once more, together; the exit status."""
    print()
    for figure in (f for o in outcomes for f in o.figures):
        limit = f"(promised: at most {figure.promised:g})" if figure.promised else ""
        limit += "" if figure.kept else " NOT KEPT"
        print(
            f"{figure.name:<46}{figure.value:9.3f} {figure.unit:<4}{limit} {figure.detail}".rstrip()
        )
    if outcomes:
        print(_together(o.pace for o in outcomes))
    failed = [o for o in outcomes if o.reason]
    for outcome in failed:
        print(f"{outcome.script} failed: {outcome.reason}")
    broken = [f for o in outcomes for f in o.figures if not f.kept]
    print(f"{len(broken)} promises are not kept, {len(failed)} of {len(outcomes)} scripts failed")
    return 1 if broken or failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
