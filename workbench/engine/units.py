"""The units of a build, each with the digest of all that it depends on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.files import write_text
from workbench.engine import toolchain
from workbench.engine.includes import included_files
from workbench.engine.store import Store, digest

__all__ = ["Library", "Unit", "make_library", "make_unit", "remember_headers"]


class Unit(msgspec.Struct, frozen=True):
    """One file to compile.

    Attributes:
        name: of the object, for people.
        text: the generated text; compiled after ``source``, which may be None.
        source: the user's file that the unit begins with.
        flags: the compiler's.
        key: of the object in the store.
        base: the key without the headers that only the compiler found.
        headers: the user's files that the key covers.
    """

    name: str
    text: str
    source: Path | None
    flags: tuple[str, ...]
    key: str
    base: str
    headers: tuple[Path, ...]


class Library(msgspec.Struct, frozen=True):
    """One library to link from units."""

    name: str
    units: tuple[Unit, ...]
    flags: tuple[str, ...]
    key: str


def make_unit(
    store: Store,
    name: str,
    text: str,
    source: Path | None,
    flags: tuple[str, ...],
    first: Path | None = None,
) -> Unit:
    """A unit with its key.

    Args:
        store: where the headers of earlier compilations are remembered.
        name: of the object.
        text: the generated text.
        source: the user's file, or None.
        flags: the compiler's.
        first: a (precompiled) header that comes before everything.
    """
    for path in filter(None, (first, source)):
        # By a flag, not by an #include line, so that any path works and the compiler names the
        # file as the user knows it.
        flags = (*flags, "-include", str(path))
    parts: list[str | bytes] = [*_versions(), text, *flags]
    for folder in _our_folders():
        parts += [path.read_bytes() for path in sorted(folder.rglob("*.h"))]
    headers = included_files(source, [source.parent]) if source else []
    base = digest([*parts, *_contents(headers)])
    found = [path for path in _remembered(base, store) if path not in headers]
    key = digest([base, *_contents(found)]) if found else base
    return Unit(name, text, source, flags, key, base, (*headers, *found))


def make_library(name: str, units: tuple[Unit, ...], flags: Sequence[str]) -> Library:
    """A library with its key."""
    return Library(
        name, units, tuple(flags), digest([*_versions(), name, *(u.key for u in units), *flags])
    )


def _versions() -> list[str]:
    compiler = toolchain.compiler()
    return [*compiler.command, compiler.version, toolchain.version_of("torch")]


def _our_folders() -> tuple[Path, ...]:
    return (paths.ops_lib() / "include", paths.ort_ops() / "include")


def _contents(files: Sequence[Path]) -> list[str | bytes]:
    parts: list[str | bytes] = []
    for path in files:
        parts += [str(path), path.read_bytes() if path.is_file() else b"missing"]
    return parts


# Headers that the text does not name plainly (#include MACRO). The compiler tells of them, and
# from then on they are part of the key.


def _index(base: str, store: Store) -> Path:
    return store.root / "headers_found" / f"{base}.json"


def _remembered(base: str, store: Store) -> list[Path]:
    path = _index(base, store)
    if not path.is_file():
        return []
    try:
        return [Path(name) for name in msgspec.json.decode(path.read_bytes(), type=list[str])]
    except msgspec.DecodeError:
        return []


def remember_headers(unit: Unit, depfile: Path, store: Store) -> None:
    """Note which other files of the user the compiler has read for a unit."""
    ours = _our_folders()
    found = {
        path.resolve()
        for path in _read_depfile(depfile)
        if not any(path.is_relative_to(folder) for folder in (*ours, store.root))
    }
    known = {path.resolve() for path in unit.headers}
    if found - known:
        index = _index(unit.base, store)
        index.parent.mkdir(parents=True, exist_ok=True)
        names = sorted(map(str, found | set(_remembered(unit.base, store))))
        write_text(index, msgspec.json.encode(names).decode())


def _read_depfile(path: Path) -> list[Path]:
    """The prerequisites of a Makefile rule as compilers write it."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8", errors="surrogateescape").replace("\\\n", " ")
    words = re.findall(r"(?:\\.|\S)+", text.partition(": ")[2])
    return [Path(re.sub(r"\\(.)", r"\1", word).replace("$$", "$")) for word in words]
