"""Which libraries of several ops can be linked into one, why others cannot, and that one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.core.codegen.templates import render
from workbench.core.jobs import Apart
from workbench.core.styles import LibraryPlan
from workbench.engine import toolchain
from workbench.engine.build.sources import glue_flags
from workbench.engine.build.units import Library, Unit, in_one, make_library, make_unit
from workbench.engine.compilers import Compiler
from workbench.engine.store import Store

__all__ = [
    *("ONNX_RUNTIME", "PYTORCH", "Chosen", "Joinable", "choose", "ort_library", "torch_library"),
]

PYTORCH, ONNX_RUNTIME = "PyTorch", "ONNX Runtime"


class Joinable(NamedTuple):
    """A library that may be joined with others: it needs nothing of its own beside it."""

    plan: LibraryPlan
    library: Library


class Chosen(NamedTuple):
    """What is joined: op → what it has, and why others are apart."""

    torch: dict[str, Joinable]
    ort: dict[str, Joinable]
    apart: tuple[Apart, ...]


def choose(torch: Mapping[str, Joinable], ort: Mapping[str, Joinable]) -> Chosen:
    """The ops whose libraries become one: as many as fit together.

    A library for ONNX Runtime that calls the op in torch loads it. So such an op is joined on both
    sides or on neither: torch would refuse an op that is registered twice.

    Args:
        torch: op → its library for torch.
        ort: op → its library for ONNX Runtime.
    """
    left: dict[str, Apart] = {}
    calling = {op for op, one in ort.items() if one.library.needs}
    while True:
        apart: list[Apart] = list(left.values())
        in_torch, out = _joined({op: one for op, one in torch.items() if op not in left})
        apart += out
        own = calling - in_torch.keys()
        apart += [
            Apart(op, ONNX_RUNTIME, "it calls the op in PyTorch, whose library is apart, too")
            for op in own
        ]
        in_ort, out = _joined({op: one for op, one in ort.items() if op not in own}, calling)
        apart += out
        lost = [op for op in in_torch if op in calling and op not in in_ort]
        if not lost:
            return Chosen(in_torch, in_ort, tuple(apart))
        why = "its library for ONNX Runtime, which calls it, is apart, too"
        left |= {op: Apart(op, PYTORCH, why) for op in lost}


def _joined(
    made: Mapping[str, Joinable], calling: Iterable[str] = ()
) -> tuple[dict[str, Joinable], list[Apart]]:
    """The libraries of one runtime that fit together, and why each of the others does not."""
    runtime = ONNX_RUNTIME if any(one.library.entry for one in made.values()) else PYTORCH
    fit = dict(made)
    apart: list[Apart] = []
    for trait, why in _ALIKE:
        values = {op: value for op, one in fit.items() if (value := trait(one))}
        [(usual, _)] = Counter(values.values()).most_common(1) or [(None, 0)]
        for op, value in values.items():
            if value != usual:
                apart.append(Apart(op, runtime, why(value, usual)))
                del fit[op]
    if len(fit) < 2 and not fit.keys() & set(calling):
        return {}, apart + [Apart(op, runtime, "no other one fits together with it") for op in fit]
    return fit, apart


_ALIKE: tuple[tuple[Callable[[Joinable], object], Callable[[object, object], str]], ...] = (
    (
        lambda one: one.library.compiler,
        lambda *_: "another compiler makes it, with another C++ library",
    ),
    (
        lambda one: one.library.entry and one.library.entry.oldest,
        lambda oldest, usual: f"it asks for ONNX Runtime {oldest}, and others ask for {usual}",
    ),
    (
        lambda one: one.library.entry and one.library.entry.headers,
        lambda *_: "its source includes other headers of ONNX Runtime than others do",
    ),
    (
        lambda one: one.library.entry and one.library.entry.own_entry,
        lambda *_: (
            "its source defines RegisterCustomOps, as another one does that is in the library"
        ),
    ),
)
"""What must be the same where libraries have it, and why one with another value is apart."""


# -- the libraries ------------------------------------------------------------------------


def torch_library(name: str, chosen: Mapping[str, Joinable], store: Store) -> Library | None:
    """The library for PyTorch; None where nothing is joined."""
    if not chosen:
        return None
    return _linked(name, [*chosen.values()], (), toolchain.TORCH_EXPORTS, (), store)


def ort_library(
    name: str, chosen: Mapping[str, Joinable], torch: Library | None, store: Store
) -> Library | None:
    """The library for ONNX Runtime; None where nothing is joined.

    Args:
        name: of its file.
        chosen: op → its library.
        torch: the library for PyTorch that has the ops that are called.
        store: where headers of earlier compilations are remembered.
    """
    if not chosen:
        return None
    parts = [*chosen.values()]
    functions = tuple(
        dict.fromkeys(part.library.entry.function for part in parts if part.library.entry)
    )
    entry = (_entry(functions, parts[0].library.compiler, store),) if len(functions) > 1 else ()
    calls = any(part.library.needs for part in parts)
    needs = (torch,) if calls and torch is not None else ()
    return _linked(name, parts, entry, toolchain.ORT_EXPORTS, needs, store)


def _entry(functions: Sequence[str], compiler: Compiler, store: Store) -> Unit:
    """The unit with an entry point that registers what several functions do."""
    text = render("ort_linked.cpp.j2", functions=functions)
    return make_unit(store, "ort_linked", text, None, glue_flags(compiler), compiler=compiler)


def _linked(
    name: str,
    parts: Sequence[Joinable],
    more: Sequence[Unit],
    exports: Path,
    needs: Sequence[Library],
    store: Store,
) -> Library:
    libraries = [part.library for part in parts]
    units = _shared([_units(part, parts) for part in parts], store)
    asked = dict.fromkeys(one.asked for one in libraries)
    flags = [flag for flags in asked for flag in flags]
    if any("-ltorch_python" in flags for flags in asked):
        # Python's own symbols are in the interpreter that loads the library.
        flags = [flag for flag in flags if flag != "-Wl,--no-undefined"]
    first = dict.fromkeys(file for one in libraries for file in one.first)
    compiler = libraries[0].compiler
    return make_library(name, [*units, *more], flags, exports, compiler, needs, tuple(first))


def _units(part: Joinable, parts: Sequence[Joinable]) -> list[Unit]:
    """The units of one of the libraries, without what another one's does in their place."""
    units = list(part.library.units)
    if part.plan.calls_torch or not any(other.plan.calls_torch for other in parts):
        return units
    # A bridge's entry registers all ops that we bind, once it has looked up what is called.
    alike = {plan.name for plan in part.plan.units if not plan.title and not plan.source}
    return [unit for unit in units if unit.name not in alike]


def _shared(libraries: Sequence[Sequence[Unit]], store: Store) -> list[Unit]:
    """The units of libraries, each once; a file that several compile in one way is one unit."""
    units = {unit.key: unit for library in libraries for unit in library}
    alike: dict[str, list[Unit]] = {}
    for unit in units.values():
        if unit.source is not None:
            alike.setdefault(unit.rest, []).append(unit)
    # Parts of one kernel are made side by side, and can be in one library as they are.
    divided = {
        rest
        for library in libraries
        for rest, count in Counter(u.rest for u in library if u.source is not None).items()
        if count > 1
    }
    for rest, several in alike.items():
        if len(several) > 1 and rest not in divided:
            for unit in several:
                del units[unit.key]
            one = in_one(several, store)
            units[one.key] = one
    return list(units.values())
