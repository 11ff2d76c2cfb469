"""What stands below the picture of an output on the Run page."""

import numpy as np
import pytest
from msgspec.structs import replace

from workbench.core.jobs import PictureResult
from workbench.engine.parity.elements import errors
from workbench.engine.parity.picture import draw

_RAMP_ROW = 0
"""Of the legend's pixels: a ramp fills it, words leave it empty."""


@pytest.mark.parametrize(
    ("shape", "channels", "said"),
    [
        ((1, 3, 16, 16), 3, "Each channel: dark 0, bright 1"),
        ((1, 1, 16, 16), 1, "From black 0 to white 1"),
    ],
)
def test_grey_stands_below_grey_only(drive, qtbot, tmp_path, shape, channels, said) -> None:
    card = drive.page("run").elements
    drive.run_all()
    qtbot.waitUntil(lambda: card.compared is not None)
    expected = np.linspace(0, 1, int(np.prod(shape)), dtype=np.float32).reshape(shape)
    found = errors(expected, expected, lambda _part: None)
    picture = draw(tmp_path, found, expected, expected, None)
    assert picture.channels == channels
    card.choose(replace(card.compared, shape=shape))
    card._on_answer(PictureResult("ULP", (), (0, 0), (0, 0), (), picture))

    def colours(side: int) -> int:
        card.plane.setCurrentIndex(side)
        card.plane.activated.emit(side)
        image = card._legend.grab().toImage()
        return len({image.pixel(x, _RAMP_ROW) for x in range(image.width())})

    assert colours(0) > 10, "of the errors"
    assert (colours(1) > 10) == (channels == 1)
    assert card._legend.accessibleName() == said
    assert colours(0) > 10
