"""The gallery in all its cells, and the kernels that only a check finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.large import large
from tools.subtle import CAUGHT, SUBTLE, caught, check_op
from workbench import paths
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
