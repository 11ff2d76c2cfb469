"""The gallery in all its cells, and the kernels that only a check finds."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.large import large
from tools.subtle import CAUGHT, SUBTLE, caught, check_op
from workbench import paths
from workbench.core.cells.passes import DUAL, GRADCHECK
from workbench.core.checking import CELL_LIMITS
from workbench.engine.client import Engine

GALLERY = sorted(path.parent for path in (paths.ops_lib() / "ops").glob("*/op.toml"))


@large
@pytest.mark.parametrize("folder", GALLERY, ids=lambda path: path.name)
def test_a_gallery_op_agrees_in_every_cell(folder: Path, tmp_path: Path) -> None:
    with Engine() as engine:
        report = check_op(engine, folder, tmp_path / "cells", CELL_LIMITS)
    assert report.status == "agrees", (report.error, report.findings)


@large
@pytest.mark.parametrize("name", SUBTLE)
def test_a_subtly_wrong_kernel_is_caught(name: str) -> None:
    (one,) = caught([name])
    assert (one.verified, one.judgement) == ("agrees", CAUGHT), one


@large
def test_a_wrong_backward_is_told_once(tmp_path: Path) -> None:
    gallery = paths.ops_lib() / "ops" / "my_add_custom"
    folder = shutil.copytree(gallery, tmp_path / "my_add_custom")
    toml = folder / "op.toml"
    text = toml.read_text(encoding="utf-8").replace('a = "2 * grad"', 'a = "grad"')
    toml.write_text(text, encoding="utf-8")
    with Engine() as engine:
        report = check_op(engine, folder, tmp_path / "cells", CELL_LIMITS)
    assert report.status == "failed"
    (finding,) = report.findings
    assert finding.problem.key == "backward.formulas.a"
    assert "is wrong at [0, 0, 0]: the backward gives 1" in finding.problem.message
    assert {look.name for look in (DUAL, GRADCHECK)} <= set(
        finding.circumstances.split(": ")[1].split("; ")
    )
