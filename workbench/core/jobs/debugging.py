"""What is asked of the debugger, and what it tells: its program speaks as the hosts do."""

from __future__ import annotations

import re

import msgspec

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.cases import ExportedCase
from workbench.core.jobs.message import Message
from workbench.core.types.devices import GPU

__all__ = [
    "DEBUG_RUNTIMES",
    "DebugGo",
    "DebugJob",
    "DebugReturned",
    "DebugStopped",
    "DebugWrites",
    "Element",
    "Frame",
    "Variable",
    "Write",
    "debug_place",
    "debug_runtimes",
]

DEBUG_RUNTIMES = {"torch": "PyTorch", "ort": "ONNX Runtime"}
"""Where an op may be debugged, with the name for people."""


def debug_runtimes(op: Op) -> tuple[str, ...]:
    """Where C++ of an op's own runs, in which the debugger can stop."""
    kind = op.kernel.kind
    if not kind.is_compiled or kind.needs_gpu:
        return ()
    ort = op.ort.side.library(kind)
    # A bridge copies what the kernel has written in PyTorch's memory.
    return ("torch",) if ort is None or ort.calls_torch else ("torch", "ort")


def debug_place(op: Op, runtime: str) -> str:
    """Where it is debugged, for people: ``PyTorch``; of an op that GPUs run, too, with which kernel.

    Args:
        op: the declaration.
        runtime: one of ``DEBUG_RUNTIMES``.
    """
    by = DEBUG_RUNTIMES[runtime]
    return f"{by} on the CPU" if GPU in op.kernel.devices_elsewhere else by


_ELEMENT = re.compile(r"\s*([^\[\]\s]+)\s*(?:\[\s*([\d\s,]*)\s*\])?\s*")


class Element(msgspec.Struct, frozen=True):
    """One element of an output."""

    output: str
    index: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Element:
        """``y[3,4]``; of an output without dimensions ``y``.

        Raises:
            UserError: kind ``usage``.
        """
        found = _ELEMENT.fullmatch(text)
        numbers = [n.strip() for n in (found[2] or "").split(",")] if found else []
        if found is None or (len(numbers) > 1 and not all(numbers)):
            raise UserError("usage", f"'{text}' is no element", "Write it as y[3,4].")
        return cls(found[1], tuple(int(n) for n in numbers if n))

    def __str__(self) -> str:
        return f"{self.output}[{', '.join(map(str, self.index))}]"


class DebugJob(BaseJob, frozen=True):
    """Stop at the statement that writes an element of an output.

    Attributes:
        runtime: one of ``DEBUG_RUNTIMES``.
        element: of which output which one.
        case: the inputs, and the model that takes them, where they are known: of a case that is
            exported. Its name alone chooses a declared case; None takes the main one.
    """

    host = "debug"
    stages = ("debug",)
    doing = "debugging"

    folder: str
    op: Op
    runtime: str
    element: Element
    case: ExportedCase | None = None
    limits: Limits = Limits()


class DebugGo(Message, frozen=True):
    """Go on from where the op has stopped.

    Attributes:
        how: ``step`` to the next line of the op, ``continue`` to the next write of the element,
            ``again`` to the last one in another call.
    """

    id: int
    how: str


class Frame(msgspec.Struct, frozen=True):
    """A function that is being called.

    Attributes:
        function: its name.
        file: the op's own file; empty elsewhere.
        line: in it.
        library: whose it is, where it is not the op's.
    """

    function: str
    file: str = ""
    line: int = 0
    library: str = ""


class Write(msgspec.Struct, frozen=True):
    """A write of the element.

    Attributes:
        frame: the innermost function of the op in which it happened; of none where the kernel has
            no part in it.
        old, new: the element before and after it.
        times: how often in a row.
    """

    frame: Frame
    old: str
    new: str
    times: int = 1


class Variable(msgspec.Struct, frozen=True):
    """A local variable or an argument."""

    name: str
    type: str
    value: str
    argument: bool = False


class DebugWrites(Message, frozen=True):
    """All writes of the element in one call of the op.

    Attributes:
        writes: in order; the last one is what the op gives.
        left_out: how many between the last two are not told.
        value: the element when the op has returned.
    """

    id: int
    writes: tuple[Write, ...]
    left_out: int
    value: str


class DebugStopped(Message, frozen=True):
    """The op stands still.

    Attributes:
        write: where it stopped because the element was written.
        frames: innermost first, from the op's own one on.
        variables: of the first of them.
        value: the element now.
        thread: the thread's number; 1 is the one that called the op.
    """

    id: int
    frames: tuple[Frame, ...]
    variables: tuple[Variable, ...]
    value: str
    write: Write | None = None
    thread: int = 1


class DebugReturned(Message, frozen=True):
    """The op has returned, with this value of the element."""

    id: int
    value: str
