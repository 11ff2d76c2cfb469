"""The compiled module of an op, in the form: chosen, and the functions that are found in it."""

import pytest

from tests.engine.runtimes.foreign import make_module


@pytest.fixture
def called(drive, document):
    """An op whose kernel is in a module that is not named yet."""
    drive.page("signature")
    drive.choose("kernel.style", "tvm-ffi")
    drive.page("mapping")
    return document


def test_a_chosen_module_is_copied_and_its_functions_are_offered(drive, called, answers, tmp_path):
    (elsewhere := tmp_path / "elsewhere").mkdir()
    answers["choose_module"] = make_module(elsewhere, "their.so")
    field = drive.find("ort.module")
    field.actions()[0].trigger()
    assert called.op.ort.module == field.text() == "their.so"
    assert (called.folder / "their.so").read_bytes() == (elsewhere / "their.so").read_bytes()
    assert called.op.ort.function == "", "it has several, and none that is called as the op"
    drive.type("ort.function", "double_it")
    offered = drive.page("mapping").binder.field_at("ort.function")._completer._words
    assert offered == ["double_it", "ends", "every", "refuses"]
    field.actions()[0].trigger()
    assert called.op.ort.function == "double_it", "the module has it"
    assert [p.name for p in called.folder.glob("*.so")] == ["their.so"]
    drive.trigger("undo")
    drive.trigger("undo")
    assert called.op.ort.module == ""


def test_what_is_no_module_is_refused_and_copied_nowhere(drive, called, answers, tmp_path):
    answers["show_error"] = None
    (tmp_path / "no.so").write_text("no library")
    for path in (tmp_path / "no.so", tmp_path / "their.dll", tmp_path):
        answers["choose_module"] = path
        drive.find("ort.module").actions()[0].trigger()
    assert answers["asked"].count("show_error") == 3
    answers["choose_module"] = None
    drive.find("ort.module").actions()[0].trigger()
    assert called.op.ort.module == ""
    assert not list(called.folder.glob("*.so"))
