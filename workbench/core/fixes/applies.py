"""The fix for a key that has no use where it stands: without it."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.fixes.context import Fix, FixContext, proposes, put
from workbench.core.keys import key_at, why_unused

__all__: list[str] = []


@proposes(r".+[^\]]")
def _unused(context: FixContext) -> Iterator[Fix]:
    key = key_at(context.key)
    if key is None or key.required or key.default is False:
        return  # what is not so any more has better words of its own
    if why_unused(context.op, context.key):
        yield put(context, f"Remove the {key.words}", key.default)
