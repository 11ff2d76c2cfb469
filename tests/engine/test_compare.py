"""Parity of one output: what agrees, and what is said where it does not."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from workbench.engine.parity.compare import MAX_DIFFERENCES, compare_output

inf, nan = np.inf, np.nan


def array(*values: float, dtype: str = "float32") -> np.ndarray:
    return np.array(values, dtype)


def test_equal_values_agree() -> None:
    found = compare_output("y", array(1, 2), array(1, 2))
    assert found.agrees
    assert (found.max_abs_diff, found.max_rel_diff, found.differing) == (0.0, 0.0, 0)
    assert (found.name, found.dtype, found.shape, found.elements) == ("y", "float32", (2,), 2)
    assert found.differences == ()


def test_differing_values_are_listed_with_both_values() -> None:
    found = compare_output("y", array(1, 2, 3).reshape(1, 3), array(1, 2.5, 3).reshape(1, 3))
    assert not found.agrees
    assert found.differing == 1
    (difference,) = found.differences
    assert difference.index == (0, 1)
    assert (difference.expected, difference.actual) == ("2.0", "2.5")
    assert found.max_abs_diff == 0.5
    assert found.max_rel_diff == 0.25


def test_only_the_first_differences_are_listed_and_all_are_counted() -> None:
    found = compare_output("y", np.zeros(1000, np.float32), np.ones(1000, np.float32))
    assert found.differing == 1000
    assert len(found.differences) == MAX_DIFFERENCES
    assert found.differences[0].index == (0,)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_same_nan_and_infinity_agree(dtype: str) -> None:
    value = array(nan, inf, -inf, 1, dtype=dtype)
    found = compare_output("y", value, value.copy())
    assert found.agrees
    assert (found.max_abs_diff, found.max_rel_diff) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("a", "b"), [(nan, 1), (1, nan), (inf, -inf), (inf, 1), (1, -inf), (nan, inf)]
)
def test_nan_or_infinity_on_one_side_differs(a: float, b: float) -> None:
    found = compare_output("y", array(a, 1), array(b, 1))
    assert not found.agrees
    assert found.differing == 1
    assert found.max_abs_diff is None
    assert (found.differences[0].expected, found.differences[0].actual) == (
        str(np.float32(a)),
        str(np.float32(b)),
    )


def test_the_element_types_own_tolerances() -> None:
    assert compare_output("y", array(1), array(1 + 1e-6)).agrees
    assert not compare_output("y", array(1), array(1.0001)).agrees
    assert not compare_output(
        "y", array(1, dtype="float64"), array(1 + 1e-6, dtype="float64")
    ).agrees
    assert compare_output("y", array(1, dtype="float16"), array(1.0005, dtype="float16")).agrees


def test_given_tolerances_count_and_zero_is_exact() -> None:
    a, b = array(1.0), array(1.01)
    assert compare_output("y", a, b, rtol=0.02, atol=0).agrees
    assert compare_output("y", a, b, rtol=0, atol=0.02).agrees
    found = compare_output("y", array(1), np.nextafter(array(1), array(2)), rtol=0, atol=0)
    assert not found.agrees
    assert (found.rtol, found.atol) == (0, 0)


def test_the_tolerance_is_relative_to_the_expected_value() -> None:
    assert compare_output("y", array(100), array(110), rtol=0.1, atol=0).agrees
    assert not compare_output("y", array(99), array(110), rtol=0.1, atol=0).agrees


@pytest.mark.parametrize(
    ("dtype", "low", "high"),
    [("int64", 2**62, 2**62 + 1), ("int64", -(2**63), 2**63 - 1), ("int32", 0, 1), ("uint8", 0, 255),
     ("int8", -128, 127), ("bool", 0, 1), ("uint64", 2**64 - 2, 2**64 - 1)],
)  # fmt: skip
def test_integers_and_bools_are_exact(dtype: str, low: int, high: int) -> None:
    a, b = np.array([low, low], dtype), np.array([low, high], dtype)
    assert compare_output("y", a, a.copy()).agrees
    found = compare_output("y", a, b)
    assert not found.agrees
    assert found.differing == 1
    assert found.differences[0].index == (1,)
    assert found.max_abs_diff


def test_other_shapes_are_a_note() -> None:
    found = compare_output("y", np.zeros((2, 3)), np.zeros((3, 2)))
    assert not found.agrees
    assert "[2, 3]" in found.note
    assert "[3, 2]" in found.note
    assert "PyTorch" in found.note
    assert "ONNX Runtime" in found.note
    assert found.max_abs_diff is None


def test_shapes_that_broadcast_are_other_shapes() -> None:
    assert not compare_output("y", np.zeros(3), np.zeros(1)).agrees
    assert not compare_output("y", np.zeros(()), np.zeros(1)).agrees
    assert not compare_output("y", np.zeros((0, 3)), np.zeros((0, 2))).agrees


def test_other_types_are_a_note() -> None:
    found = compare_output("y", np.zeros(2, np.float32), np.zeros(2, np.float64))
    assert not found.agrees
    assert "float32" in found.note
    assert "float64" in found.note


def test_empty_and_0d_outputs() -> None:
    assert compare_output("y", np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32)).agrees
    found = compare_output("y", np.array(1.0, np.float32), np.array(2.0, np.float32))
    assert not found.agrees
    assert found.differences[0].index == ()


def test_numbers_beside_zero() -> None:
    found = compare_output("y", array(0, 1), array(1e-3, 1))
    assert not found.agrees
    assert found.max_abs_diff == pytest.approx(1e-3)
    assert found.max_rel_diff is None, "relative to 0 there is no finite difference"
    assert compare_output("y", array(0.0), array(-0.0)).agrees


def test_the_largest_finite_floats() -> None:
    big = float(np.finfo(np.float64).max)
    found = compare_output("y", array(big, dtype="float64"), array(-big, dtype="float64"))
    assert not found.agrees
    assert found.max_abs_diff is None


def test_whose_values_they_are() -> None:
    found = compare_output("y", array(1), array(1, 2), who=("reference", "PyTorch"))
    assert (found.expected_by, found.actual_by) == ("reference", "PyTorch")
    assert "reference" in found.note


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_what_is_small_throughout_is_not_zero(dtype: str) -> None:
    """An absolute tolerance would call 9e-6 and 1e-8 the same as 0."""
    kind = ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype
    for size in (9e-6, 1e-7):
        small = np.full(4, size).astype(kind)
        assert not compare_output("y", small, np.zeros_like(small)).agrees
        assert not compare_output("y", np.zeros_like(small), small).agrees


def test_float64_that_went_through_float32_differs() -> None:
    value = np.random.default_rng(0).normal(size=1000)
    assert not compare_output("y", value, value.astype(np.float32).astype(np.float64)).agrees
    assert compare_output("y", value, value * (1 + 4e-16)).agrees


def test_the_tolerance_follows_the_scale_of_the_output() -> None:
    value = np.array([1000.0, 0.0], np.float32)
    found = compare_output("y", value, value + np.float32(1e-3))
    assert found.agrees
    assert found.atol == pytest.approx(1000 * 1e-5)


def test_marks_are_not_the_scale() -> None:
    """A mask of -1e9 does not make every other element agree."""
    value = np.array([1, -1e9, 0.5, -2], np.float32)
    assert not compare_output("y", value, value + np.array([0, 0, 0.01, 0], np.float32)).agrees


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "bool"])
def test_whole_numbers_are_exact_whatever_is_set_for_floats(dtype: str) -> None:
    found = compare_output("y", array(0, 1, dtype=dtype), array(1, 1, dtype=dtype), 1.0, 5.0)
    assert not found.agrees
    assert (found.rtol, found.atol) == (0.0, 0.0)


def test_only_numbers_are_compared() -> None:
    value = array(nan, inf, 1)
    assert compare_output("y", value, value.copy()).compared == 1
    assert compare_output("y", array(nan, -inf), array(nan, -inf)).compared == 0
    assert compare_output("y", array(), array()).compared == 0
    assert compare_output("y", array(1, 2, dtype="int32"), array(1, 2, dtype="int32")).compared == 2


def test_complex_numbers_are_compared_whole() -> None:
    value = np.array([1 + 2j, 3 - 1j])
    assert compare_output("y", value, value.copy(), 1e-6, 0.0).agrees
    assert not compare_output("y", value, value.conj(), 1e-6, 0.0).agrees


def test_the_largest_difference_in_units_in_the_last_place() -> None:
    one = np.array([1.0, 4.0, np.nan, np.inf], np.float32)
    other = one.copy()
    assert compare_output("y", one, other).ulp == 0
    other[1] = np.nextafter(np.nextafter(other[1], np.float32(9)), np.float32(9))
    assert compare_output("y", one, other).ulp == 2
    other[2] = 0
    assert compare_output("y", one, other).ulp is None, "one side only is a number"
    assert compare_output("y", np.array([1, 2]), np.array([1, 9])).ulp is None


def test_the_worst_element_is_the_one_that_uses_most_of_what_is_allowed() -> None:
    expected, actual = array(1, 1000, 2, 3), array(1.5, 1001, 2, 3)
    found = compare_output("y", expected, actual, rtol=1e-3, atol=0.0)
    assert found.worst is not None
    assert (found.worst.index, found.worst.expected, found.worst.actual) == ((0,), "1.0", "1.5")
    assert (found.worst.error, found.worst.allowed, found.worst.agrees) == (0.5, 1e-3, False)
    whole = compare_output("y", np.array([1, 2, 3]), np.array([1, 4, 9]))
    assert whole.worst is not None
    assert (whole.worst.index, whole.worst.error, whole.worst.allowed) == ((2,), 6.0, 0.0)
    lost = compare_output("y", array(1, 2), array(9, nan))
    assert lost.worst is not None
    assert (lost.worst.index, lost.worst.error) == ((1,), None)
    assert compare_output("y", array(1), array(1)).worst is None
    assert compare_output("y", np.array(["a"]), np.array(["b"])).worst is None
