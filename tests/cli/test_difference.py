"""``op-workbench difference``: where an output differs, in words and in files."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from workbench.gui.elements.planes import heat_colors

OFF = TWICE_KERNEL.replace("y[i] = 2 * x[i]", "y[i] = 2 * x[i] * (i == 4 ? 1.25f : 1.0f)")
"""The element [1, 1] is a quarter too large, in both runtimes."""


@pytest.fixture
def off(make_op: MakeOp) -> Path:
    return make_op(kernel=OFF)


def test_the_worst_elements_their_errors_and_both_values(
    run: Run, off: Path, tmp_path: Path
) -> None:
    done = run("difference", off, "--json", tmp_path / "d.json")
    assert done.returncode == 1
    assert "y, PyTorch with reference: 1 of 6 elements differ" in done.stdout
    assert "errors in ULP, elements:" in done.stdout
    told = json.loads((tmp_path / "d.json").read_text())
    (worst, *_) = told["elements"]["worst"]
    assert worst["index"] == [1, 1]
    assert float(worst["actual"]) == pytest.approx(1.25 * float(worst["expected"]))
    assert worst["error"] == pytest.approx(abs(float(worst["expected"])) / 4, rel=1e-5)
    assert not worst["agrees"]
    assert sum(b["within"] + b["beyond"] for b in told["elements"]["bins"]) == 6
    picture = told["elements"]["picture"]
    assert (picture["points"], picture["worst"]) == ([2, 3], [1, 1])


def test_it_is_saved_as_arrays_as_a_table_and_as_a_picture(
    run: Run, off: Path, tmp_path: Path
) -> None:
    for suffix in (".npz", ".csv", ".png"):
        done = run("difference", off, "--save", tmp_path / f"d{suffix}")
        assert f"saved: {tmp_path / f'd{suffix}'}" in done.stdout, done.stderr
    arrays = np.load(tmp_path / "d.npz")
    error = np.abs(arrays["actual"].astype(float) - arrays["expected"])
    assert np.array_equal(arrays["error"], error)
    assert np.argwhere(error > 1e-3).tolist() == [[1, 1]]
    rows = list(csv.DictReader((tmp_path / "d.csv").read_text().splitlines()))
    assert len(rows) == 6
    assert (rows[0]["i0"], rows[0]["i1"], rows[0]["agrees"]) == ("1", "1", "False")
    assert float(rows[0]["actual"]) == arrays["actual"][1, 1]
    image = QImage(str(tmp_path / "d.png"))
    assert (image.width(), image.height()) == (3 * 170, 2 * 170), "large enough to be looked at"
    colors = heat_colors()
    assert image.pixel(0, 0) == colors[0], "no error"
    assert image.pixel(180, 180) == image.pixel(330, 330) != colors[0]
    assert image.pixel(180, 180) in colors[128:255]


def test_ONNX_Runtime_is_held_against_PyTorch_where_that_is_asked_for(run: Run, off: Path) -> None:
    done = run("difference", off, "--with", "PyTorch")
    assert done.returncode == 0, done.stderr
    assert "y, ONNX Runtime with PyTorch: 0 of 6 elements differ" in done.stdout
    assert "differs" not in done.stdout.partition("PyTorch: 0 of 6")[2]


def test_what_is_asked_wrongly_is_said(
    run: Run, off: Path, make_op: MakeOp, tmp_path: Path
) -> None:
    done = run("difference", off, "--case", "other")
    assert done.returncode == 1
    assert "there is no such comparison" in done.stderr
    assert "main: y with reference" in done.stderr
    done = run("difference", off, "--save", tmp_path / "d.jpg")
    assert "it can be saved as .npz, .csv, .png" in done.stderr
    done = run("difference", off, "--save", tmp_path / "none" / "d.csv")
    assert "cannot be written: No such file or directory" in done.stderr
    done = run("difference", off, "--at", "1,2")
    assert "there is no slice 1,2 of this output" in done.stderr
    assert "Leave --at out." in done.stderr
    done = run("difference", off, "--at", "a")
    assert "argument --at: invalid index value: 'a'" in done.stderr
    broken = make_op(kernel="int x\n")
    done = run("difference", broken)
    assert "was compared" in done.stderr
    other_shape = make_op(toml=TWICE_TOML.replace('"2 * x"', '"2 * x[:1]"'))
    done = run("difference", other_shape)
    assert done.returncode == 1
