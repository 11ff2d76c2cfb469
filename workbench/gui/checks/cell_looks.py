"""How the status of a cell looks: its light, the colour behind it, and which one is worse."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.cells import AGREES, ALIKE, DIFFERS, FAILED, LEFT_OUT, NOT_RUN, REFUSED
from workbench.core.checking import CellReport

__all__ = ["LOOKS", "light_of", "soft_of", "worst"]

LOOKS = {
    FAILED: ("failed", "error_soft"),
    DIFFERS: ("differs", "warning_soft"),
    REFUSED: ("stale", "info_soft"),
    NOT_RUN: ("none", "neutral_soft"),
    LEFT_OUT: ("skipped", "neutral_soft"),
    ALIKE: ("unverified", "unverified_soft"),
    AGREES: ("ok", "ok_soft"),
}
"""Status → light, colour; the worst one first."""
_ORDER = {status: i for i, status in enumerate(LOOKS)}


def light_of(status: str) -> str:
    """The light of a status."""
    return LOOKS[status][0]


def soft_of(status: str) -> str:
    """The colour behind it."""
    return LOOKS[status][1]


def worst(cells: Iterable[CellReport]) -> CellReport | None:
    """The worst cell, of equal ones the one with least that is unusual."""
    return min(cells, key=lambda c: (_ORDER[c.status], len(c.levels), c.number), default=None)
