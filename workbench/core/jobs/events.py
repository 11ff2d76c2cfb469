"""What a host tells, one event a line."""

from __future__ import annotations

from workbench.core.cells.cell import CellOutcome
from workbench.core.errors import Problem
from workbench.core.jobs.message import Message
from workbench.core.jobs.results import Result

__all__ = [
    "ASKING_LIBRARY",
    "EXPORTING",
    "LOADING_MODULE",
    "RUNNING_REFERENCE",
    "CellEnded",
    "Event",
    "HostReady",
    "JobEnded",
    "Log",
    "Progress",
    "StageEnded",
    "StageStarted",
]

ASKING_LIBRARY = "asking the library for its ops"
"""The progress while somebody's library is loaded and registers its ops: a crash then is told as its own."""
EXPORTING = "exporting to ONNX"
"""The progress while an exporter runs: a crash then, outside the op's own code, is the exporter's."""
LOADING_MODULE = "loading the compiled module"
"""The progress while a module of another compiler's is loaded for the first time."""
RUNNING_REFERENCE = "running the reference"
"""The progress while the user's reference runs: a crash then is told as the reference's."""


class HostReady(Message, frozen=True):
    """A host has started: its imports are done and it takes jobs."""

    host: str
    pid: int
    seconds: float
    versions: dict[str, str]


class StageStarted(Message, frozen=True):
    """A stage of a job begins."""

    id: int
    stage: str


class Progress(Message, frozen=True):
    """How far a stage is: step ``done`` of ``total``, and what is being done.

    Attributes:
        usual: seconds that this usually takes, where it is long and that is known; else 0.
        file: the path of the file whose code runs in this step; empty for none, or several.
    """

    id: int
    stage: str
    done: int
    total: int
    text: str
    usual: float = 0.0
    file: str = ""


class Log(Message, frozen=True):
    """Text for the log: what the job, its compiler or the user's code printed."""

    id: int
    text: str


class StageEnded(Message, frozen=True):
    """A stage has ended.

    Attributes:
        status: ``ok``, ``failed``, or of compare ``differs`` or ``unverified``.
        problems: errors where it failed; warnings of the compiler, and reasons why a comparison
            proves nothing, otherwise.
    """

    id: int
    stage: str
    status: str
    seconds: float
    problems: tuple[Problem, ...] = ()
    result: Result | None = None


class CellEnded(Message, frozen=True):
    """A cell of a check has ended on one side. The next one of the job begins."""

    id: int
    outcome: CellOutcome


class JobEnded(Message, frozen=True):
    """A job's child is gone. ``status``: ``ok``, ``failed`` or ``cancelled``."""

    id: int
    status: str


Event = HostReady | StageStarted | Progress | Log | CellEnded | StageEnded | JobEnded
