"""What a compiler would include of the texts that an op is drafted from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from workbench.core.compile.conditions import Macros
from workbench.core.compile.preprocessed import Found, Reading, reading
from workbench.core.compile.providers import provider_of, system_folder
from workbench.core.compile.system_headers import is_system_header
from workbench.core.files.file_roles import CUDA
from workbench.importers.cpp.headers.files import Texts, angled_in, is_others, quoted_in
from workbench.importers.cpp.headers.headers import is_of_library

__all__ = ["compiled_includes", "never_included", "not_compiled", "read_texts"]

_WITH_CUDA = "WITH_CUDA"
"""What C++ is compiled with where CUDA files are linked beside it."""


def compiled_includes(
    texts: Mapping[str, str], flags: Sequence[str] = ()
) -> frozenset[tuple[str, str]] | None:
    """File and name of each ``#include`` that is read, or may be.

    Args:
        texts: the texts by name; those that no other includes are compiled.
        flags: the C++ compiler's.

    Returns:
        None where there is too much to read.
    """
    read = read_texts(texts, flags)
    return None if read is None else frozenset((one.file, one.name) for one in read.includes)


def read_texts(texts: Mapping[str, str], flags: Sequence[str] = ()) -> Reading[str] | None:
    """What is read of the texts, or may be; as ``compiled_includes``."""
    where = _Headers(texts)
    cuda = any(name.endswith(CUDA) for name in texts)
    doubt = (_WITH_CUDA,) if cuda else ()
    parts = {found for file in texts for found in where.included(file) if found != file}
    roots = [file for file in texts if file not in parts] or list(texts)
    begun = []
    for file in roots:
        macros = Macros(flags, cuda=file.endswith(CUDA), doubt=doubt)
        if PurePosixPath(file).suffix == ".c":
            macros.undefine("__cplusplus")
        begun.append((file, macros))
    return reading(begun, texts.__getitem__, where.find)


def not_compiled(texts: Texts) -> frozenset[str]:
    """The sources that came along for the sake of headers that surely none of the others includes."""
    left = set(texts.through)
    while left:
        read = compiled_includes({name: text for name, text in texts.items() if name not in left})
        if read is None:
            return frozenset()
        needed = {source for source in left if not read.isdisjoint(texts.through[source].includes)}
        if not needed:
            break
        left -= needed
    return frozenset(left)


def never_included(texts: Mapping[str, str]) -> frozenset[str]:
    """The texts that others include, behind conditions that surely do not hold."""
    read = compiled_includes(texts)
    if read is None:
        return frozenset()
    where = _Headers(texts)
    parts = {found for file in texts for found in where.included(file) if found != file}
    found = (where.find(file, name, quoted).file for file, name in read for quoted in (True, False))
    return frozenset(parts.difference(found))


class _Headers:
    """Where the texts find what they include."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._by_name: dict[str, list[str]] = {}
        for name in texts:
            self._by_name.setdefault(PurePosixPath(name).name, []).append(name)
        self._known: dict[str, bool] = {}

    def find(self, file: str, name: str, quoted: bool) -> Found[str]:
        there = self._among(file, name, quoted)
        if there is None and name not in self._known:
            self._known[name] = (
                is_of_library(name)
                or is_system_header(name)
                or system_folder(name) is not None
                or bool(provider_of(name)[0])
            )
        return Found(there, there is not None or self._known[name])

    def included(self, file: str) -> list[str]:
        """The texts that one includes, behind whatever condition."""
        text = self._texts[file]
        names = [(n, True) for n in quoted_in(text)] + [(n, False) for n in angled_in(text)]
        found = (self._among(file, name, quoted) for name, quoted in names)
        return [one for one in found if one is not None]

    def _among(self, file: str, name: str, quoted: bool) -> str | None:
        if quoted:
            beside = Path(os.path.normpath(Path(file).parent / name)).as_posix()
            if beside in self._texts:
                return beside
        elif is_others(name):
            return None
        plain = os.path.normpath(name)
        alike = self._by_name.get(PurePosixPath(plain).name, ())
        return next((one for one in alike if one == plain or one.endswith(f"/{plain}")), None)
