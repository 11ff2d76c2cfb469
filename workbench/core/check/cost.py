"""The cost can be computed."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core import shape_rule
from workbench.core.check.common import problem
from workbench.core.declaration.cost import COST_HINT, cost_types
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError

__all__ = ["check_cost"]


def check_cost(op: Op) -> Iterator[Problem]:
    """The problems of ``[cost]``."""
    for name, rule in (("bytes", op.cost.bytes), ("flops", op.cost.flops)):
        if not rule:
            continue
        try:
            shape_rule.parse_number(rule, cost_types(op))
        except UserError as error:
            message = error.problem.message.replace("shape rule", "cost")
            yield problem(f"cost.{name}", message, COST_HINT)
