"""The check of an op: what is sent to the hosts, and what came of it."""

from workbench.core.checking.check import CELL_LIMITS, Check
from workbench.core.checking.divided import DividedCheck, Part, PartCheck, PartOutcome
from workbench.core.checking.report import CellReport, CheckReport, Finding

__all__ = [
    "CELL_LIMITS",
    "CellReport",
    "Check",
    "CheckReport",
    "DividedCheck",
    "Finding",
    "Part",
    "PartCheck",
    "PartOutcome",
]
