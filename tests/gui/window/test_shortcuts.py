"""All keys in one list, each used once, and the menus' mnemonics."""

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence

from workbench.gui import dialogs
from workbench.gui.window.about import parts
from workbench.gui.window.actions import ACTIONS
from workbench.gui.window.shortcuts import ShortcutsWindow, as_html, as_text, shortcuts


def test_it_lists_every_key_of_every_action(session, qtbot):
    session.window.activateWindow()
    qtbot.keyClick(session.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
    window = session.window.findChild(ShortcutsWindow)
    assert window.isVisible()
    listed = {key for line in window.listed() for key in line.keys}
    assert {key for spec in ACTIONS for key in spec.keys} <= listed
    groups = list(dict.fromkeys(line.group for line in window.listed()))
    assert groups == [
        "File", "Edit", "List of ops", "View", "Run", "Help", "Forms", "Code editor",
    ]  # fmt: skip


def test_every_listed_key_is_one():
    for line in shortcuts():
        for key in line.keys:
            assert QKeySequence(key).toString() == key, key


def test_the_list_is_searched_by_words_and_keys(session, qtbot):
    window = ShortcutsWindow(session.window)
    qtbot.addWidget(window)
    window.show()
    qtbot.keyClicks(window.search, "ctrl+shift+p")
    assert [line.text for line in window.listed()] == ["Command palette"]
    window.search.setText("editor comment")
    assert {line.group for line in window.listed()} == {"Code editor"}
    window.search.setText("no such thing")
    assert window.listed() == []
    assert window._none.isVisible()


def test_the_list_is_copied_and_printed(session, qtbot, monkeypatch):
    window = ShortcutsWindow(session.window)
    qtbot.addWidget(window)
    window._copy()
    assert "Command palette" in QGuiApplication.clipboard().text()
    printed = []
    monkeypatch.setattr(dialogs, "print_text", lambda *a: printed.append(a))
    window._print()
    assert "Code editor" in printed[0][2]
    assert as_text(shortcuts()).count("\n\n") == 7
    assert "<script" not in as_html(shortcuts())


def test_no_two_actions_share_a_key_where_both_work():
    for where in {spec.where for spec in ACTIONS}:
        keys = Counter(
            QKeySequence(k).toString() for s in ACTIONS if s.where in ("", where) for k in s.keys
        )
        assert [key for key, count in keys.items() if count > 1] == []


def test_no_action_of_the_window_takes_a_key_of_another(drive):
    for spec in ("kernel", "signature", "mapping", "model", "run"):
        drive.page(spec)
    wide = Qt.ShortcutContext.WindowShortcut
    keys = Counter(
        sequence.toString()
        for action in drive.window.findChildren(QAction)
        if action.shortcutContext() == wide
        for sequence in action.shortcuts()
    )
    assert [key for key, count in keys.items() if count > 1] == []


def mnemonic(text: str) -> str:
    plain = text.replace("&&", "")
    return plain.partition("&")[2][:1].lower()


def test_every_menu_entry_has_a_mnemonic_of_its_own(session):
    bar = session.window.menuBar()
    titles = [mnemonic(action.text()) for action in bar.actions()]
    assert all(titles)
    assert len(set(titles)) == len(titles)
    for top in bar.actions():
        texts = [a.text() for a in top.menu().actions() if not a.isSeparator()]
        letters = Counter(mnemonic(text) for text in texts)
        assert "" not in letters, texts
        assert [letter for letter, count in letters.items() if count > 1] == [], texts


def test_about_names_versions_and_licences():
    found = {name: (version, licence) for name, version, licence in parts()}
    assert found["ONNX Runtime"][0]
    assert all(version and licence for version, licence in found.values()), found
