"""Example values that nothing says: such as a kernel may take for indices, offsets and sizes.

Integers mostly are these, and a kernel that is not written for random ones reads out of bounds. 0 and
1 are inside of any axis of two or more; offsets never fall, and end within it, too. They begin with 0,
but where a name says that each is an end.
"""

from __future__ import annotations

import math
import re

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration.example import Example
from workbench.core.declaration.names import words_of

__all__ = [
    "MOST_WRITTEN",
    "drafted",
    "first_number",
    "holds_indices",
    "index_elements",
    "is_box",
    "is_index",
    "is_result",
    "is_rising",
    "suited",
]

_OFFSETS = frozenset(
    ("offset", "offsets", "splits", "seqlens", "starts", "ends", "bounds", "ptr", "crow", "ccol")
)
_ENDS = frozenset(("offset", "ends"))
"""Of these the first is the end of the first part, as point cloud kernels have it."""
_SEGMENTS = frozenset(("batch", "batches", "segment", "segments", "group", "groups"))
_INDICES = frozenset(
    (
        "index",
        "indices",
        "indexes",
        "idx",
        "inds",
        "ind",
        "id",
        "ids",
        "perm",
        "permutation",
        "order",
        "row",
        "rows",
        "col",
        "cols",
        "src",
        "dst",
        "edge",
        "edges",
        "neighbor",
        "neighbors",
        "neighbour",
        "neighbours",
        "face",
        "faces",
        "label",
        "labels",
        "target",
        "targets",
        "gather",
        "lookup",
        "position",
        "positions",
        "pos",
        "slot",
        "slots",
        "table",
        "parent",
        "parents",
        "children",
    )
)
_BOXES = frozenset(("roi", "rois", "box", "boxes", "bbox", "bboxes", "proposals"))
_SURELY = frozenset(
    (
        "index",
        "indices",
        "indexes",
        "idx",
        "idxs",
        "inds",
        "ids",
        "row",
        "rows",
        "col",
        "cols",
        "perm",
        "offsets",
        "lengths",
        "splits",
        "seqlens",
    )
)
_RESULT = re.compile(
    r"^(?:out|outputs?|results?|res|ret|dst|dest)(?:_|\d|$)|_(?:out|output|result)s?(?:_tensor)?$",
    re.IGNORECASE,
)
_SIZES = frozenset(
    (
        "size",
        "sizes",
        "kernel",
        "stride",
        "strides",
        "dilation",
        "shape",
        "shapes",
        "count",
        "counts",
        "length",
        "lengths",
    )
)
_PLACES = frozenset(("axis", "axes", "dim", "dims", "index", "idx", "start", "begin", "offset"))
MOST_WRITTEN = 256
"""How many elements are written out; of more only the generator is said."""
_HIGHEST = 2
"""What no made-up index reaches, and where made-up offsets end."""


def is_index(name: str) -> bool:
    """Whether a tensor of this name is mostly one of indices, offsets, segments or sizes."""
    known = _INDICES | _SIZES
    return not _words(name).isdisjoint(known) or _is_offsets(name) or _is_segments(name)


def holds_indices(name: str) -> bool:
    """Whether a tensor of this name has integers, where nothing else says what it has."""
    words = _words(name)
    return not words.isdisjoint(_SURELY) or any(w.endswith("ptr") for w in words)


def is_result(name: str) -> bool:
    """Whether a tensor of this name is mostly one that results are written into."""
    return _RESULT.search(name) is not None


def is_box(name: str) -> bool:
    """Whether a tensor of this name is mostly one of boxes, whose first column often is an index."""
    return not _words(name).isdisjoint(_BOXES)


def drafted(example: Example, name: str, kind: str) -> Example:
    """The example that a tensor begins with where nothing says how many dimensions it has.

    Args:
        example: with the shape that any other tensor would get.
        name: the argument's.
        kind: of its element type, see ``suited``.
    """
    if kind == "int" and is_rising(name):
        rows = example.shape[:1] if example.shape is not UNSET else ()
        # Numbers of groups are as many as there are rows; of offsets two are enough.
        shape = rows if rows and not _is_offsets(name) else (_HIGHEST,)
        example = replace(example, shape=shape)
    return suited(example, name, kind)


def suited(example: Example, name: str, kind: str) -> Example:
    """The example of a tensor with elements that fit its element type and what its name says.

    Args:
        example: with a shape.
        name: the argument's.
        kind: ``float``, whose elements stay as they are, ``int`` or ``bool``.
    """
    if kind == "float":
        return example
    if kind == "int" and is_index(name):
        return index_elements(example, name)
    return replace(example, generator="integers", low=0.0, high=2.0 if kind == "bool" else 10.0)


def index_elements(example: Example, name: str) -> Example:
    """The example of a tensor of integers with elements that fit as what its name says, else as indices.

    Args:
        example: with a shape.
        name: the argument's.
    """
    shape = () if example.shape is UNSET else example.shape
    length = shape[-1] if shape else 1
    if not _words(name).isdisjoint(_SIZES):  # which nothing may be divided by if they are 0
        return replace(example, generator="integers", low=1.0, high=float(_HIGHEST))
    # What is written out does not follow an axis that varies.
    fixed = not example.dynamic and length >= _HIGHEST and math.prod(shape) <= MOST_WRITTEN
    if not fixed or not is_rising(name):
        return replace(example, generator="integers", low=0.0, high=float(_HIGHEST))
    if _is_offsets(name):
        first = int(not _words(name).isdisjoint(_ENDS))
        parts = length - 1 + first
        row = [round((i + first) * _HIGHEST / parts) for i in range(length)]
    else:
        row = [i * _HIGHEST // length for i in range(length)]
    return replace(example, value=tuple(row * (math.prod(shape) // length)))


def is_rising(name: str) -> bool:
    """Whether integers of this name mostly are offsets or numbers of groups: one list, that rises."""
    return _is_offsets(name) or _is_segments(name)


def first_number(name: str, is_size: bool = False) -> int:
    """A number for an argument: the first axis or place, and one of everything else.

    Args:
        name: the argument's.
        is_size: an axis of a result is as long, in which what is made up for indices has a place.
    """
    if is_size:
        return _HIGHEST
    return 0 if not _words(name).isdisjoint(_PLACES) else 1


def _words(name: str) -> frozenset[str]:
    return frozenset(word.lower() for word in words_of(name))


def _is_offsets(name: str) -> bool:
    words = _words(name)
    return not words.isdisjoint(_OFFSETS) or any(w.endswith("ptr") for w in words)


def _is_segments(name: str) -> bool:
    return not _words(name).isdisjoint(_SEGMENTS)
