"""What the verdict says of results that differ: each thing once, however many cases show it."""

from __future__ import annotations

import msgspec
import numpy as np

from workbench.core.jobs import (
    ComparedValue,
    CompareResult,
    DivergenceResult,
    GraphNode,
    OutputParity,
    StageEnded,
)
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
    found = told(*(differing(case) for case in ("", "more_rows", "n = 5"))).splitlines()[0]
    assert found == f"{_OF_ONE} 36 of 36 elements of y (cases main, more_rows, n = 5)."


def test_of_many_cases_some_are_named() -> None:
    found = told(*(differing(f"c{i}") for i in range(9))).splitlines()[0]
    assert found == f"{_OF_ONE} 108 of 108 elements of y (cases c0, c1, c2, c3 …)."


def test_each_output_has_its_own_sentence() -> None:
    found = told(*(differing(case, name) for case in ("", "larger") for name in ("y", "z")))
    found = found.splitlines()[0]
    assert found == (
        f"{_OF_ONE} 24 of 24 elements of y (cases main, larger). "
        f"{_OF_ONE} 24 of 24 elements of z (cases main, larger)."
    )


def test_what_cannot_be_compared_is_said_once() -> None:
    found = told(*(differing(case, actual=np.ones((4, 3))) for case in ("", "larger")))
    assert found.startswith("y in the cases main, larger: ")
    assert found.count("y in the case") == 1


def test_the_worst_element_of_all_is_named_and_where_it_begins() -> None:
    far = np.zeros((3, 4))
    far[1, 2] = 7.0
    outputs = (differing(""), differing("larger", actual=far))
    node = GraphNode("y", "custom::Mine", "mine")
    value = ComparedValue(node, "y", "differs", "the reference", 7.0, 1.0, 1, 12)
    result = CompareResult(outputs, begins=DivergenceResult((value,), "y", sure=True))
    found = _parity(StageEnded(1, "compare", "differs", 0.1, (), result))
    assert found.splitlines() == [
        f"{_OF_ONE} 13 of 24 elements of y (cases main, larger).",
        "The worst element is y[1, 2] (case larger): 0.0 by the reference, 7.0 by PyTorch; they are 7 apart, "
        "and 2.23e-308 is allowed.",
        "It begins in custom::Mine 'mine': its inputs agree with the reference's, its output does not.",
    ]


def test_a_side_that_is_no_number_is_worst() -> None:
    lost = np.zeros((3, 4))
    lost[2, 0] = np.nan
    outputs = (differing(""), differing("larger", actual=lost))
    assert told(*outputs).splitlines()[1:] == [
        "The worst element is y[2, 0] (case larger): 0.0 by the reference, nan by PyTorch."
    ]
