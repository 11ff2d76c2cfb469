"""A bug report: what somebody else needs to see the same verdict on an op, in one archive.

It is an archive of a project, so that every command takes it. What the program adds (verdict, model,
arrays, versions, log) names nothing of the machine that it was made on; the op's own files are as
they are, and it is said where they do.
"""

from __future__ import annotations

from workbench.core.report.machine import Machine
from workbench.core.report.report import OpLog, Report, again, arrays_job, place_of, report

__all__ = ["Machine", "OpLog", "Report", "again", "arrays_job", "place_of", "report"]
