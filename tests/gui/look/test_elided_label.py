"""A line that gives way to what is beside it."""

from PySide6.QtWidgets import QWidget

from workbench.gui.look.layouts import hbox
from workbench.gui.look.widgets import ElidedLabel, muted

TEXT = "A description that is far longer than the window is wide"


def test_a_line_is_shortened_where_it_is_painted_and_laid_out_once(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    label, beside = ElidedLabel(TEXT), muted("beside")
    hbox((label, 1), beside, on=window)
    window.resize(200, 60)
    window.show()
    assert label.text() == label.whole() == label.toolTip() == TEXT
    narrow = label.grab().toImage()
    window.resize(900, 60)
    wide = label.grab().toImage()
    whole = label.fontMetrics().horizontalAdvance(TEXT)
    assert narrow.width() < whole < wide.width()
    # Shortened, not cut: what is seen of the last letters is another picture than the whole text's.
    assert narrow != wide.copy(narrow.rect())
    assert narrow.copy(0, 0, 40, narrow.height()) == wide.copy(0, 0, 40, wide.height())
    window.resize(200, 60)
    assert label.grab().toImage() == narrow
    assert label.text() == TEXT


def test_a_label_that_may_have_several_lines_shows_all_of_its_text(qtbot):
    label = ElidedLabel(TEXT)
    label.setWordWrap(True)
    qtbot.addWidget(label)
    width = label.fontMetrics().horizontalAdvance(TEXT) // 2
    label.resize(width, label.heightForWidth(width))
    assert label.height() >= 2 * label.fontMetrics().height()
    shown, line = label.grab().toImage(), label.fontMetrics().height()
    last = shown.copy(0, shown.height() - line, width, line)
    assert len({last.pixel(x, y) for x in range(last.width()) for y in range(last.height())}) > 1


def test_what_does_not_fit_a_box_with_choices_ends_in_an_ellipsis(qtbot, monkeypatch):
    from PySide6.QtWidgets import QStylePainter

    from workbench.gui.look.combo_box import ComboBox

    drawn = []
    monkeypatch.setattr(
        QStylePainter, "drawControl", lambda _self, _what, option: drawn.append(option.currentText)
    )
    box = ComboBox()
    qtbot.addWidget(box)
    box.addItem("1 thread and the cores of the smallest machine")
    box.resize(box.sizeHint())
    box.grab()
    assert drawn == []
    box.resize(160, box.height())
    box.grab()
    assert drawn
    assert drawn[0].endswith("…")
    assert box.currentText() == "1 thread and the cores of the smallest machine"
