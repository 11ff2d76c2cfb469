"""Why one that was to be timed did not run, in our words: what others say of themselves is for the details."""

from __future__ import annotations

import re

from workbench.core.timing.contenders import COMPILED

__all__ = ["why_failed"]

_COMPILER = (
    (
        re.compile(r"InvalidCxxCompiler|No working C\+\+ compiler", re.IGNORECASE),
        "it found no C++ compiler that works. Install g++ or clang++, or set CXX to one.",
    ),
    (
        re.compile(r"data.?dependent|unbacked|DynamicOutputShape", re.IGNORECASE),
        "it does not take the model: a size in it depends on values that are only there when "
        "it runs. Time it without torch.compile, or make what the size depends on a number argument.",
    ),
    (
        re.compile(r"out of memory|can't allocate|OutOfMemory|MemoryError", re.IGNORECASE),
        "memory ran out. Measure smaller inputs, or close other programs.",
    ),
    (
        re.compile(r"CppCompileError|C\+\+ compile error", re.IGNORECASE),
        "the C++ compiler failed on the code that it wrote. Install what it misses, such as "
        "Python.h (python3-dev), or set CXX to another g++ or clang++.",
    ),
)
"""What is found in the words of a failure, and what that means; the first that fits."""
_NOT_TAKEN = (
    "it does not take the model. Mostly the shapes and types that are declared are not those "
    "that the kernel gives. Check the op (F7, or op-workbench check): there torch.compile is a part of it."
)
_FAILED = "its call failed. Run the op (F5): where it fails there, too, that says where."


def why_failed(contender: str, told: str) -> str:
    """A clause, and the next step as a sentence.

    Args:
        contender: its name.
        told: its own words.
    """
    if contender != COMPILED:
        return _FAILED
    return next((why for found, why in _COMPILER if found.search(told)), _NOT_TAKEN)
