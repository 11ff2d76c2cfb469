"""The card Elements shows both sides of a comparison beside each other, as one picture."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from workbench.core.jobs import PictureResult
from workbench.core.jobs.pictured import PLANES, Picture
from workbench.gui.elements.planes import enlarged

ROWS, COLUMNS = 2, 3


@pytest.fixture
def card(drive, qtbot, tmp_path):
    """With the picture of six elements, the last of which is off."""
    drive.window.resize(1024, 700)
    page = drive.page("run")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    found = page.elements
    grey = np.array([[1, 51, 102], [153, 204, 255]])
    expected = np.arange(6.0).reshape(ROWS, COLUMNS)
    planes = {
        "flat": expected,
        "used": expected == 5,
        "expected": expected,
        "actual": np.where(expected == 5, 0, expected),
        "heat": np.where(expected == 5, 200, 0),
        "expected_shown": grey,
        "actual_shown": np.where(expected == 5, 1, grey),
    }
    file = tmp_path / "picture.bin"
    kinds = {"q": np.int64, "f": np.float32, "B": np.uint8}
    file.write_bytes(b"".join(planes[n].astype(kinds[f]).tobytes() for n, (f, _) in PLANES.items()))
    picture = Picture(str(file), (ROWS, COLUMNS), (1, 1), 1, (), (), (0, 1), (1, 2), 0, 5)
    found._on_answer(PictureResult("ULP", (), (0, 0), (0, 0), (), picture))
    return found


def side_by_side(card):
    at = card.plane.findText("Side by side")
    card.plane.setCurrentIndex(at)
    card.plane.activated.emit(at)
    QApplication.processEvents()
    return [view for view in card.linked.views if not view.isHidden()]


def test_both_sides_are_beside_each_other_in_one_scale(card, drive, qtbot):
    assert [not view.isHidden() for view in card.linked.views] == [True, False]
    one, other = side_by_side(card)
    by = [f"By {card.compared.expected_by}", f"By {card.compared.actual_by}"]
    assert [head.text() for head in card.linked._heads if not head.isHidden()] == by
    assert [view.accessibleName() for view in (one, other)] == [f"Picture: {by_}" for by_ in by]
    qtbot.waitUntil(lambda: one.x() + one.width() <= other.x())
    assert (one.y(), one.height()) == (other.y(), other.height())
    assert abs(one.width() - other.width()) <= 1
    assert card._legend.accessibleName() == "From black 0 to white 5"
    assert drive.page("run").area.horizontalScrollBar().maximum() == 0


def test_an_element_chosen_in_one_is_marked_in_both(card, qtbot):
    one, other = side_by_side(card)
    assert one.point == other.point == (1, 2), "the worst"
    place = other.rect_of(0, 1).center().toPoint()
    qtbot.mouseClick(other, Qt.MouseButton.LeftButton, pos=place)
    assert one.point == other.point == (0, 1)
    assert card.index == (0, 1)
    assert card.point_line.whole().startswith("[0, 1] · ")
    card.worst.choose((1, 0), 3.0, 3.0)
    card.table.setCurrentCell(1, 0)
    card.table.setCurrentCell(0, 0)
    assert one.point == other.point == (1, 0), "the row of the table"


def test_both_are_looked_at_from_as_near_and_at_the_same_place(card):
    one, other = side_by_side(card)
    at = QPointF(other.width() - 3.0, 3.0)
    wheel = QWheelEvent(
        at,
        QPointF(other.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(other, wheel)
    assert one.zoom == other.zoom > 1
    assert one._middle == other._middle != QPointF(0.5, 0.5)
    card.plane.setCurrentIndex(2)
    card.plane.activated.emit(2)
    assert one.zoom > 1, "as when it was another choice"


def test_what_is_saved_as_an_image_is_both(card, answers, tmp_path):
    target = tmp_path / "both.png"
    answers["choose_elements_file"] = target
    side_by_side(card)
    card.saves[".png"].trigger()
    saved = QImage(str(target))
    by = 512 // (2 * COLUMNS + 1)
    assert (saved.width(), saved.height()) == ((2 * COLUMNS + 1) * by, ROWS * by)
    reds = [saved.pixelColor(x * by, by).red() for x in (0, 2, 4, 6)]
    assert reds == [153, 255, 153, 1]
    assert saved.pixelColor(COLUMNS * by, 0).alpha() == 0, "the gap"


def test_large_images_are_saved_as_they_are():
    image = QImage(300, 2, QImage.Format.Format_RGB32)
    assert enlarged(image).size() == image.size()


@pytest.mark.parametrize("again", ["another run", "nothing to show"])
def test_what_is_hidden_gives_its_focus_to_no_field(card, drive, qtbot, again):
    drive.window.show()
    drive.window.activateWindow()
    card.view.setFocus()
    assert drive.window.focusWidget() is card.view
    outputs = drive.page("run")._filled
    card.show_outputs(card._state, outputs if again == "another run" else ())
    assert card.view.isHidden() or not card.view.isVisible()
    assert not isinstance(drive.window.focusWidget(), QLineEdit)
