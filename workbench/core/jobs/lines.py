"""Messages as lines of JSON."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from workbench.core.declaration.op import Example, Scalar
from workbench.core.jobs import debugging
from workbench.core.jobs.comparing import RuntimeJob
from workbench.core.jobs.debugging import DebugJob
from workbench.core.jobs.events import Event as HostEvent
from workbench.core.jobs.requests import (
    BuildJob,
    CaptureJob,
    CellScriptJob,
    CellsJob,
    CellsRunJob,
    DeliverJob,
    DraftReferenceJob,
    ExportJob,
    Request,
    RunJob,
)
from workbench.core.jobs.timing import TimeJob

__all__ = ["Event", "LineReader", "decode_debug", "decode_event", "decode_request", "encode"]

DebugRequest = debugging.DebugJob | debugging.DebugGo
Event = HostEvent | debugging.DebugWrites | debugging.DebugStopped | debugging.DebugReturned

_LONGEST = 64 << 20

_encoder = msgspec.json.Encoder()
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_debug: msgspec.json.Decoder[DebugRequest] = msgspec.json.Decoder(DebugRequest)
_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(message: Request | DebugRequest | Event) -> bytes:
    """One line of the protocol, newline included."""
    return _encoder.encode(_spelled(message)) + b"\n"


def decode_request(line: bytes) -> Request:
    """The request of one line. Raises ``msgspec.DecodeError``."""
    return _read(_requests.decode(line))


def decode_debug(line: bytes) -> DebugRequest:
    """What is asked of the debugger. Raises ``msgspec.DecodeError``."""
    request = _debug.decode(line)
    return _with_values(request, _as_number) if isinstance(request, DebugJob) else request


def decode_event(line: bytes) -> Event:
    """The event of one line. Raises ``msgspec.DecodeError``."""
    return _events.decode(line)


class LineReader:
    """Puts lines together from the pieces in which they come."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete with this piece, without their ends."""
        self._rest += data
        if b"\n" not in data:
            return []
        *lines, rest = bytes(self._rest).split(b"\n")
        self._rest = bytearray(rest)
        return lines

    @property
    def overflows(self) -> bool:
        """Whether what has come of a line is too long for any message."""
        return len(self._rest) > _LONGEST


# JSON has no nan and no inf, but the elements of an example may be such: they travel as text.


_OfOp = (
    BuildJob
    | ExportJob
    | RunJob
    | CaptureJob
    | CellsJob
    | CellsRunJob
    | CellScriptJob
    | DeliverJob
    | RuntimeJob
    | DraftReferenceJob
    | DebugJob
    | TimeJob
)
_J = TypeVar("_J", bound=_OfOp)


def _spelled(message: msgspec.Struct) -> msgspec.Struct:
    return _with_values(message, _as_text) if isinstance(message, _OfOp) else message


def _read(request: Request) -> Request:
    return _with_values(request, _as_number) if isinstance(request, _OfOp) else request


def _with_values(job: _J, change: Callable[[Scalar], Scalar]) -> _J:
    if job.op is None:
        return job

    def of(examples: tuple[Example, ...]) -> tuple[Example, ...]:
        return tuple(_changed(e, change) for e in examples)

    model = job.op.model
    cases = tuple(msgspec.structs.replace(c, inputs=of(c.inputs)) for c in model.cases)
    model = msgspec.structs.replace(model, inputs=of(model.inputs), cases=cases)
    changed = msgspec.structs.replace(job, op=msgspec.structs.replace(job.op, model=model))
    if isinstance(changed, DeliverJob) and changed.others:
        others = tuple(_with_values(other, change) for other in changed.others)
        return msgspec.structs.replace(changed, others=others)
    return changed


def _changed(example: Example, change: Callable[[Scalar], Scalar]) -> Example:
    value = example.value
    if example.shape is UNSET or isinstance(value, UnsetType):
        return example
    changed = tuple(map(change, value)) if isinstance(value, tuple) else change(value)
    return msgspec.structs.replace(example, value=changed)


def _as_text(value: Scalar) -> Scalar:
    return value if not isinstance(value, float) or math.isfinite(value) else str(value)


def _as_number(value: Scalar) -> Scalar:
    return float(value) if value in ("nan", "inf", "-inf") else value
