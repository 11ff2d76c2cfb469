"""A bridge: torch's ops run in ONNX Runtime, in a process that never imports torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.engine.bindings import Failed, Host
from tests.engine.bridging import (
    F32,
    F64,
    I64,
    Run,
    X,
    build,
    carried,
    declared,
    number,
    output,
    tensor,
)

LIST = output("ys", "x", "[3]") + 'type = "tensor[]"\ncount = "x.shape[0]"\n'


@pytest.fixture
def run(host: Host, tmp_path: Path) -> Run:
    def call(toml: str, *inputs: np.ndarray | None, **options: Any) -> Any:
        library = Path(build(tmp_path / "op", toml).ort_library)
        named = {f"i{k}": value for k, value in enumerate(inputs)}
        return host("run", library, "Op", named, **options)

    return call


# -- what arrives and what comes back


def test_an_op_of_torch(run: Run) -> None:
    result = run(declared("aten::asinh"), X, dims={"i0": ["n", 3]})
    np.testing.assert_allclose(result["values"][0], np.arcsinh(X), rtol=1e-6)
    assert result["shapes"] == [["n", 3]]


@pytest.mark.parametrize("dtype", [F32, F64, np.float16, np.int8, I64, np.uint8, np.bool_])
def test_element_types(run: Run, dtype: type) -> None:
    names = ["float32", "float64", "float16", "int8", "int64", "uint8", "bool"]
    toml = declared(
        "aten::bitwise_not" if dtype is np.bool_ else "aten::abs", tensor("x", f"dtype = {names}")
    )
    x = np.array([0, 1, 2]).astype(dtype)
    result = run(toml, x)["values"][0]
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, ~x if dtype is np.bool_ else x)


def test_two_outputs_of_two_types_and_the_schemas_own_defaults(run: Run) -> None:
    toml = declared(
        "aten::topk",
        tensor("x", 'dtype = ["float32", "float64"]') + number("k"),
        output("values", "x", "x.shape[:-1] + [k]")
        + output("places", "int64", "x.shape[:-1] + [k]"),
        carried(k="int"),
    )
    for dtype in (F32, F64):
        result = run(toml, X.astype(dtype), attributes={"k": 2}, outputs=2)
        assert result["values"][0].dtype == dtype
        assert result["values"][0].tolist() == [[3, 1], [5, -4]]
        assert result["values"][1].tolist() == [[2, 0], [1, 0]]
        assert result["shapes"] == [[2, 2], [2, 2]]


def test_a_result_that_is_not_contiguous(run: Run) -> None:
    toml = declared("aten::t", outputs=output("y", "x", "[x.shape[1], x.shape[0]]"))
    np.testing.assert_array_equal(run(toml, X)["values"][0], X.T)


def test_an_output_whose_size_only_torch_knows(run: Run) -> None:
    toml = declared("aten::nonzero", outputs=output("y", "int64", "[unknown, unknown]"))
    assert run(toml, X * (X > 2))["values"][0].tolist() == [[0, 2], [1, 1]]
    assert run(toml, X * 0)["values"][0].shape == (0, 2)


def test_tensors_without_elements_or_dimensions(run: Run) -> None:
    toml = declared("aten::neg")
    assert run(toml, np.zeros((0, 3), F32))["values"][0].shape == (0, 3)
    scalar = run(declared("aten::neg"), np.array(2, F32), dims={"i0": []})["values"][0]
    assert (scalar.shape, scalar.item()) == ((), -2)


def test_a_float_for_a_scalar_argument(run: Run) -> None:
    """``Scalar`` is what many of torch's ops take, and the stable ABI lacks."""
    toml = declared(
        "aten::leaky_relu",
        tensor("x") + number("slope", "float", "default = 0.01"),
        node=carried(slope="float"),
    )
    np.testing.assert_allclose(
        run(toml, X, attributes={"slope": 0.5})["values"][0], np.where(X > 0, X, X / 2)
    )
    np.testing.assert_allclose(run(toml, X)["values"][0], np.where(X > 0, X, X / 100), rtol=1e-6)


def test_the_overload_that_fits_is_taken(run: Run) -> None:
    both = tensor("x") + tensor("other")
    for name in ("aten::add", "aten::add.Tensor"):
        toml = declared(name, both, inputs=("x", "other"))
        np.testing.assert_array_equal(run(toml, X, X)["values"][0], 2 * X)
    toml = declared("aten::pow", tensor("x") + number("n", "float"), node=carried(n="float"))
    np.testing.assert_allclose(run(toml, X, attributes={"n": 2.0})["values"][0], X * X)


def test_arguments_after_the_star_go_by_name(run: Run) -> None:
    toml = declared(
        "aten::div",
        tensor("x") + tensor("other") + number("rounding_mode", "str", "optional = true"),
        node=carried(rounding_mode="string"),
        inputs=("x", "other"),
    )
    two = np.full_like(X, 2)
    assert run(toml, X, two)["values"][0].tolist() == (X / 2).tolist()
    floor = run(toml, X, two, attributes={"rounding_mode": "floor"})["values"][0]
    assert floor.tolist() == np.floor(X / 2).tolist()


def test_optional_tensors_lists_and_bools(run: Run) -> None:
    toml = declared(
        "aten::convolution",
        tensor("x") + tensor("w") + tensor("b", "optional = true")
        + number("stride", "int[]") + number("padding", "int[]") + number("dilation", "int[]")
        + number("transposed", "bool") + number("extra", "int[]") + number("groups"),
        output("y", "x", "[unknown, unknown, unknown, unknown]"),
        carried(stride="ints", padding="ints", dilation="ints", transposed="int", extra="ints",
                groups="int"),
        ("x", "w", "b"),
    )  # fmt: skip
    x, w = np.ones((1, 1, 3, 3), F32), np.ones((2, 1, 3, 3), F32)
    attributes = {"stride": [1, 1], "padding": [1, 1], "dilation": [1, 1], "transposed": 0,
                  "extra": [0, 0], "groups": 1}  # fmt: skip
    without = run(toml, x, w, attributes=attributes)["values"][0]
    assert without[0, :, 1, 1].tolist() == [9, 9]
    with_bias = run(toml, x, w, np.array([1, -1], F32), attributes=attributes)["values"][0]
    assert with_bias[0, :, 1, 1].tolist() == [10, 8]


def test_a_number_that_arrives_as_a_tensor(run: Run) -> None:
    toml = (
        declared("aten::cumsum", tensor("x") + number("dim"), inputs=("x", "axis"))
        + '\n[[mapping.constants]]\nname = "axis"\ndtype = "int64"\narg = "dim"\n'
    )
    result = run(toml, X, np.array(1))["values"][0]
    np.testing.assert_array_equal(result, np.cumsum(X, 1))


def test_a_list_of_tensors(run: Run) -> None:
    toml = declared(
        "aten::cat",
        '[[args]]\nname = "xs"\ntype = "tensor[]"\n' + number("dim"),
        output("y", "float32", "[unknown, unknown]"),
        carried(dim="int"),
        ("xs",),
    )
    result = run(toml, X, X[:1], X, attributes={"dim": 0})["values"][0]
    np.testing.assert_array_equal(result, np.concatenate([X, X[:1], X]))


def test_torchs_reason_reaches_the_user(run: Run) -> None:
    toml = declared("aten::linalg_inv")
    reason = r"Status Message: wb\.test::Op: linalg\.inv: The diagonal element 1 is zero"
    with pytest.raises(Failed, match=reason):
        run(toml, np.zeros((2, 2), F32))
    identity = np.eye(2, dtype=F32)
    np.testing.assert_array_equal(run(toml, identity)["values"][0], identity)


# -- declarations that are not torch's: an error when the library is asked for, not a crash


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (declared("aten::no_such_op"), "torch has no op aten::no_such_op"),
        (declared("aten::relu_"), "it changes its argument 'self'"),
        (
            declared("aten::asinh", tensor("x") + number("k"), node=carried(k="int")),
            "it has no argument for 'k'",
        ),
        (
            declared("aten::topk", outputs=output("a") + output("b", "int64")),
            "its argument 'k' is not declared and has no default",
        ),
        (
            declared("aten::cumsum", tensor("x") + number("dim", "str"), node=carried(dim="string")),
            "'dim' is declared string, its argument 'dim' is int",
        ),
        (
            declared("aten::cumsum", tensor("x") + number("dim", "int", "optional = true"),
                     node=carried(dim="int")),
            "'dim' may be None, its argument 'dim' may not",
        ),
        (declared("aten::frexp"), "it has 2 outputs, declared are 1"),
        (declared("aten::dim"), "its output 0 is a int, declared is a tensor"),
        (declared("aten::unbind"), "its output 0 is a Tensor[], declared is a tensor"),
        (declared("aten::abs", outputs=LIST), "its output 0 is a Tensor, declared is a list of tensors"),
    ],
    ids=["unknown", "in place", "too many", "too few", "type", "None", "outputs", "no tensor",
         "a list", "no list"],
)  # fmt: skip
def test_an_op_that_is_not_as_declared(run: Run, toml: str, message: str) -> None:
    with pytest.raises(Failed, match="op library") as caught:
        run(toml, X, outputs=toml.count("[[outputs]]"))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (declared("aten::argmax", outputs=output("y", "float32", "[]")),
         "torch gave output 0 as Long, declared is float32"),
        (declared("aten::t"), r"torch gave output 0 the sizes \[3, 2\], the shape rule says \[2, 3\]"),
    ],
    ids=["dtype", "shape"],
)  # fmt: skip
def test_a_result_that_is_not_as_declared(run: Run, toml: str, message: str) -> None:
    with pytest.raises(Failed, match=message):
        run(toml, X, outputs=toml.count("[[outputs]]"))


def test_a_list_of_results(run: Run) -> None:
    toml = declared("aten::unbind", outputs=LIST)
    result = run(toml, X, outputs=2)["values"]
    assert [r.tolist() for r in result] == X.tolist()
    with pytest.raises(Failed, match="the kernel gave 2 tensors as output 0, the node lists 3"):
        run(toml, X, outputs=3)
    with pytest.raises(Failed, match="the kernel gives more than 1 tensors of a list"):
        run(toml, X, outputs=1)
