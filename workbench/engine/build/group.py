"""Ops of a project as one library for PyTorch and one for ONNX Runtime.

They are linked from the very objects that the ops' own libraries are linked from, so nothing is compiled
anew, and a source that ops share is in each library once. An op that cannot be joined with others keeps
its own library: a Python extension, which is imported under its name; one that calls a module beside it;
one whose kernel another compiler makes, with another C++ library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import GroupJob, GroupResult
from workbench.core.storage import op_file
from workbench.core.styles import LibraryPlan
from workbench.engine import toolchain
from workbench.engine.build.build import planned_build
from workbench.engine.build.ninja_run import NinjaRun, Reporter
from workbench.engine.build.units import Library, make_library
from workbench.engine.host.child import Channel
from workbench.engine.store import Store

__all__ = ["group_job", "grouped"]


def grouped(
    ops: Sequence[tuple[Path, Op]],
    name: str,
    store: Store,
    reporter: Reporter,
    verified: Mapping[str, tuple[str, str]] | None = None,
) -> GroupResult:
    """Build ops, and link what can be joined.

    Args:
        ops: each with its folder.
        name: of the group; the files are ``libNAME_torch.so`` and ``libNAME_ort.so``.
        store: where the libraries are kept.
        reporter: is told what is made.
        verified: op → its libraries for torch and ONNX Runtime. Where given, an op whose build gives
            others now, or fails, keeps its own: what is handed on is what was verified.

    Raises:
        UserError: every problem that compiler and linker reported; two ops may define one name.
    """
    names = [op.name for _, op in ops]
    if twice := next((n for n in names if names.count(n) > 1), ""):
        hint = "Name each op once, and give one of two another name."
        raise UserError("build", f"two of the ops are called {twice}", hint)
    torch: dict[str, _Joinable] = {}
    ort: dict[str, _Joinable] = {}
    for folder, op in ops:
        resolved = op.resolved()
        try:
            made = planned_build(folder, resolved, store, reporter)
        except UserError:
            if verified is None:
                raise
            continue  # it could be built when it was verified
        kind, plan = resolved.kernel.kind, made.plan
        paths = made.run.path(plan.torch), made.run.path(plan.ort)
        if verified is not None and verified[op.name] != paths:
            continue
        of_torch, of_ort = kind.library, resolved.ort.side.library(kind)
        # A library for ONNX Runtime that calls the op in torch loads it from beside itself.
        called = plan.ort is not None and bool(plan.ort.needs)
        if of_torch is not None and of_torch.joins and plan.torch is not None and not called:
            torch[op.name] = _Joinable(of_torch, plan.torch)
        if of_ort is not None and of_ort.joins and plan.ort is not None:
            ort[op.name] = _Joinable(of_ort, plan.ort)
    run = NinjaRun(store, reporter, lambda problem, *_: problem, None, lambda _: None)
    in_torch, one = _joined(f"lib{name}_torch.so", torch, toolchain.TORCH_EXPORTS)
    in_ort, other = _joined(f"lib{name}_ort.so", ort, toolchain.ORT_EXPORTS)
    run.make([library for library in (one, other) if library is not None], ())
    return GroupResult(run.path(one), run.path(other), in_torch, in_ort)


class _Joinable(NamedTuple):
    """A library that can be joined with others."""

    plan: LibraryPlan
    library: Library

    @property
    def alike(self) -> tuple[object, ...]:
        """What must be the same in the libraries that are joined: compiler, and units that make the
        entry point for all ops that are linked with them.
        """
        names = {unit.name for unit in self.plan.units if not unit.title and not unit.source}
        units = self.library.units
        return (self.library.compiler, *(u.key for u in units if u.name in names))


def _joined(
    name: str, made: Mapping[str, _Joinable], exports: Path
) -> tuple[tuple[str, ...], Library | None]:
    """The ops of the largest group that can be linked into one library, and that library."""
    groups: dict[tuple[object, ...], dict[str, Library]] = {}
    for op, one in made.items():
        groups.setdefault(one.alike, {})[op] = one.library
    largest = max(groups.values(), key=len, default={})
    if len(largest) < 2:
        return (), None
    libraries = list(largest.values())
    units = {unit.key: unit for library in libraries for unit in library.units}
    flags = (f for asked in dict.fromkeys(one.asked for one in libraries) for f in asked)
    chosen = libraries[0].compiler
    return tuple(largest), make_library(name, list(units.values()), tuple(flags), exports, chosen)


def group_job(job: GroupJob, channel: Channel) -> None:
    """Do the job."""
    with channel.stage("build") as outcome:
        ops = [(Path(folder), op_file.load(Path(folder))) for folder in job.folders]
        outcome.result = grouped(ops, job.name, Store(), Reporter())
