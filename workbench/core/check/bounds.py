"""How large a declaration may be: asked before anything takes time over it.

The window reads declarations in its own process, with each key that is pressed, and a project may
come from anywhere. What is bounded here takes well under a second to read, to check and to write.
"""

from __future__ import annotations

import re
from typing import Any

from workbench.core.errors import UserError

__all__ = ["MOST_ROWS", "MOST_TEXT", "MOST_VALUES", "check_table", "check_text"]

MOST_TEXT = 1 << 20
"""Characters of an ``op.toml``."""
MOST_ROWS = 500
"""Tables in one list of them (arguments, nodes, attributes, cases), or under free names."""
MOST_VALUES = 20_000
"""Values in all lists together."""

_CONTAINERS = (dict, list, tuple)
_MOST_NAMES = 64
# A key of so many names takes a time that grows with their square, and more.
_NAME = r"""(?:"[^"\n]*+"|'[^'\n]*+'|[\w-]++)"""
_NAME = r"""(?:"[^"\n]*+"|'[^'\n]*+'|[\w-]++)"""
_LONG_KEY = re.compile(
    rf"(?:^|[{{,\[])[ \t]*(?:{_NAME}[ \t]*+\.[ \t]*+){{{_MOST_NAMES}}}", re.MULTILINE
)


def check_text(text: str) -> None:
    """Refuse a text that would take long to parse.

    Raises:
        UserError: kind ``toml``.
    """
    if len(text) > MOST_TEXT:
        message = (
            f"the text has {len(text):,} characters, more than {MOST_TEXT:,} is no declaration"
        )
        hint = "Is it the right file? Elements of examples can be in an .npy file beside it."
        raise UserError("toml", message, hint, line=1)
    if long := _LONG_KEY.search(text):
        line = text.count("\n", 0, long.start() + 1) + 1
        message = f"a key has more than {_MOST_NAMES} names with points between them"
        raise UserError("toml", message, "No declaration has: is it the right file?", line=line)


def check_table(table: dict[str, Any]) -> None:
    """Refuse a parsed table with more in it than can be checked, shown and written at once.

    Raises:
        UserError: kind ``declaration``, with the key of what is too much.
    """
    values = 0
    longest = ("", 0)
    waiting: list[tuple[str, Any]] = [("", table)]
    while waiting:
        key, part = waiting.pop()
        named = part.items() if isinstance(part, dict) else enumerate(part)
        rows = [(name, item) for name, item in named if isinstance(item, _CONTAINERS)]
        if len(rows) > MOST_ROWS:
            # Not how many: who drafts an op reads no more than one too many.
            message = f"there are more than {MOST_ROWS} entries, which cannot be declared here"
            raise UserError("declaration", message, _rows_hint(key), key=key)
        if isinstance(part, dict):
            waiting += [(f"{key}.{name}".lstrip("."), item) for name, item in rows]
            continue
        values += len(part) - len(rows)
        if len(part) - len(rows) >= longest[1]:  # the first of several: they come from the end
            longest = (key, len(part) - len(rows))
        waiting += [(f"{key}[{i}]", item) for i, item in rows]
    if values > MOST_VALUES:
        message = (
            f"the lists of the declaration hold {values:,} values, at most {MOST_VALUES:,} can be "
            f"declared; this one has {longest[1]:,}"
        )
        raise UserError("declaration", message, _hint(longest[0]), key=longest[0])


def _rows_hint(key: str) -> str:
    if key in ("args", "outputs", "model.inputs"):
        return "Take the tensors as one list argument (tensor[]), or stacked in one tensor."
    return "Is it the right file?"


def _hint(key: str) -> str:
    if key.startswith("model"):
        return "Put the elements into an .npy file beside op.toml, and name it in 'file'."
    if key.startswith(("mapping", "variants")):
        return "Pass them as a tensor argument, whose elements no declaration needs to hold."
    return "Is it the right file?"
