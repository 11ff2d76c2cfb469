"""A session of the debugger: the op runs under gdb, and its element's memory is watched.

The first call lists the writes; in a second one gdb lets all but the last pass, and stops there.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import numpy as np

from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.jobs import DebugJob, DebugReturned, DebugStopped, DebugWrites, Write
from workbench.engine.debug.frames import Stack, variables
from workbench.engine.debug.gdb import Gdb, GdbError, find_gdb
from workbench.engine.debug.inferior import DebugTarget, Ready, Returned
from workbench.engine.debug.memory import Memory
from workbench.engine.debug.op_process import OpProcess
from workbench.engine.host.stack import own_roots
from workbench.engine.values.arrays import numpy_dtype

__all__ = ["Session"]

_MOST_WRITES = 200
"""So many are looked at one by one; of the rest gdb counts how many there are, and the last is seen."""
_MOST_SILENT = 50
_NONE = 1 << 30
_MOVED = "the output lies elsewhere in each call, so it cannot be watched"
_STEPS = 40
_TYPES = {1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long"}
_NO_DEBUGGER = (
    "Is this a container without the right to debug? It needs SYS_PTRACE: docker run "
    "--cap-add=SYS_PTRACE."
)

Stopped = DebugStopped | DebugReturned


class Session:
    """One op under gdb; a context manager that ends both.

    Args:
        job: what is debugged.
        run: the job that makes the call.
        target: what is looked at in it.
        tell: is told what is being done.
        log: is given what the op prints.
    """

    def __init__(
        self,
        job: DebugJob,
        run: jobs.ExportJob | jobs.RunJob,
        target: DebugTarget,
        tell: Callable[[str], None],
        log: Callable[[str], None],
    ) -> None:
        find_gdb()
        self._job, self._tell = job, tell
        self._roots = list(own_roots(job.folder, job.op))
        self._seconds = job.limits.seconds
        self._gdb: Gdb | None = None
        self._watch = ""
        self._ready = Ready(0, "", 0)
        self._in_call = False
        self._shown: tuple[object, ...] = ()
        self._address = self._hits = 0
        self._before = ""
        self._last = 0
        """Which write of a call is the last one that changes something."""
        self._silent = 0
        """How many come after that."""
        tell(f"running the op in {jobs.DEBUG_RUNTIMES[job.runtime]}")
        self._begin = partial(OpProcess, run, target, job.limits.seconds, log)
        self._process = self._begin()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes of it: the op's, and gdb."""
        return (self._process.pid, *([self._gdb.pid] if self._gdb is not None else []))

    def close(self) -> None:
        """End gdb and the op."""
        if self._gdb is not None:
            self._gdb.kill()
        self._process.close()
        if self._gdb is not None:
            self._gdb.close()
            self._gdb = None

    # -- what is done

    def find(self) -> DebugWrites:
        """Let the op run once, and list what writes the element.

        Raises:
            UserError: it cannot be debugged, or crashes.
        """
        with self._gdb_errors():
            self._attach()
            return self._list()

    def to_last(self) -> Stopped:
        """Call the op again, and stop at the last write of the element."""
        with self._gdb_errors():
            if self._in_call:
                self._to_return()
            self._to_call()
            self._to_element()
            if self._last > 1:
                self._ask(f"-break-after {self._watch} {self._last - 1}")
            found = self._continue()
            for _ in range(self._silent):
                found = self._to_silent()
            return found

    def step(self) -> Stopped:
        """Go to the next line of the op's own code."""
        with self._gdb_errors():
            stack = self._stack()
            if stack.level == 0 and self._shown not in ((), stack.place):
                return self._stopped(stack)  # it stands there already, after the write
            for _ in range(_STEPS):
                levels = [i for i, frame in enumerate(stack.frames) if frame.file]
                if not levels:
                    return self._continue()
                before = stack.place
                if levels[0] == 0:
                    self._ask("-exec-next")
                else:
                    self._ask(f"-exec-finish --thread {stack.thread} --frame {levels[0] - 1}")
                found = self._stop()
                if found is not None:
                    return found
                stack = self._stack()
                if stack.frames and stack.frames[0].file and stack.place != before:
                    break
            return self._stopped(stack)

    def go_on(self) -> Stopped:
        """Go on to the next write of the element, or until the op returns."""
        with self._gdb_errors():
            return self._continue()

    # -- one call

    def _attach(self) -> None:
        self._process.next(Ready)
        self._tell("gdb looks at it")
        self._gdb = Gdb()
        self._memory = Memory(self._gdb)
        try:
            self._ask(f"-target-attach {self._process.pid}")
        except GdbError as error:
            message = f"gdb cannot look at the op's process: {error}"
            raise UserError("debug", message, _NO_DEBUGGER) from None
        self._await_stop()
        for name in ("SIGPIPE", "SIGCHLD", "SIGALRM", "SIGUSR1", "SIGUSR2"):
            self._ask(f'-interpreter-exec console "handle {name} nostop noprint pass"')
        self._learn()

    def _to_call(self) -> None:
        """Let the program come to right before a call."""
        self._forget_watch()
        self._ask("-exec-continue")
        self._process.go()
        values = self._await_stop()
        if values.get("signal-name") != "SIGTRAP":
            raise self._ended(values)
        self._ready = self._process.next(Ready)
        self._in_call = True

    def _to_element(self) -> None:
        """Go on to where the element's memory is there, and watch it."""
        self._address = self._memory.address(self._ready)
        self._before = (
            "" if self._bytes() == bytes([self._ready.fill]) * self._size else self._value()
        )
        watched = f"*(unsigned char (*)[{self._size}]) {self._address}"
        if self._size in _TYPES:
            watched = f"*({_TYPES[self._size]} *) {self._address}"
        answer = self._ask(f'-break-watch "{watched}"')
        self._watch = next(iter(answer.values()))["number"]

    def _list(self) -> DebugWrites:
        writes: list[Write] = []
        self._to_element()
        count = 0
        while count < _MOST_WRITES:
            found = self._continue()
            if isinstance(found, DebugReturned):
                break
            count += 1
            assert found.write is not None
            _add(writes, found.write)
        else:
            self._ask(f"-break-after {self._watch} {_NONE}")
            found = self._continue()
        assert isinstance(found, DebugReturned)
        self._last, left_out = self._hits, 0
        if self._hits > count:
            last = self.to_last()
            left_out = self._last - count - 1
            if isinstance(last, DebugStopped) and last.write is not None:
                writes.append(last.write)
        try:
            self._find_silent(writes)
        except UserError:
            # With another value there it crashes, or does not end: so it is not asked that.
            self.close()
            self._silent, self._watch, self._process = 0, "", self._begin()
            self._attach()
        return DebugWrites(self._job.id, tuple(writes), left_out, found.value)

    def _learn(self) -> None:
        """A call that shows which of the allocations is the output's."""
        self._to_call()
        if not self._ready.size:
            return
        self._memory.learn(self._ready)
        while True:
            self._ask("-exec-continue")
            values = self._await_stop()
            if values.get("reason") != "breakpoint-hit":
                break
            self._memory.allocated()
        if values.get("signal-name") != "SIGTRAP":
            raise self._ended(values)
        self._memory.learnt(self._process.next(Returned).address)
        self._to_call()

    def _find_silent(self, writes: list[Write]) -> None:
        """Writes of the value that is there already: gdb does not stop at them."""
        if not self._last or self._silent:
            return
        self.to_last()
        found: list[Write] = []
        while len(found) < _MOST_SILENT:
            stopped = self._to_silent()
            if isinstance(stopped, DebugReturned) or stopped.write is None:
                break
            found.append(stopped.write)
        self._silent = len(found)
        for write in found:
            _add(writes, write)

    def _to_silent(self) -> Stopped:
        """Go on to a further write of the same value, which changes the one that is put there.

        What is put there is next to the value: the kernel may read it.
        """
        value = self._bytes()
        self._put(bytes([value[0] ^ 1]) + value[1:])
        found = self._continue()
        if isinstance(found, DebugStopped) and self._bytes() != value:
            self._put(value)  # it has added nothing to what was there
        return found

    def _to_return(self) -> None:
        """Let a call come to its end."""
        self._forget_watch()
        while not isinstance(self._continue(), DebugReturned):
            pass

    def _continue(self) -> Stopped:
        self._ask("-exec-continue")
        while True:
            found = self._stop()
            if found is not None:
                return found
            self._ask("-exec-continue")

    def _stop(self) -> Stopped | None:
        """What a stop means; None where it is of no interest by itself."""
        values = self._await_stop()
        reason = values.get("reason", "")
        if reason == "watchpoint-trigger":
            old, self._before = self._before, self._value()
            with self._in_statement():
                stack = self._stack()
                return self._stopped(stack, Write(stack.own, old, self._before))
        if reason in ("end-stepping-range", "function-finished"):
            return None
        if reason == "signal-received" and values.get("signal-name") == "SIGTRAP":
            returned = self._process.next(Returned)
            if self._watch and returned.address != self._address:
                raise UserError("debug", _MOVED, "Debug it in the other runtime.")
            self._hits = self._count() if self._watch else 0
            value, self._in_call = self._value() if self._watch else "", False
            self._forget_watch()
            return DebugReturned(self._job.id, value)
        raise self._ended(values)

    def _stopped(self, stack: Stack, write: Write | None = None) -> DebugStopped:
        self._shown = stack.place
        return DebugStopped(
            self._job.id, stack.from_own, variables(self._ask, stack), self._value(), write,
            stack.thread,
        )  # fmt: skip

    @contextlib.contextmanager
    def _in_statement(self) -> Iterator[None]:
        """As if it stood inside the instruction that wrote.

        The processor stops after it, where another line may begin, and variables may have ended.
        """
        after = self._ask('-data-evaluate-expression "(unsigned long) $pc"')["value"]
        self._ask(f'-data-evaluate-expression "$pc = {after} - 1"')
        try:
            yield
        finally:
            self._ask(f'-data-evaluate-expression "$pc = {after}"')

    def _stack(self) -> Stack:
        assert self._gdb is not None
        return Stack(self._gdb, self._roots)

    def _ended(self, values: dict[str, Any]) -> UserError:
        """The op crashes, or ends the process."""
        signal_name = values.get("signal-name", "")
        if not signal_name:
            return UserError("debug", "the op ended its process", "Does it call exit()?")
        place = self._stack().own
        message = f"the op crashed: {signal_name}, {values.get('signal-meaning', '')}"
        return UserError("crash", message, file=place.file, line=place.line)

    # -- memory

    @property
    def _size(self) -> int:
        return numpy_dtype(self._ready.dtype).itemsize

    def _value(self) -> str:
        """The element as text."""
        return str(np.frombuffer(self._bytes(), numpy_dtype(self._ready.dtype))[0])

    def _bytes(self) -> bytes:
        found = self._ask(f"-data-read-memory-bytes {self._address} {self._size}")
        return bytes.fromhex(found["memory"][0]["contents"])

    def _put(self, value: bytes) -> None:
        self._ask(f'-data-write-memory-bytes {self._address} "{value.hex()}"')

    def _count(self) -> int:
        table = self._ask(f"-break-info {self._watch}")["BreakpointTable"]
        return int(table["body"][0].get("times", 0))

    def _forget_watch(self) -> None:
        if self._watch:
            self._ask(f"-break-delete {self._watch}")
            self._watch = ""

    # -- gdb and the program

    def _ask(self, command: str) -> dict[str, Any]:
        assert self._gdb is not None
        return self._gdb.ask(command)

    def _await_stop(self) -> dict[str, Any]:
        assert self._gdb is not None
        try:
            values = self._gdb.stopped(self._seconds)
        except TimeoutError:
            raise self._process.too_long() from None
        self._process.print_output()
        return values

    @contextlib.contextmanager
    def _gdb_errors(self) -> Any:
        try:
            yield
        except GdbError as error:
            hint = _NO_DEBUGGER if re.search("ptrace|permitted|hardware", str(error)) else ""
            raise UserError("debug", f"gdb says: {error}", hint) from None


def _add(writes: list[Write], write: Write) -> None:
    """Repeated writes of one statement are one entry."""
    last = writes[-1] if writes else None
    if last is not None and last.frame == write.frame:
        writes[-1] = msgspec.structs.replace(last, new=write.new, times=last.times + 1)
    else:
        writes.append(write)
