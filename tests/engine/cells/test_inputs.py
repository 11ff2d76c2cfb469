"""Hard values, and tensors that do not lie in order."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from workbench import paths
from workbench.core.cells import Cell, realised
from workbench.core.cells.factors import LAYOUT, VALUES, factors_of
from workbench.core.declaration.op import Op
from workbench.core.storage import op_file
from workbench.engine.cells.inputs import hard_values, laid_out
from workbench.engine.values.examples import example_values


def gallery(name: str) -> Op:
    return op_file.load(paths.ops_lib() / "ops" / name).resolved()


def values_of(name: str, **levels: str) -> dict[str, np.ndarray]:
    cell = Cell(0, {{"values": VALUES, "layout": LAYOUT}[k]: v for k, v in levels.items()})
    op = realised(gallery(name), cell)
    return hard_values(op, example_values(op), cell)


def test_each_level_of_values_is_what_it_says() -> None:
    levels = {
        level.name
        for factor in factors_of(gallery("my_add_custom"))
        if factor.name == VALUES
        for level in factor.levels
    }
    assert levels == {
        *("usual", "zeros", "nan", "inf", "denormal", "large", "ties", "all equal"),
    }
    a = {level: values_of("my_add_custom", values=level)["a"] for level in levels}
    assert all(array.dtype == np.float32 and array.shape == (4, 3, 8) for array in a.values())
    assert not a["zeros"].any()
    assert 0 < np.isnan(a["nan"]).sum() < a["nan"].size
    assert 0 < np.isinf(a["inf"]).sum() < a["inf"].size
    tiny = np.finfo(np.float32).tiny
    assert (abs(a["denormal"]) < tiny).mean() > 0.5
    assert a["denormal"].any()
    assert abs(a["large"]).max() > 1e17
    assert np.isfinite(a["large"].astype(np.float32) ** 2).all()
    assert set(np.unique(a["ties"])) <= {-2, -1, 0, 1, 2}
    assert len(np.unique(a["all equal"])) == 1


def test_what_has_a_range_keeps_to_it() -> None:
    ends = values_of("grid_cluster", values="ends of the range")
    assert set(np.unique(ends["pos"])) == {0.0, np.nextafter(np.float32(4), np.float32(0))}


def test_what_is_written_out_is_left_alone() -> None:
    assert list(values_of("knn_query", values="ends of the range")["offset"]) == [100, 256]


@pytest.mark.parametrize("level", ["offset", "every other element", "transposed", "channels last"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 3, 4, 5), (0, 3)])
def test_a_layout_changes_no_element(level: str, shape: tuple[int, ...]) -> None:
    plain = torch.randn(shape)
    made = laid_out({"x": plain}, level, set())["x"]
    assert torch.equal(made, plain)
    assert made.shape == plain.shape


def test_layouts_lie_as_they_say() -> None:
    plain = {"x": torch.randn(2, 3, 4, 5)}

    def of(level: str) -> torch.Tensor:
        return laid_out(plain, level, {"x"})["x"]

    assert of("offset").storage_offset() == 1
    assert of("offset").data_ptr() % 16 == 4
    assert of("every other element").stride(-1) == 2
    assert of("transposed").stride()[-2:] == (1, 4)
    assert of("channels last").is_contiguous(memory_format=torch.channels_last)
    assert of("usual") is plain["x"]


def test_an_expanded_tensor_has_one_row_for_all() -> None:
    rows = values_of("my_add_custom", layout="expanded")["a"]
    assert (rows == rows[:1]).all()
    made = laid_out({"a": torch.from_numpy(rows)}, "expanded", {"a"})["a"]
    assert made.stride(0) == 0
    assert torch.equal(made, torch.from_numpy(rows))
    assert laid_out({"i": torch.arange(4)}, "expanded", set())["i"].stride() == (1,)
