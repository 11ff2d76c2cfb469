"""``op-workbench bench op PATH`` and ``bench sweep PATH``: how long a call takes, in each place."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import msgspec

from workbench.cli import consent, stages, verify, workers
from workbench.cli.history_kept import keep_sweep, keep_times
from workbench.cli.terminal import json_option, write_json
from workbench.cli.times_table import print_times
from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import Missing
from workbench.core.pipeline.op_state import STATUS_WORDS, OpState
from workbench.core.storage import op_file
from workbench.core.timing import (
    CLUSTER_THREADS,
    COMPILED,
    DEFAULT_THREADS,
    EAGER,
    MOST_THREADS,
    OTHERS,
    OWN,
    chosen,
    contenders_of,
    measured_text,
    sweep_points,
    time_job,
)
from workbench.engine.client import Engine

if TYPE_CHECKING:  # it is an extra
    from workbench.engine.cluster.cluster import Cluster

__all__ = ["OP_HELP", "SWEEP_HELP", "arguments", "run_op", "run_sweep", "sweep_arguments"]

OP_HELP = (
    "time a call of an op in PyTorch, torch.compile, ONNX Runtime and added runtimes, in turns"
)
SWEEP_HELP = "the same with other sizes of its inputs, small ones first"


_Points = Callable[[Op], tuple[jobs.TimeInputs, ...]]


class Report(msgspec.Struct):
    """What ``--json`` writes; times in milliseconds.

    Attributes:
        op: its name.
        verdict: the status of its results: what is timed may be wrong.
        points: what was measured, for each set of inputs.
        missing: who was left out from the beginning, and why.
        problem: why larger inputs were not measured; None where all were.
    """

    op: str
    verdict: str
    points: list[jobs.TimeResult]
    missing: tuple[Missing, ...]
    problem: str | None = None


def arguments(parser: argparse.ArgumentParser, default_threads: str = DEFAULT_THREADS) -> None:
    """Declare the options that both have.

    Args:
        parser: of one of them.
        default_threads: with how many is measured where nobody says it, in words.
    """
    parser.add_argument("path", type=Path, metavar="PATH", help="an op's folder")
    consent.add_option(parser)
    parser.add_argument(
        "--threads",
        type=numbers,
        metavar="N,N",
        default=(),
        help=f"numbers of threads (default: {default_threads})",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=0.5,
        help="of measured calls, each with each number of threads (default: %(default)g)",
    )
    parser.add_argument(
        "--only",
        type=lambda text: tuple(text.split(",")),
        default=(),
        metavar="NAMES",
        help=f"time these only: {', '.join((EAGER, COMPILED, OWN, OTHERS))}, or a runtime",
    )
    json_option(parser, "the times")
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="show what compilers and kernels print"
    )
    verify.choice_arguments(parser)


def sweep_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``bench sweep``."""
    arguments(parser, f"{DEFAULT_THREADS}; with --cluster {CLUSTER_THREADS}")
    parser.add_argument("--axis", default="", metavar="NAME", help="of which the size is another")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--sizes", type=numbers, default=(), metavar="N,N", help="the axis's sizes")
    what.add_argument(
        "--elements",
        type=numbers,
        default=(),
        metavar="N,N",
        help="about so many has the largest input (default: 1e3,1e4,1e5,1e6,1e7)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="measure on the machines of a dask scheduler (tcp://HOST:8786), one point at a time on "
        "each; its workers get the op's files, and need op-workbench[cluster], torch and ONNX Runtime "
        "of these versions",
    )


def numbers(text: str) -> tuple[int, ...]:
    """``1,2e3`` as whole numbers. Raises ValueError, which argparse says with this function's name."""
    found = tuple(int(float(part)) for part in text.split(","))
    if any(number < 1 for number in found):
        raise ValueError(text)
    return found


def run_op(options: argparse.Namespace) -> int:
    """Exit status 0 if somebody could be timed."""
    return _run(options, lambda _: (jobs.TimeInputs(case=options.case),), whole=True)


def run_sweep(options: argparse.Namespace) -> int:
    """Exit status 0 if somebody could be timed with each of the inputs."""
    asked = (options.axis, options.elements, options.sizes)
    whole, address = any(asked[1:]), options.cluster
    return _run(options, lambda op: sweep_points(op, *asked), whole, address, sweep=True)


def _run(
    options: argparse.Namespace,
    points: _Points,
    whole: bool,
    address: str | None = None,
    sweep: bool = False,
) -> int:
    _check(options)
    folder = consent.one_op(consent.op_folders([options.path], options.trust))
    change = partial(verify.changed, variant=options.variant, exporter=options.exporter)
    out = sys.stderr if options.json == "-" else sys.stdout
    progress = stages.Progress(out, options.verbose, "compare")
    with (
        workers.asked_for(address=address) as cluster,
        Engine(progress.event, show_output=options.verbose) as engine,
    ):
        states = stages.loaded(engine, folder, change)
        declared = op_file.load(folder)
        if options.variant is not None:
            declared = msgspec.structs.replace(declared, variant=options.variant)
        chosen(declared, options.only)
        wanted = points(declared.resolved())
        state = stages.ran(engine, states, progress, "compare")
        how = (options.threads, options.seconds, whole, options.only)
        job = time_job(state, declared, wanted, *how)
        if cluster is None:
            ended = [e for e in engine.run_job(job) if isinstance(e, jobs.StageEnded)]
            found = [e.result for e in ended if isinstance(e.result, jobs.TimeResult)]
            problem = next((p for e in ended for p in e.problems), None)
        else:
            found, problem = _divided(cluster, state, job, progress)
    report = _report(state, job, found, problem)
    if sweep:
        keep_sweep(state, job, found, problem.words if problem is not None else "")
    else:
        for result in found:
            keep_times(state, result)
    if options.json:
        write_json(options.json, report)
    if options.json != "-":
        _print(report, out)
    return 0 if not report.problem and all(point.timed for point in report.points) else 1


def _check(options: argparse.Namespace) -> None:
    if any(number > MOST_THREADS for number in options.threads):
        raise UserError("usage", f"--threads: at most {MOST_THREADS}")
    if not 0 < options.seconds <= 60:
        raise UserError("usage", f"--seconds {options.seconds:g}: more than 0, at most 60")


def _divided(
    cluster: Cluster, state: OpState, job: jobs.TimeJob, progress: stages.Progress
) -> tuple[list[jobs.TimeResult], Problem | None]:
    """What the machines of a cluster measure, which is printed as it comes."""
    from workbench.engine.cluster.sweep import Sweep

    with Sweep(cluster, job) as sweep:
        points = sweep.points
        for result in sweep.measured():
            if result is not None:
                progress.say(measured_text(result))
            progress.event(
                jobs.Progress(job.id, "time", points.done, points.total, sweep.doing), state.folder
            )
    progress.say("")
    return list(points.results()), points.problem


def _report(
    state: OpState, job: jobs.TimeJob, found: list[jobs.TimeResult], problem: Problem | None
) -> Report:
    """What came of the job; what was measured before something failed stays."""
    if not found and problem is not None:
        raise UserError.of([problem])
    every, missing = contenders_of(job.op)
    left = [Missing(c.name, c.title, "not asked for") for c in every if c not in job.contenders]
    report = Report(state.name, state.report().status, found, (*left, *missing))
    if problem is not None:
        report.problem = str(problem)
    return report


def _print(report: Report, out: TextIO) -> None:
    print(f"{report.op}: {STATUS_WORDS[report.verdict]}", file=out)
    print_times(report.points, report.missing, out)
    if report.problem:
        print(report.problem, file=out)
