"""The number of an element in the order of memory, and its index."""

from __future__ import annotations

__all__ = ["ravel", "unravel"]


def unravel(flat: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The index of an element by its number."""
    index = []
    for size in reversed(shape):
        flat, place = divmod(flat, size)
        index.append(place)
    return tuple(reversed(index))


def ravel(index: tuple[int, ...], shape: tuple[int, ...]) -> int:
    """The number of an element by its index."""
    flat = 0
    for place, size in zip(index, shape, strict=True):
        flat = flat * size + place
    return flat
