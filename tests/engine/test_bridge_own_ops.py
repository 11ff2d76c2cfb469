"""A bridge to an op of the user's own, or of a package: beside its torch library, and handed on with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.bindings import Failed, Host
from tests.engine.bridging import RESIDUAL, X, build, declared, failure, residual
from tests.large import large
from workbench.engine import toolchain
from workbench.engine.build.package_libraries import package_parts
from workbench.engine.store import Store


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


@pytest.mark.parametrize(
    "header", ["torch/script.h", pytest.param("torch/extension.h", marks=large)]
)
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
    assert [Path(p).name for p in package_parts(package, Store()).libraries] == ["_C.so"]


def test_a_package_that_is_missing_or_broken(package: str, tmp_path: Path) -> None:
    toml = declared("wb_none::f", kernel='style = "installed"\npackage = "{}"')
    problem = failure(tmp_path / "op", toml.replace("{}", "wb_no_such_package"))
    assert problem.kind == "package"
    assert "not installed" in problem.message
    (tmp_path / "site" / package / "__init__.py").write_text("raise RuntimeError('no CUDA here')")
    problem = failure(tmp_path / "op", toml.replace("{}", package))
    assert problem.kind == "package"
    assert "no CUDA here" in problem.message


PYTHON = """
import torch
library = torch.library.Library("wb_python", "DEF")
library.define("thrice(Tensor x) -> Tensor")
library.impl("thrice", lambda x: 3 * x, "CPU")

@torch.library.custom_op("wb_python::half", mutates_args=())
def half(x: torch.Tensor) -> torch.Tensor:
    return x / 2
"""


@pytest.mark.parametrize(("name", "factor"), [("thrice", 3.0), ("half", 0.5)])
def test_an_op_that_the_python_of_a_package_registers(
    package: str, tmp_path: Path, name: str, factor: float
) -> None:
    """It is in no library: the package is imported, and its function called from the graph."""
    (tmp_path / "site" / package / "__init__.py").write_text(PYTHON)
    toml = declared(f"wb_python::{name}", kernel=f'style = "installed"\npackage = "{package}"')
    library = Path(build(tmp_path / "op", toml).ort_library)
    handed_on = tmp_path / library.name
    shutil.copy(library, handed_on)
    with Host("tests.engine.ort_child") as host:  # it sees the package
        ran = host("run", library, "Op", {"x": X}, imports_torch=True)
        np.testing.assert_array_equal(ran["values"][0], factor * X)
        told = f"wb_python::{name}: import {package} first, whose Python registers it"
        with pytest.raises(Failed, match=told):
            host("run", handed_on, "Op", {"x": X})


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
    assert {Path(p).name for p in package_parts(package, Store()).libraries} == {
        "needy.so",
        "_C.so",
    }
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
