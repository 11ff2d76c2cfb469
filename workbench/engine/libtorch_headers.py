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

__all__ = ["HeaderSet", "header_sets", "lacks_headers", "precompiled"]

_HEADER = "workbench_torch.h"
_PYTHON = re.compile(
    r"\b(pybind11|PYBIND11_\w+|py::|THP\w+|PyObject)|#\s*include\s*[<\"](torch/(extension|python)\.h|pybind11|Python\.h)"
)
_HEAVY = re.compile(
    r"torch::(nn|jit|optim|data|serialize|autograd|python|load|save|pickle\w*|class_|CustomClassHolder)\b"
    r"|\b(pybind11|PYBIND11_\w+|py::|THP\w+|PyObject)|#\s*include\s*[<\"](torch/csrc|pybind11|Python\.h)"
)
# What a compiler says of a name, type or file of torch that the light headers lack. A typo in
# the kernel's own code sounds otherwise, and compiling it again would only cost time.
_LACKS = re.compile(
    r"[‘'](torch|at|c10)(::\w+)*[’']|incomplete type.*(torch|at|c10)::|(torch|ATen|c10)/\S+\.h"
)


class HeaderSet(msgspec.Struct, frozen=True):
    """One set of headers.

    Attributes:
        name: for people.
        text: what is precompiled.
        flags: make a kernel use it.
        links_python: the kernel refers to Python's own symbols, which the program that loads
            it defines.
    """

    name: str
    text: str
    flags: tuple[str, ...] = ()
    links_python: bool = False


def header_sets(source: Path, include: Sequence[Path] = ()) -> list[HeaderSet]:
    """The sets to compile a file with: the next one where the one before does not suffice.

    Args:
        source: the file.
        include: folders of the user's headers beside its own.
    """
    texts = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in included_files(source, [source.parent, *include])
        if path.is_file()
    ]
    uses_python = any(map(_PYTHON.search, texts))
    if uses_python:
        everything = "#include <torch/extension.h>\n#include <torch/script.h>\n"
        full = HeaderSet("torch and Python", everything, links_python=True)
    else:
        full = HeaderSet("all of torch", "#include <torch/all.h>\n#include <torch/script.h>\n")
    folder = paths.ops_lib() / "include" / "torch_light"
    light = HeaderSet("light", "#include <torch_light.h>\n", (f"-I{folder}",))
    return [full] if any(map(_HEAVY.search, texts)) else [light, full]


def lacks_headers(error: UserError) -> bool:
    """Whether a failed compilation misses something of torch."""
    return any(_LACKS.search(p.message) for p in error.problems if p.kind == "compile")


def precompiled(
    headers: HeaderSet, flags: Sequence[str], store: Store, tell: Callable[[str], None]
) -> Path:
    """The header to include first; precompiled once per compiler, torch and flags.

    Args:
        headers: the set.
        flags: compiler flags; those of a file that uses it must be the same, folders of the
            user's headers and macros apart.
        store: where it is kept.
        tell: is told when it has to be made (17 s for light, 30 s for full on 2 cores).

    Raises:
        UserError: kind ``compile``; torch's headers do not compile.
    """
    shared = [f for f in flags if not f.startswith("-fdiagnostics")]
    # Folders that the header does not look into are no part of it.
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
