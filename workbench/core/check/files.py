"""Files that a declaration names: inside the op's folder, and further sources in a root, too."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from pathlib import PurePosixPath

from workbench.core.check.common import problem
from workbench.core.compile.roots import is_in_root
from workbench.core.errors import Problem
from workbench.core.files.file_roles import FILE_ROLES, suffix_words
from workbench.core.files.files import is_inside
from workbench.core.op_toml.keys import key_at

__all__ = ["inside", "named_file", "python_name"]


def inside(key: str, name: str) -> Iterator[Problem]:
    """A relative path that stays in the op's folder."""
    if not is_inside(name):
        hint = "Copy it into that folder, or give a path relative to op.toml."
        yield problem(key, f"'{name}' is not inside the op's folder", hint)


def named_file(
    path: str, name: str, suffixes: tuple[str, ...] = (), usual: str = "", *, roots: bool = False
) -> Iterator[Problem]:
    """A file of the op's folder, whose name ends as its role says.

    Args:
        path: of the key.
        name: of the file.
        suffixes: instead of the role's.
        usual: a name that would do, instead of the key's own example.
        roots: it may be in a root, which is looked for where the files are.
    """
    key = key_at(path)
    assert key is not None
    suffixes = suffixes or FILE_ROLES[key.facts.file].suffixes
    wrong = [] if roots and is_in_root(name) else list(inside(path, name))
    if not wrong and PurePosixPath(name).suffix.lower() not in suffixes:
        what = f"'{name}' is no {suffix_words(suffixes)}"
        wrong = [problem(path, what, f"Name it e.g. {usual or key.facts.placeholder}.")]
    yield from wrong


def python_name(key: str, name: str) -> Iterator[Problem]:
    """The name of a function or class in a Python file, or of a class's: ``MyAdd.symbolic``."""
    if not all(part.isidentifier() and not keyword.iskeyword(part) for part in name.split(".")):
        yield problem(key, f"'{name}' is no Python name")
