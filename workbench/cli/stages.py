"""What ``verify``, ``build``, ``export`` and ``run`` share: the pipeline and its table."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

import msgspec

from workbench.cli import consent, reference
from workbench.cli.at_sizes import at_sizes
from workbench.cli.elsewhere import of_ops, taken_in
from workbench.cli.history_kept import keep_exports, keep_runs
from workbench.cli.in_runtimes import in_runtime
from workbench.cli.keep_case import keep_tried
from workbench.cli.terminal import erase_line, json_option, write_json
from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.elsewhere import read_result
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import STAGES, OutputParity
from workbench.core.pipeline.argument_coverage import coverage_text
from workbench.core.pipeline.op_state import (
    NOT_RUN,
    STATUS_WORDS,
    OpReport,
    OpState,
    RuntimeReport,
    SizesReport,
)
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.pipeline.picturing import where_text
from workbench.core.runtimes import Runtime, may_run, report_line, unasked, with_gpu
from workbench.engine.client import Engine

__all__ = [
    "SEVERITIES",
    "Progress",
    "arguments",
    "loaded",
    "print_parity",
    "print_problems",
    "ran",
    "run_stages",
]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options that all of them have."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="an op folder, a project or an archive"
    )
    consent.add_option(parser)
    json_option(parser)
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="show what compilers and kernels print"
    )


_MOST = 20
"""Problems of an op that are printed."""
SEVERITIES = ("error", "warning", "note")
"""The worst first."""


class Report(msgspec.Struct):
    """What ``--json`` writes."""

    ops: list[OpReport]


def run_stages(
    options: argparse.Namespace,
    upto: str,
    change: Callable[[Op], Op] | None = None,
    onnx_cases: str = "",
    allow_unverified: bool = False,
    draft_reference: bool = False,
    runtimes: Sequence[Runtime] = (),
    sizes: Mapping[str, int] | None = None,
    results: Sequence[Path] = (),
    keep_case: bool = False,
) -> int:
    """Bring the ops of the given paths as far as a stage. Returns the exit status.

    Args:
        options: of the command line.
        upto: the last stage.
        change: makes what is run of what is declared.
        onnx_cases: the operator whose ONNX test cases take the place of the examples.
        allow_unverified: ops that run alike without being verified count as fine.
        draft_reference: write a reference for those that lack one, and run these again.
        runtimes: further ones, in which those are run that do not fail or differ.
        sizes: of dynamic axes, at which the exported models are run, too.
        results: files that come back from other machines.
        keep_case: write inputs that differ, or those at the sizes, into the declaration.

    Raises:
        UserError: kind ``result``; one of these is none of the ops as they are now.
    """
    given = [(path, read_result(path)) for path in results]
    folders = consent.op_folders(options.paths, options.trust)
    out = sys.stderr if options.json == "-" else sys.stdout
    progress = Progress(out, options.verbose, upto)
    with Engine(progress.event, show_output=options.verbose) as engine:
        states = engine.load(folders, change)
        for state in states:
            state.onnx_cases = onnx_cases
            state.unlinked = upto == "build"
        taken = of_ops(given, states)
        progress.begin(states)
        if any(not s.problems for s in states):
            engine.start()
        engine.run(folders, upto, force=True)
        progress.end()
        lacking = [s.folder for s in states if draft_reference and reference.lacks_reference(s)]
        drafted = [folder for folder in lacking if reference.draft(engine, folder, out)]
        if drafted:
            progress.begin(engine.load(drafted, change))
            engine.run(drafted, upto, force=True)
            progress.end()
        states = [engine.pipeline.states[s.folder] for s in states]
        if not onnx_cases:
            (keep_runs if upto == STAGES[-1] else keep_exports)(states)
        reports = [
            msgspec.structs.replace(
                with_gpu(
                    state.report(upto), here := _in_runtimes(engine, state, runtimes, progress)
                ),
                runtimes=(*here, *_elsewhere(engine, state, taken.get(state.folder, []), progress)),
                at_sizes=_at_sizes(engine, state, sizes or {}, progress),
            )
            for state in states
        ]
    for state in states if keep_case else ():
        keep_tried(state, sizes or {}, out)
    if options.json:
        write_json(options.json, Report(reports))
    unproven = [r for r in reports if r.status == UNVERIFIED and not allow_unverified]
    if unproven:
        why = (p for r in unproven for p in r.problems if p.kind == UNVERIFIED)
        lack = all(p.key == "reference" for p in why)
        step = "Add a reference to each (verify --draft-reference drafts one)"
        step = step if lack else "Mend what is told above"
        names = ", ".join(r.op for r in unproven)
        print(
            f"op-workbench: not verified: {names}. {step}, or give --allow-unverified.",
            file=sys.stderr,
        )
    if unrun := [r for r in reports if r.status == NOT_RUN]:
        told = ", ".join(f"{r.op} ({r.verdict})" for r in unrun)
        print(f"op-workbench: nothing here has run: {told}", file=sys.stderr)
    failed = bool(unrun) or any(r.error is not None or r.status == "differs" for r in reports)
    further = [one.status for r in reports for one in r.runtimes]
    further += [r.at_sizes.status for r in reports if r.at_sizes is not None]
    failed |= not {"differs", "failed"}.isdisjoint(further)
    return 1 if failed or unproven else 0


def _in_runtimes(
    engine: Engine, state: OpState, runtimes: Sequence[Runtime], progress: Progress
) -> tuple[RuntimeReport, ...]:
    found = []
    for runtime in dict.fromkeys([*runtimes, *unasked(state)]):
        one = in_runtime(engine, state, runtime)
        if one is not None:
            progress.runtime(state, one)
            found.append(one)
    return tuple(found)


def _at_sizes(
    engine: Engine, state: OpState, sizes: Mapping[str, int], progress: Progress
) -> SizesReport | None:
    """What comes of the exported model at other sizes, where it ran at those of its examples."""
    if not sizes or not may_run(state):
        return None
    report = at_sizes(engine, state, sizes)
    progress.at_sizes(state, report)
    return report


def _elsewhere(
    engine: Engine, state: OpState, files: Sequence[Path], progress: Progress
) -> tuple[RuntimeReport, ...]:
    found = [one for file in files for one in taken_in(engine, state, file)]
    for one in found:
        progress.runtime(state, one)
    return tuple(found)


def loaded(engine: Engine, folder: Path, change: Callable[[Op], Op]) -> list[OpState]:
    """One op, for ``ran``. Raises UserError where its declaration is wrong."""
    states = engine.load([folder], change)
    if states[0].op is None or states[0].problems:
        raise UserError.of(states[0].problems)
    return states


def ran(engine: Engine, states: list[OpState], progress: Progress, last: str) -> OpState:
    """Run it up to a stage, for a command that times what comes of it.

    Raises:
        UserError: a stage failed, which has been said then.
    """
    progress.begin(states)
    engine.run([state.folder for state in states], last)
    progress.end()
    (state,) = states
    # What stands behind that stage was never asked for: that it has not run is no failure.
    if state.report(last).status == "failed":
        reason = f"'{state.name}' failed, so there is nothing to time"
        raise UserError("time", reason, "Correct what is said of it, and try again.")
    return state


class Progress:
    """The table for people: a row per op when it is done, and on a terminal a moving line."""

    def __init__(self, out: TextIO, verbose: bool, upto: str) -> None:
        self._out = out
        self._verbose = verbose
        self._upto = upto
        self._states: dict[Path, OpState] = {}
        self._printed: set[Path] = set()
        self._live = out.isatty()
        self._width = 12

    def begin(self, states: list[OpState]) -> None:
        """Print the head."""
        self._printed = set()
        self._states = {s.folder: s for s in states}
        self._width = max([len(s.name) for s in states] + [2]) + 2
        stages = "".join(f"{s:>9}" for s in STAGES[: STAGES.index(self._upto) + 1])
        self._print(f"{'op':<{self._width}}{stages}  result")
        for state in states:
            if state.problems:
                self._row(state)

    def event(self, event: jobs.Event, folder: Path | None) -> None:
        """Take in an event of the engine."""
        state = self._states.get(folder) if folder is not None else None
        match event:
            case jobs.Progress() if state is not None:
                count = f" ({event.done}/{event.total})" if event.total else ""
                self._moving(f"{state.name}: {event.text}{count}")
            case jobs.Log() if self._verbose:
                self._print(event.text.rstrip("\n"))
            case jobs.StageEnded(stage=stage, status=status) if state is not None:
                # What went wrong is looked at closer before its job ends.
                if stage == state.stages(self._upto)[-1] and status not in ("failed", "differs"):
                    self._row(state)
            case jobs.JobEnded(status=status) if state is not None:
                if status != "ok" or state.result(state.stages(self._upto)[-1]) is not None:
                    self._row(state)
            case _:
                pass

    def end(self) -> None:
        """Print the rows that no event has brought."""
        for state in self._states.values():
            self._row(state)

    def say(self, text: str) -> None:
        """Print a line of its own."""
        self._print(text)

    def runtime(self, state: OpState, report: RuntimeReport) -> None:
        """Print what came of an op in a further runtime."""
        self._print(f"{state.name:<{self._width}}{report_line(report)}")
        print_problems(report.problems, self._out, _MOST)
        for output in report.outputs:
            if not output.agrees:
                print_parity(output, self._out, "    ")

    def at_sizes(self, state: OpState, report: SizesReport) -> None:
        """Print what came of an op at other sizes."""
        words = f"{STATUS_WORDS[report.status]} at {report.sizes}"
        more = f"  {report.text}" if report.status == "agrees" else ""
        self._print(f"{state.name:<{self._width}}{words}{more}")
        print_problems(report.problems, self._out, _MOST)
        for output in report.outputs:
            if not output.agrees:
                print_parity(output, self._out, "    ")

    def _row(self, state: OpState) -> None:
        if state.folder in self._printed:
            return
        self._printed.add(state.folder)
        report = state.report(self._upto)
        cells = ""
        for stage in STAGES[: STAGES.index(self._upto) + 1]:
            entry = report.stages[stage]
            done = entry.status not in ("failed", "not run", "skipped")
            text = f"{entry.seconds:.2f} s" if done else entry.status
            cells += f"{'-' if text in ('not run', 'skipped') else text:>9}"
        self._print(f"{state.name:<{self._width}}{cells}  {self._result(report)}")
        print_problems(report.problems, self._out, _MOST)
        if any(problem.fitting for problem in report.problems):
            self._print(f"    See what fits:  op-workbench fix {shlex.quote(str(state.folder))}")
        if report.outputs and report.arguments:
            self._print(f"    optional tensors: {coverage_text(report.arguments)}")
        compare = state.result("compare")
        if (
            compare is not None
            and isinstance(compare.result, jobs.CompareResult)
            and report.status == "differs"
        ):
            for told in where_text(compare.result):
                self._print(f"    {told}")
            for output in compare.result.outputs:
                if not output.agrees:
                    print_parity(output, self._out, "    ")

    def _result(self, report: OpReport) -> str:
        text = report.verdict
        if report.max_abs_diff is not None and report.max_rel_diff is not None:
            text += f"  max abs {report.max_abs_diff:.3g}, max rel {report.max_rel_diff:.3g}"
        if report.rounding is not None:
            text += f", rounding {report.rounding.text}"
        if report.counted:
            text += f", {report.counted}"
        return text

    def _moving(self, text: str) -> None:
        if self._live:
            erase_line(self._out)
            print(text[:100].replace("\n", " "), end="", file=self._out, flush=True)

    def _print(self, text: str) -> None:
        if self._live:
            erase_line(self._out)
        print(text, file=self._out, flush=True)


def print_problems(problems: Sequence[Problem], out: TextIO, most: int) -> None:
    """Print an op's problems below its row, errors first: none must be among those left out.

    Args:
        problems: in any order.
        out: where to.
        most: as many are printed; where there are more, that is printed.
    """
    for problem in sorted(problems, key=lambda p: SEVERITIES.index(p.severity))[:most]:
        print("    " + str(problem).replace("\n", "\n    "), file=out, flush=True)
    if len(problems) > most:
        print(f"    and {len(problems) - most} more of them: --json FILE has them all", file=out)


def print_parity(output: OutputParity, out: TextIO | None = None, indent: str = "") -> None:
    """Print one output's comparison, with the first differing elements."""

    def number(value: float | None) -> str:
        return "not finite" if value is None else f"{value:.3g}"

    case = f"case {output.case}: " if output.case else ""
    if output.random and output.agrees:
        who = f"{output.actual_by} and {output.expected_by}"
        text = (
            f"{case}{output.name} {output.dtype}{list(output.shape)}, {who}: random, not compared"
        )
        print(indent + text, file=out or sys.stdout)
        return
    lines = [
        f"{case}{output.name} {output.dtype}{list(output.shape)}, {output.actual_by} and {output.expected_by}: "
        f"{'agrees' if output.agrees else 'DIFFERS'}, "
        f"max abs {number(output.max_abs_diff)}, max rel {number(output.max_rel_diff)}, "
        f"{output.differing} of {output.elements} differ ({output.tolerance})"
    ]
    if output.note:
        lines.append(f"  {output.note}")
    lines += [
        f"  {list(d.index)}: {output.expected_by} {d.expected}, {output.actual_by} {d.actual}"
        for d in output.differences[:5]
    ]
    for line in lines:
        print(indent + line, file=out or sys.stdout)
