"""A ``tensor?[]``: of a list each tensor may be missing, in torch, in the model and in the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, agreed
from workbench.core import storage
from workbench.core.cells.optional_tensors import optional_tensors
from workbench.core.check import check_op
from workbench.core.codegen.onnx_schema import onnx_schema_module
from workbench.core.declaration.op import Op
from workbench.core.declaration.signature import lists_refusal, torch_schema
from workbench.core.delivery import FORMS
from workbench.core.edits.arguments import set_arg_type
from workbench.core.edits.examples import add_list_tensor
from workbench.core.fixes import fixes
from workbench.core.pipeline.argument_coverage import coverage

TOML = (
    HEAD
    + """
[types]
T = ["float32", "int64"]
[[args]]
name = "x"
dtype = "T"
[[args]]
name = "xs"
type = "tensor?[]"
dtype = "T"
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape if xs[0] is None else broadcast(x.shape, xs[0].shape)"
[[mapping.nodes]]
op = "case.domain::Weighted"
inputs = ["x", "xs"]
outputs = ["y"]
[reference]
python = "x + sum((i + 1) * t for i, t in enumerate(xs) if t is not None) + 100 * len(xs)"
[[model.inputs]]
arg = "x"
shape = [3]
seed = 1
[[model.inputs]]
arg = "xs[0]"
none = true
[[model.inputs]]
arg = "xs[1]"
shape = [3]
seed = 2
[[model.inputs]]
arg = "xs[2]"
none = true
[[model.cases]]
name = "first"
[[model.cases.inputs]]
arg = "xs[0]"
shape = [2, 3]
seed = 3
[[model.cases.inputs]]
arg = "xs[1]"
none = true
[[model.cases]]
name = "nothing"
[[model.cases.inputs]]
arg = "xs[0]"
none = true
[[model.cases.inputs]]
arg = "xs[1]"
none = true
"""
    + MODEL
)
KERNEL = """
#include <workbench/tensor.h>
template <class T>
void case_op(const wb::Context&, wb::Tensor<const T> x, wb::OptionalTensorList<const T> xs, wb::Tensor<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i % x.numel()] + static_cast<T>(100 * xs.size());
  int64_t weight = 0;
  for (std::optional<wb::Tensor<const T>> t : xs) {
    ++weight;
    if (!t) continue;
    for (int64_t i = 0; i < y.numel(); ++i) y[i] += static_cast<T>(weight) * (*t)[i % t->numel()];
  }
}
"""
LIBTORCH = """
#include <torch/torch.h>
at::Tensor case_op(const at::Tensor& x, const c10::List<std::optional<at::Tensor>>& xs) {
  at::Tensor y = x + 100 * static_cast<int64_t>(xs.size());
  for (size_t i = 0; i < xs.size(); ++i) {
    const std::optional<at::Tensor> t = xs.get(i);
    if (t) y = y + static_cast<int64_t>(i + 1) * *t;
  }
  return y;
}
"""
STYLES = {
    "portable": (TOML, KERNEL),
    "libtorch": (
        TOML
        + '[kernel]\nstyle = "libtorch"\nsource = "kernel.cpp"\n[ort]\nimplementation = "bridge"\n',
        LIBTORCH,
    ),
}


@pytest.mark.parametrize("style", STYLES)
def test_a_list_lacks_tensors(style: str, make_op: MakeOp, verify: Verify) -> None:
    toml, kernel = STYLES[style]
    folder = make_op(toml.replace("EXPORTER", EXPORTERS[0]), kernel)
    for exporter in EXPORTERS:
        (folder / "op.toml").write_text(toml.replace("EXPORTER", exporter))
        state = verify(folder)
        (node,) = agreed(state).node
        assert list(node.input) == ["x", "xs_1"], "ONNX Runtime takes no empty name there"
        told = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        assert told == {"xs_given": [0, 1, 0]}
        compared = state.result("compare")
        assert compared is not None
        assert {o.case for o in compared.result.outputs} == {"", "first", "nothing"}


def test_a_node_whose_attribute_tells_of_other_inputs_is_refused(
    make_op: MakeOp, verify: Verify
) -> None:
    state = verify(make_op(TOML.replace("EXPORTER", EXPORTERS[0]), KERNEL))
    agreed(state)
    model, options = onnx.load(state.report().model), onnxruntime.SessionOptions()
    options.register_custom_ops_library(state.result("build").result.ort_library)
    (node,) = model.graph.node
    for given, count in (([1], 2), ([0, 0], 1), ([1, 1, 1], 2), ([], 1)):
        node.attribute[0].ints[:] = given
        node.input[1:] = ["xs_1"] * count
        session = onnxruntime.InferenceSession(model.SerializeToString(), options)
        with pytest.raises(Exception, match=r"attributes tell of|is missing"):
            session.run(None, {i.name: np.ones(3, np.float32) for i in session.get_inputs()})


SEVERAL = (
    HEAD
    + """
[[args]]
name = "xs"
type = "tensor?[]"
dtype = "any"
[[args]]
name = "w"
[[args]]
name = "ys"
type = "tensor?[]"
[[outputs]]
name = "z"
dtype = "float32"
shape = "w.shape if len(ys) == 0 or ys[0] is None else ys[0].shape"
[[mapping.nodes]]
op = "case.domain::Several"
inputs = ["xs", "w", "ys"]
outputs = ["z"]
[reference]
python = '''(
  w * torch.ones(ys[0].shape if ys and ys[0] is not None else w.shape)
  + sum((i + 1) * float(x.sum()) for i, x in enumerate(xs) if x is not None) + 10 * len(xs) + len(ys)
)'''
[[model.inputs]]
arg = "xs[0]"
shape = [2]
dtype = "int64"
seed = 1
[[model.inputs]]
arg = "xs[1]"
none = true
[[model.inputs]]
arg = "xs[2]"
shape = [1, 2]
dtype = "float32"
seed = 2
[[model.inputs]]
arg = "w"
shape = [3]
seed = 3
[[model.cases]]
name = "both"
[[model.cases.inputs]]
arg = "xs[0]"
none = true
[[model.cases.inputs]]
arg = "ys[0]"
shape = [2, 3]
seed = 4
[[model.cases.inputs]]
arg = "ys[1]"
none = true
"""
    + MODEL
)
SEVERAL_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::OptionalTensorList<const wb::AnyTensor> xs, wb::Tensor<const float> w,
             wb::OptionalTensorList<const float> ys, wb::Tensor<float> z) {
  double sum = 10.0 * xs.size() + ys.size();
  for (int64_t i = 0; i < xs.size(); ++i)
    if (const std::optional<wb::AnyTensor> x = xs[i])
      wb::dispatch<float, int64_t>(*x, [&](auto typed) { for (auto item : typed) sum += (i + 1) * item; });
  for (int64_t i = 0; i < z.numel(); ++i) z[i] = static_cast<float>(w[i % w.numel()] + sum);
}
"""


def test_several_such_lists_of_any_types_and_an_empty_one(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(SEVERAL.replace("EXPORTER", EXPORTERS[0]), SEVERAL_KERNEL)
    for exporter in EXPORTERS:
        (folder / "op.toml").write_text(SEVERAL.replace("EXPORTER", exporter))
        (node,) = agreed(verify(folder)).node
        assert list(node.input) == ["xs_0", "xs_2", "w"]
        told = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        assert told == {"xs_given": [1, 0, 1], "ys_given": []}


PYTHON = """
import torch
class Case(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, xs):
        return x + sum((i + 1) * t for i, t in enumerate(xs) if t is not None) + 100 * len(xs)
"""


def test_a_class_in_python_is_given_none(make_op: MakeOp, verify: Verify) -> None:
    toml = (
        TOML
        + '[kernel]\nstyle = "python"\nsource = "kernel.py"\nfunction = "Case"\n[ort]\nimplementation = "export-only"\n'
    )
    folder = make_op(toml.replace("EXPORTER", EXPORTERS[0]), "")
    (folder / "kernel.py").write_text(PYTHON)
    for exporter in EXPORTERS:
        (folder / "op.toml").write_text(toml.replace("EXPORTER", exporter))
        (node,) = agreed(verify(folder), "export-only").node
        assert list(node.input) == ["x", "xs_1"]


def _op(text: str) -> Op:
    return storage.op_file.loads(text.replace("EXPORTER", "torchscript"), validate=False)


def test_the_schema_says_so() -> None:
    assert torch_schema(_op(TOML)) == "case_op(Tensor x, Tensor?[] xs) -> Tensor"


ATTRIBUTE = '\nattributes = [{ name = "xs_given", type = "int", value = 1 }]'
BACKWARD = '[backward.formulas]\nx = "grad_y"\n'


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.replace("tensor?[]", "tensor[]"), "its type is tensor[], not tensor?[]"),
        (lambda t: t.replace('dtype = "x"\nshape', 'dtype = "xs"\nshape'), "each tensor of 'xs' may be None"),
        (lambda t: t.replace('"case.domain::Weighted"', '"Sum"'), "and those of 'xs' may be None"),
        (lambda t: t.replace('inputs = ["x", "xs"]', 'inputs = ["x", "xs"]' + ATTRIBUTE),
         "'xs_given' is the attribute that tells"),
        (lambda t: t + BACKWARD, "torch gives none of such a list a gradient"),
        (lambda t: t.replace('type = "tensor?[]"', 'type = "tensor?[]"\noptional = true'), "is empty instead of None"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said(change: Callable[[str], str], words: str) -> None:
    found = check_op(_op(change(TOML)))
    assert any(words in p.message for p in found), found


def test_who_is_given_every_tensor_refuses_it() -> None:
    reason, hint = lists_refusal(_op(TOML), "OpenVINO")
    assert "tensors of the list 'xs' may be missing" in reason
    assert 'as "tensor[]"' in hint
    assert FORMS["wheel"].refusal(_op(TOML)) == ("", "")
    python = '[kernel]\nstyle = "python"\nsource = "kernel.py"\nfunction = "Case"\n'
    python += '[ort]\nimplementation = "own"\nsource = "a.cpp"\n'
    assert (
        "tensors of the list 'xs' may be missing" in FORMS["wheel"].refusal(_op(TOML + python))[0]
    )


@pytest.mark.parametrize(
    ("given", "shape"), [([0, 1, 0], [3]), ([1, 0], [2, 3]), ([0, 0], [3]), ([0], [3])]
)
def test_onnx_knows_the_nodes_of_such_lists(given: list[int], shape: list[int]) -> None:
    """Also such a node as has none of the tensors."""
    module: dict[str, Any] = {}
    exec(onnx_schema_module(_op(TOML)), module)
    (schema,) = module["schemas"]()
    onnx.defs.register_schema(schema)
    try:
        first = [[2, 3], [3], [3]]
        there = {f"xs_{i}": first[i] for i, one in enumerate(given) if one}
        node = onnx.helper.make_node(
            "Weighted", ["x", *there], ["y"], domain="case.domain", xs_given=given
        )
        inputs = [
            onnx.helper.make_tensor_value_info(n, 1, s) for n, s in {"x": [3], **there}.items()
        ]
        graph = onnx.helper.make_graph([node], "g", inputs, [onnx.ValueInfoProto(name="y")])
        opsets = [onnx.helper.make_opsetid("", 18), onnx.helper.make_opsetid("case.domain", 1)]
        model = onnx.helper.make_model(graph, opset_imports=opsets)
        found = onnx.shape_inference.infer_shapes(model, strict_mode=True).graph.output[0]
        assert [d.dim_value for d in found.type.tensor_type.shape.dim] == shape
        onnx.checker.check_node(node, _context(opsets))
    finally:
        onnx.defs.deregister_schema("Weighted", 1, "case.domain")


def _context(opsets: list[onnx.OperatorSetIdProto]) -> onnx.checker.C.CheckerContext:
    context = onnx.checker.C.CheckerContext()
    context.ir_version = onnx.IR_VERSION
    context.opset_imports = {o.domain: o.version for o in opsets}
    return context


def test_each_tensor_counts_among_what_may_be_missing() -> None:
    op = _op(TOML)
    assert list(optional_tensors(op)) == ["xs[0]", "xs[1]", "xs[2]"]
    run = {one.run_as: one.given for one in coverage(op) if one.run_as}
    assert run == {("main",): ("xs[1]",), ("first",): ("xs[0]",), ("nothing",): ()}


def test_the_type_is_changed_with_the_examples() -> None:
    op = set_arg_type(_op(TOML), 1, "tensor[]")
    every = [*op.model.inputs, *(e for case in op.model.cases for e in case.inputs)]
    assert not any(e.none for e in every)
    assert {e.arg for e in every} == {"x", "xs[0]", "xs[1]", "xs[2]"}
    assert set_arg_type(op, 1, "tensor?[]").model.inputs == op.model.inputs
    one = set_arg_type(_op(TOML), 1, "tensor").example("xs")
    assert one is not None
    assert one.shape == (3,)


def test_one_more_tensor_is_like_the_last_that_is_there() -> None:
    added = add_list_tensor(_op(TOML), "xs").example("xs[3]")
    assert added is not None
    assert (added.none, added.shape) == (False, (3,))


def test_a_fix_lets_the_tensors_of_a_list_be_missing() -> None:
    op = _op(TOML.replace("tensor?[]", "tensor[]").replace("xs[0] is None", "1 > 2"))
    told = next(p for p in check_op(op) if p.key.endswith(".none"))
    fixed = next(f for f in fixes(op, told) if f.title == "Let tensors of 'xs' be missing")
    assert fixed.op.args[1].type == "tensor?[]"
