"""Tab goes where the eye goes."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.look.tab_order import first_field, step_tab, tab_stops


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.setLayout(QVBoxLayout())
    return window


def test_what_is_made_later_stands_where_it_is_seen(window):
    grid = QGridLayout()
    below = QLineEdit("below")
    window.layout().addLayout(grid)
    window.layout().addWidget(below)
    fields = {}
    for cell in ((1, 1), (0, 1), (1, 0), (0, 0)):
        fields[cell] = QLineEdit(str(cell))
        grid.addWidget(fields[cell], *cell)
    window.show()
    assert tab_stops(window) == [fields[p] for p in ((0, 0), (0, 1), (1, 0), (1, 1))] + [below]


def test_a_column_is_walked_before_the_next(window):
    row = QHBoxLayout()
    window.layout().addLayout(row)
    columns = [QVBoxLayout(), QVBoxLayout()]
    for column in columns:
        row.addLayout(column)
    made = [[QLineEdit(), QLineEdit()] for _ in columns]
    for cell in (1, 0):
        for column, fields in zip(columns, made, strict=True):
            column.insertWidget(0, fields[cell])
    window.show()
    assert tab_stops(window) == [*made[0], *made[1]]


def test_tab_goes_round_both_ways_and_over_what_is_hidden_or_off(window, qtbot):
    tabs = QTabWidget()  # it hands its focus on to its bar
    tabs.addTab(QLineEdit(), "front")
    tabs.addTab(QLineEdit(), "behind")
    fields = [QLineEdit(), QLineEdit(), QLineEdit(), QLineEdit()]
    for widget in (fields[0], fields[1], tabs, fields[2], fields[3]):
        window.layout().addWidget(widget)
    fields[1].setEnabled(False)
    fields[2].hide()
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    fields[0].setFocus()
    wanted = [tabs.tabBar(), tabs.widget(0), fields[3], fields[0]]
    seen = []
    for _ in wanted:
        assert step_tab(window, True)
        seen.append(QApplication.focusWidget())
    assert seen == wanted
    back = []
    for _ in wanted:
        assert step_tab(window, False)
        back.append(QApplication.focusWidget())
    assert back == [*reversed(wanted[:-1]), fields[0]]


def test_one_begins_in_a_field_and_not_on_a_button(window):
    button, field = QPushButton(), QLineEdit()
    window.layout().addWidget(button)
    window.show()
    assert first_field(window) is button
    window.layout().addWidget(field)
    field.show()
    assert first_field(window) is field


@pytest.mark.parametrize("name", ["signature", "mapping", "model"])
def test_every_page_is_walked_from_top_to_bottom_when_it_comes_from_the_disk(rich, qtbot, name):
    drive, _ = rich
    page = drive.page(name)
    drive.window.activateWindow()
    qtbot.waitUntil(drive.window.isActiveWindow)
    drive.window.workspace.go_to_page(name)
    seen = []
    while (now := QApplication.focusWidget()) not in seen and page.isAncestorOf(now):
        seen.append(now)
        drive.window.focusNextChild()
    assert len(seen) > 10
    tops = [w.mapTo(page.body, QPoint(0, 0)).y() for w in seen if page.body.isAncestorOf(w)]
    # In a row the fields are not all of one height; one row is further down than that.
    assert all(after > before - 14 for before, after in pairwise(tops)), [
        (w.objectName(), top) for w, top in zip(seen, tops, strict=False)
    ]


def test_where_the_field_with_the_focus_goes_the_next_one_gets_it(drive, qtbot):
    drive.page("signature")
    drive.window.activateWindow()
    qtbot.waitUntil(drive.window.isActiveWindow)
    drive.click("args.add")
    field = QApplication.focusWidget()
    assert field.objectName().startswith("args[")
    drive.trigger("undo")
    assert not field.isVisible()
    page = drive.window.workspace.page("signature")
    assert page.isAncestorOf(QApplication.focusWidget())
