"""Sources that are a Python extension: the module is built, found and told where it is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeOp, Verify
from tests.engine.building import build, failure, symbols, with_kernel, write
from tests.large import large
from workbench.core.storage import op_file
from workbench.importers.cpp.search.registers import module_name


def module_of(folder: Path) -> str:
    op = op_file.load(folder)
    paths = [folder / name for name in (op.kernel.source, *op.kernel.sources)]
    return module_name(op, paths, {path: path.read_text() for path in paths})


MODULE = """
#include <torch/extension.h>
torch::Tensor twice(torch::Tensor x) { return 2 * x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("twice", &twice, "y = 2x"); }
"""
PYBIND = with_kernel('style = "libtorch"\nregistration = "pybind"')
PYBIND += '\n[ort]\nimplementation = "export-only"\n'

CALL = """
import importlib.machinery, importlib.util, sys
import torch
name, path = sys.argv[1:]
loader = importlib.machinery.ExtensionFileLoader(name, path)
module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
loader.exec_module(module)
print(module.twice(torch.ones(2)).tolist())
"""


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("TORCH_EXTENSION_NAME", "twice_ext"),
        pytest.param("my_module", "my_module", marks=large),
    ],
)
def test_a_python_extension(make_op: MakeOp, written: str, name: str) -> None:
    folder = make_op(PYBIND, MODULE.replace("TORCH_EXTENSION_NAME", written))
    result, _ = build(folder)
    assert module_of(folder) == name
    assert Path(result.torch_library).name == f"{name}.so"
    command = [sys.executable, "-c", CALL, name, result.torch_library]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "[2.0, 2.0]\n", done.stderr


@large
def test_an_extension_in_two_files(make_op: MakeOp) -> None:
    toml = PYBIND.replace('"pybind"', '"pybind"\nsources = ["bind.cpp"]')
    folder = make_op(toml, MODULE[: MODULE.index("PYBIND11")])
    module = MODULE.replace("{ return 2 * x; }", ";").replace("TORCH_EXTENSION_NAME", "two_files")
    write(folder, bind_cpp=module)
    result, _ = build(folder)
    assert module_of(folder) == "two_files"
    assert "PyInit_two_files" in symbols(result.torch_library)


def test_no_module_at_all(make_op: MakeOp) -> None:
    (problem,) = failure(
        make_op(PYBIND, "// PYBIND11_MODULE(x, m)\n" + MODULE[: MODULE.index("PYB")])
    )
    assert problem.kind == "declaration"
    assert "PYBIND11_MODULE" in problem.message


@large
def test_a_module_beside_a_registration_of_its_own(make_op: MakeOp, verify: Verify) -> None:
    """Much deployed code has both, the module often empty."""
    kernel = """
    #include <torch/extension.h>
    torch::Tensor twice(torch::Tensor x) { return 2 * x; }
    TORCH_LIBRARY(wb_test, m) { m.def("twice(Tensor x) -> Tensor", &twice); }
    PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {}
    """
    assert verify(make_op(PYBIND.replace('"pybind"', '"own"'), kernel)).report().error is None
