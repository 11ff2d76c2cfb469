"""Example inputs: the same seed gives the same numbers everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.conftest import TWICE_TOML
from workbench.core.declaration.op import Arg, Example
from workbench.core.storage import op_file
from workbench.core.types.dtypes import DTYPES
from workbench.engine.values.examples import example_tensor, example_values

X = Arg("x")


def tensor(dtype: str = "float32", **values: Any) -> np.ndarray:
    return example_tensor(Example("x", **{"shape": (4, 5), **values}), dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("generator", ["normal", "uniform", "integers", "arange", "zeros", "ones"])
def test_every_generator_makes_every_type(dtype: str, generator: str) -> None:
    values = tensor(dtype, generator=generator, high=5.0)
    assert values.dtype == dtype
    assert values.shape == (4, 5)
    assert np.isfinite(values.astype(np.float64)).all()


def test_a_seed_is_repeatable_and_seeds_differ() -> None:
    assert (tensor(seed=3) == tensor(seed=3)).all()
    assert (tensor(seed=3) != tensor(seed=4)).any()


def test_the_numbers_of_a_seed_never_change() -> None:
    expected = np.random.Generator(np.random.PCG64(0)).standard_normal(3)
    assert tensor("float64", shape=(3,)).tolist() == expected.tolist()
    assert tensor("float64", shape=(3,))[0] == pytest.approx(0.12573022)


def test_types_see_the_same_numbers() -> None:
    assert np.allclose(tensor("float32"), tensor("float64"))


def test_ranges() -> None:
    values = tensor(generator="uniform", low=-2.0, high=3.0, shape=(1000,))
    assert -2 <= values.min() < -1.5
    assert 2.5 < values.max() <= 3
    numbers = tensor("int64", generator="integers", low=2, high=4, shape=(100,))
    assert set(numbers.tolist()) == {2, 3}


def test_integers_of_normal_are_no_zeros() -> None:
    assert len(set(tensor("int32").ravel().tolist())) > 5
    assert len(set(tensor("int8").ravel().tolist())) > 5
    assert tensor("uint8").max() < 100


def test_bools_are_mixed() -> None:
    assert set(tensor("bool").ravel().tolist()) == {True, False}


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (1,) * 8])
def test_odd_shapes(shape: tuple[int, ...]) -> None:
    assert tensor(shape=shape).shape == shape


def test_small_types_do_not_overflow_without_a_word() -> None:
    """300 does not fit int8; numpy would wrap it silently."""
    values = tensor("int8", generator="integers", low=100, high=120)
    assert values.min() >= 100


def test_values_of_all_arguments_in_order() -> None:
    more = """
[[args]]
name = "k"
type = "int"
default = 3

[[args]]
name = "z"
optional = true

[[args]]
name = "f"
type = "float[]"
optional = true
default = [0.5]

[[outputs]]
"""
    op = op_file.loads(TWICE_TOML.replace("\n[[outputs]]\n", more, 1), validate=False)
    values = example_values(op)
    assert list(values) == ["x", "k", "z", "f"]
    assert values["k"] == 3
    assert values["z"] is None
    assert values["f"] == (0.5,)
