"""Examples from files: chosen or dropped, copied into the op's folder, shown, and undone."""

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDragMoveEvent, QDropEvent

from workbench.core.declaration.op import Example
from workbench.gui.forms.fields.file_field import FILE


@pytest.fixture
def files(tmp_path):
    """A folder of files that are not the op's."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    np.save(folder / "left.npy", np.zeros((5, 3, 8), "float32"))
    np.save(folder / "whole.npy", np.arange(4))
    np.savez(folder / "pair.npz", a=np.zeros((2, 3), "float64"), b=np.ones(3, "float64"))
    (folder / "junk.npy").write_text("this is no array")
    return folder


def choose_file(drive, answers, row, path):
    answers["choose_array_file"] = path
    drive.choose(f"model.inputs[{row}].generator", FILE)


def test_a_chosen_file_is_copied_and_says_its_shape(drive, document, answers, files):
    drive.page("model")
    before = document.op
    choose_file(drive, answers, 0, files / "left.npy")
    example = document.op.model.inputs[0]
    assert (example.file, example.dtype) == ("data/left.npy", "")
    assert example.dynamic == before.model.inputs[0].dynamic
    assert (document.folder / "data" / "left.npy").is_file()
    assert document.problems == ()
    assert drive.find("model.inputs[0].shape").placeholderText() == "5, 3, 8 (file)"
    assert drive.find("model.inputs[0].dtype").currentText() == "float32"
    assert drive.find("model.inputs[0].file").text() == "data/left.npy"
    drive.page("signature")
    assert drive.find("shapes[0][0]").text() == "[n=5, 3, 8]"
    drive.trigger("undo")
    assert document.op == before


def test_cancelling_changes_nothing(drive, document, answers):
    drive.page("model")
    before = document.op
    choose_file(drive, answers, 0, None)
    assert document.op == before
    assert drive.find("model.inputs[0].generator").currentData() == "normal"


def test_another_way_of_making_values_lets_the_file_go(drive, document, answers, files):
    drive.page("model")
    choose_file(drive, answers, 0, files / "left.npy")
    drive.choose("model.inputs[0].generator", "ones")
    example = document.op.model.inputs[0]
    assert (example.file, example.entry, example.generator) == ("", "", "ones")
    assert document.problems == ()


def test_an_archive_gives_the_array_of_the_arguments_name(drive, document, answers, files):
    drive.page("model")
    choose_file(drive, answers, 1, files / "pair.npz")
    example = document.op.model.inputs[1]
    assert (example.file, example.entry) == ("data/pair.npz", "b")
    entry = drive.find("model.inputs[1].entry")
    assert [entry.itemText(i) for i in range(entry.count())] == ["a", "b"]
    drive.choose("model.inputs[1].entry", "a")
    assert document.op.model.inputs[1].entry == "a"


def test_a_type_that_the_argument_does_not_take_is_converted(drive, document, answers, files):
    drive.page("model")
    choose_file(drive, answers, 1, files / "whole.npy")
    example = document.op.model.inputs[1]
    assert example.dtype == "float32"
    assert not any(p.key.endswith("dtype") for p in document.problems)


def test_what_is_no_array_is_refused_and_not_copied(drive, document, answers, files):
    drive.page("model")
    before = document.op
    answers["show_error"] = None
    choose_file(drive, answers, 0, files / "junk.npy")
    assert "show_error" in answers["asked"]
    assert document.op == before
    assert not (document.folder / "data").exists()


def test_a_second_file_of_the_same_name_does_not_replace_the_first(drive, document, answers, files):
    drive.page("model")
    choose_file(drive, answers, 0, files / "left.npy")
    np.save(files / "left.npy", np.ones((5, 3, 8), "float32"))
    choose_file(drive, answers, 1, files / "left.npy")
    assert [e.file for e in document.op.model.inputs] == ["data/left.npy", "data/left-2.npy"]
    choose_file(drive, answers, 0, files / "left.npy")
    assert document.op.model.inputs[0].file == "data/left-2.npy"


def test_a_file_of_the_op_stays_where_it_is(drive, document, answers):
    np.save(document.folder / "mine.npy", np.zeros((2, 3, 8), "float32"))
    drive.page("model")
    choose_file(drive, answers, 0, document.folder / "mine.npy")
    assert document.op.model.inputs[0].file == "mine.npy"


def test_the_button_in_the_field_chooses_another_file(drive, document, answers, files):
    drive.page("model")
    choose_file(drive, answers, 0, files / "left.npy")
    answers["choose_array_file"] = files / "whole.npy"
    field = drive.find("model.inputs[0].file")
    field.findChild(QAction, "model.inputs[0].file.browse").trigger()
    assert document.op.model.inputs[0].file == "data/whole.npy"


def drag(card, target, path, kind):
    """A drag event over a widget of the card."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    position = target.mapTo(card, target.rect().center()) if target is not None else QPoint(4, 4)
    shape = position if kind is not QDropEvent else QPointF(position)
    event = kind(
        shape, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    event.kept = data
    return event


def test_a_dropped_file_goes_to_the_row_under_the_pointer(drive, document, files):
    page = drive.page("model")
    card, row = page.examples, drive.find("model.inputs[1].shape")
    enter = drag(card, row, files / "left.npy", QDragEnterEvent)
    card.dragEnterEvent(enter)
    assert enter.isAccepted()
    card.dragMoveEvent(drag(card, row, files / "left.npy", QDragMoveEvent))
    assert row.property("target")
    card.dropEvent(drag(card, row, files / "left.npy", QDropEvent))
    assert [e.file for e in document.op.model.inputs] == ["", "data/left.npy"]
    assert not row.property("target")


def test_what_is_no_file_of_arrays_is_not_taken(drive, document, files):
    card = drive.page("model").examples
    (files / "notes.md").write_text("nothing")
    event = drag(card, None, files / "notes.md", QDragEnterEvent)
    event.ignore()
    card.dragEnterEvent(event)
    assert not event.isAccepted()


def test_a_missing_file_is_a_problem_at_its_field(drive, document, answers, files):
    drive.page("model")
    choose_file(drive, answers, 0, files / "left.npy")
    drive.type("model.inputs[0].file", "data/gone.npy")
    assert [p.key for p in document.problems] == ["model.inputs[0].file"]
    assert drive.find("model.inputs[0].file").property("problem") == "error"
    assert drive.find("model.inputs[0].shape").placeholderText() == "the file's"


def test_a_case_takes_a_file_of_its_own(drive, document, answers, files):
    drive.page("model")
    drive.choose("model.case", 0)
    choose_file(drive, answers, 0, files / "left.npy")
    assert document.op.model.cases[0].inputs == (Example("a", file="data/left.npy"),)
    assert document.op.model.inputs[0].file == ""


def test_elements_may_be_no_numbers(drive, document):
    drive.page("model")
    drive.type("model.inputs[1].shape", "3")
    drive.choose("model.inputs[1].generator", "values")
    drive.type("model.inputs[1].value", "nan, -inf, 1")
    value = document.op.model.inputs[1].value
    assert np.isnan(value[0])
    assert value[1:] == (-np.inf, 1.0)
    assert drive.find("model.inputs[1].value").text() == "nan, -inf, 1"
    assert not any(p.key.endswith("value") for p in document.problems)
    drive.trigger("save")
    document.load()
    assert "nan, -inf, 1.0" in document.file.read_text()
    assert not document.dirty


def test_a_file_that_another_program_changes_turns_the_light_stale(drive, document, answers, files):
    drive.page("model")
    choose_file(drive, answers, 0, files / "left.npy")
    drive.run_all()
    engine, folder = drive.session.engine, document.folder
    before = dict(engine.state(folder).keys)
    assert engine.state(folder).light("export") == "ok"
    np.save(folder / "data" / "left.npy", np.ones((6, 3, 8), "float32"))
    drive.qtbot.waitUntil(lambda: engine.state(folder).keys != before, timeout=60_000)
    assert engine.state(folder).keys["build"] == before["build"]
    assert engine.state(folder).light("export") == "stale"
    drive.qtbot.waitUntil(
        lambda: drive.find("model.inputs[0].shape").placeholderText() == "6, 3, 8 (file)"
    )


def test_an_image_lies_in_the_axes_that_the_tensor_had(drive, document, answers, files):
    Image.new("RGB", (6, 4), (255, 0, 0)).save(files / "red.png")
    drive.page("model")
    choose_file(drive, answers, 0, files / "red.png")
    example = document.op.model.inputs[0]
    assert (example.file, example.axes, example.dtype) == ("data/red.png", "CHW", "")
    assert drive.find("model.inputs[0].shape").placeholderText() == "3, 4, 6 (file)"
    assert drive.find("model.inputs[0].axes").isVisible()
    assert drive.find("model.inputs[0].high").isEnabled()
    drive.choose("model.inputs[0].axes", "HWC")
    assert drive.find("model.inputs[0].shape").placeholderText() == "4, 6, 3 (file)"
    # The image is read; only the other input has not its shape.
    assert [p.key for p in document.problems] == ["outputs[0].shape"]
    assert "shapes [4, 6, 3] and [3, 8] cannot be broadcast" in document.problems[0].message


def test_the_columns_of_a_table_are_typed_or_chosen(drive, document, answers, files):
    (files / "points.csv").write_text("t,x,y,z\n0,1,2,3\n1,4,5,6\n")
    drive.page("model")
    choose_file(drive, answers, 0, files / "points.csv")
    entry = drive.find("model.inputs[0].entry")
    assert [entry.itemText(i) for i in range(entry.count())] == ["t", "x", "y", "z"]
    assert entry.lineEdit().placeholderText() == "all columns"
    entry.lineEdit().setText("x, y, z")
    entry.lineEdit().editingFinished.emit()
    assert document.op.model.inputs[0].entry == "x, y, z"
    assert drive.find("model.inputs[0].shape").placeholderText() == "2, 3 (file)"
    entry.lineEdit().setText("q")
    entry.lineEdit().editingFinished.emit()
    assert [p.key for p in document.problems][:1] == ["model.inputs[0].entry"]
    drive.trigger("undo")
    assert entry.lineEdit().text() == document.op.model.inputs[0].entry == ""


def test_a_cloud_has_a_set_of_points_where_the_tensor_had_one(drive, document, answers, files):
    (files / "a.xyz").write_text("0 0 0\n1 1 1\n")
    drive.page("model")
    drive.type("model.inputs[0].shape", "1, 5, 3")
    choose_file(drive, answers, 0, files / "a.xyz")
    assert document.op.model.inputs[0].shape == (1, 2, 3)
    assert not any(p.key.startswith("model.inputs[0].file") for p in document.problems)
