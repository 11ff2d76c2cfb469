"""A portable kernel is linked with the names of torch's C functions instead of with libtorch."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine import test_libtorch
from tests.engine.building import build, failure
from workbench.engine import toolchain
from workbench.engine.build import torch_outline
from workbench.engine.elf import read_library


def needed(library: str) -> frozenset[str]:
    return read_library(Path(library), "it", "", "").needed


@pytest.fixture
def no_libtorch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be linked with the libraries themselves."""
    usual = toolchain.torch_libraries()
    monkeypatch.setattr(toolchain, "torch_libraries", lambda: ["-L/nowhere", *usual[1:]])


@pytest.mark.usefixtures("no_libtorch")
def test_a_portable_kernel_is_linked_without_reading_libtorch(make_op: MakeOp) -> None:
    made, _ = build(make_op(fresh=True))
    assert "libtorch_cpu.so" in needed(made.torch_library)


@pytest.mark.usefixtures("no_libtorch")
def test_one_that_reads_torch_s_headers_is_linked_with_libtorch(make_op: MakeOp) -> None:
    problems = failure(make_op(test_libtorch.TOML, test_libtorch.FUNCTION, fresh=True))
    assert "torch_cpu" in problems[0].message


def test_a_function_of_c_plus_plus_is_found_in_libtorch(make_op: MakeOp) -> None:
    declared = "namespace at { int get_num_threads(); }\n"
    kernel = declared + TWICE_KERNEL.replace("= 2 *", "= (at::get_num_threads() > 0 ? 2 : 3) *")
    toml = TWICE_TOML + '[ort]\nimplementation = "export-only"\n'
    made, _ = build(make_op(toml, kernel, fresh=True))
    assert {"libtorch_cpu.so"} <= needed(made.torch_library)


def test_where_it_cannot_be_made_libtorch_is_read(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))
    tried: list[Path] = []

    def no_names(library: Path) -> list[str]:
        tried.append(library)
        raise ValueError("it is damaged")

    monkeypatch.setattr(torch_outline, "_c_functions", no_names)
    for _ in range(2):
        made, _ = build(make_op(fresh=True))
        assert "libtorch_cpu.so" in needed(made.torch_library)
    assert len(tried) == 1
