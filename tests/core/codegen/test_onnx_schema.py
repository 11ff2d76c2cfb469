"""onnx knows an op by its schema: types and shapes of the shape rule, from inputs and attributes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from tests.core.declarations import declared
from workbench import paths
from workbench.core.codegen.onnx_schema import onnx_schema_module
from workbench.core.declaration.op import Op
from workbench.core.storage import op_file

_numbers = itertools.count()

Sizes = list[int | str | None]


def op_of(shape: str, *, dtype: str = "x", node: dict[str, Any] | None = None, **more: Any) -> Op:
    args = [
        {"name": "x", "dtype": "T"},
        {"name": "z", "dtype": "T", "optional": True},
        {"name": "stride", "type": "int", "default": 2},
        {"name": "axes", "type": "int[]", "default": [4, 5]},
        {"name": "wide", "type": "bool", "default": False},
        {"name": "k", "type": "int"},
    ]
    attributes = [
        {"name": "stride", "type": "int", "arg": "stride"},
        {"name": "axes", "type": "ints", "arg": "axes"},
        {"name": "wide", "type": "int", "arg": "wide"},
    ]
    main = {"op": "custom::Op", "inputs": ["x", "k_input", "z"], "outputs": ["y"]}
    return declared(
        {
            "schema": 1,
            "name": "op",
            "torch": "tests::op",
            "types": {"T": ["float32", "float64"]},
            "args": args,
            "outputs": [{"name": "y", "dtype": dtype, "shape": shape}],
            "mapping": {
                "constants": [{"name": "k_input", "dtype": "int64", "arg": "k"}],
                "nodes": [main | {"attributes": attributes} | (node or {})],
            },
            **more,
        }
    )


_registered: list[onnx.defs.OpSchema] = []


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """onnx.reference, once it is imported, takes one schema of a name, in whatever domain."""
    yield
    while _registered:
        schema = _registered.pop()
        onnx.defs.deregister_schema(schema.name, schema.since_version, schema.domain)


class Known:
    """An op that onnx knows: in a domain of its own, for which there is one registry."""

    def __init__(self, op: Op) -> None:
        self.domain = f"test.n{next(_numbers)}"
        module: dict[str, Any] = {}
        text = onnx_schema_module(op).replace("'custom'", repr(self.domain))
        exec(compile(text, "<schema>", "exec"), module)
        (self.schema,) = module["schemas"]()
        onnx.defs.register_schema(self.schema)
        _registered.append(self.schema)

    def model(
        self, x: Sizes | None, *, z: Sizes | None = None, k: int | None = 3, **attributes: Any
    ) -> onnx.ModelProto:
        inputs = [helper.make_tensor_value_info("x", TensorProto.DOUBLE, x)]
        constants = []
        if z is not None:
            inputs.append(helper.make_tensor_value_info("z", TensorProto.DOUBLE, z))
        if k is None:
            inputs.append(helper.make_tensor_value_info("k", TensorProto.INT64, []))
        else:
            value = numpy_helper.from_array(np.array(k), "k")
            constants.append(helper.make_node("Constant", [], ["k"], value=value))
        names = ["x", "k", "z"] if z is not None else ["x", "k"]
        node = helper.make_node("Op", names, ["y"], domain=self.domain, **attributes)
        output = onnx.ValueInfoProto(name="y")
        graph = helper.make_graph([*constants, node], "g", inputs, [output])
        opsets = [helper.make_opsetid("", 20), helper.make_opsetid(self.domain, 1)]
        return helper.make_model(graph, opset_imports=opsets)

    def inferred(self, *args: Any, **more: Any) -> tuple[int, Sizes | None]:
        """Element type and sizes of the output, as strict inference finds them."""
        found = onnx.shape_inference.infer_shapes(self.model(*args, **more), strict_mode=True)
        kind = found.graph.output[0].type.tensor_type
        if not kind.HasField("shape"):
            return kind.elem_type, None
        sizes = [d.dim_value if d.HasField("dim_value") else d.dim_param for d in kind.shape.dim]
        return kind.elem_type, [None if str(s).startswith("unk__") else s for s in sizes]


def test_sizes_and_their_names_pass_through() -> None:
    known = Known(op_of("[x.shape[0], x.shape[1] // stride] + axes + [k]"))
    assert known.inferred(["n", 9]) == (TensorProto.DOUBLE, ["n", 4, 4, 5, 3])
    assert known.inferred(["n", 9], stride=3, axes=[7]) == (TensorProto.DOUBLE, ["n", 3, 7, 3])
    # Nothing can be computed of a name; a value that the graph computes is not known.
    assert known.inferred(["n", "m"], k=None) == (TensorProto.DOUBLE, ["n", None, 4, 5, None])
    assert known.inferred(None) == (TensorProto.DOUBLE, None), "the rank is not known"


def test_what_is_left_out_is_none_and_a_flag_is_a_bool() -> None:
    known = Known(op_of("x.shape if z is None else z.shape[:1] if wide else [1]"))
    assert known.inferred(["n", 2])[1] == ["n", 2]
    assert known.inferred(["n", 2], z=["m", 3])[1] == [1]
    assert known.inferred(["n", 2], z=["m", 3], wide=1)[1] == ["m"]


def test_sizes_that_are_broadcast() -> None:
    known = Known(op_of("broadcast(x.shape, z.shape)"))
    for x, z, joined in (
        ([2, 1], [1, 3], [2, 3]),
        (["n", 3], ["n", 1], ["n", 3]),
        (["n", 3], ["m", 3], [None, 3]),
        (["n"], [1], ["n"]),
        (["n"], [5], [5]),
        ([3], ["n", 3], ["n", 3]),
    ):
        assert known.inferred(x, z=z)[1] == joined
        assert known.inferred(z, z=x)[1] == joined


def test_inputs_that_do_not_fit_are_an_error_of_inference() -> None:
    known = Known(op_of("broadcast(x.shape, z.shape)"))
    model = known.model([2], z=[3])
    del model.graph.output[0]
    model.graph.output.append(helper.make_tensor_value_info("y", TensorProto.DOUBLE, [3]))
    with pytest.raises(onnx.shape_inference.InferenceError, match="sizes 2 and 3"):
        onnx.checker.check_model(model, full_check=True)
    known = Known(op_of("[x.shape[2] - 5]"))
    assert known.inferred([1, 2, 7])[1] == [2]
    for sizes in ([1], [1, 2, 4]):
        with pytest.raises(onnx.shape_inference.InferenceError, match=r"^op"):
            known.inferred(sizes)


def test_types_follow_an_argument_or_are_fixed() -> None:
    assert Known(op_of("x.shape", dtype="T")).inferred([2])[0] == TensorProto.DOUBLE
    assert Known(op_of("x.shape", dtype="int32")).inferred([2])[0] == TensorProto.INT32
    schema = Known(op_of("[len(x.shape)]")).schema
    options = [str(i.option).rpartition(".")[2] for i in schema.inputs]
    assert options == ["Single", "Single", "Optional"]
    wrong = Known(op_of("x.shape")).model([2])
    wrong.graph.input[0].type.tensor_type.elem_type = TensorProto.INT32
    with pytest.raises(onnx.shape_inference.InferenceError):
        onnx.shape_inference.infer_shapes(wrong, strict_mode=True, check_type=True)


GALLERY = sorted((paths.ops_lib() / "ops").iterdir())


@pytest.mark.parametrize("folder", GALLERY, ids=lambda folder: folder.name)
def test_every_custom_node_of_the_gallery_has_a_schema(folder: Path) -> None:
    op = op_file.load(folder).resolved()
    module: dict[str, Any] = {}
    exec(compile(onnx_schema_module(op), folder.name, "exec"), module)
    found = {f"{s.domain}::{s.name}" for s in module["schemas"]()}
    assert found == {n.op for n in op.mapping.custom_nodes}
