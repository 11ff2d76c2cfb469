"""A library without what only its makers need: symbols that are not exported, and line tables.

What is loaded stays as it is, byte for byte, so what was verified is what is delivered. It is done
here since no tool for it need be on the machine: the program's own compiler brings none.
"""

from __future__ import annotations

import struct
from pathlib import Path

__all__ = ["strip"]

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_NOBITS, _STRINGS = 8, 3
_ALLOC, _INFO_LINK = 2, 0x40
_NAMES = b".shstrtab\0"


def strip(library: Path, target: Path) -> bool:
    """Write a library without symbols and line tables.

    Args:
        library: ELF, 64 bits, little-endian.
        target: the new file.

    Returns:
        Whether it could be done; else the new file is a copy.
    """
    data = library.read_bytes()
    made = _stripped(data)
    target.write_bytes(made or data)
    target.chmod(0o755)
    return bool(made)


def _stripped(data: bytes) -> bytes:
    """The bytes of the new file; none where it is of another kind, or its order is unusual."""
    if data[:6] != b"\x7fELF\x02\x01":
        return b""
    header = list(_HEADER.unpack_from(data))
    segments_at, sections_at, segments, sections, names_in = (header[i] for i in (5, 6, 10, 12, 13))
    table = [_SECTION.unpack_from(data, sections_at + i * _SECTION.size) for i in range(sections)]
    kept = [i for i, section in enumerate(table) if i == 0 or section[2] & _ALLOC]
    if kept != list(range(len(kept))):
        return b""  # exported symbols name their section by its number
    loaded = [_SEGMENT.unpack_from(data, segments_at + i * _SEGMENT.size) for i in range(segments)]
    end = max(
        [segments_at + segments * _SEGMENT.size]
        + [at + size for _, _, at, _, _, size, _, _ in loaded]
        + [table[i][4] + table[i][5] for i in kept if table[i][1] != _NOBITS]
    )
    if end > len(data):
        return b""
    names, entries = bytearray(b"\0"), []
    old_names = table[names_in][4]
    for i in kept:
        name, *rest = table[i]
        if i:
            text = data[old_names + name : data.index(b"\0", old_names + name) + 1]
            name = len(names)
            names += text
        link, info, flags = rest[5], rest[6], rest[1]
        rest[5] = link if link < len(kept) else 0
        rest[6] = 0 if flags & _INFO_LINK and info >= len(kept) else info
        entries.append(_SECTION.pack(name, *rest))
    at = len(names)
    names += _NAMES
    entries.append(_SECTION.pack(at, _STRINGS, 0, 0, end, len(names), 0, 0, 1, 0))
    body = data[:end] + names
    body += bytes(-len(body) % 8)
    header[6], header[12], header[13] = len(body), len(entries), len(entries) - 1
    return _HEADER.pack(*header) + body[_HEADER.size :] + b"".join(entries)
