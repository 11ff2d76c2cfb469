"""The examples job: inputs for an op of which only the schema is known."""

from __future__ import annotations

from workbench.core.jobs import ExamplesJob, ExamplesResult
from workbench.engine.host.child import Channel
from workbench.engine.survey.input_search import MOST, candidates
from workbench.engine.survey.survey import survey
from workbench.engine.survey.torch_schemas import import_package
from workbench.importers.drafts.from_schema import check_carried

__all__ = ["examples_job"]

_STEP = 50


def examples_job(job: ExamplesJob, channel: Channel) -> None:
    """Stage ``examples``."""

    def tell(tried: int) -> None:
        if tried % _STEP == 0:
            channel.progress("examples", tried, MOST, f"trying inputs of {job.schema.name}")

    with channel.stage("examples") as outcome:
        import_package(job.package)
        args = check_carried(job.schema)
        found = survey(job.schema, args, candidates(args), seconds=job.seconds, tell=tell)
        outcome.result = ExamplesResult(found)
