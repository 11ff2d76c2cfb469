"""What an op's kernel has of roots: headers, and further sources that ops share, see ``roots.py``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from workbench.core.compile.includes import direct_includes, included_files, is_guarded
from workbench.core.compile.roots import MARK, is_in_root, named_path
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.files.files import real_path

__all__ = [
    "found_outside",
    "further_sources",
    "include_folders",
    "names_root",
    "outside_refusal",
    "root_problems",
    "taken_along",
]


def names_root(op: Op) -> bool:
    """Whether an op looks for headers in a root of its project, or has a source there."""
    return any(is_in_root(name) for name in (*op.kernel.include, *op.kernel.sources))


def include_folders(folder: Path, op: Op) -> tuple[Path, ...]:
    """The folders that ``kernel.include`` names, in its order.

    Args:
        folder: the op's.
        op: the declaration.

    Raises:
        UserError: kind ``file``; one is not there, or its root is not known.
    """
    return tuple(_folder(folder, name, i) for i, name in enumerate(op.kernel.include))


def _folder(folder: Path, name: str, index: int) -> Path:
    key = f"kernel.include[{index}]"
    path = named_path(folder, name, key)
    if not path.is_dir():
        hint = "Create it, or correct kernel.include in op.toml."
        raise UserError("file", "the include folder does not exist", hint, file=path, key=key)
    return path


def further_sources(folder: Path, op: Op) -> tuple[Path, ...]:
    """The files that ``kernel.sources`` names, in its order, those in roots too.

    Args:
        folder: the op's.
        op: the declaration.

    Raises:
        UserError: kind ``file``; the root of one is not known, or not here.
    """
    names = enumerate(op.kernel.sources)
    return tuple(named_path(folder, name, f"kernel.sources[{i}]") for i, name in names)


def outside_refusal(op: Op) -> tuple[str, str]:
    """Why the op's sources cannot be handed on as they are, and the next step; empty where they can."""
    kernel = op.kernel
    name = next((name for name in (*kernel.sources, *kernel.include) if is_in_root(name)), "")
    if not name:
        return "", ""
    what = f"headers of its kernel are outside of its folder, in {name}"
    if name in kernel.sources:
        what = f"sources of its kernel are outside of its folder: {name}"
    return what, f"Take them into the op: op-workbench take-headers {op.name}."


# -- the files ----------------------------------------------------------------------------


def _sources(folder: Path, op: Op) -> list[Path]:
    kernel = op.kernel
    if not kernel.kind.is_compiled:
        return []
    own = [real_path(folder / name) for name in (kernel.source, kernel.cuda) if name]
    return [path for path in (*own, *further_sources(folder, op)) if path.is_file()]


def _roots(folder: Path, names: Iterable[str], key: str) -> dict[str, Path]:
    """The roots that some names of the declaration are in, and where they are."""
    roots = dict.fromkeys(name.partition("/")[0] for name in names if is_in_root(name))
    return {root: named_path(folder, root, key) for root in roots}


def found_outside(folder: Path, op: Op) -> dict[str, Path]:
    """What an op's kernel has of roots, and where it is: sources, and all that the sources include.

    A header has the name that it is included by, a source and what lies beside it one as seen from
    its root.

    Raises:
        UserError: a root is not there.
    """
    if not names_root(op):
        return {}
    folders = include_folders(folder, op)
    bases = [p for p, n in zip(folders, op.kernel.include, strict=True) if is_in_root(n)]
    bases += _roots(folder, op.kernel.sources, "kernel.sources").values()
    own = real_path(folder)  # which may lie in a root
    found: dict[str, Path] = {}
    for source in _sources(folder, op):
        for path in included_files(source, [source.parent, *folders]):
            base = next((b for b in bases if path.is_relative_to(b)), None)
            if base is not None and not path.is_relative_to(own):
                found.setdefault(path.relative_to(base).as_posix(), path)
    return found


def taken_along(folder: Path, op: Op) -> dict[str, Path | bytes]:
    """What a copy of the op needs of its roots, as ``NAME/FOLDER/header``.

    Raises:
        UserError: a root is not there.
    """
    if not names_root(op):
        return {}
    outside = found_outside(folder, op).values()
    found: dict[str, Path | bytes] = {}
    named = _roots(folder, (*op.kernel.include, *op.kernel.sources), "kernel")
    for root, place in named.items():
        inner = root.removeprefix(MARK)
        here = [p for p in outside if p.is_relative_to(place)]
        found |= {f"{inner}/{p.relative_to(place).as_posix()}": p for p in here}
    for name in filter(is_in_root, op.kernel.include):
        inner = name.removeprefix(MARK)
        if not any(file.startswith(f"{inner}/") for file in found):
            # The folder has to be there all the same.
            found[f"{inner}/README.md"] = b"No header of this folder is included.\n"
    return found


def root_problems(folder: Path, op: Op) -> Iterator[Problem]:
    """What is wrong with roots: one or a file that is not there, a header that two have, a cycle."""
    if not names_root(op):
        return
    try:
        folders, further = include_folders(folder, op), further_sources(folder, op)
    except UserError as error:
        yield error.problem
        return
    for i, (name, path) in enumerate(zip(op.kernel.sources, further, strict=True)):
        if is_in_root(name) and not path.is_file():
            what = f"the file {name} ({FILE_ROLES['source'].words}) does not exist"
            hint = f"There is no {path}: put it there, or correct the name."
            yield Problem("file", what, hint, key=f"kernel.sources[{i}]")
    named = dict(zip(folders, op.kernel.include, strict=True))
    for header in found_outside(folder, op):
        have = [name for path, name in named.items() if (path / header).is_file()]
        if len(have) > 1:
            message = f"{header} is in {' and in '.join(have)}: that of {have[0]} is taken"
            hint = "Put the folder that is meant first, or leave the other one out."
            key = f"kernel.include[{op.kernel.include.index(have[0])}]"
            yield Problem("file", message, hint, key=key, severity="warning")
    for source in _sources(folder, op):
        if cycle := _cycle(source, [source.parent, *folders]):
            chain = " includes ".join(path.name for path in cycle)
            message = f"{chain}, and none of them has a guard"
            hint = f"Put #pragma once at the beginning of {cycle[0].name}."
            yield Problem("file", message, hint, key="kernel.include", file=str(cycle[0]))


def _cycle(source: Path, folders: Sequence[Path]) -> list[Path]:
    """The first files that include each other without an end, the first one again at the end."""
    path: list[Path] = []
    done: set[Path] = set()

    def visit(file: Path) -> list[Path]:
        if file in path:
            ring = [*path[path.index(file) :], file]
            return [] if any(is_guarded(one) for one, _ in pairwise(ring)) else ring
        if file in done or len(path) > 200:
            return []
        path.append(file)
        for other in direct_includes(file, folders):
            if ring := visit(other):
                return ring
        done.add(path.pop())
        return []

    return visit(source)
