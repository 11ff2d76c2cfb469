"""How long a call takes, in each place that can compute an op: what is told."""

from __future__ import annotations

import msgspec

from workbench.core.jobs.graphs import GraphNode
from workbench.core.jobs.message import Message

__all__ = ["Machine", "Missing", "NodeTime", "ProfileResult", "Roof", "TimeResult", "Timed"]


class Machine(msgspec.Struct, frozen=True):
    """Where something was measured.

    Attributes:
        host: its name in the network.
        processor: its model, as the system says it.
        cores: that whoever measures may use.
    """

    host: str
    processor: str
    cores: int

    @property
    def kind(self) -> tuple[str, int]:
        """What is the same of machines that are alike."""
        return self.processor, self.cores


class Missing(msgspec.Struct, frozen=True):
    """One that did not run: nothing is known of how long it takes.

    Attributes:
        name, title: as those of a ``Contender``.
        why: in a clause, and what to do about it.
        told: what it has said itself; empty where it said nothing.
    """

    name: str
    title: str
    why: str
    told: str = ""


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
        machine: on which.
        left_out: names of larger inputs that were left out, where these take too long; with their
            number of threads where they were measured with others.
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
    machine: Machine
    left_out: tuple[str, ...] = ()

    @property
    def slowest(self) -> float:
        """Seconds of a call of the slowest of those that ran; 0 where nobody did."""
        return max((one.median / 1e3 for one in self.timed), default=0.0)


class NodeTime(msgspec.Struct, frozen=True):
    """A node in ONNX Runtime's profile.

    Attributes:
        node: which; without a key where ONNX Runtime has made it of others.
        milliseconds: in a run, the mean; of all its calls.
        calls: in a run.
        provider: that ran it.
    """

    node: GraphNode
    milliseconds: float
    calls: int
    provider: str


class ProfileResult(Message, frozen=True):
    """Where the time of a run goes.

    Attributes:
        nodes: those that ran, the longest first.
        gone: nodes of the model that did not run as such: computed before, or put into others.
        runs: number of runs that count.
    """

    nodes: tuple[NodeTime, ...]
    gone: tuple[GraphNode, ...]
    runs: int

    @property
    def total(self) -> float:
        """Milliseconds of all nodes in a run."""
        return sum(one.milliseconds for one in self.nodes)

    def share(self, one: NodeTime) -> float:
        """A node's part of that."""
        return one.milliseconds / self.total if self.total > 0 else 0.0
