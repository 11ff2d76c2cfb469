"""A typed C++ function becomes an ONNX Runtime op: what arrives, what comes back, what fails."""

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from tests.engine.bindings import Failed, Host, library

F32, F64, I32, I64 = np.float32, np.float64, np.int32, np.int64
X = np.arange(6, dtype=F32).reshape(2, 3)


@pytest.fixture(scope="module")
def run(host: Host) -> Any:
    def call(op: str, *inputs: np.ndarray | None, **options: Any) -> dict[str, Any]:
        named = {f"i{k}": value for k, value in enumerate(inputs)}
        return host("run", library("ort"), op, named, **options)

    return call


@pytest.mark.parametrize("dtype", [F32, F64, np.float16])
def test_element_types_of_one_name_live_side_by_side(run: Any, dtype: type) -> None:
    x = X.astype(dtype)
    result = run(
        "ScaledAdd", x, x, attributes={"alpha": 2.0}, dims={"i0": ["n", 3], "i1": ["n", 3]}
    )
    assert result["values"][0].dtype == dtype
    np.testing.assert_array_equal(result["values"][0], 3 * x)
    assert result["shapes"] == [["n", 3]]


def test_bfloat16(run: Any) -> None:
    result = run("ScaledAdd", X, X, through=TensorProto.BFLOAT16)
    np.testing.assert_array_equal(result["values"][0], 2 * X)


def test_mixed_element_types_of_inputs(run: Any) -> None:
    inputs = X, X.astype(I64), X.astype(np.int8), X > 2
    result = run("Mixed", *inputs, domain="wb.other", version=2)
    np.testing.assert_array_equal(result["values"][0], 3 * X.astype(F64) + 0.5 * (X > 2))


def test_unknown_element_type_is_refused_when_the_model_is_loaded(run: Any) -> None:
    with pytest.raises(Failed, match="ScaledAdd"):
        run("ScaledAdd", X.astype(I32), X.astype(I32))


FULL = {"n": 5, "flag": 1, "f": 0.5, "mode": "linear", "ints": [1, 2, 3], "floats": [0.5, 2.0]}


def test_attributes_of_every_kind(run: Any) -> None:
    result = run("Describe", X, attributes=FULL | {"k": 9, "g": 4.0})
    assert result["values"][0].tolist() == [5, 1, 0.5, 1, 123, 2.5, 9, 4]


def test_optional_attributes_may_be_missing(run: Any) -> None:
    assert run("Describe", X, attributes=FULL)["values"][0].tolist()[6:] == [-1, -1]


def test_missing_attributes_take_their_defaults(run: Any) -> None:
    result = run("DescribeDefaults", X, version=3)
    assert result["values"][0].tolist() == [7, 1, 0.25, 1, 12, 1.5, 4, 2]


def test_an_int_attribute_serves_as_float_and_a_number_as_list(run: Any) -> None:
    looser = FULL | {"f": 2, "ints": 4, "floats": 3, "g": 1}
    result = run("Describe", X, attributes=looser)
    assert result["values"][0].tolist() == [5, 1, 2, 1, 4, 3, -1, 1]


def test_empty_lists_and_texts(run: Any) -> None:
    empty = {
        "mode": "",
        "ints": helper.make_attribute("ints", [], attr_type=onnx.AttributeProto.INTS),
        "floats": helper.make_attribute("floats", [], attr_type=onnx.AttributeProto.FLOATS),
    }
    given = run("DescribeDefaults", X, version=3, attributes=empty)["values"][0]
    assert given.tolist() == [7, 1, 0.25, 0, 0, 0, 4, 2]


def test_constants_stand_for_what_the_node_does_not_say(run: Any) -> None:
    assert run("DescribeConstants", X)["values"][0].tolist() == [3, 0, 1.5, 0, 0, 0, -1, -1]


def test_missing_required_attribute_is_named(run: Any) -> None:
    with pytest.raises(Failed, match=r"wb\.test::Describe: the node lacks attribute 'n'"):
        run("Describe", X)


def test_attribute_of_a_wrong_type_is_named(run: Any) -> None:
    with pytest.raises(Failed, match="attribute 'n' has another type than int"):
        run("Describe", X, attributes=FULL | {"n": 1.5})
    with pytest.raises(Failed, match="attribute 'ints' has another type than ints"):
        run("Describe", X, attributes=FULL | {"ints": "12"})
    with pytest.raises(Failed, match="attribute 'ints' has another type than ints"):
        run("Describe", X, attributes=FULL | {"ints": 1.5})


def test_tensor_attribute(run: Any) -> None:
    table = helper.make_tensor("t", TensorProto.FLOAT, [3], [10.0, 20.0, 30.0])
    result = run("Lookup", np.array([2, 0]), attributes={"table": table})
    assert result["values"][0].tolist() == [30, 10]


@pytest.mark.parametrize(
    ("inputs", "factor"),
    [((X,), 1), ((X, X), 11), ((X, X, X), 111), ((X, None, X), 101), ((X, X, None), 11)],
)
def test_optional_inputs_left_out_at_the_end_or_as_empty_names(
    run: Any, inputs: tuple[np.ndarray | None, ...], factor: int
) -> None:
    result = run("Weighted", *inputs)
    np.testing.assert_array_equal(result["values"][0], factor * X)
    assert result["shapes"] == [[2, 3]]


def test_an_argument_may_be_skipped_for_good(run: Any) -> None:
    np.testing.assert_array_equal(run("WeightedPair", X, X)["values"][0], 101 * X)


@pytest.mark.parametrize("dtype", [I64, I32, F32, F64])
@pytest.mark.parametrize("shape", [(), (1,)])
def test_scalar_inputs_of_each_type_and_rank(run: Any, dtype: type, shape: tuple[int, ...]) -> None:
    def scalar(value: float) -> np.ndarray:
        return np.full(shape, value, dtype)

    inputs = (scalar(4), X, scalar(2), scalar(1), np.array([5, 6], dtype), scalar(7))
    result = run("Scalars", *inputs, outputs=2)
    np.testing.assert_array_equal(result["values"][0], np.tile(-2 * X[0], (4, 1)))
    assert result["values"][1] == 18
    assert result["values"][1].shape == ()
    assert result["shapes"][1] == []
    unknown, columns = result["shapes"][0]
    assert isinstance(unknown, str)
    assert columns == 3


def test_a_missing_scalar_input_and_a_bool_one(run: Any) -> None:
    inputs = np.array(1), X, np.array(2.0), np.array(False), np.zeros(0, I64)
    result = run("Scalars", *inputs, outputs=2)
    np.testing.assert_array_equal(result["values"][0], 2 * X[:1])
    assert result["values"][1] == 0


def test_scalar_inputs_are_checked(run: Any) -> None:
    def call(first: np.ndarray) -> None:
        run("Scalars", first, X, np.array(2.0), np.array(False), np.array([1]), outputs=2)

    with pytest.raises(Failed, match=r"input 0 must be a whole number, but is 1\.5"):
        call(np.array(1.5))
    with pytest.raises(Failed, match=r"input 0 must hold one value, but has sizes \[2\]"):
        call(np.array([1, 2]))
    with pytest.raises(Failed, match=r"must be a scalar or a list, but has sizes \[1, 1\]"):
        call(np.array([[1]]))


def test_a_list_of_tensors_takes_all_further_inputs(run: Any) -> None:
    result = run("Stack", X, X, X, attributes={"scale": 2.0}, dims={"i2": ["n", 3]})
    np.testing.assert_array_equal(result["values"][0], np.stack([2 * X] * 3))
    assert result["shapes"] == [[3, "n", 3]]
    assert run("Stack", X.astype(I64))["values"][0].dtype == I64


def test_tensors_of_a_list_share_their_element_type(run: Any) -> None:
    with pytest.raises(Failed, match="Stack"):
        run("Stack", X, X.astype(I64))


def test_a_list_may_hold_any_element_type_and_be_empty(run: Any) -> None:
    two = np.array(2, F32)
    result = run("Sums", two, X, X.astype(I64), X > 2, X.astype(np.float16))
    assert result["values"][0].tolist() == [30, 30, 6, 30]
    assert result["shapes"] == [[4]]
    assert run("Sums", two)["values"][0].shape == (0,)
    with pytest.raises(Failed, match="there is no code for elements of type float64"):
        run("Sums", two, X.astype(F64))


def test_sizes_made_from_elements_are_allocated_and_unknown_in_the_graph(run: Any) -> None:
    scales, rows = np.array([9, 2.5], F32), np.array([4])
    result = run("Grow", X, scales, rows, attributes={"factor": 1.75})
    assert result["values"][0].shape == (4, 7, 3)
    first, second, third = result["shapes"][0]
    assert isinstance(first, str)
    assert isinstance(second, str)
    assert third == 3, "a float attribute is known to the graph"
    with pytest.raises(Failed, match="needs a tensor of one element, got 2"):
        run("Grow", X, scales, np.array([1, 2]))


def tensor(values: list[float], dims: list[int], dtype: int = TensorProto.FLOAT) -> Any:
    return helper.make_tensor("t", dtype, dims, values)


def test_numbers_in_lists_and_tensor_attributes_and_a_bool_told_by_an_input(run: Any) -> None:
    given = {"strides": [3, 4], "scale": tensor([0.5], [])}
    result = run("Settings", X, attributes=given)
    assert result["values"][0].tolist() == [3, 4, 0, 0.5, 12, -1]
    more = given | {"axes": tensor([7, 8, 9], [3], TensorProto.INT64)}
    result = run("Settings", X, np.array(6, F32), attributes=more)
    assert result["values"][0].tolist() == [3, 4, 1, 0.5, 789, 6]
    assert result["shapes"] == [[6]]


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"strides": [3]}, "'strides' has 1 elements, but element 1 is needed"),
        ({"strides": 0.5}, "'strides' has another type than ints"),
        ({"scale": 0.5}, "'scale' has another type than tensor"),
        ({"scale": tensor([1, 2], [2])}, "'scale' must hold one value"),
        ({"axes": tensor([1.5], [1])}, "'axes' must be a whole number, but is 1.5"),
    ],
)
def test_lists_and_tensor_attributes_are_checked(
    run: Any, attributes: dict[str, Any], message: str
) -> None:
    given = {"strides": [3, 4], "scale": tensor([0.5], [])}
    with pytest.raises(Failed, match=message):
        run("Settings", X, attributes=given | attributes)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (0, r"wb\.test::Faulty: kind must not be 0 for sizes \[2, 3\]"),
        (1, r"wb\.test::Faulty: a standard exception"),
        (2, r"wb\.test::Faulty: the kernel threw something that is no std::exception"),
        (3, r"wb\.test::Faulty: thrown in a loop"),
        (4, r"wb\.test::Faulty: dimension 7 of a tensor of sizes \[2, 3\]"),
    ],
)
def test_what_a_kernel_throws_becomes_a_status(run: Any, kind: int, message: str) -> None:
    with pytest.raises(Failed, match=message):
        run("Faulty", X, attributes={"kind": kind}, threads=2)


def test_a_shape_that_does_not_fit_becomes_a_status(run: Any) -> None:
    with pytest.raises(Failed, match="sizes 2 and 3 cannot be broadcast together"):
        run("ScaledAdd", np.zeros(2, F32), np.zeros(3, F32), dims={"i0": ["a"], "i1": ["b"]})


def test_shapes_follow_attributes_and_constants(run: Any) -> None:
    result = run("Tile", X, attributes={"times": 2, "tail": [5, 1]})
    assert result["shapes"] == [[4, 3, 5, 1]]
    assert result["values"][0].shape == (4, 3, 5, 1)
    assert run("TileTwice", X)["shapes"] == [[4, 3, 1]]


def test_what_is_unknown_stays_unknown_and_names_survive(run: Any) -> None:
    result = run("Tile", X, attributes={"times": 2}, dims={"i0": ["n", "m"]})
    first, second = result["shapes"][0]
    assert second == "m"
    assert isinstance(first, str)
    assert first != "n"
    assert run("Tile", X, attributes={"times": 1}, dims={"i0": ["n", None]})["shapes"][0][0] == "n"


def test_each_call_of_a_session_has_the_sizes_of_its_own_arguments(run: Any) -> None:
    """What the shape rule gave last is kept, for the same sizes and the same numbers only."""
    rows = [{"i0": X[:n], "i1": X[:n]} for n in (2, 1, 1, 0, 2)]
    result = run("ScaledAdd", X, X, dims={"i0": ["n", 3], "i1": ["n", 3]}, later=rows)
    assert [value.shape for (value,) in result["later"]] == [(n, 3) for n in (2, 1, 1, 0, 2)]

    times = [{"i1": np.array(n)} for n in (2, 1, 1, 2)]
    result = run("TileBy", X, np.array(2), later=times)
    assert [value.shape for (value,) in result["later"]] == [(2 * n, 3, 1) for n in (2, 1, 1, 2)]

    elements = [{"i2": np.array([n])} for n in (4, 2, 2, 4)]
    scales = np.array([9, 1], F32)
    result = run("Grow", X, scales, np.array([4]), attributes={"factor": 1.0}, later=elements)
    assert [value.shape[0] for (value,) in result["later"]] == [4, 2, 2, 4]


def test_each_call_of_a_session_without_an_input_has_its_own_sizes(run: Any) -> None:
    """A missing input is not one without sizes."""
    any_rows = {"i0": ["n", 3], "i2": ["n", 3]}
    result = run("Weighted", X, None, X, dims=any_rows, later=[{"i0": X[:1], "i2": X[:1]}, {}])
    assert [value.shape for (value,) in result["later"]] == [(1, 3), (2, 3)]


def test_outputs_that_the_kernel_allocates(run: Any) -> None:
    result = run("Positives", X - 2, outputs=2)
    assert result["values"][0].tolist() == [1, 2, 3]
    assert result["values"][1].tolist() == [[1, 0], [1, 1], [1, 2]]
    assert isinstance(result["shapes"][0][0], str)
    assert result["shapes"][1][1] == 2
    assert result["types"] == ["tensor(float)", "tensor(int64)"]
    nothing = run("Positives", -X, outputs=2)["values"]
    assert [value.shape for value in nothing] == [(0,), (0, 2)]


def test_an_output_never_allocated_is_an_error(run: Any) -> None:
    with pytest.raises(Failed, match="the kernel did not allocate output 0"):
        run("Forgets", X)


def test_empty_tensors(run: Any) -> None:
    empty = np.zeros((0, 3), F32)
    assert run("ScaledAdd", empty, empty)["values"][0].shape == (0, 3)
    assert run("Tile", empty, attributes={"times": 2})["values"][0].shape == (0, 3)


def test_parallel_for_uses_the_threads_of_the_session(run: Any) -> None:
    most, covered = run("Meeting", np.array(1000), threads=2)["values"][0]
    assert most == 2
    assert covered == 1000


def test_parallel_for_covers_a_large_tensor_once(run: Any) -> None:
    x = np.arange(100_003, dtype=F32)
    np.testing.assert_array_equal(run("ScaledAdd", x, x, threads=2)["values"][0], 2 * x)


def test_scratch_memory_is_the_sessions_which_keeps_it(run: Any) -> None:
    """40 MiB of the heap would be 10,240 new pages each time."""
    new, wrong = run("Working", np.array(5 << 20), threads=2)["values"][0]
    assert new < 100
    assert wrong == 0


def test_a_library_serves_many_sessions(run: Any, host: Host) -> None:
    run("ScaledAdd", X, X, times=3)
    assert host("register_twice", library("ort")) == 12


def test_an_older_runtime_lends_no_shapes(host: Host) -> None:
    def call(op: str, *inputs: np.ndarray, **options: Any) -> list[Any]:
        named = {f"i{k}": value for k, value in enumerate(inputs)}
        return host("run", library("ort_older"), op, named, **options)["values"]

    wide = np.arange(24, dtype=F32).reshape(1, 2, 1, 3, 1, 2, 1, 2, 1)
    np.testing.assert_array_equal(call("ScaledAdd", X, X)[0], 2 * X)
    np.testing.assert_array_equal(call("ScaledAdd", wide, wide)[0], 2 * wide)
    np.testing.assert_array_equal(call("Stack", X, X, X)[0], np.stack([X] * 3))
    assert call("Sums", np.array(2, F32), X, X > 2)[0].tolist() == [30, 6]
    scalars = np.array(1), X, np.array(2.0), np.array(False), np.array([3, 4], I32)
    assert call("Scalars", *scalars, outputs=2)[1] == 7
    table = {"table": tensor([10, 20, 30], [3])}
    assert call("Lookup", np.array([2, 0]), attributes=table)[0].tolist() == [30, 10]


def test_an_older_runtime_is_told_what_it_takes(host: Host) -> None:
    with pytest.raises(Failed, match=r"needs ONNX Runtime 1\.999 or newer, but this is 1\."):
        host("load_only", library("ort_too_new"))


def test_a_wrong_declaration_is_refused_with_the_ops_name(host: Host) -> None:
    message = r"wb\.test::Tile: parameter 1: the default or constant does not fit"
    with pytest.raises(Failed, match=message):
        host("load_only", library("ort_wrong"))
    assert "does not fit" in host("manifest", library("ort_wrong"))["error"]


def test_manifest_lists_what_a_model_may_use(host: Host) -> None:
    manifest = host("manifest", library("ort"))
    assert manifest["api_version"] == 17
    ops: dict[str, list[Any]] = {}
    for op in manifest["ops"]:
        ops.setdefault(f"{op['domain']}::{op['name']}", []).append(op)
    dtypes = [op["inputs"][0]["dtypes"] for op in ops["wb.test::ScaledAdd"]]
    assert dtypes == [["float32"], ["float64"], ["float16"], ["bfloat16"]]
    (scalars,) = ops["wb.test::Scalars"]
    assert (scalars["min_inputs"], scalars["max_inputs"]) == (5, 6)
    assert scalars["inputs"][1] == {"kind": "tensor", "dtypes": ["float32"], "optional": False}
    assert scalars["inputs"][5]["kind"] == "scalar"
    assert scalars["inputs"][5]["optional"]
    assert [output["dtypes"] for output in scalars["outputs"]] == [["float32"], ["int32"]]
    (defaults,) = ops["wb.test::DescribeDefaults"]
    assert defaults["since_version"] == 3
    (describe,) = ops["wb.test::Describe"]
    assert describe["attributes"][:2] == [
        {"name": "n", "type": "int", "required": True},
        {"name": "flag", "type": "int", "required": True},
    ]
    assert {"name": "k", "type": "int", "required": False} in describe["attributes"]
    stack, _ = ops["wb.test::Stack"]
    assert stack["variadic"]
    assert stack["min_inputs"] == 0
    assert stack["inputs"] == [{"kind": "tensors", "dtypes": ["float32"], "optional": False}]
    (sums,) = ops["wb.test::Sums"]
    assert {"bool", "bfloat16", "uint64"} < set(sums["inputs"][1]["dtypes"])
    (settings,) = ops["wb.test::Settings"]
    assert not settings["variadic"]
    assert settings["attributes"] == [
        {"name": "strides", "type": "ints", "required": True},
        {"name": "scale", "type": "tensor", "required": True},
        {"name": "axes", "type": "tensor", "required": False},
    ]
    (mixed,) = ops["wb.other::Mixed"]
    assert [i["dtypes"][0] for i in mixed["inputs"]] == ["float32", "int64", "int8", "bool"]
