"""The smallest window that people have: 1024 x 700."""

import pytest


@pytest.mark.parametrize("name", ["signature", "mapping", "model", "run", "checks"])
def test_no_page_scrolls_sideways(drive, qtbot, name):
    drive.run_all()
    drive.window.resize(1024, 700)
    page = drive.page(name)
    qtbot.waitUntil(page.isVisible)
    bar = page.area.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0, timeout=2000)
