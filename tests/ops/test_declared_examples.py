"""Examples of a kind of their own: one tensor given twice, nan and inf, and results that are random."""

from __future__ import annotations

import math

import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, both_exporters

# -- one tensor for two arguments


TWO = (
    HEAD
    + """
[[args]]
name = "a"
[[args]]
name = "b"
[[outputs]]
name = "y"
dtype = "a"
shape = "a.shape"
[[mapping.nodes]]
op = "case.domain::Two"
inputs = ["a", "b"]
outputs = ["y"]
[reference]
python = "a + 2 * b"
[[model.inputs]]
arg = "a"
shape = [4, 3]
seed = 3
dynamic = { 0 = "n" }
[[model.inputs]]
arg = "b"
shape = [4, 3]
same_as = "a"
dynamic = { 0 = "n" }
"""
    + MODEL
)
TWO_KERNEL = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> a, wb::Tensor<const float> b, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = a[i] + 2 * b[i];
}
"""
NOT_ALONE = TWO_KERNEL.replace("a[i] + 2", "(a.data() == b.data() ? 1 : 0) + a[i] + 2")


def test_one_tensor_for_two_arguments(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(TWO, TWO_KERNEL, make_op, verify):
        assert [i.name for i in graph.input] == ["a", "b"]
        assert list(graph.node[-1].input) == ["a", "b"]


def test_a_kernel_that_fails_for_one_tensor_given_twice_differs(
    make_op: MakeOp, verify: Verify
) -> None:
    toml = TWO.replace("EXPORTER", EXPORTERS[0])
    report = verify(make_op(toml, NOT_ALONE)).report()
    assert report.status == "differs"
    assert all(o.differing == o.elements for o in report.outputs if o.expected_by == "reference")
    # In ONNX Runtime, too, they are in one place: else its result would be another one.
    assert all(o.agrees for o in report.outputs if o.actual_by == "ONNX Runtime")


def test_a_tensor_given_twice_is_declared_alike(make_op: MakeOp, verify: Verify) -> None:
    toml = TWO.replace("EXPORTER", EXPORTERS[0])
    for wrong, key, words in (
        (toml.replace('same_as = "a"', 'same_as = "c"'), "same_as", "is no example of another"),
        (toml.replace("[4, 3]\nsame", "[3]\nsame"), "shape", "has another shape"),
        (toml.replace('same_as = "a"', 'same_as = "a"\nseed = 2'), "", ""),
        (
            toml.replace('same_as = "a"', 'same_as = "a"\ngenerator = "ones"'),
            "generator",
            "it is the tensor",
        ),
    ):
        report = verify(make_op(wrong, TWO_KERNEL)).report()
        if not key:
            assert report.status == "agrees"
            continue
        [problem] = [p for p in report.problems if p.key.startswith("model.inputs[1]")]
        assert problem.key == f"model.inputs[1].{key}"
        assert words in problem.message


# -- nan and inf


def test_nan_and_inf_among_given_elements(make_op: MakeOp, verify: Verify) -> None:
    toml = TWO.replace(
        'same_as = "a"', "value = [1.0, nan, inf, -inf, 2.0, 0.0, -0.0, 3.0, 4.0, 5.0, 6.0, nan]"
    )
    both_exporters(toml.replace('dynamic = { 0 = "n" }\n', ""), TWO_KERNEL, make_op, verify)


LIMITS = (
    HEAD
    + """
[[args]]
name = "x"
[[args]]
name = "most"
type = "float"
[[args]]
name = "others"
type = "float[]"
[[args]]
name = "word"
type = "str"
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"
[[mapping.nodes]]
op = "case.domain::Limits"
inputs = ["x"]
outputs = ["y"]
attributes = [
  { name = "most", type = "float", arg = "most" },
  { name = "others", type = "floats", arg = "others" },
  { name = "word", type = "string", arg = "word" },
  { name = "never", type = "float", value = nan },
]
[reference]
python = "torch.clamp(x, max=most) + 10 * float(others[0] != others[0]) + 20 * (others[1] < 0)"
[[model.inputs]]
arg = "x"
shape = [4, 3]
[[model.inputs]]
arg = "most"
value = inf
[[model.inputs]]
arg = "others"
value = [nan, -inf]
[[model.inputs]]
arg = "word"
value = "inf"
"""
    + MODEL
)
LIMITS_KERNEL = """
#include <workbench/tensor.h>
#include <cmath>
#include <stdexcept>
#include <string_view>
void case_op(const wb::Context&, wb::Tensor<const float> x, double most, wb::Span<const double> others,
             std::string_view word, wb::Tensor<float> y) {
  if (word != "inf") throw std::runtime_error("the text became a number");
  const float more = (std::isnan(others[0]) ? 10.0f : 0.0f) + (others[1] == -INFINITY ? 20.0f : 0.0f);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = (x[i] > most ? float(most) : x[i]) + more;
}
"""


def test_nan_and_inf_as_values_of_arguments_and_attributes(make_op: MakeOp, verify: Verify) -> None:
    for graph in both_exporters(LIMITS, LIMITS_KERNEL, make_op, verify):
        given = {a.name: a for n in graph.node for a in n.attribute}
        assert given["most"].f == math.inf
        assert math.isnan(given["others"].floats[0])
        assert given["others"].floats[1] == -math.inf
        assert math.isnan(given["never"].f)
        assert given["word"].s == b"inf"


# -- random results


RANDOM = (
    HEAD
    + """
[[args]]
name = "x"
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"
random = true
[[outputs]]
name = "z"
dtype = "x"
shape = "x.shape"
[[mapping.nodes]]
op = "case.domain::Drawn"
inputs = ["x"]
outputs = ["y", "z"]
[reference]
python = "(x, 2 * x)"
holds = "HOLDS"
[[model.inputs]]
arg = "x"
shape = [500]
"""
    + MODEL
)
RANDOM_KERNEL = """
#include <workbench/tensor.h>
#include <random>
void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y, wb::Tensor<float> z) {
  std::random_device source;
  std::mt19937 draw(source());
  std::uniform_real_distribution<float> values(0.0f, 1.0f);
  for (int64_t i = 0; i < y.numel(); ++i) { y[i] = values(draw); z[i] = 2 * x[i]; }
}
"""
IN_RANGE = "((y >= 0) & (y < 1)).all() and abs(y.mean() - 0.5) < 0.1 and np.allclose(z, 2 * x)"


def test_a_random_result_is_held_against_what_must_be_true(make_op: MakeOp, verify: Verify) -> None:
    toml = RANDOM.replace("HOLDS", IN_RANGE)
    folder = make_op(toml.replace("EXPORTER", EXPORTERS[0]), RANDOM_KERNEL)
    for exporter in EXPORTERS:
        (folder / "op.toml").write_text(toml.replace("EXPORTER", exporter))
        report = verify(folder).report()
        assert report.error is None, report.error
        assert report.status == "unverified", "what holds is no proof"
        [problem] = report.problems
        assert problem.message.startswith("'y' is random")
        assert problem.hint.startswith("reference.holds is true of what each runtime gives")
        assert all(o.random == (o.name == "y") for o in report.outputs)


def test_a_random_result_of_which_nothing_is_said(make_op: MakeOp, verify: Verify) -> None:
    toml = RANDOM.replace("EXPORTER", EXPORTERS[0]).replace('holds = "HOLDS"\n', "")
    report = verify(make_op(toml, RANDOM_KERNEL)).report()
    assert report.status == "unverified"
    assert report.problems[0].hint.startswith("Say in reference.holds what must be true of it")


def test_what_is_not_true_of_a_random_result_is_told(make_op: MakeOp, verify: Verify) -> None:
    toml = RANDOM.replace("EXPORTER", EXPORTERS[0])
    folder = make_op(toml.replace("HOLDS", "(y < 0.5).all()"), RANDOM_KERNEL)
    report = verify(folder).report()
    assert report.error is not None
    assert report.error.message == "what PyTorch gives is not as reference.holds says"
    (folder / "op.toml").write_text(toml.replace("HOLDS", "(why < 1).all()"))
    error = verify(folder).report().error
    assert error is not None
    assert "NameError" in error.message
    assert error.hint == "It knows: np, x, y, z."


IN_ORT_ONLY = RANDOM_KERNEL.replace(
    "values(draw)", "(in_torch() ? 0.0f : 2.0f) + values(draw)"
).replace(
    "void case_op",
    "#include <dlfcn.h>\nstatic bool in_torch() "
    '{ return dlsym(RTLD_DEFAULT, "aoti_torch_dtype_float32") != nullptr; }\n'
    "void case_op",
)


def test_what_is_true_in_pytorch_only_differs(make_op: MakeOp, verify: Verify) -> None:
    toml = RANDOM.replace("EXPORTER", EXPORTERS[0]).replace("HOLDS", "(y < 1).all()")
    report = verify(make_op(toml, IN_ORT_ONLY)).report()
    assert report.status == "differs"
    assert "what ONNX Runtime gives is not as reference.holds says" in [
        p.message for p in report.problems
    ]


@pytest.mark.parametrize("factor", ["2", "3"])
def test_a_reference_says_nothing_of_a_random_result(
    factor: str, make_op: MakeOp, verify: Verify
) -> None:
    toml = RANDOM.replace("EXPORTER", EXPORTERS[0]).replace("HOLDS", IN_RANGE)
    toml = toml.replace("(x, 2 * x)", f"(None, {factor} * x)")
    report = verify(make_op(toml, RANDOM_KERNEL)).report()
    assert report.error is None, report.error
    by_reference = {o.name: o.agrees for o in report.outputs if o.actual_by == "PyTorch"}
    assert by_reference == {"z": factor == "2"}
    assert report.status == ("unverified" if factor == "2" else "differs")


def test_another_result_beside_a_random_one_is_compared(make_op: MakeOp, verify: Verify) -> None:
    toml = RANDOM.replace("EXPORTER", EXPORTERS[0]).replace('holds = "HOLDS"\n', "")
    report = verify(make_op(toml, RANDOM_KERNEL.replace("2 * x[i]", "3 * x[i]"))).report()
    assert report.status == "differs"
    assert [o.name for o in report.outputs if not o.agrees] == ["z"]
