"""``op-workbench apply OP --model NET.onnx``: an op in a model of the user's own, before and after."""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TextIO

import msgspec

from workbench.cli import consent, stages, verify
from workbench.cli.terminal import write_json
from workbench.core import jobs
from workbench.core.applying import AppliedWords, Asked, delivery_of, refuse_further, sizes_of
from workbench.core.declaration.op import Model
from workbench.core.delivery import places, refusals
from workbench.core.delivery.ort import FORM
from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.storage import op_file
from workbench.engine.client import Engine

HELP = "put an op into a model in the place of the standard nodes that compute it, and compare"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)
    parser.add_argument(
        "--model",
        type=Path,
        required=True,
        metavar="NET",
        help="an .onnx file, or a Python file whose function gives a torch.nn.Module, or that and a "
        "tuple of its inputs; where the op's node stands already, its library is attached",
    )
    parser.add_argument(
        "--function",
        default=Model().function,
        metavar="NAME",
        help="of a Python file (%(default)s)",
    )
    parser.add_argument(
        "--to", type=Path, metavar="NEW.onnx", help="write the changed model, if it agrees"
    )
    parser.add_argument(
        "--pattern",
        default="",
        metavar="VARIANT",
        help="the variant whose standard nodes are looked for (all that there are)",
    )
    parser.add_argument(
        "--inputs", type=Path, metavar="FILE.npz", help="the model's inputs by name; else made"
    )
    parser.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="AXIS=N",
        help="of a named axis of the inputs, where they are made (2)",
    )
    for name in ("rtol", "atol"):
        parser.add_argument(
            f"--{name}", type=float, default=-1.0, help="tolerance (the element type's own)"
        )
    parser.add_argument(
        "--library",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a further op library, for custom nodes that the model has beside the op's",
    )
    parser.add_argument(
        "--deliver", type=Path, metavar="DIR", help="deliver the changed model as 'deliver' does"
    )
    parser.add_argument("--zip", action="store_true", help="deliver one .zip")
    parser.add_argument(
        "--allow-unverified",
        action="store_true",
        help="also where nothing was compared, since the model does not run without the op",
    )
    verify.choice_arguments(parser)


class Report(msgspec.Struct):
    """What ``--json`` writes.

    Attributes:
        delivery: of the changed model; None where none was asked for.
    """

    op: str
    model: str
    result: jobs.ApplyResult
    delivery: jobs.DeliverResult | None = None


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if the model gives with the op what it gave before."""
    folders = consent.op_folders(options.paths, options.trust)
    if len(folders) != 1:
        raise UserError("usage", "give one op", "Its folder, such as ops/my_op.")
    (folder,) = folders
    if options.deliver:
        refuse_further(options.library)
    out = sys.stderr if options.json == "-" else sys.stdout
    upto = "compare" if options.deliver else "build"
    progress = stages.Progress(out, options.verbose, upto)
    change = partial(verify.changed, variant=options.variant, exporter=options.exporter)
    with (
        Engine(progress.event, show_output=options.verbose) as engine,
        tempfile.TemporaryDirectory() as work,
    ):
        (state,) = engine.load(folders, change)
        progress.begin([state])
        engine.run([folder], upto)
        progress.end()
        build = state.current_result("build")
        if not isinstance(build, jobs.BuildResult) or state.op is None:
            return 1
        asked = Asked(
            folder,
            verify.changed(op_file.load(folder), options.variant, None),
            build.ort_library,
            str(real_path(options.model)),
            options.function,
            str(real_path(options.to)) if options.to else "",
            options.pattern,
            str(real_path(options.inputs)) if options.inputs else "",
            sizes_of(options.size),
            options.exporter or "",
            options.rtol,
            options.atol,
            tuple(str(real_path(path)) for path in options.library),
        )
        exported = None
        if asked.is_module:
            exported = engine.ask(asked.module_job(1, Path(work)), jobs.ModuleExportResult)
        job = asked.job(2, Path(work), exported)
        report = Report(state.name, job.given, engine.ask(job, jobs.ApplyResult))
        _tell(report.result, out)
        right = report.result.status == "agrees" or (
            options.allow_unverified and report.result.status == UNVERIFIED
        )
        if right and options.deliver:
            report.delivery = _delivered(engine, state, job, report.result, options)
            print(f"delivered: {report.delivery.target}", file=out)
    if options.json:
        write_json(options.json, report)
    return int(not right)


def _delivered(
    engine: Engine,
    state: OpState,
    job: jobs.ApplyJob,
    applied: jobs.ApplyResult,
    options: argparse.Namespace,
) -> jobs.DeliverResult:
    if problems := refusals(state, FORM, options.allow_unverified):
        raise UserError.of(problems)
    (target,) = places(options.deliver, [state.name], options.zip)
    return engine.ask(delivery_of(job, applied, FORM, target, options.zip), jobs.DeliverResult)


def _tell(result: jobs.ApplyResult, out: TextIO) -> None:
    """Say what was changed, and whether the model gives what it gave."""
    for line in AppliedWords(result).lines():
        print(line, file=out)
    for output in result.compared:
        stages.print_parity(output, out, "    ")
