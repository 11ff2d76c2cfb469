"""The libraries in a package: what several ops share, what an op has of its own, and what joins them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import DeliverJob, GroupResult
from workbench.engine.build.group import grouped
from workbench.engine.build.joined import joined_library
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.deliver.needs import ort_libraries
from workbench.engine.store import Store

__all__ = [
    *("JOINED", "PackageFiles", "folder_of", "joined_files", "libraries", "package_files"),
    "sharing",
]

JOINED = "libjoined_ort.so"
"""Of a package of several ops: one library for ONNX Runtime that takes in those of all."""


class PackageFiles(NamedTuple):
    """Where the libraries lie in the package, as seen from its folder.

    Attributes:
        torch, ort: op → its library.
        joined: the library for a session with several of the ops; empty where there are not two.
        made: each file → where it is built.
        apart: why ops do not share a library with others, a sentence each.
    """

    torch: dict[str, str]
    ort: dict[str, str]
    joined: str
    made: dict[str, Path]
    apart: tuple[str, ...] = ()

    @property
    def shared(self) -> dict[str, list[str]]:
        """The libraries that several ops share, and whose they are."""
        found: dict[str, list[str]] = {}
        for places in (self.torch, self.ort):
            for op, place in places.items():
                found.setdefault(place, []).append(op)
        return {place: ops for place, ops in found.items() if place and len(ops) > 1}


def folder_of(op: Op) -> str:
    """The folder of an op in a package."""
    return f"_{op.name}"


def libraries(part: DeliverJob) -> list[Path]:
    """All libraries of an op, as they were built."""
    found = [Path(part.torch_library)] if part.torch_library else []
    return found + [p for p in ort_libraries(part) if p.name not in {f.name for f in found}]


def sharing(ops: Iterable[str], places: Mapping[str, str]) -> list[str]:
    """Some ops, and those that are in one library with one of them, in the package's order.

    Args:
        ops: which; each has a library.
        places: op → its library for one of the runtimes, see ``PackageFiles``.
    """
    found = {places[op] for op in ops}
    return [op for op, place in places.items() if place in found]


def joined_files(job: DeliverJob) -> list[str]:
    """The op libraries that a package joins that is built where it is used, as seen from its folder; none
    where there are not two.
    """
    found = [f"{folder_of(p.op)}/{Path(p.ort_library).name}" for p in job.parts if p.ort_library]
    return found if len(found) > 1 else []


def package_files(job: DeliverJob, module: str) -> PackageFiles:
    """The libraries of a package, built.

    Args:
        job: of all ops that are in it.
        module: what the package is imported as.

    Raises:
        UserError: what compiler and linker reported.
    """
    group, apart = _group(job, module)
    made: dict[str, Path] = {}
    torch: dict[str, str] = {}
    ort: dict[str, str] = {}
    for part in job.parts:
        name, folder = part.op.name, folder_of(part.op)
        of_group = {
            part.torch_library: group.torch if name in group.in_torch else "",
            part.ort_library: group.ort if name in group.in_ort else "",
        }
        places = {}
        for path in libraries(part):
            shared = of_group.get(str(path), "")
            place = Path(shared).name if shared else f"{folder}/{path.name}"
            made[place] = Path(shared) if shared else path
            places[str(path)] = place
        torch[name] = places.get(part.torch_library, "")
        ort[name] = places.get(part.ort_library, "")
    files = list(dict.fromkeys(filter(None, ort.values())))
    joined = files[0] if len(files) == 1 and sum(map(bool, ort.values())) > 1 else ""
    if len(files) > 1:
        joined = JOINED
        made[joined] = Path(joined_library(JOINED, files, Store(), Reporter()))
    return PackageFiles(torch, ort, joined, made, apart)


def _group(job: DeliverJob, module: str) -> tuple[GroupResult, tuple[str, ...]]:
    """What is linked into one library for each runtime, from what was verified; and what is not."""
    parts = [p for p in job.parts if p.torch_library or p.ort_library]
    if len(parts) < 2:
        return GroupResult(), ()
    verified = {p.op.name: (p.torch_library, p.ort_library) for p in parts}
    ops = [(Path(p.folder), p.op) for p in parts]
    try:
        found = grouped(ops, module, Store(), Reporter(), verified)
    except UserError as error:
        if error.problem.kind != "link":
            raise
        why = "Each op has libraries of its own, since they cannot be linked into one"
        return GroupResult(), (f"{why}: {error.problem.message}",)  # each works, as it was verified
    return found, tuple(apart.words for apart in found.apart)
