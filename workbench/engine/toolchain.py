"""Ninja and torch's libraries: found once, with a clear word on what is missing."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import shutil
from pathlib import Path

from workbench import paths
from workbench.core.compile.cxx_flags import (
    STANDARD,
    our_includes,
    torch_flags,
    torch_folder,
)
from workbench.core.errors import UserError

__all__ = [
    "CXX_FLAGS",
    "C_EXPORTS",
    "ninja",
    "our_includes",
    "torch_flags",
    "torch_folder",
    "torch_libraries",
    "version_of",
]

CXX_FLAGS = (STANDARD, "-O2", "-fPIC", "-fvisibility=hidden", "-fdiagnostics-color=never")
ORT_EXPORTS = paths.ort_ops() / "op_library.map"
TORCH_EXPORTS = paths.ops_lib() / "torch_library.map"
DUAL_EXPORTS = paths.ops_lib() / "dual_library.map"
INSPECTOR_EXPORTS = paths.ort_ops() / "inspector.map"
C_EXPORTS = paths.ops_lib() / "c_library.map"
TVM_FFI_EXPORTS = paths.ops_lib() / "tvm_ffi_library.map"
"""What the kinds of libraries export, as the linker wants it written."""


def ninja() -> str:
    """The ninja program, of the ``ninja`` package or on the path.

    Raises:
        UserError: kind ``ninja``.
    """
    candidates: list[str | None] = []
    if importlib.util.find_spec("ninja"):
        import ninja as package

        candidates.append(str(Path(package.BIN_DIR) / "ninja"))
    candidates.append(shutil.which("ninja"))
    for candidate in candidates:
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    raise UserError("ninja", "ninja was not found", "Install it: pip install ninja.")


@functools.cache
def version_of(package: str) -> str:
    """An installed package's version, or an empty string."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def torch_libraries() -> list[str]:
    """Link flags for libtorch."""
    return [f"-L{torch_folder() / 'lib'}", "-ltorch_cpu", "-ltorch", "-lc10"]
