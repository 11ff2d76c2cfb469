"""Saving ``op.toml`` is atomic: the old file or the new one, with its permissions, and nothing beside it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.core.declarations import ADD, add_op, as_table, edited, exactly
from workbench.core.declaration.op import Output
from workbench.core.errors import UserError
from workbench.core.storage import op_file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "op.toml").write_text(ADD, encoding="utf-8")
    return tmp_path


NEW = edited(add_op(), doc="new")


def assert_untouched(folder: Path) -> None:
    assert [p.name for p in folder.iterdir()] == ["op.toml"]
    assert (folder / "op.toml").read_text(encoding="utf-8") == ADD


def assert_refused(folder: Path) -> UserError:
    with pytest.raises(UserError) as caught:
        op_file.save(folder, NEW)
    problem = caught.value.problem
    assert problem.kind == "file"
    assert problem.file == str(folder / "op.toml")
    assert problem.hint
    return caught.value


def raising(error: BaseException) -> Callable[..., Any]:
    def function(*args: object, **kwargs: object) -> None:
        raise error

    return function


@pytest.mark.parametrize("function", ["replace", "fsync", "chmod"])
def test_disk_that_fails_leaves_the_old_file_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    monkeypatch.setattr(os, function, raising(OSError(28, "No space left on device")))
    assert "No space left" in str(assert_refused(folder))
    assert_untouched(folder)


def test_disk_full_at_the_first_byte_leaves_the_old_file_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.core.files import files

    monkeypatch.setattr(files.tempfile, "mkstemp", raising(OSError(28, "No space left on device")))
    assert_refused(folder)
    assert_untouched(folder)


def test_read_only_file_is_respected(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *args, **kwargs: False)  # root may write anything
    assert "read-only" in str(assert_refused(folder))
    assert_untouched(folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write into read-only folders")
def test_read_only_folder_leaves_the_old_file_whole(folder: Path) -> None:
    folder.chmod(0o555)
    try:
        assert_refused(folder)
    finally:
        folder.chmod(0o755)
    assert_untouched(folder)


def test_folder_in_place_of_the_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "op.toml" / "precious").mkdir(parents=True)
    with pytest.raises(UserError):
        op_file.save(tmp_path, NEW)
    assert [p.name for p in tmp_path.rglob("*")] == ["op.toml", "precious"]


def test_vanished_folder_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written: No such file or directory"):
        op_file.save(tmp_path / "gone", NEW)
    assert not (tmp_path / "gone").exists()


def test_text_that_is_no_unicode_leaves_the_old_file_and_no_other(folder: Path) -> None:
    from workbench.core.files.files import write_text

    with pytest.raises(UserError):
        write_text(folder / "op.toml", "half a pair: \ud800")
    assert_untouched(folder)


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_permissions_are_kept(folder: Path, mode: int) -> None:
    (folder / "op.toml").chmod(mode)
    op_file.save(folder, NEW)
    assert stat.S_IMODE((folder / "op.toml").stat().st_mode) == mode


def test_new_file_gets_the_permissions_of_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        op_file.save(tmp_path, NEW)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "op.toml").stat().st_mode) == 0o640


def test_link_stays_a_link_and_its_target_is_written(folder: Path) -> None:
    linked = folder / "elsewhere"
    linked.mkdir()
    (linked / "op.toml").symlink_to(folder / "op.toml")
    op_file.save(linked, NEW)
    assert (linked / "op.toml").is_symlink()
    assert op_file.load(folder) == NEW
    assert [p.name for p in linked.iterdir()] == ["op.toml"]


def test_loop_of_links_is_an_error_not_a_crash(tmp_path: Path) -> None:
    (tmp_path / "op.toml").symlink_to(tmp_path / "op.toml")
    with pytest.raises(UserError):
        op_file.save(tmp_path, NEW)


def test_save_then_load_gives_the_declaration(folder: Path) -> None:
    op = edited(add_op(), outputs__1=as_table(Output("z", "a", "[1]")))
    op_file.save(folder, op)
    assert exactly(op_file.load(folder, validate=False)) == exactly(op)
