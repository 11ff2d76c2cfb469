"""The figures of earlier runs of ``make bench`` on this machine, so that a change for the worse is seen."""

from __future__ import annotations

import json
import statistics
import subprocess
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tools.figures import Figure
from workbench import paths

__all__ = ["Change", "add", "changes", "history_file"]

_RUNS = 7
"""So many of the last runs say what is usual."""
_WORSE = 1.2
"""Figures of a quiet machine differ by less from run to run."""


class Change(NamedTuple):
    """A figure that is worse than usual.

    Attributes:
        figure: as it is now.
        usual: its median in earlier runs.
        runs: how many these are.
    """

    figure: Figure
    usual: float
    runs: int

    def __str__(self) -> str:
        times = self.figure.value / self.usual
        unit = f" {self.figure.unit}" if self.figure.unit else ""
        return (
            f"{self.figure.name}: {self.figure.value:.3f}{unit}, {times:.2f} times the median of the "
            f"last {self.runs} runs ({self.usual:.3f}{unit})"
        )


def history_file() -> Path:
    """One line of JSON per run."""
    return paths.data_dir() / "bench.jsonl"


def changes(figures: Iterable[Figure], file: Path) -> list[Change]:
    """Which figures are a fifth or more above what earlier runs gave."""
    earlier = list(_runs(file))[-_RUNS:]
    found = []
    for figure in figures:
        values = [run[figure.name] for run in earlier if run.get(figure.name)]
        if values and figure.value > _WORSE * statistics.median(values):
            found.append(Change(figure, statistics.median(values), len(values)))
    return found


def add(figures: Iterable[Figure], file: Path) -> None:
    """Write down a run, with its date and the commit that it was of."""
    run = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": _commit(),
        "figures": {figure.name: figure.value for figure in figures},
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(run) + "\n")


def _runs(file: Path) -> Iterator[dict[str, float]]:
    if not file.is_file():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)["figures"]
        except (ValueError, KeyError, TypeError):
            continue  # half a line of a run that was killed


def _commit() -> str:
    here = Path(__file__).parent
    command = ["git", "-C", str(here), "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()
