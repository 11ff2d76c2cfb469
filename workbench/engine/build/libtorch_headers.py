"""Which torch headers a libtorch kernel is compiled with, and their precompiled form.

``light`` holds tensors and registration; ``full`` is all of torch. See
``ops_lib/include/torch_light`` for why there are two.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from workbench.core.compile.cxx_flags import names_of_ours
from workbench.core.compile.torch_headers import LACKS, HeaderSet
from workbench.core.errors import UserError
from workbench.engine.build.diagnostics import compiler_problems, no_room
from workbench.engine.compilers import Compiler, environment
from workbench.engine.store import Store, digest
from workbench.engine.toolchain import version_of

__all__ = ["lacks_headers", "precompiled"]

_HEADER = "workbench_torch.h"


def lacks_headers(error: UserError) -> bool:
    """Whether a failed compilation misses something of torch."""
    return any(LACKS.search(p.message) for p in error.problems if p.kind == "compile")


def precompiled(
    headers: HeaderSet,
    flags: Sequence[str],
    compiler: Compiler,
    store: Store,
    tell: Callable[[str], None],
) -> Path:
    """The header to include first; precompiled once per compiler, torch and flags.

    Args:
        headers: the set.
        flags: compiler flags; those of a file that uses it must be the same, folders of the
            user's headers apart.
        compiler: what compiles it.
        store: where it is kept.
        tell: is told when it has to be made (clang takes 7 to 13 s, gcc 17 to 50 s).

    Raises:
        UserError: kind ``compile``; torch's headers do not compile.
    """
    shared = [f for f in flags if not f.startswith("-fdiagnostics")]
    # Folders that the header does not look into are no part of it.
    ours = names_of_ours()
    shared = [f for f in shared if not f.startswith("-I") or f in headers.flags]
    shared = [f for f in shared if f not in ours]
    text = headers.file.read_bytes()
    key = digest([compiler.version, version_of("torch"), str(headers.file), text, *shared])
    path = store.path("headers", key, _HEADER)
    made = f"{_HEADER}.gch"
    if not store.has("headers", key, made):
        # Told by who waits for another build's, too: it takes as long.
        tell(f"Precompiling torch's headers ({headers.name}, once)")
        with store.alone("headers", key):
            if not store.has("headers", key, made):
                _precompile(headers.file, [*compiler.command, *shared], store, key)
    return path


def _precompile(header: Path, command: Sequence[str], store: Store, key: str) -> None:
    with store.scratch() as scratch:
        folder = scratch / "headers"
        folder.mkdir()
        # clang finds the precompiled form beside a file of that name, and reads the header itself
        # when it has to show a line of it: that one must stay where it is.
        (folder / _HEADER).write_text(f'#include "{header}"\n', encoding="utf-8")
        source = ["-x", "c++-header", str(header)]
        done = subprocess.run(
            [*command, *source, "-o", str(folder / f"{_HEADER}.gch")],
            capture_output=True,
            text=True,
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
