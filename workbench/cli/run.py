"""``op-workbench run``: ops up to their run in ONNX Runtime, or any model with an op library."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TextIO

import msgspec

from workbench.cli import stages, verify
from workbench.cli.inspect import named_library
from workbench.cli.terminal import write_json
from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.declaration.session import USUAL_SESSION
from workbench.core.errors import UserError
from workbench.core.files.files import real_path

HELP = "run ops in ONNX Runtime; or a MODEL.onnx with --library and --inputs"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    stages.arguments(parser)
    parser.add_argument(
        "--library",
        action="append",
        default=[],
        help="an op library, or an installed Python package with one, for a MODEL.onnx; may be given several times",
    )
    parser.add_argument(
        "--inputs", type=Path, help="an .npz of the inputs by name, for a MODEL.onnx"
    )
    parser.add_argument(
        "--reference", type=Path, help="an .npz of the expected outputs by name, to compare"
    )
    verify.session_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Exit status 0 only if everything ran (and agrees, where there is a reference)."""
    models = [p for p in options.paths if p.suffix == ".onnx"]
    if not models:
        if options.library or options.inputs or options.reference:
            raise UserError("usage", "--library, --inputs and --reference go with a MODEL.onnx")
        return stages.run_stages(options, "run", partial(_with_session, options=options))
    if len(options.paths) != 1 or options.inputs is None:
        raise UserError("usage", "give one MODEL.onnx and --inputs FILE.npz")
    return _run_model(options, real_path(models[0]))


def _with_session(op: Op, options: argparse.Namespace) -> Op:
    return msgspec.structs.replace(op, session=verify.with_session(op.session, options))


def _run_model(options: argparse.Namespace, model: Path) -> int:
    from workbench.engine.client import Engine

    def absolute(path: Path | None) -> str:
        return str(real_path(path)) if path is not None else ""

    libraries = [_library(library) for library in options.library]
    given = jobs.ExportedCase("", str(model), absolute(options.inputs), absolute(options.reference))
    job = jobs.RunJob(
        1,
        str(model.parent),
        libraries[0] if libraries else "",
        (given,),
        session=msgspec.structs.replace(
            verify.with_session(USUAL_SESSION, options), libraries=tuple(libraries[1:])
        ),
        reference_by=options.reference.name if options.reference else "",
    )
    with Engine(show_output=options.verbose) as engine:
        events = engine.run_job(job)
    ended = [e for e in events if isinstance(e, jobs.StageEnded)]
    for stage in ended:
        _print(stage, sys.stderr if options.json == "-" else sys.stdout)
    if options.json:
        write_json(options.json, {"model": str(model), "stages": ended})
    return 0 if ended and all(stage.status == "ok" for stage in ended) else 1


def _library(library: str) -> str:
    """The path of a library, or of the one in a package."""
    from workbench.engine.build.prebuilt import package_op_library

    named = named_library(library)
    if Path(named).is_absolute():
        return named
    root, module = package_op_library(named)
    return str(root / module)


def _print(stage: jobs.StageEnded, out: TextIO) -> None:
    for problem in stage.problems:
        print(problem, file=out)
    match stage.result:
        case jobs.RunResult(milliseconds):
            print(f"ran in {milliseconds:.3f} ms", file=out)
        case jobs.CompareResult(outputs):
            for output in outputs:
                stages.print_parity(output, out)
        case _:
            pass
