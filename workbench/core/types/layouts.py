"""How a tensor may lie in memory, beside densely and row by row."""

from __future__ import annotations

__all__ = [
    "CHANNELS_LAST",
    "DECLARED",
    "EVERY_OTHER",
    "EXPANDED",
    "OFFSET",
    "TRANSPOSED",
    "is_possible",
]

OFFSET, EVERY_OTHER, TRANSPOSED, EXPANDED, CHANNELS_LAST = (
    "offset", "every other element", "transposed", "expanded", "channels last",
)  # fmt: skip
DECLARED = (TRANSPOSED, CHANNELS_LAST, EVERY_OTHER, OFFSET)
"""Those that an example may have: none of them says anything of the elements, as ``expanded`` does."""


def is_possible(layout: str, rank: int) -> bool:
    """Whether a tensor of so many dimensions can lie so."""
    if layout == CHANNELS_LAST:
        return rank == 4
    return rank >= {TRANSPOSED: 2, EVERY_OTHER: 1, EXPANDED: 1}.get(layout, 0)
