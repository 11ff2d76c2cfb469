"""``op-workbench check-declaration PATH…``: what is wrong with ops before anything is built.

It says what the window's list of problems says of them, and runs no code of theirs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import msgspec

from workbench.cli import consent, stages
from workbench.cli.terminal import write_json
from workbench.core.errors import Problem
from workbench.problems import find_all

HELP = "list the problems of each op that are known before anything is built; no code is run"


class OpProblems(msgspec.Struct):
    """What ``--json`` says of one op; a problem without a severity is an error."""

    op: str
    folder: str
    problems: tuple[Problem, ...]


class Report(msgspec.Struct):
    """What ``--json`` prints."""

    ops: list[OpProblems]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="an op folder, a project or an archive"
    )
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if no op has an error; warnings and notes are none."""
    found = find_all(consent.named_folders(options.paths))
    if options.json:
        ops = [OpProblems(one.name, str(one.folder), one.problems) for one in found]
        write_json("-", Report(ops))
    else:
        for one in found:
            print(f"{one.name}: {_count(one.problems)}")
            stages.print_problems(one.problems, sys.stdout, len(one.problems))
    return 1 if any(one.errors for one in found) else 0


def _count(problems: tuple[Problem, ...]) -> str:
    """How many of which severity: ``1 error, 2 warnings``."""
    counts = Counter(p.severity for p in problems)
    counted = (f"{counts[s]} {s}{'s' * (counts[s] > 1)}" for s in stages.SEVERITIES if counts[s])
    return ", ".join(counted) or "no problems"
