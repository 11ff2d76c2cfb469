"""What is looked at of a comparison, and in which words: the same in the window and on the command line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from workbench.core.errors import UserError, sentence
from workbench.core.jobs import (
    Bin,
    CompareResult,
    ExportResult,
    OutputParity,
    PictureJob,
    PictureResult,
    RunJob,
    RunResult,
)
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import BODY, BY_REFERENCE, PYTORCH, RUNTIME

__all__ = [
    "SAVED_AS",
    "bin_label",
    "by_whom",
    "error_text",
    "first_look",
    "is_kept",
    "picture_job",
    "said",
    "units_text",
    "used_text",
    "where_text",
    "worst_text",
]

_LONG, _HUGE = 100, 1e7
SAVED_AS = (".npz", ".csv", ".png")
"""Both sides and the error of each element; the elements, the worst first; the picture."""


def first_look(outputs: Sequence[OutputParity]) -> OutputParity | None:
    """The comparison that says most: where some differ, the one with the worst element of all, else the
    one with the largest error.
    """
    differing = [one for one in outputs if not one.agrees]
    if differing:
        # Where only a note says why, there is no element to look at.
        return max([one for one in differing if not one.note] or differing, key=_badness)

    def rank(one: OutputParity) -> tuple[float, float]:
        used = one.rounding.used if one.rounding is not None else 0.0
        return (used, one.max_abs_diff or 0.0)

    return max(outputs, key=rank, default=None)


def _badness(one: OutputParity) -> tuple[bool, float, float]:
    """Whether its elements can be looked at; how much of what is allowed the worst one uses, as
    ``parity.elements`` ranks them; its error.
    """
    if one.worst is None:
        return (is_kept(one), 0.0, 0.0)
    error = math.inf if one.worst.error is None else one.worst.error
    used = error / one.worst.allowed if one.worst.allowed else math.inf
    return (is_kept(one), used, error)


def worst_text(one: OutputParity) -> str:
    """The worst element of a comparison in a sentence; empty where there is none."""
    worst = one.worst
    expected_by, actual_by = by_whom(one.expected_by), one.actual_by
    if worst is None:
        return ""
    # Each sentence is written out whole: an output may have any name, a word of the language, too.
    element = f"{one.name}{list(worst.index)}" if worst.index else one.name
    apart, allowed = error_text(worst.error), f"{worst.allowed:.3g}"
    if worst.error is None:
        if one.case:
            return (
                f"The worst element is {element} (case {one.case}): {worst.expected} by {expected_by}, "
                f"{worst.actual} by {actual_by}."
            )
        return (
            f"The worst element is {element}: {worst.expected} by {expected_by}, {worst.actual} by "
            f"{actual_by}."
        )
    if one.case:
        return (
            f"The worst element is {element} (case {one.case}): {worst.expected} by {expected_by}, "
            f"{worst.actual} by {actual_by}; they are {apart} apart, and {allowed} is allowed."
        )
    return (
        f"The worst element is {element}: {worst.expected} by {expected_by}, {worst.actual} by {actual_by}; "
        f"they are {apart} apart, and {allowed} is allowed."
    )


def by_whom(by: str) -> str:
    """Whose values they are, within a sentence."""
    return f"the {by}" if by == BY_REFERENCE else by


def where_text(result: CompareResult) -> tuple[str, ...]:
    """Of results that differ: which element is worst, and in which node it begins, a sentence each."""
    found = first_look(result.outputs)
    if found is None or found.agrees:
        return ()
    begins = result.begins.beginning if result.begins is not None else ""
    return tuple(filter(None, (worst_text(found), sentence(begins) if begins else "")))


def picture_job(
    state: OpState, compared: OutputParity, keep: Path, at: tuple[int, ...] | None = None
) -> PictureJob | None:
    """The question for a comparison's elements.

    Args:
        state: of the op, as it was run.
        compared: one of its comparisons.
        keep: a folder of one's own.
        at: as in ``PictureJob``.

    Returns:
        None where nothing is kept of it, or the op is being run again.

    Raises:
        UserError: the run is there from an earlier session, and its elements are no longer.
    """
    export, run = state.current_result("export"), state.current_result("run")
    if not isinstance(export, ExportResult) or not isinstance(run, RunResult):
        return None
    case = next((c for c in export.cases if c.name == compared.case), None)
    if case is None or not is_kept(compared):
        return None
    if compared.actual_by in _KEPT:
        if not run.outputs:
            raise UserError("run", "the elements could not be kept in the cache", _WRITABLE)
        if not Path(run.outputs).is_dir():
            raise UserError("run", "the elements are no longer in the cache", _AGAIN)
        who = _KEPT[compared.actual_by]
        sides = case.reference, str(Path(run.outputs) / RunJob.kept_name(case, who))
    else:
        sides = case.expected, case.reference
    rounding = case.rounding if compared.rounding is not None else ""
    return PictureJob(0, compared, *sides, rounding, str(keep), at)


_AGAIN = "Run all stages of the op again."
_WRITABLE = "Let this user write there, or free its disk; then run all stages of the op again."
_KEPT = {RUNTIME: "onnxruntime", BODY: "body"}


def is_kept(compared: OutputParity) -> bool:
    """Whether the elements of both sides are kept: what a further runtime gives is not."""
    return compared.actual_by in (*_KEPT, PYTORCH)


def bin_label(one: Bin) -> str:
    """``0``, ``≤ 4``, ``≤ 2^20``; ``none`` for elements without a distance."""
    if one.most < 0:
        return "no number"
    if one.most == 0:
        return "0"
    if one.most < 1024:
        return f"≤ {one.most:.0f}"
    return f"≤ 2^{int(one.most).bit_length() - 1}"


def error_text(value: float | None) -> str:
    """An error for people; None where one side only is a number."""
    return "–" if value is None else f"{value:.3g}"


def units_text(units: float | None) -> str:
    """The same in units in the last place: a hundred and more are written out."""
    written_out = units is not None and _LONG <= units < _HUGE
    return f"{units:,.0f}" if written_out else error_text(units)


def used_text(used: float) -> str:
    """What an error takes of what is allowed."""
    if used == math.inf:
        return "one side is no number, or nothing is allowed"
    return f"{used:.3g} × what is allowed"


def said(result: PictureResult | None, compared: OutputParity) -> str:
    """What the elements are, in a line; without a result by what the comparison says itself."""
    if compared.note:
        return compared.note
    if compared.random:
        return compared.tolerance
    parts = [f"{compared.differing:,} of {compared.elements:,} elements differ"]
    if result is None:
        return parts[0]
    for what, counts in (("NaN", result.nan), ("inf", result.inf)):
        if any(counts):
            one, other = (f"{n:,} by {by}" for n, by in zip(counts, _who(compared), strict=True))
            parts.append(f"{what}: {one}, {other}")
    return " · ".join(parts)


def _who(compared: OutputParity) -> tuple[str, str]:
    return compared.expected_by, compared.actual_by
