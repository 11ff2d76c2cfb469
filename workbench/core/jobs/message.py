"""What every message of the protocol has."""

from __future__ import annotations

import msgspec

__all__ = ["Message"]


class Message(
    msgspec.Struct, frozen=True, tag_field="type", tag=lambda name: name, omit_defaults=True
):
    """A struct that says in JSON which one it is."""
