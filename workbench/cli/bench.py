"""``op-workbench bench …``: how long a call of an op takes, and how long the edit loop."""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

import msgspec

from workbench.cli import bench_nodes, bench_op, consent
from workbench.cli.terminal import json_option, write_json
from workbench.core.errors import UserError
from workbench.core.files.files import read_text, write_text
from workbench.core.pipeline.op_state import EXPORT_ONLY, NOT_RUN
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.storage import project
from workbench.engine.client import Engine

HELP = "measure times: of a call of an op, over sizes of its inputs, and of the edit loop"
_LOOP_HELP = "measure the edit loop: from a saved kernel with one changed line to a verified run"


class Result(msgspec.Struct):
    """What ``--json`` writes; times in seconds."""

    op: str
    rounds: int
    median: float
    minimum: float
    maximum: float
    seconds: list[float]
    stages: dict[str, float]
    status: str
    cores: int


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    what = parser.add_subparsers(metavar="WHAT", required=True)
    op = what.add_parser("op", help=bench_op.OP_HELP, description=bench_op.OP_HELP)
    bench_op.arguments(op)
    op.add_argument("--case", default="", metavar="NAME", help="with this case's inputs")
    op.set_defaults(measure=bench_op.run_op)
    help_text = bench_op.SWEEP_HELP
    sweep = what.add_parser("sweep", help=help_text, description=help_text)
    bench_op.sweep_arguments(sweep)
    sweep.set_defaults(measure=bench_op.run_sweep)
    nodes = what.add_parser("nodes", help=bench_nodes.HELP, description=bench_nodes.HELP)
    bench_nodes.arguments(nodes)
    nodes.set_defaults(measure=bench_nodes.run)
    loop = what.add_parser("edit-loop", help=_LOOP_HELP, description=_LOOP_HELP)
    loop.set_defaults(measure=_run_loop)
    loop.add_argument(
        "path", type=Path, metavar="PATH", help="an op's folder; it is copied, not changed"
    )
    consent.add_option(loop)
    loop.add_argument("--rounds", type=int, default=10, metavar="N", help="edits to measure (10)")
    json_option(loop, "the figures")


def run(options: argparse.Namespace) -> int:
    """Measure what is asked for. Returns the exit status."""
    return int(options.measure(options))


def _run_loop(options: argparse.Namespace) -> int:
    """Exit status 0 if every round was verified."""
    if options.rounds < 1:
        raise UserError("usage", "--rounds must be 1 or more")
    result = edit_loop(consent.op_folders([options.path], options.trust)[0], options.rounds)
    if options.json:
        write_json(options.json, result)
    if options.json == "-":
        return 0
    stages = ", ".join(f"{name} {seconds:.3f}" for name, seconds in result.stages.items())
    print(
        f"{result.op}: median {result.median:.3f} s, {result.minimum:.3f} to {result.maximum:.3f} s over "
        f"{result.rounds} edits ({stages}); {result.status}; {result.cores} cores"
    )
    return 0


def edit_loop(source: Path, rounds: int, on_gpu: bool = False) -> Result:
    """Measure, in a running engine: save a changed line, build all, export, run, compare.

    Each round adds a line that changes the object code, so nothing comes from the cache.

    Args:
        source: the op's folder.
        rounds: how many.
        on_gpu: edit the kernel for GPUs that stands beside the one for the CPU.

    Raises:
        UserError: a round was not verified.
    """
    with tempfile.TemporaryDirectory() as folder, Engine() as engine:
        home = project.create_project(Path(folder) / "bench").folder
        op_folder = project.copy_op(source, home, source.name)
        op = engine.load([op_folder])[0].op
        assert op is not None
        kernel = op_folder / (op.kernel.cuda if on_gpu else op.kernel.source)
        text = read_text(kernel)
        stamp = f"{os.getpid()}{time.time_ns()}"
        seconds: list[float] = []
        stages: dict[str, list[float]] = {}
        status = ""
        for count in range(rounds + 1):
            line = f"[[gnu::used]] const long long wb_bench_{stamp} = {count};"
            changed = f"{text}\nnamespace {{ {line} }}\n"
            start = time.perf_counter()
            write_text(kernel, changed)
            state = engine.load([op_folder])[0]
            engine.run([op_folder])
            elapsed = time.perf_counter() - start
            report = state.report()
            status = report.status
            if status not in ("agrees", UNVERIFIED, EXPORT_ONLY, NOT_RUN):
                message = report.error.message if report.error else status
                raise UserError(
                    "bench", f"the op was not verified: {message}", "Run op-workbench verify on it."
                )
            if count > 0:  # the first builds the glue, too
                seconds.append(elapsed)
                for name, stage in report.stages.items():
                    if stage.status != "skipped":
                        stages.setdefault(name, []).append(stage.seconds)
    return Result(
        source.name,
        rounds,
        statistics.median(seconds),
        min(seconds),
        max(seconds),
        seconds,
        {name: statistics.median(values) for name, values in stages.items()},
        status,
        os.cpu_count() or 1,
    )
