"""The fix for a key that has no use where it stands: without it."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.fixes.context import Fix, FixContext, put
from workbench.core.op_toml.keys import key_at, why_unused

__all__ = ["without_unused"]


def without_unused(context: FixContext) -> Iterator[Fix]:
    """The op without the key of a problem, if that is what is wrong with it."""
    key = key_at(context.key)
    if key is None or context.key.endswith("]") or key.required or key.default is False:
        return  # what is not so any more has better words of its own
    if why_unused(context.op, context.key):
        yield put(context, f"Remove the {key.words}", key.default)
