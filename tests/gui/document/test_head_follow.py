"""The kernel's head follows the signature, forwards and back; the body stays."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from workbench.core.declaration.op import Arg, Attribute, Output
from workbench.core.storage import project
from workbench.gui.document.op_document import OpDocument
from workbench.gui.document.snapshot import Snapshot
from workbench.gui.editor.head_notice import HeadDialog, HeadNotice, head_beside

replace = msgspec.structs.replace

KERNEL = """#include <workbench/tensor.h>

// A helper of the same shape must not be touched.
void my_add_helper(const wb::Context& ctx, wb::Tensor<const float> a);

template <typename T>
void my_add(const wb::Context& context,
            wb::Tensor<const T>  a,   // the first
            wb::Tensor<const T>  b,
            wb::Tensor<T>        y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * a[i] + b[i];  // my_add(ctx, a)
}
"""


@pytest.fixture
def add(qapp, tmp_path) -> OpDocument:
    project.create_project(tmp_path / "p")
    folder = project.copy_op(project.gallery_folder() / "my_add_custom", tmp_path / "p", "my_add")
    (folder / "kernel.cpp").write_text(KERNEL, encoding="utf-8")
    return OpDocument(folder)


def text(document: OpDocument) -> str:
    return document.texts[document.source]


def change(document: OpDocument, **parts: object) -> Snapshot:
    """Edit the declaration; returns the state before."""
    before = document.now
    document.set_now(document.edited(before, lambda op: replace(op, **parts)))
    return before


def with_alpha(document: OpDocument) -> Snapshot:
    op = document.op
    (node,) = op.mapping.nodes
    node = replace(node, attributes=(*node.attributes, Attribute("alpha", "float", arg="alpha")))
    return change(
        document,
        args=(*op.args, Arg("alpha", "float", default=1.0)),
        mapping=replace(op.mapping, nodes=(node,)),
    )


def test_a_new_argument_is_put_in_and_taken_out_to_the_byte(add) -> None:
    before = with_alpha(add)
    assert "            wb::Tensor<const T>  b,\n            double alpha,\n" in text(add)
    assert "a,   // the first\n" in text(add)
    assert text(add).endswith(KERNEL[KERNEL.index("{\n  for") :])
    after = add.now
    add.set_now(before)
    assert text(add) == KERNEL
    assert add.dirty_texts() == []
    add.set_now(after)
    assert "double alpha," in text(add)
    add.set_now(before)
    assert text(add) == KERNEL


def test_edits_of_the_body_between_the_steps_stay(add) -> None:
    before = with_alpha(add)
    add.set_text(add.source, text(add).replace("2 * a[i]", "alpha * a[i]"))
    add.set_now(before)
    assert text(add) == KERNEL.replace("2 * a[i]", "alpha * a[i]")


def test_a_rename_and_a_type_change_touch_their_parameter_only(add) -> None:
    op = add.op
    before = change(
        add,
        args=(op.args[0], replace(op.args[1], name="bias")),
    )
    assert text(add) == KERNEL  # the shape rule names an argument that is gone
    change(add, outputs=(replace(op.outputs[0], shape="a.shape"),))
    assert add.problems  # the mapping has the old name, which is no matter here
    assert text(add) == KERNEL.replace("wb::Tensor<const T>  b,", "wb::Tensor<const T>  bias,")
    change(add, outputs=(Output("y", "int64", "a.shape"),))
    assert "wb::Tensor<int64_t> y) {" in text(add)
    assert "wb::Tensor<const T>  bias," in text(add)
    add.set_now(before)
    assert text(add) == KERNEL


def test_a_head_that_was_written_otherwise_is_left_alone(add) -> None:
    own = KERNEL.replace("            wb::Tensor<const T>  b,\n", "")
    add.set_text(add.source, own)
    with_alpha(add)
    assert text(add) == own


def test_a_broken_text_and_a_missing_file_are_left_alone(add) -> None:
    for broken in ("", "void my_add(", "}}}}", "void my_add(int);", KERNEL[:200]):
        add.set_text(add.source, broken)
        before = with_alpha(add)
        assert text(add) == broken
        add.set_now(before)
        assert text(add) == broken


def test_a_python_kernel_follows_too(qapp, tmp_path) -> None:
    project.create_project(tmp_path / "p")
    folder = project.copy_op(project.gallery_folder() / "my_add_py", tmp_path / "p", "my_add")
    document = OpDocument(folder)
    was = text(document)
    op = document.op
    before = change(document, args=(*op.args, Arg("alpha", "float")))
    assert ", alpha)" in text(document)
    assert text(document).replace(", alpha)", ")", 1) == was
    document.set_now(before)
    assert text(document) == was


def test_the_notice_shows_the_difference_and_puts_the_head_in(drive, document, answers) -> None:
    page = drive.page("kernel")
    notice = page.findChild(HeadNotice)
    assert notice.isHidden()
    own = text(document).replace("wb::Tensor<const T> b, ", "")
    document.set_text(document.source, own)
    drive.qtbot.waitUntil(lambda: not notice.isHidden())
    answers["accept_head"] = False
    drive.click("showHeadDifference")
    assert text(document) == own
    answers["accept_head"] = True
    drive.click("showHeadDifference")
    assert "wb::Tensor<const T> a, wb::Tensor<const T> b, wb::Tensor<T> y) {" in text(document)
    assert notice.isHidden()


def test_the_difference_has_red_and_green_lines(qtbot, document) -> None:
    document.set_text(document.source, text(document).replace("wb::Tensor<const T> b, ", ""))
    other = head_beside(document, document.source)
    dialog = HeadDialog(None, other)
    qtbot.addWidget(dialog)
    view = dialog.findChild(QPlainTextEdit)
    lines = view.toPlainText().split("\n")
    assert any(line.startswith("- void my_add(const wb::Context& ctx") for line in lines)
    assert any(line.startswith("+ ") and "b, wb::Tensor<T> y" in line for line in lines)
    backgrounds = {
        view.document().findBlockByNumber(i).blockFormat().background().color().name()
        for i in range(len(lines))
    }
    assert len(backgrounds) == 3
    dialog.show()
    qtbot.waitExposed(dialog)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)


def test_what_cannot_be_put_in_says_why(qtbot, document) -> None:
    twice = text(document).replace("wb::Tensor<const T> b, ", "")
    twice += "\nvoid my_add(int a) {}\n"
    document.set_text(document.source, twice)
    other = head_beside(document, document.source)
    assert "defined 2 times" in other.problem
    dialog = HeadDialog(None, other)
    qtbot.addWidget(dialog)
    assert dialog.findChild(QPushButton, "acceptHead") is None


def test_an_overload_beside_the_kernel_is_no_notice(document) -> None:
    twice = "template <class T>\nvoid my_add(const T* a, int n) {}\n" + text(document)
    document.set_text(document.source, twice)
    assert head_beside(document, document.source) is None


def test_no_op_of_the_gallery_has_the_notice(qapp) -> None:
    seen = 0
    for folder, op in project.gallery():
        document = OpDocument(folder)
        assert head_beside(document, document.source) is None, op.name
        seen += document.source is not None
    assert seen > 8
