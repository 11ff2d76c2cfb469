"""Opening what is no project, but what an op can be made from: New op is offered with the file."""

from __future__ import annotations

import pytest

from workbench.gui.new_op.dialog import NewOpDialog


@pytest.fixture
def offered(monkeypatch):
    """The page and the files of each New op dialog that comes, which is then cancelled."""
    seen = []

    def shown(dialog: NewOpDialog) -> int:
        page = dialog.page()
        seen.append((page.id, page._path if page.id == "onnx" else None))
        return int(NewOpDialog.DialogCode.Rejected)

    monkeypatch.setattr(NewOpDialog, "exec", shown)
    return seen


def test_cpp_is_offered_too_and_another_file_is_named_for_what_it_is(
    make_session, tmp_path, offered, answers
):
    session = make_session(None)
    (tmp_path / "kernel.cpp").write_text("at::Tensor f(at::Tensor x) { return x; }")
    session.window.commands.open_path(tmp_path / "kernel.cpp")
    assert [page for page, _ in offered] == ["cpp"]
    (tmp_path / "notes.txt").write_text("x")
    answers["show_error"] = None
    assert not session.window.commands.open_path(tmp_path / "notes.txt")
    assert answers["asked"] == ["show_error"]
    assert len(offered) == 1
