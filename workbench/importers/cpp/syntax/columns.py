"""How long the rows of a tensor are whose elements are read by a pointer: three, of ``p[i * 3 + 1]``."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["columns_of"]

_DATA = r"\s*\.\s*(?:mutable_|const_)?data(?:_ptr)?\s*(?:<[^<>;]*>)?\s*\(\s*\)"
_POINTS = r"(?:\*|\bauto\b)\s*(?:const\b\s*|__restrict__\b\s*|[*&]\s*)*(\w+)\s*=\s*"
_STEPS = re.compile(
    r"(?:[\w)\]]\s*\*\s*(\d{1,2})(?![\w.])|(?<![\w.*])(?<!\*\s)(\d{1,2})\s*\*\s*(?:[A-Za-z_]\w*\b|\())(?!\s*\*)"
)
"""``i * 3``, ``(b * n + i) * 3`` and ``3 * i``, but not the ``i * 3`` of ``i * 3 * n``."""
_LONGEST_ROW = 64
_LONGEST = 300
"""Characters of an index that are looked at."""


def columns_of(body: str, names: tuple[str, ...]) -> int:
    """The elements of a row, 0 where the body does not say it, or not in one way.

    Args:
        body: of a function.
        names: of a tensor, or of a pointer to its elements.
    """
    tensors = "|".join(map(re.escape, names))
    pointers = re.findall(rf"{_POINTS}\b(?:{tensors})\b{_DATA}", body)
    elements = [rf"\b(?:{tensors})\b(?:{_DATA})?", *(rf"\b{re.escape(p)}\b" for p in pointers)]
    found = {
        int(step[1] or step[2])
        for one in elements
        for index in _indices(body, one)
        for step in _STEPS.finditer(index)
    }
    steps = {n for n in found if n > 1}
    return steps.pop() if len(steps) == 1 and max(steps) <= _LONGEST_ROW else 0


def _indices(body: str, word: str) -> Iterator[str]:
    """What stands in ``p[…]``, and behind ``p +`` up to where that ends."""
    for match in re.finditer(rf"{word}\s*(?:\[|\+(?![+=]))", body):
        depth, start = 0, match.end()
        for at in range(start, min(start + _LONGEST, len(body))):
            if body[at] in "([{":
                depth += 1
            elif body[at] in ")]}" and depth:
                depth -= 1
            elif body[at] in ")]};," and not depth:
                yield body[start:at]
                break
