"""Mutations of bytes for ``make fuzz``: of any file, of texts, and of messages of protobuf."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable, Sequence

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

__all__ = ["HUGE", "ODD_TEXTS", "mutated", "mutated_message"]

MOST_BYTES = 2 << 20
"""Of an input: a longer one is no better, and slower."""
HUGE = (
    -1, 0, 1, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**62, 2**63 - 1, 2**63,
    2**64 - 1, 2**64, -(2**31), -(2**63), 10**30, 10**400,
)  # fmt: skip
ODD_TEXTS = (
    "", " ", "\0", "\x1b[2J", "é☃", "\ud7ff", "\u202e", "a\nb", "\r", "'", '"', '"""', "\\", "..", "/",
    "../../x", "/etc/passwd", "~", "-", "--help", "$(id)", "::", "a::b::c", "١", "x²", "None", "nan",
    "-inf", "1e999", "0x", "1_000", "1979-05-27", "x" * 100_000, "(" * 5000, "[" * 5000, "{" * 5000,
    "-" * 5000, "9" * 5000, "a." * 3000, "[1]" + "[0]" * 3000, "# " * 3000, "\ufeff", "con", "a" * 256,
)  # fmt: skip
"""What has been the end of a parser somewhere."""
_ODD_BYTES = (
    *(text.encode() for text in ODD_TEXTS),
    *(
        b"\xff",
        b"\xfe\xff",
        b"\xff\xfe",
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\x80",
        bytes(64),
        bytes(70_000),
    ),
    *(struct.pack("<I", n) for n in (0, 1, 2**16, 2**31 - 1, 2**31, 2**32 - 1)),
    *(struct.pack("<Q", n) for n in (2**32, 2**62, 2**63 - 1, 2**63, 2**64 - 1)),
    *(b"\xff" * 9 + b"\x01", b"PK\3\4", b"PK\5\6", b"PK\6\7", b"\x93NUMPY\x01\x00"),
)


def mutated(
    rng: random.Random, data: bytes, others: Sequence[bytes], most: int = 4, text: bool = False
) -> bytes:
    """The bytes after some changes.

    Args:
        rng: gives the numbers.
        data: what is changed.
        others: files of the same kind, of which parts are taken.
        most: changes.
        text: mostly of words, numbers and lines, so that it can be parsed still.
    """
    changes = _OF_TEXT if text and rng.random() < 0.7 else _CHANGES
    for _ in range(rng.randint(1, most)):
        data = rng.choice(changes)(rng, data, others)[:MOST_BYTES]
    return data


def _place(rng: random.Random, data: bytes) -> tuple[int, int]:
    """A piece: mostly a short one."""
    start = rng.randint(0, len(data))
    longest = rng.choice((1, 4, 16, 64, 1024, len(data)))
    return start, min(len(data), start + rng.randint(0, longest))


def _flip(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8, 64))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _overwrite(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _place(rng, data)
    return data[:start] + rng.randbytes(end - start) + data[end:]


def _cut(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _place(rng, data)
    return data[:start] + data[end:]


def _end(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: rng.randint(0, len(data))]


def _repeat(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _place(rng, data)
    times = rng.choice((1, 1, 2, 10, 1000))
    return data[:end] + data[start:end] * min(times, MOST_BYTES // max(end - start, 1)) + data[end:]


def _splice(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    start, end = _place(rng, data)
    other = rng.choice(others)
    first, last = _place(rng, other)
    return data[:start] + other[first:last] + data[end:]


def _move(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _place(rng, data)
    rest = data[:start] + data[end:]
    at = rng.randint(0, len(rest))
    return rest[:at] + data[start:end] + rest[at:]


def _odd(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _place(rng, data)
    end = rng.choice((start, end))
    return data[:start] + rng.choice(_ODD_BYTES) + data[end:]


def _number(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Another number where one stands in digits."""
    found = list(re.finditer(rb"\d+", data[:100_000]))
    if not found:
        return data
    at = rng.choice(found)
    return data[: at.start()] + str(rng.choice(HUGE)).encode() + data[at.end() :]


def _quoted(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Another text where one stands in quotes: an odd one, or one of another place."""
    found = list(re.finditer(rb'"([^"\n]*)"', data[:100_000]))
    if not found:
        return data
    at = rng.choice(found)
    more = re.findall(rb'"([^"\n]*)"', rng.choice(others)[:100_000]) or [b""]
    text = rng.choice((rng.choice(more), rng.choice(ODD_TEXTS).encode("utf-8", "replace")))
    return data[: at.start(1)] + text + data[at.end(1) :]


def _line(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A line left out, twice, elsewhere, or another file's."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    at, to = rng.randrange(len(lines)), rng.randint(0, len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines.insert(min(to, len(lines) - 1), lines.pop(at))
        case _:
            lines[to:to] = [rng.choice(rng.choice(others).splitlines(keepends=True) or [b""])]
    return b"".join(lines)


_Change = Callable[[random.Random, bytes, Sequence[bytes]], bytes]
_OF_TEXT: tuple[_Change, ...] = (_number, _quoted, _line)
_CHANGES: tuple[_Change, ...] = (
    _flip, _overwrite, _cut, _end, _repeat, _splice, _move, _odd, *_OF_TEXT,
)  # fmt: skip


# -- protobuf -----------------------------------------------------------------------------


def mutated_message(rng: random.Random, message: Message, most: int = 4) -> None:
    """Change a message in some places, so that it can be read still."""
    for _ in range(rng.randint(1, most)):
        found = _messages(message)
        _change(rng, rng.choice(found), found)


def _messages(message: Message, deep: int = 0) -> list[Message]:
    """The message and those in it; of a list some."""
    found = [message]
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE and deep < 40 and len(found) < 2000:
            for inner in (value,) if isinstance(value, Message) else list(value)[:50]:
                found += _messages(inner, deep + 1)
    return found


def _change(rng: random.Random, message: Message, known: Sequence[Message]) -> None:
    field = rng.choice(message.DESCRIPTOR.fields)
    set_ones = [f for f, _ in message.ListFields()]
    if set_ones and rng.random() < 0.7:
        field = rng.choice(set_ones)
    if rng.random() < 0.15:
        message.ClearField(field.name)
        return
    same = [m for m in known if field.message_type == m.DESCRIPTOR]
    if field.is_repeated:
        _change_list(rng, getattr(message, field.name), field, same)
    elif field.type == FieldDescriptor.TYPE_MESSAGE:
        inner = getattr(message, field.name)
        inner.SetInParent()
        if same:
            _copy(inner, rng.choice(same))
    else:
        setattr(message, field.name, _value(rng, field))


def _change_list(
    rng: random.Random, values: object, field: FieldDescriptor, same: Sequence[Message]
) -> None:
    count = len(values)  # type: ignore[arg-type]
    match rng.randrange(4):
        case 0 if count:
            del values[rng.randrange(count)]  # type: ignore[attr-defined]
        case 1 if count and field.type != FieldDescriptor.TYPE_MESSAGE:
            values[rng.randrange(count)] = _value(rng, field)  # type: ignore[index]
        case 2 if count:
            one = values[rng.randrange(count)]  # type: ignore[index]
            values.extend([one] * rng.choice((1, 1, 3, 300)))  # type: ignore[attr-defined]
        case _:
            if field.type != FieldDescriptor.TYPE_MESSAGE:
                values.append(_value(rng, field))  # type: ignore[attr-defined]
            elif same:
                values.add().CopyFrom(_twin(rng.choice(same)))  # type: ignore[attr-defined]
            else:
                values.add()  # type: ignore[attr-defined]


def _twin(message: Message) -> Message:
    twin = type(message)()
    twin.CopyFrom(message)
    return twin


def _copy(target: Message, source: Message) -> None:
    if source.ByteSize() < MOST_BYTES // 8:
        target.CopyFrom(_twin(source))


def _value(rng: random.Random, field: FieldDescriptor) -> object:
    kind = FieldDescriptor
    match field.type:
        case kind.TYPE_STRING:
            return rng.choice(ODD_TEXTS).encode("utf-8", "replace").decode("utf-8")
        case kind.TYPE_BYTES:
            return rng.choice((b"", b"\xff", bytes(3), bytes(8), rng.randbytes(33), bytes(70_000)))
        case kind.TYPE_FLOAT | kind.TYPE_DOUBLE:
            return rng.choice((0.0, -1.5, 1e38, float("nan"), float("inf"), 1e-45))
        case kind.TYPE_ENUM:
            return rng.choice([v.number for v in field.enum_type.values])
        case kind.TYPE_INT32:
            return rng.choice((-1, 0, 1, 2, 7, 16, 99, 2**31 - 1, -(2**31)))
        case kind.TYPE_UINT64 | kind.TYPE_UINT32:
            return rng.choice((0, 1, 7, 2**31))
        case kind.TYPE_BOOL:
            return rng.random() < 0.5
        case _:
            return rng.choice((-1, 0, 1, 2, 3, 17, 64, 2**31, 2**40, 2**62, 2**63 - 1, -(2**63)))
