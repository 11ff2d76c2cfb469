"""Which cells an op is tried in."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from workbench import paths
from workbench.core.cells import FULL, PAIRS, USUAL, Cell, extent, factors_of, plan, realised
from workbench.core.cells.cell import levels_in
from workbench.core.cells.factors import (
    ARGUMENTS,
    CALLS,
    DTYPES_OF,
    EXPORT,
    OTHER_EXPORTER,
    SIZES,
    THREADS,
    is_promised,
)
from workbench.core.cells.passes import BUILD, MEMORY, RACES
from workbench.core.cells.sizes import axes, is_large, is_named, size_changes
from workbench.core.declaration.op import Arg, Example, Op
from workbench.core.declaration.signature import default_literal
from workbench.core.storage import op_file

GALLERY = sorted(path.parent for path in (paths.ops_lib() / "ops").glob("*/op.toml"))


def gallery(name: str) -> Op:
    return op_file.load(paths.ops_lib() / "ops" / name).resolved()


def shapes(op: Op) -> dict[str, object]:
    return {e.arg: e.shape for e in op.model.inputs}


@pytest.mark.parametrize("folder", GALLERY, ids=lambda path: path.name)
def test_any_two_levels_meet_in_a_cell(folder: Path) -> None:
    op = op_file.load(folder).resolved()
    made = plan(op)
    met = {
        pair
        for cell in made.cells
        for pair in itertools.combinations([(f.name, cell.level(f.name)) for f in made.factors], 2)
    }
    for one, other in itertools.combinations(made.factors, 2):
        for a, b in itertools.product(one.levels, other.levels):
            pair = ((one.name, a.name), (other.name, b.name))
            of = dict(pair)
            apart = of.get(ARGUMENTS, USUAL) != USUAL and of.get(SIZES, USUAL) != USUAL
            size = of.get(SIZES, USUAL)
            slow = of.get(EXPORT) == OTHER_EXPORTER and size != USUAL and not is_named(size)
            assert (pair in met) != (apart or slow), pair


@pytest.mark.parametrize("folder", GALLERY, ids=lambda path: path.name)
def test_each_cell_is_an_op_without_cases(folder: Path) -> None:
    op = op_file.load(folder).resolved()
    for cell in plan(op).cells:
        made = realised(op, cell)
        assert made.model.cases == ()
        assert (made.args, made.outputs, made.mapping) == (op.args, op.outputs, op.mapping)


def test_the_same_declaration_gives_the_same_cells() -> None:
    first, again = plan(gallery("my_add_custom")), plan(gallery("my_add_custom"))
    assert first.cells == again.cells
    assert [cell.number for cell in first.cells] == list(range(len(first.cells)))
    assert len(first.cells) >= 300


def test_the_declared_one_comes_first_then_those_with_one_unusual_level() -> None:
    cells = plan(gallery("my_add_custom")).cells
    assert cells[0].levels == {}
    assert cells[0].text == "as declared"
    counts = [len(cell.levels) for cell in cells]
    assert counts == sorted(counts)
    single = {cell.text for cell in cells if len(cell.levels) == 1}
    assert {"sizes: n = 0", "element types: float64", "values: nan", "calls: 4 threads"} <= single


def test_where_there_is_enough_to_do_threads_are_tried() -> None:
    cells = plan(gallery("my_add_custom")).cells
    for factor in (THREADS, CALLS):
        assert any(set(c.levels) == {SIZES, factor} and is_large(c.level(SIZES)) for c in cells), (
            factor
        )


def test_a_full_plan_has_every_combination_and_says_where_it_ends() -> None:
    made = plan(gallery("knn_query"), FULL)
    expected = 1
    for factor in made.factors:
        expected *= len(factor.levels)
    assert len(made.cells) == expected
    op = gallery("my_add_custom")
    large = plan(op, FULL)
    assert len(large.cells) == 20_000
    number = extent(op, FULL).left_out
    assert f"{number:,} combinations, those in which most is unusual at once" in large.left_out
    # What is cut off is not what people look at first.
    of_two = {tuple(sorted(c.levels.items())) for c in plan(op).cells if len(c.levels) <= 2}
    assert of_two <= {tuple(sorted(c.levels.items())) for c in large.cells}


@pytest.mark.parametrize("folder", GALLERY, ids=lambda path: path.name)
@pytest.mark.parametrize("how", [PAIRS, FULL])
def test_how_much_is_tried_is_known_before(folder: Path, how: str) -> None:
    op = op_file.load(folder).resolved()
    made, known = plan(op, how), extent(op, how)
    assert known.cells == len(made.cells)
    assert bool(known.left_out) == any("unusual at once" in note for note in made.left_out)
    assert len({tuple(sorted(c.levels.items())) for c in made.cells}) == len(made.cells)


def test_axes_of_one_name_change_together() -> None:
    op = gallery("deform_conv2d")
    assert set(axes(op)) == {"n"}
    made = realised(op, Cell(0, {SIZES: "n = 3"}))
    assert {e.shape[0] for e in made.model.inputs if 0 in e.dynamic} == {3}  # type: ignore[index]


def test_axes_without_a_name_change_where_the_op_is_element_wise() -> None:
    op = gallery("my_add_custom")
    assert set(axes(op)) == {"n", "axis -1", "axis -2"}
    made = realised(op, Cell(0, {SIZES: "axis -1 = 7"}))
    assert shapes(made) == {"a": (4, 3, 7), "b": (3, 7)}
    made = realised(op, Cell(0, {SIZES: "a broadcast along axis -2"}))
    assert shapes(made) == {"a": (4, 1, 8), "b": (3, 8)}
    made = realised(op, Cell(0, {SIZES: "rank 0"}))
    assert shapes(made) == {"a": (), "b": ()}
    # What else may change is the user's to say.
    assert axes(gallery("knn_query")) == {}
    assert any("no axis is dynamic" in note for note in plan(gallery("knn_query")).left_out)


def test_optional_arguments_are_given_and_not() -> None:
    levels = next(f for f in factors_of(gallery("foo_mixed")) if f.name == ARGUMENTS).levels
    names = {level.name for level in levels}
    assert {"with P", "with Q", "with all optional arguments"} <= names
    made = realised(gallery("foo_mixed"), Cell(0, {ARGUMENTS: "with P"}))
    given = made.example("P")
    assert given is not None
    assert given.shape == (3, 5)
    assert not given.none


def with_argument(**facts: Any) -> Op:
    """``my_add_custom`` with one more argument, and its example value."""
    op = gallery("my_add_custom")
    value = facts.pop("value")
    inputs = (*op.model.inputs, Example("k", value=value))
    return replace(
        op, args=(*op.args, Arg("k", **facts)), model=replace(op.model, inputs=inputs, cases=())
    )


@pytest.mark.parametrize(
    ("facts", "levels"),
    [
        ({"type": "int", "range": (1, 8), "value": 1}, ["4", "8"]),
        ({"type": "int", "range": (1, 8), "value": 3}, ["1", "4", "8"]),
        ({"type": "int", "range": (2, 3), "value": 3}, ["2"]),
        ({"type": "float", "range": (0, 1), "value": 1.0}, ["0", "0.5"]),
        ({"type": "int[]", "range": (1, 3), "value": (1, 2)}, ["[1, 1]", "[2, 2]", "[3, 3]"]),
        ({"type": "int[]", "range": (1, 3), "value": ()}, []),
        ({"type": "str", "choices": ("near", "far"), "value": "near"}, ['"far"']),
        ({"type": "int", "choices": (1, 2, 4), "value": 2}, ["1", "4"]),
        ({"type": "int", "range": (1, 2), "optional": True, "value": 1}, ["2", "None"]),
        ({"type": "bool", "value": True}, ["False"]),
        ({"type": "int", "value": 1}, None),
        ({"type": "str", "value": "near"}, None),
    ],
)
def test_the_declared_values_of_an_argument_are_tried(
    facts: dict[str, Any], levels: list[str] | None
) -> None:
    op = with_argument(**facts)
    factor = next((f for f in factors_of(op) if f.name == "value of k"), None)
    assert (factor and [level.name for level in factor.levels[1:]]) == levels
    for level in levels or []:
        cell = Cell(0, {"value of k": level})
        example = realised(op, cell).example("k")
        assert example is not None
        given = "None" if example.none else default_literal(example.value)
        assert given == level
        assert levels_in(cell.text, [f.name for f in factors_of(op)]) == cell.levels


def test_a_declared_value_is_promised_alone_and_may_go_with_any_size() -> None:
    op = with_argument(type="int", range=(1, 8), value=2)
    cells = plan(op).cells
    assert any({"value of k", SIZES} <= set(c.levels) for c in cells)
    assert is_promised(op, Cell(0, {"value of k": "8"}))
    assert not is_promised(op, Cell(0, {"value of k": "8", SIZES: "n = 0"}))
    assert not is_promised(op, Cell(0, {"value of k": "8", ARGUMENTS: "without b"}))
    flag = with_argument(type="bool", value=True)
    assert not is_promised(flag, Cell(0, {"value of k": "False"}))


def test_of_many_values_and_arguments_some_are_tried_and_it_is_told() -> None:
    several = with_argument(type="int", choices=tuple(range(40)), value=0)
    factor = next(f for f in factors_of(several) if f.name == "value of k")
    assert (len(factor.levels), factor.note) == (13, "27 further values of k")
    args = tuple(Arg(f"k{i}", "int", default=0, range=(0, 9)) for i in range(20))
    many = replace(several, args=(*several.args[:-1], *args))
    assert sum(f.name.startswith("value of") for f in factors_of(many)) == 16
    assert "other values of 4 further arguments" in plan(many).left_out


def test_closer_looks_are_made_with_the_ends_of_a_range() -> None:
    op = with_argument(type="int", range=(1, 8), value=2)
    looked = [cell.text for cell, _ in MEMORY.cells(plan(op).cells, 1000)]
    assert "look: memory checked, value of k: 8" in looked


def test_closer_looks_are_small_and_say_what_they_cannot_see() -> None:
    op = gallery("my_add_custom")
    cells = plan(op).cells
    pairs = MEMORY.cells(cells, 1000)
    assert pairs[0][0] == Cell(1000, {BUILD: MEMORY.name})
    assert all(len(plain.levels) <= 1 for _, plain in pairs)
    assert not any(is_large(plain.level(SIZES)) for _, plain in pairs)
    assert {"n = 0", "n = 1"} <= {plain.level(SIZES) for _, plain in pairs}
    assert MEMORY.applies(gallery("asinh")) == "there is no C++ kernel of its own"
    assert "portable" in RACES.applies(gallery("dual_residual"))
    assert MEMORY.applies(op) == RACES.applies(op) == ""
    assert "-DWB_CHECK_BOUNDS" in MEMORY.op(op).kernel.compile_flags


def test_what_is_declared_is_promised() -> None:
    op = gallery("my_add_custom")
    assert is_promised(op, Cell(0))
    assert is_promised(op, Cell(0, {DTYPES_OF: "float64", THREADS: "1"}))
    assert is_promised(op, Cell(0, {ARGUMENTS: "more_rows"}))
    assert not is_promised(op, Cell(0, {SIZES: "n = 0"}))
    assert not is_promised(gallery("knn_query"), Cell(0, {ARGUMENTS: "without new_xyz"}))


def test_a_longer_list_has_no_tensor_twice() -> None:
    op = gallery("concat_rows")
    name = next(a.name for a in op.args if a.is_tensor_list)
    before = tuple(e for e in op.model.inputs if e.base == name)
    given = (*before, Example("w", shape=(2,), seed=before[-1].seed + 1))
    op = replace(op, args=(*op.args, Arg("w")), model=replace(op.model, inputs=given))
    longer = size_changes(op)[f"{name} has {len(before) + 1} tensors"](op)
    seeds = [e.seed for e in longer.model.inputs]
    assert len(seeds) == len(set(seeds)) == len(before) + 2
