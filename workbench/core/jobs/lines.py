"""Messages as lines of JSON."""

from __future__ import annotations

import functools
import math
import operator
import types
import typing
from collections.abc import Callable
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from workbench.core.declaration.op import Scalar
from workbench.core.jobs import debugging
from workbench.core.jobs.events import Event as HostEvent
from workbench.core.jobs.requests import Request

__all__ = [
    "Event",
    "LineReader",
    "decode_debug",
    "decode_event",
    "decode_request",
    "encode",
    "kinds",
    "value_fields",
]

DebugRequest = debugging.DebugJob | debugging.DebugGo
Event = HostEvent | debugging.DebugWrites | debugging.DebugStopped | debugging.DebugReturned

_LONGEST = 64 << 20

_encoder = msgspec.json.Encoder()
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_debug: msgspec.json.Decoder[DebugRequest] = msgspec.json.Decoder(DebugRequest)
_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(message: Request | DebugRequest | Event) -> bytes:
    """One line of the protocol, newline included."""
    return _encoder.encode(_with_values(message, _as_text)) + b"\n"


def decode_request(line: bytes) -> Request:
    """The request of one line. Raises ``msgspec.DecodeError``."""
    return _with_values(_requests.decode(line), _as_number)


def decode_debug(line: bytes) -> DebugRequest:
    """What is asked of the debugger. Raises ``msgspec.DecodeError``."""
    return _with_values(_debug.decode(line), _as_number)


def decode_event(line: bytes) -> Event:
    """The event of one line. Raises ``msgspec.DecodeError``."""
    return _with_values(_events.decode(line), _as_number)


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


# JSON has no nan and no inf, but values in a declaration may be such: they travel as text that begins
# with a character which no text of a declaration begins with, or else begins with two.


_MARK = "\0"
_M = TypeVar("_M", bound=msgspec.Struct)


def _with_values(message: _M, change: Callable[[Scalar], Scalar]) -> _M:
    """A message with its values changed, wherever it holds some; itself where none changes."""
    new = {}
    for name in value_fields(type(message)):
        value = getattr(message, name)
        if (made := _changed(value, change)) is not value:
            new[name] = made
    return msgspec.structs.replace(message, **new) if new else message


def _changed(value: Any, change: Callable[[Scalar], Scalar]) -> Any:
    match value:
        case float() | str():
            return change(value)
        case tuple():
            items = tuple(_changed(v, change) for v in value)
            return items if any(map(operator.is_not, items, value)) else value
        case dict():
            made = {key: _changed(v, change) for key, v in value.items()}
            return made if any(map(operator.is_not, made.values(), value.values())) else value
        case msgspec.Struct():
            return _with_values(value, change)
    return value


def _as_text(value: Scalar) -> Scalar:
    if isinstance(value, float):
        return value if math.isfinite(value) else f"{_MARK}{value}"
    return f"{_MARK}{value}" if isinstance(value, str) and value.startswith(_MARK) else value


def _as_number(value: Scalar) -> Scalar:
    if not isinstance(value, str) or not value.startswith(_MARK):
        return value
    told = value[len(_MARK) :]
    return told if told.startswith(_MARK) else float(told)


@functools.cache
def value_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields in which an instance may hold values: numbers that may be texts as well."""
    return tuple(name for name, type_ in _fields(kind) if _holds_values(type_, set()))


def kinds() -> tuple[type[msgspec.Struct], ...]:
    """Every kind of message."""
    return tuple(kind for union in (Request, DebugRequest, Event) for kind in get_args(union))


@functools.cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """Read once of each struct: its annotations are texts, and those of an op's parts are 150 ms.

    ``msgspec.inspect`` would read those of all parts anew for each kind of message.
    """
    return tuple((f.name, f.type) for f in msgspec.structs.fields(kind))


def _holds_values(kind: Any, seen: set[type]) -> bool:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind in seen:
            return False
        seen.add(kind)
        return any(_holds_values(t, seen) for _, t in _fields(kind))
    inner = get_args(kind)
    match get_origin(kind):
        case typing.Union | types.UnionType:
            return {float, str} <= set(inner) or any(_holds_values(t, seen) for t in inner)
        case typing.Literal:
            return False
        case typing.Annotated:
            return _holds_values(inner[0], seen)
    return any(_holds_values(t, seen) for t in inner)
