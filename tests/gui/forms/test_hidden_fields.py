"""A field that a record does not have is not there, whenever its row is made."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from workbench.gui.forms.fields.fields import TextField


@pytest.mark.parametrize("seen", [False, True], ids=["on a page not seen yet", "on a seen page"])
def test_what_a_record_does_not_have_stays_hidden(qtbot, seen):
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    if seen:
        page.show()
    field = TextField()
    field.caption = QLabel("rtol")
    layout.addWidget(field.caption)
    layout.addWidget(field.widget)
    field.set_column_shown(False)
    page.show()
    QApplication.processEvents()  # a layout shows what it was given a moment later
    assert not field.widget.isVisible()
    assert not field.caption.isVisible()
    field.set_column_shown(True)
    assert field.widget.isVisible()
    assert field.caption.isVisible()
