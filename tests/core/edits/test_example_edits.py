"""Example inputs that the program makes up, and what of them follows an edit."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from workbench.core import edits
from workbench.core.check import check_op
from workbench.core.declaration.op import Example, Op
from workbench.importers.drafts.blank import blank_draft

KNN = (
    "pointops::knn_query(int nsample, Tensor xyz, Tensor[int32] offset, Tensor? new_xyz, "
    "Tensor[int32]? new_offset, Tensor[int32]? idx, Tensor[int64]? rowptr, Tensor[int64]? batch, "
    "Tensor[bool]? mask, Tensor[int32]? other) -> (Tensor[int32] found, Tensor dist)"
)


@pytest.fixture
def knn() -> Op:
    return blank_draft(KNN).op


def with_example(op: Op, example: Example) -> Op:
    rows = tuple(example if e.arg == example.arg else e for e in op.model.inputs)
    return replace(op, model=replace(op.model, inputs=rows))


def made(op: Op, name: str) -> Example:
    """What the argument's example is when it is given."""
    arg = op.arg(name)
    assert arg is not None
    return edits.new_example(op, arg)


def retyped(op: Op, example: Example, *shapes: tuple[int, ...]) -> Example:
    """The example after all these shapes, one after the other; each but none at all is sound."""
    for shape in shapes:
        example = edits.set_example_shape(op, example, shape)
        if shape is not UNSET:
            assert check_op(with_example(op, example)) == [], shape
    return example


def test_made_up_elements_follow_the_shape_while_it_is_typed(knn: Op) -> None:
    offset = knn.example("offset")
    assert (offset.shape, offset.value) == ((2,), (1, 2))
    typed = retyped(knn, offset, (4,), (40,), (400,), (40,), (1,), (15,), UNSET, (2, 3), (3,))
    assert typed == replace(offset, shape=(3,), value=(1, 1, 2))
    assert retyped(knn, typed, (2,)) == offset
    many = retyped(knn, offset, (4000,))
    assert (many.value, many.generator, many.low, many.high) == (UNSET, "integers", 0.0, 2.0)


def test_a_list_that_was_drafted_with_two_dimensions_gets_one(knn: Op) -> None:
    before = replace(knn.example("offset"), shape=(2, 3), value=(1, 1, 2, 1, 1, 2))
    assert retyped(knn, before, (2,)).value == (1, 2)
    assert retyped(knn, before, UNSET, (2,)).value == (1, 2)


def test_elements_that_one_wrote_stay(knn: Op) -> None:
    mine = replace(knn.example("offset"), shape=(3,), value=(4, 9, 12))
    assert edits.set_example_shape(knn, mine, (2,)) == replace(mine, shape=(2,))
    generated = replace(mine, value=UNSET, generator="integers", high=2.0)
    assert edits.set_example_shape(knn, generated, (2,)) == replace(generated, shape=(2,))
    dynamic = replace(knn.example("offset"), dynamic={0: "n"})
    assert retyped(knn, dynamic, (3,)) == replace(dynamic, shape=(3,), value=(1, 1, 2))


@pytest.mark.parametrize("name", ["xyz", "mask", "other"])
def test_elements_that_are_written_out_on_request_follow_it_too(knn: Op, name: str) -> None:
    example = knn.example(name) if name == "xyz" else made(knn, name)
    knn = with_example(knn, example)
    written = edits.set_generator(knn, example, edits.VALUES)
    typed = retyped(knn, written, (2,), (25,), (4, 4))
    assert typed == edits.set_generator(knn, replace(example, shape=(4, 4)), edits.VALUES)
    assert retyped(knn, typed, UNSET, written.shape) == written


def test_offsets_that_are_written_out_on_request_rise(knn: Op) -> None:
    drawn = replace(knn.example("offset"), shape=(2,), value=UNSET, generator="integers")
    assert edits.set_generator(knn, drawn, edits.VALUES).value == (1, 2)


def test_an_optional_tensor_begins_as_a_mandatory_one(knn: Op) -> None:
    must = blank_draft(KNN.replace("?", "")).op
    for name in ("new_offset", "idx", "rowptr", "batch", "mask", "other"):
        assert replace(made(knn, name), seed=0) == replace(must.example(name), seed=0), name
    assert made(knn, "rowptr").value == (0, 2)
    assert made(knn, "batch").value == (0, 1)
    assert (made(knn, "idx").generator, made(knn, "idx").high) == ("integers", 2.0)
    assert (made(knn, "other").generator, made(knn, "other").high) == ("integers", 10.0)
    assert (made(knn, "mask").generator, made(knn, "mask").high) == ("integers", 2.0)


def test_a_tensor_begins_like_the_one_that_it_is_a_new_one_of(knn: Op) -> None:
    points = Example("xyz", shape=(256, 3), generator="uniform", seed=3, dynamic={0: "n"})
    ends = Example("offset", shape=(2,), value=(100, 256))
    knn = with_example(with_example(knn, points), ends)
    new = made(knn, "new_xyz")
    assert (new.arg, new.shape, new.generator, new.dynamic) == ("new_xyz", (256, 3), "uniform", {})
    assert new.seed != points.seed
    assert (made(knn, "new_offset").shape, made(knn, "new_offset").value) == ((2,), (100, 256))
    knn = edits.set_arg_dtype(knn, [a.name for a in knn.args].index("new_offset"), "int64")
    assert made(knn, "new_offset").value == (1, 2)


def test_an_example_of_another_argument_is_such_as_that_one_begins_with(knn: Op) -> None:
    points = knn.example("xyz")
    assert edits.set_example_arg(knn, points, "new_xyz") == replace(points, arg="new_xyz")
    asked = edits.set_example_arg(knn, points, "rowptr")
    assert (asked.arg, asked.shape, asked.value) == ("rowptr", (2,), (0, 2))


def test_an_element_type_makes_of_generated_elements_what_the_name_says(knn: Op) -> None:
    at = [a.name for a in knn.args].index("offset")
    numbers = edits.set_arg_dtype(knn, at, "float32")
    assert numbers.example("offset") == replace(knn.example("offset"), value=UNSET)
    assert edits.set_arg_dtype(numbers, at, "int32") == knn
