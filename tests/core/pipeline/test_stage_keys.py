"""Looking at an op's files while other programs move them about."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.core.environments import READY
from workbench.core.jobs import STAGES
from workbench.core.op_toml.key_path import replace_at
from workbench.core.pipeline.stage_keys import CONTENT, source_files, stage_keys
from workbench.core.storage import op_file, project
from workbench.core.toolkits.cuda import TOOLKIT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = project.create_project(tmp_path / "home").folder
    return project.copy_op(project.gallery_folder() / "my_add_custom", home, "mine")


def test_a_folder_that_vanishes_while_it_is_looked_at_is_passed_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "x.h").write_text("", encoding="utf-8")
    scan: Callable[[Any], Any] = os.scandir

    def vanishing(folder: Any = ".") -> Any:
        if Path(folder).name == "more":
            raise FileNotFoundError(2, "No such file or directory", str(folder))
        return scan(folder)

    monkeypatch.setattr(os, "scandir", vanishing)
    assert source_files(folder) == [folder / "kernel.cpp"]
    assert stage_keys(folder, op_file.load(folder))["build"]


def test_links_and_pipes_neither_lead_astray_nor_stop_the_look(folder: Path) -> None:
    before = source_files(folder)
    (folder / "root").symlink_to("/")
    (folder / "loop").symlink_to(".")
    (folder / "round.cpp").symlink_to("round.cpp")
    (folder / "zero.h").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.cpp")
    os.mkfifo(folder / "pipe.py")
    assert source_files(folder) == before
    assert stage_keys(folder, op_file.load(folder))["compare"]


@pytest.mark.parametrize(
    ("key", "value", "stale"),
    [
        ("doc", "other", []),
        ("args[0].doc", "other", []),
        ("args[0].dtype", "float64", ["build", "export", "compare"]),
        ("model.inputs[0].seed", 5, ["export", "compare"]),
        ("reference.python", "a", ["export", "compare"]),
        ("model.rtol", 0.5, ["compare"]),
        ("outputs[0].atol", 0.5, ["compare"]),
        ("backward.formulas", {"a": "grad"}, []),
    ],
)
def test_a_key_makes_stale_what_it_says(
    folder: Path, key: str, value: Any, stale: list[str]
) -> None:
    op = op_file.load(folder)
    before, after = stage_keys(folder, op), stage_keys(folder, replace_at(op, key, value))
    changed = {stage for stage in before if before[stage] != after[stage]}
    assert [s for s in ("build", "export", "compare") if s in changed] == stale


def test_the_content_is_the_same_with_a_cuda_compiler_and_without(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A result of another machine is of this content, whatever compiled it there."""
    (folder / "kernel.cu").write_text("", encoding="utf-8")
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "data"))
    op = op_file.load(folder)
    without = stage_keys(folder, op)
    TOOLKIT.folder.mkdir(parents=True)
    (TOOLKIT.folder / READY).touch()
    added = stage_keys(folder, op)
    assert added[CONTENT] == without[CONTENT]
    assert all(added[stage] != without[stage] for stage in STAGES)
    (folder / "kernel.cu").write_text("//", encoding="utf-8")
    assert stage_keys(folder, op)[CONTENT] != added[CONTENT]
