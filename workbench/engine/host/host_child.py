"""The forked child of a host, as the host sees it: its processes, and the word on its end."""

from __future__ import annotations

import contextlib
import mmap
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.exporters import failed_itself
from workbench.core.jobs import Job
from workbench.core.pipeline.hosts import SIGNAL_WORDS
from workbench.engine.host import frames, sanitizers
from workbench.engine.host.child import CLOSED
from workbench.engine.host.looks import CAUSES, SANITIZERS, UNWRITTEN, Look, suspicious
from workbench.engine.host.parties import ADDRESS, KERNEL, LOOK_REFERENCE, PARTIES, Party
from workbench.engine.host.stack import Stack, place_of_call, stack
from workbench.engine.host.thrown import in_plain_words

__all__ = ["HostChild"]

_GRACE_SECONDS = 0.5

_HEAP = re.compile(
    r"(?:malloc|free|realloc|calloc|munmap_chunk|malloc_consolidate|_int_\w+)\(\): [\w ,:().>=-]+"
    r"|double free or corruption[ \w()!]*|corrupted (?:size vs\. prev_size|double-linked list)[ \w]*"
    r"|stack smashing detected|malloc: [\w ]*assertion[\w ]*"
)
"""What the C library says when it finds its memory damaged."""
_ASSERTION = re.compile(r"^.*?: (?:[^\n]*: )?Assertion [`'](.+?)' failed\.$", re.MULTILINE)
"""What ``assert`` of the C library prints."""
_NEXT = {
    signal.SIGABRT: "The log has what it printed: which assertion failed, or what was thrown.",
    signal.SIGFPE: "Look for an integer '/' or '%' whose divisor may be 0, such as a size.",
    signal.SIGKILL: "Run it again; if it is killed again, give it smaller example inputs.",
}
"""The next step where it is not to look for an index."""
_ELSEWHERE = (
    "look for a recursion without end, and for a large array that is a local variable (a std::vector "
    "has its elements elsewhere)."
)


_WROTE = Problem(
    "kernel",
    "the kernel wrote into a file descriptor that is not its own",
    "Write only to what the kernel has opened itself; what it prints is in the log.",
)
_CLOSED = Problem(
    "kernel",
    "the kernel closed file descriptors that are not its own",
    "Close only what the kernel has opened itself.",
)


class HostChild:
    """The running child, as the host sees it.

    Attributes:
        crash: how it ended early, or an earlier child of the job did, where this one looks closer.
        told: a stage that gave something which a closer look may explain.
        looks: the closer looks that are left.
        look: the one that it makes; None for a child that does the job itself.
        found: the cause that it has found.
        hindered: whether it has not come so far as to look: the kernel could not be built so, say.
            What fails once a stage has begun may be the damage again.
        python, pythons: the file in which Python notes what it is doing; what it has noted.
        stack: where it was when it ended, once that is explained; None where it could not tell.
    """

    def __init__(
        self,
        pid: int,
        job: Job,
        events: int,
        output: int,
        memory: mmap.mmap | None = None,
        python: int = -1,
    ) -> None:
        self.pid = pid
        self.job = job
        self.crash: Problem | None = None
        self.told: jobs.StageEnded | None = None
        self.looks: tuple[Look, ...] = ()
        self.look: Look | None = None
        self._memory, self.python = memory, python
        self.pythons: list[list[frames.PythonFrame]] = []
        self.stack: Stack | None = None
        self.found: Problem | None = None
        self.hindered = True
        self._looked: tuple[str, ...] = ()
        self._lacks: tuple[Problem, ...] = ()
        self.events = events
        self.output = output
        self.lines = jobs.LineReader()
        self.tail = ""
        self.logged = 0
        self.stage = ""
        self.activity = ""
        self.runs = ""
        self.failed = False
        self.garbled = False
        self.stopping = ""
        self.stage_began = time.monotonic()
        self.deadline = self.stage_began + job.limits.seconds

    def note(self, event: jobs.Event) -> None:
        """Remember which stage is running, for the word on a crash."""
        if (
            isinstance(self.job, jobs.CellsJob | jobs.CellsRunJob | jobs.TimeJob)
            and not self.stopping
        ):
            # Many small things are done in such a job, and each says when it begins.
            self.deadline = time.monotonic() + self.job.limits.seconds
        match event:
            case jobs.StageStarted():
                self.stage, self.stage_began = event.stage, time.monotonic()
                self.activity = self.runs = ""
            case jobs.Progress():
                self.activity, self.runs = event.text, event.file
            case jobs.StageEnded():
                self.stage = ""
                self.failed = self.failed or event.status == "failed"
                self.told = event if suspicious(event) else self.told
            case _:
                pass

    def stop(self, why: str) -> None:
        """Ask the child and all its processes to end; they are killed after a moment."""
        if not self.stopping:
            self.stopping = why
            self.deadline = time.monotonic() + _GRACE_SECONDS
            self._signal(signal.SIGTERM)

    def garble(self) -> None:
        """What comes through the pipe is not the child's word any more: end it."""
        self.garbled = True
        self.kill()

    def kill(self) -> None:
        """End the child and all its processes now."""
        self._signal(signal.SIGKILL)
        self.deadline = time.monotonic() + _GRACE_SECONDS

    def end_rest(self) -> None:
        """Kill and reap what the child, which has ended, has left behind.

        Whatever it started is below us then, or has fallen to us.
        """
        if not _has_children():
            return
        for pid in self._session():
            _kill(pid, signal.SIGKILL)
        _end_children()

    def _signal(self, number: int) -> None:
        for pid in [self.pid, *self._session()]:
            _kill(pid, number)

    def _session(self) -> list[int]:
        """The processes of the child's session. ninja gives each compiler a group of its own,
        so signalling one group would miss them; the session they all share.
        """
        return [pid for pid, _, session in _processes() if session == self.pid != pid]

    def closer(self, pid: int, events: int, output: int, look: Look) -> HostChild:
        """The child that looks closer at what this one saw, in the same stage."""
        other = HostChild(pid, self.job, events, output)
        other.stage, other.failed, other.stage_began = self.stage, self.failed, self.stage_began
        other.crash, other.told, other.look = self.crash, self.told, look
        other.looks = self.looks[1:]
        other._looked, other._lacks = self.looked, self._lacks
        return other

    @property
    def looked(self) -> tuple[str, ...]:
        """What has been looked with, this look included, without any cause in sight."""
        here = self.look is not None and not self.hindered and not self.stopping
        return (*self._looked, self.look.name) if self.look and here else self._looked

    def saw(self, event: jobs.Event) -> None:
        """What comes of the job in a closer look."""
        match event:
            case jobs.StageStarted():
                self.hindered = False
            case jobs.StageEnded(status="failed", problems=problems):
                causes = [p for p in problems if p.kind in CAUSES]
                self._lacks += tuple(p for p in causes if p.severity != "error")
                self.found = next((p for p in causes if p.severity == "error"), self.found)
            case _:
                pass

    def is_wild(self, status: int) -> bool:
        """Whether the child ended as one does that wrote where it must not."""
        if not os.WIFSIGNALED(status) or self.stopping:
            return False
        if self.stack is not None and self.stack.overflow:
            return False
        number = os.WTERMSIG(status)
        wild = number in (signal.SIGSEGV, signal.SIGBUS)
        return wild or (number == signal.SIGABRT and bool(_HEAP.search(self.tail)))

    def told_again(self) -> jobs.StageEnded | None:
        """The stage that went wrong, with what closer looks have brought; None for nothing."""
        if self.look is None or self.told is None:
            return None
        if self.crash is not None:
            cause = self.cause()
            changed = cause != self.crash
            return msgspec.structs.replace(self.told, problems=(cause,)) if changed else None
        seen = suspicious(self.told)
        if self.found is None or seen is None:
            return None
        if seen.kind == UNWRITTEN and not self.found.file:
            return None  # the same once more
        cause = self._explained(f"with {self.look.name}, after this: {seen.message}.")
        return msgspec.structs.replace(self.told, problems=(cause, *self.told.problems))

    def cause(self) -> Problem:
        """What is known in the end of the crash."""
        problem = self._cause()
        if problem.file or not isinstance(self.job, jobs.RunJob) or self.job.op is None:
            return problem
        source = self.job.op.ort.source if self.job.op.ort.side.has_source else ""
        outlived = (
            f" Are the op objects and their domain static in {source}? The session uses them."
        )
        return msgspec.structs.replace(problem, hint=problem.hint + (outlived if source else ""))

    def _cause(self) -> Problem:
        assert self.crash is not None
        placed = self.found is not None and (self.found.file or not self.crash.file)
        if placed and self.look is not None:
            return self._explained(f"after a crash, with {self.look.name}: {self.crash.message}.")
        # A damaged heap is the kernel's, wherever it is seen; another crash of the reference may be its own.
        if self.crash.hint == LOOK_REFERENCE:
            return self.crash
        hint = self.crash.hint
        if self.looked:
            others = "" if SANITIZERS in self.looked else f" {ADDRESS}"
            hint = f"Nothing was found with {' and '.join(self.looked)}: {_ELSEWHERE}{others}"
        lacks = (f"{p.message}: {p.hint}" for p in self._lacks)
        return msgspec.structs.replace(self.crash, hint=" ".join([hint, *lacks]))

    def _explained(self, how: str) -> Problem:
        assert self.found is not None
        return msgspec.structs.replace(self.found, hint=f"{self.found.hint} It was found {how}")

    def thrown(self) -> str:
        """What the C++ runtime reported of an exception that nobody caught; empty for none."""
        found = re.search(
            r"terminate called after throwing an instance of '([^']*)'\s+what\(\):\s+(.*)",
            self.tail,
            re.DOTALL,
        )
        if not found:
            return ""
        text = found[2].partition("\nException raised from")[0].strip()
        return f"{text[:1500]} ({found[1]})"

    def _party(self) -> Party:
        """Whose code was running, by what the job was doing."""
        return next((p for p in PARTIES if self.activity.startswith(p.activity)), KERNEL)

    def _exporter_failed(self) -> str:
        """The next step where an exporter ended the process, and no code of the op's was running."""
        op = getattr(self.job, "op", None)
        alone = self.stack is not None and not self.stack.file
        if op is None or not alone or not self.activity.startswith(jobs.EXPORTING):
            return ""
        return failed_itself(op.model.exported_by)

    def explain(self, status: int) -> Problem | None:
        """Why the child ended early, and where; None where it ended as it should."""
        if self._memory is not None:
            self.stack = stack(self._memory, self.job, self.pythons)
        problem = self._explain(status)
        if problem is _WROTE and self._memory is not None:
            file, line = place_of_call(self._memory[-frames.CALLS_BYTES :], self.job)
            return msgspec.structs.replace(problem, file=file, line=line)
        if problem is None or problem.file:
            return problem
        if self.stack is None or not self.stack.file:
            return msgspec.structs.replace(problem, file=self.runs)
        return msgspec.structs.replace(problem, file=self.stack.file, line=self.stack.line)

    def _explain(self, status: int) -> Problem | None:
        what = self.activity or self.job.doing
        if self.garbled:
            return _WROTE
        folder = getattr(self.job, "folder", "")
        unfinished = os.WIFSIGNALED(status) or self.stage != ""
        if unfinished and not self.stopping and (found := sanitizers.report(self.tail, folder)):
            return found
        if self.stopping == "timeout":
            return Problem(
                "timeout",
                f"stopped after {self.job.limits.seconds:g} s while {what}",
                self._party().endless + (self.stack.elsewhere if self.stack else ""),
            )
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGSEGV and self.stack is not None and self.stack.overflow:
                return _stack_used_up(self.stack, what)
            by = signal.Signals(number)
            words = SIGNAL_WORDS.get(by, f"was ended by {by.name}")
            if number == signal.SIGABRT and (thrown := self.thrown()):
                words, hint = in_plain_words(thrown)
                return Problem(
                    "crash", f"an exception ended the process while {what}: {words}", hint
                )
            if number == signal.SIGABRT and (claim := _ASSERTION.findall(self.tail)):
                return Problem(
                    "crash",
                    f"the assertion '{claim[-1]}' failed while {what}",
                    "The log has what it printed before.",
                )
            if number == signal.SIGABRT and (heap := _HEAP.search(self.tail)):
                message = f"the kernel wrote out of bounds, or freed what it must not ({heap[0]}; seen while {what})"
                return Problem("crash", message, ADDRESS)
            hint = _NEXT.get(by, self._party().look)
            return Problem(
                "crash", f"the process {words} while {what}", self._exporter_failed() or hint
            )
        if os.WEXITSTATUS(status) == CLOSED:
            return _CLOSED
        if self.stage or (os.WEXITSTATUS(status) != 0 and not self.failed):
            return Problem(
                "crash",
                f"the process ended with exit status {os.WEXITSTATUS(status)} while {what}",
                self._party().exited,
            )
        return None


def _stack_used_up(where: Stack, what: str) -> Problem:
    if where.recursion:
        return Problem(
            "crash",
            f"recursion without end: {where.recursion} calls itself until the stack is used up "
            f"(segmentation fault) while {what}",
            "See that it ends; the log has the calls.",
        )
    return Problem(
        "crash",
        f"the process used up its stack (segmentation fault) while {what}",
        "Is a large array a local variable? A std::vector has its elements elsewhere.",
    )


def _kill(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _processes() -> Iterator[tuple[int, int, int]]:
    """Each process: its id, its parent's, and its session's."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                yield int(entry.name), int(fields[1]), int(fields[3])


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _end_children() -> None:
    """Kill and reap what is left to us; killing one may leave us its children."""
    while orphans := [pid for pid, parent, _ in _processes() if parent == os.getpid()]:
        for pid in orphans:
            _kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
