"""Torch's numbers of element types are those that the installed torch has."""

from __future__ import annotations

import pytest
import torch

from workbench.core.types.dtypes import DTYPES


@pytest.mark.parametrize("name", DTYPES)
def test_a_number_in_the_place_of_an_element_type_means_it(name: str) -> None:
    made = torch.ops.aten.empty([1], dtype=DTYPES[name].number)
    assert made.dtype == getattr(torch, name)
