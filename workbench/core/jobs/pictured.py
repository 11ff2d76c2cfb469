"""A comparison looked at element by element: where the difference is, how large, and of what kind."""

from __future__ import annotations

import msgspec

from workbench.core.jobs.message import Message

__all__ = [
    "BEYOND",
    "DECADES",
    "NO_DISTANCE",
    "PLANES",
    "WITHIN",
    "Bin",
    "Picture",
    "PictureResult",
    "WorstElement",
]


class Bin(msgspec.Struct, frozen=True):
    """Elements by their error.

    Attributes:
        most: the largest error in it, in the unit of the result; -1 for those where one side only
            is a number, or that have no distance.
        within, beyond: number of elements that agree, and that do not.
    """

    most: float
    within: int
    beyond: int


class WorstElement(msgspec.Struct, frozen=True):
    """An element, with what both sides have.

    Attributes:
        index: of the element.
        expected, actual: values as text (they may be nan).
        error: how far they are apart; None where that is no number.
        units: the same in units in the last place of the expected value; for whole numbers as
            ``error``.
        allowed: by how much they may differ.
        agrees: whether it is no more than that.
    """

    index: tuple[int, ...]
    expected: str
    actual: str
    error: float | None
    units: float | None
    allowed: float
    agrees: bool


class Picture(msgspec.Struct, frozen=True):
    """The picture of an output, and how its points belong to the elements.

    Attributes:
        file: the planes, one after the other, each of ``points``, as ``PLANES`` says.
        points: rows and columns of the planes.
        block: elements downwards and to the right that a point stands for: the worst of them.
        channels: 3 or 4 where the output is an image in colours, else 1.
        at: the index into the dimensions that are no side of the picture.
        sizes: the sizes of these.
        sides: which dimensions the sides are; empty where the elements are wrapped into rows.
        worst: the point of the worst element: row and column.
        low, high: the values that the darkest and the lightest point stand for.
    """

    file: str
    points: tuple[int, int]
    block: tuple[int, int]
    channels: int
    at: tuple[int, ...]
    sizes: tuple[int, ...]
    sides: tuple[int, ...]
    worst: tuple[int, int]
    low: float
    high: float


PLANES = {
    "flat": ("q", 8),
    "used": ("f", 4),
    "expected": ("f", 4),
    "actual": ("f", 4),
    "heat": ("B", 1),
    "expected_shown": ("B", 1),
    "actual_shown": ("B", 1),
}
"""What a picture's file holds of each point, in the machine's order of bytes: the format of one value,
and its size.

``flat`` is the element's number in the order of memory; ``used`` the part of what is allowed that its
error takes (more than 1: beyond; inf: one side only is a number); ``heat`` the same as a colour's number,
see ``WITHIN``. The last two are what is painted, from 1 to 255, and 0 for what is no number, with as
many values for a point as there are channels.
"""

WITHIN, BEYOND, NO_DISTANCE = 1, 128, 255
"""Where the colours of errors within what is allowed begin, those beyond it, and the one for an element
that is a number on one side only; 0 is for none."""
DECADES = 4
"""Powers of ten that the colours on either side of what is allowed tell apart."""


class PictureResult(Message, frozen=True):
    """One comparison, element by element.

    Attributes:
        unit: of the histogram: ``ULP``, or empty for whole numbers.
        bins: the histogram, from no error upwards.
        nan, inf: number of elements that are such, expected and actual.
        worst: the worst elements first.
        picture: None where there is nothing to show: no element, or sides of different shapes.
        saved: the file that was asked for; empty for none.
    """

    unit: str
    bins: tuple[Bin, ...]
    nan: tuple[int, int]
    inf: tuple[int, int]
    worst: tuple[WorstElement, ...]
    picture: Picture | None = None
    saved: str = ""
