"""The kinds of mapping: one object per way to say what the op becomes, in a file each.

Nothing here knows the declaration; what is asked is given the whole op.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from workbench.core.mapping_kinds.kind import MappingKind

__all__ = ["MAPPING_KINDS", "MappingKind", "kind_of"]

_FOUND = [importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)]
MAPPING_KINDS: dict[str, MappingKind] = {
    kind.name: kind
    for kind in sorted(
        (module.KIND for module in _FOUND if hasattr(module, "KIND")), key=lambda kind: kind.order
    )
}
"""Name → kind, in the order in which they are offered."""


def kind_of(op: Any) -> MappingKind:
    """The kind of an op's mapping; what is not written in another way is nodes, if only none yet."""
    holding = [kind for kind in MAPPING_KINDS.values() if kind.holds(op)]
    return holding[-1]
