"""Applying an op to a model: which nodes are looked for in it, and what they become."""

from workbench.core.applying.delivery import delivery_of, refuse_further
from workbench.core.applying.request import Asked, sizes_of
from workbench.core.applying.sought import Sought, sought_of
from workbench.core.applying.words import AppliedWords

__all__ = [
    "AppliedWords",
    "Asked",
    "Sought",
    "delivery_of",
    "refuse_further",
    "sizes_of",
    "sought_of",
]
