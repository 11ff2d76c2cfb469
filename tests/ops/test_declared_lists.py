"""Lists of tensors go all the way: several as inputs, as outputs, of a number that a rule or only the kernel tells."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import onnx
import pytest

from tests.conftest import MakeOp, Verify, error_of
from tests.ops.declared import EXPORTERS, HEAD, MODEL, agreed, outputs
from workbench.core import storage
from workbench.core.check import check_op
from workbench.core.declaration.op import Op
from workbench.core.declaration.signature import torch_schema

SEVERAL = (
    HEAD
    + """
[types]
T = ["float32", "int64"]
[[args]]
name = "xs"
type = "tensor[]"
dtype = "T"
[[args]]
name = "w"
dtype = "T"
[[args]]
name = "ys"
type = "tensor[]"
dtype = "T"
[[outputs]]
name = "ups"
type = "tensor[]"
dtype = "T"
shape = "xs[index].shape"
count = "len(xs)"
[[outputs]]
name = "downs"
type = "tensor[]"
dtype = "T"
shape = "ys[index].shape"
count = "len(ys)"
[[mapping.nodes]]
op = "case.domain::Several"
inputs = ["xs", "w", "ys"]
outputs = ["ups", "downs"]
[reference]
python = "([x * w for x in xs], [y - w for y in ys])"
[[model.inputs]]
arg = "xs[0]"
shape = [5, 3]
seed = 1
dynamic = { 1 = "a" }
[[model.inputs]]
arg = "xs[1]"
shape = [2]
seed = 2
[[model.inputs]]
arg = "w"
shape = []
seed = 3
[[model.inputs]]
arg = "ys[0]"
shape = [4]
seed = 4
[[model.cases]]
name = "three"
[[model.cases.inputs]]
arg = "ys[0]"
shape = [7, 3]
seed = 5
[[model.cases.inputs]]
arg = "ys[1]"
shape = [7]
seed = 6
[[model.cases.inputs]]
arg = "ys[2]"
shape = [1, 1]
seed = 7
"""
    + MODEL
)
KERNEL = """
#include <workbench/tensor.h>
template <class T>
void case_op(const wb::Context&, wb::TensorList<const T> xs, wb::Tensor<const T> w, wb::TensorList<const T> ys,
             wb::OutputList<T> ups, wb::OutputList<T> downs) {
  for (wb::Tensor<const T> x : xs) {
    wb::Tensor<T> up = ups.allocate(x.sizes());
    for (int64_t i = 0; i < x.numel(); ++i) up[i] = x[i] * w.item();
  }
  for (wb::Tensor<const T> y : ys) {
    wb::Tensor<T> down = downs.allocate(y.sizes());
    for (int64_t i = 0; i < y.numel(); ++i) down[i] = y[i] - w.item();
  }
}
"""


def test_several_lists_in_any_place(make_op: MakeOp, verify: Verify) -> None:
    state = verify(make_op(SEVERAL.replace("EXPORTER", "torchscript"), KERNEL))
    (node,) = agreed(state).node
    assert list(node.input) == ["xs_0", "xs_1", "w", "ys_0"]
    assert list(node.output) == ["ups_0", "ups_1", "downs_0"]
    told = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    assert told == {"xs_count": 2, "ups_count": 2}
    compared = state.result("compare")
    assert compared is not None
    names = {o.name for o in compared.result.outputs if o.case == "three"}
    assert names == {"ups_0", "ups_1", "downs_0", "downs_1", "downs_2"}, "every tensor is compared"


def test_a_wrong_tensor_of_a_list_differs(make_op: MakeOp, verify: Verify) -> None:
    """Only the second of a list is wrong, so whoever looks at the first alone says that it agrees."""
    toml = SEVERAL.replace("EXPORTER", "torchscript").replace(
        "y - w for", "y - w + (y.dim() == 1) for"
    )
    report = verify(make_op(toml, KERNEL)).report()
    assert report.status == "differs"
    assert "downs_0" in {o.name for o in report.outputs if not o.agrees}


SPLIT = (
    HEAD
    + """
[[args]]
name = "x"
[[args]]
name = "size"
type = "int"
default = 2
[[outputs]]
name = "parts"
type = "tensor[]"
dtype = "x"
shape = "[unknown, x.shape[1]]"
count = "COUNT"
[[mapping.nodes]]
op = "case.domain::Parts"
inputs = ["x"]
outputs = ["parts"]
attributes = [{ name = "size", type = "int", arg = "size" }]
[reference]
python = "list(x.split(size))"
[[model.inputs]]
arg = "x"
shape = [5, 3]
seed = 1
dynamic = { 1 = "w" }
[[model.cases]]
name = "longer"
[[model.cases.inputs]]
arg = "x"
shape = [8, 3]
seed = 2
dynamic = { 1 = "w" }
"""
    + MODEL
)
BY_RULE = SPLIT.replace("COUNT", "(x.shape[0] + size - 1) // size")
UNKNOWN = SPLIT.replace("COUNT", "unknown")
SPLIT_KERNEL = """
#include <workbench/tensor.h>
#include <algorithm>
void case_op(const wb::Context&, wb::Tensor<const float> x, int64_t size, wb::OutputList<float> parts) {
  for (int64_t row = 0; row < x.size(0); row += size) {
    const int64_t rows = std::min(size, x.size(0) - row);
    wb::Tensor<float> part = parts.allocate({rows, x.size(1)});
    std::copy_n(&x.data()[row * x.size(1)], part.numel(), part.data());
  }
}
"""
LIBTORCH = """
#include <torch/torch.h>
std::vector<at::Tensor> case_op(const at::Tensor& x, int64_t size) { return x.split(size); }
"""
PYTHON = """
import torch
class Case(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, size):
        return [part.clone() for part in x.split(size)]
"""


@pytest.mark.parametrize("toml", [BY_RULE, UNKNOWN], ids=["rule", "kernel"])
def test_a_list_as_output_of_both_exporters(toml: str, make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(toml.replace("EXPORTER", EXPORTERS[0]), SPLIT_KERNEL)
    for exporter in EXPORTERS:
        (folder / "op.toml").write_text(toml.replace("EXPORTER", exporter))
        state = verify(folder)
        (node,) = agreed(state).node
        assert len(node.output) == 3
        assert list(outputs(state)) == ["parts_0", "parts_1", "parts_2"]
        models = {Path(c.model).name for c in state.result("export").result.cases}
        assert models == {"model.onnx", "longer.model.onnx"}, "four parts are another node"


LIBTORCH_TOML = (
    UNKNOWN
    + '\n[kernel]\nstyle = "libtorch"\nsource = "kernel.cpp"\n[ort]\nimplementation = "bridge"\n'
)


def test_a_function_that_returns_a_vector(make_op: MakeOp, verify: Verify) -> None:
    """It is bridged to ONNX Runtime, too, with a list."""
    folder = make_op(LIBTORCH_TOML, LIBTORCH)
    for exporter in EXPORTERS:
        (folder / "op.toml").write_text(LIBTORCH_TOML.replace("EXPORTER", exporter))
        (node,) = agreed(verify(folder)).node
        assert len(node.output) == 3


def test_a_class_in_python_takes_and_gives_lists(make_op: MakeOp, verify: Verify) -> None:
    standard = """
[[mapping.nodes]]
op = "Split"
inputs = ["x"]
outputs = ["parts"]
attributes = [{ name = "num_outputs", type = "int", value = 3 }]
"""
    begin = BY_RULE.index("[[mapping.nodes]]")
    toml = BY_RULE[:begin] + standard + BY_RULE[BY_RULE.index("[reference]") :]
    toml = toml[: toml.index("[[model.cases]]")] + MODEL
    toml += '\n[kernel]\nstyle = "python"\nsource = "kernel.py"\nfunction = "Case"\n[ort]\nimplementation = "none"\n'
    folder = make_op(toml.replace("EXPORTER", EXPORTERS[0]), "")
    (folder / "kernel.py").write_text(PYTHON)
    for exporter in EXPORTERS:
        (folder / "op.toml").write_text(toml.replace("EXPORTER", exporter))
        (node,) = agreed(verify(folder)).node
        assert (node.op_type, len(node.output)) == ("Split", 3)


WRITTEN = """
def symbolic(g, x, size):
    a = g.op("Slice", x, *at(g, 0, 2, 0))
    b = g.op("Slice", x, *at(g, 2, 4, 0))
    c = g.op("Slice", x, *at(g, 4, 5, 0))
    return VALUES

def at(g, *values):
    import torch
    return [g.op("Constant", value_t=torch.tensor([v])) for v in values]
"""


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_a_mapping_in_python_gives_a_list_as_one_value(
    exporter: str, make_op: MakeOp, verify: Verify
) -> None:
    begin, end = (BY_RULE.index(t) for t in ("[[mapping.nodes]]", "[reference]"))
    written = '[mapping]\nsource = "mapping.py"\n\n'
    toml = BY_RULE[:begin] + written + BY_RULE[end : BY_RULE.index("[[model.cases]]")] + MODEL
    toml = toml.replace("EXPORTER", exporter) + '[ort]\nimplementation = "none"\n'
    folder = make_op(toml, SPLIT_KERNEL)
    (folder / "mapping.py").write_text(WRITTEN.replace("VALUES", "[a, b, c]"))
    error = error_of(verify(folder))
    assert "the mapping returns 3 values, and the op has 1 output" in error.message
    assert "return ([parts_0, parts_1],)" in error.hint
    (folder / "mapping.py").write_text(WRITTEN.replace("VALUES", "([a, b, c],)"))
    agreed(verify(folder))


def test_a_kernel_that_gives_another_number_than_declared_is_told(
    make_op: MakeOp, verify: Verify
) -> None:
    toml = SPLIT.replace("COUNT", "2").replace("EXPORTER", "torchscript")
    error = verify(make_op(toml, SPLIT_KERNEL)).report().error
    assert error is not None
    assert error.message == "the kernel gives 3 tensors as 'parts', declared are 2"


def _op(text: str) -> Op:
    return storage.op_file.loads(text, validate=False)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.replace("EXPORTER", "torch.export"), "fails for a list of tensors beside other outputs"),
        (lambda t: t.replace('name = "w"', 'name = "w"\noptional = true'), "stands behind the list 'xs'"),
        (lambda t: t.replace('name = "w"\ndtype = "T"', 'name = "w"\ndtype = "int32"'), "several element types"),
        (lambda t: t.replace('count = "len(xs)"', 'count = "len(zs)"'), "'zs'"),
        (lambda t: t.replace('"xs[index].shape"', '"[index, opset]"'), "a kernel has no opset"),
        (lambda t: t.replace('name = "w"', 'name = "ups_1"'), "in a model the tensors of 'ups' are called ups_0"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said(change: Callable[[str], str], words: str) -> None:
    found = check_op(_op(change(SEVERAL).replace("EXPORTER", "torchscript")))
    assert any(words in p.message for p in found), found


def test_the_schema_says_lists() -> None:
    op = _op(SEVERAL.replace("EXPORTER", "torchscript"))
    assert torch_schema(op) == "case_op(Tensor[] xs, Tensor w, Tensor[] ys) -> (Tensor[], Tensor[])"
    one = msgspec.structs.replace(op, outputs=op.outputs[:1])
    assert torch_schema(one).endswith("-> Tensor[]")


ROWS_KERNEL = """
#include <workbench/tensor.h>
#include <algorithm>
void case_op(const wb::Context&, wb::Tensor<const float> x, int64_t, wb::OutputList<float> parts) {
  for (int64_t row = 0; row < x.size(0); ++row)
    if (x(row, 0) > 0) {
      wb::Tensor<float> part = parts.allocate({1, x.size(1)});
      std::copy_n(&x.data()[row * x.size(1)], x.size(1), part.data());
    }
}
"""


def test_sizes_with_which_the_kernel_gives_another_number_are_told(
    make_op: MakeOp, verify: Verify
) -> None:
    """The file lists as many tensors as the example gave: such a size says nothing of it."""
    toml = UNKNOWN.replace("list(x.split(size))", "[row[None] for row in x if row[0] > 0]")
    toml = toml[: toml.index("[[model.cases]]")] + MODEL
    folder = make_op(toml.replace("EXPORTER", EXPORTERS[0]), ROWS_KERNEL)
    for exporter in EXPORTERS:
        text = toml.replace('1 = "w"', '0 = "n"').replace("EXPORTER", exporter)
        (folder / "op.toml").write_text(text)
        state = verify(folder)
        (node,) = agreed(state).node
        given = len(outputs(state))
        assert len(node.output) == given
        told = [p.message for p in state.report().problems if p.kind == "sizes"]
        assert any(f"lists {given}" in message for message in told), told
