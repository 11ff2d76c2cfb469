"""What a comparison proves: which results are independent, and why one proves nothing."""

from __future__ import annotations

import msgspec
import pytest

from tests.core.declarations import add_op, edited
from tests.core.pipeline.bench import parity
from workbench.core.declaration.op import Node
from workbench.core.jobs import OutputParity
from workbench.core.pipeline.parity import (
    BY_ONNX,
    BY_REFERENCE,
    is_truth,
    light_of,
    pairs_of,
    rows_of,
    shared_kernel,
    unverified,
)

SAME = "both runtimes run the same kernel"


def output(name: str = "y", **changes: object) -> OutputParity:
    return msgspec.structs.replace(parity(True), name=name, **{"elements": 2, **changes})


@pytest.mark.parametrize(
    ("style", "implementation", "independent"),
    [
        ("portable", "portable", False),
        ("libtorch", "bridge", False),
        ("python", "bridge", False),
        ("installed", "bridge", True),
        ("libtorch", "own", True),
        ("portable", "own", True),
        ("python", "none", True),
    ],
)
def test_one_kernel_on_both_sides_is_no_check(style, implementation, independent) -> None:
    op = edited(add_op(), kernel__style=style, ort__implementation=implementation)
    assert bool(shared_kernel(op)) is not independent


def test_standard_nodes_compute_in_their_own_way() -> None:
    node = Node("Add", ("a", "b"), ("y",))
    assert shared_kernel(edited(add_op(), mapping__nodes=(node,))) == ""


def test_who_knows_nothing_of_the_kernel() -> None:
    assert is_truth(BY_REFERENCE)
    assert is_truth(BY_ONNX)
    assert not is_truth("PyTorch")
    assert not is_truth("net.onnx in ONNX Runtime")


def test_independent_results_prove_an_output() -> None:
    assert unverified([output()], "") == ()


def test_a_reference_proves_what_one_kernel_does_not() -> None:
    alone = output(independent=False)
    (problem,) = unverified([alone], SAME)
    assert (problem.kind, problem.key, problem.severity) == ("unverified", "reference", "warning")
    assert SAME in problem.message
    assert "Add a reference" in problem.hint
    assert unverified([alone, output(independent=True)], SAME) == ()
    assert unverified([alone], SAME, vouched=True) == ()


def test_each_output_needs_its_own_proof() -> None:
    (problem,) = unverified([output(), output("z", compared=0)], "")
    assert "'z'" in problem.message
    assert problem.key == "model.inputs"


@pytest.mark.parametrize(("elements", "says"), [(0, "is empty"), (2, "nan or infinite")])
def test_nothing_compared_is_no_agreement(elements: int, says: str) -> None:
    nothing = output(elements=elements, compared=0)
    (problem,) = unverified([nothing], "")
    assert says in problem.message
    assert unverified([nothing, output(case="more")], "") == (), "another case has numbers"
    assert unverified([nothing], "", vouched=True)


def test_the_same_reason_is_reported_once() -> None:
    assert len(unverified([output(n, independent=False) for n in "xyz"], SAME)) == 1


def test_a_random_output_proves_nothing_whatever_holds() -> None:
    drawn = output(random=True, compared=0)
    [problem] = unverified([drawn], "")
    assert "'y' is random" in problem.message
    assert problem.hint.startswith("Say in reference.holds")
    [problem] = unverified([drawn], "", holds="(y > 0).all()")
    assert problem.hint.startswith("reference.holds is true")


def compared(expected_by: str, actual_by: str, **changes: object) -> OutputParity:
    return output(expected_by=expected_by, actual_by=actual_by, compared=2, **changes)


def test_what_nothing_independent_has_shown_is_no_tick() -> None:
    alike = compared("PyTorch", "ONNX Runtime", independent=False)
    assert light_of(alike, (alike,)) == "unverified"
    right = compared("reference", "PyTorch")
    assert light_of(right, (alike, right)) == "ok"
    assert light_of(alike, (alike, right)) == "ok", "it agrees with what is right"
    wrong = compared("reference", "PyTorch", agrees=False, differing=1)
    assert light_of(wrong, (alike, wrong)) == "differs"
    assert light_of(alike, (alike, wrong)) == "unverified", "it agrees with what is wrong"
    elsewhere = compared("reference", "PyTorch on the GPU")
    assert light_of(alike, (alike, elsewhere)) == "unverified", "that is of another result"
    for nothing in ({"random": True}, {"elements": 0}, {}):
        one = compared("reference", "PyTorch", **nothing)
        assert light_of(msgspec.structs.replace(one, compared=0), (one,)) == "skipped"


def test_a_row_is_an_output_with_its_inputs_and_a_column_who_is_compared() -> None:
    pairs = (("PyTorch", "ONNX Runtime"), ("reference", "PyTorch"), ("PyTorch", "openvino"))
    every = [
        compared(*pair, name=name, case=case)
        for case in ("", "b")
        for pair in pairs
        for name in "xy"
    ]
    rows = rows_of(every)
    assert [(row[0].case, row[0].name) for row in rows] == [
        ("", "x"),
        ("", "y"),
        ("b", "x"),
        ("b", "y"),
    ]
    assert all([(o.expected_by, o.actual_by) for o in row] == list(pairs) for row in rows)
    assert pairs_of(every) == [pairs[0], pairs[2], pairs[1]]
