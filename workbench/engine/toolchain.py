"""Ninja, nvcc and torch's libraries: found once, with a clear word on what is missing."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.compile.cxx_flags import (
    STANDARD,
    our_includes,
    torch_flags,
    torch_folder,
)
from workbench.core.errors import UserError
from workbench.engine.compilers import Compiler, probe

__all__ = [
    "CXX_FLAGS",
    "C_EXPORTS",
    "cuda_folders",
    "ninja",
    "nvcc",
    "our_includes",
    "torch_cuda",
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


def nvcc() -> Compiler | None:
    """CUDA's compiler, of ``CUDA_HOME``, ``CUDA_PATH`` or the path; None where there is none."""
    roots = [os.environ.get(name, "") for name in ("CUDA_HOME", "CUDA_PATH")]
    found = next((p for p in roots if p and os.access(Path(p) / "bin" / "nvcc", os.X_OK)), None)
    program = str(Path(found) / "bin" / "nvcc") if found else shutil.which("nvcc")
    if not program:
        return None
    try:
        return _probe_nvcc(program, Path(program).stat().st_mtime_ns)
    except UserError:
        return None  # a wrapper whose toolkit is gone


@functools.cache
def _probe_nvcc(program: str, stamp: int) -> Compiler:
    probed = probe((program,), stamp)
    done = subprocess.run(
        [program, "--version"], capture_output=True, text=True, errors="replace", check=False
    )
    # The first line is the same for all of them.
    return msgspec.structs.replace(probed, version=" ".join(done.stdout.split()), is_gcc=False)


def cuda_folders() -> list[str]:
    """Where nvcc would have the linker look: it may be a wrapper in another place."""
    compiler = nvcc()
    if compiler is None:
        return []
    command = [*compiler.command, "-dryrun", "-x", "cu", "-c", os.devnull]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    line = re.search(r"LIBRARIES=(.*)", done.stdout + done.stderr)
    found = re.findall(r"-L([^\s\"']+)", line[1]) if line else []
    return [str(Path(path).resolve()) for path in found if not path.endswith("stubs")]


def torch_cuda() -> str:
    """The version of CUDA that the installed torch was built for; empty for a CPU build."""
    text = (torch_folder() / "version.py").read_text(encoding="utf-8", errors="replace")
    match = re.search(r"^cuda\b[^=\n]*=\s*['\"]([\d.]+)", text, re.MULTILINE)
    return match[1] if match else ""


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
