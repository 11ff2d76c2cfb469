"""The gallery's ``deform_conv2d`` against ONNX Runtime's own DeformConv, on this machine.

One model holds both nodes and runs in one session with default threads, so that they take turns
on the same thread pool; the times are ONNX Runtime's own profile.

What can be had is what the processor multiplies and adds: with 256 channels 1.21 billion operations,
which take 5.1 ms of two cores at 118 GFLOP/s each, where DeformConv takes 7.4; with 32 channels on
64 x 64, 0.32 of 1.26 ms. So the time of the multiplications alone, at the roof that ``bench op``
measures, is told beside each, and how near ours comes to it. Copying the image, packing the weights
and sampling come to the multiplications: a third of the time with 32 channels.

On a virtual machine with two processors both times have two states, which change every minute or
so: a word that one processor writes is there for the other after 25 ns or after 160, as if its host
ran them sometimes with a common L3 cache and sometimes without. Clock, arithmetic and a processor's
own caches stay the same, and so do pages and addresses; but threads hand over what they have made. In
the slow state DeformConv takes half as long again with 32 channels, and ours less, so that the ratio
is lower: compare times of one state.
"""

from __future__ import annotations

from workbench import paths  # before onnxruntime, whose telemetry it turns off

# isort: split
import argparse
import json
import os
import statistics
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from tools.figures import Figure, say
from workbench.engine.client import Engine
from workbench.engine.store import Store
from workbench.engine.timing.roofs import measured_roofs

PROMISED = {(32, 64): (0.4, 2.5), (256, 32): (0.9, 1.4)}
"""By channels, and height and width: of DeformConv's time, and of the multiplications' alone."""
TAPS = 9
ROUNDS = 50
WARM_UP = 5


def main() -> int:
    """Measure and print. Exit status 0 if the ratios are what is promised."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"runs to measure ({ROUNDS})")
    rounds = parser.parse_args().rounds
    library = build()
    flops = roof()
    found = []
    for (channels, size), (of_theirs, of_least) in PROMISED.items():
        ours, theirs = node_times(library, channels, size, rounds)
        least = 2 * TAPS * channels**2 * size**2 / flops * 1000
        sizes = f"1x{channels}x{size}x{size}"
        detail = (
            f"3x3, with mask, {ours:.3f} ms and {theirs:.3f} ms; the multiplications alone, "
            f"{least:.3f} ms, are {least / theirs:.3f} of it"
        )
        name = f"deform_conv2d, of DeformConv, {sizes}"
        found.append(Figure(name, ours / theirs, promised=of_theirs, detail=detail))
        name = f"deform_conv2d, of its multiplications alone, {sizes}"
        found.append(Figure(name, ours / least, promised=of_least))
    return say(*found)


def roof() -> float:
    """Operations a second on all cores."""
    found = measured_roofs([len(os.sched_getaffinity(0))], Store())
    if not found:
        raise SystemExit("The roof of this machine cannot be measured.")
    return found[0].flops


def build() -> str:
    """The ONNX Runtime library of the gallery op."""
    folder = paths.ops_lib() / "ops" / "deform_conv2d"
    with Engine() as engine:
        state = engine.load([folder])[0]
        engine.run([folder], "build")
    report = state.report()
    if not report.ort_library:
        raise SystemExit(f"deform_conv2d was not built: {report.error}")
    return report.ort_library


def model(channels: int, size: int) -> bytes:
    """A model with both nodes on the same inputs; the weights are constants, as in real models."""
    rng = np.random.default_rng(0)
    weight = rng.standard_normal((channels, channels, 3, 3), np.float32)
    names = ["input", "weight", "offset", "mask", "bias"]
    ints = {"stride": 1, "pad": 1, "dilation": 1}
    both_axes = {f"{name}_{axis}": value for name, value in ints.items() for axis in "hw"}
    ours = helper.make_node(
        "deform_conv2d", names, ["ours"], "ours", domain="custom",
        groups=1, offset_groups=1, use_mask=1, **both_axes,
    )  # fmt: skip
    theirs = helper.make_node(
        "DeformConv",
        ["input", "weight", "offset", "bias", "mask"],
        ["theirs"],
        "theirs",
        kernel_shape=[3, 3],
        pads=[1, 1, 1, 1],
    )

    def value(name: str, count: int) -> object:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, count, size, size])

    graph = helper.make_graph(
        [ours, theirs],
        "bench",
        [value("input", channels), value("offset", 18), value("mask", 9)],
        [value("ours", channels), value("theirs", channels)],
        [
            numpy_helper.from_array(weight, "weight"),
            numpy_helper.from_array(weight[:, 0, 0, 0].copy(), "bias"),
        ],
    )
    opsets = [helper.make_opsetid("", 19), helper.make_opsetid("custom", 1)]
    made = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    return made.SerializeToString()  # type: ignore[no-any-return]


def node_times(library: str, channels: int, size: int, rounds: int) -> tuple[float, float]:
    """Median milliseconds of our node and of ONNX Runtime's."""
    with tempfile.TemporaryDirectory() as folder:
        options = onnxruntime.SessionOptions()
        options.enable_profiling = True
        options.profile_file_prefix = str(Path(folder) / "profile")
        options.register_custom_ops_library(library)
        session = onnxruntime.InferenceSession(
            model(channels, size), options, providers=["CPUExecutionProvider"]
        )
        rng = np.random.default_rng(1)
        feeds = {i.name: rng.standard_normal(i.shape, np.float32) for i in session.get_inputs()}
        for _ in range(WARM_UP + rounds):
            results = session.run(None, feeds)
        np.testing.assert_allclose(*results, rtol=1e-3, atol=1e-3)
        events = json.loads(Path(session.end_profiling()).read_text(encoding="utf-8"))
    times = defaultdict(list)
    for event in events:
        if event["name"].endswith("_kernel_time"):
            times[event["name"].removesuffix("_kernel_time")].append(event["dur"] / 1000)
    medians = {name: statistics.median(found[WARM_UP:]) for name, found in times.items()}
    return medians["ours"], medians["theirs"]


if __name__ == "__main__":
    raise SystemExit(main())
