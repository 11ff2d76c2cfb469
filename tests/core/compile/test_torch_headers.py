"""Which of torch's headers a file is compiled with first."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.compile.torch_headers import header_sets


@pytest.mark.parametrize(
    ("include", "first"),
    [
        ("torch/library.h", "tensors only"),
        ("torch/csrc/stable/library.h", "tensors only"),
        ("torch/csrc/inductor/aoti_torch/c/shim.h", "tensors only"),
        ("torch/csrc/autograd/custom_function.h", "all of torch"),
        ("pybind11/pybind11.h", "tensors and Python"),
        ("torch/extension.h", "tensors and Python"),
        ("Python.h>\n#include <torch/csrc/jit/api/module.h", "torch and Python"),
    ],
)
def test_what_a_file_includes_says_where_to_begin(tmp_path: Path, include: str, first: str) -> None:
    source = tmp_path / "kernel.cpp"
    source.write_text(f"#include <{include}>\n", encoding="utf-8")
    assert header_sets(source)[0].name == first


@pytest.mark.parametrize("used", ["torch::nn::Linear", "torch::autograd::Function", "torch::jit"])
def test_a_module_that_names_more_of_torch_begins_with_all_of_it(tmp_path: Path, used: str) -> None:
    source = tmp_path / "kernel.cpp"
    source.write_text(f"#include <torch/extension.h>\nusing T = {used};\n", encoding="utf-8")
    assert [found.name for found in header_sets(source)] == ["torch and Python"]
