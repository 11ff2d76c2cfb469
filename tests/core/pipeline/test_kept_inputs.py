"""The inputs of a run that differs, kept as a case."""

from __future__ import annotations

import pytest

from workbench import paths
from workbench.core.cells.kept import with_case
from workbench.core.check import check_op
from workbench.core.declaration.op import Op
from workbench.core.jobs import ExportedCase
from workbench.core.pipeline.kept_inputs import kept_inputs
from workbench.core.storage import op_file


@pytest.fixture
def op() -> Op:
    return op_file.load(paths.ops_lib() / "ops" / "my_add_custom").resolved()


def ran(name: str, sizes: str = "") -> ExportedCase:
    return ExportedCase(name, "model.onnx", "i.npz", "r.npz", sizes=sizes)


@pytest.mark.parametrize(
    ("name", "sizes", "called", "rows"),
    [
        ("", "", "differing", 4),
        ("n = 5", "n = 5", "n_5", 5),
        ("more_rows, n = 9", "n = 9", "more_rows_n_9", 9),
    ],
)
def test_a_case_has_the_inputs_that_were_run(op: Op, name, sizes, called, rows) -> None:
    found = kept_inputs(op, ran(name, sizes))
    assert found.case is not None
    assert found.case.name == called
    kept = with_case(op, found.case)
    assert [p for p in check_op(kept) if "cases" in p.key] == []
    example = next(e for e in op.for_case(found.case).model.inputs if e.arg == "a")
    assert example.shape == (rows, 3, 8)
    assert example.dynamic == op.model.inputs[0].dynamic
    # Kept once.
    assert kept_inputs(kept, ran(name, sizes)).reason == f"it is the case '{called}' already"


def test_what_is_a_case_or_cannot_be_one_says_so(op: Op) -> None:
    assert kept_inputs(op, ran("more_rows")).reason == "it is the case 'more_rows' already"
    assert "ONNX" in kept_inputs(op, ran("test_add_bcast")).reason
