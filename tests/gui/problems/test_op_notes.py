"""The list of problems has what the window knows before anything runs, and goes to its place."""

import pytest
from PySide6.QtCore import Qt

from tests.gui.problems.conftest import change
from workbench.core.compile.programs import find_program
from workbench.gui.editor.code_assist import CodeAssist
from workbench.gui.problems.problem_panel import ListedProblem


@pytest.fixture
def activate(drive, qtbot):
    """Go to a listed problem by its row."""

    def go(entry: ListedProblem) -> None:
        view = drive.window.workspace.problems.view
        row = drive.window.workspace.problems.entries().index(entry)
        view.setCurrentIndex(view.model().index(row, 0))
        view.setFocus()
        qtbot.keyClick(view, Qt.Key.Key_Return)

    return go


@pytest.mark.skipif(find_program("clangd") is None, reason="clangd is not installed")
def test_what_clangd_sees_is_listed_until_it_withdraws_it_or_a_build_speaks(
    drive, document, qtbot, listed, activate
):
    assist = CodeAssist(drive.session.services)
    assist.diagnosed.connect(drive.window.workspace.feed.notes.set_diagnosed)
    path = document.source
    good = document.texts[path]
    change(document, "T(2) * from_a[i] + from_b[i]", "T(2) * from_a[count_of_k] + from_b[i]")
    assist.show(document, path, document.texts[path])
    qtbot.waitUntil(lambda: len(listed("clangd")) == 1, timeout=60_000)
    entry = listed("clangd")[0]
    assert "count_of_k" in entry.problem.message
    assert entry.location.startswith("clangd · ")
    assert entry.problem.severity == "error"
    assert document.problems == ()  # it does not keep the op from being run
    activate(entry)
    assert drive.window.workspace.current_page() == "kernel"
    document.set_text(path, good)
    assist.change(str(path), good)
    qtbot.waitUntil(lambda: not listed("clangd"), timeout=60_000)
    bad = good.replace("if (y.numel() == 0) return;", "if (nothing) return;")
    document.set_text(path, bad)
    assist.change(str(path), bad)
    qtbot.waitUntil(lambda: len(listed("clangd")) == 1, timeout=60_000)
    drive.run_all()  # the build of this test's host finds nothing wrong with it
    qtbot.waitUntil(lambda: not listed("clangd"))
    assist.close()


def test_a_head_that_cannot_follow_is_listed_and_shown_on_the_signature_page(
    drive, document, qtbot, listed, activate, answers
):
    drive.page("signature")
    change(document, "wb::Tensor<const T> b, wb::Tensor<T> y)", "Tensor b, wb::Tensor<T> y)")
    qtbot.waitUntil(lambda: len(listed("head")) == 1)
    entry = listed("head")[0]
    assert entry.problem.message == "The head in kernel.cpp is not what the signature asks for"
    assert entry.problem.line == 27
    qtbot.waitUntil(lambda: drive.window.workspace.page("signature")._head.isVisible())
    answers["accept_head"] = True
    view = drive.window.workspace.problems.view
    view.setCurrentIndex(
        view.model().index(drive.window.workspace.problems.entries().index(entry), 0)
    )
    drive.window.workspace.problems.fix_bar.chosen.emit("Show the difference")
    assert "Tensor b, wb::Tensor<T> y" not in document.texts[document.source].replace(
        "wb::Tensor<const T> b", ""
    )
    qtbot.waitUntil(lambda: not listed("head"))
    qtbot.waitUntil(lambda: not drive.window.workspace.page("signature")._head.isVisible())


def test_a_shape_rule_that_does_not_fit_the_examples_is_listed(
    drive, document, qtbot, listed, activate
):
    drive.page("signature")
    drive.type("outputs[0].shape", "[a.shape[0], a.shape[5]]")
    qtbot.waitUntil(lambda: bool(listed("shape")))
    entry = listed("shape")[0]
    assert entry.problem.message.startswith("The shape rule of 'y' does not fit: index 5")
    assert entry.problem.severity == "error"
    drive.page("model")
    activate(entry)
    assert drive.window.workspace.current_page() == "signature"
    drive.type("outputs[0].shape", "a.shape")
    qtbot.waitUntil(lambda: not listed("shape"))


def test_a_body_that_is_still_the_skeletons_is_a_note(drive, document, qtbot, listed, activate):
    text = document.texts[document.source]
    head, _, _ = text.partition("  if (y.numel()")
    document.set_text(document.source, head + '  wb::fail("my_add is not written yet");\n}\n')
    qtbot.waitUntil(lambda: len(listed("unwritten")) == 1)
    entry = listed("unwritten")[0]
    assert entry.problem.severity == "note"
    activate(entry)
    assert drive.window.workspace.current_page() == "kernel"
    document.set_text(document.source, text)
    qtbot.waitUntil(lambda: not listed("unwritten"))
