"""Headers and sources of an op that lie in roots of its project become its own."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import msgspec

from workbench.core.compile.outside import found_outside, further_sources, names_root
from workbench.core.compile.roots import is_in_root
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.importers.cpp.headers.files import THIRD_PARTY
from workbench.importers.cpp.headers.include_roots import Taken, licences, taken_from

__all__ = ["Outside", "headers_outside", "take_headers"]


class Outside(NamedTuple):
    """What would be copied.

    Attributes:
        files: as they are included → where they lie.
        taken: what comes from where, and under which licence.
    """

    files: dict[str, Path]
    taken: list[Taken]

    @property
    def words(self) -> list[str]:
        """For people, a line each."""
        return [one.words for one in self.taken] or ["no header of them is included"]


def headers_outside(folder: Path, op: Op) -> Outside:
    """The op's sources in roots, and the headers that its files include from there, and those that these do.

    Args:
        folder: the op's.
        op: its declaration.

    Raises:
        UserError: kind ``file``; it names no root, or a file of the op's own would be overwritten.
    """
    if not names_root(op):
        raise UserError("file", "the kernel has nothing in a root", "There is nothing to take.")
    found = found_outside(folder, op)
    for name, path in found.items():
        place = folder / THIRD_PARTY / name
        if place.exists() and (not place.is_file() or place.read_bytes() != path.read_bytes()):
            what = f"{THIRD_PARTY}/{name} is another file than {path}"
            raise UserError("file", what, "Move one of them away.", file=place)
    roots = dict.fromkeys(path.parents[len(Path(name).parts) - 1] for name, path in found.items())
    texts = {f"{THIRD_PARTY}/{name}": "" for name in found}
    return Outside(found, taken_from(texts, list(roots)))


def take_headers(folder: Path, op: Op, outside: Outside) -> Op:
    """Copy them with their licences; the declaration that names the op's own folder in the place of roots.

    Raises:
        OSError: they cannot be written.
    """
    files = {f"{THIRD_PARTY}/{name}": path for name, path in outside.files.items()}
    files |= _licences(folder, outside.taken)
    for name, path in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            shutil.copyfile(path, place)
    kernel, names = op.kernel, {path: name for name, path in outside.files.items()}
    named = [THIRD_PARTY if is_in_root(name) else name for name in kernel.include]
    include = tuple(dict.fromkeys(n for n in named if n != THIRD_PARTY or outside.files))
    sources = tuple(
        f"{THIRD_PARTY}/{names[path]}" if is_in_root(name) else name
        for name, path in zip(kernel.sources, further_sources(folder, op), strict=True)
    )
    kernel = msgspec.structs.replace(kernel, include=include, sources=sources)
    return msgspec.structs.replace(op, kernel=kernel)


def _licences(folder: Path, taken: list[Taken]) -> dict[str, Path]:
    """Those that the op's folder has not."""
    there = {p for p in (folder / THIRD_PARTY).glob("*") if p.is_file()}
    texts = {path.read_bytes() for path in there}
    lacking = [t for t in taken if t.licence is not None and t.licence.read_bytes() not in texts]
    return licences(lacking, {f"{THIRD_PARTY}/{path.name}" for path in there})
