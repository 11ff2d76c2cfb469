"""What a call is given, in text that may be no C++ to the parser: a macro's arguments."""

from __future__ import annotations

__all__ = ["split_arguments"]

_LONGEST = 2000


def split_arguments(text: str, start: int) -> list[str] | None:
    """What stands between the commas up to the closing parenthesis; None where it is missing."""
    depth, parts, begin = 0, [], start
    for at in range(start, min(len(text), start + _LONGEST)):
        sign = text[at]
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            if depth == 0:
                parts.append(text[begin:at].strip())
                return parts if parts != [""] else []
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append(text[begin:at].strip())
            begin = at + 1
    return None
