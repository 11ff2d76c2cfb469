"""A window of 1024 × 700: what matters stays in view, and no page scrolls sideways."""

from __future__ import annotations

import pytest

from workbench.core.jobs import Progress
from workbench.core.pipeline.op_state import of_many
from workbench.core.storage import trust
from workbench.core.storage.history import Verdicts
from workbench.core.storage.project import copy_op, gallery_folder
from workbench.gui.ops.status import OpStatus, summary


@pytest.fixture
def narrow(project_folder, make_session):
    """The op with the most arguments in front."""
    copy_op(gallery_folder() / "deform_conv2d", project_folder, "deform_conv2d")
    trust.trust([project_folder / "ops" / "deform_conv2d"])
    session = make_session(project_folder)
    session.window.resize(1024, 700)
    session.window.workspace.show_op(project_folder / "ops" / "deform_conv2d")
    session.window.show()
    return session


@pytest.mark.parametrize("page", ["signature", "mapping", "model", "run", "checks"])
def test_no_page_scrolls_sideways(narrow, qtbot, page):
    narrow.window.workspace.show_page(page)
    area = narrow.window.workspace.page(page).area
    qtbot.waitUntil(area.isVisible)
    qtbot.wait(50)
    assert area.horizontalScrollBar().maximum() == 0


def test_the_examples_are_as_high_as_their_rows(narrow, qtbot):
    narrow.window.workspace.show_page("model")
    card = narrow.window.workspace.page("model").examples
    qtbot.waitUntil(card.isVisible)
    before = card.height()
    card._add_case()
    qtbot.waitUntil(lambda: card.table.count() > 5)
    qtbot.waitUntil(lambda: card.table.height() >= card.table.sizeHint().height())
    qtbot.waitUntil(lambda: card.height() >= before - 1)


def test_a_long_step_pushes_no_host_out_of_the_window(narrow, qtbot):
    line = narrow.window.findChild(object, "statusLine")
    engine, folder = narrow.engine, next(iter(narrow.project.documents))
    text = "Compiling a_kernel_with_a_long_name.cpp, then linking libdeform_conv2d_torch.so"
    line._on_progress(folder, Progress(1, "build", 1, 2, text))
    engine.step_times._now[folder] = ("build", -100.0)
    line._what.say(f"deform_conv2d · Build: {text}", "12 s of about 48 s")
    words = summary([OpStatus(kind, "", "") for kind in ("ok", "ok", "exported", "running")])
    line.result.say(*words)
    line._what.show()
    line._bar.show()
    qtbot.waitUntil(lambda: line._what.width() > 60)
    lamp = line.hosts["ort"]
    assert lamp.mapTo(narrow.window, lamp.rect().topRight()).x() <= narrow.window.width()
    assert "12 s of about 48 s" in line._what.text()
    told = line.result._text
    assert told.whole().startswith("1 running")
    assert told.width() >= told.fontMetrics().horizontalAdvance("1 running …")


def test_hosts_stand_beside_each_other(narrow, qtbot):
    lamps = narrow.window.findChild(object, "statusLine").hosts.values()
    qtbot.waitUntil(lambda: all(lamp.isVisible() and lamp.width() > 40 for lamp in lamps))
    assert [lamp.width() <= lamp.sizeHint().width() for lamp in lamps] == [True, True]


def test_all_lists_beside_the_graph_are_seen(narrow, qtbot):
    narrow.window.workspace.show_page("graph")
    pane = narrow.window.workspace.page("graph").pane
    pane._beside.show()
    bar = pane.side.tabBar()
    qtbot.waitUntil(lambda: bar.isVisible() and bar.width() > 0)
    qtbot.waitUntil(lambda: bar.width() >= bar.sizeHint().width())


def test_many_agree_and_one_agrees():
    assert Verdicts({"agrees": 3, "differs": 1}, 0.0).words == "3 agree · 1 differs"
    assert [of_many("agrees", n) for n in (0, 1, 2)] == ["agree", "agrees", "agree"]
    assert of_many("failed", 2) == "failed"
