"""The other half of what files register with torch: an op's schema, or its kernel, in another file.

Many projects declare their ops in one file, ``m.def("f(Tensor x) -> Tensor")``, and have a file of
kernels for each kind of device, ``TORCH_LIBRARY_IMPL(lib, CPU, m) { m.impl("f", &f); }``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.files.file_roles import CPP
from workbench.core.files.files import real_path
from workbench.importers.cpp.headers.headers import files_around
from workbench.importers.cpp.search.project_texts import texts_of_interest
from workbench.importers.cpp.search.registrations import registrations_in
from workbench.importers.cpp.search.scan import parsed
from workbench.importers.cpp.syntax.found import Registration
from workbench.importers.cpp.syntax.tree import Source

__all__ = ["TORCHS", "partners_of", "runs_on_cpu"]

TORCHS = ("aten", "prim", "prims", "quantized")
"""Namespaces whose schemas torch has itself."""


def runs_on_cpu(key: str) -> bool:
    """Whether a kernel for a dispatch key is one for the CPU, too."""
    return key.startswith(("CPU", "Composite", "CatchAll"))


def partners_of(paths: Sequence[Path], texts: Mapping[str, str]) -> list[Path]:
    """The files of the same project that have the other half of what the given ones register.

    Of several that have it none is taken: which one is meant is not known.

    Args:
        paths: the given files.
        texts: theirs, first, and of what came along.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    sources = parsed(dict(texts))
    known = [r for s in sources for r in registrations_in(s) if r.kind != "module"]
    given = set(list(texts)[: len({real_path(p) for p in paths})])
    ops = {_op(r) for r in known if r.file in given and r.namespace not in (*TORCHS, "", "_")}
    wanted = {half: ops - {_op(r) for r in known if _has(half, r)} for half in ("schema", "kernel")}
    if not any(wanted.values()):
        return []
    names = {name for lacking in wanted.values() for _, name in lacking}
    made = _libraries(known)
    read = {real_path(p) for p in paths}
    for found in files_around(paths[0], CPP):
        others = [p for p in map(real_path, found) if p not in read]
        read |= set(others)
        # Torch takes one TORCH_LIBRARY of a namespace.
        registered = {p: r for p, r in _registering(others, names) if not made & _libraries(r)}
        if taken := _taken(wanted, registered):
            return taken
    return []


def _taken(
    wanted: Mapping[str, Collection[tuple[str, str]]],
    registered: Mapping[Path, Sequence[Registration]],
) -> list[Path]:
    """The files that alone have what is wanted."""
    taken: dict[Path, None] = {}
    for half, lacking in wanted.items():
        for op in sorted(lacking):
            having = [
                p for p, rs in registered.items() if any(_op(r) == op and _has(half, r) for r in rs)
            ]
            if len(having) == 1:
                taken.setdefault(having[0])
    return list(taken)


def _registering(
    paths: Iterable[Path], names: Collection[str]
) -> Iterator[tuple[Path, list[Registration]]]:
    """Those of the files that register with torch, and have one of the names."""

    def registers(text: str) -> bool:
        return "TORCH_LIBRARY" in text and any(name in text for name in names)

    for path, text in texts_of_interest(paths, registers):
        try:
            found = [r for r in registrations_in(Source(text, path.name)) if r.kind != "module"]
        except UserError:
            continue
        yield path, found


def _libraries(registrations: Iterable[Registration]) -> set[str]:
    return {r.namespace for r in registrations if r.macro == "TORCH_LIBRARY"}


def _op(registration: Registration) -> tuple[str, str]:
    return registration.namespace, registration.name


def _has(half: str, registration: Registration) -> bool:
    if registration.problem:
        return False
    if half == "schema":
        return registration.method == "def"
    held = bool(registration.function) or registration.inline is not None
    return held and (registration.method == "def" or runs_on_cpu(registration.key))
