"""A bridge: torch's ops run in ONNX Runtime, in a process that never imports torch."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.bindings import Failed, Host
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import BuildResult
from workbench.core.storage import op_file
from workbench.engine import toolchain
from workbench.engine.build import build as builder
from workbench.engine.build.package_libraries import package_libraries
from workbench.engine.store import Store

F32, F64, I64 = np.float32, np.float64, np.int64
X = np.array([[1, -2, 3], [-4, 5, -6]], F32)

Run = Callable[..., Any]


def tensor(name: str, more: str = "") -> str:
    return f'[[args]]\nname = "{name}"\n{more}\n'


def number(name: str, kind: str = "int", more: str = "") -> str:
    return f'[[args]]\nname = "{name}"\ntype = "{kind}"\n{more}\n'


def output(name: str, dtype: str = "x", shape: str = "x.shape") -> str:
    return f'[[outputs]]\nname = "{name}"\ndtype = "{dtype}"\nshape = "{shape}"\n'


def carried(**attributes: str) -> str:
    """Attributes of the node: the argument's name and the attribute's type."""
    items = ", ".join(
        f'{{ name = "{n}", type = "{t}", arg = "{n}" }}' for n, t in attributes.items()
    )
    return f"attributes = [{items}]"


def declared(
    torch: str,
    args: str = tensor("x"),
    outputs: str = output("y"),
    node: str = "",
    inputs: tuple[str, ...] = ("x",),
    kernel: str = 'style = "installed"',
) -> str:
    """An op whose mapping is the node ``wb.test::Op``."""
    names = [line.split('"')[1] for line in outputs.splitlines() if line.startswith("name")]
    return f"""
schema = 1
name = "bridged"
torch = "{torch}"
{args}
{outputs}
[kernel]
{kernel}
[[mapping.nodes]]
op = "wb.test::Op"
inputs = {list(inputs)}
outputs = {names}
{node}
[ort]
implementation = "bridge"
"""


def build(folder: Path, toml: str) -> BuildResult:
    """Build a declaration without example inputs: a build needs none."""
    folder.mkdir(exist_ok=True)
    op = op_file.loads(toml, validate=False)
    return builder.build(folder, op, Store(), builder.Reporter())[0]


def failure(folder: Path, toml: str) -> Problem:
    with pytest.raises(UserError) as caught:
        build(folder, toml)
    return caught.value.problem


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with Host("tests.engine.ort_child") as started:
        yield started


@pytest.fixture
def run(host: Host, tmp_path: Path) -> Run:
    def call(toml: str, *inputs: np.ndarray | None, **options: Any) -> Any:
        library = Path(build(tmp_path / "op", toml).ort_library)
        named = {f"i{k}": value for k, value in enumerate(inputs)}
        return host("run", library, "Op", named, **options)

    return call


# -- what arrives and what comes back


def test_an_op_of_torch(run: Run) -> None:
    result = run(declared("aten::asinh"), X, dims={"i0": ["n", 3]})
    np.testing.assert_allclose(result["values"][0], np.arcsinh(X), rtol=1e-6)
    assert result["shapes"] == [["n", 3]]


@pytest.mark.parametrize("dtype", [F32, F64, np.float16, np.int8, I64, np.uint8, np.bool_])
def test_element_types(run: Run, dtype: type) -> None:
    names = ["float32", "float64", "float16", "int8", "int64", "uint8", "bool"]
    toml = declared(
        "aten::bitwise_not" if dtype is np.bool_ else "aten::abs", tensor("x", f"dtype = {names}")
    )
    x = np.array([0, 1, 2]).astype(dtype)
    result = run(toml, x)["values"][0]
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, ~x if dtype is np.bool_ else x)


def test_two_outputs_of_two_types_and_the_schemas_own_defaults(run: Run) -> None:
    toml = declared(
        "aten::topk",
        tensor("x", 'dtype = ["float32", "float64"]') + number("k"),
        output("values", "x", "x.shape[:-1] + [k]")
        + output("places", "int64", "x.shape[:-1] + [k]"),
        carried(k="int"),
    )
    for dtype in (F32, F64):
        result = run(toml, X.astype(dtype), attributes={"k": 2}, outputs=2)
        assert result["values"][0].dtype == dtype
        assert result["values"][0].tolist() == [[3, 1], [5, -4]]
        assert result["values"][1].tolist() == [[2, 0], [1, 0]]
        assert result["shapes"] == [[2, 2], [2, 2]]


def test_a_result_that_is_not_contiguous(run: Run) -> None:
    toml = declared("aten::t", outputs=output("y", "x", "[x.shape[1], x.shape[0]]"))
    np.testing.assert_array_equal(run(toml, X)["values"][0], X.T)


def test_an_output_whose_size_only_torch_knows(run: Run) -> None:
    toml = declared("aten::nonzero", outputs=output("y", "int64", "[unknown, unknown]"))
    assert run(toml, X * (X > 2))["values"][0].tolist() == [[0, 2], [1, 1]]
    assert run(toml, X * 0)["values"][0].shape == (0, 2)


def test_tensors_without_elements_or_dimensions(run: Run) -> None:
    toml = declared("aten::neg")
    assert run(toml, np.zeros((0, 3), F32))["values"][0].shape == (0, 3)
    scalar = run(declared("aten::neg"), np.array(2, F32), dims={"i0": []})["values"][0]
    assert (scalar.shape, scalar.item()) == ((), -2)


def test_a_float_for_a_scalar_argument(run: Run) -> None:
    """``Scalar`` is what many of torch's ops take, and the stable ABI lacks."""
    toml = declared(
        "aten::leaky_relu",
        tensor("x") + number("slope", "float", "default = 0.01"),
        node=carried(slope="float"),
    )
    np.testing.assert_allclose(
        run(toml, X, attributes={"slope": 0.5})["values"][0], np.where(X > 0, X, X / 2)
    )
    np.testing.assert_allclose(run(toml, X)["values"][0], np.where(X > 0, X, X / 100), rtol=1e-6)


def test_the_overload_that_fits_is_taken(run: Run) -> None:
    both = tensor("x") + tensor("other")
    for name in ("aten::add", "aten::add.Tensor"):
        toml = declared(name, both, inputs=("x", "other"))
        np.testing.assert_array_equal(run(toml, X, X)["values"][0], 2 * X)
    toml = declared("aten::pow", tensor("x") + number("n", "float"), node=carried(n="float"))
    np.testing.assert_allclose(run(toml, X, attributes={"n": 2.0})["values"][0], X * X)


def test_arguments_after_the_star_go_by_name(run: Run) -> None:
    toml = declared(
        "aten::div",
        tensor("x") + tensor("other") + number("rounding_mode", "str", "optional = true"),
        node=carried(rounding_mode="string"),
        inputs=("x", "other"),
    )
    two = np.full_like(X, 2)
    assert run(toml, X, two)["values"][0].tolist() == (X / 2).tolist()
    floor = run(toml, X, two, attributes={"rounding_mode": "floor"})["values"][0]
    assert floor.tolist() == np.floor(X / 2).tolist()


def test_optional_tensors_lists_and_bools(run: Run) -> None:
    toml = declared(
        "aten::convolution",
        tensor("x") + tensor("w") + tensor("b", "optional = true")
        + number("stride", "int[]") + number("padding", "int[]") + number("dilation", "int[]")
        + number("transposed", "bool") + number("extra", "int[]") + number("groups"),
        output("y", "x", "[unknown, unknown, unknown, unknown]"),
        carried(stride="ints", padding="ints", dilation="ints", transposed="int", extra="ints",
                groups="int"),
        ("x", "w", "b"),
    )  # fmt: skip
    x, w = np.ones((1, 1, 3, 3), F32), np.ones((2, 1, 3, 3), F32)
    attributes = {"stride": [1, 1], "padding": [1, 1], "dilation": [1, 1], "transposed": 0,
                  "extra": [0, 0], "groups": 1}  # fmt: skip
    without = run(toml, x, w, attributes=attributes)["values"][0]
    assert without[0, :, 1, 1].tolist() == [9, 9]
    with_bias = run(toml, x, w, np.array([1, -1], F32), attributes=attributes)["values"][0]
    assert with_bias[0, :, 1, 1].tolist() == [10, 8]


def test_a_number_that_arrives_as_a_tensor(run: Run) -> None:
    toml = (
        declared("aten::cumsum", tensor("x") + number("dim"), inputs=("x", "axis"))
        + '\n[[mapping.constants]]\nname = "axis"\ndtype = "int64"\narg = "dim"\n'
    )
    result = run(toml, X, np.array(1))["values"][0]
    np.testing.assert_array_equal(result, np.cumsum(X, 1))


def test_a_list_of_tensors(run: Run) -> None:
    toml = declared(
        "aten::cat",
        '[[args]]\nname = "xs"\ntype = "tensor[]"\n' + number("dim"),
        output("y", "float32", "[unknown, unknown]"),
        carried(dim="int"),
        ("xs",),
    )
    result = run(toml, X, X[:1], X, attributes={"dim": 0})["values"][0]
    np.testing.assert_array_equal(result, np.concatenate([X, X[:1], X]))


def test_torchs_reason_reaches_the_user(run: Run) -> None:
    toml = declared("aten::linalg_inv")
    reason = r"Status Message: wb\.test::Op: linalg\.inv: The diagonal element 1 is zero"
    with pytest.raises(Failed, match=reason):
        run(toml, np.zeros((2, 2), F32))
    identity = np.eye(2, dtype=F32)
    np.testing.assert_array_equal(run(toml, identity)["values"][0], identity)


# -- ops of the user's own

RESIDUAL = """
#include <torch/script.h>
#include <tuple>
std::tuple<torch::Tensor, torch::Tensor> residual(torch::Tensor x, torch::Tensor y, double alpha) {
  TORCH_CHECK(x.sizes() == y.sizes(), "residual: x is ", x.sizes(), ", y is ", y.sizes());
  return std::make_tuple(x * alpha - y, y * alpha - x);
}
static auto registry = torch::RegisterOperators(
    "wb_bridge::residual(Tensor x, Tensor y, float alpha) -> (Tensor, Tensor)", &residual);
"""


def residual(registration: str = "own") -> str:
    return declared(
        "wb_bridge::residual",
        tensor("x") + tensor("y") + number("alpha", "float"),
        output("a") + output("b"),
        carried(alpha="float"),
        ("x", "y"),
        f'style = "libtorch"\nregistration = "{registration}"',
    )


@pytest.fixture
def own_op(make_op: MakeOp) -> Path:
    return make_op("", RESIDUAL)


def test_an_op_of_a_file_that_registers_itself(host: Host, own_op: Path) -> None:
    result = build(own_op, residual())
    ran = host("run", Path(result.ort_library), "Op", {"x": X, "y": 2 * X},
               attributes={"alpha": 0.5}, outputs=2, times=2)  # fmt: skip
    np.testing.assert_array_equal(ran["values"][0], -1.5 * X)
    np.testing.assert_array_equal(ran["values"][1], 0 * X)
    with pytest.raises(Failed, match=r"residual: x is \[2, 3\], y is \[1, 3\]"):
        host("run", Path(result.ort_library), "Op", {"x": X, "y": X[:1]},
             attributes={"alpha": 1.0}, outputs=2)  # fmt: skip


@pytest.mark.parametrize("header", ["torch/script.h", "torch/extension.h"])
def test_a_bare_function(host: Host, make_op: MakeOp, header: str) -> None:
    kernel = RESIDUAL[: RESIDUAL.index("static auto")].replace("torch/script.h", header)
    folder = make_op("", kernel)
    library = Path(build(folder, residual("generated")).ort_library)
    ran = host("run", library, "Op", {"x": X, "y": X}, attributes={"alpha": 3.0}, outputs=2)
    np.testing.assert_array_equal(ran["values"][1], 2 * X)


def test_a_portable_op(host: Host, make_op: MakeOp) -> None:
    toml = TWICE_TOML + '\n[ort]\nimplementation = "bridge"\n'
    library = Path(build(make_op(toml, TWICE_KERNEL), toml).ort_library)
    ran = host("run", library, "Twice", {"x": X}, domain="test.custom")
    np.testing.assert_array_equal(ran["values"][0], 2 * X)


def test_an_edit_of_the_kernel_changes_both_libraries(host: Host, own_op: Path) -> None:
    first = build(own_op, residual())
    kernel = own_op / "kernel.cpp"
    kernel.write_text(kernel.read_text().replace("y * alpha - x)", "y * alpha + x)"))
    second = build(own_op, residual())
    assert second.compiled == 1
    assert first.torch_library != second.torch_library
    for result, expected in ((first, 0 * X), (second, 2 * X)):
        ran = host("run", Path(result.ort_library), "Op", {"x": X, "y": X},
                   attributes={"alpha": 1.0}, outputs=2)  # fmt: skip
        np.testing.assert_array_equal(ran["values"][1], expected)


def test_both_libraries_can_be_handed_on_together(host: Host, own_op: Path, tmp_path: Path) -> None:
    result = build(own_op, residual())
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for library in (result.torch_library, result.ort_library):
        shutil.copy(library, elsewhere)
    ran = host("run", elsewhere / Path(result.ort_library).name, "Op", {"x": X, "y": X},
               attributes={"alpha": 2.0}, outputs=2)  # fmt: skip
    np.testing.assert_array_equal(ran["values"][0], X)


def test_it_names_what_it_needs(own_op: Path) -> None:
    result = build(own_op, residual())
    command = ["readelf", "-d", result.ort_library]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "[libbridged_torch.so]" in printed
    assert "[libtorch_cpu.so]" in printed
    assert "$ORIGIN" in printed


def test_beside_an_imported_torch(own_op: Path) -> None:
    """As in a notebook: torch has the op's library already, and ONNX Runtime gets the bridge."""
    result = build(own_op, residual())
    script = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
import numpy as np, torch
torch.ops.load_library({result.torch_library!r})
x = torch.ones(2, 3)
before = torch.ops.wb_bridge.residual(x, x, 3.0)
from tests.engine import ort_child
sys.modules.pop("torch")
ran = ort_child.run({result.ort_library!r}, "Op", {{"x": x.numpy(), "y": x.numpy()}},
                    attributes={{"alpha": 3.0}}, outputs=2)
assert (ran["values"][0] == before[0].numpy()).all()
print("fine")
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stdout == "fine\n", done.stderr[-2000:]


# -- an installed package


PACKAGE = """
import pathlib
import torch
torch.ops.load_library(str(pathlib.Path(__file__).with_name("_C.so")))
"""


@pytest.fixture
def package(own_op: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"wb_package_{tmp_path.name.replace('-', '_')}"
    folder = tmp_path / "site" / name
    folder.mkdir(parents=True)
    shutil.copy(build(own_op, residual()).torch_library, folder / "_C.so")
    (folder / "__init__.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    return name


def test_an_op_of_an_installed_package(
    host: Host, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toml = residual().replace(
        'style = "libtorch"\nregistration = "own"', f'style = "installed"\npackage = "{package}"'
    )
    result = build(tmp_path / "op", toml)
    assert result.torch_library == ""
    ran = host("run", Path(result.ort_library), "Op", {"x": X, "y": X}, attributes={"alpha": 2.0},
               outputs=2)  # fmt: skip
    np.testing.assert_array_equal(ran["values"][0], X)
    # The import is not done a second time.
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: pytest.fail("imported again"))
    assert [Path(p).name for p in package_libraries(package, Store())] == ["_C.so"]


def test_a_package_that_is_missing_or_broken(package: str, tmp_path: Path) -> None:
    toml = declared("wb_none::f", kernel='style = "installed"\npackage = "{}"')
    problem = failure(tmp_path / "op", toml.replace("{}", "wb_no_such_package"))
    assert problem.kind == "package"
    assert "not installed" in problem.message
    (tmp_path / "site" / package / "__init__.py").write_text("raise RuntimeError('no CUDA here')")
    problem = failure(tmp_path / "op", toml.replace("{}", package))
    assert problem.kind == "package"
    assert "no CUDA here" in problem.message


# -- declarations that are not torch's: an error when the library is asked for, not a crash


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (declared("aten::no_such_op"), "torch has no op aten::no_such_op"),
        (declared("aten::relu_"), "it changes its argument 'self'"),
        (
            declared("aten::asinh", tensor("x") + number("k"), node=carried(k="int")),
            "it has no argument for 'k'",
        ),
        (
            declared("aten::topk", outputs=output("a") + output("b", "int64")),
            "its argument 'k' is not declared and has no default",
        ),
        (
            declared("aten::cumsum", tensor("x") + number("dim", "str"), node=carried(dim="string")),
            "'dim' is declared string, its argument 'dim' is int",
        ),
        (
            declared("aten::cumsum", tensor("x") + number("dim", "int", "optional = true"),
                     node=carried(dim="int")),
            "'dim' may be None, its argument 'dim' may not",
        ),
        (declared("aten::frexp"), "it has 2 outputs, declared are 1"),
        (declared("aten::dim"), "it returns a int"),
    ],
    ids=["unknown", "in place", "too many", "too few", "type", "None", "outputs", "no tensor"],
)  # fmt: skip
def test_an_op_that_is_not_as_declared(run: Run, toml: str, message: str) -> None:
    with pytest.raises(Failed, match="op library") as caught:
        run(toml, X, outputs=toml.count("[[outputs]]"))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (declared("aten::argmax", outputs=output("y", "float32", "[]")),
         "torch gave output 0 as Long, declared is float32"),
        (declared("aten::t"), r"torch gave output 0 the sizes \[3, 2\], the shape rule says \[2, 3\]"),
        (declared("aten::unbind", outputs=output("a", "x", "[3]") + output("b", "x", "[3]")
                  + output("c", "x", "[3]")), "torch gave 2 tensors, declared are 3"),
    ],
    ids=["dtype", "shape", "count"],
)  # fmt: skip
def test_a_result_that_is_not_as_declared(run: Run, toml: str, message: str) -> None:
    with pytest.raises(Failed, match=message):
        run(toml, X, outputs=toml.count("[[outputs]]"))


def test_a_list_of_results(run: Run) -> None:
    toml = declared("aten::unbind", outputs=output("a", "x", "[3]") + output("b", "x", "[3]"))
    result = run(toml, X, outputs=2)["values"]
    assert [r.tolist() for r in result] == X.tolist()


NEEDY = """
import ctypes
import pathlib
import torch
ctypes.CDLL(str(pathlib.Path(__file__).with_name("needy.so")))
torch.ops.load_library(str(pathlib.Path(__file__).with_name("_C.so")))
"""


def test_a_package_that_needs_what_import_torch_loads(
    host: Host, package: str, tmp_path: Path
) -> None:
    """Its libraries name libtorch.so, and nothing but ``import torch`` has loaded that."""
    folder = tmp_path / "site" / package
    (folder / "__init__.py").write_text(NEEDY)
    (tmp_path / "needy.cpp").write_text("extern int torch_needy; int torch_needy = 1;\n")
    torch_lib = toolchain.torch_folder() / "lib"
    command = [
        "g++",
        "-shared",
        "-fPIC",
        str(tmp_path / "needy.cpp"),
        "-o",
        str(folder / "needy.so"),
    ]
    command += [f"-L{torch_lib}", "-Wl,--no-as-needed", "-Wl,--allow-shlib-undefined"]
    command += ["-ltorch", "-ltorch_python", "-lc10"]
    subprocess.run(command, check=True)
    toml = residual().replace(
        'style = "libtorch"\nregistration = "own"', f'style = "installed"\npackage = "{package}"'
    )
    result = build(tmp_path / "op", toml)
    assert {Path(p).name for p in package_libraries(package, Store())} == {"needy.so", "_C.so"}
    ran = host("run", Path(result.ort_library), "Op", {"x": X, "y": X}, attributes={"alpha": 2.0},
               outputs=2)  # fmt: skip
    np.testing.assert_array_equal(ran["values"][0], X)
    (folder / "needy.so").unlink()
    (tmp_path / "other.cpp").write_text("int other = 1;\n")
    subprocess.run(["g++", "-shared", "-fPIC", str(tmp_path / "other.cpp"), "-Wl,-soname,libgone.so",
                    "-o", str(tmp_path / "libgone.so")], check=True)  # fmt: skip
    subprocess.run([*command, f"-L{tmp_path}", "-lgone"], check=True)
    with pytest.raises(Failed) as caught:
        host("run", Path(result.ort_library), "Op", {"x": X, "y": X}, attributes={"alpha": 2.0},
             outputs=2)  # fmt: skip
    assert "libgone.so: cannot open" in str(caught.value)
    assert "load torch's libraries by their full path first" in str(caught.value)
