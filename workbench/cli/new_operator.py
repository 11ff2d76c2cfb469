"""``op-workbench new --onnx-operator``: an op of one's own that is a standard ONNX operator."""

from __future__ import annotations

from workbench.core import jobs
from workbench.importers.drafts.draft import Draft
from workbench.importers.drafts.from_operator import draft_from_operator

__all__ = ["draft"]


def draft(operator: str) -> Draft:
    """The op with the operator's signature.

    Raises:
        UserError: ONNX has no such operator, or no declaration can express it.
    """
    from workbench.engine.client import Engine

    with Engine() as engine:
        found = engine.ask(jobs.OperatorJob(1, operator), jobs.OperatorResult)
    return draft_from_operator(found)
