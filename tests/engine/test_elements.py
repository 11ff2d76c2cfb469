"""A comparison element by element: what is counted, which are worst, and what the picture shows."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from workbench.core.jobs import OutputParity, Picture
from workbench.core.jobs.pictured import BEYOND, NO_DISTANCE, PLANES, WITHIN
from workbench.engine.parity import elements
from workbench.engine.parity.allowed import allowance
from workbench.engine.parity.compare import compare_output
from workbench.engine.parity.picture import MOST_POINTS, draw


def looked(
    expected: np.ndarray, actual: np.ndarray, rtol: float = 1e-5, atol: float = 1e-6
) -> tuple[OutputParity, elements.Errors, elements.Allowed]:
    compared = compare_output("y", expected, actual, rtol, atol)
    flat = expected.reshape(-1)

    def allowed(part: slice | np.ndarray) -> np.ndarray | None:
        return allowance(flat[part], compared.rtol, compared.atol)

    return compared, elements.errors(expected, actual, allowed), allowed


PAIRS = st.one_of(
    *(
        hnp.array_shapes(min_dims=0, max_dims=4, min_side=1, max_side=6).flatmap(
            lambda shape, d=dtype: st.tuples(hnp.arrays(d, shape), hnp.arrays(d, shape))
        )
        for dtype in (
            np.float32,
            np.float64,
            np.float16,
            np.int8,
            np.uint64,
            np.bool_,
            np.complex64,
        )
    )
)


@given(PAIRS)
@settings(deadline=None, max_examples=120)
def test_what_is_beyond_is_what_the_verdict_counts(pair: tuple[np.ndarray, np.ndarray]) -> None:
    expected, actual = pair
    compared, found, allowed = looked(expected, actual)
    beyond = ~(found.used <= 1)
    assert int(beyond.sum()) == compared.differing
    bins = elements.bins(found)
    assert sum(b.beyond for b in bins) == compared.differing
    assert sum(b.within + b.beyond for b in bins) == expected.size
    worst = elements.worst(found, expected, actual, allowed)
    assert sum(not w.agrees for w in worst) == min(compared.differing, elements.MOST_WORST)
    for one, after in itertools.pairwise(worst):
        assert one.agrees <= after.agrees, "the worst come first"


@pytest.mark.parametrize(
    ("units", "label"), [(0, 0.0), (1, 1.0), (2, 2.0), (3, 4.0), (4, 4.0), (5, 8.0), (1024, 1024.0)]
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, ml_dtypes.bfloat16])
def test_errors_are_counted_in_units_in_the_last_place(
    dtype: type, units: int, label: float
) -> None:
    if units == 1024 and dtype not in (np.float32, np.float64):
        pytest.skip("such numbers have no 1024 steps from 1 to 2")
    one = np.array([1.0], dtype)
    step = float(ml_dtypes.finfo(dtype).eps)
    other = np.array([1.0 + units * step], dtype)
    _, found, _ = looked(one, other)
    assert found.units.tolist() == [units]
    assert [b.most for b in elements.bins(found) if b.within + b.beyond] == [label]


def test_what_is_a_number_on_one_side_only_has_no_distance_and_comes_first() -> None:
    expected = np.array([1, np.nan, np.inf, 2, np.nan, np.inf], np.float32)
    actual = np.array([1, np.nan, np.inf, np.nan, 2, 3], np.float32)
    compared, found, allowed = looked(expected, actual)
    assert compared.differing == 3
    assert elements.bins(found)[-1] == elements.Bin(-1.0, 0, 3)
    worst = elements.worst(found, expected, actual, allowed)
    assert [(w.index, w.error, w.agrees) for w in worst] == [
        ((3,), None, False), ((4,), None, False), ((5,), None, False)
    ]  # fmt: skip


def planes(picture: Picture) -> dict[str, np.ndarray]:
    data, start, found = Path(picture.file).read_bytes(), 0, {}
    rows, columns = picture.points
    for name, (format_, size) in PLANES.items():
        many = picture.channels if name.endswith("_shown") else 1
        end = start + rows * columns * many * size
        plane = np.frombuffer(data[start:end], format_)
        found[name] = plane.reshape(rows, columns, many)[..., 0 if many == 1 else slice(None)]
        start = end
    assert start == len(data)
    return found


SHAPES = {
    (): ((1, 1), 1, ()),
    (10,): ((1, 10), 1, ()),
    (700,): ((11, 64), 1, ()),
    (7, 5): ((7, 5), 1, ()),
    (2, 4, 6, 5): ((6, 5), 1, (2, 4)),
    (2, 3, 20, 30): ((20, 30), 3, (2,)),
    (20, 30, 4): ((20, 30), 4, ()),
    (3, 8, 8): ((8, 8), 1, (3,)),
    (1100, 9): ((367, 9), 1, ()),
    (3, 1100, 700): ((367, 350), 3, ()),
}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_picture_shows_the_worst_element_of_each_block(
    shape: tuple[int, ...], tmp_path: Path
) -> None:
    rng = np.random.default_rng(1)
    expected = np.asarray(rng.standard_normal(shape), np.float32)
    actual = np.asarray(expected + rng.random(shape) ** 9 * 1e-3, np.float32)
    actual.reshape(-1)[-1] += 1
    _, found, _ = looked(expected, actual)
    picture = draw(tmp_path, found, expected, actual, None)
    points, channels, sizes = SHAPES[shape]
    assert (picture.points, picture.channels, picture.sizes) == (points, channels, sizes)
    assert max(points) <= MOST_POINTS
    assert picture.at == tuple(size - 1 for size in sizes), "where the worst one is"
    shown = planes(picture)
    # Each element of this slice is in one block only, and none there is further off.
    flat = shown["flat"]
    assert np.array_equal(shown["used"], found.used[flat])
    assert np.array_equal(shown["expected"], expected.reshape(-1)[flat])
    assert np.array_equal(shown["actual"], actual.reshape(-1)[flat])
    assert flat[picture.worst] == expected.size - 1 == found.worst
    used = found.used.reshape(shape)
    if len(shape) > 1:
        index = [slice(None)] * len(shape)
        others = [i for i in range(len(shape)) if i not in picture.sides]
        colour = (
            next((i for i in others if picture.channels == shape[i]), -1) if channels > 1 else -1
        )
        for dimension, at in zip([i for i in others if i != colour], picture.at, strict=True):
            index[dimension] = at
        plane = used[tuple(index)]
        if colour >= 0:
            plane = plane.max(axis=0 if colour < picture.sides[0] else -1)
        down, right = picture.block
        for row in range(points[0]):
            for column in (0, points[1] - 1):
                block = plane[row * down : (row + 1) * down, column * right : (column + 1) * right]
                assert shown["used"][row, column] == block.max()


def test_another_slice_is_shown_on_request_and_one_outside_is_brought_inside(
    tmp_path: Path,
) -> None:
    expected = np.arange(2 * 4 * 3 * 5, dtype=np.float32).reshape(2, 4, 3, 5)
    _, found, _ = looked(expected, expected.copy())
    for asked, shown in (((1, 2), (1, 2)), ((7, -3), (1, 0)), ((1,), (0, 0))):
        picture = draw(tmp_path, found, expected, expected, asked)
        assert picture.at == shown
        assert np.array_equal(planes(picture)["expected"], expected[shown])


def test_colours_say_on_which_side_of_the_allowance_an_error_is(tmp_path: Path) -> None:
    expected = np.zeros((1, 6), np.float32)
    actual = np.array([[0, 1e-9, 1e-6, 1.001e-6, 1, np.nan]], np.float32)
    _, found, _ = looked(expected, actual)
    heat = planes(draw(tmp_path, found, expected, actual, None))["heat"][0].tolist()
    assert heat[0] == 0
    assert WITHIN <= heat[1] < heat[2] == BEYOND - 1
    assert BEYOND == heat[3] < heat[4] == NO_DISTANCE - 1
    assert heat[5] == NO_DISTANCE


def test_values_are_painted_from_the_smallest_to_the_largest_of_both_sides(tmp_path: Path) -> None:
    expected = np.array([[-1, 0, 1, np.nan]], np.float32)
    actual = np.array([[-1, 0, 3, 1]], np.float32)
    _, found, _ = looked(expected, actual)
    picture = draw(tmp_path, found, expected, actual, None)
    assert (picture.low, picture.high) == (-1, 3)
    shown = planes(picture)
    assert shown["expected_shown"][0].tolist() == [1, 64, 128, 0]
    assert shown["actual_shown"][0].tolist() == [1, 64, 255, 128]


def test_equal_large_integers_are_told_apart(tmp_path: Path) -> None:
    expected = np.array([2**63, 2**63], np.uint64)
    actual = np.array([2**63, 2**63 + 1], np.uint64)
    compared, found, allowed = looked(expected, actual)
    assert compared.differing == 1
    (worst,) = elements.worst(found, expected, actual, allowed)
    assert (worst.index, worst.error, worst.allowed) == ((1,), 1.0, 0.0)
    assert math.isclose(found.used[1], 2)
