"""What all parts of a declaration share."""

from __future__ import annotations

import msgspec

__all__ = ["Declared", "Scalar", "Value"]

Scalar = bool | int | float | str
Value = Scalar | tuple[Scalar, ...]
"""A literal in the declaration: a scalar or a list of scalars."""


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the declaration: immutable, strict, defaults left out."""
