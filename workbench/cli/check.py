"""``op-workbench check PATH…``: each op in many ways, which its declaration gives."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import msgspec

from workbench.cli import cell_script, consent, keep_case, stages, workers
from workbench.cli.terminal import erase_line, write_json
from workbench.core import jobs
from workbench.core.cells import FULL, PAIRS, Cell
from workbench.core.cells.kept import kept
from workbench.core.cells.passes import BUILD
from workbench.core.checking import CELL_LIMITS, Check, CheckReport, DividedCheck
from workbench.core.checking.words import heading, summary
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.engine.client import Engine
from workbench.engine.store import Store

if TYPE_CHECKING:  # it is an extra
    from workbench.engine.cluster.cluster import Cluster

HELP = "try each op with many sizes, element types, values, layouts, threads and exports"
_MOST = 20


class Report(msgspec.Struct):
    """What ``--json`` writes."""

    ops: list[CheckReport]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)
    parser.add_argument(
        "--full",
        action="store_true",
        help="every combination instead of each pair of levels once; it may take long",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=CELL_LIMITS.seconds,
        help="how long a cell may take (default: %(default)g)",
    )
    parser.add_argument(
        "--allow-unverified",
        action="store_true",
        help="exit with 0 also where nothing independent says what an op should give",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="divide the cells among N processes on this machine; what looks closer stays in this "
        "one's hosts (needs op-workbench[cluster])",
    )
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="the same with the workers of a dask scheduler (tcp://HOST:8786), which get the op's "
        "files; each needs this version of Op Workbench, torch and ONNX Runtime",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--keep-case",
        metavar="CELL",
        help="check nothing, but write a cell of one op into its declaration as a case, which each run "
        "tries: its number, or what is unusual in it",
    )
    instead.add_argument(
        "--script",
        metavar="CELL",
        help="check nothing, but write a cell of one op as a script that needs torch, onnxruntime "
        "and numpy only: its number, or what is unusual in it ('sizes: n = 0, values: nan')",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where --script writes it (default: a new one)"
    )


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if every cell of every op agrees, or nobody takes its inputs."""
    if options.keep_case is not None:  # nothing is run
        return keep_case.keep_cell(consent.named_folders(options.paths), options)
    folders = consent.op_folders(options.paths, options.trust)
    if options.script is not None:
        return cell_script.write(folders, options)
    out = sys.stderr if options.json == "-" else sys.stdout
    live = _Live(out, options.verbose)
    reports: list[CheckReport] = []
    limits = jobs.Limits(seconds=options.seconds)
    how = FULL if options.full else PAIRS
    with (
        workers.asked_for(options.workers, options.cluster) as cluster,
        Engine(live.event, show_output=options.verbose) as engine,
    ):
        for state in engine.load(folders):
            began = time.monotonic()
            if state.op is None or state.problems:
                report = _unread(state.name, state.problems)
            else:
                report = _checked(engine, state.folder, state.op, how, limits, live, cluster)
            live.end()
            reports.append(report)
            _print(report, out, time.monotonic() - began, state.op)
    if options.json:
        write_json(options.json, Report(reports))
    fine = {"agrees", UNVERIFIED} if options.allow_unverified else {"agrees"}
    return 0 if all(r.status in fine for r in reports) else 1


def _checked(
    engine: Engine,
    folder: Path,
    op: Op,
    how: str,
    limits: jobs.Limits,
    live: _Live,
    cluster: Cluster | None,
) -> CheckReport:
    with Store().scratch() as work:
        if cluster is None:
            check = Check(folder, op, work, how, limits)
            live.begin(check)
            engine.check(check)
            return check.report()
        from workbench.engine.cluster.session import Session

        check = DividedCheck(folder, op, work, how, limits, workers=cluster.threads)
        live.begin(check)
        with Session(cluster, folder, work, limits) as session:
            engine.check(check, session)
        return check.report()


def _unread(name: str, problems: tuple[Problem, ...]) -> CheckReport:
    return CheckReport(name, "failed", {}, error=problems[0])


def _print(report: CheckReport, out: TextIO, seconds: float, op: Op | None) -> None:
    print(summary(report, seconds), file=out)
    if report.error is not None:
        _indented(str(report.error), out)
    levels = {cell.number: cell.levels for cell in report.cells}
    for finding in report.findings[:_MOST]:
        _indented(heading(finding), out)
        _indented(str(finding.problem), out, 4)
        first = levels[finding.cells[0]]
        if BUILD not in first:
            cell = Cell(0, first)
            _indented(f'as a script: --script "{cell.text}"', out, 4)
            if op is not None and kept(op, cell).case is not None:
                _indented(f'as a case: --keep-case "{cell.text}"', out, 4)
    if len(report.findings) > _MOST:
        _indented(f"and {len(report.findings) - _MOST} more: --json FILE has them all", out)
    for note in report.notes:
        _indented(f"note: {note}", out)
    if report.status == UNVERIFIED:
        _indented("op-workbench verify --draft-reference drafts one", out)


def _indented(text: str, out: TextIO, by: int = 2) -> None:
    pad = " " * by
    print(pad + text.replace("\n", f"\n{pad}"), file=out, flush=True)


class _Live:
    """On a terminal: a moving line that says how far the check is."""

    def __init__(self, out: TextIO, verbose: bool) -> None:
        self._out, self._verbose = out, verbose
        self._check: Check | None = None

    def begin(self, check: Check) -> None:
        self._check = check

    def event(self, event: jobs.Event, _: Path | None) -> None:
        check = self._check
        if isinstance(event, jobs.Log) and self._verbose:
            print(event.text.rstrip("\n"), file=self._out, flush=True)
        if check is None or not self._out.isatty() or not isinstance(event, jobs.Progress):
            return
        erase_line(self._out)
        text = f"{check.op.name}: {check.done} of {check.total} cells: {event.text}"
        print(text[:100].replace("\n", " "), end="", file=self._out, flush=True)

    def end(self) -> None:
        self._check = None
        if self._out.isatty():
            erase_line(self._out)
