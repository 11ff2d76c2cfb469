"""What the verdict says of results that differ: each thing once, however many cases show it."""

from __future__ import annotations

import msgspec
import numpy as np

from workbench.core.jobs import CompareResult, OutputParity, StageEnded
from workbench.engine.parity.compare import compare_output
from workbench.gui.ops.status import _parity

_OF_ONE = "PyTorch differs from the reference in"


def differing(case: str, name: str = "y", actual: np.ndarray | None = None) -> OutputParity:
    given = np.ones((3, 4)) if actual is None else actual
    compared = compare_output(name, np.zeros((3, 4)), given, who=("reference", "PyTorch"))
    return msgspec.structs.replace(compared, case=case)


def told(*outputs: OutputParity) -> str:
    return _parity(StageEnded(1, "compare", "differs", 0.1, (), CompareResult(outputs)))


def test_one_sentence_names_the_cases_that_differ_alike() -> None:
    found = told(*(differing(case) for case in ("", "more_rows", "n = 5")))
    assert found == f"{_OF_ONE} 36 of 36 elements of y (cases main, more_rows, n = 5)."


def test_of_many_cases_some_are_named() -> None:
    found = told(*(differing(f"c{i}") for i in range(9)))
    assert found == f"{_OF_ONE} 108 of 108 elements of y (cases c0, c1, c2, c3 …)."


def test_each_output_has_its_own_sentence() -> None:
    found = told(*(differing(case, name) for case in ("", "larger") for name in ("y", "z")))
    assert found == (
        f"{_OF_ONE} 24 of 24 elements of y (cases main, larger). "
        f"{_OF_ONE} 24 of 24 elements of z (cases main, larger)."
    )


def test_what_cannot_be_compared_is_said_once() -> None:
    found = told(*(differing(case, actual=np.ones((4, 3))) for case in ("", "larger")))
    assert found.startswith("y in the cases main, larger: ")
    assert found.count("y in the case") == 1
