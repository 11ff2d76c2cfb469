"""Texts of files are shown as they are written: none of them has the window read another file."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import workbench.gui
from workbench.gui.look.plain import PlainLabel, plain_tip

HOSTILE = "<img src='{path}'>"
FOLDER = Path(workbench.gui.__file__).parent


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield f"{path.relative_to(FOLDER)}:{node.lineno}", node


def is_written(node: ast.expr) -> bool:
    """Whether a text is one of the program, or has gone through the one function for tips."""
    if isinstance(node, ast.IfExp):
        return is_written(node.body) and is_written(node.orelse)
    is_plain = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "plain_tip"
    return isinstance(node, ast.Constant) or is_plain


def test_no_label_takes_its_text_for_html_by_itself() -> None:
    raw = [place for place, call in calls() if getattr(call.func, "id", "") == "QLabel"]
    assert raw == [], "use PlainLabel; set RichText where all that is shown is escaped"


def test_all_tips_go_through_one_function() -> None:
    raw = []
    for place, call in calls():
        name = getattr(call.func, "attr", "")
        if name in ("setToolTip", "setTabToolTip") and call.args and not is_written(call.args[-1]):
            raw.append(place)
        if name == "showText" and not is_written(call.args[1]):
            raw.append(place)
    assert raw == []


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("a plain text, 1 < 2", True),
        ("<p>The program's own</p><table><tr><td>a</td></tr></table>", True),
        ("<span style='color:red'>x</span>", True),
        ("<b>std::vector&lt;float&gt;</b>", True),
        ("<img src='/dev/zero'>", False),
        ("<b>x</b><IMG\nSRC=/dev/zero>", False),
        ("<p style='background-image: url(/dev/zero)'>x</p>", False),
        ("<body background=/dev/zero>", False),
        ("<b>x</b><img src=/dev/zero", False),
        ("<table background='/dev/zero'>", False),
        ("<std> of a tensor", True),
    ],
)
def test_only_harmless_forms_stay_html(text: str, is_kept: bool) -> None:
    shown = plain_tip(text)
    assert (shown == text) == is_kept
    if not is_kept:
        assert "<" not in shown.removeprefix("<p>").removesuffix("</p>").replace("<br>", "")


def test_a_label_shows_the_text_as_it_is(qtbot) -> None:
    label = PlainLabel("<b>x</b>")
    qtbot.addWidget(label)
    plain = PlainLabel("<bb>x</bb>")
    qtbot.addWidget(plain)
    assert label.text() == "<b>x</b>"
    assert label.sizeHint().width() > PlainLabel("x").sizeHint().width() * 3


SCRIPT = """
import sys
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QToolTip
from workbench.gui.look.plain import PlainLabel, plain_tip

app = QApplication([])
label = PlainLabel(sys.argv[1])
label.show()
label.setToolTip(plain_tip(sys.argv[1]))
QToolTip.showText(QPoint(1, 1), label.toolTip(), label)
app.processEvents()
label.grab()
print("alive")
"""


def test_what_names_a_file_that_never_ends_does_not_stop_the_window(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, HOSTILE.format(path=fifo)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout == "alive\n", done.stderr
