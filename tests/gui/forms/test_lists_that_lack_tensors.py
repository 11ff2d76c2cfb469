"""A list whose tensors may be missing is declared in the forms: its type, and None for one tensor."""

from __future__ import annotations


def test_a_list_gets_a_tensor_that_is_missing(drive, document):
    drive.page("signature")
    drive.choose("args[1].type", "tensor?[]")
    drive.page("model")
    assert [e.arg for e in document.op.model.inputs] == ["a", "b[0]", "b[1]"]
    drive.click("model.inputs[2].none")
    assert document.op.example("b[1]").none
    drive.click("model.inputs.b.add")
    third = document.op.example("b[2]")
    assert not third.none, "it is like the last that is there"
    drive.click("model.inputs[2].none")
    assert not document.op.example("b[1]").none
    assert document.op.example("b[1]").shape == third.shape
