"""What a check is called in words: the same on the command line and in the window."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.core.cells import AGREES, ALIKE, DIFFERS
from workbench.core.checking.report import CheckReport, Finding
from workbench.core.pipeline.op_state import STATUS_WORDS

__all__ = ["cells_of", "counted", "heading", "summary", "verdict"]

_OF_SEVERAL = {AGREES: "agree", DIFFERS: "differ", ALIKE: "run alike"}


def verdict(report: CheckReport) -> str:
    """What came of it."""
    return report.verdict or STATUS_WORDS.get(report.status, report.status)


def counted(counts: Mapping[str, int]) -> str:
    """How many cells have which status."""
    said = (
        f"{count} {status if count == 1 else _OF_SEVERAL.get(status, status)}"
        for status, count in sorted(counts.items())
    )
    return ", ".join(said) or "no cells"


def summary(report: CheckReport, seconds: float) -> str:
    """The verdict, the counts and the time, in a line."""
    return f"{report.op}: {verdict(report)}: {counted(report.counts)} ({seconds:.1f} s)"


def cells_of(numbers: tuple[int, ...]) -> str:
    """How many cells."""
    return f"{len(numbers)} cell{'s' * (len(numbers) != 1)}"


def heading(finding: Finding) -> str:
    """Under which circumstances something is wrong, in how many cells and where."""
    return f"{finding.circumstances} ({cells_of(finding.cells)}, in {finding.side})"
