"""Names of a declaration from those of an ONNX model, which may be anything."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.core.declaration.names import name_problem, words_of
from workbench.core.jobs.model_nodes import ModelValue

__all__ = ["Names", "op_name", "shared_name"]

_LONGEST = 30
_LONGEST_VALUE = 12
"""A longer name of a value says where in the model it is, not what it is."""


def op_name(op_type: str) -> str:
    """A name for an op: ``ScaleShift`` gives ``scale_shift``."""
    name = "_".join(words_of(op_type)).lower()
    return name if not name_problem(name) else f"op_{name}".rstrip("_")


def shared_name(values: Iterable[ModelValue]) -> str:
    """The name that all nodes have for a value, if it can be one of the declaration's."""
    names = {v.name for v in values}
    name = names.pop() if len(names) == 1 else ""
    return name if name.isidentifier() and len(name) <= _LONGEST_VALUE else ""


class Names:
    """Gives each name once.

    Args:
        taken: names that are not given.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def fresh(self, wanted: str, otherwise: str) -> str:
        """An identifier near a name of the model's.

        Args:
            wanted: the model's; of a path, its last part counts.
            otherwise: an identifier for where nothing of it can be used.
        """
        plain = re.split(r"[/.:]", wanted.rstrip("/.:"))[-1]
        plain = re.sub(r"\W+|__+", "_", plain, flags=re.ASCII).strip("_")
        name = plain if len(plain) <= _LONGEST else ""
        if name and name_problem(name):
            name = f"{name}_value"
        if name_problem(name):
            name = otherwise
        free = name
        for i in range(2, 10_000):
            if free not in self._taken:
                break
            free = f"{name}{i}"
        self._taken.add(free)
        return free
