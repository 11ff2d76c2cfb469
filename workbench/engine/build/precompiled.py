"""Precompiled headers: what many files begin with is read by the compiler once.

A libtorch kernel begins with torch's headers, in one of the sets of ``core/compile/torch_headers``.
A portable kernel and its generated glue begin with headers of ours and of the C++ library, and the
user's own C++ for ONNX Runtime with its official ones: those very lines are precompiled, so that a
file means the same with and without it.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from workbench.core.compile.cxx_flags import grouped, names_of_ours
from workbench.core.compile.torch_headers import LACKS, HeaderSet
from workbench.core.errors import UserError
from workbench.engine.build.diagnostics import compiler_problems, no_room
from workbench.engine.build.header_flags import CODE, code_flags, that_matter
from workbench.engine.build.units import our_headers
from workbench.engine.compilers import Compiler, environment
from workbench.engine.store import Store, digest
from workbench.engine.toolchain import version_of

__all__ = ["lacks_headers", "leading_headers", "torch_headers"]

_HEADER = "workbench_first.h"
_MADE = f"{_HEADER}.gch"
_NEUTRAL = ("-W", "-w", "-I", "-l", "-L")
"""How flags begin that headers of ours and of the C++ library do not care about."""


def lacks_headers(error: UserError) -> bool:
    """Whether a failed compilation misses something of torch."""
    return any(LACKS.search(p.message) for p in error.problems if p.kind == "compile")


def torch_headers(
    headers: HeaderSet,
    flags: Sequence[str],
    user_flags: Sequence[str],
    compiler: Compiler,
    store: Store,
    tell: Callable[[str, float], None],
) -> Path:
    """The header to include first; precompiled once per compiler, torch and flags.

    Args:
        headers: the set.
        flags: compiler flags; those of a file that uses it must be the same, folders of the
            user's headers apart.
        user_flags: the user's; those of them that change nothing in it are no part of it.
        compiler: what compiles it.
        store: where it is kept.
        tell: is told when it has to be made, and how many seconds that usually takes.

    Raises:
        UserError: kind ``compile``; torch's headers do not compile.
    """
    shared = [f for f in flags if not f.startswith("-fdiagnostics")]
    # Folders that the header does not look into are no part of it.
    ours = names_of_ours()
    shared = [f for f in shared if not f.startswith("-I") or f in headers.flags]
    shared = [f for f in shared if f not in ours]
    read = headers.file.read_bytes()
    depends: list[str | bytes] = [compiler.version, version_of("torch"), str(headers.file), read]
    shared += that_matter(user_flags, headers.file, shared, depends, compiler, store)
    key = digest([*depends, *shared])
    if not store.has("headers", key, _MADE):
        # Told by who waits for another build's, too: it takes as long.
        usual = headers.by_gcc if compiler.is_gcc else headers.by_clang
        tell(f"Precompiling torch's headers ({headers.name}, once)", usual)
        text = f'#include "{headers.file}"\n'
        _make(key, text, headers.file, [*compiler.command, *shared], store)
    return store.path("headers", key, _HEADER)


def leading_headers(
    lines: Sequence[str],
    flags: Sequence[str],
    user_flags: Sequence[str],
    compiler: Compiler,
    store: Store,
    depends: str = "",
) -> Path | None:
    """The header to include first for a file that begins with headers of ours; it takes 0.2 s, and
    with those of ONNX Runtime 1.5 s.

    Args:
        lines: the ``#include`` lines that the file begins with.
        flags: flags of all units.
        user_flags: the user's, with which the file is compiled, too.
        compiler: what compiles it.
        store: where it is kept.
        depends: a digest of what it reads beside our headers.

    Returns:
        None where the file is compiled without: nothing leads; the compiler would gain nothing
        (gcc), or keeps headers itself; a flag might change what the headers mean; or they do not
        compile, of which the file's own messages tell.
    """
    known = (*CODE, *_NEUTRAL)
    if not lines or compiler.is_gcc or compiler.own_library:
        return None
    if not all(group[0].startswith(known) for group in grouped(user_flags)):
        return None
    text = "".join(f"{line}\n" for line in lines)
    shared = [*flags, *compiler.precompiled, *code_flags(user_flags)]
    key = digest([compiler.version, text, *shared, our_headers(), depends])
    if not store.has("headers", key, _MADE):
        named = [word for line in lines for word in ("-include", line.partition("<")[2][:-1])]
        try:
            _make(key, text, Path(os.devnull), [*compiler.command, *shared, *named], store)
        except UserError:
            return None
    return store.path("headers", key, _HEADER)


def _make(key: str, text: str, header: Path | None, command: Sequence[str], store: Store) -> None:
    """Precompile a header, unless another process does it meanwhile.

    Args:
        key: of the entry.
        text: of the header that files include; clang finds the precompiled form beside it.
        header: what is precompiled, which must stay where it is: clang may read it again.
        command: the compiler with its flags.
        store: where it is kept.

    Raises:
        UserError: kind ``compile``, with what the compiler said; or the disk is full.
    """
    with store.alone("headers", key):
        if store.has("headers", key, _MADE):
            return
        with store.scratch() as scratch:
            folder = scratch / "headers"
            folder.mkdir()
            (folder / _HEADER).write_text(text, encoding="utf-8")
            source = ["-x", "c++-header", str(header)]
            done = subprocess.run(
                [*command, *source, "-o", str(folder / _MADE)],
                capture_output=True,
                text=True,
                cwd=folder,
                env=environment(),
                check=False,
            )
            if done.returncode == 0:
                store.add("headers", key, folder)
                return
    full = no_room(done.stderr, store.root)
    problems = [full] if full else compiler_problems(done.stderr)
    if problems:
        raise UserError.of(problems)
    raise UserError(
        "compile",
        f"torch's headers do not compile: {done.stderr.strip()[-300:]}",
        "See op-workbench doctor.",
    )
