"""C++ that is not UTF-8: compilers take any bytes in comments, and a project's files are UTF-8."""

from __future__ import annotations

import re
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.files.files import decoded, text_bytes

__all__ = ["read_any", "recoded_words"]

_SAID = "// Read as {encoding} and kept as UTF-8.\n"
_IS_SAID = re.compile(rf"\n{re.escape(_SAID)}\Z".replace(r"\{encoding\}", r"(\S+)"))
_IN_PAIRS = re.compile(rb"(?:[\x00-\x7f]|[\x81-\xfe][\x80-\xfe])*")
"""Chinese, in which each letter is two bytes of the upper half; what West Europe writes seldom is."""


def read_any(path: Path) -> str:
    """Read a text of any of the usual encodings. One that is not UTF-8 says so in its last line.

    Raises:
        UserError: kind ``file``; it is missing, unreadable, too large or not text.
    """
    data = text_bytes(path)
    try:
        return decoded(data, path)
    except UserError:
        text = _of_another_encoding(data)
        if not text:
            raise
        return text


def _of_another_encoding(data: bytes) -> str:
    """The text of what is no UTF-8; empty for what is no text of another encoding either."""
    is_utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    if not is_utf_16 and b"\0" in data:
        return ""
    wide = ["utf-16"] if is_utf_16 else []
    names = wide or [*["gb18030"] * bool(_IN_PAIRS.fullmatch(data)), "cp1252", "latin-1"]
    for name in names:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        said = _SAID.format(encoding=name.upper())
        return "" if "\0" in text else text.rstrip("\n") + f"\n{said}"
    return ""


def recoded_words(texts: dict[str, str]) -> list[str]:
    """For people, a line for each of the texts that was not UTF-8."""
    return [
        f"{name} is no UTF-8: it is read as {match[1]} and kept as UTF-8; look at its texts"
        for name, text in texts.items()
        if (match := _IS_SAID.search(text))
    ]
