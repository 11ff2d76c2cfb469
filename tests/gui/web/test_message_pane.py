"""The message in place of a page."""

from PySide6.QtWidgets import QLabel

from workbench.gui.web.message_pane import MessagePane


def test_a_long_message_is_seen_whole(qtbot):
    pane = MessagePane()
    qtbot.addWidget(pane)
    pane.resize(900, 500)
    pane.say("This model cannot be shown", "The page that draws it has ended. " * 6, "Try again")
    pane.show()
    for label in pane.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width())
