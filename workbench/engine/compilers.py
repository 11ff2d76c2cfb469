"""The C++ compilers: which one builds an op, and what sets one apart from another.

The first choice comes with the program, so that it is the same everywhere: the clang and lld of the
package ``ziglang``. It has two forms. Over the C++ library of the system it makes what the system's
own compiler would: torch's libraries and Python's want that library. With a C and C++ library of its
own it needs nothing of the system, and makes what names neither. Where the user's flags ask for
something that it has not (a sanitizer's runtime, OpenMP, a flag that only gcc knows), the system's
compiler is taken; so it is where ``CXX`` names one.
"""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import platform
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.compile.cxx_flags import AS_GCC, grouped, named
from workbench.core.errors import UserError

__all__ = [
    *("LINK_FLAGS", "Compiler", "bundled", "compiler", "crossing", "environment", "of_system"),
    *("SANITIZE", "probe", "runtimes"),
]

LINK_FLAGS = ("-shared", "-Wl,--no-undefined", "-Wl,--as-needed")
INSTALL_COMPILER = "Install a C++ compiler (Debian: apt install g++), or set CXX to its path."
_PROBE_SECONDS = 20.0
_SILENT: set[tuple[int, tuple[str, ...], int]] = set()
"""The compilers that gave no answer, and to which process: a job waits for one once, the next job again."""
_FIX_ITS = "-fdiagnostics-parseable-fixits"
"""What the compiler proposes to change, beside its text."""
_SAFE = re.compile(r"-[DUIOlL].*|-std=.*|-g\d?|-W(?![lap],).*|-Xclang=.*")
"""The flags that every compiler takes, and those that the program gives to its own."""


class Compiler(msgspec.Struct, frozen=True):
    """A C++ compiler.

    Attributes:
        command: how it is called; several words where ``$CXX`` has a wrapper or flags.
        version: the first line of its ``--version``, or of which package it is.
        is_gcc: whether it is gcc; all others here are clang.
        quick_link: what has it link with a quicker linker than its own; empty for none.
        links_again: whether its own linker is to try what the quicker one could not link.
        own_library: it brings a C and C++ library of its own, which it makes at its first link.
        borrows: it has no runtimes of sanitizers, and takes gcc's, which are made alike.
    """

    command: tuple[str, ...]
    version: str
    is_gcc: bool
    quick_link: tuple[str, ...] = ()
    links_again: bool = False
    own_library: bool = False
    borrows: bool = False

    @property
    def flags(self) -> tuple[str, ...]:
        """Of every file: messages that people and the program read, and C++ as people write it.

        gcc's forms for programs come and go with its versions; its text is the same in all of them.
        """
        if self.is_gcc:
            # Before, it counted bytes without being asked.
            release = re.search(r"\b(\d+)\.\d+\.\d+", self.version)
            counts = release is not None and int(release[1]) >= 11
            return (_FIX_ITS, *(("-fdiagnostics-column-unit=byte",) if counts else ()))
        zig = _zig()
        # Line tables name headers of the C++ library that it brings, wherever that lies.
        names = (named(zig.parent / "lib", "zig"),) if zig else ()
        return (_FIX_ITS, "-ferror-limit=200", *AS_GCC, *names)

    @property
    def precompiled(self) -> tuple[str, ...]:
        """Of a precompiled header, and of a file that begins with one.

        clang makes the header's templates once, in the header, where gcc makes them in each file.
        A header is kept under a digest of what it was made from; clang's own look at the times of
        the files would refuse it after they were installed again, or take them for others, and
        include them once more.
        """
        if self.is_gcc:
            return ()
        own = ("-fno-validate-pch", "-fno-pch-timestamp")
        return ("-fpch-instantiate-templates", *(w for flag in own for w in ("-Xclang", flag)))

    @property
    def vectors(self) -> tuple[str, ...]:
        """Of portable kernels.

        gcc's -O2 leaves loops of unknown length as they are, which halves the speed of an
        element-wise kernel; clang vectorises them.
        """
        return ("-ftree-vectorize", "-fvect-cost-model=dynamic") if self.is_gcc else ()

    def sanitizer(self, asked: Sequence[str]) -> tuple[str, ...]:
        """What a library is linked with whose files were compiled with ``-fsanitize=…``."""
        if self.borrows and asked:
            return ("-fno-sanitize-link-runtime", *(f for f in map(_of_gcc, runtimes(asked)) if f))
        return (*asked, "-shared-libsan") if asked and not self.is_gcc else tuple(asked)

    def sanitizing(self, asked: Sequence[str]) -> tuple[str, ...]:
        """What such files are compiled with beside the flags that ask for it, after them."""
        if not asked:
            return ()
        own = ("-fno-omit-frame-pointer",)
        if not self.borrows:
            return own
        # What gcc's runtimes do not have: one check of ``undefined``, and what clang calls in the
        # place of memcpy, which they look into by themselves.
        return (*own, "-fno-sanitize=function", "-mllvm", "-tsan-instrument-memintrinsics=0")

    def runtime(self, name: str) -> str:
        """The file of a sanitizer's runtime, ``libasan.so``; empty where it is not here."""
        return _of_gcc(name) if self.borrows else _printed(self.command, name)


def compiler(flags: Sequence[str] = (), *, own_library: bool = False) -> Compiler:
    """The C++ compiler for an op.

    Args:
        flags: the user's, of compiler and linker.
        own_library: whether one with a C++ library of its own will do: nothing of the op is
            linked with what uses the system's.

    Raises:
        UserError: kind ``compiler``.
    """
    wanted = os.environ.get("CXX", "").strip()
    if wanted:
        return _wanted(wanted)
    ours = bundled()
    if ours and (own_library or not ours.own_library) and _serves(ours, flags):
        return ours
    if theirs := of_system():
        return theirs
    missing = "no C++ compiler was found"
    if ours and ours.own_library and not own_library:
        missing += " that has the system's C++ library"
    elif ours:
        lacking = [" ".join(g) for g in grouped(flags) if not _serves(ours, g)]
        missing += f" that has what the op's flags ask for: {', '.join(lacking) or ' '.join(flags)}"
    raise UserError("compiler", missing, INSTALL_COMPILER)


def of_system() -> Compiler | None:
    """The system's own C++ compiler: g++, c++ or clang++; None without one."""
    found = next(filter(None, map(shutil.which, ("g++", "c++", "clang++"))), None)
    return _of_system(found) if found else None


def _wanted(cxx: str) -> Compiler:
    try:
        program, *more = shlex.split(cxx)
    except ValueError as error:
        raise UserError("compiler", f"CXX cannot be read: {error}", INSTALL_COMPILER) from None
    found = shutil.which(program)
    if not found:
        raise UserError("compiler", f"CXX names '{cxx}', which is not there", INSTALL_COMPILER)
    return _of_system(found, *more)


def _of_system(found: str, *more: str) -> Compiler:
    probed = probe((found, *more), Path(found).stat().st_mtime_ns)
    if shutil.which("ld.gold") is None:
        return probed
    # It takes 0.1 s where the usual one reads libtorch's symbols for 0.3 s. What it cannot link the
    # usual one tries again, so that all messages are of one kind.
    return msgspec.structs.replace(probed, quick_link=("-fuse-ld=gold",), links_again=True)


@functools.cache
def probe(command: tuple[str, ...], stamp: int) -> Compiler:
    """Ask a compiler who it is.

    Args:
        command: how it is called.
        stamp: its file's time, so that a new one is asked again.

    Raises:
        UserError: kind ``compiler``.
    """
    name = " ".join(command)
    reason = f"'{name} --version' gave no answer in {_PROBE_SECONDS:g} s"
    asked = (os.getpid(), command, stamp)
    if asked in _SILENT:
        raise UserError("compiler", reason, INSTALL_COMPILER)
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
        _SILENT.add(asked)
        raise UserError("compiler", reason, INSTALL_COMPILER) from None
    except OSError as error:
        reason = f"{name} does not start: {error.strerror}"
        raise UserError("compiler", reason, INSTALL_COMPILER) from None
    first = done.stdout.partition("\n")[0].strip()
    if done.returncode != 0 or not first:
        output = (done.stderr or done.stdout).strip()[:200] or f"status {done.returncode}"
        raise UserError("compiler", f"{name} does not run: {output}", INSTALL_COMPILER)
    return Compiler(command, first, "clang" not in done.stdout.lower())


# -- the compiler that comes with the program ---------------------------------------------


def bundled() -> Compiler | None:
    """The compiler of the program in the form that serves here; None where there is none."""
    zig = _zig()
    machine = platform.machine()
    if zig is None or platform.system() != "Linux" or machine not in ("x86_64", "aarch64"):
        return None
    version = f"clang of ziglang {_zig_version()}"
    if not _has_library():
        # The libc that torch's own wheels are made for.
        command = (str(zig), "c++", "-target", f"{machine}-linux-gnu.2.28")
        return Compiler(command, f"{version}, with libc++", is_gcc=False, own_library=True)
    return Compiler(
        (
            *(str(zig), "clang", "--driver-mode=g++", f"--target={machine}-linux-gnu"),
            *("-resource-dir", str(zig.parent / "lib"), "--gcc-toolchain=/usr"),
        ),
        version,
        is_gcc=False,
        quick_link=(f"--ld-path={paths.resources() / 'toolchain' / 'ld.lld'}",),
        borrows=True,
    )


def crossing(target: str) -> Compiler:
    """The compiler of the program, making what runs on another platform.

    Args:
        target: the platform, by the compiler's own name.

    Raises:
        UserError: kind ``compiler``; the program's compiler is not here.
    """
    zig = _zig()
    if zig is None:
        hint = "Install it: pip install ziglang. Another compiler makes libraries for this machine only."
        raise UserError("compiler", "the program's own compiler is not there", hint)
    version = f"clang of ziglang {_zig_version()}, for {target}"
    # Its own C++ library is made anew for other ones of these flags. Symbols are for who makes a
    # library: a crash elsewhere is looked for here.
    command = (str(zig), "c++", "-target", target, "-O2", "-s")
    return Compiler(command, version, is_gcc=False, own_library=True)


@functools.cache
def _zig() -> Path | None:
    spec = importlib.util.find_spec("ziglang")
    if spec is None or not spec.submodule_search_locations:
        return None
    zig = Path(spec.submodule_search_locations[0]) / "zig"
    return zig if os.access(zig, os.X_OK) else None


@functools.cache
def _zig_version() -> str:
    return importlib.metadata.version("ziglang")


@functools.cache
def _has_library() -> bool:
    """Whether the headers of the system's C and C++ libraries are here."""
    return Path("/usr/include/stdio.h").is_file() and any(Path("/usr/include/c++").glob("*/vector"))


def environment() -> dict[str, str]:
    """What compilers and linkers run with.

    Messages are in English: they are parsed, and searched for on the web.
    """
    made = str(paths.cache_dir() / "zig")
    own = {"ZIG_GLOBAL_CACHE_DIR": made, "ZIG_LOCAL_CACHE_DIR": made}
    return {**os.environ, "LC_ALL": "C.UTF-8", **own, "OP_WORKBENCH_ZIG": str(_zig() or "")}


SANITIZE = "-fsanitize="
"""How a flag begins that asks for sanitizers."""
_RUNTIMES = {"address": "libasan.so", "leak": "liblsan.so", "thread": "libtsan.so"}
"""Of sanitizers; everything else is a part of ``undefined``."""
_UNDEFINED = "libubsan.so"


def runtimes(asked: Sequence[str]) -> list[str]:
    """The files that flags like ``-fsanitize=address,undefined`` ask for, by their gcc names.

    AddressSanitizer's comes first: it must be loaded before the others, too.
    """
    parts = (part for flag in asked for part in flag.partition("=")[2].split(","))
    return sorted({_RUNTIMES.get(part, _UNDEFINED) for part in parts})


def _of_gcc(name: str) -> str:
    theirs = shutil.which("g++")
    return _printed((theirs,), name) if theirs else ""


@functools.cache
def _printed(command: tuple[str, ...], name: str) -> str:
    """Where a compiler has a library; empty for nowhere."""
    asked = [*command, f"-print-file-name={name}"]
    done = subprocess.run(asked, capture_output=True, text=True, errors="replace", check=False)
    found = Path(done.stdout.strip() or name)
    return str(found.resolve()) if found.is_absolute() and found.is_file() else ""


def _serves(compiler: Compiler, flags: Sequence[str]) -> bool:
    """Whether a compiler knows the user's flags, and has what they link: asked of an empty program.

    With its own library it is not asked: it leaves out sanitizers that it has not, in silence.
    """
    asked = tuple(w for g in grouped(flags) if not _SAFE.fullmatch("".join(g)) for w in g)
    if not asked:
        return True
    runtime = compiler.sanitizer([f for f in asked if f.startswith(SANITIZE)])
    return not compiler.own_library and _links(compiler, asked, runtime)


@functools.cache
def _links(compiler: Compiler, flags: tuple[str, ...], runtime: tuple[str, ...]) -> bool:
    with tempfile.TemporaryDirectory(prefix="op-workbench-") as folder:
        source = Path(folder) / "empty.cpp"
        # A program: into a library clang does not link a sanitizer's runtime.
        source.write_text("int main() {}\n", encoding="utf-8")
        command = [*compiler.command, *flags, *runtime, *compiler.quick_link, "-fPIC"]
        done = subprocess.run(
            [*command, str(source), "-o", str(Path(folder) / "empty")],
            capture_output=True,
            env=environment(),
            check=False,
        )
    return done.returncode == 0
