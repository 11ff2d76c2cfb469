"""Drafts a registered op as ``new --torch`` does: with what was recorded, or what a host finds."""

from __future__ import annotations

from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.jobs import TorchSchema
from workbench.core.jobs.known_ops import KnownOp
from workbench.engine.client import Engine
from workbench.importers.drafts.draft import Draft
from workbench.importers.drafts.from_schema import check_carried, draft_from_schema, recorded_op

__all__ = ["torch_draft"]


def torch_draft(engine: Engine, schema: TorchSchema, name: str, package: str = "") -> Draft:
    """Draft an op; inputs of which nothing was recorded are tried in the torch host.

    Raises:
        UserError: the op cannot be carried, or its package cannot be imported.
    """
    check_carried(schema)
    known = recorded_op(schema)
    if known is None:
        known = _tried(engine.run_job(jobs.ExamplesJob(1, schema, package)))
    return draft_from_schema(schema, name, package, known)


def _tried(events: list[jobs.Event]) -> KnownOp:
    for event in events:
        if isinstance(event, jobs.StageEnded):
            if isinstance(event.result, jobs.ExamplesResult):
                return event.result.found
            for problem in event.problems:
                if problem.kind == "load":
                    raise UserError.of([problem])
                return KnownOp(reason=problem.message)
    return KnownOp(reason="the torch host gave no answer")
