"""New op from the gallery: search, facts, and what is copied."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget

from tests.gui.new_op.dialog import child, create, in_dialog, retype
from workbench.core.storage import op_file, project
from workbench.gui.new_op.gallery_list import gallery_ops


def test_the_gallery_is_searched_and_moved_in_from_the_search_field(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    search = child(dialog, QLineEdit, "gallerySearch")
    gallery = dialog.page().gallery
    retype(qtbot, search, "knn_query")
    assert gallery.current().name == "knn_query"
    assert child(dialog, QLabel, "galleryName").text() == "knn_query"
    retype(qtbot, search, "no such op")
    assert gallery.current() is None
    assert not child(dialog, QLabel, "galleryNone").isHidden()
    assert not create(dialog).isEnabled()
    retype(qtbot, search, "")
    first = gallery.current()
    qtbot.keyClick(search, Qt.Key.Key_Down)
    assert gallery.current() != first
    assert create(dialog).isEnabled()


def test_an_op_of_that_name_is_chosen_before_one_that_has_the_word_elsewhere(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    gallery = dialog.page().gallery
    gallery.choose("dual_residual")  # its node is rknn_cst::cstDualResidual
    retype(qtbot, child(dialog, QLineEdit, "gallerySearch"), "knn")
    shown = [i for i in range(gallery.list.count()) if not gallery.list.item(i).isHidden()]
    assert len(shown) > 1
    assert gallery.current().name == "knn_query"
    gallery.choose("dual_residual")
    assert gallery.current().name == "dual_residual"  # it can still be taken


def test_every_gallery_op_is_shown_with_its_graph_and_facts(open_dialog):
    dialog = open_dialog("gallery")
    for folder, op in gallery_ops():
        dialog.page().choose(folder.name)
        assert child(dialog, QLabel, "galleryName").text() == op.name
        assert child(dialog, QLabel, "galleryStyle").text()
        assert child(dialog, QLabel, "galleryOrt").text()
        assert child(dialog, QWidget, "galleryGraph").accessibleDescription()


def test_a_gallery_op_is_added_byte_for_byte_and_undo_takes_it_away(session, qtbot, project_folder):
    def act(dialog):
        dialog.page("gallery").choose("foo")
        qtbot.mouseClick(create(dialog), Qt.MouseButton.LeftButton)

    in_dialog(session, act)
    folder = project_folder / "ops" / "foo"
    assert session.window.workspace.current_op() == folder
    source = project.gallery_folder() / "foo"
    assert (folder / "op.toml").read_bytes() == (source / "op.toml").read_bytes()
    session.window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: folder not in session.project.documents)
    assert not folder.exists()


def test_a_gallery_op_takes_another_torch_name_and_keeps_its_comments(
    session, qtbot, project_folder
):
    def act(dialog):
        dialog.page("gallery").choose("my_add_custom")
        retype(qtbot, child(dialog, QLineEdit, "newOpTorch"), "mine::add2")
        qtbot.keyClick(child(dialog, QLineEdit, "newOpTorch"), Qt.Key.Key_Return)

    in_dialog(session, act)
    folder = project_folder / "ops" / "my_add_custom_2"
    op = op_file.load(folder)
    assert (op.name, op.torch) == ("my_add_custom_2", "mine::add2")
    assert "# A portable kernel" in (folder / "op.toml").read_text(encoding="utf-8")
    assert (folder / "kernel.cpp").is_file()


def test_the_facts_of_a_gallery_op_have_all_the_room_and_are_not_cut(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    dialog.show()
    for op in ("deform_conv2d", "dynamic_resize_plugin", "asinh"):
        dialog.page().choose(op)
        QApplication.sendPostedEvents()
        qtbot.wait(1)
        details = dialog.page().findChild(QWidget, "galleryDetails")
        for value in details.findChildren(QLabel):
            if value.isVisible() and value.wordWrap():
                assert value.height() >= value.heightForWidth(value.width()), value.text()
        schema = next(
            v for v in details.findChildren(QLabel) if v.text().startswith(("work", "my_", "aten"))
        )
        assert schema.width() > 0.6 * details.width()
