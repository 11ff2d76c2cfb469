"""The line in which each ``bench_*.py`` beside this file says a figure, and ``bench.py`` reads it.

= edit loop, my_add_custom: 0.412 s (promised: at most 1)  0.40 to 0.45, 10 edits
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Figure", "read", "say"]

_NUMBER = r"\d+(?:\.\d+)?(?:e[+-]\d+)?|inf|nan"
_LINE = re.compile(
    rf"^= (?P<name>[^:\n]+): (?P<value>{_NUMBER})(?: (?P<unit>[^\s(]+))?"
    rf"(?: \(promised: at most (?P<promised>{_NUMBER})\))?(?:  (?P<detail>.*))?$",
    re.MULTILINE,
)


class Figure(NamedTuple):
    """One thing that was measured.

    Attributes:
        name: what, without a colon.
        value: the less the better.
        unit: of the value; empty for a ratio.
        promised: the most that it may be; 0 where nothing is promised.
        detail: more about it, for people.
    """

    name: str
    value: float
    unit: str = ""
    promised: float = 0.0
    detail: str = ""

    @property
    def kept(self) -> bool:
        """Whether the promise is; what is no number keeps none."""
        return not self.promised or self.value <= self.promised

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        limit = f" (promised: at most {self.promised:g})" if self.promised else ""
        return f"= {self.name}: {self.value:.3f}{unit}{limit}" + f"  {self.detail}" * bool(
            self.detail
        )


def say(*figures: Figure) -> int:
    """Print figures. Returns the exit status: 0 if every promise is kept."""
    for figure in figures:
        print(figure, flush=True)
    return 0 if all(figure.kept for figure in figures) else 1


def read(text: str) -> Iterator[Figure]:
    """The figures that a script has printed."""
    for line in _LINE.finditer(text):
        yield Figure(
            line["name"],
            float(line["value"]),
            line["unit"] or "",
            float(line["promised"] or 0),
            line["detail"] or "",
        )
