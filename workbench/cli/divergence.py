"""``op-workbench divergence PATH``: at which node of the exported graph the values begin to differ."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TextIO

import msgspec

from workbench.cli import consent, stages, verify
from workbench.cli.terminal import write_json
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import shared_kernel
from workbench.engine.client import Engine

HELP = (
    "name the first node of an op's exported graph whose value differs; exit status 1 if one does"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)
    verify.choice_arguments(parser)
    verify.case_argument(parser)


class Report(msgspec.Struct):
    """What ``--json`` writes: per op what was found."""

    ops: dict[str, jobs.DivergenceResult]


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if no value differs."""
    folders = consent.op_folders(options.paths, options.trust)
    out = sys.stderr if options.json == "-" else sys.stdout
    progress = stages.Progress(out, options.verbose, "graph")
    change = partial(verify.changed, variant=options.variant, exporter=options.exporter)
    report = Report({})
    with Engine(progress.event, show_output=options.verbose) as engine:
        states = engine.load(folders, change)
        progress.begin(states)
        engine.run(folders, "graph")
        progress.end()
        complete = True
        for state in states:
            try:
                found = _found(engine, state, options.case)
            except UserError as error:
                print(f"{state.name}: {error.problem}", file=sys.stderr)
                found = None
            if found is None:
                complete = False
            else:
                report.ops[state.name] = found
                _tell(state.name, found, out)
    if options.json:
        write_json(options.json, report)
    return int(not complete or any(found.first for found in report.ops.values()))


def _found(engine: Engine, state: OpState, case_name: str) -> jobs.DivergenceResult | None:
    """Of an op that was exported; None of others."""
    build, exported = (state.current_result(stage) for stage in ("build", "export"))
    op = state.op
    if op is None or not isinstance(exported, jobs.ExportResult):
        return None
    if not op.is_compared:
        hint = "Run op-workbench verify for what can be said of it."
        raise UserError("divergence", "nothing here runs its model", hint)
    libraries = build if isinstance(build, jobs.BuildResult) else jobs.BuildResult("")
    if op.model.exported_by.dynamo:
        again = jobs.ExportJob(1, str(state.folder), op, libraries.torch_library, between=True)
        ended = [e.result for e in engine.run_job(again) if isinstance(e, jobs.StageEnded)]
        exported = next((r for r in ended if isinstance(r, jobs.ExportResult)), exported)
    custom = tuple(node.op for node in op.mapping.custom_nodes)
    case = verify.exported_case(exported, case_name)
    job = jobs.DivergenceJob(
        2, case, libraries.ort_library, custom, shared_kernel(op), op.tolerances
    )
    return engine.ask(job, jobs.DivergenceResult)


def _tell(name: str, found: jobs.DivergenceResult, out: TextIO) -> None:
    print(f"{name}: {found.verdict}", file=out)
    for value in found.values:
        by = f" against {value.by}" if value.by else ""
        worst = "" if value.max_abs_diff is None else f", max abs {value.max_abs_diff:.3g}"
        note = f" ({value.note})" if value.note else ""
        print(f"    {value.node.op} → {value.name}: {value.status}{by}{worst}{note}", file=out)
