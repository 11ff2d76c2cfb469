"""The list of ops says in a word how each stands: its lights alone are not read by everybody."""

import pytest
from PySide6.QtCore import QRect

from workbench.gui.ops import drawn, op_list, status
from workbench.gui.ops.status import OpStatus, summary


@pytest.fixture
def painted(drive, monkeypatch):
    """What stands in the rows after a change of theirs: texts with their places."""
    shown: list[tuple[str, QRect, bool]] = []
    draw = op_list.draw_elided

    def record(painter, area, text, role, *rest, at_right=False, **more):
        used = draw(painter, area, text, role, *rest, at_right=at_right, **more)
        shown.append((text, area, at_right))
        return used

    monkeypatch.setattr(op_list, "draw_elided", record)

    def paint() -> dict[str, tuple[QRect, bool]]:
        shown.clear()
        drive.window.workspace.ops.view.viewport().grab()
        return {text: (area, at_right) for text, area, at_right in shown}

    return paint


def test_a_row_says_how_its_op_stands(painted, drive, document):
    rows = painted()
    assert {"my_add_custom", "not run"} <= set(rows)
    drive.run_all()
    rows = painted()
    assert "agrees" in rows
    area, at_right = rows["agrees"]
    name, _ = rows[document.op.torch]
    assert at_right
    assert name.right() < area.right(), "the torch name ends before it"
    drive.page("model")
    drive.type("model.inputs[0].seed", "9")
    assert "out of date" in painted()


def test_a_row_is_worked_out_again_only_for_an_op_that_has_changed(
    painted, drive, document, monkeypatch
):
    asked = []

    def count(*of):
        asked.append(of)
        return status.status_of(*of)

    monkeypatch.setattr(drawn, "status_of", count)
    painted()
    asked.clear()
    painted()
    assert not asked
    drive.page("signature")
    drive.type("torch", "demo::another")
    assert "demo::another" in painted()
    assert asked


def test_each_kind_has_a_word_and_the_status_bar_the_same():
    for kind in set(status._WORDS) - {"exported"}:
        one = OpStatus(kind, "")
        assert summary([one]) == (kind, f"1 {one.word}")
    assert OpStatus("exported", "").word == "exported"
