"""Drives the pipeline over the two host processes: the window's side of the engine.

The pipeline decides, the hosts work, and this object carries messages between them. The
command line drives the very same pipeline in its own way. A check has the hosts to itself: it waits
until the pipeline is idle, and ends where something is asked of the pipeline.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.jobs import StageEnded
from workbench.core.pipeline.hosts import HOSTS, host_command
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.pipeline import Pipeline
from workbench.core.pipeline.stage_keys import CONTENT, stage_parts
from workbench.gui.hosts.checks import CHECK, Checks
from workbench.gui.hosts.host_process import HostProcess
from workbench.gui.hosts.last_results import LastResults
from workbench.gui.hosts.step_times import StepTimes

__all__ = ["Engine", "host_commands"]

_STUCK_MS = 8000


def host_commands() -> dict[str, list[str]]:
    """How each host is started."""
    return {name: host_command(name) for name in HOSTS}


class Engine(QObject):
    """Brings ops up to date without ever waiting.

    Args:
        commands: program and arguments per host; tests give hosts of their own.
        parent: the Qt parent.
    """

    stage_started = Signal(object, str)
    """The op's folder, the stage."""
    stage_ended = Signal(object, object)
    """The op's folder, the ``StageEnded``."""
    progress = Signal(object, object)
    """The op's folder, the ``Progress``."""
    log = Signal(str)
    op_log = Signal(object, object)
    """Also told as ``log``: the op's folder, the ``Log``."""
    idle_changed = Signal(bool)
    host_state = Signal(str, str)
    """The host's name; ``off``, ``starting``, ``ready``, ``failed`` or ``closing``."""
    state_changed = Signal(object)
    """An op's lights may look different: its folder."""
    host_lost = Signal(str, object)
    """The host's name, the problem."""
    closing = Signal()
    """The hosts are being ended."""
    closed = Signal()
    """After ``shutdown``: no child is left."""

    def __init__(
        self,
        commands: Mapping[str, Sequence[str]] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._pipeline = Pipeline()
        self.last_results = LastResults(self)
        self.last_results.said.connect(self.log)
        self.checks = Checks(self)
        self.checks.started.connect(self.stage_started)
        self.checks.progress.connect(self.progress)
        self.checks.ended.connect(self.stage_ended)
        self.checks.went_on.connect(self._pump)
        self.step_times = StepTimes(self.stage_started, self.progress, self.stage_ended, self)
        self._running: dict[Path, tuple[str, float]] = {}
        self._cancelled: dict[str, int] = {}
        self._stopped: set[Path] = set()
        self._closing = False
        self._was_idle = True
        self._hosts: dict[str, HostProcess] = {}
        for name, command in (commands or host_commands()).items():
            host = HostProcess(name, command, self)
            host.received.connect(self._on_event)
            host.printed.connect(self._on_printed)
            host.state_changed.connect(self.host_state)
            host.lost.connect(self._on_lost)
            host.closed.connect(self._on_closed)
            self._hosts[name] = host
        # A host that does not obey Stop is ended and started anew.
        self._stuck = QTimer(self, singleShot=True, interval=_STUCK_MS)
        self._stuck.timeout.connect(self._on_stuck)

    # -- what is known

    @property
    def idle(self) -> bool:
        """Whether nothing is running and nothing waits."""
        return self._pipeline.idle and self.checks.idle

    @property
    def hosts(self) -> dict[str, HostProcess]:
        """The host processes by name."""
        return self._hosts

    def state(self, folder: Path) -> OpState | None:
        """What the pipeline knows of an op."""
        return self._pipeline.states.get(folder)

    def running_stage(self, folder: Path) -> str:
        """The stage that an op is in now, or an empty string."""
        return self._running.get(folder, ("", 0.0))[0]

    def running_since(self, folder: Path) -> float:
        """When that stage began, in seconds of ``time.monotonic``; 0 where none runs."""
        return self._running.get(folder, ("", 0.0))[1]

    def is_under_way(self, folder: Path) -> bool:
        """Whether a host is at work for an op, though it may be between two stages."""
        return any(of == folder for of, _ in self._pipeline.running())

    def was_stopped(self, folder: Path) -> bool:
        """Whether the user has ended the last run of an op."""
        return folder in self._stopped

    # -- what to do

    def start(self) -> None:
        """Start the hosts, so that the first run need not wait for their imports."""
        for host in self._hosts.values():
            host.start()

    def update(self, folder: Path, op: Op | None, problems: Iterable[Problem] = ()) -> None:
        """Tell what is saved of an op now; hashes its sources."""
        known = folder in self._pipeline.states
        state = self._pipeline.update(folder, op, problems)
        if not known and state.op is not None and not state.problems:
            before = self.last_results.of(folder)
            if before is not None:
                self._pipeline.restore(folder, *before)
        self.state_changed.emit(folder)

    def forget(self, folder: Path) -> None:
        """An op is gone: stop what runs of it, and drop what is known."""
        known = self.checks.of(folder)
        if known is not None and (known.is_running or known.is_waiting):
            self._end_check()
        self.checks.forget(folder)
        for host, cancel in self._pipeline.cancel_op(folder):
            self._hosts[host].send(cancel)
            self._cancelled[host] = cancel.id
            self._stuck.start()
        self._running.pop(folder, None)
        self._stopped.discard(folder)
        self._pipeline.forget(folder)
        self._tell_idle()

    def forget_all(self) -> None:
        """Another project is opened: stop, and drop all ops."""
        self.stop()
        self.last_results.look_again()
        self._stopped.clear()
        self.checks.forget_all()
        for folder in list(self._pipeline.states):
            self._pipeline.forget(folder)

    def run(self, folders: Iterable[Path], upto: str = "compare", force: bool = False) -> None:
        """Bring ops up to date."""
        if self._closing:
            return
        self.start()
        self._end_check("what is asked for now goes first")
        for folder in folders:
            self._stopped.discard(folder)
            self._pipeline.request(folder, upto, force)
            for host, cancel in self._pipeline.overtaken(folder):
                self._hosts[host].send(cancel)
            if force:
                self.state_changed.emit(folder)
        self._pump()

    def compile_all(self, folder: Path) -> None:
        """With its next build, what takes long and is not linked is compiled, too."""
        self._pipeline.states[folder].unlinked = True

    def check(self, folder: Path) -> None:
        """Try an op in many ways, as soon as nothing else runs; an earlier check is ended."""
        state = self.state(folder)
        if self._closing or state is None or state.op is None or state.problems:
            return
        self.start()
        self._end_check()
        if not self._pipeline.idle:
            self.checks.said.emit("The check begins when what runs now has ended.")
        self.checks.ask(folder, state.op, {**state.keys, CHECK: self.check_key(folder, state.op)})
        self._pump()

    def check_key(self, folder: Path, op: Op | None) -> str:
        """What only a check of an op depends on: parts of its declaration, and the op that is its backward."""
        if op is None:
            return ""
        parts = hashlib.sha256(stage_parts(op)["check"])
        for other, state in self._pipeline.states.items():
            if other.parent == folder.parent and state.op and state.op.name == op.backward.op:
                parts.update(state.keys[CONTENT].encode())
        return parts.hexdigest()

    def _end_check(self, why: str = "") -> None:
        for host, cancel in self.checks.cancel(why):
            self._hosts[host].send(cancel)
            self._stuck.start()

    def stop(self) -> None:
        """Cancel what runs and forget what waits."""
        self._end_check()
        stopped = self._pipeline.asked_for()
        self._stopped |= stopped
        cancellations = self._pipeline.cancel()
        for host, cancel in cancellations:
            self._hosts[host].send(cancel)
            self._cancelled[host] = cancel.id
        if cancellations:
            self._stuck.start()
        self._tell_idle()
        for folder in stopped:
            self.state_changed.emit(folder)

    def shutdown(self) -> None:
        """End the hosts; ``closed`` follows."""
        self._closing = True
        self.closing.emit()
        self._pipeline.cancel()
        for host in self._hosts.values():
            host.close()

    def _pump(self) -> None:
        self._send_next()
        self._tell_idle()

    def _send_next(self) -> None:
        sent = self._next_jobs()
        while sent:
            for job in sent:
                if self._hosts[job.host].takes_jobs:
                    self._hosts[job.host].send(job)
                    if (folder := self._pipeline.folder_of(job.id)) is not None:
                        self.state_changed.emit(folder)
                else:
                    hint = "See the log for its last words, then run again (F5)."
                    problem = Problem("host", f"the {job.host} host does not run", hint)
                    if self.checks.owns(job.id):
                        self.checks.host_lost(job.host, problem)
                    else:
                        self._fail(job.host, problem)
            sent = self._next_jobs()

    def _next_jobs(self) -> list[jobs.Job]:
        """Of one work at a time: one that is cancelled has the hosts until its jobs have ended."""
        if self._closing:
            return []
        if self.checks.running is not None:
            sent = self.checks.next_jobs()
            if sent or self.checks.running is not None:
                return sent
        sent = self._pipeline.next_jobs()
        return self.checks.next_jobs() if self._pipeline.idle else sent

    def _tell_idle(self) -> None:
        if self.idle != self._was_idle:
            self._was_idle = self.idle
            if self.idle:
                self._stuck.stop()
            self.idle_changed.emit(self.idle)

    # -- what happened

    def _on_event(self, host: str, event: jobs.Event) -> None:
        if not isinstance(event, jobs.HostReady) and self.checks.owns(event.id):
            self._on_check_event(event)
            return
        folder = None if isinstance(event, jobs.HostReady) else self._pipeline.folder_of(event.id)
        self._pipeline.handle(event)
        match event:
            case jobs.StageStarted() if folder is not None:
                self._running[folder] = (event.stage, time.monotonic())
                self.stage_started.emit(folder, event.stage)
                self.state_changed.emit(folder)
            case StageEnded(result=jobs.CaptureResult()) if folder is not None:
                self._running.pop(folder, None)
                self.state_changed.emit(folder)
            case StageEnded() if folder is not None:
                self._running.pop(folder, None)
                self.stage_ended.emit(folder, event)
                self.state_changed.emit(folder)
                self.last_results.take(self._pipeline.states[folder], event)
            case jobs.Progress() if folder is not None:
                self.progress.emit(folder, event)
            case jobs.Log():
                self.log.emit(event.text)
                if folder is not None:
                    self.op_log.emit(folder, event)
            case jobs.JobEnded():
                if event.status == "cancelled":
                    self.log.emit("Stopped.\n")
                self._send_next()  # before it is told that this one has ended: the op may go on
                if folder is not None:
                    self._running.pop(folder, None)
                    self.state_changed.emit(folder)
                self._tell_idle()
            case jobs.HostReady():
                versions = ", ".join(f"{k} {v}" for k, v in event.versions.items())
                self.log.emit(f"{event.host} host ready after {event.seconds:.1f} s: {versions}\n")
            case _:
                pass

    def _on_check_event(self, event: jobs.Event) -> None:
        self.checks.handle(event)
        if isinstance(event, jobs.Log):
            self.log.emit(event.text)
        elif isinstance(event, (jobs.CellEnded, jobs.JobEnded)):
            self._pump()

    def _on_printed(self, _host: str, text: str) -> None:
        self.log.emit(text)

    def _on_lost(self, host: str, problem: Problem) -> None:
        if self.checks.running is not None:
            self.log.emit(f"{problem.message}\n")
            self.checks.host_lost(host, problem)
            QTimer.singleShot(0, self, self._pump)
            return
        running = {job.host: job.id for _, job in self._pipeline.running()}
        if host in running and self._cancelled.get(host) == running[host]:
            # We ended it ourselves, because it did not obey Stop.
            self._fail(host, Problem("stopped", "stopped", "Run again with F5.", severity="note"))
        else:
            self._fail(host, problem)
            self.host_lost.emit(host, problem)
        # The other host's work goes on; this one's comes when it is back.
        QTimer.singleShot(0, self, self._pump)

    def _fail(self, host: str, problem: Problem) -> None:
        """The job of a host that is gone has failed; tell what the pipeline makes of it."""
        folder = next((f for f, j in self._pipeline.running() if j.host == host), None)
        state = self.state(folder) if folder is not None else None
        before = dict(state.ended) if state is not None else {}
        self._pipeline.host_lost(host, problem)
        self.log.emit(f"{problem.message}\n")
        if folder is None or state is None:
            return
        self._running.pop(folder, None)
        for stage, entry in list(state.ended.items()):
            if entry != before.get(stage):
                self.stage_ended.emit(folder, entry[1])
        self.state_changed.emit(folder)

    def _on_stuck(self) -> None:
        for host in list(self.checks.stuck()):
            self._hosts[host].kill()
        for _, job in self._pipeline.running():
            host = job.host
            if self._cancelled.get(host) == job.id:
                self._hosts[host].kill()

    def _on_closed(self, _host: str) -> None:
        if self._closing and all(h.state == "off" for h in self._hosts.values()):
            self.checks.close()
            self.closed.emit()
