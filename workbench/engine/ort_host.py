"""The ORT host: imports onnxruntime, never torch; forks a child per job that runs a model."""

from __future__ import annotations

import os
import sys
import time

from workbench.core import jobs
from workbench.core.jobs import Job
from workbench.engine.host.child import Channel

__all__ = ["main"]


def work(job: Job, channel: Channel) -> None:
    """Do a job, in the child."""
    match job:
        case jobs.RunJob():
            from workbench.engine.run.run import run_job

            run_job(job, channel, _begins)
        case jobs.CellsRunJob():
            from workbench.engine.cells.in_ort import cells_run_job

            cells_run_job(job, channel)
        case jobs.CaptureJob():
            from workbench.engine.run.capture import capture_job

            capture_job(job, channel)
        case jobs.ModelNodesJob():
            from workbench.engine.onnx.onnx_model import model_nodes_job

            model_nodes_job(job, channel)
        case jobs.GraphDiffJob():
            from workbench.engine.graphs.diff import graph_diff_job

            graph_diff_job(job, channel)
        case jobs.ProfileJob():
            from workbench.engine.graphs.node_times import profile_job

            profile_job(job, channel)
        case jobs.DivergenceJob():
            from workbench.engine.graphs.divergence import divergence_job

            divergence_job(job, channel)
        case jobs.GraphViewJob():
            from workbench.engine.graphs.view import graph_view_job

            graph_view_job(job, channel)
        case jobs.DeliverJob():
            from workbench.engine.deliver.deliver import deliver_job

            deliver_job(job, channel)
        case jobs.ApplyJob():
            from workbench.engine.applying.apply import apply_job

            apply_job(job, channel)
        case jobs.RuntimeJob():
            from workbench.engine.deliver.check_folder import write_check_folder
            from workbench.engine.runtimes.runtime_job import runtime_job

            runtime_job(job, channel, write_check_folder)
        case jobs.ElsewhereJob():
            from workbench.engine.deliver.elsewhere_job import elsewhere_job

            elsewhere_job(job, channel)
        case jobs.LibraryJob():
            from workbench.engine.run.library_ops import library_job

            library_job(job, channel)
        case jobs.OperatorJob():
            from workbench.engine.onnx.operator_cases import operator_job

            operator_job(job, channel)
        case _:
            raise TypeError(f"the ORT host does no {type(job).__name__}")


def _begins(job: jobs.RunJob, case: jobs.ExportedCase) -> jobs.DivergenceResult | None:
    """Not imported before it is wanted: most results agree."""
    from workbench.engine.graphs.divergence import beginning

    return beginning(job, case)


def main() -> None:
    """Import what every job needs, say so, and serve."""
    start = time.monotonic()
    import onnxruntime

    import workbench.engine.run.run  # noqa: F401
    from workbench.engine.build.closer_looks import closer_looks
    from workbench.engine.host import host, warm

    if "torch" in sys.modules:
        raise RuntimeError("the ORT host must not import torch")
    warm.session()
    warm.array_files()
    versions = {"onnxruntime": onnxruntime.__version__}
    ready = jobs.HostReady("ort", os.getpid(), time.monotonic() - start, versions)
    host.serve(work, ready, closer_looks)


if __name__ == "__main__":
    main()
