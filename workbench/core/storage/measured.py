"""How long calls took, as it stands beside a run in the history: whole, so that it can be shown again."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from workbench.core.jobs import TimeResult

__all__ = ["MOST_MEASURED", "Measured", "are_alike", "as_of_today", "with_new"]

MOST_MEASURED = 20
"""Sets of inputs and kinds of machines, of one run; older ones are dropped."""


class Measured(TimeResult, frozen=True, tag=TimeResult.__name__):
    """What ``bench op`` measured with one set of inputs, and when.

    Attributes:
        at: in seconds since 1970; 0 where a program that kept less than all of it did not say so.
    """

    at: float = 0.0

    @classmethod
    def of(cls, result: TimeResult, at: float) -> Measured:
        """A result that has just come."""
        return cls(**{n: getattr(result, n) for n in TimeResult.__struct_fields__}, at=at)


def are_alike(one: TimeResult, other: TimeResult) -> bool:
    """Whether the same was measured on machines that are alike."""
    mine, theirs = one.machine.kind, other.machine.kind
    return (one.name, one.shapes, mine) == (other.name, other.shapes, theirs)


def with_new(every: Sequence[Measured], new: Measured) -> list[Measured]:
    """What is kept of a run when it is measured again: the new one takes the place of one that is alike."""
    left = sorted((one for one in every if not are_alike(one, new)), key=lambda one: one.at)
    return sorted((*left[-MOST_MEASURED + 1 :], new), key=lambda one: one.name)


def as_of_today(text: str) -> str:
    """What the third version of the file kept of times, as the fourth does.

    What it did not keep stays unknown. Text that is none stays as it is, to be named when it is read.
    """
    try:
        old = json.loads(text)
        new = [
            {
                "type": TimeResult.__name__,
                "name": one["inputs"],
                **{name: one[name] for name in ("shapes", "machine", "timed")},
                **{"elements": 0, "bytes": None, "flops": None},
                **{"missing": [], "roofs": [], "versions": {}},
            }
            for one in old
        ]
        msgspec.convert(new, list[Measured], strict=False)
    except (ValueError, TypeError, KeyError, msgspec.ValidationError):
        return text
    return json.dumps(new)
