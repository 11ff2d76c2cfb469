"""The op libraries of the mappings that are timed: that of the one in use is built already."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.jobs import Contender, TimeJob
from workbench.core.timing import is_standard
from workbench.engine.build.build import build
from workbench.engine.host.child import Channel
from workbench.engine.runtimes.telling import Telling
from workbench.engine.store import Store

__all__ = ["Libraries"]


class Libraries:
    """Builds what a job's variants need, each once, before anything is measured with it.

    Args:
        job: which.
        channel: is told what is built.
        store: where what is built is kept.
    """

    def __init__(self, job: TimeJob, channel: Channel, store: Store) -> None:
        self._job, self._channel, self._store = job, channel, store
        self._known: dict[str, str | UserError] = {}

    def of(self, one: Contender) -> str:
        """The op library with the kernels of a contender's model; empty where it needs none.

        Raises:
            UserError: it cannot be built.
        """
        if one.variant is None:
            return self._job.ort_library
        if one.variant not in self._known:
            try:
                self._known[one.variant] = self._built(one.variant, one.title)
            except UserError as error:
                said = error.problem.message
                why = f"it cannot be built: {said}. Put it into use and run it, which says where"
                self._known[one.variant] = UserError("time", why)
        known = self._known[one.variant]
        if isinstance(known, UserError):
            raise known
        return known

    def _built(self, variant: str, title: str) -> str:
        op = self._job.op.resolved(variant)
        if is_standard(op.mapping):
            return ""
        telling = Telling(self._channel, "time", f" for {title}")
        return build(Path(self._job.folder), op, self._store, telling)[0].ort_library
