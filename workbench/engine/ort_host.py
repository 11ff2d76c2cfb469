"""The ORT host: imports onnxruntime, never torch; forks a child per job that runs a model."""

from __future__ import annotations

import os
import sys
import time

from workbench.core import jobs
from workbench.core.jobs import Job
from workbench.engine.child import Channel

__all__ = ["main"]


def work(job: Job, channel: Channel) -> None:
    """Do a job, in the child."""
    from workbench.engine.run import run_job

    if not isinstance(job, jobs.RunJob):
        raise TypeError(f"the ORT host does no {type(job).__name__}")
    run_job(job, channel)


def main() -> None:
    """Import what every job needs, say so, and serve."""
    start = time.monotonic()
    import onnxruntime

    import workbench.engine.run  # noqa: F401
    from workbench.engine import host

    if "torch" in sys.modules:
        raise RuntimeError("the ORT host must not import torch")
    versions = {"onnxruntime": onnxruntime.__version__}
    host.serve(work, jobs.HostReady("ort", os.getpid(), time.monotonic() - start, versions))


if __name__ == "__main__":
    main()
