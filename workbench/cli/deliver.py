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
from workbench.core.delivery import (
    FORMS,
    Form,
    Package,
    delivery_job,
    not_in_form,
    package_for,
    places,
    refusals,
    together,
)
from workbench.core.delivery.package import DEFAULT_VERSION
from workbench.core.errors import Problem, UserError
from workbench.core.pipeline.op_state import OpState
from workbench.core.platforms import OLDEST_GLIBC, PLATFORMS, chosen, glibc_of
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
        help="the new folder; of several ops each gets a folder of its name in it, but one package has "
        "them all",
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
    parser.add_argument(
        "--platform",
        default="",
        metavar="NAMES",
        help="build the op library for these, separated by commas, and prove them where their runtime "
        f"has been added (op-workbench runtime): {', '.join(PLATFORMS)}",
    )
    parser.add_argument(
        "--glibc",
        default="",
        metavar="VERSION",
        help=f"the oldest glibc of Linux that --platform builds for; {OLDEST_GLIBC} without it",
    )
    parser.add_argument(
        "--package", default="", metavar="NAME",
        help="what a package is called; without it as the op or the project is",
    )  # fmt: skip
    parser.add_argument(
        "--package-version", default="", metavar="VERSION",
        help=f"the version of a package; {DEFAULT_VERSION} without it",
    )  # fmt: skip
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
    form, platforms = FORMS[options.form], chosen(options.platform)
    glibc_of(options.glibc or OLDEST_GLIBC)
    if options.glibc and not any(platform.has_glibc for platform in platforms):
        hint = "Name one: --platform linux-x86_64."
        raise UserError("usage", "--glibc is for platforms of Linux", hint)
    with Engine(progress.event, show_output=options.verbose) as engine:
        states = engine.load(folders, change)
        names = [s.name for s in states]
        package = None
        if form.together:
            package = package_for(options.package, options.package_version, names, folders)
            names = [package.name]
        elif options.package or options.package_version:
            hint = f"Give --form {' or '.join(f.name for f in FORMS.values() if f.together)}."
            raise UserError("deliver", f"the form {form.name} makes no package", hint)
        targets = places(options.to, names, options.zip)
        possible = [
            s.folder
            for s in states
            if s.op is not None and not not_in_form(s.op, form, platforms)[0]
        ]
        progress.begin([s for s in states if s.folder in possible])
        if any(not s.problems for s in states if s.folder in possible):
            engine.start()
        engine.run(possible, force=True)
        progress.end()
        if package is not None:
            done = _in_one(engine, states, form, targets[0], package, options)
        else:
            done = [
                _delivered(engine, state, form, target, options)
                for state, target in zip(states, targets, strict=True)
            ]
        told = _one_word(done) if package is not None else done
        for delivered in told:
            _tell(delivered, sys.stderr if delivered.problems else out)
    if options.json:
        write_json(options.json, Report(done))
    return int(any(d.delivery is None for d in done))


def _delivered(
    engine: Engine, state: OpState, form: Form, target: Path, options: argparse.Namespace
) -> Delivered:
    problems: Sequence[Problem] = refusals(
        state, form, options.unverified, chosen(options.platform)
    )
    status = state.report().status
    if not problems:
        try:
            platforms, glibc = chosen(options.platform), glibc_of(options.glibc or OLDEST_GLIBC)
            job = delivery_job(1, state, form, target, options.zip, platforms, glibc)
            start = time.monotonic()
            result = engine.ask(job, jobs.DeliverResult)
            return Delivered(state.name, status, time.monotonic() - start, result)
        except UserError as error:
            problems = error.problems
    return Delivered(state.name, status, problems=tuple(problems))


def _in_one(
    engine: Engine,
    states: Sequence[OpState],
    form: Form,
    target: Path,
    package: Package,
    options: argparse.Namespace,
) -> list[Delivered]:
    """All ops in one package, or none."""
    platforms = chosen(options.platform)
    found = {s.folder: refusals(s, form, options.unverified, platforms) for s in states}
    result, seconds, lacking = None, 0.0, any(found.values())
    if not lacking:
        try:
            parts = [delivery_job(1, state, form, target, options.zip) for state in states]
            start = time.monotonic()
            result = engine.ask(together(parts, package), jobs.DeliverResult)
            seconds = time.monotonic() - start
        except UserError as error:
            found = {folder: list(error.problems) for folder in found}
    lacking_names = ", ".join(s.name for s in states if found[s.folder])
    other = Problem(
        "deliver",
        f"{lacking_names} of the same package cannot be delivered",
        "Mend that, or name the ops that shall be in it.",
    )
    return [
        Delivered(
            state.name,
            state.report().status,
            seconds,
            result,
            () if result else tuple(found[state.folder] or [other]),
        )
        for state in states
    ]


def _one_word(done: Sequence[Delivered]) -> Sequence[Delivered]:
    """What several ops in one package come to: each problem and each check is told once."""
    found: dict[object, list[Delivered]] = {}
    for one in done:
        found.setdefault((one.delivery and one.delivery.target, one.problems), []).append(one)
    return [
        msgspec.structs.replace(same[0], op=", ".join(one.op for one in same))
        for same in found.values()
    ]


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
        print(f"    {check.title}: {check.words} ({check.how})", file=out)
