"""``op-workbench check PATH --script CELL``: a cell as a script for somebody without this program."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from workbench.core import jobs
from workbench.core.cells import FULL, PAIRS
from workbench.core.cells.scripts import cell_of, folder_name, script_file, without_model
from workbench.core.errors import Problem, UserError
from workbench.engine.client import Engine

__all__ = ["write"]

_T = TypeVar("_T")


def write(folders: Sequence[Path], options: argparse.Namespace) -> int:
    """Build the op, write the script, and say where it is.

    Raises:
        UserError: there are several ops, or no such cell; the op has errors, or does not build.
    """
    if len(folders) != 1:
        hint = "Name one op's folder."
        raise UserError("cell", f"--script is for one op, these are {len(folders)}", hint)
    with Engine(show_output=options.verbose) as engine:
        (state,) = engine.load(folders)
        if state.op is None or state.problems:
            raise UserError.of(state.problems)
        cell = cell_of(state.op, FULL if options.full else PAIRS, options.script)
        out = options.out or Path(folder_name(state.op, cell))
        folder = str(state.folder)
        build = _result(engine, jobs.BuildJob(1, folder, state.op), jobs.BuildResult)
        job = jobs.CellScriptJob(
            2,
            folder,
            state.op,
            build.torch_library,
            build.ort_library,
            cell,
            str(out.absolute()),
            jobs.Limits(seconds=options.seconds),
        )
        try:
            script = _result(engine, job, jobs.CellScriptResult)
        except UserError as error:
            path = script_file(state.op, out.absolute())
            if not path.is_file():
                raise
            script = jobs.CellScriptResult(str(path), without_model(error.problem))
    print(script.script)
    if script.note:
        print(f"note: {script.note}")
    return 0


def _result(engine: Engine, job: jobs.Job, kind: type[_T]) -> _T:
    """What a job gives; warnings on the way are no matter here.

    Raises:
        UserError: it failed.
    """
    ended = [e for e in engine.run_job(job) if isinstance(e, jobs.StageEnded)]
    found = next((e.result for e in ended if isinstance(e.result, kind)), None)
    if found is None:
        problems = [p for e in ended for p in e.problems if p.severity == "error"]
        raise UserError.of(problems or [Problem("host", "the job ended without a word")])
    return found
