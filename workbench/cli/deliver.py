"""``op-workbench deliver PATH… --to DIR``: verified ops in a form that leaves the program."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

import msgspec

from workbench.cli import consent, stages, verify
from workbench.cli.terminal import write_json
from workbench.core import jobs
from workbench.core.delivery import FORMS, Form, delivery_job, places, refusals
from workbench.core.errors import Problem, UserError
from workbench.core.op_state import OpState
from workbench.engine.client import Engine

HELP = "verify an op, and write it in a form that needs nothing of this program"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)
    parser.add_argument(
        "--to",
        type=Path,
        required=True,
        metavar="DIR",
        help="the new folder; of several ops each gets a folder of its name in it",
    )
    parser.add_argument(
        "--form",
        choices=tuple(FORMS),
        default=next(iter(FORMS)),
        help="; ".join(f"{form.name}: {form.words.short}" for form in FORMS.values()),
    )
    parser.add_argument("--zip", action="store_true", help="write one .zip in the folder's place")
    parser.add_argument(
        "--unverified",
        action="store_true",
        help="deliver also what runs alike and nothing independent has checked; its README says so",
    )
    verify.choice_arguments(parser)


class Delivered(msgspec.Struct, frozen=True):
    """What ``--json`` says of one op.

    Attributes:
        status: the verdict, as ``verify`` has it.
        seconds: of writing and checking the delivery; the verification came before.
        delivery: None where there is none; ``problems`` says why.
    """

    op: str
    status: str
    seconds: float = 0.0
    delivery: jobs.DeliverResult | None = None
    problems: tuple[Problem, ...] = ()


class Report(msgspec.Struct):
    """What ``--json`` writes."""

    ops: list[Delivered]


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if every op was delivered."""
    folders = consent.op_folders(options.paths, options.trust)
    out = sys.stderr if options.json == "-" else sys.stdout
    progress = stages.Progress(out, options.verbose, "compare")
    change = partial(verify.changed, variant=options.variant, exporter=options.exporter)
    form = FORMS[options.form]
    done = []
    with Engine(progress.event, show_output=options.verbose) as engine:
        states = engine.load(folders, change)
        targets = places(options.to, [s.name for s in states], options.zip)
        possible = [s.folder for s in states if s.op is not None and not form.refusal(s.op)[0]]
        progress.begin([s for s in states if s.folder in possible])
        if any(not s.problems for s in states if s.folder in possible):
            engine.start()
        engine.run(possible, force=True)
        progress.end()
        for state, target in zip(states, targets, strict=True):
            delivered = _delivered(engine, state, form, target, options)
            _tell(delivered, sys.stderr if delivered.problems else out)
            done.append(delivered)
    if options.json:
        write_json(options.json, Report(done))
    return int(any(d.delivery is None for d in done))


def _delivered(
    engine: Engine, state: OpState, form: Form, target: Path, options: argparse.Namespace
) -> Delivered:
    problems: Sequence[Problem] = refusals(state, form, options.unverified)
    status = state.report().status
    if not problems:
        try:
            job = delivery_job(1, state, form, target, options.zip)
            start = time.monotonic()
            result = engine.ask(job, jobs.DeliverResult)
            return Delivered(state.name, status, time.monotonic() - start, result)
        except UserError as error:
            problems = error.problems
    return Delivered(state.name, status, problems=tuple(problems))


def _tell(delivered: Delivered, out: TextIO) -> None:
    """Say where it is and how it was used, or why there is none."""
    found = delivered.delivery
    if found is None:
        print(f"op-workbench: {delivered.op}: not delivered", file=out)
        stages.print_problems(delivered.problems, out, 5)
        return
    size = f"{found.files} files, {found.bytes:,} bytes, {delivered.seconds:.1f} s"
    print(f"{delivered.op}: {found.target}: {size}", file=out)
    for check in found.checks:
        print(f"    {check.what}: {check.said or '-'} ({check.how})", file=out)
