"""Files that a declaration names: always inside the op's folder."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from pathlib import PurePosixPath

from workbench.core.check.common import problem
from workbench.core.errors import Problem

__all__ = ["inside", "python_file", "python_name"]


def inside(key: str, name: str) -> Iterator[Problem]:
    """A relative path that stays in the op's folder."""
    path = PurePosixPath(name)
    if not name or "\0" in name or path.is_absolute() or ".." in path.parts:
        hint = "Give a path relative to op.toml."
        yield problem(key, f"'{name}' is not inside the op's folder", hint)


def python_file(key: str, name: str) -> Iterator[Problem]:
    """A Python file of the op's folder."""
    wrong = list(inside(key, name))
    if not wrong and PurePosixPath(name).suffix != ".py":
        wrong = [problem(key, f"'{name}' is no Python file", "Name it e.g. mapping.py.")]
    yield from wrong


def python_name(key: str, name: str) -> Iterator[Problem]:
    """The name of a function or class in a Python file, or of a class's: ``MyAdd.symbolic``."""
    if not all(part.isidentifier() and not keyword.iskeyword(part) for part in name.split(".")):
        yield problem(key, f"'{name}' is no Python name")
