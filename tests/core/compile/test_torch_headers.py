"""Which of torch's headers a file is compiled with first."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.compile.torch_headers import header_sets


@pytest.mark.parametrize(
    ("include", "first"),
    [
        ("torch/library.h", "light"),
        ("torch/csrc/stable/library.h", "light"),
        ("torch/csrc/inductor/aoti_torch/c/shim.h", "light"),
        ("torch/csrc/autograd/custom_function.h", "all of torch"),
        ("pybind11/pybind11.h", "torch and Python"),
    ],
)
def test_what_a_file_includes_says_where_to_begin(tmp_path: Path, include: str, first: str) -> None:
    source = tmp_path / "kernel.cpp"
    source.write_text(f"#include <{include}>\n", encoding="utf-8")
    assert header_sets(source)[0].name == first
