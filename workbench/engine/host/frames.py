"""Where a job's process was when it ended: noted by itself at the last moment, read by its host.

What notes it is C++ (``resources/toolchain/frames.cpp``, and for what is no end ``calls.cpp``), compiled
once on a machine. Nothing depends on it: without it an end is told by its kind and stage alone.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import mmap
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from workbench import paths
from workbench.core.errors import UserError
from workbench.engine.compilers import LINK_FLAGS, compiler, environment
from workbench.engine.store import Store, digest

__all__ = [
    *("CALLS_BYTES", "Frame", "ThreadEnd", "begin", "forget", "kept_in", "make", "new_memory"),
    *("noted", "read", "read_calls", "watch"),
]

_NAME = "frames.so"
_DIGEST = "digest"
_SOURCES = ("frames.cpp", "calls.cpp")
CALLS_BYTES = 1 << 14
"""Of the shared memory, the last ones: for a call that the process does not outlive."""
_BYTES = (1 << 17) + CALLS_BYTES
_THROW, _FORK = 0, 1
_FLAGS = (
    *("-std=c++20", "-O1", "-fPIC", "-fno-exceptions", "-fno-rtti"),
    "-fvisibility=hidden",
)


class _Noting:
    """What notes an end; loaded by the host, since a child would take milliseconds for it."""

    start: Callable[[int, int, int], object] | None = None
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

        def start(address: int, size: int, descriptor: int) -> None:
            ends = size - CALLS_BYTES
            begin(ctypes.c_void_p(address), ctypes.c_size_t(ends))
            libc_exit(on_exit, None)
            at = ctypes.c_void_p(address + ends)
            calls(descriptor, at, ctypes.c_size_t(CALLS_BYTES))

        watch(b"")
        cls.start, cls.library = staticmethod(start), library


class Frame(NamedTuple):
    """A place in a mapped file: an address as the file has it."""

    offset: int
    file: str


class ThreadEnd(NamedTuple):
    """What a thread was doing.

    Attributes:
        frames: its stack, innermost first.
        overflow: whether it had used up its stack.
    """

    frames: tuple[Frame, ...]
    overflow: bool


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


def begin(memory: mmap.mmap, descriptor: int = -1) -> None:
    """In the job's child, before code of the user runs: note an end from now on, if possible.

    Args:
        memory: what the host reads it in.
        descriptor: where the job's own words go; nobody else is to write there.
    """
    if _Noting.start is not None:
        _Noting.memory = held = ctypes.c_char.from_buffer(memory)
        _Noting.start(ctypes.addressof(held), len(memory), descriptor)


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


_END = re.compile(r"end \d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+)")
_PLACE = re.compile(r"([0-9a-f]+) (.+)")
_NEARLY = 0.9
_NEAR_BYTES = 1 << 20


def read(memory: mmap.mmap) -> list[ThreadEnd]:
    """What a child has noted; the thread that ended it comes first. Nothing where it had no time."""
    text = os.fsdecode(memory[: max(0, memory.find(b"\0"))])
    ends: list[ThreadEnd] = []
    for line in text.splitlines():
        if head := _END.fullmatch(line):
            ends.append(ThreadEnd((), _is_overflow(*(int(number, 16) for number in head.groups()))))
        elif ends and (place := _PLACE.fullmatch(line)) and Path(place[2]).name != _NAME:
            frame = Frame(int(place[1], 16), place[2])
            ends[-1] = ends[-1]._replace(frames=(*ends[-1].frames, frame))
    return ends


def read_calls(text: bytes) -> list[ThreadEnd]:
    """The stacks that were noted of calls, the last call first."""
    calls = os.fsdecode(text.partition(b"\0")[0]).split("\n\n")
    places = ([_PLACE.fullmatch(line) for line in call.splitlines()] for call in calls)
    return [
        ThreadEnd(
            tuple(Frame(int(p[1], 16), p[2]) for p in call if p and Path(p[2]).name != _NAME),
            overflow=False,
        )
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
