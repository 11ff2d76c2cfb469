"""``op-workbench history PATH``: the runs, times and sweeps of an op, what became worse, and two side by side."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from workbench.cli import consent
from workbench.cli.terminal import json_option, write_json
from workbench.cli.times_table import print_times
from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.core.storage.history import History, Run, when
from workbench.core.storage.run_words import figure, kept_words, marks, side_by_side
from workbench.core.storage.sweep_words import sweep_marks, sweeps_beside
from workbench.core.storage.sweeps import Sweep

HELP = "the runs and sweeps of an op: verdicts, errors and times, and what became worse"


class Report(msgspec.Struct):
    """What ``--json`` writes.

    Attributes:
        runs: the newest first.
        marks: of each run what became worse.
        sweeps: the newest first.
        sweep_marks: of each sweep what became slower.
    """

    runs: list[Run]
    marks: list[str]
    sweeps: list[Sweep]
    sweep_marks: list[str]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", type=Path, metavar="PATH", help="an op's folder")
    parser.add_argument(
        "--most",
        type=int,
        default=20,
        metavar="N",
        help="how many of the last runs and sweeps (20)",
    )
    two = parser.add_mutually_exclusive_group()
    two.add_argument(
        "--compare",
        nargs=2,
        type=int,
        metavar="NUMBER",
        help="what is different between two runs, by their numbers",
    )
    two.add_argument(
        "--compare-sweeps",
        nargs=2,
        type=int,
        metavar="NUMBER",
        help="the times of two sweeps and their ratios, by their numbers",
    )
    json_option(parser, "the runs and sweeps")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if there is a run."""
    folder = real_path(consent.one_op(consent.named_folders([options.path])))
    runs = History().runs(folder, 10**6 if options.compare else options.most)
    if options.compare:
        one, other = (_numbered(runs, number, "run") for number in options.compare)
        _print_two((one.number, other.number), side_by_side(one, other))
        return 0
    sweeps = History().sweeps(folder)
    if options.compare_sweeps:
        first, second = (_numbered(sweeps, number, "sweep") for number in options.compare_sweeps)
        _print_two((first.number, second.number), sweeps_beside(first, second))
        return 0
    # Each is compared with those before it, however few are asked for.
    slower = sweep_marks(sweeps)[: options.most]
    sweeps = sweeps[: options.most]
    if options.json:
        write_json(options.json, Report(runs, marks(runs), sweeps, slower))
    if options.json == "-":
        return 0 if runs else 1
    if not runs:
        print(f"{folder.name}: no run is known")
        return 1
    print(
        f"{'number':>7} {'run on':<17} {'ms':>9} {'median':>9} {'max abs':>10} {'of budget':>9}  result"
    )
    for one, mark in zip(runs, marks(runs), strict=True):
        print(
            f"{one.number:>7} {when(one.at):<17} {figure(one.milliseconds):>9} "
            f"{figure(one.median):>9} {figure(one.max_abs_diff):>10} {figure(one.rounding):>9}  {one.verdict}"
            f"{f' ({mark})' if mark else ''}{f': {one.message}' if one.message else ''}"
        )
    _print_measured(History().measured(folder), runs[0])
    _print_sweeps(sweeps, slower)
    return 0


def _print_measured(run: Run | None, newest: Run) -> None:
    """What was measured last of one set of inputs, as ``bench op`` prints it."""
    if run is None or (last := run.last_measured) is None:
        return
    print(f"\nrun {run.number} · {kept_words(last.at, run.content != newest.content)}")
    print_times([last], (), sys.stdout)


def _print_sweeps(sweeps: Sequence[Sweep], marks: Sequence[str]) -> None:
    if not sweeps:
        return
    wide = max(len(one.title) for one in sweeps)
    print(f"\n{'sweep':>7} {'measured on':<17} {'run':>7} {'points':>6}  inputs")
    for one, mark in zip(sweeps, marks, strict=True):
        told = "; ".join(filter(None, (mark, one.why)))
        line = f"{one.number:>7} {when(one.at):<17} {one.run:>7} {len(one.points):>6}  {one.title:<{wide}}"
        print(f"{line}  {told}".rstrip())


_One = TypeVar("_One", Run, Sweep)


def _numbered(every: Sequence[_One], number: int, what: str) -> _One:
    found = next((one for one in every if one.number == number), None)
    if found is None:
        hint = "op-workbench history lists their numbers."
        raise UserError("usage", f"there is no {what} {number} of this op", hint)
    return found


def _print_two(numbers: tuple[int, int], lines: Sequence[Sequence[str]]) -> None:
    heads = [("", *map(str, numbers)), *lines]
    wide, first, second = (max(len(row[column]) for row in heads) for column in range(3))
    for name, value, other_value, *ratio in heads:
        # It marks the row, and so stands beside neither of the two. Measured times always differ.
        sign = "*" if name and value != other_value and not any(ratio) else " "
        line = f"{sign} {name:<{wide}}  {value:<{first}}  {other_value:<{second}}  {''.join(ratio)}"
        print(line.rstrip())
