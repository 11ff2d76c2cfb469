"""The open project without widgets: undo, saving, unfinished texts, other programs' changes."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from workbench.core.errors import UserError
from workbench.core.op_toml.key_path import replace_at
from workbench.core.storage.journal import UnfinishedText
from workbench.gui.project.model import ProjectModel
from workbench.gui.storage import archive_commands


@pytest.fixture
def model(qapp, project_folder):
    model = ProjectModel()
    model.open(project_folder)
    yield model
    model.deleteLater()
    QCoreApplication.sendPostedEvents(None, 52)


@pytest.fixture
def doc(model, project_folder):
    return model.documents[project_folder / "ops" / "my_add_custom"]


def edit(model, doc, key, value, **more):
    model.edit(doc, f"Change {key}", lambda op: replace_at(op, key, value), key=key, **more)


def test_undo_and_redo_give_the_same_bytes_as_the_file(model, doc):
    first = doc.file.read_bytes()
    edit(model, doc, "args[0].doc", "left")
    edit(model, doc, "model.opset", 18)
    model.save()
    second = doc.file.read_bytes()
    assert second != first
    model.undo.undo()
    model.undo.undo()
    assert doc.dirty
    model.save()
    assert doc.file.read_bytes() == first
    model.undo.redo()
    model.undo.redo()
    model.save()
    assert doc.file.read_bytes() == second


def test_a_removed_row_comes_back_with_its_comments(model, doc):
    text = doc.file.read_text().replace(
        '[[args]]\nname = "a"', '[[args]]\n# the left one\nname = "a"'
    )
    doc.file.write_text(text)
    doc.load()
    model.edit(doc, "Remove", lambda op: replace(op, args=op.args[1:]))
    model.save()
    assert "the left one" not in doc.file.read_text()
    model.undo.undo()
    model.save()
    assert doc.file.read_text() == text


def test_an_edit_shows_as_unsaved_until_it_is_taken_back(model, doc, qtbot):
    with qtbot.waitSignal(model.dirty_changed):
        edit(model, doc, "doc", "other")
    assert model.dirty
    model.undo.undo()
    assert not model.dirty


def test_typing_in_one_field_is_one_step(model, doc):
    for text in ("a", "ab", "abc"):
        edit(model, doc, "doc", text, merge="doc#1")
    edit(model, doc, "doc", "abcd", merge="doc#2")
    assert model.undo.count() == 2
    model.undo.undo()
    assert doc.op.doc == "abc"


def test_typing_that_ends_where_it_began_leaves_no_step(model, doc):
    before = doc.op.doc
    edit(model, doc, "doc", "x", merge="doc#1")
    edit(model, doc, "doc", before, merge="doc#1")
    assert model.undo.count() == 0
    assert not model.dirty


def test_an_unfinished_text_is_a_problem_and_goes_with_its_row(model, doc):
    unfinished = UnfinishedText("2,x", "'x' is no size")
    model.set_unfinished(doc, "model.inputs[1].shape", unfinished, "Change shape", "")
    assert doc.dirty
    assert doc.op.model.inputs[1].shape == (3, 8)
    assert doc.problems[0].key == "model.inputs[1].shape"
    change = lambda op: replace(  # noqa: E731
        op, model=replace(op.model, inputs=tuple(reversed(op.model.inputs)))
    )
    model.edit(doc, "Move", change, rows=("model.inputs", [1, 0]))
    assert doc.unfinished == {"model.inputs[0].shape": unfinished}
    model.undo.undo()
    assert doc.unfinished == {"model.inputs[1].shape": unfinished}
    edit(model, doc, "model.inputs[1].shape", (3, 9))
    assert doc.unfinished == {}


def test_what_cannot_be_written_stays_here(model, doc, monkeypatch):
    def refuse(**_where):
        raise PermissionError(30, "Read-only file system")

    edit(model, doc, "doc", "precious")
    doc.set_text(doc.source, "// precious too\n")
    before = doc.file.read_bytes()
    monkeypatch.setattr("workbench.core.files.files.tempfile.mkstemp", refuse)
    with pytest.raises(UserError) as caught:
        model.save()
    assert "can be written" in caught.value.problem.hint
    assert doc.file.read_bytes() == before
    assert doc.op.doc == "precious"
    assert doc.dirty
    monkeypatch.undo()
    model.save()
    assert not doc.dirty
    assert doc.source.read_text() == "// precious too\n"


def test_save_as_takes_the_edits_along_and_leaves_the_old_folder_alone(
    model, doc, project_folder, tmp_path
):
    before = doc.file.read_bytes()
    edit(model, doc, "doc", "moved")
    model.save_as(tmp_path / "copy")
    assert model.folder == tmp_path / "copy"
    assert not model.dirty
    assert doc.folder == tmp_path / "copy" / "ops" / "my_add_custom"
    assert 'doc = "moved"' in doc.file.read_text()
    old = project_folder / "ops" / "my_add_custom" / "op.toml"
    assert old.read_bytes() == before
    model.undo.undo()
    assert doc.dirty


def test_save_as_and_archive_take_no_text_that_a_link_brings_in(
    model, doc, project_folder, tmp_path, qtbot
):
    (tmp_path / "secret").write_text("the key\n")
    notes, mine = doc.folder / "notes.py", doc.folder / "mine.py"
    notes.symlink_to(tmp_path / "secret")
    mine.symlink_to(tmp_path / "secret")
    doc.load()
    doc.set_text(mine, "# typed here\n")
    found, left = archive_commands.members(model)
    assert left == ["ops/my_add_custom/mine.py", "ops/my_add_custom/notes.py"]
    assert not {"ops/my_add_custom/mine.py", "ops/my_add_custom/notes.py"} & set(found)
    assert model.save_as(tmp_path / "copy") == left
    copy = tmp_path / "copy" / "ops" / "my_add_custom"
    assert not (copy / "notes.py").exists()
    assert copy / "notes.py" not in doc.texts
    assert (copy / "mine.py").read_text() == "# typed here\n"  # nothing typed is lost
    assert not (copy / "mine.py").is_symlink()
    assert (tmp_path / "secret").read_text() == "the key\n"


def test_an_archive_has_no_op_whose_folder_is_a_link(model, doc, project_folder, tmp_path):
    doc.folder.rename(tmp_path / "elsewhere")
    doc.folder.symlink_to(tmp_path / "elsewhere")
    model.open(project_folder)
    found, left = archive_commands.members(model)
    assert left == ["ops/my_add_custom"]
    assert not [name for name in found if name.startswith("ops/my_add_custom/")]


def test_saving_does_not_fill_the_forms_again(model, doc, qtbot):
    edit(model, doc, "doc", "new")
    changed = []
    model.op_changed.connect(changed.append)
    with qtbot.waitSignals([model.saved, model.dirty_changed]):
        model.save()
    model.op_changed.disconnect(changed.append)
    assert changed == []
    assert not doc.dirty


def test_save_as_works_when_the_folder_is_gone(model, doc, project_folder, tmp_path):
    edit(model, doc, "doc", "rescued")
    project_folder.rename(tmp_path / "elsewhere")
    with pytest.raises(UserError):
        model.save()
    model.save_as(tmp_path / "new")
    assert 'doc = "rescued"' in doc.file.read_text()
    assert (tmp_path / "new" / "ops" / "dual_residual" / "dual_residual.cpp").is_file()
    assert doc.source.is_file()


def test_a_failed_save_as_leaves_nothing_behind(model, doc, tmp_path, monkeypatch):
    def refuse(_path, _text):
        raise UserError("file", "the disk is full")

    edit(model, doc, "doc", "x")
    monkeypatch.setattr("workbench.gui.document.copies.write_text", refuse)
    with pytest.raises(UserError):
        model.save_as(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    assert doc.dirty
    assert model.folder != tmp_path / "copy"


def test_other_programs_changes_are_taken_in_unless_there_are_edits(model, doc):
    doc.source.write_text("// from outside\n")
    assert model.reload_changed(doc)
    assert doc.texts[doc.source] == "// from outside\n"
    doc.set_text(doc.source, "// mine\n")
    doc.source.write_text("// from outside again\n")
    model.reload_changed(doc)
    assert doc.texts[doc.source] == "// mine\n"
    text = doc.file.read_text().replace('doc = "', 'doc = "new ')
    doc.file.write_text(text)
    model.reload_changed(doc)
    assert doc.op.doc.startswith("new ")
    assert doc.texts[doc.source] == "// mine\n"


def test_a_broken_op_toml_is_fixed_as_text(model, doc):
    good = doc.file.read_text()
    doc.file.write_text("schema = \n")
    doc.load()
    assert doc.op is None
    assert doc.problems[0].line == 1
    doc.set_text(doc.file, good)
    assert doc.problems == ()
    model.save()
    assert doc.op is not None
    assert not doc.dirty


def test_a_missing_kernel_is_a_problem_with_a_next_step(model, doc):
    doc.source.unlink()
    doc.load()
    problem = doc.problems[0]
    assert problem.key == "kernel.source"
    assert "Create it" in problem.hint


def test_one_op_opens_alone_and_becomes_a_project(model, tmp_path):
    from workbench.core.storage import project

    shown = model.open(project.gallery_folder() / "my_add_custom")
    assert not model.is_project
    model.save_as(tmp_path / "mine")
    assert model.is_project
    assert list(model.documents) == [tmp_path / "mine" / "ops" / shown.name]


def test_an_op_of_a_project_opens_the_project(model, project_folder):
    shown = model.open(project_folder / "ops" / "dual_residual")
    assert model.is_project
    assert shown == project_folder / "ops" / "dual_residual"
    assert len(model.documents) == 2
