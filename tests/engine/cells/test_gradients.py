"""Backwards that are right pass, and those that are wrong are found, exactly and by differences."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp
from tests.engine.cells.backwards import BOTH, GRADED, graded_op
from tests.large import some
from workbench.core.cells import AGREES, FAILED
from workbench.core.cells.passes import DUAL, GRADCHECK, GRADGRADCHECK

WRONG = [(name, wrong) for name, one in GRADED.items() for wrong in one.wrong]


@pytest.mark.parametrize("name", some(GRADED, ["product", "clamped"]))
def test_a_right_backward_passes(make_op: MakeOp, name: str) -> None:
    op = graded_op(make_op, name, GRADED[name].formulas)
    for look in (DUAL, GRADCHECK, GRADGRADCHECK):
        outcome = op.looked_at(look)
        assert outcome.status == AGREES, (look.name, outcome.problems)
        assert outcome.elements == 0, "a backward proves nothing of the kernel's numbers"


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_a_wrong_backward_is_found_with_its_formula(make_op: MakeOp, name: str, wrong: str) -> None:
    formulas = GRADED[name].wrong[wrong]
    bad = {a for a, f in GRADED[name].formulas.items() if formulas.get(a, "") != f}
    said = []
    op = graded_op(make_op, name, formulas)
    for look in BOTH:
        outcome = op.looked_at(look)
        assert outcome.status == FAILED, (look.name, outcome.problems)
        (problem,) = outcome.problems
        said.append(problem.message)
        assert problem.kind == "backward"
        assert problem.file == str(op.folder / "op.toml")
        assert problem.key in {f"backward.formulas.{a}" for a in bad} | {"backward.formulas"}
        assert "the backward gives" in problem.message
    assert said[0] == said[1], "one problem, in one's words"
