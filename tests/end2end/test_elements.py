"""The picture of a difference in the window, from a real run: which element it is, and where."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from workbench.core.storage import project, trust
from workbench.gui import dialogs
from workbench.gui.elements.planes import heat_colors

_MS = 180_000
CUBES = TWICE_TOML.replace("shape = [2, 3]", "shape = [2, 3, 4, 5]")
OFF = TWICE_KERNEL.replace("y[i] = 2 * x[i]", "y[i] = 2 * x[i] * (i == 87 ? 1.25f : 1.0f)")
"""Of shape [2, 3, 4, 5] that is [1, 1, 1, 2]; with the 5 of the other tries of sizes it is elsewhere."""


@pytest.fixture
def page(session, qtbot, tmp_path):
    home = tmp_path / "edge-ops"
    project.create_project(home)
    folder = home / "ops" / "twice"
    folder.mkdir(parents=True)
    (folder / "op.toml").write_text(CUBES)
    (folder / "kernel.cpp").write_text(OFF)
    trust.trust([folder])
    window = session.window
    window.resize(1440, 900)
    window.commands.open_path(home)
    window.workspace.show_page("run")
    found = window.workspace.page("run")
    assert found.elements.isHidden(), "nothing was compared yet"
    window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: found.elements.view.point is not None, timeout=_MS)
    return found


def agrees(page):
    """Whether all agrees, and the picture of it is there."""
    outputs = page._filled or ()
    return (
        bool(outputs) and all(one.agrees for one in outputs) and page.elements._planes is not None
    )


def test_the_picture_the_table_and_the_line_are_of_one_element(
    page, session, qtbot, tmp_path, monkeypatch
):
    card = page.elements
    assert card.compared.expected_by == "reference"
    assert card.index == (1, 1, 1, 2)
    assert card.view.point == (1, 2)
    assert [box.value() for box in card.slices.boxes] == [1, 1], "the slice that differs"
    assert (page.outputs.currentRow(), page.outputs.currentColumn()) == (0, 3), (
        "the reference's cell"
    )
    assert card.point_line.whole().startswith("[1, 1, 1, 2] · ")
    image = card._planes.image("heat")
    assert image.pixel(2, 1) in heat_colors()[128:255]
    assert image.pixel(0, 0) == heat_colors()[0]

    # Another element of the picture, by mouse and by key.
    qtbot.mouseClick(
        card.view, Qt.MouseButton.LeftButton, pos=card.view.rect_of(3, 4).center().toPoint()
    )
    assert card.index == (1, 1, 3, 4)
    qtbot.keyClick(card.view, Qt.Key.Key_Left)
    assert card.index == (1, 1, 3, 3)
    qtbot.keyClick(card.view, Qt.Key.Key_Plus)
    assert card.view.zoom > 1

    # A row of the table goes back to the picture.
    row = card.worst.indices.index((1, 1, 1, 2))
    card.table.setCurrentCell(row, 0)
    assert card.view.point == (1, 2)

    # Another slice agrees everywhere.
    card.slices.boxes[0].setValue(0)
    qtbot.waitUntil(lambda: card._planes.picture.at == (0, 1), timeout=_MS)
    assert card._planes.image("heat").pixel(2, 1) == heat_colors()[0]

    # Both sides and the errors, in a file.
    target = tmp_path / "saved.npz"
    monkeypatch.setattr(dialogs, "choose_elements_file", lambda *_: target)
    card.saves[".npz"].trigger()
    qtbot.waitUntil(target.is_file, timeout=_MS)
    qtbot.waitUntil(lambda: str(target) in session.window.status.message(), timeout=_MS)
    with np.load(target) as arrays:
        error = arrays["error"]
        assert np.array_equal(error, np.abs(arrays["actual"].astype(float) - arrays["expected"]))
    assert np.argwhere(error > 1e-4).tolist() == [[1, 1, 1, 2]]
    picture = tmp_path / "saved.png"
    monkeypatch.setattr(dialogs, "choose_elements_file", lambda *_: picture)
    card.saves[".png"].trigger()
    assert picture.read_bytes().startswith(b"\x89PNG")
    card.plane.setCurrentIndex(card.plane.findText("Side by side"))
    card.plane.activated.emit(card.plane.currentIndex())
    card.saves[".png"].trigger()
    assert QImage(str(picture)).width() == (5 + 1 + 5) * 46, "both sides, and a gap"


def test_what_ONNX_Runtime_gave_is_shown_and_goes_away_with_another_run(page, qtbot, session):
    card = page.elements
    page.outputs.setCurrentCell(0, 2)
    assert card.compared.actual_by == "ONNX Runtime"
    qtbot.waitUntil(lambda: card._planes is not None, timeout=_MS)
    assert "0 of 120 elements differ" in card.subtitle.whole()
    assert card.index is not None, "the element that the picture marks"
    assert card.point_line.whole().startswith(f"{list(card.index)} · ")
    kept = card._keep
    assert (kept / "picture.bin").is_file()
    document = page.document
    document.set_text(Path(document.source), TWICE_KERNEL)
    session.window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: agrees(page), timeout=_MS)
    assert not kept.exists()
    assert "0 of 120 elements differ" in card.subtitle.whole()


def test_elements_that_the_cache_has_no_more_say_so(page, qtbot, session):
    card = page.elements
    page.outputs.setCurrentCell(0, 2)
    qtbot.waitUntil(lambda: card._planes is not None, timeout=_MS)
    run = session.engine.state(page.document.folder).current_result("run")
    shutil.rmtree(run.outputs)
    page.outputs.setCurrentCell(0, 3)  # by PyTorch and the reference, which are there
    qtbot.waitUntil(lambda: card._planes is not None, timeout=_MS)
    page.outputs.setCurrentCell(0, 2)
    assert "no longer in the cache" in card.subtitle.whole()
    assert "Run all stages of the op again" in card.subtitle.whole()
    assert not card.save_button.isEnabled()
    session.window.actions_["runAgain"].trigger()
    qtbot.waitUntil(lambda: card._planes is not None, timeout=_MS)
    assert card.save_button.isEnabled()
