"""CUDA's compiler: which one there is, what it knows, and whether it fits torch and the driver."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.compile.cxx_flags import torch_folder
from workbench.core.errors import Problem, UserError
from workbench.core.toolkits.cuda import NO_COMPILER, NO_CXX, TOOLKIT, nvcc_programs
from workbench.engine.compilers import (
    INSTALL_COMPILER,
    Compiler,
    bundled,
    environment,
    of_system,
    probe,
)

__all__ = [
    *(
        "Nvcc",
        "asked",
        "codes",
        "driver_cuda",
        "for_nvcc",
        "host_flags",
        "is_for_nvcc",
        "library_folders",
        "misfit",
        "missing",
        "nvcc",
    ),
    *("torch_cuda", "unknown_architecture"),
]

_PATIENCE = 2.0
"""Seconds that a host waits for an answer."""
_OLDEST = 12
"""The first CUDA whose compiler knows C++20, in which torch's headers are written."""


class Nvcc(msgspec.Struct, frozen=True):
    """CUDA's compiler.

    Attributes:
        compiler: how it is called.
        release: of CUDA: ``(13, 5)``.
        added: it is the toolkit that the program added, not one of the machine's own.
    """

    compiler: Compiler
    release: tuple[int, int]
    added: bool

    @property
    def text(self) -> str:
        """``nvcc 13.5``."""
        return f"nvcc {self.release[0]}.{self.release[1]}"


def nvcc() -> Nvcc | None:
    """The compiler that is used: an installed one that fits, else the added one; None without any."""
    found = _first()
    # One that finds no C++ compiler compiles nothing; which one it would take, it knows itself.
    flags = host_flags()
    return found if found is not None and (flags or _dry_run(found, flags)) else None


def ask_once() -> None:
    """Ask the compilers that are here all that builds want to know: this process keeps the answers.

    For a host, which has to go on: where one does not answer, nothing is asked, and a job that asks
    can be stopped.
    """
    with contextlib.suppress(OSError, UserError):
        programs = {program: Path(program).stat().st_mtime_ns for program in nvcc_programs()}
        if not all(_answers(program, stamp) for program, stamp in programs.items()):
            return
        if (found := nvcc()) is not None:
            codes(found)
            include_folders(found)


@functools.cache
def _answers(program: str, _stamp: int) -> bool:
    command = [program, "--version"]
    try:
        subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def missing() -> Problem:
    """Why there is none, and what to do."""
    found = _first()
    if found is not None:
        return Problem(NO_CXX, f"{found.text} finds no C++ compiler here", INSTALL_COMPILER)
    what = "there is no CUDA compiler here"
    return Problem(NO_COMPILER, what, f"{TOOLKIT.how_to_add} (it needs no GPU).")


def _first() -> Nvcc | None:
    # One of another version than torch's is still better than one that cannot read its headers.
    rank = {"": 0, _too_old(): 2}
    return min(_all(), key=lambda one: rank.get(misfit(one), 1), default=None)


def _all() -> Iterator[Nvcc]:
    for program in nvcc_programs():
        try:
            yield asked(program)
        except (UserError, OSError):
            continue  # a wrapper whose toolkit is gone


def asked(program: str) -> Nvcc:
    """Ask a compiler who it is.

    Raises:
        UserError: kind ``compiler``; it does not run.
    """
    return _asked(program, Path(program).stat().st_mtime_ns)


@functools.cache
def _asked(program: str, stamp: int) -> Nvcc:
    probed = probe((program,), stamp)
    command = [program, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    # The first line is the same for all of them.
    version = " ".join(done.stdout.split())
    match = re.search(r"release (\d+)\.(\d+)", version)
    if match is None:
        raise UserError("compiler", f"{program} does not say which CUDA it is of")
    compiler = msgspec.structs.replace(probed, version=version, is_gcc=False)
    added = Path(program).is_relative_to(TOOLKIT.folder)
    return Nvcc(compiler, (int(match[1]), int(match[2])), added)


def _too_old() -> str:
    """What does not fit of one that compiles no C++20."""
    return f"torch's headers need CUDA {_OLDEST} or later"


def misfit(found: Nvcc, driver: tuple[int, int] | None = None) -> str:
    """Why a compiler does not fit what is here; empty where it does.

    Args:
        found: the compiler.
        driver: the CUDA that the driver knows, or None for no look at it.
    """
    major = found.release[0]
    torch = torch_cuda()
    if major < _OLDEST:
        return _too_old()
    if torch and torch.partition(".")[0] != str(major):
        return f"torch was built for CUDA {torch}"
    if driver is not None and major > driver[0]:
        return f"the driver knows CUDA {driver[0]}.{driver[1]} only"
    return ""


def torch_cuda() -> str:
    """The version of CUDA that the installed torch was built for; empty for a CPU build."""
    try:
        folder = torch_folder()
    except UserError:
        return ""
    text = (folder / "version.py").read_text(encoding="utf-8", errors="replace")
    match = re.search(r"^cuda\b[^=\n]*=\s*['\"]([\d.]+)", text, re.MULTILINE)
    return match[1] if match else ""


def driver_cuda(library: str = "libcuda.so.1") -> tuple[int, int] | None:
    """The newest CUDA that the machine's driver knows; None where there is no driver.

    Args:
        library: the driver's. It says its version without touching a device.
    """
    version = ctypes.c_int(0)
    try:
        status = ctypes.CDLL(library).cuDriverGetVersion(ctypes.byref(version))
    except (OSError, AttributeError):
        return None
    return (version.value // 1000, version.value % 1000 // 10) if status == 0 else None


def host_flags() -> tuple[str, ...]:
    """Which C++ compiler nvcc calls: the system's, or the program's own where there is none.

    Empty where neither can be had: nvcc looks for itself then, and says what it lacks.
    """
    theirs = of_system()
    if theirs is not None:
        return ("-ccbin", theirs.command[0])
    ours = bundled()
    if ours is None or ours.own_library:
        return ()
    _zig, _clang, *flags = ours.command
    wrapper = paths.resources() / "toolchain" / "clang++"
    # Older ones of nvcc refuse a clang that is newer than they are, whatever it compiles.
    own = ("-allow-unsupported-compiler", "-ccbin", str(wrapper))
    return (*own, *for_nvcc([*flags, "-fno-sanitize=all"]))


def is_for_nvcc(flags: Sequence[str]) -> bool:
    """Whether flags are nvcc's, of a CUDA file."""
    return "cu" in flags[:2]


def for_nvcc(flags: list[str]) -> list[str]:
    """Flags of the C++ compiler as nvcc hands them on; it cannot hand on a comma."""
    return [word for flag in flags if "," not in flag for word in ("-Xcompiler", flag)]


def unknown_architecture(found: Nvcc, wanted: tuple[str, ...]) -> str:
    """What a compiler does not know of the architectures; empty where it knows all."""
    known_codes = codes(found)
    known = {*known_codes, *(code.replace("sm_", "compute_") for code in known_codes), "native"}
    unknown = next((name for name in wanted if name.rstrip("af") not in known), "")
    return (
        f"{found.text} does not know {unknown}: it knows {', '.join(known_codes)}"
        if unknown
        else ""
    )


@functools.cache
def codes(found: Nvcc) -> tuple[str, ...]:
    """The architectures that a compiler makes code for, oldest first: ``("sm_75", "sm_80")``."""
    done = subprocess.run(
        [*found.compiler.command, "--list-gpu-code"],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    return tuple(sorted(done.stdout.split(), key=lambda name: int(re.sub(r"\D", "", name) or 0)))


def library_folders(found: Nvcc) -> list[str]:
    """Where nvcc would have the linker look."""
    return [path for path in _folders(found, "LIBRARIES", "-L") if not path.endswith("stubs")]


def include_folders(found: Nvcc) -> list[str]:
    """Where the toolkit's own headers are."""
    return [*_folders(found, "INCLUDES", "-I")]


def _folders(found: Nvcc, variable: str, option: str) -> tuple[str, ...]:
    """What nvcc hands on: it may be a wrapper in another place."""
    line = re.search(rf"\b{variable}=(.*)", _dry_run(found, host_flags()))
    words = re.findall(rf"{option}([^\s\"']+)", line[1]) if line else []
    return tuple(str(Path(word).resolve()) for word in words)


@functools.cache
def _dry_run(found: Nvcc, flags: tuple[str, ...]) -> str:
    """What nvcc would do with a file; empty where it finds no C++ compiler."""
    command = [*found.compiler.command, *flags, "-dryrun", "-x", "cu", "-c", os.devnull]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        env=environment(),
        check=False,
    )
    return "" if done.returncode else done.stdout + done.stderr
