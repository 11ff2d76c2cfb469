"""The Python files that an op needs where it is used: those that are named, and what they import."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.files.files import read_text

__all__ = ["imported_files", "named_python_files"]


def named_python_files(op: Op) -> list[str]:
    """Those that the generated module loads by their place, relative to the op's folder."""
    named = [op.mapping_kind.symbolic(op)[0], op.backward.source]
    named += [node.script for node in op.mapping.nodes]
    named += [op.kernel.source] * (op.kernel.kind.loaded_as == "class")
    return list(dict.fromkeys(name for name in named if name))


def imported_files(folder: Path, names: Sequence[str]) -> list[str]:
    """Further files that these import by their names, from beside them, and so on.

    What is imported in another way (``importlib``, a name that is computed) is not seen.

    Args:
        folder: the op's.
        names: files relative to it.
    """
    found: dict[str, None] = {}
    waiting = [folder / name for name in names]
    while waiting:
        file = waiting.pop()
        for path in _beside(file):
            name = path.relative_to(folder).as_posix()
            if name not in found and name not in names:
                found[name] = None
                waiting.append(path)
    return list(found)


def _beside(file: Path) -> Iterator[Path]:
    """The files of modules and packages in the same folder that a file imports."""
    try:
        tree = ast.parse(read_text(file))
    except (SyntaxError, ValueError, RecursionError):
        return
    for name in _modules(tree):
        first = name.partition(".")[0]
        if (module := file.with_name(f"{first}.py")).is_file():
            yield module
        elif (package := file.with_name(first)).is_dir():
            yield from sorted(p for p in package.rglob("*.py") if p.is_file())


def _modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
