"""Nothing of the window is deleted by Python's collector while it works."""

import gc

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from workbench.gui.collector import Collector


class _Worker(QObject):
    """Allocates in a slot, as any work does, and goes on afterwards."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.turns: list[int] = []
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._turn)
        self._timer.start()

    def _turn(self) -> None:
        self.turns.append(len(self.turns))
        for _ in range(2 * gc.get_threshold()[0]):
            garbage: list[object] = []
            garbage.append(garbage)
        self._timer.start()


class _Page(QWidget):
    """A widget without a parent that only itself knows of."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self
        self.worker = _Worker(self)


@pytest.fixture
def collector(qapp):
    gc.enable()
    collector = Collector()
    collector.start()
    yield collector
    collector.stop()
    gc.disable()


def test_a_part_of_forgotten_widgets_ends_its_work_before_it_is_deleted(collector, qtbot) -> None:
    page = _Page()
    gone: list[bool] = []
    page.destroyed.connect(lambda: gone.append(True))
    turns = page.worker.turns
    del page
    # pytest-qt fails the test where a slot raises: 'Internal C++ object already deleted'.
    qtbot.waitUntil(lambda: bool(gone), timeout=60_000)
    assert turns


def test_what_survives_is_looked_at_again_when_little_goes_on(collector, qtbot) -> None:
    page = _Page()
    page.worker._timer.stop()
    gc.collect()
    gc.collect()  # it is old now
    gone: list[bool] = []
    page.destroyed.connect(lambda: gone.append(True))
    del page
    for _ in range(gc.get_threshold()[2] + 1):
        gc.collect(1)
    assert not gone
    qtbot.waitUntil(lambda: bool(gone))


def test_a_window_leaves_python_its_collector_when_it_is_gone(make_session) -> None:
    gc.enable()
    try:
        session = make_session()
        assert not gc.isenabled()
        session.collector.stop()
        assert gc.isenabled()
    finally:
        gc.disable()


def test_in_the_tests_python_does_not_collect_on_its_own_either() -> None:
    assert not gc.isenabled()
