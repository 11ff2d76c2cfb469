"""What is saved is whole, and what could not be saved leaves the old file."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from workbench.core.errors import UserError
from workbench.core.files.files import is_free, read_text, real_path, replacing, write_text


def test_a_file_with_the_longest_name_can_be_saved(tmp_path) -> None:
    path = tmp_path / ("n" * 251 + ".cpp")
    write_text(path, "// a")
    write_text(path, "// b")
    assert path.read_text(encoding="utf-8") == "// b"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_in_the_middle_leaves_the_old_file_and_nothing_else(tmp_path) -> None:
    path = tmp_path / "x"
    path.write_text("old", encoding="utf-8")

    def write_half(error: BaseException) -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise error

    with pytest.raises(UserError, match="cannot be written: No space"):
        write_half(OSError(28, "No space left on device"))
    with pytest.raises(KeyboardInterrupt):
        write_half(KeyboardInterrupt())
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_links_target_is_replaced_and_its_mode_kept(tmp_path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("path", ["gone/x", "file/x"])
def test_a_folder_that_is_none_is_told(tmp_path, path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="cannot be written"):
        write_text(tmp_path / Path(path), "x")


def test_full_disk_asks_for_space_not_for_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError) as caught:
        write_text(tmp_path / "x", "text")
    assert "Free some space" in caught.value.problem.hint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["loop", "loop/inside", "a" * 300, "nul\0"])
def test_path_that_leads_nowhere_is_an_error_in_words(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for function in (real_path, read_text):
        with pytest.raises(UserError) as caught:
            function(tmp_path / name)
        assert caught.value.problem.message
        assert str(tmp_path) in caught.value.problem.file


def test_path_through_links_is_the_true_one_even_of_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "true")
    assert real_path(tmp_path / "link" / "new") == tmp_path.resolve() / "true" / "new"


def test_folder_that_cannot_be_read_is_not_called_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_free(tmp_path / "new")
    assert is_free(tmp_path)
    (tmp_path / "x").write_text("x")
    assert not is_free(tmp_path)
    assert not is_free(tmp_path / "x")

    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(UserError, match="Permission denied"):
        is_free(tmp_path)
