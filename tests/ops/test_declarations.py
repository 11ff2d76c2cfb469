"""Small declared ops that go all the way: every kind of argument, element type and mapping.

The expected numbers are said in ``[reference]``, so that a kernel that both runtimes run
wrongly in the same way differs.
"""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from tests.conftest import MakeOp, Verify
from workbench.core.jobs import ExportResult
from workbench.core.pipeline import OpState

EXPORTERS = ("torchscript", "torch.export")


def agreed(state: OpState) -> onnx.GraphProto:
    report = state.report()
    assert report.error is None
    assert report.status == "agrees"
    assert report.model is not None
    return onnx.load(report.model).graph


def outputs(state: OpState) -> dict[str, np.ndarray]:
    ended = state.result("export")
    assert ended is not None
    assert isinstance(ended.result, ExportResult)
    return dict(np.load(ended.result.reference))


def both_exporters(
    toml: str, kernel: str, make_op: MakeOp, verify: Verify
) -> list[onnx.GraphProto]:
    """Builds once, exports with each exporter, compares each time. ``EXPORTER`` is replaced."""
    graphs = []
    folder = make_op(toml.replace("EXPORTER", EXPORTERS[0]), kernel)
    graphs.append(agreed(verify(folder)))
    (folder / "op.toml").write_text(toml.replace("EXPORTER", EXPORTERS[1]))
    graphs.append(agreed(verify(folder)))
    return graphs


HEAD = 'schema = 1\nname = "case_"\ntorch = "wb_case::case_op"\n\n'
MODEL = '\n[model]\nopset = 18\nexporter = "EXPORTER"\n'

# -- mappings to standard operators

TWO_A_PLUS_B = (
    HEAD
    + """
[[args]]
name = "a"
[[args]]
name = "b"
[[outputs]]
name = "y"
dtype = "a"
shape = "broadcast(a.shape, b.shape)"
[[mapping.constants]]
name = "two"
dtype = "a"
value = 2.0
[[mapping.nodes]]
op = "Mul"
inputs = ["two", "a"]
outputs = ["doubled"]
[[mapping.nodes]]
op = "Add"
inputs = ["doubled", "b"]
outputs = ["y"]
[ort]
implementation = "none"
[reference]
python = "2 * a + b"
[[model.inputs]]
arg = "a"
shape = [2, 3]
seed = 1
[[model.inputs]]
arg = "b"
shape = [3]
seed = 2
"""
    + MODEL
)
TWO_A_PLUS_B_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> a, wb::Tensor<const float> b, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * a[i] + b[i % b.numel()];
}
"""


def test_several_standard_nodes_with_a_constant(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(TWO_A_PLUS_B, TWO_A_PLUS_B_KERNEL, make_op, verify):
        types = [n.op_type for n in graph.node]
        assert types[-2:] == ["Mul", "Add"]
        assert all(n.domain == "" for n in graph.node)


def test_a_mapping_that_computes_something_else_differs(make_op: MakeOp, verify: Verify) -> None:
    toml = TWO_A_PLUS_B.replace("value = 2.0", "value = 3.0").replace("EXPORTER", "torchscript")
    assert verify(make_op(toml, TWO_A_PLUS_B_KERNEL)).report().status == "differs"


CUSTOM_AND_STANDARD = TWO_A_PLUS_B.replace('op = "Add"', 'op = "case.domain::Plus"').replace(
    'implementation = "none"', 'implementation = "export-only"'
)


def test_a_custom_node_after_a_standard_one_is_exported(make_op: MakeOp, verify: Verify) -> None:
    for exporter in EXPORTERS:
        state = verify(
            make_op(CUSTOM_AND_STANDARD.replace("EXPORTER", exporter), TWO_A_PLUS_B_KERNEL)
        )
        assert state.report().error is None
        assert state.report().status == "export-only"


CONCAT = (
    HEAD
    + """
[[args]]
name = "x"
[[args]]
name = "shape_"
type = "int[]"
[[args]]
name = "slope"
type = "float"
[[outputs]]
name = "y"
dtype = "x"
shape = "shape_"
[[mapping.constants]]
name = "sizes"
dtype = "int64"
arg = "shape_"
[[mapping.nodes]]
op = "LeakyRelu"
inputs = ["x"]
outputs = ["h"]
attributes = [{ name = "alpha", type = "float", arg = "slope" }]
[[mapping.nodes]]
op = "Reshape"
inputs = ["h", "sizes"]
outputs = ["y"]
[ort]
implementation = "none"
[reference]
python = "torch.nn.functional.leaky_relu(x, slope).reshape(shape_)"
[[model.inputs]]
arg = "x"
shape = [2, 6]
seed = 5
[[model.inputs]]
arg = "shape_"
value = [3, 4]
[[model.inputs]]
arg = "slope"
value = 0.25
"""
    + MODEL
)
CONCAT_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Span<const int64_t>, double slope,
             wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] < 0 ? float(slope) * x[i] : x[i];
}
"""


def test_a_list_as_a_constant_tensor_and_a_float_as_an_attribute(
    make_op: MakeOp, verify: Verify
) -> None:
    for graph in both_exporters(CONCAT, CONCAT_KERNEL, make_op, verify):
        assert [n.op_type for n in graph.node][-2:] == ["LeakyRelu", "Reshape"]


# -- attributes and scalar inputs of a portable custom node

ATTRIBUTES = (
    HEAD
    + """
[[args]]
name = "x"
[[args]]
name = "i"
type = "int"
[[args]]
name = "f"
type = "float"
[[args]]
name = "s"
type = "str"
[[args]]
name = "b"
type = "bool"
[[args]]
name = "ii"
type = "int[]"
[[args]]
name = "ff"
type = "float[]"
[[args]]
name = "d"
type = "int"
default = 40
[[outputs]]
name = "y"
dtype = "x"
shape = "[8]"
[[mapping.nodes]]
op = "case.domain::Attributes"
inputs = ["x"]
outputs = ["y"]
attributes = [
  { name = "i", type = "int", arg = "i" }, { name = "f", type = "float", arg = "f" },
  { name = "s", type = "string", arg = "s" }, { name = "b", type = "int", arg = "b" },
  { name = "ii", type = "ints", arg = "ii" }, { name = "ff", type = "floats", arg = "ff" },
  { name = "d", type = "int", arg = "d" }, { name = "fixed", type = "string", value = "größe \\"quoted\\"" },
]
[reference]
python = "torch.tensor([x[0].item(), i, f, len(s), float(b), sum(k * 10 ** n for n, k in enumerate(ii)), sum(ff), d])"
[[model.inputs]]
arg = "x"
shape = [1]
seed = 5
[[model.inputs]]
arg = "i"
value = -7
[[model.inputs]]
arg = "f"
value = 0.1
[[model.inputs]]
arg = "s"
value = "linear \\\\ \\"é\\""
[[model.inputs]]
arg = "b"
value = true
[[model.inputs]]
arg = "ii"
value = [1, 2, 3]
[[model.inputs]]
arg = "ff"
value = [0.5, 0.25]
"""
    + MODEL
)
ATTRIBUTES_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, int64_t i, double f, std::string_view s, bool b,
             wb::Span<const int64_t> ii, wb::Span<const double> ff, int64_t d, wb::Tensor<float> y) {
  int64_t letters = 0;
  for (char c : s) letters += (c & 0xC0) != 0x80;  // UTF-8
  y[0] = x[0]; y[1] = float(i); y[2] = float(f); y[3] = float(letters); y[4] = b;
  float sum = 0, scale = 1;
  for (int64_t k : ii) { sum += float(k) * scale; scale *= 10; }
  y[5] = sum; y[6] = 0;
  for (double v : ff) y[6] += float(v);
  y[7] = float(d);
}
"""


def test_attributes_of_each_type_reach_the_kernel(make_op: MakeOp, verify: Verify) -> None:
    graphs = both_exporters(ATTRIBUTES, ATTRIBUTES_KERNEL, make_op, verify)
    for graph in graphs:
        (node,) = graph.node
        given = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        assert given["i"] == -7
        assert given["f"] == pytest.approx(0.1)
        assert given["s"].decode() == 'linear \\ "é"'
        assert given["b"] == 1
        assert list(given["ii"]) == [1, 2, 3]
        assert list(given["ff"]) == [0.5, 0.25]
        assert given["d"] == 40
        assert given["fixed"].decode() == 'größe "quoted"'


ODD_VALUES = {
    "no ints": ("value = [1, 2, 3]", "value = []"),
    "no floats": ("value = [0.5, 0.25]", "value = []"),
    "no text": ('value = "linear \\\\ \\"é\\""', 'value = ""'),
    "large": ("value = -7", "value = 16777216"),
    "false": ("value = true", "value = false"),
    "an integer for a float": ("value = 0.1", "value = 3"),
}


def test_odd_values_of_attributes(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(ATTRIBUTES.replace("EXPORTER", EXPORTERS[0]), ATTRIBUTES_KERNEL)
    for case, (old, new) in ODD_VALUES.items():
        assert old in ATTRIBUTES, case
        for exporter in EXPORTERS:
            text = ATTRIBUTES.replace(old, new).replace("EXPORTER", exporter)
            (folder / "op.toml").write_text(text)
            assert verify(folder).report().status == "agrees", (case, exporter)


SCALARS = (
    ATTRIBUTES.partition("attributes = [")[0].replace(
        'inputs = ["x"]', 'inputs = ["x", "i_", "f_", "b_", "ii_", "ff_", "d_"]'
    )
    + 'attributes = [{ name = "s", type = "string", arg = "s" }]\n'
    + "".join(
        f'[[mapping.constants]]\nname = "{n}_"\ndtype = "{t}"\narg = "{n}"\n'
        for n, t in [("i", "int64"), ("f", "float32"), ("b", "bool"),
                     ("ii", "int64"), ("ff", "float32"), ("d", "int32")]
    )
    + "[reference]"
    + ATTRIBUTES.partition("[reference]")[2]
)  # fmt: skip


def test_numbers_and_lists_as_tensor_inputs(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(SCALARS, ATTRIBUTES_KERNEL, make_op, verify):
        node = next(n for n in graph.node if n.domain == "case.domain")
        assert len(node.input) == 7


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


def test_an_empty_tensor(make_op: MakeOp, verify: Verify) -> None:
    both_exporters(
        OUTPUTS.replace("shape = [3, 2]", "shape = [0, 2]"), OUTPUTS_KERNEL, make_op, verify
    )


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


# -- optional arguments

OPTIONAL = (
    HEAD
    + """
[[args]]
name = "x"
[[args]]
name = "bias"
optional = true
[[args]]
name = "scale"
type = "float"
optional = true
[[args]]
name = "last"
optional = true
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape if bias is None else broadcast(x.shape, bias.shape)"
[[mapping.nodes]]
op = "case.domain::Optional"
inputs = ["x", "bias", "last"]
outputs = ["y"]
attributes = [{ name = "scale", type = "float", arg = "scale" }]
[reference]
python = "x * (1 if scale is None else scale) + (0 if bias is None else bias) + (0 if last is None else last)"
[[model.inputs]]
arg = "x"
shape = [4]
seed = 5
"""
    + MODEL
)
OPTIONAL_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, std::optional<wb::Tensor<const float>> bias,
             std::optional<double> scale, std::optional<wb::Tensor<const float>> last, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = x[i] * float(scale.value_or(1.0)) + (bias ? (*bias)[i] : 0) + (last ? (*last)[i] : 0);
  }
}
"""
BIAS = '[[model.inputs]]\narg = "bias"\nshape = [4]\nseed = 6\n'
SCALE = '[[model.inputs]]\narg = "scale"\nvalue = 3.0\n'
LAST = '[[model.inputs]]\narg = "last"\nshape = [4]\nseed = 7\n'


def test_optional_arguments_present_and_absent(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(OPTIONAL.replace("EXPORTER", EXPORTERS[0]), OPTIONAL_KERNEL)
    for more, inputs in [("", 1), (BIAS, 2), (SCALE, 1), (BIAS + SCALE, 2), (BIAS + LAST, 3)]:
        for exporter in EXPORTERS:
            (folder / "op.toml").write_text((OPTIONAL + more).replace("EXPORTER", exporter))
            (node,) = agreed(verify(folder)).node
            assert len([i for i in node.input if i]) == inputs, (more, exporter)
            assert [a.name for a in node.attribute] == (["scale"] if "scale" in more else [])


def test_an_optional_in_the_middle_left_out(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(OPTIONAL + LAST, OPTIONAL_KERNEL, make_op, verify):
        (node,) = graph.node
        assert list(node.input)[1] == ""


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


def test_no_output_elements_at_all(make_op: MakeOp, verify: Verify) -> None:
    toml = UNKNOWN.replace("seed = 5", 'generator = "zeros"')
    both_exporters(toml, UNKNOWN_KERNEL, make_op, verify)


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


def test_nan_and_infinity_agree(make_op: MakeOp, verify: Verify) -> None:
    kernel = TYPES_KERNEL.replace(
        "y[i] = x[y.numel() - 1 - i]",
        'y[i] = i % 3 == 0 ? __builtin_nan("") : i % 3 == 1 ? __builtin_inf() : -__builtin_inf()',
    )
    toml = EXACT.replace(
        'python = "x"',
        'python = "torch.tensor([torch.nan, torch.inf, -torch.inf, torch.nan, torch.inf]).double()"',
    )
    both_exporters(toml, kernel, make_op, verify)


def test_a_kernel_that_gives_other_numbers_each_time_differs(
    make_op: MakeOp, verify: Verify
) -> None:
    kernel = "#include <chrono>\n" + TYPES_KERNEL.replace(
        "y[i] = x[y.numel() - 1 - i]",
        "y[i] = double(std::chrono::steady_clock::now().time_since_epoch().count())",
    )
    toml = EXACT.partition("[reference]")[0] + "[[model" + EXACT.partition("[[model")[2]
    state = verify(make_op(toml.replace("EXPORTER", "torchscript"), kernel))
    assert state.report().status == "differs"
