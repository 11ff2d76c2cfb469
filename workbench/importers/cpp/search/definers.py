"""The files beside given ones that define what these declare and use: a declaration without a header
says nothing of where its function is defined.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.files.file_roles import CPP, CUDA
from workbench.core.files.files import real_path
from workbench.importers.cpp.headers.compiled import never_included, not_compiled
from workbench.importers.cpp.headers.encodings import read_any
from workbench.importers.cpp.headers.files import (
    THIRD_PARTY,
    Left,
    Texts,
    included_sources,
    read_sources,
)
from workbench.importers.cpp.headers.headers import files_around
from workbench.importers.cpp.search.names import (
    Named,
    Needs,
    classes_in,
    defined_in,
    is_compiled,
    words_in,
)
from workbench.importers.cpp.search.partners import partners_of
from workbench.importers.cpp.search.project_texts import MOST_PARSED, MOST_READ
from workbench.importers.cpp.search.registrations import kinds_in
from workbench.importers.cpp.search.scan import parsed
from workbench.importers.cpp.search.tables import tabled_for
from workbench.importers.cpp.syntax.macros import macros_of, making_macros
from workbench.importers.cpp.syntax.made import functions_of
from workbench.importers.cpp.syntax.pasted import Chain, can_be_pasted, chains_in
from workbench.importers.cpp.syntax.tree import MAX_BYTES, Source
from workbench.importers.cpp.syntax.types import canonical

__all__ = ["read_with_definers"]

_MOST_ENTRIES = 4000
_MOST_SEARCHED = 256 << 20
_MOST_NAMES = 64
"""Bytes of the files that are too large to be read, and the names that are looked for in them."""
_SECONDS = 4.0
"""For which files are parsed."""
_MOST_ROUNDS = 8
_PROGRAM = "main"
_NAMED = re.compile(rb"\b([A-Za-z_]\w*)\s*(?:\(|::|[=[{])")
"""How a text has the name of what it may define."""
_MAKES_OPS = re.compile(r"\bTORCH_LIBRARY\s*\(\s*(\w+)")


def read_with_definers(paths: list[Path], further: Sequence[Path] = ()) -> Texts:
    """Read files as ``read_sources`` does, and those beside them that define what they need.

    A file beside them is taken along where it defines a function, variable or class that the others
    declare, use and do not define, and one elsewhere in the project where none beside them does; so is
    the other half of what they register with torch, and the kernel that a macro puts into a table for
    one of their functions. Where several define the same, C++ comes before
    CUDA, and of several in C++ none is taken: which one is meant is not known.

    Args:
        paths: the files.
        further: folders of headers that are not of the project.

    Raises:
        UserError: as ``read_sources``.
    """
    texts = _read(paths, further)
    beside = _Beside(paths)
    along: list[Path] = []
    left: list[Left] = []
    looked = False
    for _ in range(_MOST_ROUNDS):
        try:
            known = _Known(texts)
        except UserError:
            break  # it is said where ops are looked for in them
        found = beside.defining(known) if known.lacking else []
        if not found and not looked:
            found, looked = [*partners_of(paths, texts), *tabled_for(paths, texts)], True
        found = found or _elsewhere(paths, known)
        if not found:
            left = beside.too_large(known) if known.lacking else []
            break
        along += found
        texts = _read(paths, further, along)
    every = dict.fromkeys((*texts.left, *left))
    return Texts(texts, every, texts.outside, beside.rivals, texts.through)


def _read(paths: list[Path], further: Sequence[Path], along: Sequence[Path] = ()) -> Texts:
    """What ``read_sources`` reads, without the sources whose headers surely nobody includes."""
    texts = read_sources(paths, further=further, along=along)
    without = {texts.through[name].path for name in not_compiled(texts)}
    if not without:
        return texts
    return read_sources(paths, further=further, along=along, without=without)


class _Known:
    """What the texts that are read already define, and what they lack.

    Attributes:
        lacking: what is declared and used, and not defined.
        symbols: what they define for others, so that nobody else may.
        classes: the names of their classes.
        ops: the namespaces that they make ops in.
    """

    def __init__(self, texts: dict[str, str]) -> None:
        # What only a header declares that nobody includes is not lacking.
        never = never_included(texts)
        own = {
            n: t for n, t in texts.items() if not n.startswith(f"{THIRD_PARTY}/") and n not in never
        }
        sources = [source for source in parsed(texts) if source.file in own]
        needs = Needs()
        for source in sources:
            needs.add(source)
        self.classes = classes_in(sources)
        defined = {named for source in sources for named in defined_in(source, self.classes)}
        names = needs.names
        self.lacking = {
            named
            for named in needs.declared - defined
            if named.name in names and named.kind not in ("method", "complete")
        }
        parts = included_sources(own)
        self.symbols = {
            symbol
            for source in sources
            if is_compiled(source.file) and source.file not in parts
            for symbol in _symbols(source)
        }
        self.ops = {name for text in own.values() for name in _MAKES_OPS.findall(text)}


class _Beside:
    """The C++ and CUDA files of some folders.

    Args:
        paths: the files whose folders are meant; they are none of them.
        files: the ones that are meant instead.

    Attributes:
        rivals: what was lacking last → the files that define it, of which none is taken.
    """

    def __init__(self, paths: Sequence[Path], files: Sequence[Path] = ()) -> None:
        self._given = [real_path(path) for path in paths]
        self._files = files or _files_in({path.parent for path in self._given})
        self._names: dict[Path, set[str]] | None = None
        self._pasted: dict[Path, tuple[set[Chain], set[str]]] = {}
        self._sources: dict[Path, Source | None] = {}
        self._seconds = 0.0
        self._large: list[Left] = []
        self.rivals: dict[str, list[Path]] = {}

    def defining(self, known: _Known) -> list[Path]:
        """The files that define what is lacking, each of which is told once."""
        wanted = {named.name for named in known.lacking}
        if self._names is None:
            self._names = dict(self._named_by_file())
        found: dict[Path, tuple[set[Named], set[str]]] = {}
        for path, names in self._names.items():
            source = self._source(path) if names & wanted or self._pastes(path, wanted) else None
            if source is None or known.ops.intersection(_MAKES_OPS.findall(source.whole)):
                continue
            defined = known.lacking.intersection(defined_in(source, known.classes))
            symbols = set(_symbols(source))
            if defined and not symbols & known.symbols:
                found[path] = defined, symbols
        unclear = _one_of_several(found)
        self.rivals = {}
        for path in sorted(unclear):
            for name in sorted(named.name for named in found[path][0]):
                self.rivals.setdefault(name, []).append(path)
        taken: list[Path] = []
        claimed: set[str] = set()
        for path in sorted(found, key=lambda p: (p.suffix in CUDA, -len(found[p][0]), p)):
            symbols = found[path][1]
            if path not in unclear and not symbols & claimed:
                taken.append(path)
                del self._names[path]
            claimed |= symbols
        return taken

    def too_large(self, known: _Known) -> list[Left]:
        """The files that are too large to be read and have the name of what is lacking."""
        left, found = _MOST_SEARCHED, []
        for one in self._large:
            if left > 0 and _has_one_of(one.path, left, known.lacking):
                found.append(one)
            left -= one.size
        return found

    def _named_by_file(self) -> Iterator[tuple[Path, set[str]]]:
        """The files of the folders, and the names that each of them may define."""
        left = MOST_READ
        for path in filter(None, map(_real, self._files)):
            if path in self._given:
                continue
            try:
                size = path.stat().st_size
                if size > MAX_BYTES:
                    self._large.append(Left(path, "", size))
                elif size <= left:
                    left -= size
                    data = path.read_bytes()
                    if b"##" in data:
                        text = data.decode("utf-8", "replace")
                        self._pasted[path] = chains_in(text), set(words_in(text))
                    yield path, {m.decode() for m in _NAMED.findall(data)}
            except OSError:
                continue

    def _pastes(self, path: Path, wanted: Collection[str]) -> bool:
        """Whether the macros of a file can make one of some names."""
        chains, words = self._pasted.get(path, (set(), set()))
        return any(can_be_pasted(n, chain, words) for chain in chains for n in wanted)

    def _source(self, path: Path) -> Source | None:
        """A file's tree; None for a program or a module of Python's, and for what cannot be read."""
        in_time = len(self._sources) < MOST_PARSED and self._seconds < _SECONDS
        if path not in self._sources and in_time:
            start = time.monotonic()
            try:
                source = Source(read_any(path), path.name)
                source.makers = making_macros(macros_of(source))
                alone = "module" in kinds_in(source) or _PROGRAM in _symbols(source)
                self._sources[path] = None if alone else source
            except UserError:
                self._sources[path] = None
            self._seconds += time.monotonic() - start
        return self._sources.get(path)


def _elsewhere(paths: Sequence[Path], known: _Known) -> list[Path]:
    """The C++ files of the project, the nearest first, that define a function that is lacking."""
    wanted = [named for named in known.lacking if named.kind == "function"]
    looked: dict[Path, bool] = {}
    for folder in files_around(paths[0], CPP) if wanted else ():
        for path in folder:
            if path not in looked:
                looked[path] = _has_one_of(path, MAX_BYTES, wanted)
        having = [path for path in folder if looked[path]]
        if having and (found := _Beside(paths, having).defining(known)):
            return found
    return []


def _one_of_several(found: dict[Path, tuple[set[Named], set[str]]]) -> set[Path]:
    """The files of which others in the same language define the same."""

    def alike(path: Path, other: Path) -> bool:
        same = found[path][0] == found[other][0] and found[path][1] & found[other][1]
        return bool(same) and (path.suffix in CUDA) == (other.suffix in CUDA)

    return {p for p in found if any(alike(p, other) for other in found if other != p)}


def _files_in(folders: Collection[Path]) -> Iterator[Path]:
    """The C++ and CUDA files of some folders, in order."""
    for folder in sorted(folders):
        try:
            with os.scandir(folder) as entries:
                names = sorted(e.name for e in islice(entries, _MOST_ENTRIES) if e.is_file())
        except OSError:
            continue
        yield from (folder / name for name in names if is_compiled(name))


def _real(path: Path) -> Path | None:
    try:
        return real_path(path)
    except UserError:
        return None


def _has_one_of(path: Path, most: int, lacking: Collection[Named]) -> bool:
    """Whether the first bytes of a large file have the name of a function."""
    names = [named.name.encode() for named in lacking if named.kind == "function"]
    try:
        with path.open("rb") as file:
            data = file.read(most)
    except OSError:
        return False
    # First the names alone: a pattern takes ten times as long, and mostly none is there.
    there = [name for name in names[:_MOST_NAMES] if name in data]
    return any(re.search(rb"\b%b\s*\(" % re.escape(name), data) for name in there)


def _symbols(source: Source) -> Iterator[str]:
    """The functions that a source defines for the linker, with the types of their parameters."""
    for function in functions_of(source):
        if not function.defined or function.anonymous or function.template:
            continue
        if (
            not function.expanded
            and "inline" in source.text(function.start, function.name_span[0]).split()
        ):
            continue
        if function.name == _PROGRAM:
            yield _PROGRAM
        types = ", ".join(canonical(p.type) for p in function.parameters)
        yield f"{function.name}({types})"
