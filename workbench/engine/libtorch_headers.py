"""Which torch headers a libtorch kernel is compiled with, and their precompiled form.

``light`` holds tensors and registration; ``full`` is all of torch. See
``ops_lib/include/torch_light`` for why there are two.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.errors import UserError
from workbench.engine import toolchain
from workbench.engine.diagnostics import compiler_problems
from workbench.engine.includes import included_files
from workbench.engine.store import Store, digest

__all__ = ["HeaderSet", "header_set", "heavy_names", "precompiled"]

_HEADER = "workbench_torch.h"
_HEAVY = re.compile(
    r"torch::(nn|jit|optim|data|serialize|autograd|python|load|save|pickle\w*|class_|CustomClassHolder)\b"
    r"|\b(pybind11|PYBIND11_\w+|py::|THP\w+|PyObject)|#\s*include\s*[<\"](torch/csrc|pybind11|Python\.h)"
)


class HeaderSet(msgspec.Struct, frozen=True):
    """One set of headers: what is precompiled, and the flags that make a kernel use it."""

    name: str
    text: str
    flags: tuple[str, ...]


def header_set(name: str) -> HeaderSet:
    """The set ``light`` or ``full``."""
    if name == "light":
        folder = paths.ops_lib() / "include" / "torch_light"
        return HeaderSet(name, "#include <torch_light.h>\n", (f"-I{folder}",))
    return HeaderSet(name, "#include <torch/extension.h>\n#include <torch/script.h>\n", ())


def heavy_names(source: Path) -> bool:
    """Whether a source, or a file of the user that it includes, names what ``light`` lacks."""
    return any(
        _HEAVY.search(path.read_text(encoding="utf-8", errors="replace"))
        for path in included_files(source, [source.parent])
    )


def precompiled(
    headers: HeaderSet, flags: Sequence[str], store: Store, tell: Callable[[str], None]
) -> Path:
    """The header to include first; precompiled once per compiler, torch and flags.

    Args:
        headers: the set.
        flags: the kernel's compiler flags; those that a precompiled header must share count.
        store: where it is kept.
        tell: is told when it has to be made (17 s for light, 30 s for full on 2 cores).

    Raises:
        UserError: kind ``compile``; torch's headers do not compile.
    """
    shared = [f for f in flags if not f.startswith("-fdiagnostics")]
    # The kernel's own folder is no part of it.
    shared = [f for f in shared if not f.startswith("-I") or f in headers.flags]
    compiler = toolchain.compiler()
    key = digest([compiler.version, toolchain.version_of("torch"), headers.text, *shared])
    path = store.path("headers", key, _HEADER)
    if store.has("headers", key, f"{_HEADER}.gch"):
        return path
    tell(f"Precompiling torch's headers ({headers.name}, once)")
    with store.scratch() as scratch:
        folder = scratch / "headers"
        folder.mkdir()
        (folder / _HEADER).write_text(headers.text, encoding="utf-8")
        command = [*compiler.command, *shared, "-x", "c++-header", str(folder / _HEADER)]
        done = subprocess.run(
            [*command, "-o", str(folder / f"{_HEADER}.gch")],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            problems = compiler_problems(done.stderr)
            raise (
                UserError.of(problems)
                if problems
                else UserError(
                    "compile",
                    f"torch's headers do not compile: {done.stderr.strip()[-300:]}",
                    "See op-workbench doctor.",
                )
            )
        store.add("headers", key, folder)
    return path
