"""A drafted reference, put into the declaration."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from workbench.core.declaration.op import Op
from workbench.core.declaration.sample_model import Reference
from workbench.core.jobs import ReferenceDraft

__all__ = ["drafted_words", "with_reference"]


def with_reference(op: Op, draft: ReferenceDraft, taken: Collection[str]) -> Op:
    """The declaration with a draft as its reference.

    Args:
        op: as it is written, not resolved.
        draft: whose text belongs into the file ``reference.source`` of the result.
        taken: the names of files that are there.
    """
    if draft.python:
        return replace(op, reference=Reference(python=draft.python))
    names = ("reference.py", *(f"reference_{i}.py" for i in range(2, len(taken) + 3)))
    name = next(n for n in names if n not in taken)
    return replace(op, reference=Reference(source=name, function=op.name))


def drafted_words(op: Op, draft: ReferenceDraft) -> str:
    """What to say of a draft; ``op`` has it."""
    if not draft.tried:
        return (
            f"nothing of the name '{op.name}' fits: {op.reference.source} has the head of a "
            "function, write what it computes"
        )
    where = draft.python or f"{op.reference.source}: {draft.what}"
    return f"the reference is {where}; see that it is what is meant"
