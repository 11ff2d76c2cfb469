"""The contenders that are further runtimes: each in its own environment, with what was built for it."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.jobs import Contender, ExportedCase, TimeJob
from workbench.engine.environments.environment import used
from workbench.engine.host.child import Channel
from workbench.engine.runtimes.runners import RUNNERS
from workbench.engine.runtimes.running import bare_environment
from workbench.engine.runtimes.telling import Telling
from workbench.engine.store import Store
from workbench.engine.timing import turns
from workbench.engine.timing.models import Point
from workbench.engine.timing.processes import Process
from workbench.engine.values.arrays import save_arrays
from workbench.engine.values.examples import literals_of

__all__ = ["Runtimes"]


class Runtimes:
    """What a job's contenders of this kind need.

    Attributes:
        versions: what each is made of.

    Args:
        job: which.
        channel: is told what is built.
        work: a folder for the files.
        store: where what is built is kept.
    """

    def __init__(self, job: TimeJob, channel: Channel, work: Path, store: Store) -> None:
        self._job, self._channel, self._work, self._store = job, channel, work, store
        self.versions: dict[str, str] = {}
        self._built: dict[str, Path | None] = {}

    def process(self, one: Contender, folder: Path) -> Process | None:
        """The process of a contender; None where it is no further runtime.

        Args:
            one: which.
            folder: to run it in.

        Raises:
            UserError: kind ``runtime``; its environment is damaged.
        """
        runner = RUNNERS.get(one.name)
        if runner is None:
            return None
        with used(runner.runtime) as there:
            self.versions[one.name] = there.versions.removeprefix(f"{one.name} ")
            command = runner.contender(Path(turns.__file__))
            return Process(command, folder, bare_environment(folder))

    def call(self, one: Contender, point: Point, model: str, number: int) -> Path | None:
        """The file that a contender opens; None where it is no further runtime.

        Args:
            one: which.
            point: the inputs.
            model: exported for them.
            number: of the point.

        Raises:
            UserError: it cannot run them, or what it needs is not built.
        """
        runner = RUNNERS.get(one.name)
        if runner is None:
            return None
        folder = self._work / f"{one.name}-{number}"
        folder.mkdir()
        save_arrays(outputs := folder / "reference.npz", point.outputs)
        given = {} if point.op.model.source else literals_of(point.values)
        case = ExportedCase("", model, str(point.inputs), str(outputs), literals=given)
        if why := runner.skips(case):
            raise UserError("runtime", why)
        with used(runner.runtime):
            if one.name not in self._built:
                telling = Telling(self._channel, "time", f" for {one.name}")
                self._built[one.name] = runner.build(
                    Path(self._job.folder), self._job.op.resolved(), self._store, telling
                )
            return runner.call(self._built[one.name], point.op, case, folder)
