"""How long a call takes, in each place that can compute an op: what is told."""

from __future__ import annotations

import msgspec

from workbench.core.jobs.message import Message

__all__ = ["Missing", "Roof", "TimeResult", "Timed"]


class Missing(msgspec.Struct, frozen=True):
    """One that did not run: nothing is known of how long it takes.

    Attributes:
        name, title: as those of a ``Contender``.
        why: in a clause.
    """

    name: str
    title: str
    why: str


class Timed(msgspec.Struct, frozen=True):
    """How long a call takes in one place. Times in milliseconds.

    Attributes:
        name, title: as those of a ``Contender``.
        threads: that it may use.
        first: the first call, with what is made only once: a compilation, memory.
        calls: number of those that count, without the first of each turn.
        fastest, median, p95: of them.
    """

    name: str
    title: str
    threads: int
    first: float
    calls: int
    fastest: float
    median: float
    p95: float


class Roof(msgspec.Struct, frozen=True):
    """What the machine can do at most, as a small program measures it.

    Attributes:
        threads: that it used.
        bandwidth: of memory, in bytes a second: a triad over arrays larger than the caches.
        flops: fused multiply-adds of float32, two operations each, a second.
    """

    threads: int
    bandwidth: float
    flops: float


class TimeResult(Message, frozen=True):
    """What came of one set of inputs.

    Attributes:
        name: that of the inputs.
        shapes: input → its sizes.
        elements: of all input and output tensors together.
        bytes, flops: that a call moves and does, as the op declares its cost; None where it does not.
        timed: who ran, for each number of threads.
        missing: who did not, and why.
        roofs: of the machine, one for each number of threads; none where they cannot be measured.
        versions: of what ran.
        left_out: names of larger inputs that were left out, where these take too long.
    """

    name: str
    shapes: dict[str, tuple[int, ...]]
    elements: int
    bytes: int | None
    flops: int | None
    timed: tuple[Timed, ...]
    missing: tuple[Missing, ...]
    roofs: tuple[Roof, ...]
    versions: dict[str, str]
    left_out: tuple[str, ...] = ()
