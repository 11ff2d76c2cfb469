"""``op-workbench history PATH``: the runs of an op, what became worse, and two of them side by side."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from workbench.cli import consent
from workbench.cli.terminal import json_option, write_json
from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.core.storage.history import History, Run, when
from workbench.core.storage.run_words import figure, marks, side_by_side

HELP = "the runs of an op: verdicts, errors and times, and what became worse"


class Report(msgspec.Struct):
    """What ``--json`` writes."""

    runs: list[Run]
    marks: list[str]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("path", type=Path, metavar="PATH", help="an op's folder")
    parser.add_argument(
        "--most", type=int, default=20, metavar="N", help="how many of the last runs (20)"
    )
    parser.add_argument(
        "--compare",
        nargs=2,
        type=int,
        metavar="NUMBER",
        help="what is different between two runs, by their numbers",
    )
    json_option(parser, "the runs")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if there is a run."""
    folder = real_path(consent.one_op(consent.named_folders([options.path])))
    runs = History().runs(folder, 10**6 if options.compare else options.most)
    if options.compare:
        _print_two(*(_numbered(runs, number) for number in options.compare))
        return 0
    if options.json:
        write_json(options.json, Report(runs, marks(runs)))
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
    return 0


def _numbered(runs: list[Run], number: int) -> Run:
    found = next((one for one in runs if one.number == number), None)
    if found is None:
        hint = "op-workbench history lists their numbers."
        raise UserError("usage", f"there is no run {number} of this op", hint)
    return found


def _print_two(one: Run, other: Run) -> None:
    lines = side_by_side(one, other)
    heads = [("", str(one.number), str(other.number)), *lines]
    wide, first = (max(len(row[column]) for row in heads) for column in (0, 1))
    for name, value, other_value in heads:
        # It marks the row, and so stands beside neither of the runs.
        sign = "*" if name and value != other_value else " "
        print(f"{sign} {name:<{wide}}  {value:<{first}}  {other_value}")
