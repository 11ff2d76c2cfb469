"""Which runtime a prebuilt library has ops for, by what it names; nothing of it is run."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import UserError

__all__ = ["asks_torch", "torchs_library"]

_ORT = b"\0RegisterCustomOps\0"
_TORCH = (b"libtorch_cpu.so\0", b"libtorch.so\0", b"libc10.so\0")


def asks_torch(library: Path) -> bool:
    """Whether a library has ops for torch and none for ONNX Runtime."""
    try:
        data = library.read_bytes()
    except OSError:
        return False  # whoever reads it next says so
    return _ORT not in data and any(name in data for name in _TORCH)


def torchs_library(library: Path) -> UserError:
    """What is said where an op is to be drafted from such a library."""
    return UserError(
        "library",
        "this library has ops for PyTorch, and none for ONNX Runtime",
        "Take one of them from the PyTorch package that loads it, or bring in its sources.",
        file=library,
    )
