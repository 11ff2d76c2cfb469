"""The torch host: imports torch once, then forks a child per job that builds or exports."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.jobs import Job
from workbench.engine.compilers import compiler
from workbench.engine.host.child import Channel
from workbench.engine.store import Store

__all__ = ["main", "warm_up"]


def _build(job: jobs.BuildJob, channel: Channel) -> None:
    from pathlib import Path

    from msgspec.structs import replace

    from workbench.engine.build import beside, build, foreign
    from workbench.engine.host import frames, sanitizers

    class Reporter(build.Reporter):
        def progress(self, done: int, total: int, text: str) -> None:
            channel.progress("build", done, total, text)

        def wait(self, text: str, usual: float) -> None:
            channel.progress("build", 0, 1, text, usual)

        def log(self, text: str) -> None:
            channel.log(text)

    with channel.stage("build") as outcome:
        store = Store()
        if job.look and (asked := sanitizers.asked_flags(job.op.kernel.compile_flags)):
            flags = (*job.op.kernel.compile_flags, *job.op.kernel.link_flags)
            sanitizers.look_for_runtimes(flags, asked[-1])
        folder, reporter = Path(job.folder), Reporter()
        made, warnings = build.build(folder, job.op, store, reporter, job.unlinked)
        outcome.problems += warnings
        if job.backward:
            backward = beside.backward_library(folder, job.op, store, reporter)
            made = replace(made, backward_library=backward)
        if job.dual:
            made = replace(made, dual_library=beside.over_duals(folder, job.op, store))
        foreign.load_modules(folder, job.op, reporter)
        outcome.result = made
    frames.make(store)
    store.prune_now_and_then()


def work(job: Job, channel: Channel) -> None:
    """Do a job, in the child."""
    match job:
        case jobs.BuildJob():
            _build(job, channel)
        case jobs.ExportJob():
            from workbench.engine.export.export import export_job

            export_job(job, channel)
        case jobs.SizesJob():
            from workbench.engine.export.at_sizes import sizes_job

            sizes_job(job, channel)
        case jobs.CellsJob():
            from workbench.engine.cells.in_torch import cells_job

            cells_job(job, channel)
        case jobs.PictureJob():
            from workbench.engine.parity.picture_job import picture_job

            picture_job(job, channel)
        case jobs.SetupJob():
            from workbench.engine.survey.setup_run import setup_job

            setup_job(job, channel)
        case jobs.PreviewJob():
            from workbench.engine.values.preview import previews

            with channel.stage("preview") as outcome:
                outcome.result = jobs.PreviewResult(previews(job.op, Path(job.folder)))
        case jobs.CellScriptJob():
            from workbench.engine.cells.script import cell_script_job

            cell_script_job(job, channel)
        case jobs.DraftReferenceJob():
            from workbench.engine.survey.reference_drafts import draft_reference_job

            draft_reference_job(job, channel)
        case jobs.ModuleExportJob():
            from workbench.engine.export.own_module import module_export_job

            module_export_job(job, channel)
        case jobs.TimeJob():
            from workbench.engine.timing.time_job import time_job

            time_job(job, channel)
        case jobs.SchemasJob():
            from workbench.engine.survey.torch_schemas import schemas_job

            schemas_job(job, channel)
        case jobs.ExamplesJob():
            from workbench.engine.survey.torch_examples import examples_job

            examples_job(job, channel)
        case jobs.GroupJob():
            from workbench.engine.build.group import group_job

            group_job(job, channel)
        case jobs.LibrarySchemasJob():
            from workbench.engine.survey.torch_schemas import library_schemas_job

            library_schemas_job(job, channel)
        case _:
            raise TypeError(f"the torch host does no {type(job).__name__}")


def prepare(job: Job) -> None:
    """Before the fork: import or ask what the job needs, for this and later jobs."""
    if isinstance(job, jobs.BuildJob) and job.op.kernel.gpu_source:
        from workbench.engine import cuda_toolkit

        cuda_toolkit.ask_once()
    if not isinstance(job, jobs.ExportJob | jobs.CellsJob | jobs.CellScriptJob | jobs.TimeJob):
        return
    from workbench.engine.host import warm

    warm.exporter(job.op.model.exported_by.dynamo)
    if isinstance(job, jobs.CellsJob) and job.export:
        warm.exporter(not job.op.model.exported_by.dynamo)


def warm_up() -> None:
    """What every build and every export would read anew: the exporter, templates, keys, versions."""
    import numpy.ma  # numpy imports both when they are first asked for
    import numpy.random  # noqa: F401

    import workbench.engine.build.beside  # noqa: F401
    from workbench.core import codegen
    from workbench.core.compile.providers import system_folders
    from workbench.core.op_toml import keys
    from workbench.core.standard.operators import standard_operators
    from workbench.engine.build.units import look_again, our_headers
    from workbench.engine.compilers import bundled
    from workbench.engine.host import warm
    from workbench.engine.toolchain import version_of
    from workbench.importers.cpp.syntax.tree import Source

    codegen.read_all()
    keys.every_key()
    standard_operators()
    system_folders("")
    Source("")
    our_headers()
    look_again()
    bundled()
    version_of("torch")
    warm.exporter(dynamo=False)
    warm.shape_inference()
    warm.array_files()


def _compiler() -> dict[str, str]:
    try:
        return {"compiler": compiler().version}
    except UserError:
        return {}  # whoever builds is told


def main() -> None:
    """Import what every job needs, say so, and serve."""
    start = time.monotonic()
    import onnx

    from workbench.engine.host import warm

    with warm.patient_threads():
        import torch

    # One thread until the fork: a pool of threads would not survive it. The child starts
    # its own when the first kernel runs.
    import workbench.engine.build.build
    import workbench.engine.export.export  # noqa: F401
    from workbench.engine.build.closer_looks import closer_looks
    from workbench.engine.host import host

    warm_up()
    Store().prune_now_and_then()
    versions = {
        "torch": str(torch.__version__),
        "onnx": onnx.__version__,
        "python": sys.version.split()[0],
        **_compiler(),
    }
    ready = jobs.HostReady("torch", os.getpid(), time.monotonic() - start, versions)
    host.serve(work, ready, closer_looks, prepare)


if __name__ == "__main__":
    main()
