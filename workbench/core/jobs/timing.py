"""How long a call takes, in each place that can compute an op: what is asked."""

from __future__ import annotations

import msgspec

from workbench.core.declaration.op import Op
from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.timed import Roof

__all__ = ["Contender", "TimeInputs", "TimeJob"]


class TimeInputs(msgspec.Struct, frozen=True):
    """A set of inputs to be timed: the examples, of which some sizes may be others.

    Attributes:
        sizes: name of an axis, as ``cells.sizes.axes`` has it → its size.
        case: whose examples; empty for the main ones.
    """

    sizes: dict[str, int] = {}  # msgspec makes a new one each time
    case: str = ""

    @property
    def name(self) -> str:
        """For people: ``n = 4096``, a case's name; empty for the main examples."""
        sizes = (f"{axis} = {size}" for axis, size in self.sizes.items())
        return ", ".join(filter(None, (self.case, *sizes)))


class Contender(msgspec.Struct, frozen=True):
    """Who is to be timed.

    Attributes:
        name: what the command line and ``--json`` call it.
        title: for people.
        variant: the mapping whose model it runs; None for the one in use.
    """

    name: str
    title: str
    variant: str | None = None


class TimeJob(BaseJob, frozen=True):
    """Time calls of an op: several contenders in turns, each in a process of its own.

    Each set of inputs tells its end by a ``StageEnded`` of its own, so that what was measured stays
    where the next one fails or is stopped.

    Attributes:
        op: the declaration with its variants.
        torch_library, ort_library: of its build.
        contenders: in the order in which they are told.
        points: the inputs, small ones first.
        threads: numbers of threads, each with all the rest; where empty one and all cores of who measures,
            of several machines of the one with the fewest.
        seconds: of measured calls, for each contender with each number of threads.
        too_long: once a call in PyTorch takes so many seconds, larger inputs are left out; 0 never.
        roofs: of the machine, where they are known: of these numbers of threads none is measured again.
        limits: ``seconds`` are those of one step: an export, what opens a contender, a turn.
    """

    host = "torch"
    stages = ("time",)
    doing = "measuring"

    folder: str
    op: Op
    torch_library: str
    ort_library: str
    contenders: tuple[Contender, ...]
    points: tuple[TimeInputs, ...]
    threads: tuple[int, ...]
    seconds: float = 0.5
    too_long: float = 0.0
    roofs: tuple[Roof, ...] = ()
    limits: Limits = Limits(seconds=300.0)
