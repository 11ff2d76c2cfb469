"""The C++ library of a compiler that brings its own: made once on a machine, from its sources."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

from workbench.engine.compilers import Compiler, environment
from workbench.engine.store import Store, digest

__all__ = ["make_own_library"]


def make_own_library(compiler: Compiler, store: Store, tell: Callable[[str, float], None]) -> None:
    """Have the compiler make its library, which it keeps itself; what fails is told by the build.

    Args:
        compiler: one with ``own_library``.
        store: where it is noted that the library is made.
        tell: is told when it has to be made, and how many seconds that usually takes.
    """
    key = digest([*compiler.command, compiler.version])
    mark = store.root / "zig" / key
    if mark.exists():
        return
    target = compiler.command[3]
    tell(
        f"Making the compiler's own C++ library for {target} (once, a minute or more)", 60.0
    )  # on 2 cores
    with store.alone("zig", key), store.scratch() as scratch:
        if mark.exists():
            return
        source = scratch / "empty.cpp"
        source.write_text("#include <string>\n", encoding="utf-8")
        command = [*compiler.command, "-shared", "-O2", "-fPIC", str(source)]
        done = subprocess.run(
            [*command, "-o", str(scratch / "empty.so")],
            capture_output=True,
            env=environment(),
            preexec_fn=_behind_others,
            check=False,
        )
        if done.returncode == 0:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


def _behind_others() -> None:
    """It keeps every core busy: whoever works meanwhile comes first."""
    os.nice(10)
