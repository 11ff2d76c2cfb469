"""How long a call takes: who is timed with which inputs, and what is told of it."""

from __future__ import annotations

from workbench.core.timing.contenders import (
    COMPILED,
    EAGER,
    MOST_OTHERS,
    OTHERS,
    OWN,
    PACKAGES,
    contenders_of,
    is_standard,
)
from workbench.core.timing.divided import DividedSweep, SweepPoint
from workbench.core.timing.job import (
    CLUSTER_THREADS,
    DEFAULT_THREADS,
    MOST_THREADS,
    chosen,
    default_threads,
    profile_job,
    time_job,
)
from workbench.core.timing.lines import Line, LinePoint, lines_of, roofs_of
from workbench.core.timing.points import sweep_axes, sweep_points, sweep_title, swept_axis
from workbench.core.timing.refusals import why_failed
from workbench.core.timing.words import (
    about,
    cells,
    duration,
    headers,
    hosts_text,
    machine_text,
    machines_text,
    measured_text,
    not_run,
    numbers_text,
    per_second,
    shapes_text,
    threads_text,
    told,
)

__all__ = [
    "CLUSTER_THREADS",
    "COMPILED",
    "DEFAULT_THREADS",
    "EAGER",
    "MOST_OTHERS",
    "MOST_THREADS",
    "OTHERS",
    "OWN",
    "PACKAGES",
    "DividedSweep",
    "Line",
    "LinePoint",
    "SweepPoint",
    "about",
    "cells",
    "chosen",
    "contenders_of",
    "default_threads",
    "duration",
    "headers",
    "hosts_text",
    "is_standard",
    "lines_of",
    "machine_text",
    "machines_text",
    "measured_text",
    "not_run",
    "numbers_text",
    "per_second",
    "profile_job",
    "roofs_of",
    "shapes_text",
    "sweep_axes",
    "sweep_points",
    "sweep_title",
    "swept_axis",
    "threads_text",
    "time_job",
    "told",
    "why_failed",
]
