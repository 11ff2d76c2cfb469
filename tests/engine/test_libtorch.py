"""Kernels written against torch's C++ API: a bare function, or a file that registers itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeOp, Verify, error_of
from tests.engine.building import build
from tests.engine.conftest import RawHost, log_of, problems_of, stages_of
from tests.large import large
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine.build.precompiled import lacks_headers

TOML = """
schema = 1
name = "scaled"
torch = "wb_lib::scaled"

[[args]]
name = "x"

[[args]]
name = "alpha"
type = "float"
default = 2.0

[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"

[kernel]
style = "libtorch"

[[mapping.constants]]
name = "factor"
dtype = "x"
arg = "alpha"

[[mapping.nodes]]
op = "Mul"
inputs = ["x", "factor"]
outputs = ["y"]

[ort]
implementation = "none"

[model]
opset = 18

[[model.inputs]]
arg = "x"
shape = [2, 3]
seed = 1
dynamic = { 0 = "n" }
"""
OWN = TOML.replace('style = "libtorch"', 'style = "libtorch"\nregistration = "own"')

FUNCTION = """
#include <torch/torch.h>
torch::Tensor scaled(torch::Tensor x, double alpha) {
  TORCH_CHECK(x.dim() == 2, "scaled: x has ", x.dim(), " dimensions");
  return x * alpha;
}
"""
LIBRARY = """
TORCH_LIBRARY(wb_lib, m) { m.def("scaled(Tensor x, float alpha=2.0) -> Tensor"); }
TORCH_LIBRARY_IMPL(wb_lib, CPU, m) { m.impl("scaled", &scaled); }
"""
COMPOSITE = (
    'TORCH_LIBRARY(wb_lib, m) { m.def("scaled(Tensor x, float alpha=2.0) -> Tensor", &scaled); }\n'
)
OPERATORS = 'static auto registry = torch::RegisterOperators("wb_lib::scaled", &scaled);\n'
MUTATES = """
#include <torch/torch.h>
void scaled_(torch::Tensor x, double alpha) { x.mul_(alpha); }
TORCH_LIBRARY(wb_lib, m) { m.def("scaled(Tensor(a!) x, float alpha=2.0) -> ()", &scaled_); }
"""


def with_exporter(toml: str, exporter: str) -> str:
    return toml.replace("opset = 18", f'opset = 18\nexporter = "{exporter}"')


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
@pytest.mark.parametrize("header", ["torch/torch.h", "torch/extension.h"])
def test_a_bare_function(make_op: MakeOp, verify: Verify, exporter: str, header: str) -> None:
    if exporter == "torch.export" and header != "torch/torch.h":
        pytest.skip("the header says nothing about the exporter")
    kernel = FUNCTION.replace("torch/torch.h", header).replace("torch::Tensor", "at::Tensor")
    state = verify(make_op(with_exporter(TOML, exporter), kernel))
    assert state.report().error is None
    assert state.report().status == "agrees"


def test_its_own_library(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(OWN, FUNCTION + LIBRARY)
    assert verify(folder).report().status == "agrees"
    (folder / "op.toml").write_text(with_exporter(OWN, "torch.export"))
    assert verify(folder).report().status == "agrees"


def test_register_operators_without_a_schema(make_op: MakeOp, verify: Verify) -> None:
    assert verify(make_op(OWN, FUNCTION + OPERATORS)).report().status == "agrees"


def test_a_composite_op_takes_the_torch_export_exporter(make_op: MakeOp, verify: Verify) -> None:
    """Torch would trace into its kernel; a plain op stands around it."""
    state = verify(make_op(with_exporter(OWN, "torch.export"), FUNCTION + COMPOSITE))
    assert state.report().status == "agrees"


def test_an_edit_recompiles_one_file_against_the_precompiled_header(
    make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(TOML, FUNCTION)
    verify(folder)
    kernel = folder / "kernel.cpp"
    kernel.write_text(kernel.read_text().replace("x * alpha", "alpha * x"))
    ended = verify(folder).result("build")
    assert ended is not None
    assert isinstance(ended.result, jobs.BuildResult)
    assert ended.result.compiled == 1
    assert ended.seconds < 15


def test_an_own_registration_of_another_name(make_op: MakeOp, verify: Verify) -> None:
    library = LIBRARY.replace("wb_lib", "wb_other")
    assert error_of(verify(make_op(OWN, FUNCTION + library))).kind == "declaration"
    # A name that cannot be read before the build is seen when the library is loaded.
    name = 'static const char* name() { return "other"; }\n'
    unread = name + "TORCH_LIBRARY(wb_lib, m) { m.def(name(), &scaled); }\n"
    error = error_of(verify(make_op(OWN, FUNCTION + unread)))
    assert error.kind == "load"
    assert "wb_lib::scaled" in error.message
    assert "TORCH_LIBRARY" in error.hint


def test_a_file_without_any_registration(make_op: MakeOp, verify: Verify) -> None:
    error = error_of(verify(make_op(OWN, FUNCTION)))
    assert error.kind == "load"
    assert "is not registered" in error.message


def test_an_int_in_place_of_int64_has_a_hint(make_op: MakeOp, verify: Verify) -> None:
    kernel = FUNCTION.replace("double alpha", "int alpha") + LIBRARY
    error = error_of(verify(make_op(OWN, kernel)))
    assert error.kind == "compile"
    assert "int64_t" in error.hint + error.message


def test_a_head_that_is_not_the_declared_one(make_op: MakeOp, verify: Verify) -> None:
    state = verify(
        make_op(
            TOML, FUNCTION.replace("double alpha", "std::string alpha").replace("x * alpha", "x")
        )
    )
    error = error_of(state)
    assert error.kind == "signature"
    assert "at::Tensor scaled(const at::Tensor& x, double alpha)" in error.hint
    assert error.where.startswith(str(state.folder / "kernel.cpp"))


def test_a_compile_error_has_its_location(make_op: MakeOp, verify: Verify) -> None:
    state = verify(make_op(TOML, FUNCTION.replace("x * alpha", "x * beta")))
    error = error_of(state)
    assert error.kind == "compile"
    assert "beta" in error.message
    assert error.where.startswith(f"{state.folder / 'kernel.cpp'}:4:")
    ended = state.result("build")
    assert ended is not None
    again = lacks_headers(UserError.of(ended.problems))
    assert not again, "a typo is not compiled a second time with all of torch's headers"


def test_a_torch_check_reaches_the_user(make_op: MakeOp, verify: Verify) -> None:
    error = error_of(verify(make_op(TOML.replace("[2, 3]", "[6]"), FUNCTION)))
    assert error.kind == "kernel"
    assert "scaled: x has 1 dimensions" in error.message
    assert "Exception raised from" not in error.message


@pytest.mark.parametrize(
    ("body", "word"),
    [("return std::make_tuple(x, x);", "(Tensor, Tensor)"), ("return std::make_tuple();", "()")],
)
def test_another_number_of_outputs(make_op: MakeOp, verify: Verify, body: str, word: str) -> None:
    kernel = f"#include <torch/torch.h>\nauto scaled(torch::Tensor x, double alpha) {{ {body} }}\n"
    outs = "(Tensor, Tensor)" if "x" in body else "()"
    library = LIBRARY.replace("-> Tensor", f"-> {outs}")
    error = error_of(verify(make_op(OWN, kernel + library)))
    assert error.kind == "load"
    assert f"returns {word}, declared are 1 tensors" in error.message


def test_a_result_that_nothing_was_assigned_to(make_op: MakeOp, verify: Verify) -> None:
    kernel = FUNCTION.replace("return x", "torch::Tensor y; if (alpha > 3) y = x; return y; //")
    error = error_of(verify(make_op(TOML, kernel)))
    assert "returns nothing" in error.message
    assert "assign one to it on each way" in error.hint


def test_outputs_of_another_dtype_or_shape_than_declared(make_op: MakeOp, verify: Verify) -> None:
    kernel = FUNCTION.replace("x * alpha", "(x * alpha).to(torch::kDouble).t()")
    assert verify(make_op(TOML, kernel)).report().status in ("differs", "failed")


def test_an_op_that_changes_its_input_is_refused(make_op: MakeOp, verify: Verify) -> None:
    error = error_of(verify(make_op(OWN, MUTATES)))
    assert error.kind == "load"
    assert "changes its argument 'x'" in error.message


def test_an_own_registration_that_aborts_when_loaded(make_op: MakeOp, verify: Verify) -> None:
    kernel = FUNCTION + LIBRARY + "static int now = (std::abort(), 0);\n"
    error = error_of(verify(make_op(OWN, kernel)))
    assert error.kind == "crash"
    assert "aborted" in error.message
    assert "loading" in error.message


def test_a_libtorch_kernel_cannot_be_the_op_in_onnx_runtime(
    make_op: MakeOp, verify: Verify
) -> None:
    toml = TOML.replace('implementation = "none"', 'implementation = "portable"')
    error = error_of(verify(make_op(toml, FUNCTION)))
    assert error.kind == "declaration"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("torch::nn::functional::leaky_relu(x) * 0 + x * alpha", id="nn"),
        pytest.param("(torch::autograd::Variable(x) * alpha)", marks=large, id="autograd"),
    ],
)
def test_more_of_torch_takes_all_headers(make_op: MakeOp, torch_host: RawHost, body: str) -> None:
    """30 s for the precompiled header, once; 6 s for each file."""
    folder = make_op(TOML, FUNCTION.replace("x * alpha", body))
    job = jobs.BuildJob(torch_host.next_id(), str(folder), op_file.load(folder))
    torch_host.send(job)
    events = torch_host.until_end(job.id, timeout=240)
    assert problems_of(events) == [], log_of(events)
    result = stages_of(events)["build"].result
    assert isinstance(result, jobs.BuildResult)
    export = jobs.ExportJob(
        torch_host.next_id(), str(folder), op_file.load(folder), result.torch_library
    )
    assert problems_of(torch_host.run(export)) == []


@large
def test_a_macro_counts_in_torch_s_headers_too(make_op: MakeOp) -> None:
    """As it does in ours, see ``test_precompiled.py``; these take 10 s."""
    flags = 'compile_flags = ["-D_GLIBCXX_ASSERTIONS"]'
    toml = TOML.replace("[kernel]\n", f"[kernel]\n{flags}\n")
    body = "std::vector<double> f(x.dim(), alpha); return x * f[x.size(0)];"
    folder = make_op(toml, FUNCTION.replace("return x * alpha;", body))
    library = Path(build(folder)[0].torch_library).read_bytes()
    assert b"glibcxx_assert_fail" in library


def test_what_the_light_headers_lack_is_found_in_all(make_op: MakeOp, torch_host: RawHost) -> None:
    """A name that no list of ours knows: the second try has all headers."""
    kernel = FUNCTION.replace("x * alpha", "torch::special::expm1(x) * 0 + x * alpha")
    folder = make_op(TOML, kernel)
    job = jobs.BuildJob(torch_host.next_id(), str(folder), op_file.load(folder))
    torch_host.send(job)
    events = torch_host.until_end(job.id, timeout=240)
    assert problems_of(events) == []


def test_a_mistake_is_reported_once_though_it_was_tried_twice(
    make_op: MakeOp, torch_host: RawHost
) -> None:
    folder = make_op(TOML, FUNCTION.replace("x * alpha", "x * gamma_"))
    job = jobs.BuildJob(torch_host.next_id(), str(folder), op_file.load(folder))
    torch_host.send(job)
    events = torch_host.until_end(job.id, timeout=240)
    assert [p.line for p in problems_of(events)] == [4]
