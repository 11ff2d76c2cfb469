"""``make faults`` judges broken kernels by what the program really says of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import faults
from tools.faults import GREEN_AND_WRONG, LINE, NAMED, NOT_FOUND, NOT_NAMED, Row
from workbench.core.errors import Problem

KERNEL = Path("/op/kernel.cpp")


def test_three_of_them_for_real(capsys: pytest.CaptureFixture[str]) -> None:
    found = list(faults.rows(["reads_far_beyond", "exits", "throws"]))
    assert [(row.fault, row.reference) for row in found] == [
        (name, reference)
        for name in ("reads_far_beyond", "exits", "throws")
        for reference in (True, False)
    ]
    assert all(row.survived and row.status == "failed" for row in found), found
    assert {row.judgement for row in found} <= {NAMED, LINE}, found
    assert all(row.judgement == LINE for row in found[:2]), "WB_CHECK_BOUNDS has its line"
    assert faults.report(found) == 0
    assert "= survived, without: 3 of 3 (promised: at least 24) NOT KEPT" in capsys.readouterr().out


def test_each_kernel_has_an_expectation_and_one_marked_line() -> None:
    assert {path.stem for path in faults.SOURCES.glob("*.cpp")} == set(faults.FAULTS)
    assert all(faults.fault_line(name) > 1 for name in faults.FAULTS)


def judged(status: str, *said: Problem) -> str:
    return faults.judged("throws", True, True, status, said, KERNEL).judgement


def test_green_and_wrong_is_never_hidden_by_a_word() -> None:
    line = faults.fault_line("throws")
    right = Problem("kernel", "no such luck", file=str(KERNEL), line=line)
    other = Problem("kernel", "no such luck", file="/op/other.cpp", line=line)
    assert judged("failed", Problem("warning", "unused"), right) == LINE
    assert judged("failed", other) == NAMED
    assert judged("failed", Problem("crash", "the process ended")) == NOT_NAMED
    assert judged("unverified", Problem("unverified", "nothing checks it")) == NOT_FOUND
    assert judged("agrees", right) == GREEN_AND_WRONG


@pytest.mark.parametrize(
    ("survived", "judgement", "status"),
    [(True, NOT_FOUND, 0), (False, LINE, 1), (True, GREEN_AND_WRONG, 1)],
)
def test_the_exit_status(survived: bool, judgement: str, status: int) -> None:
    row = Row("throws", True, survived, "failed", "kernel", "no such luck", 0, 1, judgement)
    assert faults.report([row]) == status
