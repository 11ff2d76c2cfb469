"""Cells of a check that are kept as cases: they say the same inputs, or it is said why not."""

import pytest
from msgspec.structs import replace

from workbench import paths
from workbench.core.cells import Cell, plan, realised
from workbench.core.cells.kept import kept, with_case
from workbench.core.check import check_op
from workbench.core.storage import op_file


def gallery(name):
    return op_file.load(paths.ops_lib() / "ops" / name).resolved()


@pytest.mark.parametrize("name", ["my_add_custom", "concat_rows", "knn_query", "grid_cluster"])
def test_a_kept_cell_has_its_inputs_and_a_valid_declaration(name):
    op = gallery(name)
    found = 0
    for cell in plan(op).cells:
        case = kept(op, cell).case
        if case is None or len(cell.levels) > 1:
            continue
        found += 1
        kept_op = with_case(op, case)
        assert [p for p in check_op(kept_op) if "cases" in p.key] == [], cell.text
        if not {"values", "layout"} & cell.levels.keys():
            inputs = {e.arg: e for e in op.for_case(case).model.inputs}
            assert inputs == {e.arg: e for e in realised(op, cell).model.inputs}
    assert found


def test_what_a_case_cannot_say_is_told():
    op = gallery("my_add_custom")
    for levels, reason in (
        ({}, "as they are declared"),
        ({"threads": "1"}, "not 'threads: 1'"),
        ({"values": "nan"}, "no generator of a case makes 'values: nan'"),
        ({"layout": "expanded"}, "no generator of a case makes 'layout: expanded'"),
        ({"arguments": op.model.cases[0].name}, "already"),
    ):
        found = kept(op, Cell(0, levels))
        assert found.case is None
        assert reason in found.reason


def test_a_case_says_how_its_tensors_lie():
    op = gallery("concat_rows")
    for layout in ("transposed", "offset"):
        case = kept(op, Cell(0, {"layout": layout})).case
        assert case is not None
        assert case.name == layout
        inputs = op.for_case(case).model.inputs
        assert {e.layout for e in inputs if e.shape and len(e.shape) > 1} == {layout}
        assert [replace(e, layout="") for e in inputs] == list(op.model.inputs)
    points = gallery("knn_query")
    made = kept(points, Cell(0, {"layout": "transposed"})).case
    assert made is not None
    # What has one dimension cannot lie so.
    assert {len(e.shape) for e in made.inputs} == {2}


def test_a_second_case_of_one_name_has_another():
    op = gallery("my_add_custom")
    case = kept(op, Cell(0, {"sizes": "n = 0"})).case
    assert case is not None
    twice = with_case(with_case(op, case), case)
    assert [c.name for c in twice.model.cases[-2:]] == ["n_0", "n_0_2"]
