"""Small declared ops go all the way: several outputs, element types, allocated outputs, odd numbers."""

from __future__ import annotations

import onnx

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, agreed, both_exporters, outputs

# -- several outputs, element types


OUTPUTS = (
    HEAD
    + """
[[args]]
name = "x"
dtype = "float32"
[[args]]
name = "k"
dtype = "int64"
[[outputs]]
name = "twice"
dtype = "x"
shape = "x.shape"
[[outputs]]
name = "total"
dtype = "float64"
shape = "[]"
[[outputs]]
name = "count"
dtype = "int64"
shape = "[len(x.shape), x.shape[0]]"
[[outputs]]
name = "positive"
dtype = "bool"
shape = "x.shape"
[[mapping.nodes]]
op = "case.domain::Several"
inputs = ["x", "k"]
outputs = ["twice", "total", "count", "positive"]
[reference]
python = "(2 * x, x.double().sum(), torch.full((x.dim(), x.shape[0]), int(k[0])), x > 0)"
[[model.inputs]]
arg = "x"
shape = [3, 2]
seed = 5
[[model.inputs]]
arg = "k"
shape = [1]
generator = "integers"
low = 5
high = 6
"""
    + MODEL
)
OUTPUTS_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<const int64_t> k, wb::Tensor<float> twice,
             wb::Tensor<double> total, wb::Tensor<int64_t> count, wb::Tensor<bool> positive) {
  double sum = 0;
  for (int64_t i = 0; i < x.numel(); ++i) { twice[i] = 2 * x[i]; sum += x[i]; positive[i] = x[i] > 0; }
  total[0] = sum;
  for (int64_t& c : count) c = k[0];
}
"""


def test_several_outputs_of_several_types(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(OUTPUTS, OUTPUTS_KERNEL, make_op, verify):
        types = [o.type.tensor_type.elem_type for o in graph.output]
        proto = onnx.TensorProto
        assert types == [proto.FLOAT, proto.DOUBLE, proto.INT64, proto.BOOL]
        assert [len(o.type.tensor_type.shape.dim) for o in graph.output] == [2, 0, 2, 2]


def test_an_empty_tensor_runs_and_proves_nothing(make_op: MakeOp, verify: Verify) -> None:
    toml = OUTPUTS.replace("shape = [3, 2]", "shape = [0, 2]")
    both_exporters(toml, OUTPUTS_KERNEL, make_op, verify, "unverified")


ALL_TYPES = ["float32", "float64", "float16", "int8", "int16", "int32", "int64", "uint8", "bool"]
TYPES = (
    HEAD
    + f"[types]\nT = {ALL_TYPES}\n"
    + """
[[args]]
name = "x"
dtype = "T"
[[outputs]]
name = "y"
dtype = "T"
shape = "x.shape"
[[mapping.nodes]]
op = "case.domain::Types"
inputs = ["x"]
outputs = ["y"]
[reference]
python = "x.flip(0)"
[[model.inputs]]
arg = "x"
shape = [5]
seed = 5
dtype = "DTYPE"
"""
    + MODEL
)
TYPES_KERNEL = """
#include <workbench/tensor.h>
template <class T>
void case_op(const wb::Context&, wb::Tensor<const T> x, wb::Tensor<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[y.numel() - 1 - i];
}
"""


def test_every_element_type_of_one_variable(make_op: MakeOp, verify: Verify) -> None:
    """Built once; each type is a kernel of its own in both libraries."""
    folder = make_op(
        TYPES.replace("DTYPE", "float32").replace("EXPORTER", EXPORTERS[0]), TYPES_KERNEL
    )
    for dtype in ALL_TYPES:
        for exporter in EXPORTERS if dtype in ("float16", "bool") else EXPORTERS[:1]:
            text = TYPES.replace("DTYPE", dtype).replace("EXPORTER", exporter)
            (folder / "op.toml").write_text(text)
            state = verify(folder)
            agreed(state)
            assert outputs(state)["y"].dtype == dtype


def test_odd_shapes(make_op: MakeOp, verify: Verify) -> None:
    toml = TYPES.replace("DTYPE", "float32").replace(str(ALL_TYPES), '["float32"]')
    toml = toml.replace("x.flip(0)", "x")
    folder = make_op(toml, TYPES_KERNEL.replace("x[y.numel() - 1 - i]", "x[i]"))
    for shape in ("[]", "[0]", "[1]", "[2, 0, 3]", "[1, 1, 1, 1, 1, 1, 1]"):
        for exporter in EXPORTERS:
            text = toml.replace("shape = [5]", f"shape = {shape}").replace("EXPORTER", exporter)
            (folder / "op.toml").write_text(text)
            assert verify(folder).report().error is None, (shape, exporter)


# -- outputs that the kernel allocates


UNKNOWN = (
    HEAD
    + """
[[args]]
name = "x"
[[outputs]]
name = "where"
dtype = "int64"
shape = "[unknown]"
[[outputs]]
name = "values_"
dtype = "x"
shape = "[unknown]"
[[mapping.nodes]]
op = "case.domain::Positive"
inputs = ["x"]
outputs = ["where", "values_"]
[reference]
python = "(torch.nonzero(x > 0).flatten(), x[x > 0])"
[[model.inputs]]
arg = "x"
shape = [20]
seed = 5
"""
    + MODEL
)
UNKNOWN_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Output<int64_t> where, wb::Output<float> values_) {
  int64_t n = 0;
  for (float v : x) n += v > 0;
  wb::Tensor<int64_t> w = where.allocate({n});
  wb::Tensor<float> v = values_.allocate({n});
  n = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    if (x[i] > 0) { w[n] = i; v[n++] = x[i]; }
  }
}
"""


def test_outputs_whose_size_only_the_kernel_knows(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(UNKNOWN, UNKNOWN_KERNEL, make_op, verify):
        for output in graph.output:
            (size,) = output.type.tensor_type.shape.dim
            assert not size.HasField("dim_value")


def test_no_output_elements_at_all_prove_nothing(make_op: MakeOp, verify: Verify) -> None:
    toml = UNKNOWN.replace("seed = 5", 'generator = "zeros"')
    both_exporters(toml, UNKNOWN_KERNEL, make_op, verify, "unverified")


def test_a_kernel_that_forgets_to_allocate(make_op: MakeOp, verify: Verify) -> None:
    kernel = UNKNOWN_KERNEL.partition("int64_t n = 0;")[0] + "(void)where; (void)values_; }"
    error = verify(make_op(UNKNOWN.replace("EXPORTER", "torchscript"), kernel)).report().error
    assert error is not None
    assert error.kind == "kernel"
    assert "did not allocate output 0" in error.message


# -- numbers that are hard to keep


EXACT = (
    TYPES.replace("x.flip(0)", "x")
    .replace("DTYPE", "float64")
    .replace(str(ALL_TYPES), '["float64"]')
)


def test_nan_and_infinity_alone_prove_nothing(make_op: MakeOp, verify: Verify) -> None:
    kernel = TYPES_KERNEL.replace(
        "y[i] = x[y.numel() - 1 - i]",
        'y[i] = i % 3 == 0 ? __builtin_nan("") : i % 3 == 1 ? __builtin_inf() : -__builtin_inf()',
    )
    toml = EXACT.replace(
        'python = "x"',
        'python = "torch.tensor([torch.nan, torch.inf, -torch.inf, torch.nan, torch.inf]).double()"',
    )
    both_exporters(toml, kernel, make_op, verify, "unverified")
    numbers = toml.replace("torch.inf])", "2.0])")
    kernel = kernel.replace("y[i] = i % 3", "y[i] = i == 4 ? 2.0 : i % 3")
    both_exporters(numbers, kernel, make_op, verify)


def test_a_kernel_that_gives_other_numbers_each_time_fails(make_op: MakeOp, verify: Verify) -> None:
    kernel = "#include <chrono>\n" + TYPES_KERNEL.replace(
        "y[i] = x[y.numel() - 1 - i]",
        "y[i] = double(std::chrono::steady_clock::now().time_since_epoch().count())",
    )
    toml = EXACT.partition("[reference]")[0] + "[[model" + EXACT.partition("[[model")[2]
    state = verify(make_op(toml.replace("EXPORTER", "torchscript"), kernel))
    error = state.report().error
    assert error is not None
    assert error.kind == "repeat"
