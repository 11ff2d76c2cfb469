"""The processor's rounding modes, for code that is run again to see what rounding does to it."""

from __future__ import annotations

import ctypes
import functools
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["ROUNDING_MODES", "rounding_mode"]

_DIRECTED = {  # fenv.h
    "x86_64": (0x0800, 0x0400, 0x0C00),
    "aarch64": (0x0040_0000, 0x0080_0000, 0x00C0_0000),
}
ROUNDING_MODES: tuple[int, ...] = _DIRECTED.get(platform.machine(), ())
"""Upward, downward and toward zero, as ``fesetround`` takes them; none where their numbers are not known."""

_TO_NEAREST = 0


@contextmanager
def rounding_mode(mode: int) -> Iterator[None]:
    """Every operation of this thread on floating-point numbers is rounded in this direction."""
    fesetround = _fesetround()
    fesetround(mode)
    try:
        yield
    finally:
        fesetround(_TO_NEAREST)


@functools.cache
def _fesetround() -> Callable[[int], int]:
    """Python itself is linked with the mathematical library. ``find_library`` would run a program."""
    function: Callable[[int], int] = ctypes.CDLL(None).fesetround
    return function
