"""The Model page: example inputs that nobody wrote follow what is said of their tensors."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from PySide6.QtCore import Qt

from tests.gui.conftest import Driver
from workbench.importers.drafts.blank import blank_draft
from workbench.importers.drafts.draft import write_draft

KNN = (
    "pointops::knn_query(int nsample, Tensor xyz, Tensor[int32] offset, Tensor? new_xyz, "
    "Tensor[int32]? new_offset) -> (Tensor[int32] idx, Tensor dist)"
)


@pytest.fixture
def knn(project_folder, make_session, qtbot):
    """A window with a new op on its Model page: its driver and its document."""
    folder = write_draft(blank_draft(KNN), project_folder, "knn_query")
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    drive = Driver(session, qtbot)
    drive.page("model")
    drive.window.show()
    return drive, session.project.documents[folder]


def test_a_shape_takes_the_made_up_elements_with_it_and_undo_brings_both_back(knn, qtbot):
    drive, document = knn
    before, problems = document.op, list(document.problems)
    shape, value = drive.find("model.inputs[2].shape"), drive.find("model.inputs[2].value")
    shape.setFocus()
    shape.end(False)
    qtbot.waitUntil(shape.hasFocus)
    for _ in shape.text():
        qtbot.keyClick(shape, Qt.Key.Key_Backspace)
    elements = []
    for digit in "40":
        qtbot.keyClicks(shape, digit)
        elements.append(document.op.example("offset").value)
        assert list(document.problems) == problems
    assert [len(e) for e in elements] == [4, 40]
    assert value.text() == ", ".join(map(str, elements[-1]))
    drive.find("model.inputs[1].shape").setFocus()
    assert drive.session.project.undo.count() == 1
    drive.session.project.undo.undo()
    assert document.op == before
    drive.type("model.inputs[2].value", "0, 2")
    drive.type("model.inputs[2].shape", "3")
    assert document.op.example("offset").value == (0, 2)
    assert any("2 elements are given" in p.message for p in document.problems)


def test_an_optional_tensor_that_is_given_begins_like_its_namesake(knn):
    drive, document = knn
    problems = list(document.problems)
    drive.type("model.inputs[1].shape", "256, 3")
    for row in (3, 4):
        drive.find(f"model.inputs[{row}].none").click()
    points, ends = document.op.example("new_xyz"), document.op.example("new_offset")
    assert (points.shape, points.generator, points.value) == ((256, 3), "normal", UNSET)
    assert (ends.shape, ends.value) == ((2,), (1, 2))
    assert list(document.problems) == problems
