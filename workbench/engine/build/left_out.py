"""Functions of CUDA files that are not linked: what calls one gets an error that says so.

C++ for torch often has its paths for CPU and GPU in one file, which calls launchers of a ``.cu`` file. Where
that is not linked, the path for the CPU runs all the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from workbench.core.compile.cuda_headers import includes_cuda
from workbench.core.compile.providers import CUDA_LIBRARY
from workbench.engine.build import cuda
from workbench.engine.build.sources import Sources, glue_flags
from workbench.engine.build.undefined import code_of, defines
from workbench.engine.build.units import Unit, make_unit
from workbench.engine.elf import UNREADABLE
from workbench.engine.store import Store

__all__ = ["leaves_out", "left_out_units"]

_OF_TORCH = (("c10", "cuda"), ("at", "cuda"))
_OF_CUDA = re.compile(rf"(?:__)?cuda[A-Z]\w*|{CUDA_LIBRARY}[A-Z]\w*")


def leaves_out(sources: Sources) -> bool:
    """Whether files of an op are CUDA that is not linked, or call what is CUDA's."""
    if cuda.linkable():
        return False
    files = [p for p in (sources.main, *sources.files) if p is not None]
    return bool(sources.cuda) or any(includes_cuda(p, sources.include) for p in files)


def left_out_units(units: Sequence[Unit], sources: Sources, store: Store) -> tuple[Unit, ...]:
    """What stands for functions of CUDA files, once the objects are there that call them.

    Args:
        units: those of the library.
        sources: the op's files.
        store: where their objects are.
    """
    objects = [store.path("objects", unit.key, "unit.o") for unit in units]
    if not all(path.exists() for path in objects):
        return ()
    text = _text(objects, sources.cuda, cuda.why_not_linked())
    if not text:
        return ()
    flags, compiler = glue_flags(sources.compiler), sources.compiler
    return (make_unit(store, "left_out", text, None, flags, compiler=compiler),)


def _text(objects: Sequence[Path], left: Sequence[Path], why: str) -> str:
    """Definitions of what the objects call, and CUDA files alone define; each throws. Empty for none.

    Args:
        objects: those that are linked.
        left: the CUDA files, which are not.
        why: they are not.
    """
    wanted = {symbol: words for symbol in _undefined(objects) if (words := _words(symbol))}
    parts: list[str] = []
    for symbol, words in sorted(wanted.items()):
        name = words[-1]
        where = next((path.name for path in left if _defined_in(path, words)), "")
        if where:
            told = f"'{name}' is defined in {where}, which is not linked here: {why}"
        elif _is_of_cuda(symbol, words):
            told = f"'{name}' is CUDA's, or of torch's build for CUDA, and not linked here: {why}"
        else:
            continue
        function = f"wb_left_out_{len(parts)}"
        parts.append(
            # In a library of several ops another one's may define it.
            f'extern "C" __attribute__((weak)) void {function}() __asm__("{symbol}");\n'
            f"void {function}() {{ throw std::runtime_error({json.dumps(told)}); }}\n"
        )
    return "\n".join(["#include <stdexcept>\n", *parts]) if parts else ""


def _words(symbol: str) -> list[str]:
    """The names in a function's symbol, ``my`` and ``launch`` of ``_ZN2my6launchEPKf``; the last is its own."""
    match = re.match(r"_Z(?:N[rVKRO]*)?", symbol)
    if match is None:
        return [symbol] if symbol.isidentifier() else []
    words, at = [], match.end()
    while length := re.compile(r"\d+").match(symbol, at):
        at = length.end() + int(length[0])
        words.append(symbol[length.end() : at])
    return words


def _is_of_cuda(symbol: str, words: Sequence[str]) -> bool:
    """Whether a function is one of CUDA's libraries, or of the part of torch that calls them."""
    return tuple(words[:2]) in _OF_TORCH or _OF_CUDA.fullmatch(symbol) is not None


def _defined_in(path: Path, words: Sequence[str]) -> bool:
    """Whether a file defines a function: its namespaces stand there, too.

    Without them ``at::_ops::full::call`` of torch's would be one that a file defines as ``call``.
    """
    if not defines(path, words[-1]):
        return False
    text = code_of(path)
    return all(re.search(rf"\b{re.escape(word)}\b", text) for word in words[:-1])


def _undefined(objects: Iterable[Path]) -> set[str]:
    """Symbols that some of the objects refer to, and none defines."""
    wanted: set[str] = set()
    given: set[str] = set()
    for path in objects:
        for name, is_defined in _symbols(path):
            (given if is_defined else wanted).add(name)
    return wanted - given


def _symbols(path: Path) -> Iterator[tuple[str, bool]]:
    """The symbols of an object, and whether it defines them."""
    import lief

    try:
        parsed = lief.ELF.parse(str(path))
    except UNREADABLE:
        return
    for symbol in parsed.symbols if parsed is not None else ():
        yield str(symbol.name), symbol.shndx != 0
