"""``deform_conv2d`` against numpy, ONNX Runtime's DeformConv and ONNX's own test cases."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import msgspec
import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray
from onnx import helper

from tests.conftest import Verify
from tests.ops.gallery import built
from workbench.core.storage import op_file, project
from workbench.engine.client import Engine
from workbench.engine.onnx.onnx_cases import onnx_cases

FOLDER = project.gallery_folder() / "deform_conv2d"
FALLBACKS = {
    "avx2": {'supports("avx512f")': 'supports("avx2") && false'},
    "baseline": {"defined(__x86_64__)": "false"},
    "no vectors": {"defined(__GNUC__)": "false"},
}
"""What to change in the sources to get the kernel that other machines or compilers use."""

Arrays = list[NDArray[np.floating]]
INTS = dict.fromkeys(
    ("stride_h", "stride_w", "dilation_h", "dilation_w", "groups", "offset_groups"), 1
)
INTS |= {"pad_h": 0, "pad_w": 0, "use_mask": 1}


@pytest.fixture(scope="module")
def library(engine: Engine) -> str:
    """The op library for ONNX Runtime."""
    return built(engine, FOLDER).ort_library


def session(node: onnx.NodeProto, inputs: Arrays, library: str = "", threads: int = 0):
    """A session with one node whose inputs are the graph's, in order."""
    dtype = helper.np_dtype_to_tensor_dtype(inputs[0].dtype)
    graph = helper.make_graph(
        [node],
        "test",
        [
            helper.make_tensor_value_info(n, dtype, x.shape)
            for n, x in zip(node.input, inputs, strict=True)
        ],
        [helper.make_tensor_value_info("output", dtype, None)],
    )
    opsets = [helper.make_opsetid("", 19), helper.make_opsetid("custom", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 4  # a run that fails is logged, too
    if library:
        options.register_custom_ops_library(library)
    return onnxruntime.InferenceSession(model.SerializeToString(), options)


def run(library: str, inputs: Arrays, threads: int = 0, **ints: int) -> NDArray[np.floating]:
    """Our node. Inputs are input, weight, offset, mask, bias."""
    names = ["input", "weight", "offset", "mask", "bias"]
    node = helper.make_node("deform_conv2d", names, ["output"], domain="custom", **INTS | ints)
    return session(node, inputs, library, threads).run(None, dict(zip(names, inputs, strict=True)))[
        0
    ]


def onnx_runtime(inputs: Arrays, **ints: int) -> NDArray[np.floating]:
    """ONNX Runtime's DeformConv, whose mask comes last."""
    i = INTS | ints
    x, weight, offset, mask, bias = inputs
    given = {"x": x, "weight": weight, "offset": offset, "bias": bias}
    if i["use_mask"]:
        given["mask"] = mask
    node = helper.make_node(
        "DeformConv",
        list(given),
        ["output"],
        strides=[i["stride_h"], i["stride_w"]],
        pads=[i["pad_h"], i["pad_w"]] * 2,
        dilations=[i["dilation_h"], i["dilation_w"]],
        group=i["groups"],
        offset_group=i["offset_groups"],
    )
    return session(node, list(given.values())).run(None, given)[0]


def numpy_result(inputs: Arrays, **ints: int) -> NDArray[np.floating]:
    """The definition, tap by tap and corner by corner, in float64."""
    i = INTS | ints
    x, weight, offset, mask, bias = (a.astype(np.float64) for a in inputs)
    (batch, channels, height, width), (outputs, _, kernel_h, kernel_w) = x.shape, weight.shape
    (out_h, out_w), taps, alike = (
        offset.shape[2:],
        kernel_h * kernel_w,
        channels // i["offset_groups"],
    )
    offset = np.nan_to_num(offset, nan=1e9, posinf=1e9, neginf=-1e9)
    columns = np.zeros((batch, channels, taps, out_h, out_w))
    for group, tap in itertools.product(range(i["offset_groups"]), range(taps)):
        plane = group * taps + tap
        y = offset[:, 2 * plane] + tap // kernel_w * i["dilation_h"] - i["pad_h"]
        y += np.arange(out_h)[:, None] * i["stride_h"]
        z = offset[:, 2 * plane + 1] + tap % kernel_w * i["dilation_w"] - i["pad_w"]
        z += np.arange(out_w) * i["stride_w"]
        part = slice(group * alike, (group + 1) * alike)
        for down, right in itertools.product((0, 1), (0, 1)):
            row, column = np.floor(y) + down, np.floor(z) + right
            factor = (1 - abs(y - row)) * (1 - abs(z - column))
            factor *= (row >= 0) & (row < height) & (column >= 0) & (column < width)
            rows = row.clip(0, height - 1).astype(int)
            across = column.clip(0, width - 1).astype(int)
            corner = x[np.arange(batch)[:, None, None], part, rows, across]
            columns[:, part, tap] += factor[:, None] * np.moveaxis(corner, -1, 1)
        if i["use_mask"]:
            columns[:, part, tap] *= mask[:, plane, None]
    columns = columns.reshape(batch, i["groups"], channels // i["groups"] * taps, out_h * out_w)
    rows = weight.reshape(i["groups"], outputs // i["groups"], -1)
    return (rows @ columns).reshape(batch, outputs, out_h, out_w) + bias[:, None, None]


def make(
    rng: np.random.Generator,
    sizes: tuple[int, int, int, int] = (1, 4, 6, 7),
    outputs: int = 4,
    kernel: tuple[int, int] = (3, 3),
    spread: float = 2.0,
    dtype: type = np.float32,
    **ints: int,
) -> Arrays:
    """Inputs of fitting shapes; the offsets' standard deviation is ``spread`` pixels."""
    i = INTS | ints
    out_h, out_w = (
        (size + 2 * i[f"pad_{axis}"] - i[f"dilation_{axis}"] * (taps - 1) - 1)
        // i[f"stride_{axis}"]
        + 1
        for axis, size, taps in zip("hw", sizes[2:], kernel, strict=True)
    )
    samples = i["offset_groups"] * kernel[0] * kernel[1]
    shapes = [
        sizes,
        (outputs, sizes[1] // i["groups"], *kernel),
        (sizes[0], 2 * samples, out_h, out_w),
        (sizes[0], samples, out_h, out_w),
        (outputs,),
    ]
    made = [rng.standard_normal(shape).astype(dtype) for shape in shapes]
    made[2] *= dtype(spread)
    return made


def random_case(seed: int) -> tuple[Arrays, dict[str, int]]:
    """Any shape that the op takes, and offsets of one of four kinds."""
    rng = np.random.default_rng(seed)
    kernel = (int(rng.integers(1, 5)), int(rng.integers(1, 5)))
    groups, offset_groups = (int(rng.choice([1, 1, 2, 3])) for _ in range(2))
    channels = int(np.lcm(groups, offset_groups) * rng.integers(1, 12))
    ints = {
        name: int(rng.integers(1, 4))
        for name in ("stride_h", "stride_w", "dilation_h", "dilation_w")
    }
    ints |= {name: int(rng.integers(0, 4)) for name in ("pad_h", "pad_w")}
    ints |= {"groups": groups, "offset_groups": offset_groups, "use_mask": int(rng.integers(2))}
    height, width = (
        max(1, ints[f"dilation_{axis}"] * (taps - 1) + 1 - 2 * ints[f"pad_{axis}"])
        + int(rng.integers(0, 14))
        for axis, taps in zip("hw", kernel, strict=True)
    )
    sizes = (int(rng.integers(1, 4)), channels, height, width)
    inputs = make(rng, sizes, groups * int(rng.integers(1, 40)), kernel, **ints)
    kind = seed % 4
    if kind == 1:  # exactly on pixels and half way, so on the border as well
        inputs[2] = np.round(inputs[2] * 2) / 2
    elif kind == 2:  # far outside
        inputs[2] *= 1e6
    elif kind == 3:  # a convolution
        inputs[2][:] = 0
    return inputs, ints


def close(actual: NDArray[np.floating], expected: NDArray[np.floating], rtol: float = 1e-4) -> None:
    assert actual.shape == expected.shape
    scale = max(1.0, float(abs(expected).max(initial=0)))
    np.testing.assert_allclose(actual, expected, rtol=rtol, atol=rtol * scale)


@pytest.mark.parametrize("seed", range(40))
def test_random_shapes_agree_with_numpy_and_onnx_runtime(seed: int, library: str) -> None:
    inputs, ints = random_case(seed)
    actual = run(library, inputs, **ints)
    close(actual, numpy_result(inputs, **ints))
    close(actual, onnx_runtime(inputs, **ints))


@pytest.mark.parametrize(
    ("sizes", "outputs", "ints"),
    [
        ((2, 300, 9, 11), 70, {}),  # a tap has more channels than a block of columns
        ((1, 64, 20, 30), 34, {"groups": 2, "offset_groups": 4, "pad_h": 1}),
        ((1, 6, 8, 8), 10, {"groups": 2, "offset_groups": 3}),  # a group has parts of two
        ((3, 5, 1, 1), 2, {"pad_h": 1, "pad_w": 1}),
        ((1, 12, 12, 12), 12, {"groups": 12, "offset_groups": 12}),  # depthwise
    ],
)
def test_odd_divisions_of_the_channels(
    sizes: tuple[int, int, int, int], outputs: int, ints: dict[str, int], library: str
) -> None:
    inputs = make(np.random.default_rng(5), sizes, outputs, **ints)
    close(run(library, inputs, **ints), numpy_result(inputs, **ints))


def test_float64_keeps_its_precision(library: str) -> None:
    inputs = make(np.random.default_rng(6), (1, 20, 9, 9), 18, dtype=np.float64, pad_h=1)
    actual = run(library, inputs, pad_h=1)
    assert actual.dtype == np.float64
    close(actual, numpy_result(inputs, pad_h=1), 1e-12)


@pytest.mark.parametrize("fallback", FALLBACKS)
def test_other_instruction_sets_and_compilers(
    fallback: str, engine: Engine, tmp_path: Path
) -> None:
    folder = tmp_path / "deform_conv2d"
    shutil.copytree(FOLDER, folder)
    path = folder / "loops.cpp"
    text = path.read_text()
    for old, new in FALLBACKS[fallback].items():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    library = built(engine, folder).ort_library
    for seed in range(8):
        inputs, ints = random_case(seed)
        close(run(library, inputs, **ints), numpy_result(inputs, **ints))


def test_onnx_own_cases(library: str) -> None:
    cases = onnx_cases(op_file.load(FOLDER), FOLDER, "DeformConv")
    assert len(cases) >= 4
    for case in cases:
        assert not case.skipped, case
        inputs = [case.values[name] for name in ("input", "weight", "offset", "mask", "bias")]
        ints = {name: int(case.values[name]) for name in INTS}
        close(run(library, inputs, **ints), case.expected["output"])
        close(onnx_runtime(inputs, **ints), case.expected["output"])
        close(numpy_result(inputs, **ints), case.expected["output"])


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_the_standard_variant_is_onnxs_deform_conv(
    exporter: str, verify: Verify, tmp_path: Path
) -> None:
    folder = tmp_path / "deform_conv2d"
    shutil.copytree(FOLDER, folder)
    op = op_file.load(folder)
    model = msgspec.structs.replace(op.model, exporter=exporter, opset=18)
    op_file.save(folder, msgspec.structs.replace(op, variant="standard", model=model))
    state = verify(folder)
    report = state.report()
    assert (report.error, report.status) == (None, "agrees")
    assert not report.ort_library, "ONNX Runtime has a kernel of its own"
    result = state.result("export").result
    models = {case.name: case.model for case in result.cases} | {"": result.model}
    nodes = {name: deform_conv_of(onnx.load(model)) for name, model in models.items()}
    assert [len(nodes[name].input) for name in ("", "without_mask")] == [5, 4]
    assert attributes_of(nodes[""]) == {
        "kernel_shape": [3, 3], "strides": [2, 1], "pads": [1, 2, 1, 2], "dilations": [1, 2],
        "group": 2, "offset_group": 2,
    }  # fmt: skip
    groups = attributes_of(nodes["groups"])
    assert (groups["group"], groups["offset_group"]) == (8, 8)
    assert attributes_of(nodes["dilation"])["dilations"] == [3, 2]


def deform_conv_of(model: onnx.ModelProto) -> onnx.NodeProto:
    assert {i.domain: i.version for i in model.opset_import}[""] == 19
    (node,) = [n for n in model.graph.node if n.op_type not in ("Identity", "Constant")]
    assert (node.domain, node.op_type) == ("", "DeformConv")
    return node


def attributes_of(node: onnx.NodeProto) -> dict:
    return {a.name: helper.get_attribute_value(a) for a in node.attribute}


def test_the_mask_is_not_read_without_use_mask(library: str) -> None:
    inputs = make(np.random.default_rng(7))
    without = run(library, inputs, use_mask=0)
    for mask in (np.empty(0, np.float32), np.full((1, 2), np.nan, np.float32)):
        again = run(library, [*inputs[:3], mask, inputs[4]], use_mask=0)
        np.testing.assert_array_equal(again, without)


def test_offsets_that_are_no_number_or_infinite_count_as_outside(library: str) -> None:
    inputs = make(np.random.default_rng(8), sizes=(1, 20, 6, 7))
    for i, value in enumerate((np.nan, np.inf, -np.inf, 3e38, -3e38)):
        inputs[2][0, i::5, i % 4] = value
    close(run(library, inputs), numpy_result(inputs))


def test_infinite_pixels_stay_where_they_are(library: str) -> None:
    inputs = make(np.random.default_rng(9), kernel=(1, 1), spread=0)
    inputs[0][0, 0, 0, 0] = np.inf
    inputs[2][0, :, 3:] = 100  # outside, whatever the image holds
    actual = run(library, inputs)
    np.testing.assert_array_equal(
        actual[:, :, 3:], np.broadcast_to(inputs[4][:, None, None], (4, 3, 7))[None]
    )


@pytest.mark.parametrize("sizes", [(0, 4, 6, 7), (2, 4, 0, 7), (1, 0, 6, 7)])
def test_empty_inputs(sizes: tuple[int, int, int, int], library: str) -> None:
    inputs = make(np.random.default_rng(10), sizes, pad_h=2)
    actual = run(library, inputs, pad_h=2)
    assert actual.shape == (sizes[0], 4, *inputs[2].shape[2:])
    np.testing.assert_array_equal(actual, np.broadcast_to(inputs[4][:, None, None], actual.shape))


def test_the_number_of_threads_does_not_change_the_result(library: str) -> None:
    inputs = make(np.random.default_rng(11), (3, 32, 40, 40), 40)
    one, *others = (run(library, inputs, threads) for threads in (1, 2, 3))
    for other in others:
        np.testing.assert_array_equal(other, one)


@pytest.mark.parametrize(
    ("change", "ints", "message"),
    [
        ((0, (4, 6, 7)), {}, "rank 3"),
        ((1, (4, 3, 3)), {}, "rank 3"),
        ((1, (4, 4, 3, 0)), {"pad_w": 1}, "the kernel's width is 0"),
        ((1, (4, 3, 3, 3)), {}, "weight has sizes [4, 3, 3, 3], but must have [4, 4, 3, 3]"),
        ((2, (1, 18, 4, 4)), {}, "offset has sizes [1, 18, 4, 4], but must have [1, 18, 4, 5]"),
        ((3, (1, 18, 4, 5)), {}, "mask has sizes [1, 18, 4, 5], but must have [1, 9, 4, 5]"),
        ((4, (3,)), {}, "bias has sizes [3], but must have [4]"),
        ((0, (1, 4, 2, 7)), {}, "the dilated kernel exceeds the padded input in height"),
        ((), {"stride_w": -1}, "stride is -1, dilation 1, padding 0"),
        ((), {"dilation_h": 0}, "stride is 1, dilation 0, padding 0"),
        ((), {"stride_h": 0}, "along the height, stride is 0, dilation 1, padding 0"),
        ((), {"groups": 3}, "cannot be divided into 3 groups"),
        ((), {"groups": 0}, "cannot be divided into 0 groups"),
        ((), {"offset_groups": 3}, "cannot be divided into 3 offset groups"),
    ],
)
def test_what_is_refused(change: tuple, ints: dict[str, int], message: str, library: str) -> None:
    inputs = make(np.random.default_rng(12))
    if change:
        inputs[change[0]] = np.zeros(change[1], np.float32)
    with pytest.raises(Exception, match="deform_conv2d") as caught:
        run(library, inputs, **ints)
    assert message in str(caught.value)
