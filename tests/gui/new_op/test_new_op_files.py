"""Files for a new op, dropped on the dialog or on the window: which page takes them."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from tests.gui.new_op.dialog import reason
from workbench.core.storage import project
from workbench.gui.new_op.dialog import NewOpDialog


def drop(widget, *paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(p)) for p in paths])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    widget.dropEvent(event)


def test_files_that_no_page_can_use_are_reported_and_change_nothing(open_dialog, tmp_path):
    dialog = open_dialog("gallery")
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8\xff" + bytes(range(256)))
    drop(dialog, path)
    assert "holiday.jpg" in reason(dialog)
    assert dialog.page().id == "gallery"


def test_a_kernel_that_is_dropped_brings_the_page_to_the_front_that_can_use_it(
    open_dialog, tmp_path
):
    dialog = open_dialog("gallery")
    path = tmp_path / "scale.cpp"
    path.write_text(
        "#include <torch/torch.h>\nat::Tensor scale(const at::Tensor& x, double by) "
        "{ return x * by; }\n",
        encoding="utf-8",
    )
    drop(dialog, path)
    assert dialog.page().id == "cpp"
    assert dialog.page().draft().op.torch.endswith("scale")


def test_files_that_are_dropped_on_the_window_open_the_dialog(session, qtbot, tmp_path):
    path = tmp_path / "scale.cpp"
    path.write_text("at::Tensor scale(const at::Tensor& x) { return x; }\n", encoding="utf-8")
    shown = []

    def look():
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            QTimer.singleShot(0, session.window, look)
            return
        shown.append(dialog.page().id)
        dialog.reject()

    drop(session.window, path)
    QTimer.singleShot(0, session.window, look)
    qtbot.waitUntil(lambda: shown == ["cpp"])


def test_a_project_that_is_dropped_on_the_window_is_opened(session, qtbot, tmp_path):
    other = tmp_path / "other-ops"
    project.create_project(other)
    drop(session.window, other / "project.toml")
    qtbot.waitUntil(lambda: session.project.folder == other)


def test_files_that_the_page_has_no_use_for_are_named(session, tmp_path):
    (tmp_path / "a.cpp").write_text("float f(float x) { return x; }\n")
    (tmp_path / "m.onnx").write_bytes(b"")
    dialog = NewOpDialog(session.services, session.settings, session.window, "cpp")
    assert dialog.take_files([tmp_path / "a.cpp", tmp_path / "m.onnx"])
    assert dialog.page().id == "cpp"
    assert "Not used here: m.onnx." in dialog._reason.text()
    dialog.page("blank")
    assert "m.onnx" not in dialog._reason.text()
    dialog.deleteLater()
