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
