"""The Kernel page with Monaco and the real clangd and clang-format, driven as a user does."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui import fake_hosts
from workbench.core.compile.programs import find_program
from workbench.core.storage import project

from .helpers import evaluate

pytestmark = pytest.mark.skipif(
    not find_program("clangd") or not find_program("clang-format"),
    reason="clangd or clang-format is not installed",
)

KERNEL = """\
#include <workbench/tensor.h>

void my_add(const wb::Context& ctx, wb::Tensor<const float> a, wb::Tensor<float> y) {
  const int64_t n = y.numel();
  ctx.
}
"""


@pytest.fixture(scope="module")
def session(qapp, tmp_path_factory):
    """One window with one clangd for all: a clangd of its own reads the C++ library for seconds."""
    from workbench.gui.app import Session

    with pytest.MonkeyPatch.context() as patch:
        for name in ("CACHE", "DATA"):
            patch.setenv(f"OP_WORKBENCH_{name}", str(tmp_path_factory.mktemp(name.lower())))
        session = Session(qapp, use_web=True, commands=fake_hosts.commands())
        session.engine.closed.disconnect()  # a test must not end the application
        session.window.resize(1280, 800)
        yield session
        session.window.closed.disconnect()
        closed = QEventLoop()
        session.engine.closed.connect(closed.quit)
        session.engine.shutdown()
        closed.exec()
        session.window.hide()
        session.services.web().close()
        session.dispose()


@pytest.fixture
def page(session, qtbot, tmp_path):
    """The Kernel page of a window, with a new op whose kernel is being typed."""
    folder = project.create_project(tmp_path / "edge-ops").folder
    op = project.copy_op(project.gallery_folder() / "my_add_custom", folder, "my_add_custom")
    (op / "kernel.cpp").write_text(KERNEL)
    seen = []
    session.open(op)
    page = session.window.workspace.page("kernel")
    page.assist.diagnosed.connect(lambda path, *_: seen.append(path))
    session.window.workspace.show_page("kernel")
    qtbot.waitUntil(lambda: page.editor is not None and page.editor.is_ready(), timeout=60_000)
    # Before it has read the headers, clangd offers only words of the text.
    qtbot.waitUntil(lambda: str(source(page)) in seen, timeout=60_000)
    page.session = session
    yield page
    session.window.actions_["save"].trigger()  # the next one asks nothing about it


def source(page) -> Path:
    return page.document.source


def focus(qtbot, page, line: int, column: int) -> None:
    page.window().activateWindow()
    qtbot.waitUntil(page.window().isActiveWindow, timeout=60_000)
    page.editor.reveal(str(source(page)), line, column)
    page.editor.focus_editor()

    def focused() -> bool:
        widget = QApplication.focusWidget()
        return widget is not None and page.editor.isAncestorOf(widget)

    qtbot.waitUntil(focused, timeout=60_000)
    query = "document.hasFocus() && workbench.editor.hasTextFocus()"
    qtbot.waitUntil(lambda: evaluate(qtbot, page.editor, query), timeout=60_000)
    at_position = f"workbench.editor.getPosition().equals({{lineNumber: {line}, column: {column}}})"
    qtbot.waitUntil(lambda: evaluate(qtbot, page.editor, at_position), timeout=60_000)


def press(key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def run(page, action: str) -> None:
    """Do what Monaco binds to its own keys (F12 and such)."""
    page.editor.page().runJavaScript(f"workbench.editor.getAction('editor.action.{action}').run()")


def type_text(page, text: str) -> None:
    page.editor.page().runJavaScript(
        f"workbench.editor.trigger('keyboard', 'type', {{text: '{text}'}})"
    )


def shown(qtbot, page, selector: str) -> str:
    text = f"[...document.querySelectorAll('{selector}')].map((e) => e.innerText).join('|')"
    return evaluate(qtbot, page.editor, text)


def test_errors_are_marked_while_one_types(qtbot, page):
    query = "monaco.editor.getModelMarkers({owner: 'clangd'}).map((m) => m.startLineNumber)"
    qtbot.waitUntil(lambda: 6 in evaluate(qtbot, page.editor, query), timeout=60_000)
    page.editor.set_text(
        str(source(page)), KERNEL.replace("  ctx.\n", "  y.data()[n - 1] = a.data()[0];\n")
    )
    page._on_typed(str(source(page)))
    qtbot.waitUntil(lambda: evaluate(qtbot, page.editor, query) == [], timeout=60_000)


def test_a_completion_is_offered_as_one_types_and_is_inserted(qtbot, page):
    focus(qtbot, page, 5, 7)
    page.editor.page().runJavaScript("workbench.editor.trigger('', 'deleteLeft')")
    type_text(page, ".")
    qtbot.waitUntil(lambda: "parallel_for" in shown(qtbot, page, ".suggest-widget"), timeout=60_000)
    page.editor.page().runJavaScript("workbench.editor.trigger('', 'acceptSelectedSuggestion')")
    qtbot.waitUntil(
        lambda: "ctx.parallel_for(int64_t n, int64_t grain" in page.document.texts[source(page)],
        timeout=60_000,
    )


def test_the_pointer_over_a_name_tells_what_it_is(qtbot, page):
    focus(qtbot, page, 4, 26)
    run(page, "showHover")
    qtbot.waitUntil(lambda: "numel" in shown(qtbot, page, ".monaco-hover"), timeout=60_000)


def test_a_definition_in_a_header_opens_it_read_only(qtbot, page):
    focus(qtbot, page, 4, 26)
    run(page, "revealDefinition")
    qtbot.waitUntil(lambda: page.current_path().name == "tensor.h", timeout=60_000)
    query = "workbench.editor.getOption(monaco.editor.EditorOption.readOnly)"
    qtbot.waitUntil(lambda: evaluate(qtbot, page.editor, query) is True, timeout=60_000)
    line = "workbench.editor.getModel().getLineContent(workbench.editor.getPosition().lineNumber)"
    qtbot.waitUntil(lambda: "numel" in evaluate(qtbot, page.editor, line), timeout=60_000)
    assert [e.closable for e in page.bar.shown()] == [False, False, True]
    page.bar.closed.emit(page.current_path())
    assert page.current_path() == source(page)
    assert not page.document.dirty


def test_the_signature_of_a_call_is_shown(qtbot, page):
    page.editor.set_text(str(source(page)), KERNEL.replace("ctx.", "ctx.parallel_for(n, )"))
    page._on_typed(str(source(page)))
    focus(qtbot, page, 5, 23)
    run(page, "triggerParameterHints")
    qtbot.waitUntil(
        lambda: "int64_t grain" in shown(qtbot, page, ".parameter-hints-widget"), timeout=60_000
    )


@pytest.mark.parametrize("key", [Qt.Key.Key_I, Qt.Key.Key_F])
def test_the_source_is_formatted_and_the_cursor_stays(qtbot, page, key):
    ugly = KERNEL.replace("  ctx.\n", "  if(n>0){y.data()[0]=a.data()[0];}\n")
    page.editor.set_text(str(source(page)), ugly)
    page._on_typed(str(source(page)))
    focus(qtbot, page, 4, 9)
    held = Qt.KeyboardModifier.ShiftModifier | (
        Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_I
        else Qt.KeyboardModifier.AltModifier
    )
    press(key, held)
    qtbot.waitUntil(lambda: "  if (n > 0) {" in page.document.texts[source(page)], timeout=60_000)
    assert evaluate(qtbot, page.editor, "workbench.editor.getPosition()") == {
        "lineNumber": 4,
        "column": 9,
    }
    page.editor.page().runJavaScript("workbench.editor.trigger('', 'undo')")
    qtbot.waitUntil(lambda: page.document.texts[source(page)] == ugly, timeout=60_000)


def test_find_and_replace_and_the_next_tab_have_their_keys(qtbot, page):
    control = Qt.KeyboardModifier.ControlModifier
    for key in (Qt.Key.Key_F, Qt.Key.Key_H):
        focus(qtbot, page, 4, 9)
        press(key, control)
        qtbot.waitUntil(
            lambda: evaluate(
                qtbot, page.editor, "Boolean(document.querySelector('.find-widget.visible'))"
            ),
            timeout=60_000,
        )
        press(Qt.Key.Key_Escape)
    focus(qtbot, page, 4, 9)
    press(Qt.Key.Key_Tab, control)
    qtbot.waitUntil(lambda: page.current_path() == page.document.file, timeout=60_000)


def test_typing_in_the_text_changes_the_forms(qtbot, page):
    page.show_text("args[0].name")
    file = str(page.document.file)
    query = "workbench.editor.getModel().getLanguageId()"
    qtbot.waitUntil(lambda: evaluate(qtbot, page.editor, query) == "toml", timeout=60_000)
    page.editor.page().runJavaScript(
        "workbench.editor.executeEdits('', [{range: new monaco.Range(1, 1, 1, 1), text: '# mine\\n'}])"
    )
    qtbot.waitUntil(lambda: page.document.toml().startswith("# mine\n"), timeout=60_000)
    assert page.editor.text(file) == page.document.toml()
    assert page.session.project.undo.undoText() == "Edit op.toml"


def test_a_missing_include_is_a_quick_fix_in_the_editor(qtbot, page):
    text = KERNEL.replace("  ctx.\n", "  std::deque<int> d;\n  d.clear();\n")
    page.editor.set_text(str(source(page)), text)
    page._on_typed(str(source(page)))
    query = "monaco.editor.getModelMarkers({owner: 'clangd'}).map((m) => m.message).join('|')"
    qtbot.waitUntil(lambda: "deque" in evaluate(qtbot, page.editor, query), timeout=60_000)
    assert "available)" not in evaluate(qtbot, page.editor, query)
    focus(qtbot, page, 5, 9)
    run(page, "quickFix")
    menu = (
        "[...document.querySelectorAll('.shadow-root-host')].map((e) => e.shadowRoot.textContent)"
    )
    qtbot.waitUntil(
        lambda: "Add #include <deque>" in "".join(evaluate(qtbot, page.editor, menu)),
        timeout=60_000,
    )
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: "#include <deque>\n" in page.document.texts[source(page)], timeout=60_000
    )
    qtbot.waitUntil(lambda: "deque" not in evaluate(qtbot, page.editor, query), timeout=60_000)
    page.editor.page().runJavaScript("workbench.editor.trigger('', 'undo')")
    qtbot.waitUntil(lambda: page.document.texts[source(page)] == text, timeout=60_000)


def toml(qtbot, page, line: int, column: int) -> None:
    """The text of ``op.toml`` in front, the caret in it."""
    page.show_text()
    page.editor.reveal(str(page.document.file), line, column)
    page.editor.focus_editor()
    query = "document.hasFocus() && workbench.editor.hasTextFocus()"
    qtbot.waitUntil(lambda: evaluate(qtbot, page.editor, query), timeout=60_000)
    at_position = f"workbench.editor.getPosition().equals({{lineNumber: {line}, column: {column}}})"
    qtbot.waitUntil(lambda: evaluate(qtbot, page.editor, at_position), timeout=60_000)


def line_of(page, text: str) -> int:
    return page.document.file.read_text(encoding="utf-8").splitlines().index(text) + 1


def test_the_keys_of_op_toml_are_offered_with_what_they_mean(qtbot, page):
    line = line_of(page, "[kernel]")
    toml(qtbot, page, line, len("[kernel]") + 1)
    type_text(page, "\\npa")
    qtbot.waitUntil(lambda: "package" in shown(qtbot, page, ".suggest-widget"), timeout=60_000)
    page.editor.page().runJavaScript("workbench.editor.trigger('', 'acceptSelectedSuggestion')")
    text = "workbench.editor.getValue()"
    qtbot.waitUntil(lambda: 'package = ""' in evaluate(qtbot, page.editor, text), timeout=60_000)


def test_a_key_of_op_toml_is_explained_at_the_pointer(qtbot, page):
    toml(qtbot, page, line_of(page, "[kernel]"), 3)

    def explained() -> bool:
        run(page, "showHover")  # what the page does meanwhile may close it
        return "Where the computation is" in shown(qtbot, page, ".monaco-hover")

    qtbot.waitUntil(explained, timeout=60_000)


def test_a_header_of_op_toml_takes_the_place_of_the_brackets_that_are_there(qtbot, page):
    line = line_of(page, "[kernel]") - 1
    toml(qtbot, page, line, 1)
    before = page.document.toml()
    QTest.keyClicks(QApplication.focusWidget(), "[[model.c")
    here = f"workbench.editor.getModel().getLineContent({line})"
    # The editor may have closed brackets behind the caret by itself.
    qtbot.waitUntil(
        lambda: evaluate(qtbot, page.editor, here).rstrip("]") == "[[model.c", timeout=60_000
    )
    first = ".suggest-widget .monaco-list-row.focused"
    qtbot.waitUntil(lambda: shown(qtbot, page, first).startswith("[[model.cases]]"), timeout=60_000)
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: evaluate(qtbot, page.editor, here) == "[[model.cases]]", timeout=60_000)
    after = evaluate(qtbot, page.editor, "workbench.editor.getValue()")
    assert after.replace("[[model.cases]]", "", 1) == before


def test_the_names_of_the_op_are_offered_in_the_text(qtbot, page):
    text = next(t for t in page.document.toml().splitlines() if t.startswith("shape = "))
    toml(qtbot, page, line_of(page, text), len(text) + 1)
    page.editor.page().runJavaScript("workbench.editor.trigger('', 'deleteLeft')")
    for letter in " + a.":
        type_text(page, letter)
    qtbot.waitUntil(lambda: "a.shape" in shown(qtbot, page, ".suggest-widget"), timeout=60_000)
    page.editor.page().runJavaScript("workbench.editor.trigger('', 'acceptSelectedSuggestion')")
    wanted = text[:-1] + " + a.shape"
    value = "workbench.editor.getValue()"
    qtbot.waitUntil(lambda: wanted in evaluate(qtbot, page.editor, value), timeout=60_000)
