"""The compiler, ninja and the headers: found once, with a clear word on what is missing."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.compile.cxx_flags import (
    STANDARD,
    WARNINGS,
    our_includes,
    torch_flags,
    torch_folder,
)
from workbench.core.errors import UserError

__all__ = [
    "CXX_FLAGS",
    "Compiler",
    "compiler",
    "cuda_folders",
    "has_gold",
    "kernel_flags",
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
LINK_FLAGS = ("-shared", "-Wl,--no-undefined", "-Wl,--as-needed")
ORT_EXPORTS = paths.ort_ops() / "op_library.map"
TORCH_EXPORTS = paths.ops_lib() / "torch_library.map"
"""What the two kinds of libraries export, as the linker wants it written."""


class Compiler(msgspec.Struct, frozen=True):
    """A C++ compiler.

    Attributes:
        command: how it is called; several words where ``$CXX`` has a wrapper or flags.
        version: the first line of its ``--version``.
        is_gcc: whether it is gcc, whose diagnostics come as JSON.
    """

    command: tuple[str, ...]
    version: str
    is_gcc: bool


_COMPILER_HINT = "Install a C++ compiler (Debian: apt install g++), or set CXX to its path."
_PROBE_SECONDS = 20.0


@functools.cache
def _probe(command: tuple[str, ...], stamp: int) -> Compiler:
    """Ask a compiler who it is. ``stamp`` is its file's time, so that a new one is asked again."""
    name = " ".join(command)
    try:
        done = subprocess.run(
            [*command, "--version"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        reason = f"'{name} --version' gave no answer in {_PROBE_SECONDS:g} s"
        raise UserError("compiler", reason, _COMPILER_HINT) from None
    except OSError as error:
        reason = f"{name} does not start: {error.strerror}"
        raise UserError("compiler", reason, _COMPILER_HINT) from None
    first = done.stdout.partition("\n")[0].strip()
    if done.returncode != 0 or not first:
        output = (done.stderr or done.stdout).strip()[:200] or f"status {done.returncode}"
        raise UserError("compiler", f"{name} does not run: {output}", _COMPILER_HINT)
    return Compiler(command, first, "clang" not in done.stdout.lower())


def compiler() -> Compiler:
    """The C++ compiler: ``$CXX`` (flags and wrappers allowed), else g++, c++ or clang++.

    Raises:
        UserError: kind ``compiler``.
    """
    wanted = os.environ.get("CXX", "").strip()
    try:
        choices = [shlex.split(wanted)] if wanted else [["g++"], ["c++"], ["clang++"]]
    except ValueError as error:
        raise UserError("compiler", f"CXX cannot be read: {error}", _COMPILER_HINT) from None
    for program, *more in choices:
        found = shutil.which(program)
        if found:
            return _probe((found, *more), Path(found).stat().st_mtime_ns)
    missing = f"CXX names '{wanted}', which is not there" if wanted else "no C++ compiler was found"
    raise UserError("compiler", missing, _COMPILER_HINT)


def has_gold() -> bool:
    """Whether the linker gold is here."""
    return shutil.which("ld.gold") is not None


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
    probed = _probe((program,), stamp)
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


def version_of(package: str) -> str:
    """An installed package's version, or an empty string."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def kernel_flags() -> tuple[str, ...]:
    """Flags of portable kernels.

    gcc's -O2 leaves loops of unknown length as they are, which halves the speed of an
    element-wise kernel; clang vectorises them.
    """
    vectors = ("-ftree-vectorize", "-fvect-cost-model=dynamic") if compiler().is_gcc else ()
    return (*WARNINGS, *vectors)


def torch_libraries() -> list[str]:
    """Link flags for libtorch."""
    return [f"-L{torch_folder() / 'lib'}", "-ltorch_cpu", "-ltorch", "-lc10"]
