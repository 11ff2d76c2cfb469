"""The files that a declaration names, and what each is for."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import NamedTuple

from workbench.core.compile.roots import is_in_root
from workbench.core.declaration.gradients import backward_function
from workbench.core.declaration.op import Node, Op
from workbench.core.errors import UserError
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.files.files import is_inside, read_text
from workbench.core.op_toml.keys import Use, files
from workbench.core.pipeline.stage_keys import source_files

__all__ = ["NamedFile", "files_to_name", "found_files", "named_files", "source_texts"]

_MOST_NAMES = 200


class NamedFile(NamedTuple):
    """One file.

    Attributes:
        name: relative to the op's folder.
        role: a key of ``FILE_ROLES``.
        key: where ``op.toml`` names it.
        function: the function or class that is looked for in it; empty where there is none.
        node: the node whose function it holds (scripts only).
    """

    name: str
    role: str
    key: str
    function: str = ""
    node: Node | None = None


def named_files(op: Op) -> list[NamedFile]:
    """The files in the order in which one writes them; those outside the op's folder left out."""
    found = [_named(op, use) for use in files(op) if FILE_ROLES[use.key.facts.file].turn]
    own = (f for f in found if is_inside(f.name) and not is_in_root(f.name))
    found = sorted(own, key=lambda f: FILE_ROLES[f.role].turn)
    seen: set[tuple[str, str]] = set()
    return [f for f in found if not ((f.name, f.role) in seen or seen.add((f.name, f.role)))]  # type: ignore[func-returns-value]


def _named(op: Op, use: Use) -> NamedFile:
    role, part = use.key.facts.file, use.part
    node = part if isinstance(part, Node) else None
    function = getattr(part, "function", "") if role != "source" else ""
    if role in ("kernel", "gpu"):
        function = function or op.torch_name
    elif role == "reference":
        function = function or op.name
    elif role == "backward":
        function = backward_function(op)
    return NamedFile(use.value, role, use.path, node.op_type if node else function, node)


def found_files(folder: Path) -> list[Path]:
    """The C++ and Python files in an op's folder, named or not."""
    try:
        cpp = source_files(folder)
        python = [p for p in folder.rglob("*.py") if "__pycache__" not in p.parts and p.is_file()]
    except OSError:
        return []
    return sorted({*cpp, *python})


def files_to_name(folder: Path, op: Op | None, role: str) -> list[str]:
    """What is in an op's folder and may be named there, what ``op.toml`` does not name yet first.

    Args:
        folder: the op's.
        op: the op.
        role: a key of ``FILE_ROLES``; a kernel's style may have suffixes of its own.
    """
    suffixes = FILE_ROLES[role].suffixes
    if role == "kernel" and op is not None:
        suffixes = op.kernel.kind.suffixes
    try:
        found = [p for p in folder.rglob("*") if p.is_dir() == (role == "folder")]
    except OSError:
        return []
    inside = (p.relative_to(folder) for p in found if role == "folder" or p.suffix in suffixes)
    names = [p.as_posix() for p in inside if not any(part[0] in "._" for part in p.parts)]
    named = {use.value for use in files(op)} if op is not None else set()
    return sorted(names, key=lambda name: (name in named, name))[:_MOST_NAMES]


def source_texts(folder: Path, op: Op) -> dict[Path, str]:
    """The texts of an op's sources, named or found; what cannot be read as text is left out."""
    named = (folder / file.name for file in named_files(op))
    texts = {}
    for path in dict.fromkeys([*named, *found_files(folder)]):
        with contextlib.suppress(UserError):
            texts[path] = read_text(path)
    return texts
