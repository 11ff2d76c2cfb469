"""A model and an op library are compared before ONNX Runtime sees either."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from tests.engine.raw_library import SILENT, op_library, raw_library
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import BuildResult
from workbench.core.storage import op_file
from workbench.engine import toolchain
from workbench.engine.build import build
from workbench.engine.run.library_check import check_model_against_library
from workbench.engine.store import Store


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    folder = tmp_path_factory.mktemp("twice")
    (folder / "op.toml").write_text(TWICE_TOML)
    (folder / "kernel.cpp").write_text(TWICE_KERNEL)
    return build.build(folder, op_file.load(folder), Store(), build.Reporter())[0]


def model(
    folder: Path, op_type: str = "Twice", domain: str = "test.custom", inputs: int = 1,
    dtype: int = TensorProto.FLOAT, version: int = 1,
) -> Path:  # fmt: skip
    names = [f"x{i}" for i in range(inputs)]
    node = helper.make_node(op_type, names, ["y"], domain=domain)
    graph = helper.make_graph(
        [node], "g", [helper.make_tensor_value_info(n, dtype, [2]) for n in names],
        [helper.make_tensor_value_info("y", dtype, [2])],
    )  # fmt: skip
    imports = [helper.make_opsetid("", 17), helper.make_opsetid(domain, version)]
    onnx.save(helper.make_model(graph, opset_imports=imports), folder / "model.onnx")
    return folder / "model.onnx"


def refused(path: Path, library: str) -> Problem:
    with pytest.raises(UserError) as caught:
        check_model_against_library(path, library)
    problem = caught.value.problem
    assert problem.hint or problem.kind == "model"
    return problem


def test_what_fits_passes(built: BuildResult, tmp_path: Path) -> None:
    check_model_against_library(model(tmp_path), built.ort_library)


def test_a_model_of_standard_nodes_needs_no_library(tmp_path: Path) -> None:
    path = model(tmp_path, "Relu", "")
    check_model_against_library(path, "")


def test_a_custom_node_without_a_library(tmp_path: Path) -> None:
    problem = refused(model(tmp_path), "")
    assert problem.kind == "library"
    assert "test.custom::Twice" in problem.message


def test_a_node_that_the_library_lacks(built: BuildResult, tmp_path: Path) -> None:
    problem = refused(model(tmp_path, "Thrice"), built.ort_library)
    assert "test.custom::Thrice" in problem.message
    assert "test.custom::Twice" in problem.message, "it says what the library has"


def test_a_node_of_another_domain(built: BuildResult, tmp_path: Path) -> None:
    problem = refused(model(tmp_path, domain="elsewhere"), built.ort_library)
    assert "elsewhere::Twice" in problem.message
    assert "test.custom::Twice" in problem.message


def test_another_number_of_inputs(built: BuildResult, tmp_path: Path) -> None:
    problem = refused(model(tmp_path, inputs=2), built.ort_library)
    assert "2 inputs" in problem.message


def test_another_element_type(built: BuildResult, tmp_path: Path) -> None:
    """ORT's own words for it: 'Type Error: Type parameter (T) … bound to different types'."""
    problem = refused(model(tmp_path, dtype=TensorProto.DOUBLE), built.ort_library)
    assert "float64" in problem.message
    assert "float32" in problem.message


JOIN_TOML = """
schema = 1
name = "join"
torch = "tests::join"
args = [{ name = "x" }, { name = "xs", type = "tensor[]", dtype = "T" }]
outputs = [{ name = "y", dtype = "xs", shape = "[len(xs)]" }]

[types]
T = ["float32", "bfloat16"]

[[mapping.nodes]]
op = "test.custom::Join"
inputs = ["x", "xs"]
outputs = ["y"]
"""
JOIN_KERNEL = """
#include <workbench/tensor.h>
template <class T>
void join(const wb::Context&, wb::Tensor<const float>, wb::TensorList<const T> xs, wb::Tensor<T> y) {
  for (int64_t k = 0; k < xs.size(); ++k) y[k] = xs[k][0];
}
"""


@pytest.fixture(scope="module")
def joined(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    folder = tmp_path_factory.mktemp("join")
    (folder / "kernel.cpp").write_text(JOIN_KERNEL)
    op = op_file.convert(tomllib.loads(JOIN_TOML), Op)
    return build.build(folder, op, Store(), build.Reporter())[0]


@pytest.mark.parametrize("inputs", [1, 2, 5])
def test_a_list_takes_any_number_of_inputs(
    joined: BuildResult, tmp_path: Path, inputs: int
) -> None:
    check_model_against_library(model(tmp_path, "Join", inputs=inputs), joined.ort_library)


def test_a_list_is_checked_up_to_its_last_tensor(joined: BuildResult, tmp_path: Path) -> None:
    problem = refused(model(tmp_path, "Join", inputs=0), joined.ort_library)
    assert "0 inputs, the library takes 1 or more" in problem.message
    path = model(tmp_path, "Join", inputs=4)
    changed = onnx.load(path)
    for value in changed.graph.input[1:]:
        value.type.tensor_type.elem_type = TensorProto.BFLOAT16
    onnx.save(changed, path)
    check_model_against_library(path, joined.ort_library)
    changed.graph.input[3].type.tensor_type.elem_type = TensorProto.DOUBLE
    onnx.save(changed, path)
    problem = refused(path, joined.ort_library)
    assert "(float32, bfloat16, bfloat16, float64)" in problem.message


def test_a_torch_library_is_no_op_library(built: BuildResult, tmp_path: Path) -> None:
    problem = refused(model(tmp_path), built.torch_library)
    assert "RegisterCustomOps" in problem.message or "does not load" in problem.message
    assert "torch" in problem.hint or "torch" in problem.message


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x7fELF" + b"\0" * 100])
def test_a_file_that_is_no_library(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "lib.so"
    path.write_bytes(content)
    problem = refused(model(tmp_path), str(path))
    assert problem.kind == "library"
    assert problem.file == str(path)


def test_a_library_that_is_not_there(tmp_path: Path) -> None:
    problem = refused(model(tmp_path), str(tmp_path / "none.so"))
    assert problem.kind == "library"
    assert "does not exist" in problem.message or "No such file" in problem.message
    assert refused(model(tmp_path), str(tmp_path)).kind == "library"


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(op_library(tmp_path_factory.mktemp("foreign")))


def test_somebody_elses_library_is_asked(foreign: str, tmp_path: Path) -> None:
    for name, inputs, version in (("Twice", 1, 1), ("Join", 3, 1), ("Old", 1, 12), ("Any", 7, 1)):
        path = model(tmp_path, name, "raw.ops", inputs=inputs, version=version)
        if name == "Join":
            changed = onnx.load(path)
            changed.graph.input[0].type.tensor_type.elem_type = TensorProto.INT64
            onnx.save(changed, path)
        check_model_against_library(path, foreign)


@pytest.mark.parametrize(
    ("op", "domain", "more", "told"),
    [
        ("Thrice", "raw.ops", {}, "is not in the op library, which has: raw."),
        ("Mayby", "raw.ops", {}, "is not in the op library, which has: raw.ops::Maybe, raw."),
        ("Cast", "raw.more", {}, "has it in another domain: raw.ops::Cast"),
        ("Old", "raw.ops", {"version": 13}, "the library has raw.ops::Old from 10 to 12, from 15 to 17"),
        ("Twice", "raw.more", {"version": 3}, "has raw.more::Twice for CUDAExecutionProvider alone"),
        ("Join", "raw.ops", {"inputs": 2}, "gives raw.ops::Join 2 inputs, the library takes 3 or more"),
        ("Maybe", "raw.ops", {"inputs": 3}, "gives raw.ops::Maybe 3 inputs, the library takes 1 to 2"),
        ("Words", "raw.ops", {}, "inputs of (float32), the library takes (string)"),
        ("Twice", "raw.ops", {"dtype": TensorProto.STRING}, "inputs of (string), the library takes (float32)"),
        ("Cast", "raw.ops", {"dtype": TensorProto.DOUBLE}, "the library takes (float32; int64)"),
        ("Cast", "raw.ops", {"outputs": 2}, "takes from raw.ops::Cast 2 outputs, the library gives 1"),
    ],
)  # fmt: skip
def test_what_does_not_fit_somebody_elses_library(
    foreign: str, tmp_path: Path, op: str, domain: str, more: dict[str, int], told: str
) -> None:
    path = model(tmp_path, op, domain, **{k: v for k, v in more.items() if k != "outputs"})
    if "outputs" in more:
        changed = onnx.load(path)
        changed.graph.node[0].output.append("second")
        onnx.save(changed, path)
    problem = refused(path, foreign)
    assert told in problem.message
    assert problem.hint


def test_of_an_op_in_a_domain_of_the_standard_no_line_is_named_that_would_be_refused(
    tmp_path: Path,
) -> None:
    library = str(op_library(tmp_path, """made("ai.onnx.ml", "Half", {{1, 0}}, {{1, 0}}),"""))
    problem = refused(model(tmp_path, "Half", "custom"), library)
    assert problem.message.endswith("has it in another domain: ai.onnx.ml::Half")
    assert "a domain of the ONNX standard" in problem.hint
    assert "mapping.nodes" not in problem.hint


def test_the_line_that_would_be_right_is_named(tmp_path: Path) -> None:
    """Of two domains the one whose op takes these types; the first of the versions."""
    ops = """made("raw.a", "Half", {{11, 0}}, {{11, 0}}),\nmade("raw.b", "Half", {{1, 0}}, {{1, 0}}, 3),"""
    library = str(op_library(tmp_path, ops))
    problem = refused(model(tmp_path, "Half", "custom"), library)
    assert problem.message.endswith("has it in another domain: raw.b::Half")
    assert problem.hint.startswith('Set op = "raw.b::Half" in [[mapping.nodes]]')
    problem = refused(model(tmp_path, "Half", "raw.b"), library)
    assert problem.hint.startswith("Set since_version = 3 in [ort]")


def test_a_kernel_of_another_provider_counts_where_the_session_has_that(
    foreign: str, tmp_path: Path
) -> None:
    path = model(tmp_path, "Twice", "raw.more", version=3)
    check_model_against_library(path, foreign, (), ["CUDAExecutionProvider"])


def test_a_library_that_registers_nothing(tmp_path: Path) -> None:
    problem = refused(model(tmp_path), str(raw_library(tmp_path, SILENT)))
    assert problem.message == "the op library registers nothing"


def test_one_that_ends_the_process_when_it_is_asked_is_left_to_the_session(tmp_path: Path) -> None:
    source = "#include <unistd.h>\n" + SILENT.replace("return nullptr", "_exit(3); return nullptr")
    check_model_against_library(model(tmp_path), str(raw_library(tmp_path, source)))


def test_further_libraries_are_asked_too(built: BuildResult, foreign: str, tmp_path: Path) -> None:
    path = model(tmp_path, "Twice", "raw.ops")
    assert "raw.ops::Twice is not in" in refused(path, built.ort_library).message
    check_model_against_library(path, built.ort_library, [foreign])


def test_a_node_inside_a_branch_is_looked_at(built: BuildResult, tmp_path: Path) -> None:
    inner = helper.make_graph(
        [helper.make_node("Thrice", ["x"], ["z"], domain="test.custom")], "then", [],
        [helper.make_tensor_value_info("z", TensorProto.FLOAT, [2])],
    )  # fmt: skip
    node = helper.make_node("If", ["c"], ["y"], then_branch=inner, else_branch=inner)
    graph = helper.make_graph(
        [node], "g",
        [helper.make_tensor_value_info("c", TensorProto.BOOL, []),
         helper.make_tensor_value_info("x", TensorProto.FLOAT, [2])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])],
    )  # fmt: skip
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("test.custom", 1)]
    path = tmp_path / "model.onnx"
    onnx.save(helper.make_model(graph, opset_imports=imports), path)
    assert "test.custom::Thrice" in refused(path, built.ort_library).message


def test_onnx_runtimes_own_domains_need_no_library(tmp_path: Path) -> None:
    check_model_against_library(model(tmp_path, "Gelu", "com.microsoft"), "")
    check_model_against_library(model(tmp_path, "Binarizer", "ai.onnx.ml"), "")


def test_a_bridge_that_does_not_find_torch_says_how_to_load_it(tmp_path: Path) -> None:
    source = tmp_path / "bridge.cpp"
    source.write_text('extern "C" void* RegisterCustomOps(void*, void*) { return nullptr; }\n')
    library = tmp_path / "bridge.so"
    command = ["g++", "-shared", "-fPIC", str(source), "-o", str(library), "-Wl,--no-as-needed"]
    command += [f"-L{toolchain.torch_folder() / 'lib'}", "-Wl,--allow-shlib-undefined", "-ltorch"]
    subprocess.run(command, check=True)
    program = (
        "import sys, pathlib\n"
        "from workbench.core.errors import UserError\n"
        "from workbench.engine.host import load_first\n"
        "from workbench.engine.run.library_check import check_model_against_library as check\n"
        "load_first.torch_folder = lambda: pathlib.Path('/nowhere')\n"
        "try:\n    check(pathlib.Path(sys.argv[1]), sys.argv[2])\n"
        "except UserError as error:\n    print(error)\n"
    )
    # A process of its own: this one may have torch's libraries already.
    command = [sys.executable, "-c", program, str(model(tmp_path)), str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "libtorch.so: cannot open shared object file" in done.stdout
    assert "load torch's libraries by their full path first" in done.stdout
