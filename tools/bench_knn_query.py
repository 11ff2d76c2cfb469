"""``knn_query`` against what a user would write otherwise, in one run on one machine.

    cdist.topk    torch.cdist(...).topk per batch, with all of torch's threads
    cKDTree       scipy's k-d tree per batch, built and queried, with one and with all threads

Promised: at most 0.35 of the best of them, for 4 batches of 8192 points and nsample 16, in
PyTorch and in ONNX Runtime with default threads. scipy is optional.
"""

from __future__ import annotations

from workbench import paths  # before onnxruntime, whose telemetry it turns off

# isort: split
import argparse
import time
from collections.abc import Callable, Iterator

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import helper, numpy_helper

from tools.figures import Figure, say
from workbench.core.storage import op_file
from workbench.engine.build.build import Reporter, build
from workbench.engine.store import Store

try:
    from scipy import spatial
except ImportError:
    spatial = None

BATCHES, POINTS, NSAMPLE = 4, 8192, 16
PROMISED = 0.35
TURN_SECONDS = 0.5

Cloud = np.ndarray  # (batches, points, 3) float32


def uniform_cloud(batches: int, points: int) -> Cloud:
    """Points drawn evenly from a cube."""
    return np.random.default_rng(1).random((batches, points, 3), np.float32)


def lidar_cloud(batches: int, points: int) -> Cloud:
    """A sweep of 32 beams over the ground and some boxes: dense near the sensor, sparse afar."""
    rng = np.random.default_rng(2)
    clouds = np.empty((batches, points, 3), np.float32)
    for cloud in clouds:
        azimuth = np.sort(rng.uniform(0, 2 * np.pi, points))
        pitch = np.deg2rad(np.linspace(-25, 3, 32))[rng.integers(0, 32, points)]
        walls = rng.uniform(4, 60, 64)[(azimuth / (2 * np.pi) * 64).astype(int)]
        ground = np.where(pitch < 0, 1.8 / np.maximum(-np.sin(pitch), 1e-3), 120)
        reach = np.minimum(ground, walls) + rng.normal(0, 0.02, points)
        flat = reach * np.cos(pitch)
        cloud[:, 0] = flat * np.cos(azimuth)
        cloud[:, 1] = flat * np.sin(azimuth)
        cloud[:, 2] = reach * np.sin(pitch)
    return clouds


def onnx_session(library: str, nsample: int) -> onnxruntime.InferenceSession:
    """The custom node alone, for any number of points."""
    constant = numpy_helper.from_array(np.array(nsample), "nsample")
    real, whole = onnx.TensorProto.FLOAT, onnx.TensorProto.INT32
    graph = helper.make_graph(
        [
            helper.make_node(
                "knnquery", ["nsample", "xyz", "offset"], ["idx", "dist"], domain="custom"
            )
        ],
        "knn_query",
        [
            helper.make_tensor_value_info("xyz", real, ["n", 3]),
            helper.make_tensor_value_info("offset", whole, ["b"]),
        ],
        [
            helper.make_tensor_value_info("idx", whole, ["n", nsample]),
            helper.make_tensor_value_info("dist", real, ["n", nsample]),
        ],
        [constant],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("custom", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(library)
    return onnxruntime.InferenceSession(model.SerializeToString(), options)


def contenders(cloud: Cloud, nsample: int, library: str) -> Iterator[tuple[str, Callable]]:
    """Name and call of each. The op's calls have names that begin with 'knn_query'."""
    batches, points, _ = cloud.shape
    xyz = np.ascontiguousarray(cloud.reshape(-1, 3))
    offset = (np.arange(batches, dtype=np.int32) + 1) * points
    tensors = [torch.from_numpy(batch) for batch in cloud]
    torch_xyz, torch_offset = torch.from_numpy(xyz), torch.from_numpy(offset)
    yield (
        "knn_query (PyTorch)",
        lambda: torch.ops.pointops.knn_query(nsample, torch_xyz, torch_offset),
    )
    session = onnx_session(library, nsample)
    yield (
        "knn_query (ONNX Runtime)",
        lambda: session.run(None, {"xyz": xyz, "offset": offset}),
    )
    yield (
        "cdist.topk",
        lambda: [torch.cdist(b, b).topk(nsample, largest=False) for b in tensors],
    )
    if spatial is not None:
        for workers in (1, -1):
            yield (
                f"cKDTree, workers={workers}",
                lambda w=workers: [spatial.cKDTree(b).query(b, nsample, workers=w) for b in cloud],
            )


def measure(calls: dict[str, Callable], rounds: int) -> dict[str, float]:
    """The least seconds of each: whatever else the machine does can only add to it.

    They take turns, so that a busy time falls on all alike. A turn is several calls, since the
    threads of one need a while to give way to those of the next.
    """
    least = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            end = time.perf_counter() + TURN_SECONDS
            while (start := time.perf_counter()) < end:
                call()
                least[name] = min(least[name], time.perf_counter() - start)
    return least


def compare(title: str, cloud: Cloud, nsample: int, library: str, rounds: int) -> float:
    """Print one table. Returns the op's worst ratio to the best of the others."""
    seconds = measure(dict(contenders(cloud, nsample, library)), rounds)
    ours = [name for name in seconds if name.startswith("knn_query")]
    best = min((name for name in seconds if name not in ours), key=lambda name: seconds[name])
    print(f"{title}: {cloud.shape[0]} batches of {cloud.shape[1]} points, nsample {nsample}")
    for name, value in seconds.items():
        ratio = f"{value / seconds[best]:6.2f} of {best}" if name in ours else ""
        print(f"  {name:<26}{value * 1e3:9.2f} ms {ratio}")
    return max(seconds[name] for name in ours) / seconds[best]


def main() -> int:
    """Measure and print. Exit status 0 if the promise is kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--batches", type=int, default=BATCHES)
    parser.add_argument("--points", type=int, default=POINTS)
    parser.add_argument("--nsample", type=int, default=NSAMPLE)
    options = parser.parse_args()
    folder = paths.ops_lib() / "ops" / "knn_query"
    result, _ = build(folder, op_file.load(folder), Store(), Reporter())
    torch.ops.load_library(result.torch_library)
    if spatial is None:
        print("scipy is not installed: without its k-d tree, only cdist.topk is compared")
    worst = max(
        compare(title, cloud(options.batches, options.points), options.nsample,
                result.ort_library, options.rounds)
        for title, cloud in (("uniform", uniform_cloud), ("LiDAR", lidar_cloud))
    )  # fmt: skip
    return say(Figure("knn_query, of the best other way", worst, promised=PROMISED))


if __name__ == "__main__":
    raise SystemExit(main())
