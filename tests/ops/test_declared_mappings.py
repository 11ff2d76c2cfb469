"""Small declared ops go all the way: mappings to standard operators, attributes, scalar inputs."""

from __future__ import annotations

import onnx
import pytest

from tests.conftest import TWICE_TOML, MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, both_exporters

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


@pytest.mark.parametrize("exporter", EXPORTERS)
@pytest.mark.parametrize("since", [1, 3])
def test_a_node_that_is_called_as_the_op(
    make_op: MakeOp, verify: Verify, exporter: str, since: int
) -> None:
    """The TorchScript exporter looks such a node up again, as if it were the op."""
    toml = TWICE_TOML.replace("test.custom::Twice", "wb_test::twice")
    toml += f'\n[model]\nexporter = "{exporter}"\n\n[ort]\nsince_version = {since}\n'
    state = verify(make_op(toml))
    assert state.report().status == "agrees"


# -- outputs that nobody uses


PLACE_OF_MOST = (
    HEAD
    + """
[[args]]
name = "x"
[[outputs]]
name = "place"
dtype = "int64"
shape = "x.shape[:-1] + [1]"
[[mapping.constants]]
name = "one"
dtype = "int64"
value = [1]
[[mapping.nodes]]
op = "TopK"
inputs = ["x", "one"]
outputs = ["", "place"]
[ort]
implementation = "none"
[reference]
python = "x.topk(1)[1]"
[[model.inputs]]
arg = "x"
shape = [2, 5]
"""
    + MODEL
)
PLACE_OF_MOST_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<int64_t> place) {
  const int64_t width = x.size(-1);
  for (int64_t i = 0; i < place.numel(); ++i) {
    place[i] = 0;
    for (int64_t j = 1; j < width; ++j) if (x[i * width + j] > x[i * width + place[i]]) place[i] = j;
  }
}
"""


def test_an_output_that_nobody_uses_has_an_empty_name(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(PLACE_OF_MOST, PLACE_OF_MOST_KERNEL, make_op, verify):
        [node] = [n for n in graph.node if n.op_type == "TopK"]
        assert len(node.output) == 2
        assert graph.output[0].name == node.output[1] == "place"


def test_a_node_that_gives_nothing_is_told(make_op: MakeOp, verify: Verify) -> None:
    toml = PLACE_OF_MOST.replace('["", "place"]', '["", ""]').replace("EXPORTER", EXPORTERS[0])
    report = verify(make_op(toml, PLACE_OF_MOST_KERNEL)).report()
    assert "the node has no output" in [p.message for p in report.problems]
