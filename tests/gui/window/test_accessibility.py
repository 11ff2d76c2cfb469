"""Everything can be reached and is named for whoever does not use a mouse or does not see."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)

from workbench.gui.pages import PAGES
from workbench.gui.window.palette import Palette
from workbench.gui.window.shortcuts import ShortcutsWindow

# Parts of Qt's own composed widgets; the whole is named.
_PARTS = ("qt_scrollarea_viewport", "qt_spinbox_lineedit", "qt_toolbar_ext_button")


def interactive(root: QWidget) -> list[QWidget]:
    """The widgets that take the keyboard now, without parts of others."""
    return [
        w
        for w in root.findChildren(QWidget)
        if w.isVisibleTo(root)
        and w.isEnabled()
        and w.focusPolicy() & Qt.FocusPolicy.TabFocus
        and w.focusProxy() is None
        and w.objectName() not in _PARTS
        and not isinstance(w.parent(), QLineEdit)
        and not (type(w) is QWidget and not w.objectName())
    ]


def named(widget: QWidget, root: QWidget) -> bool:
    if widget.accessibleName():
        return True
    if isinstance(widget, QAbstractButton | QLabel) and widget.text():
        return True
    if any(label.buddy() is widget for label in root.findChildren(QLabel)):
        return True
    return isinstance(widget, QTabBar) or (
        isinstance(widget, QAbstractScrollArea) and widget.focusPolicy() == Qt.FocusPolicy.NoFocus
    )


def nameless(root: QWidget) -> list[str]:
    return [
        f"{type(w).__name__} {w.objectName()!r} in {w.parent().objectName()!r}"
        for w in interactive(root)
        if not named(w, root)
    ]


def reached_by_tab(root: QWidget, start: QWidget | None = None) -> list[QWidget]:
    """The widgets that get the focus when Tab is pressed again and again."""
    root.window().activateWindow()
    seen: list[QWidget] = []
    if start is not None:
        start.setFocus()
        seen.append(start)
    for _ in range(600):
        root.window().focusNextChild()
        now = QApplication.focusWidget()
        if now is None or now in seen:
            break
        seen.append(now)
    return seen


@pytest.mark.parametrize("name", [page.id for page in PAGES])
def test_every_widget_of_a_page_has_a_name_and_is_reached_by_tab(rich, name):
    drive, _ = rich
    page = drive.page(name)
    assert nameless(page) == []
    reached = reached_by_tab(page)
    missed = [
        f"{type(w).__name__} {w.objectName()!r}"
        for w in interactive(page)
        if w not in reached and not isinstance(w, QTabBar)
    ]
    assert missed == []


def test_every_widget_around_the_pages_has_a_name(drive):
    assert nameless(drive.window) == []


def test_the_start_view_is_named(make_session):
    session = make_session()
    assert nameless(session.window.start_view) == []


def test_tab_goes_from_the_list_over_the_pages_to_the_panels(drive):
    workspace = drive.window.workspace
    drive.page("signature")
    order = reached_by_tab(workspace, workspace.ops.filter)
    positions = [order.index(w) for w in (workspace.ops.filter, workspace.ops.view)]
    assert positions == sorted(positions)
    assert order.index(workspace.page_bar) < order.index(drive.find("doc"))


@pytest.mark.parametrize("make", [ShortcutsWindow, None], ids=["shortcuts", "palette"])
def test_every_dialog_is_named(session, qtbot, make):
    if make is None:
        dialog = Palette(session.window.palette_entries(), session.settings, session.window)
    else:
        dialog = make(session.window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert nameless(dialog) == []
    assert dialog.windowTitle() or dialog.accessibleName()


def test_the_new_op_dialog_is_named(session, qtbot):
    from workbench.gui.new_op.dialog import NewOpDialog

    dialog = NewOpDialog(session.services, session.settings, session.window, "")
    qtbot.addWidget(dialog)
    dialog.show()
    assert isinstance(dialog, QDialog)
    assert nameless(dialog) == []


def test_what_a_screen_reader_says_of_an_op_has_its_result(drive, document):
    index = drive.window.workspace.ops.view.currentIndex()
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "my_add_custom: Not run yet"


class SystemScheme:
    """The application, as on a system with a scheme (without a display there is none)."""

    def __init__(self, app):
        self.app, self.scheme = app, Qt.ColorScheme.Light

    def __getattr__(self, name):
        return getattr(self.app, name)

    def styleHints(self):
        return self

    def colorScheme(self):
        return self.scheme


def test_the_scheme_of_the_system_is_followed_live(session, qapp, monkeypatch):
    from workbench.gui.look.theme import is_dark

    system = SystemScheme(qapp)
    monkeypatch.setattr(session.theme, "_app", system)
    session.theme.set_mode("system")
    for system.scheme in (Qt.ColorScheme.Dark, Qt.ColorScheme.Light):
        qapp.styleHints().colorSchemeChanged.emit(system.scheme)
        assert is_dark() is (system.scheme == Qt.ColorScheme.Dark)
    session.theme.set_mode("light")
    system.scheme = Qt.ColorScheme.Dark
    qapp.styleHints().colorSchemeChanged.emit(system.scheme)
    assert not is_dark()
