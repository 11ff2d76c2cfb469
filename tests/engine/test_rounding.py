"""Rounding budgets: how they are made of two computations that are run again in other modes."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from workbench.engine.host.rounding_modes import ROUNDING_MODES, rounding_mode
from workbench.engine.parity.allowed import type_tolerance
from workbench.engine.parity.compare import compare_output
from workbench.engine.parity.rounding import Movement, budget, floor, movement, needs_budget

ULP = 2.0**-23


def array(*values: float, dtype: str = "float32") -> np.ndarray:
    return np.array(values, dtype)


def still(value: np.ndarray) -> Movement:
    """Of what no rounding moves."""
    return movement(value, (value, value))


def moved(value: np.ndarray, *by: np.ndarray | float) -> Movement:
    """Of what each mode moves by so much."""
    return movement(value, [(value + b).astype(value.dtype) for b in by])


def test_the_processor_rounds_as_it_is_told() -> None:
    one, three = np.float64(1), np.float64(3)
    given = []
    for mode in ROUNDING_MODES:
        with rounding_mode(mode):
            given.append(float(one / three))
    up, down, zero = given
    assert down == zero < up
    assert up == math.nextafter(down, 1)
    assert float(one / three) == down  # to nearest again


def test_no_program_is_run_to_set_the_mode() -> None:
    """What looks for a library by its name runs ldconfig: 5 ms for each of some hundred modes."""
    code = (
        "import sys\n"
        "from workbench.engine.host.rounding_modes import ROUNDING_MODES, rounding_mode\n"
        "ran = []\n"
        "sys.addaudithook(lambda event, _: ran.append(event) if 'Popen' in event else None)\n"
        "for mode in ROUNDING_MODES:\n"
        "    with rounding_mode(mode):\n"
        "        pass\n"
        "assert ROUNDING_MODES and not ran, ran\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_least_budget() -> None:
    least = floor(array(1, 2, 0, np.inf, np.nan))
    assert least[:2].tolist() == [4 * ULP, 8 * ULP]
    assert 0 < least[2] < 1e-12
    assert least[3:].tolist() == [0, 0]


@pytest.mark.parametrize(("off", "needed"), [(3 * ULP, []), (5 * ULP, ["y"]), (1.0, ["y"])])
def test_what_is_nearer_than_any_budget_needs_none(off: float, needed: list[str]) -> None:
    assert needs_budget({"y": array(1, 1 + off)}, {"y": array(1, 1)}) == needed


def test_other_types_and_shapes_have_none() -> None:
    assert (
        needs_budget({"y": array(1, 2, dtype="float16")}, {"y": array(1, 3, dtype="float16")}) == []
    )
    assert needs_budget({"y": array(1, dtype="int64")}, {"y": array(3, dtype="int64")}) == []
    assert needs_budget({"y": array(1, 2)}, {"y": array(1)}) == []


def test_what_rounding_does_not_move_may_differ_by_the_least_only() -> None:
    value = array(1, 2, 3)
    assert budget(value, still(value), still(value)).tolist() == floor(value).tolist()


def test_what_moves_more_may_differ_by_more() -> None:
    value = array(*np.linspace(1, 1.9, 20))
    few = budget(value, moved(value, 2 * ULP, -2 * ULP), still(value))
    more = budget(value, moved(value, 4 * ULP, -4 * ULP), still(value))
    both = budget(value, moved(value, 2 * ULP, -2 * ULP), moved(value, 2 * ULP, -2 * ULP))
    assert (few > floor(value)).all()
    assert (more > few).all()
    assert both.tolist() == more.tolist()


def test_the_reference_in_float64_tells_its_error() -> None:
    value = array(1, 2, 3)
    exact = value.astype(np.float64) + 10 * ULP
    wide = budget(value, still(value), movement(value, (value,), exact))
    assert (wide >= floor(value) + 10 * ULP).all()
    other = value + array(10 * ULP)  # it is float32 whatever it is given
    same = budget(value, still(value), movement(value, (value,), other))
    assert same.tolist() == floor(value).tolist()


def test_one_direction_never_makes_it_wider_than_the_type() -> None:
    """A kernel that rounds to whole numbers by the processor's mode moves by one, in one direction."""
    value = array(1, 2, 3)
    allowed = budget(value, moved(value, 1, 0), still(value))
    assert (allowed <= type_tolerance(value)).all()


def test_both_directions_make_it_wider_but_not_without_end() -> None:
    value = array(1, 2, 3)
    usual = type_tolerance(value)
    allowed = budget(value, moved(value, 1e-4, -1e-4), still(value))
    assert (allowed > usual).all()
    assert (budget(value, moved(value, 1, -1), still(value)) <= 100 * usual).all()


def test_an_element_whose_errors_cancel_by_luck_has_the_usual_budget() -> None:
    rng = np.random.default_rng(1)
    sums = rng.normal(size=100).astype("float32")  # errors of one size, elements of any
    by = np.full(100, 1e-6)
    by[7] = 0
    allowed = budget(sums, moved(sums, by, -by), still(sums))
    assert allowed[7] > 1e-6
    wide = np.float32(10) ** rng.uniform(-6, 3, 100).astype("float32")  # errors as the elements
    by = 8 * ULP * wide
    by[7] = 0
    allowed = budget(wide, moved(wide, by, -by), still(wide))
    assert 8 * ULP * wide[7] < allowed[7] < 100 * ULP * wide[7]


def test_what_is_infinite_in_one_mode_has_the_widest_budget_and_no_nan() -> None:
    value = array(3e38, 1, np.nan, np.inf)
    by = np.array([np.inf, 0, 0, 0])
    allowed = budget(value, moved(value, by, by), still(value))
    assert np.isfinite(allowed).all()
    assert allowed[1] < 1e-2 * 3e38


def test_a_comparison_by_budget() -> None:
    expected, given = array(1, 2, 0), array(1, 2 + 10 * 2 * ULP, 0)
    allowed = np.array([4 * ULP, 40 * ULP, 0.0])
    found = compare_output("y", expected, given, budget=allowed)
    assert found.agrees
    assert found.rounding is not None
    assert (found.rounding.error, found.rounding.budget) == (10, 20)
    assert found.tolerance == "rounding 10 of 20 ULP"
    found = compare_output("y", expected, given, budget=allowed / 4)
    assert (found.agrees, found.differing) == (False, 1)
    assert found.differences[0].index == (1,)


def test_what_is_used_is_told_in_numbers() -> None:
    none = np.full(3, 1e-300)
    first = array(np.nan, np.inf, 2, dtype="float64")
    found = compare_output("y", first, first.copy(), budget=none)
    assert found.rounding is not None
    assert (found.rounding.error, found.rounding.budget > 0) == (0, True)
    far = compare_output("y", np.zeros(3), np.full(3, 1e308), budget=none)
    assert far.rounding is not None
    assert math.isfinite(far.rounding.error)


def test_tolerances_that_are_given_go_before_the_budget() -> None:
    found = compare_output("y", array(1), array(1.1), 0.2, budget=array(0, dtype="float64"))
    assert found.agrees
    assert found.rounding is None


def test_nan_and_infinity_are_compared_as_without_a_budget() -> None:
    none = np.zeros(3)
    same = array(np.nan, np.inf, 1)
    assert compare_output("y", same, same.copy(), budget=none).agrees
    for other in (array(1, np.inf, 1), array(np.nan, 1, 1), array(np.nan, -np.inf, 1)):
        assert not compare_output("y", same, other, budget=none).agrees


def test_where_nothing_differs_the_least_budget_is_told() -> None:
    """Beside zero a budget is any number of last places."""
    values = array(0.0, 1.0)
    compared = compare_output("y", values, values, budget=np.array([1e-6, 4 * ULP]))
    assert compared.rounding is not None
    assert compared.rounding.text == "0 of 4 ULP"
