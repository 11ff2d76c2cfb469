"""Drives the pipeline over the two hosts without a window: what the command line uses."""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Protocol, TypeVar

from workbench.core import jobs
from workbench.core.checking import Check, DividedCheck, Part, PartOutcome
from workbench.core.cluster import ON_WORKERS
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.pipeline.hosts import HOSTS, HostLife, host_command, host_environment
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.pipeline import USUAL_LIMITS, Pipeline
from workbench.problems import Found, find_all

__all__ = ["Elsewhere", "Engine"]

_EXIT_SECONDS = 2.0
_LAST_BYTES = 4000

_T = TypeVar("_T")


class _HostProcess:
    def __init__(self, life: HostLife, show_output: bool) -> None:
        self.life = life
        # Not a pipe: nobody need read it while the host lives.
        self._errors = None if show_output else tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            host_command(life.name),
            env=host_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        life.started()
        assert self.process.stdout is not None
        self.output = self.process.stdout

    def read(self) -> list[jobs.Event] | None:
        """Wait for what it writes next: the events; None at its end."""
        data = os.read(self.output.fileno(), 1 << 16)
        return [self.life.event(line) for line in self.life.lines(data)] if data else None

    def send(self, request: jobs.Request) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(jobs.encode(request))
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # its end is seen when its output is read

    def lost(self) -> Problem:
        """It ended unasked: what is lost."""
        status = self.process.wait()
        if self._errors is not None:
            self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _LAST_BYTES))
            self.life.printed(self._errors.read().decode("utf-8", "replace"))
        self.close()
        problem = self.life.ended(status)
        assert problem is not None
        return problem

    def close(self) -> None:
        """Ask the host to end by closing its stdin; kill it when it does not."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            self.process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.output.close()
        if self._errors is not None:
            self._errors.close()


class Elsewhere(Protocol):
    """Runs the parts of a divided check, beside the hosts."""

    def fileno(self) -> int:
        """Can be read from when there is something to ``read``."""

    def send(self, part: Part) -> None:
        """Have a part run."""

    def read(self) -> list[PartOutcome]:
        """What has come back."""


class Engine:
    """The two hosts and the pipeline; a context manager that ends the hosts.

    Args:
        on_event: is called with every event and the op's folder that it belongs to.
        show_output: let the hosts' stderr through to ours.
        limits: of each job that runs user code.
    """

    def __init__(
        self,
        on_event: Callable[[jobs.Event, Path | None], None] | None = None,
        show_output: bool = False,
        limits: jobs.Limits = USUAL_LIMITS,
    ) -> None:
        self.pipeline = Pipeline(limits)
        self._work: Pipeline | Check = self.pipeline
        self._elsewhere: Elsewhere | None = None
        self._on_event = on_event
        self._show_output = show_output
        self._hosts: dict[str, _HostProcess] = {}
        self._selector = selectors.DefaultSelector()
        self._job: jobs.Job | None = None
        self._is_stopped = False

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the hosts."""
        for host in list(self._hosts.values()):
            host.close()
        self._selector.close()

    def start(self) -> None:
        """Start both hosts now, so that their imports overlap."""
        for name in HOSTS:
            self._host(name)

    def load(
        self, folders: Iterable[Path], change: Callable[[Op], Op] | None = None
    ) -> list[OpState]:
        """Read op folders (again); what is found wrong in one is kept in its state.

        Args:
            folders: the ops'.
            change: makes what is run of what is declared: another exporter, another variant.

        Raises:
            UserError: what ``change`` raises.
        """
        return [self._known(one) for one in find_all(folders, change)]

    def _known(self, found: Found) -> OpState:
        state = self.pipeline.update(found.folder, found.op, found.errors)
        state.notes = tuple(p for p in found.problems if p.severity != "error")
        return state

    def run(self, folders: Iterable[Path], upto: str = "compare", force: bool = False) -> None:
        """Bring ops up to date and wait for it. Ctrl+C cancels and returns; after ``stop`` nothing is done."""
        for folder in folders:
            self.pipeline.request(folder, upto, force)
        if self._is_stopped:  # only now: it may have been meanwhile
            self.pipeline.cancel()
        try:
            self._loop()
        except KeyboardInterrupt:
            for name, cancel in self.pipeline.cancel():
                self._host(name).send(cancel)
            self._loop()
            raise

    def run_job(self, job: jobs.Job) -> list[jobs.Event]:
        """Run one job beside the pipeline and wait for it. Returns its events.

        Raises:
            UserError: the host ended before the job.
        """
        host = self._host(job.host)
        self._job = job
        host.send(job)
        if self._is_stopped:
            host.send(jobs.CancelJob(job.id))
        try:
            return self._events_of(job, host)
        finally:
            self._job = None

    def _events_of(self, job: jobs.Job, host: _HostProcess) -> list[jobs.Event]:
        events: list[jobs.Event] = []
        while True:
            read = host.read()
            if read is None:
                raise UserError.of([self._lost(host)])
            events += read
            if self._on_event is not None:
                for event in read:
                    if isinstance(event, jobs.Progress | jobs.Log):
                        self._on_event(event, Path(getattr(job, "folder", "")))
            if any(isinstance(e, jobs.JobEnded) for e in events):
                return events

    def ask(self, job: jobs.Job, kind: type[_T]) -> _T:
        """Run one job beside the pipeline, for the one result that it gives.

        Raises:
            UserError: its problems; or it gave none.
        """
        ended = [e for e in self.run_job(job) if isinstance(e, jobs.StageEnded)]
        if problems := [p for e in ended for p in e.problems]:
            raise UserError.of(problems)
        found = next((e.result for e in ended if isinstance(e.result, kind)), None)
        if found is None:
            hint = "Run op-workbench doctor."
            raise UserError("host", f"the {job.host} host gave no answer", hint)
        return found

    def check(self, check: Check, elsewhere: Elsewhere | None = None) -> None:
        """Bring a check to its end. Ctrl+C cancels and returns.

        Args:
            check: which.
            elsewhere: what runs the parts of a ``DividedCheck``.
        """
        self._work, self._elsewhere = check, elsewhere
        if elsewhere is not None:
            self._selector.register(elsewhere, selectors.EVENT_READ)
        try:
            self._loop()
        except KeyboardInterrupt:
            self.cancel(check)
            self._loop()
            raise
        finally:
            self._work, self._elsewhere = self.pipeline, None
            if elsewhere is not None:
                self._selector.unregister(elsewhere)

    def stop(self) -> None:
        """Stop what ``run`` or ``run_job`` does, maybe in another thread; they then return.

        Whatever is asked for after it ends at once, too.
        """
        self._is_stopped = True
        for name, cancel in self.pipeline.cancel():
            self._host(name).send(cancel)
        if (job := self._job) is not None:
            self._host(job.host).send(jobs.CancelJob(job.id))

    def cancel(self, check: Check) -> None:
        """Stop a check that is under way, maybe in another thread; ``check`` then returns."""
        for name, cancel in check.cancel():
            self._host(name).send(cancel)

    def _loop(self) -> None:
        while not self._work.idle:
            for job in self._work.next_jobs():
                self._host(job.host).send(job)
            self._send_parts()
            if self._work.idle:
                return
            for key, _ in self._selector.select():
                if key.data is None:
                    self._read_parts()
                else:
                    self._read(key.data)

    def _send_parts(self) -> None:
        if isinstance(self._work, DividedCheck) and self._elsewhere is not None:
            for part in self._work.next_parts():
                self._elsewhere.send(part)

    def _read_parts(self) -> None:
        if isinstance(check := self._work, DividedCheck) and self._elsewhere is not None:
            for outcome in self._elsewhere.read():
                check.part_ended(outcome)
            if self._on_event is not None:
                told = jobs.Progress(0, "check", check.done, check.total, ON_WORKERS)
                self._on_event(told, None)

    def _host(self, name: str) -> _HostProcess:
        if name not in self._hosts:
            host = _HostProcess(HostLife(name), self._show_output)
            self._hosts[name] = host
            self._selector.register(host.output, selectors.EVENT_READ, host)
        return self._hosts[name]

    def _read(self, host: _HostProcess) -> None:
        events = host.read()
        if events is None:
            self._work.host_lost(host.life.name, self._lost(host))
            return
        for event in events:
            folder = self._work.folder_of(getattr(event, "id", -1))
            self._work.handle(event)
            if self._on_event is not None:
                self._on_event(event, folder)

    def _lost(self, host: _HostProcess) -> Problem:
        self._selector.unregister(host.output)
        del self._hosts[host.life.name]
        return host.lost()
