"""Another operator for a node: what it also takes is kept, the rest is named."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.gui.forms.boxes import menu
from workbench.core.declaration.op import Attribute


def test_another_operator_keeps_what_it_takes(add, drive, document):
    add("Resize")
    key = "mapping.nodes[0].attributes"
    menu(drive, f"{key}.choose")["mode"].trigger()
    add("Concat")
    node = document.op.mapping.nodes[0]
    assert [a.name for a in node.attributes] == ["axis"]
    assert drive.find(f"{key}[0].type").currentText() == "int _i"


@pytest.fixture
def custom(drive, document):
    """A node of one's own with two attributes, of which one is Concat's, too."""
    node = replace(
        document.op.mapping.nodes[0],
        attributes=(Attribute("alpha", "float", value=0.5), Attribute("axis", "int", value=1)),
    )
    mapping = replace(document.op.mapping, nodes=(node,))
    drive.session.project.edit(document, "Attributes", lambda op: replace(op, mapping=mapping))
    return node


def loss(drive) -> str:
    """What the note in the first card says; empty while it is hidden."""
    return drive.window.workspace.page("mapping").nodes.card(0).loss.text()


def test_what_another_operator_also_has_is_kept_and_the_rest_is_named(custom, add, drive, document):
    add("Concat")
    assert document.op.mapping.nodes[0].attributes == (custom.attributes[1],)
    assert loss(drive) == "Concat has no place for the attribute alpha. Left out."
    drive.click("mapping.nodes[0].loss.undo")
    assert document.op.mapping.nodes[0] == custom
    assert loss(drive) == ""


def test_inputs_and_values_that_are_lost_are_named_too(custom, add, drive, document):
    add("Elu")  # alpha is a float there, too; one input
    assert document.op.mapping.nodes[0].attributes == (custom.attributes[0],)
    assert loss(drive) == "Elu has no place for the attribute axis and the input b. Left out."


def test_the_note_goes_with_the_next_edit_and_with_another_op(
    custom, add, drive, document, project_folder
):
    add("Concat")
    assert loss(drive)
    drive.type("mapping.nodes[0].outputs", "out")
    assert loss(drive) == ""
    for _ in range(2):
        drive.trigger("undo")
    add("Concat")
    assert loss(drive)
    drive.window.workspace.show_op(project_folder / "ops" / "dual_residual")
    assert loss(drive) == ""


def test_nothing_is_reported_where_nothing_is_lost(add, drive, document):
    add("Add")
    assert loss(drive) == ""


def test_an_attribute_is_named_like_those_of_its_operator_or_like_an_argument(custom, add, drive):
    def offered() -> list[str]:
        binder = drive.page("mapping").binder
        return binder.field_at("mapping.nodes[0].attributes[0].name")._completer._words

    assert offered() == ["a", "b"]
    add("Concat")
    assert offered() == ["axis"]
