"""The list of a box with choices."""

import pytest

from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.theme import Theme, color


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_list_of_choices_has_the_themes_border_on_all_sides(qapp, qtbot, mode):
    theme = Theme(qapp, mode)
    box = ComboBox()
    qtbot.addWidget(box)
    box.addItems(["normal", "uniform", "given values", "from file …"])
    box.show()
    box.showPopup()
    popup = box.view().window()
    qtbot.waitExposed(popup)
    seen = popup.grab().toImage()
    right, below = seen.width() - 1, seen.height() - 1
    sides = ((0, below // 2), (right, below // 2), (right // 2, 0), (right // 2, below))
    assert {seen.pixelColor(*place).name() for place in sides} == {color("border_strong").name()}
    assert color("border_strong") != color("base")
    box.hidePopup()
    theme.set_mode("light")
