"""The whole protocol between the program and its two hosts: JSON lines of these structs.

The program writes requests to a host's stdin, the host writes events to its stdout, one
JSON object per line. A host runs one job at a time, in a forked child. Every job ends
with exactly one ``JobEnded``, whatever its child did.
"""

from __future__ import annotations

from workbench.core.jobs.events import (
    RUNNING_REFERENCE,
    Event,
    HostReady,
    JobEnded,
    Log,
    Progress,
    StageEnded,
    StageStarted,
)
from workbench.core.jobs.lines import (
    LineReader,
    decode_event,
    decode_request,
    encode,
)
from workbench.core.jobs.requests import (
    STAGES,
    BaseJob,
    BuildJob,
    CancelJob,
    CaptureJob,
    ExamplesJob,
    ExportJob,
    Job,
    Limits,
    ModelNodesJob,
    Request,
    RunJob,
    SchemasJob,
)
from workbench.core.jobs.results import (
    BuildResult,
    CaptureResult,
    CompareResult,
    Difference,
    ExamplesResult,
    ExportedCase,
    ExportResult,
    GraphResult,
    ModelNodesResult,
    OutputParity,
    Result,
    RunResult,
    SchemaArg,
    SchemasResult,
    SkippedCase,
    TorchSchema,
)

__all__ = [
    "RUNNING_REFERENCE",
    "STAGES",
    "BaseJob",
    "BuildJob",
    "BuildResult",
    "CancelJob",
    "CaptureJob",
    "CaptureResult",
    "CompareResult",
    "Difference",
    "Event",
    "ExamplesJob",
    "ExamplesResult",
    "ExportJob",
    "ExportResult",
    "ExportedCase",
    "GraphResult",
    "HostReady",
    "Job",
    "JobEnded",
    "Limits",
    "LineReader",
    "Log",
    "ModelNodesJob",
    "ModelNodesResult",
    "OutputParity",
    "Progress",
    "Request",
    "Result",
    "RunJob",
    "RunResult",
    "SchemaArg",
    "SchemasJob",
    "SchemasResult",
    "SkippedCase",
    "StageEnded",
    "StageStarted",
    "TorchSchema",
    "decode_event",
    "decode_request",
    "encode",
]
