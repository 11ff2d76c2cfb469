"""``grid_cluster`` against torch_cluster's algorithm in torch, and against Python's integers."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from onnx import helper

from tests.ops.gallery import built
from workbench.core.pipeline.op_state import OpReport
from workbench.core.storage import project
from workbench.engine.client import Engine

FOLDER = project.gallery_folder() / "grid_cluster"
NAMES = ("pos", "size", "start", "end")

Grid = Callable[..., np.ndarray]


@pytest.fixture(scope="module")
def libraries(engine: Engine) -> OpReport:
    return built(engine, FOLDER)


def make_session(library: str, given: tuple[str, ...], dtype: str) -> onnxruntime.InferenceSession:
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    graph = helper.make_graph(
        [helper.make_node("torch_cluster_grid", given, ["cluster"], domain="custom")],
        "grid_cluster",
        [helper.make_tensor_value_info(name, kind, None) for name in given if name],
        [helper.make_tensor_value_info("cluster", onnx.TensorProto.INT64, ["n"])],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("custom", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # errors are raised, too
    options.register_custom_ops_library(library)
    return onnxruntime.InferenceSession(model.SerializeToString(), options)


@pytest.fixture(scope="module")
def grid(libraries: OpReport) -> Grid:
    """``grid(pos, size[, start[, end]])`` in ONNX Runtime; None leaves an input out."""
    sessions: dict[object, onnxruntime.InferenceSession] = {}

    def run(*arrays: np.ndarray | None) -> np.ndarray:
        given = [(n if a is not None else "", a) for n, a in zip(NAMES, arrays, strict=False)]
        while not given[-1][0]:
            given.pop()
        names = tuple(name for name, _ in given)
        dtype = str(arrays[0].dtype)  # type: ignore[union-attr]
        if (names, dtype) not in sessions:
            sessions[names, dtype] = make_session(libraries.ort_library, names, dtype)  # type: ignore[arg-type]
        return sessions[names, dtype].run(None, {n: a for n, a in given if n})[0]

    return run


def composed(
    pos: torch.Tensor,
    size: torch.Tensor,
    start: torch.Tensor | None = None,
    end: torch.Tensor | None = None,
) -> torch.Tensor:
    """What torch_cluster computes, from torch's own operators."""
    pos = pos.reshape(len(pos), -1)
    start = pos.amin(0) if start is None else start
    end = pos.amax(0) if end is None else end
    counts = ((end - start) / size).long() + 1
    strides = torch.cat([torch.ones(1, dtype=torch.long), counts.cumprod(0)[:-1]])
    return (((pos - start) / size).long() * strides).sum(1)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("given", [(), ("start",), ("end",), ("start", "end")])
def test_equals_torch_clusters_algorithm(grid: Grid, dtype: str, given: tuple[str, ...]) -> None:
    rng = np.random.default_rng(len(given))
    for dims in (1, 2, 3, 5):
        for rows in (1, 7, 1000, 30_000):
            pos = rng.normal(0, 3, (rows, dims)).astype(dtype)
            size = rng.uniform(0.1, 2, dims).astype(dtype)
            start = rng.uniform(-9, 0, dims).astype(dtype) if "start" in given else None
            end = rng.uniform(3, 9, dims).astype(dtype) if "end" in given else None
            arrays = [None if a is None else torch.from_numpy(a) for a in (pos, size, start, end)]
            got = grid(pos, size, start, end)
            assert got.dtype == np.int64
            np.testing.assert_array_equal(got, composed(*arrays).numpy())


def test_equals_exact_arithmetic_where_nothing_is_rounded(grid: Grid) -> None:
    rng = np.random.default_rng(3)
    pos = rng.integers(-64, 64, (500, 3)).astype(np.float32) / 8
    size = np.array([0.25, 0.5, 2], np.float32)
    low = [Fraction(float(v)) for v in pos.min(0)]
    high = [Fraction(float(v)) for v in pos.max(0)]
    edges = [Fraction(float(v)) for v in size]
    expected = []
    for point in pos:
        index, stride = 0, 1
        for at, a, b, edge in zip(point, low, high, edges, strict=True):
            index += math.floor((Fraction(float(at)) - a) / edge) * stride
            stride *= math.floor((b - a) / edge) + 1
        expected.append(index)
    assert grid(pos, size).tolist() == expected


def test_points_of_one_voxel_share_an_index_and_others_do_not(grid: Grid) -> None:
    pos = np.array([[0, 0], [0.9, 0.9], [1, 0], [0, 1], [2.5, 1.5]], np.float32)
    assert grid(pos, np.ones(2, np.float32)).tolist() == [0, 0, 1, 3, 5]


def test_a_point_before_start_is_rounded_towards_zero_as_in_torch_cluster(grid: Grid) -> None:
    pos, one = np.array([[-0.5], [0.5], [-1.5]], np.float32), np.ones(1, np.float32)
    assert grid(pos, one, 0 * one, 9 * one).tolist() == [0, 0, -1]


def test_empty_flat_and_deep_points(grid: Grid) -> None:
    size = np.ones(3, np.float32)
    assert grid(np.empty((0, 3), np.float32), size).shape == (0,)
    assert grid(np.array([3, 5, 4], np.float32), size[:1]).tolist() == [0, 2, 1]
    deep = np.arange(12, dtype=np.float32).reshape(2, 2, 3)
    assert grid(deep, np.full(6, 4, np.float32)).tolist() == [0, (2**6 - 1)]


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (([[1, 2]], [1]), "pos has 2 dimensions per point, size has 1 numbers"),
        (([[1, 2]], [1, 1], [0]), "start has 1 numbers"),
        (([[1, 2]], [1, 1], [0, 0], [1]), "end has 1 numbers"),
        (([[1, 2]], [1, 0]), "size of a voxel is positive, got 0"),
        (([[1, 2]], [1, math.nan]), "size of a voxel is positive, got nan"),
        (([[1, 2], [math.nan, 2]], [1, 1]), "pos gives no voxel in row 1, dimension 0: nan"),
        (([[1, math.inf]], [1, 1]), "end gives no voxel"),
        (([[0], [1e30]], [1e-5]), "end gives no voxel"),
        (([[0] * 3, [1e15] * 3], [1e-3] * 3), "more voxels than int64 can number"),
        (([[5, 5]], [1, 1], [0, 0], [3, -2]), "end lies a voxel or more before start in"),
    ],
)
def test_wrong_input_is_refused_with_its_reason(
    grid: Grid, arrays: tuple[list[float], ...], message: str
) -> None:
    with pytest.raises(Exception, match=message):
        grid(*(np.array(a, np.float32) for a in arrays))


IN_TORCH = """
import sys, numpy, torch
torch.ops.load_library(sys.argv[1])
pos, size, start, end = (torch.from_numpy(v) for v in numpy.load(sys.argv[2]).values())
op = torch.ops.torch_cluster.grid
results = op(pos, size), op(pos, size, start), op(pos, size, None, end), op(pos, size, start, end)
numpy.savez(sys.argv[3], *(r.numpy() for r in results))
"""


def test_torch_gives_the_same(grid: Grid, libraries: OpReport, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    pos, size = rng.uniform(0, 9, (4000, 3)), np.array([0.5, 1, 2])
    start, end = np.zeros(3), np.full(3, 9.0)
    np.savez(tmp_path / "given.npz", pos, size, start, end)
    # In a process of its own: a second library with this op would end this one.
    files = [str(tmp_path / "given.npz"), str(tmp_path / "results.npz")]
    subprocess.run(
        [sys.executable, "-c", IN_TORCH, str(libraries.torch_library), *files], check=True
    )
    expected = [grid(pos, size), grid(pos, size, start), grid(pos, size, None, end)]
    expected.append(grid(pos, size, start, end))
    for got, wanted in zip(np.load(files[1]).values(), expected, strict=True):
        np.testing.assert_array_equal(got, wanted)
