"""Fixes for the kernel's files, function, registration and flags."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.core import signature
from workbench.core.fixes.files import change_to, inner_path
from workbench.core.fixes.place import Fix, Place, change, drop, proposes, put, sound_name
from workbench.core.styles import STYLES, installed

__all__: list[str] = []


@proposes(r"kernel\.source")
def _source(place: Place) -> Iterator[Fix]:
    kind = place.op.kernel.kind
    if kind.file:
        yield from change_to(place, inner_path(place.get(), kind.suffixes[0], kind.file))


@proposes(r"kernel\.function")
def _function(place: Place) -> Iterator[Fix]:
    name = place.get()
    last = name.split("::")[-1].split("(")[0].split()[-1:] or [""]
    torch_name = signature.kernel_function(place.op).split("::")[-1]
    yield from change_to(place, [sound_name(last[0] or torch_name)])
    yield put(place, "Call it as the op is called", "")


@proposes(r"kernel\.registration")
def _registration(place: Place) -> Iterator[Fix]:
    for style in STYLES.values():
        if style.registration == place.get():
            yield put(place, f"Make the kernel {style.article} one", style.style, "kernel.style")


@proposes(r"kernel\.package")
def _package(place: Place) -> Iterator[Fix]:
    module = ".".join(re.findall(r"[A-Za-z_]\w*", place.get()))
    yield put(place, f"Change to {module}", module)
    style = installed()
    yield put(place, f"The op is {style.article} one", style.style, "kernel.style")


@proposes(r"kernel\.(?:sources|include)\[\d+\]")
def _file(place: Place) -> Iterator[Fix]:
    name = place.get()
    folder = ".include" in place.key
    if name and not folder:
        for candidate in inner_path(name, ".cpp", "more.cpp"):
            yield put(place, f"Change to {candidate}", candidate)
    yield drop(place, f"Remove '{name}'")


@proposes(r"kernel\.(?:compile_flags|link_flags)\[\d+\]")
def _flag(place: Place) -> Iterator[Fix]:
    flag, key = place.get(), place.key.rpartition("[")[0]
    flags = place.get(key)
    if not flag.startswith("-") and re.search(r"\.(?:cpp|cc|cxx|c|cu)$", flag):
        sources = (*place.op.kernel.sources, flag)
        without = drop(place, "", place.key).op
        yield change(
            Place(without, "kernel"), "Compile it as a further source", "kernel", sources=sources
        )
    if re.search(r"\s", flag.strip()):
        split = (*flags[: place.index], *flag.split(), *flags[place.index + 1 :])
        yield put(place, "Make each flag one of its own", split, key)
    yield drop(place, f"Remove {flag:.40}".rstrip())
    before = place.index - 1
    if before >= 0:
        yield drop(place, f"Remove {flags[before]} {flag:.40}", f"{key}[{before}]", 2)
