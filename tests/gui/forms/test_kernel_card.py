"""The kernel on the Signature page: styles, registration, files and flags."""

import pytest
from msgspec.structs import replace

from workbench.core import edits
from workbench.core.declaration.op import Kernel, Mapping, Node, Ort, Variant
from workbench.core.op_toml.keys import choices, key_at
from workbench.core.ort_sides import SIDES
from workbench.core.storage import op_file, project
from workbench.core.styles import registrations, values


@pytest.fixture
def op():
    return op_file.load(project.gallery_folder() / "my_add_custom")


def test_every_choice_of_the_declaration_has_words():
    assert {s.style for s in values()} == set(choices(key_at("kernel.style")))
    named = {s.registration for s in registrations()}
    assert named == set(choices(key_at("kernel.registration")))
    assert set(SIDES) == set(choices(key_at("ort.implementation")))


@pytest.mark.parametrize("style", [s.style for s in values()])
def test_a_style_takes_along_what_goes_with_it(op, style):
    changed = edits.set_style(op, style)
    kernel, ort = changed.kernel, changed.ort
    assert kernel.style == style
    assert kernel.registration == "generated"
    assert kernel.source == {"python": "kernel.py", "cuda": "kernel.cu"}.get(style, "kernel.cpp")
    wanted = {
        "portable": "portable",
        "cuda": "portable",
        "python": "export-only",
        "session": "library",
    }.get(style, "bridge")
    assert ort.implementation == wanted
    assert edits.implementation_problem(kernel, changed.mapping, wanted) == ""


def test_standard_nodes_need_no_implementation(op):
    standard = Mapping(nodes=(Node("Add", ("a", "b"), ("y",)),))
    python = edits.set_style(replace(op, mapping=standard, ort=Ort("none")), "python")
    assert python.ort.implementation == "none"


def test_a_style_is_sound_for_every_variant(op):
    extra = Variant(mapping=op.mapping, ort=Ort("portable"))
    changed = edits.set_style(replace(op, variants={"other": extra}), "libtorch")
    assert changed.variants["other"].ort.implementation == "bridge"
    pybind = edits.set_registration(changed, "pybind")
    assert pybind.ort.implementation == "export-only"
    assert pybind.variants["other"].ort.implementation == "export-only"


def test_flags_stay_while_anything_is_compiled(op):
    op = replace(op, kernel=Kernel(compile_flags=("-O3",)))
    assert edits.set_style(op, "python").kernel.compile_flags == ()
    own = replace(op, ort=Ort("own", source="ort_op.cpp"))
    assert edits.set_style(own, "python").kernel.compile_flags == ("-O3",)


def test_a_style_is_one_undo_step(drive, document):
    before = document.op
    drive.page("signature")
    drive.choose("kernel.style", "python")
    assert document.op.kernel.source == "kernel.py"
    assert drive.session.project.undo.count() == 1
    assert drive.session.project.undo.undoText() == "Change kernel style"
    drive.trigger("undo")
    assert document.op == before


def test_what_does_not_apply_is_hidden_or_says_why(drive, document):
    drive.page("signature")
    registration = drive.find("kernel.registration")
    assert not registration.isEnabled()
    assert "always registered by the program" in registration.toolTip()
    drive.choose("kernel.style", "libtorch")
    assert registration.isEnabled()
    drive.choose("kernel.registration", "own")
    function = drive.find("kernel.function")
    assert function.isEnabled()  # the file says 'my_add', so it can be taken away
    drive.type("kernel.function", "")
    assert not function.isEnabled()
    drive.choose("kernel.style", "installed")
    assert drive.window.workspace.page("signature").findChild(type(function), "kernel.source")
    with pytest.raises(AssertionError, match="no widget"):
        drive.find("kernel.source")
    drive.type("kernel.package", "torchvision")
    assert document.op.kernel.package == "torchvision"
    drive.choose("kernel.style", "portable")
    assert document.op.kernel.package == ""
    with pytest.raises(AssertionError, match="no widget"):
        drive.find("kernel.package")


def test_files_and_flags_are_lists_of_lines(drive, document):
    drive.page("signature")
    drive.click("kernel.more")
    for name, lines in (
        ("sources", ("csrc/a.cpp", "csrc/b.cu")),
        ("include", ("include",)),
        ("compile_flags", ("-DA=1", "-O3")),
        ("link_flags", ("-lm",)),
    ):
        drive.type_lines(f"kernel.{name}", lines)
        assert getattr(document.op.kernel, name) == lines
        assert drive.session.project.undo.undoText().startswith("Change ")
    assert drive.session.project.undo.count() == 4
    assert any(p.key == "kernel.sources[0]" for p in document.problems)
    assert drive.find("kernel.sources").property("problem") == "error"
    drive.trigger("undo")
    assert drive.find("kernel.link_flags").toPlainText() == ""


def test_what_is_filled_is_not_folded_away(rich):
    drive, _ = rich
    drive.page("signature")
    assert drive.find("kernel.more").isChecked()
    assert drive.find("kernel.sources").toPlainText() == "csrc/bilinear.cpp"


def test_a_list_of_tensors_is_an_argument_type(rich):
    drive, document = rich
    drive.page("signature")
    drive.choose("args[0].type", "tensor[]")
    assert [e.arg for e in document.op.model.inputs[:2]] == ["input[0]", "input[1]"]
    drive.trigger("undo")
    drive.type("args[2].dtype", "any")
    assert document.op.args[2].dtype == "any"
    assert not drive.find("args[2].optional").isEnabled()
    drive.choose("args[2].type", "tensor")
    assert document.op.args[2].dtype == "float32"
    assert [e.arg for e in document.op.model.inputs] == ["input", "mask", "xs", "stride"]
    # Cases follow, too.
    assert [e.arg for e in document.op.model.cases[1].inputs] == ["xs", "use_mask"]


def test_a_renamed_argument_is_renamed_in_variants_cases_and_conditions(rich):
    drive, document = rich
    drive.page("signature")
    drive.type("args[2].name", "feats")
    drive.type("args[1].name", "weight")
    drive.type("args[3].name", "step")
    op = document.op
    assert op.outputs[0].shape == "[input.shape[0], len(feats), step]"
    assert op.mapping.nodes[0].when == "weight is not None"
    assert op.mapping.nodes[0].attributes[0].rule == "[step, step]"
    assert op.variants["functions"].mapping.nodes[0].inputs == ("input", "feats")
    assert [e.arg for e in op.model.cases[1].inputs[:3]] == [f"feats[{i}]" for i in range(3)]
    for _ in range(3):
        drive.trigger("undo")
    assert not document.dirty
