"""An op beside an op, by its name."""

from __future__ import annotations

from pathlib import Path

from tests.core.declarations import ADD
from workbench.core.storage.siblings import backward_op, sibling, with_backward_ops


def write(folder: Path, name: str, more: str = "") -> Path:
    folder.mkdir()
    text = ADD.replace('name = "add"', f'name = "{name}"') + more
    (folder / "op.toml").write_text(text, encoding="utf-8")
    return folder


def test_by_its_folder_or_by_its_name_alone(tmp_path: Path) -> None:
    op = write(tmp_path / "add", "add", '\n[backward]\nop = "other"\n')
    assert sibling(op, "other") is None
    elsewhere = write(tmp_path / "elsewhere", "other")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "op.toml").write_text("[", encoding="utf-8")
    found = sibling(op, "other")
    assert found is not None
    assert (found[0], found[1].name) == (elsewhere, "other")
    assert backward_op(found[1], elsewhere) is None
    assert sibling(op, "add") is None, "an op is not beside itself"
    assert sibling(op, "../elsewhere") is None


def test_what_runs_with_an_op(tmp_path: Path) -> None:
    op = write(tmp_path / "add", "add", '\n[backward]\nop = "other"\n')
    other = write(tmp_path / "other", "other")
    alone = write(tmp_path / "alone", "alone")
    assert with_backward_ops([op, alone]) == [op, alone, other]
    assert with_backward_ops([alone, tmp_path / "gone"]) == [alone, tmp_path / "gone"]
