"""Reading libraries that may be damaged, or made to harm."""

from __future__ import annotations

__all__ = ["UNREADABLE"]

UNREADABLE = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, OSError),
    *(RecursionError, TypeError, ValueError),
)
"""What pyelftools raises of a damaged file, beside errors of its own."""
