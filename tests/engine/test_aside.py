"""Work in a copy of the process: what comes back of it, and what does not."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from workbench.engine.host.aside import Aside

Arrays = dict[str, np.ndarray]


def test_its_arrays_come_back_and_its_file_goes(tmp_path: Path) -> None:
    file = tmp_path / "aside.npz"
    arrays = Aside(lambda: {"pid": np.array(os.getpid())}, file, 10).result()
    assert int(arrays["pid"]) != os.getpid()
    assert not file.exists()


def test_it_runs_beside_the_job(tmp_path: Path) -> None:
    def slow() -> Arrays:
        time.sleep(1)
        return {"x": np.ones(3)}

    start = time.monotonic()
    aside = Aside(slow, tmp_path / "aside.npz", 10)
    assert time.monotonic() - start < 0.8
    assert aside.result()["x"].sum() == 3


def _crash() -> Arrays:
    faulthandler.disable()  # which would tell of it
    os.kill(os.getpid(), signal.SIGSEGV)
    return {}


def _fail() -> Arrays:
    raise ValueError("no")


def _exit() -> Arrays:
    raise SystemExit(0)


@pytest.mark.parametrize("work", [_crash, _fail, _exit])
def test_what_ends_it_ends_nothing_else(work: Callable[[], Arrays], tmp_path: Path) -> None:
    assert Aside(work, tmp_path / "aside.npz", 10).result() == {}


def test_it_is_not_waited_for_without_end(tmp_path: Path) -> None:
    start = time.monotonic()

    def endless() -> Arrays:
        while True:
            time.sleep(1)

    assert Aside(endless, tmp_path / "aside.npz", 0.1).result() == {}
    assert time.monotonic() - start < 5


def test_what_it_prints_is_not_heard(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def loud() -> Arrays:
        os.write(1, b"heard")
        os.write(2, b"heard")
        return {}

    Aside(loud, tmp_path / "aside.npz", 10).result()
    assert capfd.readouterr() == ("", "")
