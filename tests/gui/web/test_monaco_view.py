"""The editor: documents live in Python, and Monaco is their face."""

import contextlib
import os
import signal

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow

from workbench.gui.look.fonts import code_family
from workbench.gui.web.monaco_view import Marker, MonacoView

from .helpers import evaluate, loaded_fonts

KERNEL = "void f() {\n    return 1;\n}\n"
PATH = "/project/ops/my_add/kernel.cpp"
OTHER = "/project/ops/my_add/op.toml"


@pytest.fixture
def view(qtbot, context):
    """A ready editor with one document."""
    view = MonacoView(context)
    view.resize(700, 400)
    qtbot.addWidget(view)
    view.open(PATH, KERNEL)
    with qtbot.waitSignal(view.ready, timeout=60_000):
        view.show()
    qtbot.waitUntil(lambda: shown(qtbot, view) == KERNEL, timeout=60_000)
    return view


def shown(qtbot, view) -> str | None:
    """The text that Monaco shows."""
    return evaluate(qtbot, view, "workbench.editor.getModel()?.getValue()")


def type_text(view, text: str) -> None:
    view.page().runJavaScript(f"workbench.editor.trigger('keyboard', 'type', {{text: '{text}'}})")


def test_nothing_starts_before_the_first_show(qtbot, context):
    view = MonacoView(context)
    qtbot.addWidget(view)
    view.open(PATH, KERNEL)
    assert view.page() is None
    assert view.text(PATH) == KERNEL


def test_what_is_typed_is_read_in_python(qtbot, view):
    with qtbot.waitSignal(view.text_changed, timeout=60_000) as changed:
        type_text(view, "// hi ")
    assert changed.args == [PATH]
    assert view.text(PATH) == "// hi " + KERNEL


def test_typing_without_a_pause_reaches_python_all_the_same(qtbot, view):
    view.page().runJavaScript(
        "window.typist = setInterval(() => "
        "workbench.editor.trigger('keyboard', 'type', {text: 'x'}), 5)"
    )
    for _ in range(5):  # the journal of unsaved edits lives on this
        with qtbot.waitSignal(view.text_changed, timeout=60_000):
            pass
    view.page().runJavaScript("clearInterval(window.typist)")


def test_sync_brings_in_what_the_last_frame_held(qtbot, view):
    type_text(view, "// a")
    with qtbot.waitCallback(timeout=60_000) as synced:
        view.sync(synced)
    assert view.text(PATH).startswith("// a")


def test_sync_calls_back_when_no_page_listens(qtbot, context):
    view = MonacoView(context)
    qtbot.addWidget(view)
    called = []
    view.sync(lambda: called.append(1))
    assert called == [1]


def test_set_text_can_be_undone_and_keeps_the_cursor(qtbot, view):
    view.reveal(PATH, 3, 2)
    signals = []
    view.text_changed.connect(signals.append)
    view.set_text(PATH, "// first\n" + KERNEL)
    assert view.text(PATH) == "// first\n" + KERNEL
    assert shown(qtbot, view) == "// first\n" + KERNEL
    assert evaluate(qtbot, view, "workbench.editor.getPosition().lineNumber") == 4
    assert signals == []
    with qtbot.waitSignal(view.text_changed, timeout=60_000):
        view.page().runJavaScript("workbench.editor.trigger('', 'undo')")
    assert view.text(PATH) == KERNEL


def test_set_text_wins_over_what_was_typed_at_the_same_time(qtbot, view):
    type_text(view, "typed")
    view.set_text(PATH, "from python")
    with qtbot.waitCallback(timeout=60_000) as synced:
        view.sync(synced)
    assert view.text(PATH) == "from python"
    assert shown(qtbot, view) == "from python"


@pytest.mark.parametrize("new", ["", "a\r\nc\r\n", "a\r\nb\r\nx\r\nc\r\n", "ä😀\r\nb\r\n"])
def test_set_text_is_exact_with_windows_line_ends(qtbot, view, new):
    view.open(OTHER, "a\r\nb\r\nc\r\n", "plaintext")
    view.set_text(OTHER, new)
    assert shown(qtbot, view) == new
    assert view.text(OTHER) == new


def test_documents_are_kept_apart(qtbot, view):
    view.open(OTHER, 'name = "my_add"\n', "toml")
    assert shown(qtbot, view) == 'name = "my_add"\n'
    assert evaluate(qtbot, view, "workbench.editor.getModel().getLanguageId()") == "toml"
    with qtbot.waitSignal(view.text_changed, timeout=60_000) as changed:
        type_text(view, "x")
    assert changed.args == [OTHER]
    view.open(PATH, "")
    assert shown(qtbot, view) == KERNEL
    view.close_document(OTHER)
    assert view.documents() == [PATH]
    assert evaluate(qtbot, view, "monaco.editor.getModels().length") == 1


def test_a_read_only_document_cannot_be_typed_into(qtbot, view):
    view.open(OTHER, "generated\n", "cpp", read_only=True)
    type_text(view, "x")
    assert shown(qtbot, view) == "generated\n"


def test_markers_are_shown_and_cleared(qtbot, view):
    view.set_markers(
        PATH,
        [
            Marker(2, 5, message="return-statement with a value"),
            Marker(1, 1, 1, 5, "warning", "unused"),
            Marker(99, 99, severity="info", message="past the end"),
        ],
    )
    query = "monaco.editor.getModelMarkers({owner: 'workbench'})"
    found = evaluate(qtbot, view, query)
    by_message = {marker["message"]: marker for marker in found}
    error = by_message["return-statement with a value"]
    assert (error["startLineNumber"], error["startColumn"], error["endColumn"]) == (2, 5, 11)
    assert error["severity"] == 8
    assert by_message["unused"]["severity"] == 4
    assert by_message["past the end"]["startLineNumber"] == 4
    view.set_markers(PATH, [])
    assert evaluate(qtbot, view, query) == []


def test_reveal_shows_the_document_and_moves_the_cursor(qtbot, view):
    view.open(OTHER, "a\nb\n", "toml")
    with qtbot.waitSignal(
        view.cursor_moved, timeout=60_000, check_params_cb=lambda *at: at == (PATH, 2, 5)
    ):
        view.reveal(PATH, 2, 5)
    assert view.current() == PATH
    assert shown(qtbot, view) == KERNEL


def test_a_reveal_before_the_page_is_ready_is_kept(qtbot, context):
    view = MonacoView(context)
    qtbot.addWidget(view)
    view.open(PATH, KERNEL)
    view.reveal(PATH, 2, 5)
    with qtbot.waitSignal(view.ready, timeout=60_000):
        view.show()
    position = evaluate(qtbot, view, "workbench.editor.getPosition()")
    assert position == {"lineNumber": 2, "column": 5}


def test_dark_and_the_font_reach_the_page(qtbot, view):
    view.set_dark(True)
    assert evaluate(qtbot, view, "document.body.className") == "dark"
    size = "workbench.editor.getOption(monaco.editor.EditorOption.fontInfo).fontSize"
    assert evaluate(qtbot, view, size) == 13


def test_code_is_in_the_windows_font_of_code(qtbot, view):
    family = "workbench.editor.getOption(monaco.editor.EditorOption.fontInfo).fontFamily"
    assert evaluate(qtbot, view, family).startswith(f"'{code_family()}'")
    if code_family() == "JetBrains Mono":  # the program's own, where the system has a stand-in
        assert loaded_fonts(qtbot, view, "13px 'JetBrains Mono'") == ["JetBrains Mono 400"]


def test_a_crash_of_the_renderer_loses_nothing(qtbot, view):
    view.set_markers(PATH, [Marker(2, 5, message="kept")])
    with qtbot.waitSignal(view.text_changed, timeout=60_000):
        type_text(view, "// kept\\n")
    text = view.text(PATH)
    with qtbot.waitSignal(view.ready, timeout=60_000):
        os.kill(view.page().renderProcessPid(), signal.SIGKILL)
    assert shown(qtbot, view) == text
    assert evaluate(qtbot, view, "monaco.editor.getModelMarkers({})[0].message") == "kept"
    with qtbot.waitSignal(view.text_changed, timeout=60_000):
        type_text(view, "x")


def press(key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    """Presses a key where the keyboard focus lies."""
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def give_focus(qtbot, view) -> None:
    """Puts the keyboard into the editor's text, and waits until Qt and the page both agree."""
    view.window().activateWindow()
    qtbot.waitUntil(view.isActiveWindow, timeout=60_000)
    view.focus_editor()

    def focused() -> bool:
        widget = QApplication.focusWidget()
        return widget is not None and (widget is view or view.isAncestorOf(widget))

    qtbot.waitUntil(focused, timeout=60_000)
    query = "document.hasFocus() && workbench.editor.hasTextFocus()"
    qtbot.waitUntil(lambda: evaluate(qtbot, view, query), timeout=60_000)


def test_save_and_run_keys_in_the_editor(qtbot, view):
    give_focus(qtbot, view)
    control = Qt.KeyboardModifier.ControlModifier
    with qtbot.waitSignal(view.save_requested, timeout=60_000):
        press(Qt.Key.Key_S, control)
    with qtbot.waitSignal(view.run_requested, timeout=60_000):
        press(Qt.Key.Key_F5)
    for key, chord in ((Qt.Key.Key_2, "Ctrl+2"), (Qt.Key.Key_Tab, "Ctrl+Tab")):
        with qtbot.waitSignal(view.shortcut, timeout=60_000) as sent:
            press(key, control)
        assert sent.args == [chord]


def test_the_windows_actions_work_while_the_editor_has_the_focus(qtbot, view):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(view)
    fired = []
    for chord in ("Ctrl+S", "F5", "Ctrl+1", "Ctrl+Tab", "Ctrl+Z"):
        action = QAction(chord, window)
        action.setShortcut(QKeySequence(chord))
        action.triggered.connect(lambda _=False, chord=chord: fired.append(chord))
        window.addAction(action)
    window.show()
    give_focus(qtbot, view)
    type_text(view, "x")
    qtbot.waitUntil(lambda: view.text(PATH) != KERNEL, timeout=60_000)
    control = Qt.KeyboardModifier.ControlModifier
    saved = []
    view.save_requested.connect(lambda: saved.append(1))
    press(Qt.Key.Key_S, control)
    press(Qt.Key.Key_F5)
    press(Qt.Key.Key_1, control)
    press(Qt.Key.Key_Tab, control)
    qtbot.waitUntil(lambda: fired == ["Ctrl+S", "F5", "Ctrl+1", "Ctrl+Tab"], timeout=60_000)
    # Chromium loses a key when the machine is busy; one undo too many does nothing.
    for _ in range(3):
        press(Qt.Key.Key_Z, control)
        with contextlib.suppress(qtbot.TimeoutError):
            qtbot.waitUntil(lambda: view.text(PATH) == KERNEL, timeout=4_000)
            break
    assert view.text(PATH) == KERNEL
    assert "Ctrl+Z" not in fired
    assert saved == []
    window.takeCentralWidget()  # the fixture's


class _Slow:
    """An assistant that answers when it is told to."""

    def __init__(self) -> None:
        self.answers = []

    def ask(self, path, method, params, answer) -> int:
        self.answers.append(answer)
        return 1

    def cancel(self, number) -> None:
        pass


def test_an_answer_that_comes_after_the_view_is_dropped(qtbot, context):
    view = MonacoView(context)
    view.open(PATH, KERNEL)
    with qtbot.waitSignal(view.ready, timeout=60_000):
        view.show()
    slow = view.assistant = _Slow()
    view.page().runJavaScript(
        "workbench.editor.trigger('keyboard', 'editor.action.formatDocument')"
    )
    qtbot.waitUntil(lambda: bool(slow.answers), timeout=60_000)
    gone = []
    view.destroyed.connect(lambda: gone.append(True))
    view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert gone
    slow.answers[0](None)  # raised: 'Internal C++ object already deleted'


class _Definitions:
    """An assistant that knows where everything is defined."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, path, method, params, answer) -> int:
        self.asked.append(method)
        position = {"line": 2, "character": 0}
        found = [{"uri": f"file://{path}", "range": {"start": position, "end": position}}]
        answer(found if method == "textDocument/definition" else None)
        return 1

    def cancel(self, number) -> None:
        pass


def test_f12_goes_to_the_definition_and_the_menu_says_so(qtbot, view):
    view.assistant = _Definitions()
    give_focus(qtbot, view)
    view.reveal(PATH, 1, 7)
    qtbot.waitUntil(lambda: view.cursor_of(PATH) == (1, 7), timeout=60_000)
    for _ in range(3):  # Chromium loses a key when the machine is busy
        press(Qt.Key.Key_F12)
        with contextlib.suppress(qtbot.TimeoutError):
            qtbot.waitUntil(lambda: view.cursor_of(PATH)[0] == 3, timeout=4_000)
            break
    assert view.cursor_of(PATH)[0] == 3
    label = (
        "workbench.editor._standaloneKeybindingService"
        ".lookupKeybinding('editor.action.revealDefinition').getLabel()"
    )
    assert evaluate(qtbot, view, label) == "F12"


def test_the_menu_of_the_editor_offers_no_second_palette(qtbot, view):
    give_focus(qtbot, view)
    view.page().runJavaScript("workbench.editor.trigger('', 'editor.action.showContextMenu')")
    # Monaco draws its menu into a shadow tree.
    query = (
        "[...document.querySelectorAll('.shadow-root-host')].map("
        "(host) => host.shadowRoot.textContent).join(' ')"
    )
    qtbot.waitUntil(lambda: "Cut" in evaluate(qtbot, view, query), timeout=60_000)
    assert "Command Palette" not in evaluate(qtbot, view, query)
    keys = "workbench.editor._standaloneKeybindingService"
    assert evaluate(qtbot, view, f"{keys}.lookupKeybinding('editor.action.quickCommand')") is None


def test_the_history_of_a_document_is_known_and_worked_from_outside(qtbot, view):
    give_focus(qtbot, view)
    assert not view.can_edit("undo")
    with qtbot.waitSignal(view.history_changed, timeout=60_000):
        type_text(view, "x")
    assert view.can_edit("undo")
    assert not view.can_edit("redo")
    view.edit("undo")
    qtbot.waitUntil(lambda: view.text(PATH) == KERNEL, timeout=60_000)
    assert view.can_edit("redo")
    view.edit("redo")
    qtbot.waitUntil(lambda: view.text(PATH) == f"x{KERNEL}", timeout=60_000)
    view.open(OTHER, "a = 1\n", "toml", read_only=True)
    assert not view.can_edit("undo")
    assert not view.can_edit("paste")
    assert view.can_edit("copy")


def test_whatever_gives_the_page_the_keyboard_gives_it_to_the_text(qtbot, view):
    give_focus(qtbot, view)
    view.page().runJavaScript("document.activeElement.blur()")
    query = "workbench.editor.hasTextFocus()"
    qtbot.waitUntil(lambda: evaluate(qtbot, view, query) is False, timeout=60_000)
    view.page().runJavaScript("window.dispatchEvent(new Event('focus'))")
    qtbot.waitUntil(lambda: evaluate(qtbot, view, query), timeout=60_000)
