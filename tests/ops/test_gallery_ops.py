"""What each gallery op computes, said again independently, and the graph that it promises.

The hard ones have test files of their own: ``deform_conv2d``, ``grid_cluster``, ``knn_query``;
the resizes are in ``test_resize.py``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from tests.conftest import Verify
from tests.ops.gallery import GALLERY, agreed, library_of, types_of
from workbench.engine.client import Engine


def run(model: onnx.ModelProto, library: str = "", **inputs: np.ndarray) -> list[np.ndarray]:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # a run that fails is logged, too
    if library:
        options.register_custom_ops_library(library)
    return onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, inputs)


def one_node(node: onnx.NodeProto, outputs: list[str], **inputs: np.ndarray) -> onnx.ModelProto:
    """A model with one node of the domain ``custom``, for these inputs; outputs by element type."""
    graph = helper.make_graph(
        [node],
        "one_node",
        [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape)
            for n, x in inputs.items()
        ],
        [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(np.dtype(t)), None)
            for n, t in zip(node.output, outputs, strict=True)
        ],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("custom", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


# -- y = 2·a + b, two ways


@pytest.mark.parametrize("name", ["my_add", "my_add_py"])
def test_my_add_is_three_standard_nodes_that_any_runtime_runs(name: str, verify: Verify) -> None:
    model = agreed(verify, name)
    assert types_of(model) == ["Constant", "Mul", "Add"]
    (two,) = [numpy_helper.to_array(a.t) for a in model.graph.node[0].attribute]
    assert (two.dtype, float(two)) == (np.float32, 2.0), "typed like what it is multiplied with"
    rng = np.random.default_rng(0)
    for rows in (1, 11):
        a, b = rng.standard_normal((rows, 3, 8)), rng.standard_normal((3, 8))
        a, b = a.astype(np.float32), b.astype(np.float32)
        np.testing.assert_array_equal(run(model, a=a, b=b)[0], 2 * a + b)
        np.testing.assert_array_equal(
            ReferenceEvaluator(model).run(None, {"a": a, "b": b})[0], 2 * a + b
        )


def test_the_constant_of_my_add_is_an_integer_for_integers(verify: Verify) -> None:
    state = verify(GALLERY / "my_add")
    cases = {c.name: c for c in state.result("export").result.cases}
    constant = onnx.load(cases["integers"].model).graph.node[0]
    assert numpy_helper.to_array(constant.attribute[0].t).dtype == np.int64
    same = state.result("export").result.model
    assert cases["more_rows"].model == same, "another dynamic size takes the same file"


def test_what_no_compiler_is_needed_for(verify: Verify) -> None:
    for name in ("my_add_py", "asinh", "selu_script", "resize_dynamic"):
        report = verify(GALLERY / name, "build").report()
        assert not report.ort_library, name
        assert not report.torch_library, name


# -- ATen ops


def test_asinh_is_exported_by_our_mapping_to_opset_9(verify: Verify) -> None:
    model = agreed(verify, "asinh")
    assert types_of(model) == ["Asinh"]
    assert [(i.domain, i.version) for i in model.opset_import] == [("", 9)]
    x = np.array([[0, 1, -1, 1e-7, 1e4], [-3, 0.5, 20, 1e-3, 7]], np.float32)
    np.testing.assert_allclose(run(model, x=x)[0], np.arcsinh(x.astype(np.float64)), rtol=1e-6)
    np.testing.assert_allclose(run(model, x=x)[0], torch.asinh(torch.from_numpy(x)), rtol=1e-6)


def test_selu_travels_in_the_model(verify: Verify) -> None:
    model = agreed(verify, "selu_script")
    assert types_of(model) == ["custom-onnx-script::Selu"]
    (function,) = [f for f in model.functions if f.name == "Selu"]
    assert function.domain == "custom-onnx-script"
    assert {i.domain: i.version for i in function.opset_import}[""] == 14
    versions = {i.domain: i.version for i in model.opset_import}
    assert versions["custom-onnx-script"] == 1
    x = np.random.default_rng(1).normal(0, 3, (5, 3, 7)).astype(np.float32)
    expected = torch.nn.functional.selu(torch.from_numpy(x)).numpy()
    np.testing.assert_allclose(run(model, x=x)[0], expected, rtol=1e-5)
    np.testing.assert_allclose(
        ReferenceEvaluator(model).run(None, {"x": x})[0], expected, rtol=1e-5
    )
    by_hand = 1.0507 * np.where(x > 0, x, 1.67326 * np.expm1(np.minimum(x, 0).astype(np.float64)))
    np.testing.assert_allclose(run(model, x=x)[0], by_hand, rtol=1e-6, atol=1e-6)


# -- optional inputs of different types


@pytest.fixture(scope="module")
def foo(engine: Engine) -> str:
    return library_of(engine, "foo_mixed")


FOO = {
    "X": np.array([0.5, 1, -2], np.float32),
    "Y": np.array([1 << 20, -3, 0], np.int64),
    "Z": np.array([127, -128, 1], np.int8),
    "P": np.array([0.25, 0.25, 0.25], np.float32),
    "Q": np.array([1, 2, 3], np.int32),
}


def foo_node(*names: str) -> onnx.NodeProto:
    return helper.make_node("FooMixed", names, ["out"], domain="custom")


@pytest.mark.parametrize(
    "names",
    ["X Y Z", "X Y Z P", "X Y Z P Q", "X Y Z - Q", "X Y Z - -", "X Y Z P -"],
)
def test_foo_mixed_with_and_without_optionals(names: str, foo: str) -> None:
    given = [n for n in names.split() if n != "-"]
    node = foo_node(*(n.replace("-", "") for n in names.split()))
    inputs = {n: FOO[n] for n in given}
    (out,) = run(one_node(node, ["float32"], **inputs), foo, **inputs)
    expected = sum(FOO[n].astype(np.float64) for n in given)
    np.testing.assert_array_equal(out, expected.astype(np.float32))


def test_foo_mixed_has_a_type_per_input(foo: str) -> None:
    for name in FOO:
        wrong = FOO | {name: FOO[name].astype(np.float64)}
        with pytest.raises(Exception, match=r"(?i)type") as caught:
            run(one_node(foo_node(*FOO), ["float32"], **wrong), foo, **wrong)
        assert "float" in str(caught.value) or "double" in str(caught.value)


def test_foo_mixed_refuses_other_sizes(foo: str) -> None:
    for name in ("Y", "Z", "P", "Q"):
        wrong = FOO | {name: FOO[name][:2]}
        with pytest.raises(Exception, match=rf"foo_mixed: {name} has sizes \[2\], X has \[3\]"):
            run(one_node(foo_node(*FOO), ["float32"], **wrong), foo, **wrong)


def test_foo_mixed_is_exported_with_as_many_inputs_as_are_given(verify: Verify) -> None:
    model = agreed(verify, "foo_mixed")
    assert list(model.graph.node[0].input) == ["X", "Y", "Z"]
    cases = {c.name: c for c in verify(GALLERY / "foo_mixed").result("export").result.cases}
    inputs = {
        name: [bool(i) for i in onnx.load(case.model).graph.node[-1].input]
        for name, case in cases.items()
    }
    assert inputs["one_optional"] == [True] * 4
    assert inputs["both_optionals"] == [True] * 5
    assert inputs["the_second_alone"] == [True, True, True, False, True]


# -- a list of tensors


@pytest.fixture(scope="module")
def concat_rows(engine: Engine) -> str:
    return library_of(engine, "concat_rows")


def concatenated(library: str, *clouds: np.ndarray) -> list[np.ndarray]:
    inputs = {f"cloud_{i}": cloud for i, cloud in enumerate(clouds)}
    node = helper.make_node("ConcatRows", list(inputs), ["rows", "offset"], domain="custom")
    return run(one_node(node, [str(clouds[0].dtype), "int32"], **inputs), library, **inputs)


@pytest.mark.parametrize("sizes", [(4,), (3, 0, 5), (1, 2, 3, 4, 5, 6, 7, 8, 9), (0,), (0, 0)])
def test_concat_rows(sizes: tuple[int, ...], concat_rows: str) -> None:
    rng = np.random.default_rng(len(sizes))
    clouds = [rng.standard_normal((n, 3)).astype(np.float32) for n in sizes]
    rows, offset = concatenated(concat_rows, *clouds)
    np.testing.assert_array_equal(rows, np.vstack(clouds))
    assert offset.tolist() == [sum(sizes[: i + 1]) for i in range(len(sizes))]
    back = np.split(rows, offset[:-1])
    assert all(np.array_equal(a, b) for a, b in zip(back, clouds, strict=True))


def test_concat_rows_wants_clouds_that_fit(concat_rows: str) -> None:
    points = np.zeros((4, 3), np.float32)
    for other in (points[:, :2], points[0]):
        with pytest.raises(Exception, match="concat_rows: cloud 1 has sizes"):
            concatenated(concat_rows, points, other)
    with pytest.raises(Exception, match=r"(?i)type"):
        concatenated(concat_rows, points, points.astype(np.float64))


def test_concat_rows_gives_what_knn_query_takes(concat_rows: str, engine: Engine) -> None:
    rng = np.random.default_rng(5)
    clouds = [rng.standard_normal((n, 3)).astype(np.float32) for n in (20, 7)]
    rows, offset = concatenated(concat_rows, *clouds)
    given = {"nsample": np.array(3), "xyz": rows, "offset": offset}
    node = helper.make_node("knnquery", list(given), ["idx", "dist"], domain="custom")
    idx, _ = run(
        one_node(node, ["int32", "float32"], **given), library_of(engine, "knn_query"), **given
    )
    assert idx[:20].max() < 20
    assert idx[20:].min() >= 20


def test_concat_rows_is_one_node_with_an_input_per_cloud(verify: Verify) -> None:
    model = agreed(verify, "concat_rows")
    (node,) = [n for n in model.graph.node if n.op_type == "ConcatRows"]
    assert list(node.input) == ["clouds_0", "clouds_1", "clouds_2"]
    rows, offset = model.graph.output
    assert not rows.type.tensor_type.shape.dim[0].HasField("dim_value")
    assert rows.type.tensor_type.shape.dim[1].dim_value == 3
    assert offset.type.tensor_type.shape.dim[0].dim_value == 3


# -- the folders themselves


@pytest.mark.parametrize("folder", sorted(GALLERY.iterdir()), ids=lambda folder: folder.name)
def test_a_learner_finds_a_reference_and_an_explanation(folder: Path, engine: Engine) -> None:
    op = engine.load([folder])[0].op
    engine.pipeline.forget(folder)
    assert op is not None
    assert op.reference.declared or op.kernel.registration == "own"
    assert op.doc
    assert all(variant.doc for variant in op.variants.values())
