"""The program that goes on with a job where a sanitizer's runtime must be loaded first."""

from __future__ import annotations

import importlib
import os
import sys

from workbench.core import jobs
from workbench.engine.host.child import serve_job


def main() -> None:
    """Take the job from the descriptor that is named second; events go to the first."""
    descriptor, request = map(int, sys.argv[1:3])
    with os.fdopen(request, "rb") as file:
        job = jobs.decode_request(file.read())
    assert not isinstance(job, jobs.CancelJob)
    host = importlib.import_module(f"workbench.engine.{job.host}_host")
    serve_job(job, host.work, descriptor)


if __name__ == "__main__":
    main()
