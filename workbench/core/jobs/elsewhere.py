"""What came of an op on another machine, compared here."""

from __future__ import annotations

import msgspec

from workbench.core.errors import Problem
from workbench.core.jobs.cases import SkippedCase
from workbench.core.jobs.compared import OutputParity
from workbench.core.jobs.message import Message

__all__ = ["ElsewhereResult", "ElsewhereRow"]


class ElsewhereRow(msgspec.Struct, frozen=True):
    """One runtime on one device of another machine.

    Attributes:
        outputs: parity per output, compared here.
        problems: why these say less than they seem to.
        shared: why nothing but the reference proves them; empty where more does.
        skipped: cases of which there are no outputs.
    """

    outputs: tuple[OutputParity, ...] = ()
    problems: tuple[Problem, ...] = ()
    shared: str = ""
    skipped: tuple[SkippedCase, ...] = ()


class ElsewhereResult(Message, frozen=True):
    """A result of another machine, compared: a row for each of its rows."""

    rows: tuple[ElsewhereRow, ...]
