"""The card of the tolerances says what holds where nothing is given."""


def test_the_tolerance_that_is_used_is_that_of_the_outputs_that_are_not_exact(drive, document):
    drive.page("signature")
    drive.type("outputs[0].dtype", "int64")
    drive.click("outputs.add")
    drive.type("outputs[1].dtype", "float32")
    drive.page("run")
    # The kernel is portable and there is a reference.
    assert drive.find("model.rtol").placeholderText() == "what rounding moves"
    assert drive.find("outputs[0].rtol").placeholderText() == "exact"
    assert drive.find("outputs[1].rtol").placeholderText() == "what rounding moves"
    drive.type("model.atol", "0.5")
    assert drive.find("model.rtol").placeholderText() == "1.3e-06 for float32"
    assert drive.find("outputs[1].rtol").placeholderText() == "as the element type"
    assert drive.find("outputs[1].atol").placeholderText() == "0.5, as all"
    drive.type("model.atol", "")
    drive.page("model")
    drive.type("reference.python", "")
    drive.page("run")
    assert drive.find("model.rtol").placeholderText() == "1.3e-06 for float32"
    assert drive.find("model.atol").placeholderText() == "1e-05 of the scale for float32"


def test_what_is_wrong_with_a_shape_stands_where_it_is_edited_alone(drive, document):
    drive.page("signature")
    drive.click("outputs.add")
    drive.type("outputs[1].shape", "nobody.shape")
    page = drive.window.workspace.page
    assert "nobody" in page("signature").binder.line_at("outputs[1].shape").text()
    drive.page("run")
    drive.type("outputs[1].rtol", "-1")
    line = page("run").binder.line_at("outputs[1].rtol")
    assert "nobody" not in line.text()
    assert page("run").binder.line_at("outputs[1].shape") is None
