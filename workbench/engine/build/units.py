"""The units of a build, each with the digest of all that it depends on."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.compile.cxx_flags import named
from workbench.core.compile.includes import check_included, included_files
from workbench.core.errors import Problem
from workbench.core.files.files import write_text
from workbench.engine.compilers import Compiler
from workbench.engine.cuda_toolkit import is_for_nvcc
from workbench.engine.store import Store, digest
from workbench.engine.toolchain import version_of
from workbench.importers.cpp.headers.files import THIRD_PARTY

__all__ = [
    "Entry",
    "Library",
    "Plan",
    "Unit",
    "in_one",
    "look_again",
    "make_library",
    "make_unit",
    "our_headers",
    "remember_headers",
    "with_found",
]


class Unit(msgspec.Struct, frozen=True):
    """One file to compile.

    Attributes:
        name: of the object, for people.
        text: the generated text; compiled after ``source``, which may be None.
        before: lines before the text that include the source, where a flag cannot.
        source: the user's file that the unit begins with.
        flags: the compiler's.
        compiler: what compiles it.
        key: of the object in the store; the same for a copy of the op in another folder.
        base: the key without the headers that only the compiler found.
        rest: the same without the generated text: what two units have in common that compile one
            file in one way.
        headers: the user's files that the key covers.
        folder: the op's; None for a unit that names nothing of it.
        notes: what to tell where it compiles.
        linked: whether its object gets into the library; of one that does not, what CUDA lacks here
            is no error, see ``cuda.py``.
    """

    name: str
    text: str
    source: Path | None
    flags: tuple[str, ...]
    compiler: Compiler
    key: str
    base: str
    rest: str
    headers: tuple[Path, ...]
    before: str = ""
    folder: Path | None = None
    notes: tuple[Problem, ...] = ()
    linked: bool = True

    def has(self, file: str) -> bool:
        """Whether a file is of the user's: one that can be mended where an error arises."""
        path = Path(os.path.normpath(file))
        own = path == self.source or path in self.headers
        return own or (self.folder is not None and path.is_relative_to(self.folder))

    def is_others(self, file: str) -> bool:
        """Whether a file is a header that came from elsewhere: what is said of it is not the op's matter."""
        if self.folder is None or self.source is None:
            return False
        path = Path(os.path.normpath(file))
        own = path.is_relative_to(self.folder) or path.is_relative_to(self.source.parent)
        return path in self.headers and (not own or THIRD_PARTY in path.parts)

    def keep(self, problems: Sequence[Problem]) -> bytes:
        """What the compiler told, to be kept beside the object."""
        return msgspec.json.encode(
            [msgspec.structs.replace(p, file=_movable(p.file, self.folder)) for p in problems]
        )

    def kept(self, data: bytes) -> list[Problem]:
        """The same, of a build of this op or of a copy of it."""
        return [
            msgspec.structs.replace(p, file=_moved(p.file, self.folder))
            for p in msgspec.json.decode(data, type=list[Problem])
        ]


class Entry(msgspec.Struct, frozen=True):
    """How the ops of a library for ONNX Runtime are registered.

    Attributes:
        function: what does that, for an entry point that has several libraries' objects.
        oldest: the version of ONNX Runtime that it asks for.
        headers: a digest of ONNX Runtime's headers that its source includes; empty for none.
        of_source: the source has a ``RegisterCustomOps``, which the function calls.
    """

    function: str
    oldest: str
    headers: str = ""
    of_source: bool = False

    @property
    def own_entry(self) -> str:
        """The function, where the source has a ``RegisterCustomOps``; empty where it has none."""
        return self.function if self.of_source else ""


class Library(msgspec.Struct, frozen=True):
    """One library to link from units.

    Attributes:
        name: of its file.
        units: what it is linked from.
        flags: the linker's.
        asked: those of them that are not made of its own name.
        needs: libraries of the same build that it loads with itself.
        first: files of this machine to load before it, and packages to import; they are noted
            beside it.
        beside: files of the user's that it loads from beside itself.
        compiler: what links it.
        key: of the library in the store.
        entry: of one for ONNX Runtime.
    """

    name: str
    units: tuple[Unit, ...]
    flags: tuple[str, ...]
    asked: tuple[str, ...]
    needs: tuple[Library, ...]
    first: tuple[str, ...]
    beside: tuple[Path, ...]
    compiler: Compiler
    key: str
    entry: Entry | None = None


def make_unit(
    store: Store,
    name: str,
    text: str,
    source: Path | None,
    flags: tuple[str, ...],
    *,
    compiler: Compiler,
    folder: Path | None = None,
    inlined: bool = False,
    first: Path | None = None,
    include: Sequence[Path] = (),
    depends: Sequence[str] = (),
) -> Unit:
    """A unit with its key.

    Args:
        store: where the headers of earlier compilations are remembered.
        name: of the object.
        text: the generated text.
        source: the user's file, or None.
        flags: the compiler's.
        compiler: what compiles it.
        folder: the op's. Where it lies is no part of the key: compiled code does not name it.
        inlined: the text holds the source already.
        first: a (precompiled) header that comes before everything.
        include: folders of the user's headers beside the source's own.
        depends: what else the object depends on, such as the version of other headers.
    """
    before = [str(path) for path in (first, None if inlined else source) if path is not None]
    lines = ""
    if compiler.is_gcc or is_for_nvcc(flags) or '"' not in "".join(before):
        # By a flag, not by an #include line, so that any path works and the compiler names the
        # file as the user knows it.
        flags = (*flags, *(word for path in before for word in ("-include", path)))
    else:  # clang makes lines of the flags, with quotes
        lines = "".join(f"#include <{path}>\n" for path in before)
    movable = [_movable(path, folder) for path in before] if lines else []
    parts: list[str | bytes] = [*_versions(compiler), *movable, *_without(flags, folder), *depends]
    parts.append(our_headers())
    headers = included_files(source, [source.parent, *include]) if source else []
    check_included(headers)
    rest = digest([*parts, *_contents(headers, folder)])
    made = Unit(name, text, source, flags, compiler, "", "", rest, tuple(headers), lines, folder)
    return _keyed(made, store)


def _keyed(unit: Unit, store: Store) -> Unit:
    """The unit with the keys that its text gives it."""
    base = digest([unit.rest, unit.text])
    found = [path for path in _remembered(base, store, unit.folder) if path not in unit.headers]
    key = digest([base, *_contents(found, unit.folder)]) if found else base
    headers = (*unit.headers, *found)
    return msgspec.structs.replace(unit, key=key, base=base, headers=headers)


def in_one(units: Sequence[Unit], store: Store) -> Unit:
    """One unit with the generated texts of several that compile one file in one way.

    Args:
        units: of one ``rest``.
        store: where the headers of earlier compilations are remembered.
    """
    return _keyed(msgspec.structs.replace(units[0], text="".join(u.text for u in units)), store)


def with_found(library: Library, store: Store) -> Library:
    """A library that is built: what its units have in common covers the headers that only the compiler found.

    Its keys, and theirs, stay what they are.
    """
    units = tuple(_with_found(unit, store) for unit in library.units)
    return msgspec.structs.replace(library, units=units)


def _with_found(unit: Unit, store: Store) -> Unit:
    found = _remembered(unit.base, store, unit.folder)
    if not found:
        return unit
    rest = digest([unit.rest, *_contents(found, unit.folder)])
    headers = tuple(dict.fromkeys((*unit.headers, *found)))
    return msgspec.structs.replace(unit, rest=rest, headers=headers)


def make_library(
    name: str,
    units: Sequence[Unit],
    flags: Sequence[str],
    exports: Path | None,
    compiler: Compiler,
    needs: Sequence[Library] = (),
    first: Sequence[str] = (),
    beside: Sequence[Path] = (),
    entry: Entry | None = None,
) -> Library:
    """A library with its key.

    Args:
        name: of its file.
        units: what it is linked from.
        flags: the linker's.
        exports: the linker's version script, which says what the library exports; None where
            the linker takes none, and the sources alone say it.
        compiler: what links it.
        needs: libraries of the same build that it loads with itself.
        first: files to load before it.
        beside: files that it loads from beside itself.
        entry: of one for ONNX Runtime.
    """
    asked = tuple(flags)
    # Another name for the library than its path, which would stand in it; the user's own wins.
    if exports is not None:
        flags = (f"-Wl,-soname,{name}", *flags, "-Xlinker", f"--version-script={exports}")
    parts = [name, *(u.key for u in units), *flags, *(n.key for n in needs), *first]
    contents = [path.read_bytes() for path in ((exports,) if exports else ()) + tuple(beside)]
    key = digest([*_versions(compiler), *parts, *(contents or [b""])])
    more = (tuple(needs), tuple(first), tuple(beside))
    return Library(name, tuple(units), tuple(flags), asked, *more, compiler, key, entry)


def _versions(compiler: Compiler) -> list[str]:
    return [*compiler.command, compiler.version, version_of("torch")]


def _our_folders() -> tuple[Path, ...]:
    return (paths.ops_lib() / "include", paths.ort_ops() / "include")


@functools.cache
def our_headers() -> str:
    """A digest of the headers of the kernel API and of the bindings.

    It is of what a process found when it first asked: each unit of a build asks.
    """
    files = [path for folder in _our_folders() for path in folder.rglob("*") if path.is_file()]
    return _digest_of(tuple((str(path), path.stat().st_mtime_ns) for path in sorted(files)))


def look_again() -> None:
    """Look at our headers anew when they are asked for next: a host outlives many changes of them."""
    our_headers.cache_clear()


@functools.lru_cache(maxsize=4)
def _digest_of(files: tuple[tuple[str, int], ...]) -> str:
    return digest(Path(path).read_bytes() for path, _ in files)


# An op that is copied or moved finds what was compiled of it: its folder is called by a word.
_OP = "<op>"


def _movable(path: str, folder: Path | None) -> str:
    """A path, the op's folder in it replaced."""
    if folder is None or not f"{path}/".startswith(f"{folder}/"):
        return path
    return _OP + path.removeprefix(str(folder))


def _moved(path: str, folder: Path | None) -> str:
    """The path again."""
    if folder is None or not path.startswith(_OP):
        return path
    return str(folder) + path.removeprefix(_OP)


def _without(flags: Iterable[str], folder: Path | None) -> Iterator[str]:
    """Flags without the op's folder, where they only say how to find and to name what is in it.

    A macro with a path stays as it is: that path gets into the code.
    """
    name = "" if folder is None else named(folder, "")
    before = ""
    for flag in flags:
        if flag == name:
            yield named(Path(_OP), "")
        elif flag.startswith("-I/"):
            yield f"-I{_movable(flag.removeprefix('-I'), folder)}"
        else:
            yield _movable(flag, folder) if before == "-include" else flag
        before = flag


def _contents(files: Sequence[Path], folder: Path | None) -> list[str | bytes]:
    parts: list[str | bytes] = []
    for path in files:
        parts += [_movable(str(path), folder), path.read_bytes() if path.is_file() else b"missing"]
    return parts


# Headers that the text does not name plainly (#include MACRO). The compiler tells of them, and
# from then on they are part of the key.


def _index(base: str, store: Store) -> Path:
    return store.root / "headers_found" / f"{base}.json"


def _remembered(base: str, store: Store, folder: Path | None) -> list[Path]:
    path = _index(base, store)
    if not path.is_file():
        return []
    try:
        names = msgspec.json.decode(path.read_bytes(), type=list[str])
    except msgspec.DecodeError:
        return []
    return [Path(_moved(name, folder)) for name in names]


def remember_headers(unit: Unit, read: Iterable[Path], store: Store) -> None:
    """Note which other files of the user the compiler has read for a unit.

    Args:
        unit: what was compiled.
        read: all that it has read.
        store: where that is noted.
    """
    ours = _our_folders()
    found = {
        path.resolve()
        for path in read
        if path.is_file()  # a precompiled header may come of a device without anything in it
        and not any(path.is_relative_to(folder) for folder in (*ours, store.root))
    }
    known = {path.resolve() for path in unit.headers}
    if found - known:
        index = _index(unit.base, store)
        index.parent.mkdir(parents=True, exist_ok=True)
        known = set(_remembered(unit.base, store, unit.folder))
        names = sorted(_movable(str(path), unit.folder) for path in found | known)
        write_text(index, msgspec.json.encode(names).decode())


class Plan(msgspec.Struct, frozen=True):
    """What to make.

    Attributes:
        torch: the library for torch, or the Python extension; None where the op needs none.
        ort: the op library for ONNX Runtime; None where it needs none.
        checked: units that are compiled, and not linked.
        notes: of files that are not even compiled here.
    """

    torch: Library | None
    ort: Library | None
    checked: tuple[Unit, ...]
    notes: tuple[Problem, ...] = ()
