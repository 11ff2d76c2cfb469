"""Ops on the clipboard: copied, cut and pasted, and what a hostile clipboard cannot do."""

import msgspec
import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication

from tests.files import contents
from tests.gui.ops.op_list import CTRL, names, press
from workbench.core.storage import project
from workbench.gui.project import op_clipboard
from workbench.gui.project.op_clipboard import MIME_TYPE, OpFiles


def test_an_op_is_copied_as_it_stands_and_pasted_under_a_free_name(drive, document, session):
    drive.page("signature")
    drive.type("doc", "as on the screen")
    press(drive, Qt.Key.Key_C, CTRL)
    press(drive, Qt.Key.Key_V, CTRL)
    press(drive, Qt.Key.Key_V, CTRL)
    assert names(session) == [
        "dual_residual",
        "my_add_custom",
        "my_add_custom_2",
        "my_add_custom_3",
    ]
    pasted = session.project.documents[document.folder.with_name("my_add_custom_2")]
    assert pasted.op.doc == "as on the screen"
    assert (pasted.op.name, pasted.op.torch) == ("my_add_custom_2", document.op.torch)
    assert pasted.texts[pasted.source] == document.texts[document.source]
    assert session.project.undo.undoText() == "Paste op my_add_custom_3"
    drive.trigger("undo")
    assert "my_add_custom_3" not in names(session)


def test_two_built_ops_with_one_torch_name_are_reported(drive, document, session, qtbot):
    press(drive, Qt.Key.Key_D, CTRL)
    panel = session.window.workspace.problems
    qtbot.waitUntil(lambda: len(panel.entries()) == 1)
    assert {e.problem.severity for e in panel.entries()} == {"warning"}
    assert "my_add_custom has the torch name" in panel.entries()[0].problem.message
    drive.trigger("undo")
    qtbot.waitUntil(lambda: panel.entries() == [])


def test_ops_go_from_one_window_to_another(session, make_session, document, tmp_path):
    project.create_project(tmp_path / "other")
    session.window.commands.ops.copy()
    other = make_session(tmp_path / "other")
    other.window.commands.ops.paste()
    assert names(other) == ["my_add_custom"]
    pasted = other.project.documents[tmp_path / "other" / "ops" / "my_add_custom"]
    assert pasted.op == document.op
    assert contents(pasted.folder) == contents(document.folder)


def test_cut_is_copy_and_delete_in_one_step(drive, document, session):
    press(drive, Qt.Key.Key_X, CTRL)
    assert names(session) == ["dual_residual"]
    assert session.project.undo.undoText() == "Cut op my_add_custom"
    press(drive, Qt.Key.Key_V, CTRL)
    assert names(session) == ["dual_residual", "my_add_custom"]


def test_an_op_folder_from_a_file_manager_is_pasted(session, tmp_path):
    mime = QMimeData()
    foo = project.gallery_folder() / "foo"
    mime.setUrls([QUrl.fromLocalFile(str(foo)), QUrl.fromLocalFile(str(foo / "op.toml"))])
    QGuiApplication.clipboard().setMimeData(mime)
    session.window.commands.ops.paste()
    assert names(session) == ["dual_residual", "foo", "my_add_custom"]


def test_file_managers_get_the_folder(session, document):
    session.window.commands.ops.copy()
    mime = QGuiApplication.clipboard().mimeData()
    assert [url.toLocalFile() for url in mime.urls()] == [str(document.folder)]


def test_a_clipboard_without_ops_says_so(session):
    QGuiApplication.clipboard().setText("words")
    session.window.commands.ops.paste()
    assert session.window.status.message() == "The clipboard holds no op."


def packed(files: dict[str, bytes], name: str = "a") -> bytes:
    return op_clipboard.pack([OpFiles(name, files)])


OP = b'schema = 1\nname = "evil"\n'


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no op at all",
        packed({"op.toml": OP})[:-5],
        packed({"op.toml": OP, "../../../out.txt": b"x"}),
        packed({"op.toml": OP}, name=".."),
        packed({"op.toml": OP}, name="x/../../y"),
        packed({"op.toml": OP, "/etc/out.txt": b"x"}),
        packed({"op.toml": OP, "C:\\out.txt": b"x"}),
        packed({"op.toml": OP, "a": b"x", "a/b": b"x"}),
        packed({"op.toml": OP, "large": bytes(op_clipboard.MAX_BYTES)}),
        packed({"kernel.cpp": b"x"}),
        packed({"op.toml": OP, **{f"{i}": b"" for i in range(op_clipboard.MAX_FILES)}}),
        msgspec.msgpack.encode([{"name": "a", "files": {"op.toml": 1}}]),
        msgspec.msgpack.encode([{"files": {"op.toml": OP}}]),
    ],
    ids=[
        "empty", "garbage", "truncated", "traversal", "traversal in the name", "below in the name",
        "absolute", "backslash", "file as folder", "large", "no declaration", "too many",
        "no bytes", "no name",
    ],
)  # fmt: skip
def test_a_hostile_clipboard_is_refused_and_nothing_is_written(
    session, answers, project_folder, data
):
    before = contents(project_folder)
    mime = QMimeData()
    mime.setData(MIME_TYPE, data)
    QGuiApplication.clipboard().setMimeData(mime)
    answers["show_error"] = None
    session.window.commands.ops.paste()
    assert answers["asked"] == ["show_error"]
    assert contents(project_folder) == before
    assert sorted(p.name for p in (project_folder / "ops").iterdir()) == names(session)


def test_links_in_a_pasted_folder_are_left_out(tmp_path):
    folder = tmp_path / "op"
    folder.mkdir()
    (folder / "op.toml").write_bytes(OP)
    (folder / "secret").symlink_to("/etc/passwd")
    (folder / "outside").symlink_to("/etc")
    assert list(op_clipboard.from_folder(folder).files) == ["op.toml"]


def test_a_declared_name_that_is_none_is_replaced(project_folder):
    files = {"op.toml": b'schema = 1\nname = "../../x"\ntorch = "a::b"\n'}
    written = OpFiles("..", files).write(project_folder / "ops")
    assert written == project_folder / "ops" / "op"


def test_a_broken_op_can_be_copied_too(session, project_folder):
    (project_folder / "ops" / "broken").mkdir()
    (project_folder / "ops" / "broken" / "op.toml").write_text("schema = \n")
    session.window.commands.open_path(project_folder)
    document = session.project.documents[project_folder / "ops" / "broken"]
    document.set_text(document.file, "schema = 1 # fixed a bit\n")
    session.window.workspace.show_op(document.folder)
    session.window.commands.ops.duplicate()
    copy = project_folder / "ops" / "broken_2" / "op.toml"
    assert copy.read_text() == "schema = 1 # fixed a bit\n"
