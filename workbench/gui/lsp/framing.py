"""JSON-RPC messages on a pipe: a header with the length, then the content. No Qt here."""

from __future__ import annotations

import re
from typing import Any

import msgspec

__all__ = ["FrameError", "FrameReader", "encode"]

_LENGTH = re.compile(rb"^Content-Length:[ \t]*(\d{1,9})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_LONGEST = 64 << 20
_HEADER_END = b"\r\n\r\n"


class FrameError(Exception):
    """What came is no message: the stream cannot be read on."""


def encode(message: dict[str, Any]) -> bytes:
    """A message as it goes over the pipe."""
    content = msgspec.json.encode({"jsonrpc": "2.0", **message})
    return b"Content-Length: %d\r\n\r\n" % len(content) + content


class FrameReader:
    """Puts messages together from the pieces in which they come."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """The messages that are complete with this piece.

        Raises:
            FrameError: the stream is no JSON-RPC, or a message is longer than 64 MiB.
        """
        self._buffer += data
        messages: list[dict[str, object]] = []
        while (end := self._buffer.find(_HEADER_END)) >= 0:
            match = _LENGTH.search(bytes(self._buffer[:end]))
            if match is None or int(match[1]) > _LONGEST:
                raise FrameError("a header without a usable Content-Length")
            start = end + len(_HEADER_END)
            stop = start + int(match[1])
            if len(self._buffer) < stop:
                return messages
            messages.append(_decoded(bytes(self._buffer[start:stop])))
            del self._buffer[:stop]
        if len(self._buffer) > 4096 and not self._buffer.lstrip().startswith(b"Content"):
            raise FrameError("text in place of a header")
        return messages


def _decoded(content: bytes) -> dict[str, Any]:
    try:
        message = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FrameError(f"no JSON: {error}") from None
    if not isinstance(message, dict):
        raise FrameError("no JSON-RPC message")
    return message
