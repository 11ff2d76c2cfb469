"""The card *ONNX's test cases* in the window: of an op that is a standard operator."""

import pytest
from PySide6.QtCore import Qt

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from workbench.core.storage import project, trust

_MS = 180_000
NEG = TWICE_TOML.replace("Twice", "Neg").replace("2 * x", "-x")
NEG_KERNEL = TWICE_KERNEL.replace("2 * x[i]", "-x[i]")
ONE_DIMENSION = NEG_KERNEL.replace("= -x[i]", "= x.rank() == 1 ? x[i] : -x[i]")


@pytest.fixture
def made(session, qtbot, tmp_path):
    def make(kernel):
        home = tmp_path / "edge-ops"
        project.create_project(home)
        folder = home / "ops" / "twice"
        folder.mkdir(parents=True)
        (folder / "op.toml").write_text(NEG)
        (folder / "kernel.cpp").write_text(kernel)
        trust.trust([folder])
        session.window.resize(1024, 700)
        session.window.commands.open_path(home)
        session.window.workspace.show_page("run")
        page = session.window.workspace.page("run")
        assert page.cases.isHidden(), "nothing was built"
        session.window.actions_["run"].trigger()
        qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch", timeout=_MS)
        return page

    return make


def rows(table):
    return [
        tuple(table.item(row, column).text() for column in range(2))
        for row in range(table.rowCount())
    ]


def ran(card, qtbot):
    assert card.isVisible()
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    assert card.button.text() == "Stop"
    qtbot.waitUntil(lambda: card.button.text() != "Stop", timeout=_MS)


def test_they_run_beside_the_op_s_own_inputs(made, qtbot):
    page = made(NEG_KERNEL)
    card = page.cases
    ran(card, qtbot)
    assert card.verdict.text() == "Agrees; 2 cases"
    assert sorted(rows(card.table)) == [("neg", "agrees"), ("neg_example", "agrees")]
    assert page.banner.title.text() == "Agrees with PyTorch"
    assert not card.table.horizontalScrollBar().isVisible()


def test_a_case_that_differs_is_found_where_the_examples_agree(made, qtbot, session):
    page = made(ONE_DIMENSION)
    card = page.cases
    ran(card, qtbot)
    assert card.verdict.text() == "DIFFERS; 2 cases of which 1 agree"
    assert rows(card.table) == [("neg_example", "DIFFERS"), ("neg", "agrees")]
    assert "max abs 8" in card.table.item(0, 2).text()

    document = page.document
    kernel = document.folder / "kernel.cpp"
    kernel.write_text(NEG_KERNEL)
    session.window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: card.table.isHidden(), timeout=_MS)
