"""Which machine this is, and that one thing at a time is measured on it."""

from __future__ import annotations

import contextlib
import os
import platform
from collections.abc import Callable, Iterator
from pathlib import Path

from workbench.core.jobs import Machine
from workbench.engine.store import Store

__all__ = ["alone_here", "identity", "instructions", "this_machine"]

_PROCESSOR = Path("/proc/cpuinfo")
_SYSTEM = Path("/proc/sys/kernel/random/boot_id")


def this_machine() -> Machine:
    """What is told of it beside what was measured."""
    model = _field("model name") or platform.processor() or platform.machine()
    return Machine(platform.node(), model, len(os.sched_getaffinity(0)))


def identity() -> str:
    """The same for all processes that share the processor, in containers of other names, too."""
    return _read(_SYSTEM).strip() or platform.node()


def instructions() -> str:
    """What the processor can do."""
    return _field("flags", "Features")


@contextlib.contextmanager
def alone_here(store: Store, wait: Callable[[], None]) -> Iterator[None]:
    """Nothing else of the store's user is measured on this machine meanwhile.

    Args:
        store: whose users wait for each other.
        wait: is called again and again while there is something to wait for.

    Raises:
        UserError: kind ``disk``; the cache cannot be written.
    """
    with store.alone("measured", identity(), wait):  # a store may be shared by machines
        yield


def _field(*names: str) -> str:
    """What the system says of the processor in the first line of one of these names."""
    for line in _read(_PROCESSOR).splitlines():
        name, _, value = line.partition(":")
        if name.strip() in names:
            return " ".join(value.split())
    return ""


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
