"""What a field shows and edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.op_toml.key_path import is_within
from workbench.gui.forms.binding.lens import Rows
from workbench.gui.forms.fields.fields import Field

__all__ = ["Apply", "Binding", "Moves", "Prepare", "Read"]

Apply = Callable[[Op, str, Any], Op]
"""How an edit is done: the op, the field's key, the value."""
Read = Callable[[Op, str], Any]
"""What a field shows: the op, the field's key."""
Moves = Callable[[Op, str, Any], Rows]
"""Which rows of a list change places: the op, the field's key, the new value."""
Prepare = Callable[[Field, Op, str], None]
"""Called before a value is shown: sets what the rest of the op decides (choices, enabled)."""


@dataclass(eq=False)
class Binding:
    """A field, and what it shows and edits."""

    key: str
    field: Field
    label: str
    apply: Apply
    prepare: Prepare | None
    read: Read
    also: tuple[str, ...]
    settles: tuple[str, ...]
    rows: Moves | None
    hides: bool

    def covers(self, key: str) -> bool:
        return any(is_within(key, k) for k in (self.key, *self.also))

    def problems(self, at_key: dict[str, dict[int, Problem]]) -> Iterable[Problem]:
        """Its problems, in their order, of all by the key paths that they are within."""
        found: dict[int, Problem] = {}
        for key in (self.key, *self.also):
            found |= at_key.get(key, {})
        return (found[number] for number in sorted(found))
