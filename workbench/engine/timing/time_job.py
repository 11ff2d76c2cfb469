"""The time job: contenders in turns, each in a process of its own; this one tells them when.

It runs in the torch host's forked child, which makes the inputs and exports the models. What is timed
is called in other processes, of which one runs at a time and the others are stopped.
"""

from __future__ import annotations

import contextlib
import statistics
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from workbench.core.errors import UserError
from workbench.core.jobs import (
    EXPORTING,
    Contender,
    Missing,
    Roof,
    Timed,
    TimeInputs,
    TimeJob,
    TimeResult,
)
from workbench.core.pipeline.made_by import versions
from workbench.core.timing import (
    COMPILED,
    EAGER,
    PACKAGES,
    default_threads,
    threads_text,
    why_failed,
)
from workbench.engine.host.child import Channel
from workbench.engine.store import Store
from workbench.engine.timing import contender as ours
from workbench.engine.timing.libraries import Libraries
from workbench.engine.timing.machine import alone_here, this_machine
from workbench.engine.timing.models import Models, Point
from workbench.engine.timing.processes import GoneError, Process, command_of
from workbench.engine.timing.roofs import measured_roofs
from workbench.engine.timing.runtimes import Runtimes

__all__ = ["time_job"]

_TURNS = 10
_FEWEST_TURNS = 3
_WARM_SECONDS = 0.1
_TOO_SLOW = 4.0
"""How often the wanted time a contender may take before it has no further turns."""
_START_SECONDS = 120.0
"""An import of PyTorch on a machine that is busy."""
_WAITING = "waiting for another measurement on this machine"


def time_job(job: TimeJob, channel: Channel) -> None:
    """Stage ``time``, once for each set of inputs."""
    if not job.threads:
        job = msgspec.structs.replace(job, threads=default_threads())
    store = Store()
    with contextlib.ExitStack() as stack:
        work = stack.enter_context(store.scratch())
        stack.enter_context(
            alone_here(store, lambda: channel.progress("time", 0, len(job.points), _WAITING))
        )
        measuring: _Measuring | None = None
        for number, inputs in enumerate(job.points):
            with channel.stage("time") as outcome:
                if measuring is None:
                    measuring = stack.enter_context(_Measuring(job, channel, work, store))
                result = measuring.measure(inputs, number)
                left = tuple(p.name for p in job.points[number + 1 :])
                if too_long := job.too_long and result.slowest > job.too_long and left:
                    result = msgspec.structs.replace(result, left_out=left)
                outcome.result = result
            if too_long:
                return


class _Why(NamedTuple):
    """Why one is not timed, and what it has said itself."""

    text: str
    told: str = ""


class _Open(NamedTuple):
    """A contender that is ready to be called."""

    contender: Contender
    first: float


class _Measuring:
    """The contenders of a job, from the first set of inputs to the last."""

    def __init__(self, job: TimeJob, channel: Channel, work: Path, store: Store) -> None:
        self._job, self._channel, self._work = job, channel, work
        self._done = 0
        self._steps = len(job.points) * len(job.threads) * len(job.contenders)
        self._runtimes = Runtimes(job, channel, work, store)
        self._libraries = Libraries(job, channel, store)
        self._processes: dict[str, Process] = {}
        self._gone: dict[str, str] = {}
        self._say("loading the op")
        self._models = Models(job, work)
        self._start()
        self._say("measuring what the machine can do")
        self._roofs: tuple[Roof, ...] = measured_roofs(job.threads, store, job.roofs)

    def __enter__(self) -> _Measuring:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes.values():
            process.close()

    def _say(self, text: str) -> None:
        self._channel.progress("time", self._done, self._steps, text)

    def _start(self) -> None:
        """All at once: their imports take the longest."""
        self._say("starting a process for each")
        for one in self._job.contenders:
            folder = self._work / one.name.replace(" ", "-")
            folder.mkdir()
            with self._noting(one):
                self._processes[one.name] = self._runtimes.process(one, folder) or Process(
                    command_of(_kind(one)), folder
                )
        for one in self._job.contenders:
            with self._noting(one):
                if one.name not in self._gone:
                    self._processes[one.name].ready(_START_SECONDS)

    @contextlib.contextmanager
    def _noting(self, one: Contender) -> Iterator[None]:
        """One that does not answer is gone for the rest of the job."""
        try:
            yield
        except GoneError as error:
            self._gone[one.name] = str(error)
        except UserError as error:  # of a runtime whose environment is damaged
            self._gone[one.name] = error.problem.message

    # -- one set of inputs

    def measure(self, inputs: TimeInputs, number: int) -> TimeResult:
        """Time all that can be with these inputs.

        Raises:
            UserError: the op does not run with them.
        """
        where = f" ({inputs.name})" if inputs.name else ""
        self._say(f"running the kernel in PyTorch{where}")
        point = self._models.point(inputs, number)
        missing: dict[str, _Why] = {}
        files = self._setups(point, number, missing)
        timed: list[Timed] = []
        for threads in self._job.threads:
            timed += self._with_threads(files, threads, where, missing)
        known = versions()
        return TimeResult(
            inputs.name,
            point.shapes,
            point.elements,
            point.cost(point.op.cost.bytes),
            point.cost(point.op.cost.flops),
            tuple(timed),
            tuple(
                Missing(c.name, c.title, why.text, why.told)
                for c in self._job.contenders
                if (why := missing.get(c.name))
            ),
            self._roofs,
            {
                **{name: known[name] for name in PACKAGES if name in known},
                **self._runtimes.versions,
            },
            this_machine(),
        )

    def _setups(self, point: Point, number: int, missing: dict[str, _Why]) -> dict[str, Path]:
        """For each contender the file that says what it calls."""
        found = {}
        for one in self._job.contenders:
            if one.name in self._gone:
                continue
            library = self._job.torch_library
            model = inputs = ""
            if one.name not in (EAGER, COMPILED):
                self._say(f"{EXPORTING} for {one.title}")
                try:
                    library = self._libraries.of(one)
                    model = str(self._models.model(point, one.variant))
                except UserError as error:
                    missing[one.name] = _Why(error.problem.message)
                    continue
                inputs = str(point.inputs)
            try:
                told = self._runtimes.call(one, point, model, number)
            except UserError as error:
                missing[one.name] = _Why(error.problem.message)
                continue
            if told is not None:
                found[one.name] = told
                continue
            path = self._work / f"{one.name.replace(' ', '-')}-{number}.setup"
            work = str(self._work / one.name.replace(" ", "-"))
            ours.write_setup(
                path, ours.Setup(point.op, self._job.folder, library, work, model, inputs)
            )
            found[one.name] = path
        return found

    def _with_threads(
        self, files: Mapping[str, Path], threads: int, where: str, missing: dict[str, _Why]
    ) -> list[Timed]:
        opened: list[_Open] = []
        for one in self._job.contenders:
            self._done += 1
            if one.name in self._gone or one.name in missing:
                missing.setdefault(one.name, _Why(self._gone.get(one.name, "")))
                continue
            self._say(f"{one.title}, {threads_text(threads)}{where}")
            first = self._asked(one, f"open {files[one.name]} {threads}", missing).get("first")
            if first is not None:
                opened.append(_Open(one, float(first)))
        times = self._in_turns(opened, missing)
        return [
            _summary(one, threads, times[one.contender.name])
            for one in opened
            if times.get(one.contender.name)
        ]

    def _asked(self, one: Contender, line: str, missing: dict[str, _Why]) -> dict[str, Any]:
        """A contender's answer; nothing where it has none, and why is noted."""
        answer: dict[str, Any] = {}
        with self._noting(one):
            answer = self._processes[one.name].ask(line, self._job.limits.seconds / 2)
        if one.name in self._gone:
            missing[one.name] = _Why(self._gone[one.name])
        elif "failed" in answer:
            missing[one.name] = _Why(str(answer["failed"]))
        elif "told" in answer:
            told = str(answer["told"])
            missing[one.name] = _Why(why_failed(one.name, told), told)
        return answer

    def _in_turns(self, opened: list[_Open], missing: dict[str, _Why]) -> dict[str, list[float]]:
        """The times of each: one turn of each, then the next of each."""
        times: dict[str, list[float]] = {one.contender.name: [] for one in opened}
        spent = dict.fromkeys(times, 0.0)
        for turn in range(-1, _TURNS):  # the first one warms up
            seconds = _WARM_SECONDS if turn < 0 else self._job.seconds / _TURNS
            for one, _ in opened:
                slow = spent[one.name] > _TOO_SLOW * self._job.seconds
                if one.name in missing or (slow and turn >= _FEWEST_TURNS):
                    continue
                start = time.monotonic()
                found = self._asked(one, f"run {seconds}", missing).get("times")
                spent[one.name] += time.monotonic() - start
                if turn >= 0 and isinstance(found, list):
                    times[one.name] += found
        return {name: found for name, found in times.items() if name not in missing}


def _kind(one: Contender) -> str:
    return one.name if one.name in (EAGER, COMPILED) else ours.ORT


def _summary(one: _Open, threads: int, times: list[float]) -> Timed:
    ordered = sorted(times)
    return Timed(
        one.contender.name,
        one.contender.title,
        threads,
        one.first,
        len(ordered),
        ordered[0],
        statistics.median(ordered),
        ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))],
    )
