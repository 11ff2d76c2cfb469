"""``knn_query`` against brute force: float32 in numpy, bit for bit, and float64 in torch."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from onnx import helper

from tests.conftest import Verify
from tests.ops.gallery import built
from workbench.core.declaration.op import Op
from workbench.core.pipeline.op_state import OpReport
from workbench.core.storage import op_file, project
from workbench.engine.client import Engine

FOLDER = project.gallery_folder() / "knn_query"

Rows = tuple[np.ndarray, np.ndarray]
Knn = Callable[..., Rows]


@pytest.fixture(scope="module")
def libraries(engine: Engine) -> OpReport:
    return built(engine, FOLDER)


def make_session(library: str, inputs: int, threads: int = 0) -> onnxruntime.InferenceSession:
    """The node alone; sizes and nsample come with the call."""
    whole, real = onnx.TensorProto.INT32, onnx.TensorProto.FLOAT
    kinds = {
        "nsample": (onnx.TensorProto.INT64, []),
        "xyz": (real, None),
        "offset": (whole, None),
        "new_xyz": (real, None),
        "new_offset": (whole, None),
    }
    names = list(kinds)[:inputs]
    graph = helper.make_graph(
        [helper.make_node("knnquery", names, ["idx", "dist"], domain="custom")],
        "knn_query",
        [helper.make_tensor_value_info(name, *kinds[name]) for name in names],
        [
            helper.make_tensor_value_info("idx", whole, ["m", "nsample"]),
            helper.make_tensor_value_info("dist", real, ["m", "nsample"]),
        ],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("custom", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # errors are raised, too
    options.intra_op_num_threads = threads
    options.register_custom_ops_library(library)
    return onnxruntime.InferenceSession(model.SerializeToString(), options)


@pytest.fixture(scope="module")
def knn(libraries: OpReport) -> Knn:
    """``knn(nsample, xyz, offset[, new_xyz, new_offset])`` in ONNX Runtime."""
    sessions: dict[int, onnxruntime.InferenceSession] = {}

    def run(nsample: int, *arrays: np.ndarray) -> Rows:
        given = (np.array(nsample), *arrays)
        if len(given) not in sessions:
            sessions[len(given)] = make_session(libraries.ort_library, len(given))
        session = sessions[len(given)]
        names = [i.name for i in session.get_inputs()]
        return tuple(session.run(None, dict(zip(names, given, strict=True))))

    return run


def ends(*sizes: int) -> np.ndarray:
    return np.cumsum(sizes, dtype=np.int64).astype(np.int32)


def batches(offset: np.ndarray) -> list[slice]:
    return [slice(int(a), int(b)) for a, b in zip([0, *offset[:-1]], offset, strict=True)]


def brute_force(
    nsample: int,
    xyz: np.ndarray,
    offset: np.ndarray,
    new_xyz: np.ndarray | None = None,
    new_offset: np.ndarray | None = None,
) -> Rows:
    """All distances in float32, sorted by distance, then by index."""
    queries = xyz if new_xyz is None else new_xyz
    idx = np.full((len(queries), nsample), -1, np.int32)
    dist = np.full((len(queries), nsample), -1, np.float32)
    query_ends = offset if new_offset is None else new_offset
    for points, rows in zip(batches(offset), batches(query_ends), strict=True):
        for row in range(rows.start, rows.stop):
            d = xyz[points] - queries[row]
            squared = d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1] + d[:, 2] * d[:, 2]
            order = np.argsort(squared, kind="stable")[:nsample]
            idx[row, : len(order)] = order + points.start
            dist[row, : len(order)] = np.sqrt(squared[order])
    return idx, dist


def assert_same(got: Rows, expected: Rows) -> None:
    np.testing.assert_array_equal(got[0], expected[0])
    np.testing.assert_array_equal(got[1], expected[1])
    assert (got[0].dtype, got[1].dtype) == (np.int32, np.float32)


def assert_nearest(got: Rows, xyz: np.ndarray, queries: np.ndarray) -> None:
    """One batch, by torch in float64: the distances are right and the least ones there are."""
    idx, dist = got
    a, b = torch.from_numpy(queries).double(), torch.from_numpy(xyz).double()
    exact = torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
    least = exact.topk(idx.shape[1], largest=False).values.numpy()
    np.testing.assert_allclose(dist, least, rtol=1e-6)
    chosen = np.take_along_axis(exact.numpy(), idx.astype(np.int64), 1)
    np.testing.assert_allclose(chosen, least, rtol=1e-6)
    assert all(len(set(row)) == len(row) for row in idx.tolist())


def cloud(kind: str, rng: np.random.Generator, count: int) -> np.ndarray:
    match kind:
        case "normal":
            points = rng.standard_normal((count, 3))
        case "lattice":  # equal distances and equal points everywhere
            points = rng.integers(-2, 3, (count, 3))
        case "clusters":
            points = rng.integers(0, 4, (count, 1)) * 50 + rng.standard_normal((count, 3)) / 100
        case _:
            points = rng.standard_normal((count, 1)) * (1, 2, 0)
    return points.astype(np.float32)


KINDS = ("normal", "lattice", "clusters", "line")


@pytest.mark.parametrize("kind", KINDS)
def test_equals_brute_force_in_float32(kind: str, knn: Knn) -> None:
    rng = np.random.default_rng(KINDS.index(kind))
    for nsample in (1, 2, 3, 5, 8, 16, 17, 33, 64, 65, 100):
        for _ in range(6):
            count = int(rng.integers(1, 5))
            offset, new_offset = (ends(*rng.integers(0, size, count)) for size in (200, 40))
            xyz, new_xyz = (cloud(kind, rng, int(e[-1])) for e in (offset, new_offset))
            given = (xyz, offset, new_xyz, new_offset)
            assert_same(knn(nsample, *given), brute_force(nsample, *given))
            assert_same(knn(nsample, *given[:2]), brute_force(nsample, *given[:2]))


@pytest.mark.parametrize("kind", ["normal", "clusters"])
def test_agrees_with_torch_in_float64(kind: str, knn: Knn) -> None:
    rng = np.random.default_rng(5)
    xyz, queries = cloud(kind, rng, 6000), cloud(kind, rng, 300)
    assert_nearest(knn(16, xyz, ends(6000), queries, ends(300)), xyz, queries)


def test_a_large_batch_is_built_and_searched_by_several_threads(knn: Knn) -> None:
    xyz = cloud("normal", np.random.default_rng(6), 40_000)
    idx, dist = knn(4, xyz, ends(40_000))
    assert_nearest((idx[::400], dist[::400]), xyz, xyz[::400])


def test_the_result_does_not_depend_on_the_number_of_threads(libraries: OpReport) -> None:
    xyz = cloud("lattice", np.random.default_rng(7), 20_000)
    given = {"nsample": np.array(8), "xyz": xyz, "offset": ends(9_000, 0, 11_000)}
    one, several = (make_session(libraries.ort_library, 3, n).run(None, given) for n in (1, 3))
    assert_same(one, several)


def test_a_batch_with_fewer_points_than_nsample_is_filled_with_minus_one(knn: Knn) -> None:
    xyz = np.array([[0, 0, 0], [3, 4, 0], [9, 9, 9]], np.float32)
    queries = np.array([[0, 0, 0], [1, 1, 1]], np.float32)
    idx, dist = knn(4, xyz, ends(2, 0, 1), queries, ends(1, 1, 0))
    assert idx.tolist() == [[0, 1, -1, -1], [-1] * 4]
    assert dist.tolist() == [[0, 5, -1, -1], [-1] * 4]


@pytest.mark.parametrize("sizes", [(), (0,), (0, 0, 0)])
def test_no_points(knn: Knn, sizes: tuple[int, ...]) -> None:
    idx, dist = knn(3, np.empty((0, 3), np.float32), ends(*sizes))
    assert idx.shape == dist.shape == (0, 3)


def test_no_queries_and_no_neighbours_wanted(knn: Knn) -> None:
    xyz = cloud("normal", np.random.default_rng(0), 20)
    assert knn(3, xyz, ends(20), xyz[:0], ends(0))[0].shape == (0, 3)
    assert knn(0, xyz, ends(20))[1].shape == (20, 0)


def test_equal_points_are_ordered_by_index_and_found_quickly(knn: Knn) -> None:
    count = 100_000  # so many that no query may look at all of them
    idx, dist = knn(5, np.full((count, 3), 7, np.float32), ends(count))
    assert (idx == np.arange(5)).all()
    assert not dist.any()


@pytest.mark.parametrize("size", [3e38, 1e30, 1e-30, 1e-36])
def test_coordinates_whose_squares_overflow_or_vanish(knn: Knn, size: float) -> None:
    rng = np.random.default_rng(8)
    xyz = (rng.uniform(-0.5, 0.5, (500, 3)) * size).astype(np.float32)
    assert_nearest(knn(8, xyz, ends(500)), xyz, xyz)


def test_a_point_that_is_not_finite_is_nobodys_neighbour(knn: Knn) -> None:
    xyz = cloud("normal", np.random.default_rng(9), 300)
    bad = [0, 17, 18, 299]
    xyz[bad, [0, 1, 2, 0]] = np.nan, np.inf, -np.inf, -np.nan
    good = np.setdiff1d(np.arange(300), bad)
    idx, dist = knn(6, xyz, ends(300))
    assert (idx[bad] == -1).all()
    assert (dist[bad] == -1).all()
    expected = brute_force(6, xyz[good], ends(len(good)))
    assert_same((idx[good], dist[good]), (good[expected[0]].astype(np.int32), expected[1]))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (((4, 2), [4]), r"xyz has sizes \[4, 2\], expected \(rows, 3\)"),
        (((4, 3), [3]), "last batch in offset ends at 3, but xyz has 4 rows"),
        (((4, 3), []), "last batch in offset ends at 0, but xyz has 4 rows"),
        (((4, 3), [3, 2, 4]), "2 follows 3"),
        (((4, 3), [-1, 4]), "-1 follows 0"),
        (((4, 3), [[4]]), r"offset has sizes \[1, 1\]"),
        (((4, 3), [4], (2, 3)), "given together"),
        (((4, 3), [4], (2, 3), [1, 2]), "offset has 1 batches, new_offset has 2"),
        (((4, 3), [4], (2, 4), [2]), "new_xyz has sizes"),
        (((4, 3), [4], (2, 3), [3]), "new_offset ends at 3, but new_xyz has 2 rows"),
    ],
)
def test_wrong_input_is_refused_with_its_reason(
    knn: Knn, given: tuple[tuple[int, ...] | list[int], ...], message: str
) -> None:
    arrays = [
        np.array(g, np.int32) if isinstance(g, list) else np.zeros(g, np.float32) for g in given
    ]
    with pytest.raises(Exception, match=message):
        knn(2, *arrays)


def test_a_negative_nsample_is_refused(knn: Knn) -> None:
    with pytest.raises(Exception, match="negative size -1"):
        knn(-1, np.zeros((4, 3), np.float32), ends(4))


IN_TORCH = """
import sys, numpy, torch
torch.ops.load_library(sys.argv[1])
given = {k: torch.from_numpy(v) for k, v in numpy.load(sys.argv[2]).items()}
op = torch.ops.pointops.knn_query
results = [*op(9, given["xyz"], given["offset"])]
results += op(9, given["xyz"], given["offset"], given["new_xyz"], given["new_offset"])
results += op(9, given["xyz"].t().contiguous().t(), given["offset"])
numpy.savez(sys.argv[3], *(r.numpy() for r in results))
"""


def test_torch_gives_the_same_bits(knn: Knn, libraries: OpReport, tmp_path: Path) -> None:
    rng = np.random.default_rng(10)
    given = {
        "xyz": cloud("lattice", rng, 5000),
        "offset": ends(4000, 995, 5),
        "new_xyz": cloud("normal", rng, 600),
        "new_offset": ends(300, 0, 300),
    }
    np.savez(tmp_path / "given.npz", **given)
    # In a process of its own: a second library with this op would end this one.
    files = [str(tmp_path / "given.npz"), str(tmp_path / "results.npz")]
    subprocess.run([sys.executable, "-c", IN_TORCH, libraries.torch_library, *files], check=True)
    results = list(np.load(files[1]).values())
    arrays = list(given.values())
    assert_same((results[0], results[1]), knn(9, *arrays[:2]))
    assert_same((results[2], results[3]), knn(9, *arrays))
    assert_same((results[4], results[5]), knn(9, *arrays[:2]))


def without_queries(op: Op, exporter: str) -> Op:
    """The gallery's op with another sample model, for any number of points."""
    inputs = [e for e in op.model.inputs if not e.arg.startswith("new_")]
    inputs = [
        msgspec.structs.replace(e, dynamic={0: "n"} if e.arg == "xyz" else {}) for e in inputs
    ]
    model = msgspec.structs.replace(op.model, opset=18, exporter=exporter, inputs=tuple(inputs))
    return msgspec.structs.replace(op, model=model)


def test_points_are_their_own_queries_in_both_exporters(verify: Verify, tmp_path: Path) -> None:
    home = project.create_project(tmp_path / "project").folder
    copied = project.copy_op(FOLDER, home, "knn_query")
    op = op_file.load(copied)
    for exporter in ("torchscript", "torch.export"):
        op_file.save(copied, without_queries(op, exporter))
        report = verify(copied).report()
        assert (report.status, report.error) == ("agrees", None)
        node = next(n for n in onnx.load(report.model).graph.node if n.op_type == "knnquery")
        assert len(node.input) == 3
        check_other_size(report)


def check_other_size(report: OpReport) -> None:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # the TorchScript exporter writes the example's sizes
    options.register_custom_ops_library(report.ort_library)
    session = onnxruntime.InferenceSession(report.model, options)
    xyz, offset = cloud("normal", np.random.default_rng(11), 90), ends(80, 10)
    results = session.run(None, {"xyz": xyz, "offset": offset})
    assert_same(tuple(results), brute_force(16, xyz, offset))
