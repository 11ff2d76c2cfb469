"""The kinds of mapping: one object per way to say what the op becomes, in a file each.

Nothing here knows the declaration; what is asked is given the whole op.
"""

from __future__ import annotations

from typing import Any

from workbench.core.mapping_kinds.kind import MappingKind
from workbench.core.registry import Registry

__all__ = ["MAPPING_KINDS", "MappingKind", "kind_of"]

MAPPING_KINDS: Registry[MappingKind] = Registry(__name__, "KIND")
"""Name → kind, in the order in which they are offered."""


def kind_of(op: Any) -> MappingKind:
    """The kind of an op's mapping; what is not written in another way is nodes, if only none yet."""
    holding = [kind for kind in MAPPING_KINDS.values() if kind.holds(op)]
    return holding[-1]
