"""The card Inputs: few elements are written out, a tensor's picture opens what it holds, few rows at once."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from workbench.core.declaration.op import Arg
from workbench.core.jobs import ExportedCase, ExportResult, InputPreview, PreviewResult, Thumbnail


@pytest.fixture
def page(drive, document, qtbot):
    drive.session.window.show()
    page = drive.page("run")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    qtbot.waitUntil(lambda: page.inputs.isVisible())
    return page


def held(*names: str) -> PreviewResult:
    picture = Thumbnail(2, 3, 1, bytes(range(6)), "from above")
    first = ("0.5", "0.25")
    every = (
        InputPreview(n, "float32", (2,), 0.25, 0.5, 0.375, 0, 0, first, picture) for n in names
    )
    return PreviewResult(tuple(every))


def test_few_elements_are_written_out_and_a_picture_opens_what_a_tensor_holds(page, drive, qtbot):
    card = page.inputs
    name = card.table.item(0, 0).text()
    assert card.preview_button.isHidden(), "nothing has been looked at yet"
    assert " = " not in card.table.item(0, 1).text()
    card._previews._on_answer(held(name, "b"))
    assert card.table.item(0, 1).text() == "float32 [2] = 0.5, 0.25"
    assert "0.25 … 0.5, mean 0.375 · from above" in card.table.item(0, 1).toolTip()
    assert not card.table.item(0, 1).icon().isNull()
    drive.click("inputsPreview")
    menu = card._menu
    assert menu.isVisible()
    assert [row.head.whole() for row in menu.rows._rows] == [f"{name} float32 [2]", "b float32 [2]"]
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not menu.isVisible())
    card.table.cellClicked.emit(0, 1)
    assert [row.head.whole() for row in menu.rows._rows] == [f"{name} float32 [2]"]
    menu.close()


def test_many_inputs_are_a_few_rows_until_one_asks_for_all(page, drive, document, qtbot):
    many = tuple(Arg(f"n{i}", "int", i) for i in range(9))
    wider = lambda op: replace(op, args=(*op.args, *many))  # noqa: E731
    state = drive.session.engine.state(document.folder)
    state.op = wider(state.op)
    card, table = page.inputs, page.inputs.table
    card.show_op(document, "")
    shown = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
    assert len(shown) == 4
    assert card.all_button.text() == f"All {table.rowCount()}"
    before = table.height()
    drive.click("inputsAll")
    assert not any(table.isRowHidden(row) for row in range(table.rowCount()))
    assert table.height() > before
    drive.click("inputsAll")
    assert table.height() == before


def test_sizes_that_the_program_chose_are_said_beside_the_declared_case(page, drive, document):
    card = page.inputs
    state = drive.session.engine.state(document.folder)
    other = ExportedCase("n = 4", "m.onnx", "", "", sizes="n = 4")
    ended = state.result("export")
    state.ended["export"] = (
        state.ended["export"][0],
        replace(ended, result=ExportResult((other,))),
    )
    card.show_op(document, "n = 4")
    assert card.subtitle.whole() == "main · run with n = 4"
