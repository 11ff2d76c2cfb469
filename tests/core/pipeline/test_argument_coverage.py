"""Which optional tensors are given in which sets of inputs."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from workbench.core.declaration.op import Op
from workbench.core.pipeline.argument_coverage import (
    coverage,
    coverage_text,
    missing_cases,
    with_missing,
)
from workbench.core.storage import op_file

OPS = Path(__file__).resolve().parents[3] / "ops_lib" / "ops"


def mixed() -> Op:
    return op_file.load(OPS / "foo_mixed").resolved()


def without_cases(op: Op) -> Op:
    return replace(op, model=replace(op.model, cases=()))


def test_each_combination_says_where_it_is_run() -> None:
    assert coverage_text(coverage(mixed())) == (
        "with 'P' and 'Q' (both_optionals); with 'P', without 'Q' (one_optional); "
        "with 'Q', without 'P' (the_second_alone); without 'P' and 'Q' (main, more_rows)"
    )
    assert missing_cases(mixed()) == ()


def test_what_no_case_has_becomes_one() -> None:
    op = without_cases(mixed())
    assert coverage_text(coverage(op)).endswith(
        "not run: with 'P' and 'Q'; with 'P', without 'Q'; with 'Q', without 'P'"
    )
    completed = with_missing(op)
    assert all(one.run_as for one in coverage(completed))
    assert [case.name for case in completed.model.cases] == [
        "with_P_and_Q", "with_P_without_Q", "with_Q_without_P"
    ]  # fmt: skip


def test_a_case_with_a_tensor_lends_it_to_those_that_are_made() -> None:
    op = mixed()
    one = next(case for case in op.model.cases if case.name == "one_optional")
    given = next(e for e in one.inputs if e.arg == "P")
    op = replace(op, model=replace(op.model, cases=(one,)))
    made = {case.name: case for case in missing_cases(op)}["with_P_and_Q"]
    assert given in made.inputs


@pytest.mark.parametrize("name", ["my_add", "deform_conv2d"])
def test_an_op_without_optional_tensors_has_none(name: str) -> None:
    assert coverage(op_file.load(OPS / name).resolved()) == ()
