"""Ops of a project as one library for PyTorch and one for ONNX Runtime.

They are linked from the very objects that the ops' own libraries are linked from. A file that ops
share is in each library once: what differs in its units is the generated text behind it, so it is
compiled once more, with the texts of all. An op that cannot be joined with others keeps its own
library, and it is said why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import Apart, GroupJob, GroupResult
from workbench.core.storage import op_file
from workbench.core.styles import LibraryPlan
from workbench.engine.build.build import planned_build
from workbench.engine.build.joinable import (
    ONNX_RUNTIME,
    PYTORCH,
    Joinable,
    choose,
    ort_library,
    torch_library,
)
from workbench.engine.build.ninja_run import NinjaRun, Reporter
from workbench.engine.build.same_names import same_name
from workbench.engine.build.units import Library, with_found
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
    torch: dict[str, Joinable] = {}
    ort: dict[str, Joinable] = {}
    apart: list[Apart] = []
    for folder, op in ops:
        resolved = op.resolved()
        changed = [Apart(op.name, runtime, _CHANGED) for runtime in (PYTORCH, ONNX_RUNTIME)]
        try:
            made = planned_build(folder, resolved, store, reporter)
        except UserError:
            if verified is None:
                raise
            apart += changed  # it could be built when it was verified
            continue
        if verified is not None and verified[op.name] != (made.torch, made.ort):
            apart += changed
            continue
        kind, plan = resolved.kernel.kind, made.plan
        if resolved.ort.side.is_prebuilt:
            apart.append(Apart(op.name, ONNX_RUNTIME, _PREBUILT))
        apart += _take(torch, op, PYTORCH, kind.library, plan.torch, store)
        apart += _take(ort, op, ONNX_RUNTIME, resolved.ort.side.library(kind), plan.ort, store)
    run = NinjaRun(store, reporter, lambda problem, *_: problem, None, lambda _: None)
    while True:
        chosen = choose(torch, ort)
        one = torch_library(f"lib{name}_torch.so", chosen.torch, store)
        other = ort_library(f"lib{name}_ort.so", chosen.ort, one, store)
        run.make([library for library in (one, other) if library is not None], ())
        out = [*_clashing(one, torch, PYTORCH, store), *_clashing(other, ort, ONNX_RUNTIME, store)]
        if not out:
            found = (*apart, *chosen.apart)
            names_of = (tuple(chosen.torch), tuple(chosen.ort))
            return GroupResult(run.path(one), run.path(other), *names_of, found)
        apart += out


def _clashing(
    library: Library | None, made: dict[str, Joinable], runtime: str, store: Store
) -> list[Apart]:
    """Take out the ops that would get another one's function, which no linker tells of."""
    found = same_name(library, store) if library is not None else None
    if found is None:
        return []
    ops = [op for op, one in made.items() if found.rest in {u.rest for u in one.library.units}]
    for op in ops:
        del made[op]
    return [Apart(op, runtime, found.why) for op in ops]


_CHANGED = "it is not what was verified any more"
_PREBUILT = "somebody has built it"


def _take(
    found: dict[str, Joinable],
    op: Op,
    runtime: str,
    plan: LibraryPlan | None,
    library: Library | None,
    store: Store,
) -> list[Apart]:
    """Add what an op has for a runtime, or say why it cannot be joined."""
    if plan is None or library is None:
        return []
    if plan.apart:
        return [Apart(op.name, runtime, plan.apart)]
    found[op.name] = Joinable(plan, with_found(library, store))
    return []


def group_job(job: GroupJob, channel: Channel) -> None:
    """Do the job."""
    with channel.stage("build") as outcome:
        ops = [(Path(folder), op_file.load(Path(folder))) for folder in job.folders]
        outcome.result = grouped(ops, job.name, Store(), Reporter())
