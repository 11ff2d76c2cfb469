"""Where a job's process was when it ended: noted by itself at the last moment, read by its host.

What notes it is C++ (``resources/toolchain/frames.cpp``, and for what is no end ``calls.cpp``), compiled
once on a machine. Nothing depends on it: without it an end is told by its kind and stage alone.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import functools
import mmap
import os
import platform
import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from workbench import paths
from workbench.core.errors import UserError
from workbench.engine.compilers import LINK_FLAGS, compiler, environment
from workbench.engine.store import Store, digest

__all__ = [
    *("CALLS_BYTES", "Frame", "PythonFrame", "ThreadEnd", "begin", "forget", "kept_in", "make"),
    *("new_memory", "noted", "python_file", "read", "read_calls", "read_python", "watch"),
]

_NAME = "frames.so"
_DIGEST = "digest"
_SOURCES = ("frames.cpp", "calls.cpp")
CALLS_BYTES = 1 << 14
"""Of the shared memory, the last ones: for a call that the process does not outlive."""
_BYTES = (1 << 17) + CALLS_BYTES
_THROW, _FORK = 0, 1
_PYTHON_SIGNAL = signal.SIGRTMAX - 1
"""Of those that no program sends by chance."""
_PYTHON_BYTES = 1 << 16
_FLAGS = (
    *("-std=c++20", "-O1", "-fPIC", "-fno-exceptions", "-fno-rtti"),
    "-fvisibility=hidden",
)


class _Noting:
    """What notes an end; loaded by the host, since a child would take milliseconds for it."""

    start: Callable[[int, int, int], object] | None = None
    ask_python: Callable[[int, int], object] | None = None
    memory: object = None
    library: ctypes.CDLL | None = None

    @classmethod
    def load(cls) -> None:
        """Look every function up, which takes long in a process that has torch.

        Raises:
            OSError, AttributeError: it is not there, or not whole.
        """
        folder = Store().path("libraries", _key())
        if not _is_whole(folder):  # a file that is cut off would end the host where it is read
            raise FileNotFoundError(folder)
        library = ctypes.CDLL(str(folder / _NAME))
        library.wb_frames_prepare()
        begin, on_exit, libc_exit = (
            library.wb_frames_begin, library.wb_frames_exit, ctypes.CDLL(None).on_exit,
        )  # fmt: skip

        calls, watch = library.wb_calls_begin, library.wb_calls_watch
        library.wb_calls_notes.restype = ctypes.c_size_t
        ask_python = library.wb_frames_python

        def start(address: int, size: int, descriptor: int) -> None:
            ends = size - CALLS_BYTES
            begin(ctypes.c_void_p(address), ctypes.c_size_t(ends))
            libc_exit(on_exit, None)
            at = ctypes.c_void_p(address + ends)
            calls(descriptor, at, ctypes.c_size_t(CALLS_BYTES))

        watch(b"")
        cls.start, cls.ask_python = staticmethod(start), staticmethod(ask_python)
        cls.library = library


class Frame(NamedTuple):
    """A place in a mapped file: an address as the file has it."""

    offset: int
    file: str


class ThreadEnd(NamedTuple):
    """What a thread was doing.

    Attributes:
        frames: its stack, innermost first.
        overflow: whether it had used up its stack.
        main: whether it is the one that the process began with.
    """

    frames: tuple[Frame, ...]
    overflow: bool = False
    main: bool = True


@functools.cache
def _key() -> str:
    sources = ((paths.resources() / "toolchain" / name).read_bytes() for name in _SOURCES)
    return digest([*sources, platform.machine(), *_FLAGS])


def _is_whole(folder: Path) -> bool:
    try:
        return (folder / _DIGEST).read_text("utf-8") == digest([(folder / _NAME).read_bytes()])
    except (OSError, UnicodeDecodeError):
        return False


def new_memory() -> mmap.mmap:
    """What a child that is forked from now on may write its end into; in the host."""
    if _Noting.start is None:
        with contextlib.suppress(OSError, AttributeError):
            _Noting.load()
    return mmap.mmap(-1, _BYTES)


def python_file() -> int:
    """A file without a name that a child may write what Python was doing into; who makes it closes it."""
    return os.memfd_create("python-stacks")


def kept_in() -> str:
    """How the path of each library begins that the program has built."""
    return f"{Store().root}{os.sep}"


def make(store: Store) -> None:
    """Compile what notes an end, unless it is there; where it cannot be, there is none."""
    kept = store.path("libraries", _key())
    if store.has("libraries", _key(), _NAME) and _is_whole(kept):
        return
    sources = [str(paths.resources() / "toolchain" / name) for name in _SOURCES]
    with contextlib.suppress(UserError, OSError), store.alone("libraries", _key()):
        chosen = compiler(own_library=True)
        plain = () if chosen.is_gcc else ("-nostdlib++",)  # nothing of the C++ library is used
        with store.scratch() as scratch:
            folder = scratch / "frames"
            folder.mkdir()
            command = [*chosen.command, *_FLAGS, *LINK_FLAGS, *plain, *chosen.quick_link]
            done = subprocess.run(
                [*command, *sources, "-o", str(folder / _NAME)],
                capture_output=True,
                env=environment(),
                check=False,
            )
            if done.returncode == 0:
                made = (folder / _NAME).read_bytes()
                (folder / _DIGEST).write_text(digest([made]), "utf-8")
                shutil.rmtree(kept, ignore_errors=True)
                store.add("libraries", _key(), folder)


def begin(memory: mmap.mmap, descriptor: int = -1, python: int = -1) -> None:
    """In the job's child, before code of the user runs: note an end from now on, if possible.

    Args:
        memory: what the host reads it in.
        descriptor: where the job's own words go; nobody else is to write there.
        python: a ``python_file``; -1 for none.
    """
    if _Noting.start is None or _Noting.ask_python is None:
        return
    _Noting.memory = held = ctypes.c_char.from_buffer(memory)
    _Noting.start(ctypes.addressof(held), len(memory), descriptor)
    if python >= 0:
        faulthandler.register(_PYTHON_SIGNAL, file=python, all_threads=True)
        _Noting.ask_python(_PYTHON_SIGNAL, python)


def watch() -> None:
    """In the job's child, after it has loaded a library of the op: note what that throws."""
    if _Noting.memory is not None and _Noting.library is not None:
        _Noting.library.wb_calls_watch(os.fsencode(kept_in()))


def forget() -> None:
    """Before a call of the user's code: what was thrown earlier is not of interest any more."""
    if _Noting.library is not None:
        _Noting.library.wb_calls_forget(_THROW)


def noted(fork: bool = False) -> bytes:
    """In the job's child: where an op's library has last thrown, or forked; for ``read_calls``."""
    if _Noting.memory is None or _Noting.library is None:
        return b""
    text = ctypes.create_string_buffer(CALLS_BYTES)
    size = _Noting.library.wb_calls_notes(
        _FORK if fork else _THROW, text, ctypes.c_size_t(CALLS_BYTES)
    )
    return text.raw[:size]


_END = re.compile(r"end \d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+)")
_PLACE = re.compile(r"([0-9a-f]+) (.+)")
_NEARLY = 0.9
_NEAR_BYTES = 1 << 20


def read(memory: mmap.mmap) -> list[ThreadEnd]:
    """What a child has noted; the thread that ended it comes first. Nothing where it had no time."""
    text = os.fsdecode(memory[: max(0, memory.find(b"\0"))])
    ends: list[ThreadEnd] = []
    for line in text.splitlines():
        if head := _END.fullmatch(line):
            thread, *numbers = head.groups()
            overflow = _is_overflow(*(int(number, 16) for number in numbers))
            ends.append(ThreadEnd((), overflow, thread == "0"))
        elif ends and (place := _PLACE.fullmatch(line)) and Path(place[2]).name != _NAME:
            frame = Frame(int(place[1], 16), place[2])
            ends[-1] = ends[-1]._replace(frames=(*ends[-1].frames, frame))
    return ends


class PythonFrame(NamedTuple):
    """A call that Python was in."""

    function: str
    file: str
    line: int


_PYTHON_FRAME = re.compile(r'  File "(.*)", line (\d+) in (.*)')
_ESCAPED = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


def read_python(file: int) -> list[list[PythonFrame]]:
    """The stacks of Python's threads, each innermost first; none where none were written.

    Args:
        file: a ``python_file`` that a child was given.
    """
    text = os.pread(file, _PYTHON_BYTES, 0).decode("ascii", "replace")
    stacks: list[list[PythonFrame]] = []
    for line in text.splitlines():
        if line.endswith("(most recent call first):"):
            stacks.append([])
        elif stacks and (found := _PYTHON_FRAME.fullmatch(line)):
            name = _ESCAPED.sub(lambda code: chr(int(code[1][1:], 16)), found[1])
            stacks[-1].append(PythonFrame(found[3], name, int(found[2])))
    return stacks


def read_calls(text: bytes) -> list[ThreadEnd]:
    """The stacks that were noted of calls, the last call first."""
    calls = os.fsdecode(text.partition(b"\0")[0]).split("\n\n")
    places = ([_PLACE.fullmatch(line) for line in call.splitlines()] for call in calls)
    return [
        ThreadEnd(tuple(Frame(int(p[1], 16), p[2]) for p in call if p and Path(p[2]).name != _NAME))
        for call in places
    ]


def _is_overflow(touched: int, used: int, limit: int) -> bool:
    """Whether the end is that of the stack.

    Args:
        touched: how far below the stack's top the address is that went wrong.
        used: how much of the stack was in use.
        limit: how much there is; 0 for no limit.
    """
    return 0 < limit * _NEARLY < min(used, touched) and touched < used + _NEAR_BYTES
