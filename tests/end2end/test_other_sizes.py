"""The card *Other sizes* in the window: the exported file at sizes that are typed there."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from workbench.core.storage import project, trust
from workbench.gui.look.plain import PlainLabel

_MS = 180_000
ELEVEN = TWICE_KERNEL.replace("2 * x[i]", "(x.size(0) == 11 ? 3 : 2) * x[i]")


@pytest.fixture
def page(session, qtbot, tmp_path):
    home = tmp_path / "edge-ops"
    project.create_project(home)
    folder = home / "ops" / "twice"
    folder.mkdir(parents=True)
    (folder / "op.toml").write_text(TWICE_TOML)
    (folder / "kernel.cpp").write_text(ELEVEN)
    trust.trust([folder])
    window = session.window
    window.resize(1440, 900)
    window.commands.open_path(home)
    window.workspace.show_page("run")
    found = window.workspace.page("run")
    window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: found.banner.title.text() == "Agrees with PyTorch", timeout=_MS)
    return found


def rows(card):
    return [w.whole() if hasattr(w, "whole") else w.text() for w in card._shown]


def at(card, qtbot, size):
    card._fields["n"].setValue(size)
    qtbot.keyClick(card._fields["n"], Qt.Key.Key_Return)
    assert card.button.text() == "Stop"
    qtbot.waitUntil(lambda: card.button.text() != "Stop", timeout=_MS)


def test_sizes_are_typed_and_the_file_stays(page, session, qtbot):
    card = page.sizes
    assert card._fields["n"].value() == 2
    document = page.document
    exported = session.engine.state(document.folder).current_result("export").model
    at(card, qtbot, 9)
    assert [r for r in rows(card) if r.startswith(("n =", "Agrees"))] == [
        "n = 9",
        "Agrees; max abs 0",
    ]
    at(card, qtbot, 11)
    assert "DIFFERS" in " ".join(rows(card))
    assert [w.text() for w in card._shown if type(w) is PlainLabel and w.text()] == [
        "n = 11",
        "n = 9",
    ]
    assert session.engine.state(document.folder).current_result("export").model == exported

    keep = card.findChild(QPushButton, "sizes.keep.11")
    qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)
    (case,) = document.op.model.cases
    assert (case.name, case.inputs[0].shape) == ("n_11", (11, 3))
    session.window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: page.banner.title.text().startswith("Differs"), timeout=_MS)
    assert "(case n_11)" in page.banner.text.text()
    assert not card.isHidden()
    assert rows(card) == [], "what was tried before was another declaration"


def test_an_op_without_dynamic_axes_has_no_such_card(page, session, qtbot):
    def closed(op):
        inputs = tuple(replace(e, dynamic={}) for e in op.model.inputs)
        return replace(op, model=replace(op.model, inputs=inputs))

    session.project.edit(page.document, "x", closed)
    session.window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: page.sizes.isHidden(), timeout=_MS)
