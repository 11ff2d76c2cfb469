"""What is saved is whole, and what could not be saved leaves the old file."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import UserError
from workbench.core.storage.files import replacing, write_text


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


@pytest.mark.parametrize("place", ["gone/x", "file/x"])
def test_a_folder_that_is_none_is_told(tmp_path, place) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="cannot be written"):
        write_text(tmp_path / Path(place), "x")
