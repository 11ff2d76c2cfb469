"""Results that come back from other machines: what a check folder's program has written there.

Such a file comes from anywhere. It is read strictly, belongs to one declaration with one kernel, and
what it claims counts for nothing: the outputs that it carries are compared here. What came of it is told
beside what was run here, with the device's name and the date, and never as proof of that.
"""

from __future__ import annotations

from workbench.core.elsewhere.report import elsewhere_job, refused_reason, reports
from workbench.core.elsewhere.result import (
    FORMAT,
    MOST_CARRIED,
    NO_CALL,
    NO_GPU,
    NO_PROVIDER,
    NO_RUNTIME,
    NO_TORCH,
    NOT_STARTED,
    ON_GPU,
    OTHER_PROVIDER,
    GivenCase,
    GivenOutput,
    GivenResult,
    GivenRow,
    read_result,
)

__all__ = [
    "FORMAT",
    "MOST_CARRIED",
    "NOT_STARTED",
    "NO_CALL",
    "NO_GPU",
    "NO_PROVIDER",
    "NO_RUNTIME",
    "NO_TORCH",
    "ON_GPU",
    "OTHER_PROVIDER",
    "GivenCase",
    "GivenOutput",
    "GivenResult",
    "GivenRow",
    "elsewhere_job",
    "read_result",
    "refused_reason",
    "reports",
]
