"""What came of a check, both sides of each cell together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from workbench.core.cells import (
    AGREES,
    ALIKE,
    DIFFERS,
    FAILED,
    LEFT_OUT,
    NOT_RUN,
    REFUSED,
    Cell,
    CellOutcome,
)
from workbench.core.checking.report import CellReport, CheckReport, findings, made, refusals
from workbench.core.checking.under_way import Look
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.files.file_roles import CUDA
from workbench.core.pipeline.op_state import STATUS_WORDS
from workbench.core.pipeline.parity import PYTORCH, RUNTIME, UNVERIFIED
from workbench.core.types.devices import CHECK_FOLDER, GPU

__all__ = ["gathered", "summed_up"]

Outcomes = Mapping[str, Mapping[int, CellOutcome]]
"""Side → number → what came of it."""
_UNPROVEN = (
    "nothing independent says what the op should give: add a [reference], else a kernel that is "
    "wrong in the same way everywhere agrees with itself"
)


_RANDOM = (
    "an output is random: its elements are not compared, and reference.holds is of the declared "
    "examples, which verify runs"
)


def gathered(
    matrix: Iterable[Cell],
    looks: Iterable[Look],
    simpler: Iterable[tuple[Cell, int]],
    outcomes: Outcomes,
) -> tuple[CellReport, ...]:
    """All cells: those of the plan, of the closer looks, and simpler ones that were tried.

    Args:
        matrix: of the plan.
        looks: with their cells.
        simpler: each with the number of the cell that it is to explain.
        outcomes: of all of them.
    """
    return (
        *(_of_matrix(cell, outcomes) for cell in matrix),
        *(_looked_at(look, cell, outcomes) for look in looks for cell in look.all_cells),
        *(replace(_of_matrix(c, outcomes), simpler_than=number) for c, number in simpler),
    )


def summed_up(
    op: Op,
    cells: tuple[CellReport, ...],
    notes: Iterable[str],
    error: Problem | None,
    cancelled: bool,
    lacking: Sequence[str] = (),
) -> CheckReport:
    """The report of these cells.

    Args:
        op: the declaration.
        cells: the one that is as declared first.
        notes: what was left out from the beginning.
        error: why nothing could be checked.
        cancelled: the check was ended before its end.
        lacking: the closer looks that this machine has nothing for.
    """
    counts: dict[str, int] = {}
    for cell in cells:
        counts[cell.status] = counts.get(cell.status, 0) + 1
    elements = sum(c.elements for c in cells)
    why = _RANDOM if op.is_random else _UNPROVEN
    ran = counts.keys() - {FAILED, LEFT_OUT, NOT_RUN, REFUSED}
    unproven = [why] if error is None and ran and not elements else []
    status = _status(cells, counts, error, cancelled)
    if GPU in op.kernel.devices_elsewhere and error is None:
        notes = (_on_gpu(op), *notes)
    return CheckReport(
        op.name,
        status,
        counts,
        elements,
        tuple(findings(cells)),
        (*unproven, *refusals(cells), *notes),
        error,
        cells,
        _verdict(op, status, lacking),
    )


def _on_gpu(op: Op) -> str:
    """What is said of a kernel that no cell has run."""
    files = op.kernel.gpu_source or ", ".join(s for s in op.kernel.sources if s.endswith(CUDA))
    return (
        f"not checked: the kernel for GPUs ({files}), since a check runs on the CPU. {CHECK_FOLDER}"
    )


def _verdict(op: Op, status: str, lacking: Sequence[str]) -> str:
    """The status in words, where it is not all of the op that agrees, or was not looked at in all ways."""
    if status != "agrees":
        return ""
    agrees = STATUS_WORDS[status]
    on_gpu = GPU in op.kernel.devices_elsewhere
    if on_gpu:
        agrees = f"{STATUS_WORDS[status]} on the CPU; the kernel for GPUs is not checked"
    if lacking:
        return f"{agrees}; not looked at with {', '.join(lacking)}"
    return agrees if on_gpu else ""


def _status(
    cells: Sequence[CellReport], counts: Mapping[str, int], error: Problem | None, cancelled: bool
) -> str:
    if error is not None or counts.get(FAILED):
        return "failed"
    if counts.get(DIFFERS):
        return "differs"
    if cells[0].status in (REFUSED, LEFT_OUT):
        return "failed"
    if counts.get(NOT_RUN) or cancelled:
        return NOT_RUN
    return "agrees" if any(c.elements for c in cells) else UNVERIFIED


def _looked_at(look: Look, cell: Cell, outcomes: Outcomes) -> CellReport:
    outcome = outcomes[look.side].get(cell.number)
    if outcome is None:
        return CellReport(cell.number, cell.levels, NOT_RUN)
    return made(cell, outcome, look.side)


def _of_matrix(cell: Cell, outcomes: Outcomes) -> CellReport:
    ours = outcomes[PYTORCH].get(cell.number)
    if ours is None:
        return CellReport(cell.number, cell.levels, NOT_RUN)
    if ours.files is None:
        return made(cell, ours, "" if ours.status in (AGREES, ALIKE) else PYTORCH)
    theirs = outcomes[RUNTIME].get(cell.number)
    if theirs is None:
        return CellReport(cell.number, cell.levels, NOT_RUN)
    if theirs.status in (AGREES, ALIKE):
        return made(cell, theirs, "")
    return made(cell, theirs, RUNTIME)
