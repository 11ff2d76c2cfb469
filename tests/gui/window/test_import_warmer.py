"""What is used soon after the start is imported by then, and not before the first window."""

from __future__ import annotations

import subprocess
import sys

from workbench.gui.new_op.pages import NEW_OP_PAGES
from workbench.gui.pages import PAGES
from workbench.gui.window import import_warmer

# A fresh process: in this one, other tests have imported everything.
_WARM = """
import importlib, sys
from workbench.gui.window.import_warmer import SOON
for name in SOON: importlib.import_module(name)
before = set(sys.modules)
import workbench.gui.new_op.dialog
from workbench.gui.new_op.pages import NEW_OP_PAGES
for page in NEW_OP_PAGES: page.load()
print(*sorted(set(sys.modules) - before))
"""
_COLD = """
import sys
import workbench.gui.app
late = (
    "email", "importlib.metadata", "jinja2", "tree_sitter", "tree_sitter_cpp", "workbench.importers.cpp",
    "workbench.core.fixes", "workbench.core.storage.what_runs", "workbench.gui.lsp", "workbench.gui.new_op",
    "workbench.gui.mapping.operator_browser", "workbench.gui.pages.mapping", "workbench.gui.pages.model",
)
print(*[name for name in late if name in sys.modules])
"""


def _output(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_opening_the_new_op_dialog_imports_nothing_after_the_warm_up() -> None:
    assert _output(_WARM) == ""


def test_the_first_window_needs_none_of_what_comes_later() -> None:
    assert _output(_COLD) == ""


def test_the_warm_up_knows_all_pages() -> None:
    pages = {f"workbench.gui.pages.{p.module}" for p in PAGES} - {
        "workbench.gui.pages.kernel",  # imported with the window
        "workbench.gui.pages.graph",  # it brings Qt WebEngine, which comes when it is shown
    }
    of_new_op = {f"workbench.gui.new_op.{p.module}" for p in NEW_OP_PAGES}
    assert pages | of_new_op <= set(import_warmer.SOON)


def test_the_warm_up_begins_when_the_window_has_been_painted(session, qtbot) -> None:
    session.window.show()
    qtbot.waitUntil(lambda: session.warmer.active)
    qtbot.waitUntil(lambda: not session.warmer.active, timeout=60_000)
    assert all(name in sys.modules for name in import_warmer.SOON)


def test_a_module_that_is_missing_stops_nothing(qtbot, qapp, monkeypatch) -> None:
    monkeypatch.setattr(
        import_warmer, "SOON", ("workbench.gui.not_there", "workbench.gui.window.about")
    )
    monkeypatch.setattr(import_warmer, "_WAIT_MS", 0)
    monkeypatch.delitem(sys.modules, "workbench.gui.window.about", raising=False)
    warmer = import_warmer.ImportWarmer(qapp)
    warmer.start()
    qtbot.waitUntil(lambda: not warmer.active)
    assert "workbench.gui.window.about" in sys.modules
    warmer.deleteLater()
