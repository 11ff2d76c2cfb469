"""The job loop of a host process: one job at a time, each in a forked child.

The host itself only imports and forks: it never loads a library of the user, runs no
kernel and starts no thread, so its state stays clean for the next fork.
"""

from __future__ import annotations

import ctypes
import gc
import os
import selectors
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import msgspec

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import Job
from workbench.core.storage import cache
from workbench.engine.host import frames
from workbench.engine.host.child import Channel, run_child
from workbench.engine.host.host_child import HostChild
from workbench.engine.host.looks import Look, Looks, Work, suspicious

__all__ = ["Host", "serve"]

_PR_SET_CHILD_SUBREAPER = 36
_MAX_LOG_BYTES = 1 << 20
_TAIL = 1 << 16
"""Characters of a child's output that are looked at for what ended it."""


class _Numbered(msgspec.Struct):
    """What every request has, readable or not."""

    id: int


def _texts(part: object) -> Iterator[str]:
    """Every text in a message."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list | tuple):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _texts(inner)


class Host:
    """One host process.

    Args:
        work: does a job in the child.
        ready: what to say once at the start.
        looks: the closer looks that there are at a job which went wrong.
        prepare: is called with a job before the fork, to import what it and later ones need.
    """

    def __init__(
        self,
        work: Work,
        ready: jobs.HostReady,
        looks: Looks,
        prepare: Callable[[Job], None] | None = None,
    ) -> None:
        self._work = work
        self._looks = looks
        self._prepare = prepare
        self._queue: deque[Job] = deque()
        self._child: HostChild | None = None
        self._lease = ExitStack()  # of the cache, as long as the child may use it
        self._selector = selectors.DefaultSelector()
        # User code and libraries may print: only this descriptor is the protocol.
        self._out = os.dup(1)
        os.dup2(2, 1)
        self._in = jobs.LineReader()
        self._open = True
        # Processes that a job leaves behind become ours, even out of a session of their own.
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
        self._send(ready)

    def run(self) -> None:
        """Serve until stdin closes; then end the running job."""
        self._selector.register(0, selectors.EVENT_READ, self._read_requests)
        while self._open or self._child is not None:
            if self._child is None and self._queue:
                self._start(self._queue.popleft())
            if self._child is None and not self._open:
                break
            for key, _ in self._selector.select(self._timeout()):
                key.data()
            self._check_child()
            if not self._open and self._child is not None:
                self._child.stop("cancelled")

    def _timeout(self) -> float | None:
        if self._child is None:
            return 0.0 if self._queue else None
        if self._child.events == -1 and self._child.output == -1:
            return 0.001  # it has closed its pipes and is about to end
        return max(0.0, min(0.25, self._child.deadline - time.monotonic()))

    def _send(self, event: jobs.Event) -> None:
        data = jobs.encode(event)
        try:
            while data:
                data = data[os.write(self._out, data) :]
        except BrokenPipeError:
            self._open = False

    def _read_requests(self) -> None:
        data = os.read(0, 1 << 16)
        lines = self._in.feed(data)
        if not data or self._in.overflows:
            self._open = False
            self._selector.unregister(0)
            self._queue.clear()
            return
        for line in lines:
            try:
                self._take(jobs.decode_request(line))
            except msgspec.DecodeError as error:
                print(f"not a request: {error}: {line[:200]!r}", file=sys.stderr, flush=True)
                self._refuse(line, str(error))

    def _refuse(self, line: bytes, reason: str) -> None:
        """Whoever sent a job waits for its end."""
        try:
            number = msgspec.json.decode(line, type=_Numbered).id
        except msgspec.DecodeError:
            return
        problem = Problem("failed", f"the host cannot read the job: {reason}")
        self._send(jobs.StageEnded(number, "", "failed", 0.0, (problem,)))
        self._send(jobs.JobEnded(number, "failed"))

    def _take(self, request: jobs.Request) -> None:
        if not isinstance(request, jobs.CancelJob):
            self._queue.append(request)
        elif self._child is not None and self._child.job.id == request.id:
            self._child.stop("cancelled")
        elif any(job.id == request.id for job in self._queue):
            self._queue = deque(job for job in self._queue if job.id != request.id)
            self._send(jobs.JobEnded(request.id, "cancelled"))

    # -- the child

    def _start(self, job: Job, look: Look | None = None, closer: HostChild | None = None) -> None:
        """Fork the child that does a job; or the one that looks closer at it.

        Args:
            job: what to do.
            look: how to look; None to do the job itself.
            closer: the child that did it, and saw something go wrong; with ``look``.
        """

        def work(job: Job, channel: Channel) -> None:
            if look is None:
                self._work(job, channel)
            else:
                look.find(job, channel, self._work)

        if self._prepare is not None:
            self._prepare(job)
        events_read, events_write = os.pipe()
        output_read, output_write = os.pipe()
        memory, python = frames.new_memory(), frames.python_file()
        sys.stdout.flush()
        sys.stderr.flush()
        self._lease = ExitStack()
        self._lease.enter_context(cache.lease())
        cache.mark_used(_texts(msgspec.to_builtins(job)))
        # What is there now is never collected again: looking through all of torch would take the
        # child longer than most jobs, and copy every page that it shares with us.
        gc.freeze()
        pid = os.fork()
        if pid == 0:
            self._selector.close()
            os.close(self._out)
            os.close(events_read)
            os.close(output_read)
            run_child(job, work, events_write, output_write, memory, python)
        os.close(events_write)
        os.close(output_write)
        if look is not None and closer is not None:
            self._child = closer.closer(pid, events_read, output_read, look)
            os.close(python)
        else:
            self._child = HostChild(pid, job, events_read, output_read, memory, python)
        self._selector.register(events_read, selectors.EVENT_READ, self._read_events)
        self._selector.register(output_read, selectors.EVENT_READ, self._read_output)

    def _read_events(self) -> None:
        child = self._child
        assert child is not None
        data = os.read(child.events, 1 << 16)
        if not data:
            self._close(child.events)
            child.events = -1
            return
        for line in child.lines.feed(data):
            if child.garbled:
                return
            try:
                event = jobs.decode_event(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                child.garble()
                return
            if child.look is not None:
                # Of a closer look only what it finds is told, and its log.
                if isinstance(event, jobs.Log):
                    self._send(event)
                child.saw(event)
                continue
            if isinstance(event, jobs.StageEnded) and not event.stage:
                self._fail_stage(event.problems)
                continue
            child.note(event)
            self._send(event)

    def _read_output(self) -> None:
        child = self._child
        assert child is not None
        data = os.read(child.output, 1 << 16)
        if not data:
            self._close(child.output)
            child.output = -1
            return
        # A kernel that prints for ever must not fill the window's memory.
        room = _MAX_LOG_BYTES - child.logged
        if room > 0:
            text = data[:room].decode("utf-8", "replace")
            if len(data) >= room:
                text += "\n… the rest of this job's output is left out\n"
            child.tail = (child.tail + text)[-_TAIL:]
            if child.look is None:
                self._send(jobs.Log(child.job.id, text))
        child.logged += len(data)

    def _close(self, descriptor: int) -> None:
        self._selector.unregister(descriptor)
        os.close(descriptor)

    def _check_child(self) -> None:
        child = self._child
        if child is None:
            return
        now = time.monotonic()
        if child.stopping:
            if now >= child.deadline:
                child.kill()
        elif now >= child.deadline:
            child.stop("timeout")
        pid, status = os.waitpid(child.pid, os.WNOHANG)
        if pid == 0:
            return
        while child.events != -1 and self._readable(child.events):
            self._read_events()
        while child.output != -1 and self._readable(child.output):
            self._read_output()
        for descriptor in (child.events, child.output):
            if descriptor != -1:
                self._close(descriptor)
        if child.python != -1:
            child.pythons = frames.read_python(child.python)
            os.close(child.python)
        child.end_rest()
        self._finish(child, status)

    @staticmethod
    def _readable(descriptor: int) -> bool:
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            return bool(selector.select(0))

    def _finish(self, child: HostChild, status: int) -> None:
        cancelled = child.stopping == "cancelled"
        if child.look is None and not cancelled:
            if crash := child.explain(status):
                if child.stack is not None and child.stack.text:
                    self._send(jobs.Log(child.job.id, child.stack.text))
                child.crash, child.told = crash, self._fail_stage((crash,))
            if child.told is not None and (child.crash is None or child.is_wild(status)):
                child.looks = self._looks(child.job)
        if child.looks and child.found is None and not cancelled:
            look = child.looks[0]
            self._send(jobs.Log(child.job.id, f"{look.says}\n"))
            self._start(child.job, look, child)
            return
        if again := child.told_again():
            self._send(again)
        outcome = "failed" if child.failed else "ok"
        self._child = None
        self._lease.close()
        told = child.look is not None  # what is cancelled then has said all but the cause
        self._send(jobs.JobEnded(child.job.id, "cancelled" if cancelled and not told else outcome))

    def _fail_stage(self, problems: tuple[Problem, ...]) -> jobs.StageEnded:
        """End the stage that was running, or the job's first one, as failed."""
        child = self._child
        assert child is not None
        stage = child.stage or child.job.stages[0]
        seconds = time.monotonic() - child.stage_began
        child.failed, child.stage = True, ""
        ended = jobs.StageEnded(child.job.id, stage, "failed", seconds, problems)
        child.told = ended if suspicious(ended) else child.told
        self._send(ended)
        return ended


def serve(
    work: Work,
    ready: jobs.HostReady,
    looks: Looks,
    prepare: Callable[[Job], None] | None = None,
) -> None:
    """Run a host until its stdin closes; see ``Host``."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl+C belongs to the program, which then stops us
    Host(work, ready, looks, prepare).run()
