"""The functions that a compiled module seems to have, found in the window's process without loading it."""

from __future__ import annotations

import os
from pathlib import Path

from tests.engine.runtimes.foreign import make_module
from workbench.core.compile.module_functions import functions_of, likely_function, module_problem


def test_functions_are_found_and_the_likely_one_is_the_wanted_or_the_only_one(
    tmp_path: Path,
) -> None:
    module = make_module(tmp_path)
    assert functions_of(module) == ("double_it", "ends", "every", "refuses")
    assert module_problem(module) == ""
    assert likely_function(module, "twice", "every", "ends") == "every"
    assert likely_function(module, "twice") == ""
    (tmp_path / "one.so").write_bytes(b"\0__tvm_ffi_only\0")
    assert likely_function(tmp_path / "one.so", "twice") == "only"


def test_what_is_none_has_none_and_nothing_waits(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.so")
    (tmp_path / "empty.so").touch()
    (tmp_path / "folder.so").mkdir()
    (tmp_path / "text.so").write_text("__tvm_ffi_text")
    for name in ("pipe.so", "empty.so", "folder.so", "text.so", "none.so"):
        assert functions_of(tmp_path / name) == ()
        assert module_problem(tmp_path / name) == f"{name} has no function of tvm-ffi's C ABI"
    assert "is no shared library (*.so)" in module_problem(tmp_path / "kernels.dll")


def test_another_file_of_the_same_name_is_read_anew(tmp_path: Path) -> None:
    module = tmp_path / "one.so"
    module.write_bytes(b"\0__tvm_ffi_first\0")
    assert functions_of(module) == ("first",)
    module.write_bytes(b"\0__tvm_ffi_the_second\0")
    assert functions_of(module) == ("the_second",)
