"""``resize_dynamic`` and ``dynamic_resize_plugin``: one op, two mappings, five implementations.

Compared are PyTorch's interpolate, ONNX's own Python of Resize, ONNX Runtime's Resize, two
matrix products in float64, and the gallery's kernel.
"""

from __future__ import annotations

import runpy
import shutil
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from tests.conftest import Verify
from tests.large import large
from tests.ops.gallery import GALLERY, agreed, library_of, types_of
from workbench.engine.client import Engine

DOMAIN = "Just_A_Scope_Name"
ATTRIBUTES = {
    "coordinate_transformation_mode": "pytorch_half_pixel",
    "cubic_coeff_a": -0.75,
    "mode": "cubic",
    "nearest_mode": "floor",
}
Array = np.ndarray


def model_of(nodes: list[onnx.NodeProto], dtype: np.dtype) -> onnx.ModelProto:
    kind = helper.np_dtype_to_tensor_dtype(dtype)
    graph = helper.make_graph(
        nodes,
        "resize",
        [
            helper.make_tensor_value_info("x", kind, [None] * 4),
            helper.make_tensor_value_info("scales", onnx.TensorProto.FLOAT, [4]),
        ],
        [helper.make_tensor_value_info("y", kind, [None] * 4)],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(DOMAIN, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def standard(dtype: np.dtype) -> onnx.ModelProto:
    empty = helper.make_tensor("value", onnx.TensorProto.FLOAT, [0], [])
    return model_of(
        [
            helper.make_node("Constant", [], ["roi"], value=empty),
            helper.make_node("Resize", ["x", "roi", "scales"], ["y"], **ATTRIBUTES),
        ],
        dtype,
    )


def plugin(dtype: np.dtype) -> onnx.ModelProto:
    node = helper.make_node("DynamicTRTResize", ["x", "scales"], ["y"], domain=DOMAIN)
    return model_of([node], dtype)


def session(model: onnx.ModelProto, library: str = "", threads: int = 0):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # a run that fails is logged, too
    options.intra_op_num_threads = threads
    if library:
        options.register_custom_ops_library(library)
    return onnxruntime.InferenceSession(model.SerializeToString(), options)


@pytest.fixture(scope="module")
def library(engine: Engine) -> str:
    return library_of(engine, "dynamic_resize_plugin")


@pytest.fixture(scope="module")
def resize(library: str):
    """``resize(x, height factor, width factor)`` by the gallery's kernel."""
    sessions = {np.dtype(t): session(plugin(np.dtype(t)), library) for t in ("float32", "float64")}

    def call(x: Array, down: float, across: float) -> Array:
        return sessions[x.dtype].run(None, {"x": x, "scales": factors(down, across)})[0]

    return call


def factors(down: float, across: float) -> Array:
    return np.array([1, 1, down, across], np.float32)


def by_torch(x: Array, down: float, across: float) -> Array:
    scale = [float(np.float32(down)), float(np.float32(across))]
    done = torch.nn.functional.interpolate(
        torch.from_numpy(x), scale_factor=scale, mode="bicubic", align_corners=False
    )
    return done.numpy()


def by_matrices(x: Array, down: float, across: float) -> Array:
    function = runpy.run_path(str(GALLERY / "resize_dynamic" / "reference.py"))["resize"]
    return function(torch.from_numpy(x), torch.from_numpy(factors(down, across))).numpy()


def by_onnx(x: Array, down: float, across: float) -> Array:
    model = standard(x.dtype)
    return ReferenceEvaluator(model).run(None, {"x": x, "scales": factors(down, across)})[0]


def by_onnx_runtime(x: Array, down: float, across: float) -> Array:
    return session(standard(x.dtype)).run(None, {"x": x, "scales": factors(down, across)})[0]


def by_function(x: Array, down: float, across: float) -> Array:
    function = runpy.run_path(str(GALLERY / "resize_dynamic" / "resize.py"))["NewInterpolate"]
    return function.apply(torch.from_numpy(x), torch.from_numpy(factors(down, across))).numpy()


CASES = [
    ((1, 1, 4, 4), 2.0, 2.0),
    ((2, 3, 5, 7), 3.0, 3.0),
    ((1, 2, 9, 6), 1.5, 0.5),
    ((1, 1, 8, 11), 0.4, 2.7),
    ((1, 1, 3, 2), 1.0, 1.0),
    ((1, 1, 2, 13), 4.0, 0.3),
    ((3, 1, 1, 5), 2.0, 1.2),  # one row only: all four taps are the same
]


@pytest.mark.parametrize(("sizes", "down", "across"), CASES)
def test_five_implementations_agree(
    sizes: tuple[int, ...], down: float, across: float, resize
) -> None:
    x = np.random.default_rng(sizes[2]).uniform(-1, 1, sizes).astype(np.float32)
    actual = resize(x, down, across)
    for other in (by_torch, by_matrices, by_onnx, by_onnx_runtime, by_function):
        expected = other(x, down, across)
        assert actual.shape == expected.shape, other.__name__
        np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=2e-6, err_msg=other.__name__)


@pytest.mark.parametrize("seed", range(30))
def test_random_sizes_and_factors(seed: int, resize) -> None:
    rng = np.random.default_rng(seed)
    dtype = (np.float32, np.float64)[seed % 2]
    sizes = tuple(int(n) for n in rng.integers(1, [3, 4, 50, 70]))
    down, across = (
        max(f, 1.01 / n) for f, n in zip(rng.uniform(0.1, 5, 2), sizes[2:], strict=True)
    )
    x = rng.uniform(-1, 1, sizes).astype(dtype)
    tolerance = 3e-5 if dtype == np.float32 else 1e-12
    for other in (by_torch, by_matrices):
        expected = other(x, down, across)
        actual = resize(x, down, across)
        assert (actual.shape, actual.dtype) == (expected.shape, expected.dtype)
        np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance, err_msg=other.__name__)


def test_one_output_pixel_is_where_pytorch_has_it(resize) -> None:
    """ONNX's pytorch_half_pixel takes the first pixel then; PyTorch the middle."""
    x = np.arange(9, dtype=np.float32).reshape(1, 1, 3, 3)
    np.testing.assert_allclose(resize(x, 0.4, 1.0), by_torch(x, 0.4, 1.0), rtol=1e-6)
    assert not np.allclose(by_onnx_runtime(x, 0.4, 1.0), by_torch(x, 0.4, 1.0))


def test_a_constant_image_stays_constant_and_a_flipped_one_flips(resize) -> None:
    flat = resize(np.full((1, 1, 5, 6), 7, np.float64), 3.3, 2.1)
    np.testing.assert_allclose(flat, 7, rtol=1e-12)
    x = np.random.default_rng(4).uniform(0, 1, (1, 2, 6, 9))
    for axis, factor in ((2, 0.5), (2, 3.0), (3, 3.0), (3, 2.0)):  # sizes that stay whole
        expected = np.flip(resize(x, factor, factor), axis)
        turned = resize(np.flip(x, axis).copy(), factor, factor)
        np.testing.assert_allclose(turned, expected, rtol=1e-9)


def test_the_number_of_threads_does_not_change_the_result(library: str) -> None:
    x = np.random.default_rng(2).uniform(0, 1, (2, 3, 90, 110)).astype(np.float32)
    given = {"x": x, "scales": factors(3.1, 2.9)}
    model = plugin(x.dtype)
    one, *others = (session(model, library, n).run(None, given)[0] for n in (1, 2, 3))
    for other in others:
        np.testing.assert_array_equal(other, one)


def test_without_avx2_the_bits_are_the_same(engine: Engine, library: str, tmp_path: Path) -> None:
    folder = tmp_path / "dynamic_resize_plugin"
    shutil.copytree(GALLERY / folder.name, folder)
    path = folder / "loops.h"
    text = path.read_text()
    assert text.count("defined(__x86_64__)") == 2
    path.write_text(text.replace("defined(__x86_64__)", "false"))
    state = engine.load([folder])[0]
    engine.run([folder], "build")
    engine.pipeline.forget(folder)
    plain = state.report().ort_library
    assert plain
    assert plain != library
    x = np.random.default_rng(3).uniform(0, 1, (1, 2, 31, 47)).astype(np.float32)
    given = {"x": x, "scales": factors(1.7, 2.3)}
    results = [session(plugin(x.dtype), p).run(None, given)[0] for p in (plain, library)]
    np.testing.assert_array_equal(*results)


@pytest.mark.parametrize("sizes", [(0, 3, 4, 4), (1, 0, 4, 4)])
def test_empty_images(sizes: tuple[int, ...], resize) -> None:
    assert resize(np.zeros(sizes, np.float32), 2.0, 3.0).shape == (*sizes[:2], 8, 12)
    assert resize(np.zeros((1, 1, 4, 4), np.float32), 0.1, 1.0).shape == (1, 1, 0, 4)


@pytest.mark.parametrize(
    ("scales", "message"),
    [
        ([1, 1, 0, 2], r"a factor is positive, but scales is \[1, 1, 0, 2\]"),
        ([1, 1, -1, 2], "negative"),
        ([2, 1, 2, 2], "batch and channels are not resized"),
        ([1, 1, float("nan"), 2], "nan"),
        ([1, 1, 2], r"\b3\b"),
    ],
)
def test_what_is_refused(scales: list[float], message: str, library: str) -> None:
    model = plugin(np.dtype(np.float32))
    model.graph.input[1].type.tensor_type.shape.dim[0].dim_value = len(scales)
    given = {"x": np.zeros((1, 1, 4, 4), np.float32), "scales": np.array(scales, np.float32)}
    with pytest.raises(Exception, match=message):
        session(model, library).run(None, given)


# -- the exported models


def test_the_plugin_is_one_node_whose_shape_is_known(verify: Verify) -> None:
    model = agreed(verify, "dynamic_resize_plugin")
    assert types_of(model) == [f"{DOMAIN}::DynamicTRTResize"]
    assert not model.graph.node[0].attribute
    (output,) = model.graph.output
    sizes = output.type.tensor_type.shape.dim
    assert [s.dim_param for s in sizes[:2]] == ["n", "channels"]
    assert len(sizes) == 4


def test_super_resolution_is_resize_and_three_convolutions(verify: Verify) -> None:
    model = agreed(verify, "resize_dynamic")
    types = [t for t in types_of(model) if t not in ("Constant", "Identity")]
    assert types == ["Resize", "Conv", "Relu", "Conv", "Relu", "Conv"]
    (node,) = [n for n in model.graph.node if n.op_type == "Resize"]
    given = {a.name: helper.get_attribute_value(a) for a in node.attribute}
    assert {k: v.decode() if isinstance(v, bytes) else v for k, v in given.items()} == ATTRIBUTES
    roi = constant(model, node.input[1])
    assert (roi.dtype, roi.shape) == (np.float32, (0,))
    assert [i.name for i in model.graph.input] == ["x", "scales"]
    assert [o.name for o in model.graph.output] == ["image"]
    shapes = [constant(model, n.input[1]).shape for n in model.graph.node if n.op_type == "Conv"]
    assert shapes == [(64, 3, 9, 9), (32, 64, 1, 1), (3, 32, 5, 5)]


def constant(model: onnx.ModelProto, name: str) -> Array:
    for initializer in model.graph.initializer:
        if initializer.name == name:
            return numpy_helper.to_array(initializer)
    (node,) = [n for n in model.graph.node if name in n.output]
    return numpy_helper.to_array(node.attribute[0].t)


@pytest.mark.parametrize(
    ("sizes", "down", "across"),
    [
        ((3, 3, 21, 8), 1.3, 2.6),
        pytest.param((1, 3, 10, 14), 4.0, 4.0, marks=large),
        pytest.param((1, 3, 256, 256), 3.0, 3.0, marks=large),
    ],
)
def test_one_file_serves_every_size_and_factor(
    sizes: tuple[int, ...], down: float, across: float, verify: Verify
) -> None:
    model = agreed(verify, "resize_dynamic")
    x = np.random.default_rng(5).uniform(0, 1, sizes).astype(np.float32)
    (image,) = session(model).run(None, {"x": x, "scales": factors(down, across)})
    expected = torch.from_numpy(by_matrices(x, down, across))
    convolutions = [n for n in model.graph.node if n.op_type == "Conv"]
    for i, node in enumerate(convolutions):
        weight, bias = (torch.from_numpy(constant(model, n).copy()) for n in node.input[1:])
        padding = weight.shape[-1] // 2
        expected = torch.nn.functional.conv2d(expected, weight, bias, padding=padding)
        expected = expected.relu() if i < 2 else expected
    assert image.shape == (sizes[0], 3, int(sizes[2] * down), int(sizes[3] * across))
    np.testing.assert_allclose(image, expected.numpy(), rtol=1e-3, atol=1e-5)
