"""Keys that have no use where they stand, as they say of themselves."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.check.common import problem
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.op_toml import keys

__all__ = ["check_applies"]


def check_applies(op: Op) -> Iterator[Problem]:
    """The problems of keys that are written where they do not apply, of the whole declaration."""
    for use in keys.restricted(op):
        facts = use.key.facts
        assert facts.applies is not None
        if use.value == use.key.default:
            continue
        if reason := facts.applies(op, use.part):
            yield problem(
                use.path, reason, f"Remove it{f', or {facts.instead}' * bool(facts.instead)}."
            )
