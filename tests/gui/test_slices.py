"""Long work in pieces, between which the window answers."""

import time
from collections.abc import Iterator

import pytest

from workbench.gui.slices import Slices


def test_what_gives_an_iterator_is_done_step_by_step(qtbot):
    steps: list[tuple[str, int]] = []
    ended: list[bool] = []

    def work(name: str) -> Iterator[None]:
        for number in range(30):
            until = time.perf_counter() + 0.001
            while time.perf_counter() < until:
                pass
            steps.append((name, number))
            yield

    slices = Slices(work, at_once=2)
    slices.start("ab", lambda: ended.append(True))
    assert steps == [("a", 0), ("a", 1)]
    assert slices.active
    qtbot.waitUntil(lambda: bool(ended))
    assert steps == [(name, number) for name in "ab" for number in range(30)]
    assert not slices.active


def test_work_that_is_begun_can_be_stopped_and_finished(qtbot):
    steps: list[str] = []

    def work(name: str) -> Iterator[None]:
        for _ in range(3):
            steps.append(name)
            yield

    slices = Slices(work, at_once=1)
    slices.start("ab")
    slices.stop()
    assert not slices.active
    slices.start("cd")
    slices.finish()
    assert "".join(steps) == "acccddd"


def test_one_that_fails_does_not_keep_the_others_from_being_done(qtbot):
    done: list[int] = []

    def work(number: int) -> None:
        if number == 0:
            raise ZeroDivisionError
        done.append(number)

    slices = Slices(work)
    with pytest.raises(ZeroDivisionError):
        slices.start(range(20))
    qtbot.waitUntil(lambda: done == list(range(1, 20)))
    assert not slices.active
