"""What building and running an op would compile, run and import: for the question of trust."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from workbench.core.errors import UserError
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.op_toml import keys
from workbench.core.pipeline.stage_keys import source_files
from workbench.core.storage import op_file

__all__ = ["WhatRuns", "what_runs"]


class WhatRuns(msgspec.Struct, frozen=True):
    """What one op would do.

    Attributes:
        folder: the op's.
        name: as the declaration has it, or the folder's.
        compiled: C++ files that the compiler is given, and headers beside them.
        flags: further flags of compiler and linker, which can run programs of their own.
        python: Python files of the op's folder, any of which the others may import.
        models: ONNX models, which ONNX Runtime is given.
        modules: compiled modules, which are loaded and called.
        expressions: Python expressions in the declaration.
        packages: installed packages that are imported.
    """

    folder: Path
    name: str
    compiled: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    python: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    expressions: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    def lines(self) -> list[tuple[str, str]]:
        """What there is to show: a heading and a text each."""
        rows = (
            ("Compiled", ", ".join(self.compiled)),
            ("Flags", " ".join(self.flags)),
            ("Run as Python", ", ".join(self.python)),
            ("Run as a model", ", ".join(self.models)),
            ("Loaded and called", ", ".join(self.modules)),
            ("Evaluated", "; ".join(self.expressions)),
            ("Imported", ", ".join(self.packages)),
        )
        return [(title, text) for title, text in rows if text]


def what_runs(folder: Path) -> WhatRuns | None:
    """What an op, as saved on disk, would do; None where it cannot be read, so nothing runs."""
    try:
        op = op_file.load(folder, validate=False)
    except UserError:
        return None
    by_role: dict[str, list[str]] = {}
    for use in keys.files(op):
        by_role.setdefault(use.key.facts.file, []).append(use.value)
    named = [n for role, facts in FILE_ROLES.items() if facts.turn for n in by_role.get(role, ())]
    python = [n for n in named if n.endswith(".py")]
    compiled = [n for n in named if n not in python]
    if compiled:
        compiled += _found(folder, source_files)
    python += _found(folder, _python_files)
    kernel = op.kernel
    flags = (*kernel.compile_flags, *kernel.link_flags) if compiled else ()
    return WhatRuns(
        folder,
        op.name or folder.name,
        _once(compiled),
        flags,
        _once(python),
        _once(by_role.get("onnx", [])),
        tuple(filter(None, [op.reference.python, *op.backward.formulas.values()])),
        tuple(filter(None, [kernel.package])),
        _once(by_role.get("module", [])),
    )


def _python_files(folder: Path) -> list[Path]:
    return [p for p in folder.rglob("*.py") if p.is_file() and "__pycache__" not in p.parts]


def _found(folder: Path, find: Callable[[Path], list[Path]]) -> list[str]:
    try:
        return sorted(str(p.relative_to(folder)) for p in find(folder))
    except OSError:
        return []


def _once(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(n for n in names if n))
