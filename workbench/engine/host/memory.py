"""New memory that is not zero, so that an element which a kernel forgets to write shows."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["PATTERNS", "filled_memory"]

PATTERNS = (0x5A, 0xA5)
"""Bytes that memory is filled with: one for a first run, one for a second."""

_M_MMAP_THRESHOLD, _M_PERTURB = -3, -6  # malloc.h


@contextmanager
def filled_memory(byte: int = PATTERNS[0]) -> Iterator[None]:
    """New memory of up to 32 MiB a piece holds this byte instead of mostly zeros.

    An element that a kernel forgets to write would else be 0 in both runtimes, and agree.
    """
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallopt"):  # glibc's; others leave memory as it is
        yield
        return
    libc.mallopt(_M_MMAP_THRESHOLD, 32 << 20)
    libc.mallopt(_M_PERTURB, byte ^ 0xFF)  # it fills new memory with the complement
    try:
        yield
    finally:
        libc.mallopt(_M_PERTURB, 0)
