"""The custom operators for RKNN-Toolkit2, without it: they need numpy and onnx, and what computes."""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import onnx
import pytest

from tests.conftest import MakeOp
from workbench import paths
from workbench.core.declaration.op import Op
from workbench.core.storage.op_file import load
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.runtimes.rknn_operators import OPERATORS, write_operators
from workbench.engine.store import Store

GALLERY = paths.ops_lib() / "ops"
ONES = np.ones((2, 3), np.float32)


def module(folder: Path, target: Path) -> tuple[Op, ModuleType]:
    """An op's module, as it is written."""
    op = load(folder, validate=False).resolved()
    target.mkdir(exist_ok=True)
    write_operators(folder, op, target, Store(), Reporter())
    spec = importlib.util.spec_from_file_location("custom_ops_of_test", target / OPERATORS)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return op, made


def computed(
    made: ModuleType, inputs: dict[str, np.ndarray | None], **attributes: object
) -> list[np.ndarray]:
    """What its one operator gives, with sizes and types as it has told before."""
    (operator,) = made.custom_ops()
    names = [name if value is not None else "" for name, value in inputs.items()]
    node = onnx.helper.make_node(operator.op_type, names, ["y"], **attributes)
    given = [value for value in inputs.values() if value is not None]
    sizes = [list(value.shape) for value in given]
    told = operator.shape_infer(node, sizes, [value.dtype for value in given])
    outputs: list[np.ndarray] = operator.compute(node, given)
    assert [list(o.shape) for o in outputs] == told[0]
    assert [o.dtype for o in outputs] == told[1]
    return outputs


def test_a_kernel_is_called_as_a_plain_c_function(tmp_path: Path) -> None:
    _, made = module(GALLERY / "my_add_custom", tmp_path)
    (y,) = computed(made, {"a": 3 * ONES, "b": ONES[0]})
    np.testing.assert_array_equal(y, 7 * ONES)
    with pytest.raises(RuntimeError, match="not made for these element types"):
        computed(made, {"a": ONES.astype(np.int8), "b": ONES.astype(np.int8)})


def test_an_optional_input_is_left_out_or_not(tmp_path: Path) -> None:
    _, made = module(GALLERY / "grid_cluster", tmp_path)
    points = np.array([[0.1, 0.1], [0.9, 0.1], [0.1, 0.9]], np.float32)
    size = np.array([0.5, 0.5], np.float32)
    (cluster,) = computed(made, {"pos": points, "size": size, "start": None, "end": None})
    assert len(set(cluster.tolist())) == 3
    whole = {"start": np.zeros(2, np.float32), "end": np.ones(2, np.float32)}
    (with_ends,) = computed(made, {"pos": points, "size": size, **whole})
    assert with_ends.tolist() == [0, 1, 3]


def test_an_exception_of_the_kernel_is_told(make_op: MakeOp, tmp_path: Path) -> None:
    kernel = """
    #include <workbench/tensor.h>

    void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
      wb::check(x[0] > 0, "it begins with ", x[0]);
    }
    """
    _, made = module(make_op(kernel=kernel), tmp_path / "to")
    with pytest.raises(RuntimeError, match="it begins with -1"):
        computed(made, {"x": -ONES})


ATTRIBUTES = """
[[args]]
name = "x"

[[args]]
name = "many"
type = "int[]"

[[args]]
name = "factors"
type = "float[]"

[[args]]
name = "word"
type = "str"

[[args]]
name = "flag"
type = "bool"

[[args]]
name = "alpha"
type = "float"
default = 0.5

[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape + many"

[[mapping.nodes]]
op = "test.custom::Twice"
inputs = ["x"]
outputs = ["y"]
attributes = [
  { name = "many", type = "ints", arg = "many" },
  { name = "factors", type = "floats", arg = "factors" },
  { name = "alpha", type = "float", arg = "alpha" },
  { name = "word", type = "string", arg = "word" },
  { name = "flag", type = "int", arg = "flag" },
]
"""
ATTRIBUTES_KERNEL = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float>, wb::Span<const int64_t> many,
           wb::Span<const double> factors, std::string_view word, bool flag, double alpha,
           wb::Tensor<float> y) {
  double sum = alpha + (flag ? 1000 : 0) + (word == "h\\u00e9" ? 100 : 0) + 10.0 * many.size();
  for (double factor : factors) sum += factor;
  for (float& item : y) item = static_cast<float>(sum);
}
"""


@pytest.mark.parametrize(
    ("given", "sum_"),
    [
        ({"word": "h\u00e9", "flag": 1}, 1000 + 100 + 20 + 0.75 + 0.5),
        ({"word": "he", "flag": 0, "alpha": 2.0}, 20 + 0.75 + 2.0),
    ],
)
def test_attributes_reach_the_kernel(
    make_op: MakeOp, tmp_path: Path, given: dict[str, object], sum_: float
) -> None:
    toml = 'schema = 1\nname = "twice"\ntorch = "wb_test::twice"\n' + ATTRIBUTES
    _, made = module(make_op(toml, ATTRIBUTES_KERNEL), tmp_path / "to")
    (y,) = computed(made, {"x": ONES}, many=[4, 1], factors=[0.25, 0.5], **given)
    assert y.shape == (2, 3, 4, 1)
    assert set(y.reshape(-1).tolist()) == {sum_}


def test_a_kernel_of_torch_is_stood_for_by_the_reference(tmp_path: Path) -> None:
    _, made = module(GALLERY / "dual_residual", tmp_path)
    (operator,) = made.custom_ops()
    assert operator.op_type == "cstDualResidual"
    first, second = computed(made, {"x": 3 * ONES, "y": ONES}, alpha=0.5)
    np.testing.assert_array_equal(first, 0.5 * ONES)
    np.testing.assert_array_equal(second, -2.5 * ONES)


def test_a_reference_in_a_file_is_copied_with_what_it_imports(
    make_op: MakeOp, tmp_path: Path
) -> None:
    text = (GALLERY / "dual_residual" / "op.toml").read_text()
    folder = make_op(text.partition("[reference]")[0] + '[reference]\nsource = "given.py"\n', None)
    (folder / "given.py").write_text(
        "from halves import half\n\ndef dual_residual(x, y, alpha):\n    return half(x), y\n"
    )
    (folder / "halves.py").write_text("def half(x):\n    return x / 2\n")
    _, made = module(folder, tmp_path / "to")
    folder.joinpath("given.py").unlink()
    first, second = computed(made, {"x": 3 * ONES, "y": ONES}, alpha=0.5)
    np.testing.assert_array_equal(first, 1.5 * ONES)
    np.testing.assert_array_equal(second, ONES)


def test_a_list_of_tensors(make_op: MakeOp, tmp_path: Path) -> None:
    toml = """
    schema = 1
    name = "total"
    torch = "wb_test::total"

    [[args]]
    name = "xs"
    type = "tensor[]"

    [[outputs]]
    name = "y"
    dtype = "float32"
    shape = "xs[0].shape"

    [[mapping.nodes]]
    op = "test.custom::Total"
    inputs = ["xs"]
    outputs = ["y"]
    """
    kernel = """
    #include <workbench/tensor.h>

    void total(const wb::Context&, wb::TensorList<const float> xs, wb::Tensor<float> y) {
      for (int64_t i = 0; i < y.numel(); ++i) {
        y[i] = 0;
        for (wb::Tensor<const float> x : xs) y[i] += x[i];
      }
    }
    """
    _, made = module(make_op(toml, kernel), tmp_path / "to")
    arrays: Sequence[np.ndarray] = [ONES, 2 * ONES, 4 * ONES]
    (y,) = computed(made, {f"x{i}": array for i, array in enumerate(arrays)})
    np.testing.assert_array_equal(y, 7 * ONES)


def test_sizes_are_told_without_computing(tmp_path: Path) -> None:
    """The second plain C function: it reads no elements."""
    _, made = module(GALLERY / "my_add_custom", tmp_path)
    library = ctypes.CDLL(str(tmp_path / "libmy_add_custom_c.so"))
    sizes_type = ctypes.POINTER(ctypes.c_int64)
    tell_type = ctypes.CFUNCTYPE(
        None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32, ctypes.c_int64, sizes_type
    )
    told: list[tuple[int, int, list[int]]] = []
    tell = tell_type(lambda _, i, dtype, rank, s: told.append((i, dtype, s[:rank])))
    given = []
    for shape in ((4, 3, 8), (3, 1)):
        sizes = (ctypes.c_int64 * len(shape))(*shape)
        given.append(made._Value(1, made._NUMBERS["float32"], len(shape), sizes, None))
    values, message = (made._Value * 2)(*given), ctypes.create_string_buffer(1024)
    count, room = ctypes.c_int64(2), ctypes.c_int64(1024)
    call = library.wb_c_my_add_custom_shapes
    assert call(values, count, tell, None, message, room) == 0, message.value
    assert told == [(0, made._NUMBERS["float32"], [4, 3, 8])]
    values[1].sizes = (ctypes.c_int64 * 2)(5, 1)
    assert call(values, count, tell, None, message, room) == 1
    assert b"broadcast" in message.value
