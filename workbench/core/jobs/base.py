"""What all jobs have."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from workbench.core.jobs.message import Message

__all__ = ["BaseJob", "Limits"]


class Limits(msgspec.Struct, frozen=True):
    """What a job's child may use.

    Attributes:
        seconds: wall-clock time, then it is killed.
        memory: bytes of private memory (``RLIMIT_DATA``).
    """

    seconds: float = 120.0
    memory: int = 8 << 30


class BaseJob(Message, frozen=True):
    """What a host does in a forked child.

    Attributes:
        host: which host does it, a name of ``hosts.HOSTS``.
        stages: the stages that it tells of, in order.
        doing: what it is doing, where it has not reported that itself, for the word on a crash.
        id: of the job; chosen by who sends it.
    """

    host: ClassVar[str]
    stages: ClassVar[tuple[str, ...]]
    doing: ClassVar[str]

    id: int
