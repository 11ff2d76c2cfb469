"""A setup.py that is run since the user wants it: New op from C++, over a real host."""

from PySide6.QtWidgets import QLabel, QPushButton

from tests.cli.test_new_cpp import BOUND
from workbench.gui import dialogs
from workbench.gui.new_op.cpp_page import CppPage

_MS = 180_000
LOOKING = """import glob
from setuptools import setup
from torch.utils.cpp_extension import CppExtension
open("ran.txt", "w")
setup(name="pkg", ext_modules=[
    CppExtension("e", [f for f in glob.iglob("csrc/*.cpp")][::-1], extra_compile_args=["-DBY=" + str(len("ab"))])
])
"""


def test_it_is_asked_for_and_runs_in_a_copy(session, qtbot, tmp_path, monkeypatch):
    (tmp_path / "csrc").mkdir()
    (tmp_path / "csrc" / "ops.cpp").write_text(BOUND)
    setup = tmp_path / "setup.py"
    setup.write_text(LOOKING)
    page = CppPage(session.services)
    qtbot.addWidget(page)
    button = page.findChild(QPushButton, "cppRun")
    assert button.isHidden()
    page.load([setup])
    assert not button.isHidden()
    asked = []
    monkeypatch.setattr(dialogs, "ask_run_setup", lambda _, file: bool(asked.append(file)))
    button.click()
    assert asked == [setup]
    assert button.isEnabled(), "it was not wanted"
    monkeypatch.setattr(dialogs, "ask_run_setup", lambda *_: True)
    button.click()
    names = page.findChild(QLabel, "cppFiles")
    assert names.toolTip() == "Running setup.py …"
    qtbot.waitUntil(lambda: "which was run in a copy: 1 C++ file" in names.toolTip(), timeout=_MS)
    assert button.isHidden()
    assert page.draft().op.kernel.compile_flags == ("-DBY=2",)
    assert not (tmp_path / "ran.txt").exists(), "not where it lies"
    setup.write_text("raise SystemExit('no')")
    page.load([setup])
    button.click()
    qtbot.waitUntil(lambda: "it does not run here: no" in page.problem().lower(), timeout=_MS)
    assert button.isEnabled()
    page.load([tmp_path / "csrc" / "ops.cpp"])
    assert button.isHidden()
