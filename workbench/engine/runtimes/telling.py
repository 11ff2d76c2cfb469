"""What a build tells, as events of another stage."""

from __future__ import annotations

from workbench.engine.build.ninja_run import Reporter
from workbench.engine.host.child import Channel

__all__ = ["Telling"]


class Telling(Reporter):
    """Tells through a job's channel.

    Args:
        channel: of the job.
        stage: the job's.
        more: what is added to each step, to say what it is built for.
    """

    def __init__(self, channel: Channel, stage: str, more: str = "") -> None:
        self._channel = channel
        self._stage = stage
        self._more = more

    def progress(self, done: int, total: int, text: str) -> None:
        self._channel.progress(self._stage, done, total, f"{text}{self._more}")

    def log(self, text: str) -> None:
        self._channel.log(text)
