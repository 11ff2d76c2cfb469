"""The Mapping page: variants, branches, functions, rules, mappings in Python, implementations."""

from PySide6.QtCore import Qt

from workbench.gui.forms.binding.lens import VariantLens


def names(drive):
    box = drive.find("variant")
    return [box.itemText(i) for i in range(box.count())]


def choose(drive, value):
    drive.choose("variant", value)


def test_the_forms_edit_the_variant_in_use(rich):
    drive, document = rich
    drive.page("mapping")
    assert names(drive) == ["Main mapping", "functions", "plugin"]
    main = document.op.mapping
    choose(drive, "functions")
    assert document.op.variant == "functions"
    assert drive.session.project.undo.undoText() == "Use variant functions"
    assert drive.find("mapping.nodes[0].op").text() == "fns::Deform"
    assert drive.window.workspace.page("mapping").nodes.count() == 1
    drive.type("mapping.nodes[0].outputs", "output, rest")
    drive.click("mapping.nodes.add")
    drive.click("mapping.nodes[1].up")
    changed = document.op.variants["functions"].mapping
    assert [n.op for n in changed.nodes] == ["Identity", "fns::Deform"]
    assert changed.nodes[1].outputs == ("output", "rest")
    assert document.op.mapping == main
    choose(drive, "")
    assert drive.find("mapping.nodes[0].op").text() == "custom::Deform"
    for _ in range(5):
        drive.trigger("undo")
    assert not document.dirty


def test_variants_are_added_copied_renamed_described_and_removed(rich):
    drive, document = rich
    drive.page("mapping")
    drive.click("variant.copy")
    assert document.op.variant == "variant"
    assert document.op.variants["variant"].mapping == document.op.mapping
    drive.type("variant.name", "second")
    drive.type("variant.doc", "a copy")
    drive.choose("variant.opset", 18)
    variant = document.op.variants["second"]
    assert (document.op.variant, variant.doc, variant.opset) == ("second", "a copy", 18)
    assert drive.session.project.undo.count() == 4
    drive.click("variant.remove")
    assert list(document.op.variants) == ["functions", "plugin"]
    assert document.op.variant == ""
    drive.click("variant.add")
    assert document.op.variants["variant"].mapping.nodes[0].op == "custom::Deform"
    assert document.op.variants["variant"].ort.implementation == "bridge"


def test_a_name_that_is_taken_or_none_stays_in_the_field(rich):
    drive, document = rich
    drive.page("mapping")
    choose(drive, "plugin")
    for wrong, why in (("functions", "taken"), ("a b", "identifier")):
        drive.type("variant.name", wrong)
        assert list(document.op.variants) == ["functions", "plugin"]
        assert drive.find("variant.name").text() == wrong
        assert any(why in p.message for p in document.problems)
    drive.type("variant.name", "board")
    assert list(document.op.variants) == ["functions", "board"]
    assert not any(p.kind == "input" for p in document.problems)


def test_an_unfinished_text_belongs_to_its_variant(rich):
    drive, document = rich
    drive.page("mapping")
    choose(drive, "plugin")
    drive.type("ort.since_version", "x")
    assert list(document.unfinished) == ["variants.plugin.ort.since_version"]
    assert drive.find("ort.since_version").text() == "x"
    choose(drive, "functions")
    assert drive.find("ort.since_version").text() == "1"
    choose(drive, "plugin")
    assert drive.find("ort.since_version").text() == "x"


def test_problems_of_other_variants_are_named(rich):
    drive, _ = rich
    drive.page("mapping")
    choose(drive, "plugin")
    drive.type("mapping.nodes[0].op", "nothing here")
    assert drive.find("mapping.nodes[0].op").property("problem") == "error"
    choose(drive, "")
    assert drive.find("mapping.nodes[0].op").property("problem") == ""
    page = drive.window.workspace.page("mapping")
    line = page.binder.line_at("variants.plugin.mapping.nodes[0].op")
    assert line.plain_text().startswith("Variant plugin: ")


def test_undo_shows_the_mapping_page(rich):
    drive, document = rich
    drive.page("mapping")
    choose(drive, "plugin")
    drive.type("mapping.nodes[0].op", "plug::Other")
    drive.page("run")
    drive.trigger("undo")
    assert drive.window.workspace.current_page() == "mapping"
    assert document.op.variants["plugin"].mapping.nodes[0].op == "plug::Deform"


def test_a_condition_is_checked_while_it_is_typed(rich):
    drive, document = rich
    drive.page("mapping")
    field = drive.find("mapping.nodes[0].when")
    assert "mask is None" in field.toolTip()
    drive.type("mapping.nodes[0].when", "mask is")
    assert field.property("problem") == "error"
    assert document.op.mapping.nodes[0].when == "mask is not None"  # as before the typing
    drive.type("mapping.nodes[0].when", "mask is not None and use_mask")
    assert field.property("problem") == ""
    assert document.op.mapping.nodes[0].when == "mask is not None and use_mask"


def test_a_condition_says_what_it_may_be_and_what_is_wrong(drive, document):
    drive.page("mapping")
    field = drive.find("mapping.nodes[0].when")
    assert 'mode == "bilinear"' in field.toolTip()
    name = document.op.args[0].name
    drive.type("mapping.nodes[0].when", f"{name}.ndim == 2")
    (problem,) = (p for p in document.shown_problems if p.key == "mapping.nodes[0].when")
    assert f"write len({name}.shape)" in problem.message
    drive.type("mapping.nodes[0].when", f"len({name}.shape) == 2")
    assert document.op.mapping.nodes[0].when == f"len({name}.shape) == 2"


def test_a_named_part_is_added_renamed_and_removed(drive, document):
    drive.page("signature")
    name = document.op.args[0].name
    drive.click("let.add")
    assert document.op.let == {"part": f"{name}.shape"}
    drive.type("let.part", f"{name}.shape[:")
    assert document.op.let["part"] == f"{name}.shape[:"
    assert any(p.key == "let.part" for p in document.shown_problems)
    drive.type("let.part", f"{name}.shape")
    drive.type("outputs[0].shape", "part")
    drive.type("let[0].name", "same")
    assert (document.op.let, document.op.outputs[0].shape) == ({"same": f"{name}.shape"}, "same")
    assert not document.shown_problems
    drive.click("let[0].remove")
    assert document.op.let == {}


def test_a_script_makes_the_node_a_function(rich):
    drive, document = rich
    drive.page("mapping")
    card = drive.window.workspace.page("mapping").nodes._cards[0]
    assert card.kind.text() == "Custom node"
    drive.type("mapping.nodes[0].script", "deform_script.py")
    assert document.op.mapping.nodes[0].script == "deform_script.py"
    assert card.kind.text() == "Function"
    drive.click("mapping.nodes.add")
    assert not drive.find("mapping.nodes[2].script").isEnabled()


def test_attributes_are_rules_tensors_and_arguments(rich):
    drive, document = rich
    drive.page("mapping")
    key = "mapping.nodes[0].attributes"
    assert drive.find(f"{key}[0].arg").currentData() == "#rule"
    drive.type(f"{key}[0].value", "[stride, 2]")
    assert document.op.mapping.nodes[0].attributes[0].rule == "[stride, 2]"
    drive.window.setFocus()
    drive.type(f"{key}[0].value", "[stride, ")
    assert document.op.mapping.nodes[0].attributes[0].rule == "[stride, 2]"
    assert drive.find(f"{key}[0].value").property("problem") == "error"
    drive.choose(f"{key}[0].arg", "")
    attribute = document.op.mapping.nodes[0].attributes[0]
    assert (attribute.rule, attribute.value) == ("", (1,))
    assert not any(p.kind == "input" for p in document.problems)
    drive.choose(f"{key}[1].dtype", "int64")
    drive.type(f"{key}[1].value", "3, 4")
    attribute = document.op.mapping.nodes[0].attributes[1]
    assert (attribute.dtype, attribute.value) == ("int64", (3, 4))
    drive.choose(f"{key}[1].type", "float")
    attribute = document.op.mapping.nodes[0].attributes[1]
    assert (attribute.dtype, attribute.value) == ("float32", 1.0)
    drive.choose(f"{key}[1].arg", "#rule")
    attribute = document.op.mapping.nodes[0].attributes[1]
    assert (attribute.type, attribute.rule) == ("float", "stride")
    drive.choose(f"{key}[1].type", "tensor")
    drive.choose(f"{key}[1].arg", "input")
    attribute = document.op.mapping.nodes[0].attributes[1]
    assert (attribute.type, attribute.arg) == ("tensor", "input")


def test_a_mapping_is_written_in_python(rich, qtbot):
    drive, document = rich
    drive.page("mapping")
    drive.choose("mapping.kind", "python")
    assert document.op.mapping.source == "mapping.py"
    assert len(document.op.mapping.nodes) == 2
    assert drive.find("mapping.edit").text() == "Create mapping.py"
    drive.type("mapping.function", "deform")
    drive.click("mapping.edit")
    assert drive.window.workspace.current_page() == "kernel"
    page = drive.window.workspace.page("kernel")
    assert page.current_path() == document.folder / "mapping.py"
    text = document.texts[document.folder / "mapping.py"]
    assert "def deform(g, input, mask, xs, stride, use_mask):" in text
    drive.page("mapping")
    assert "def deform(g" in drive.find("mappingSource").text()
    drive.choose("mapping.kind", "nodes")
    assert (document.op.mapping.source, document.op.mapping.function) == ("", "symbolic")


def test_what_cannot_run_the_node_is_greyed_with_the_reason(rich):
    drive, document = rich
    drive.page("mapping")
    box = drive.find("ort.implementation")

    def state(name):
        index = box.findData(name)
        tip = box.itemData(index, Qt.ItemDataRole.ToolTipRole)
        return box.model().item(index).isEnabled(), tip

    refused = "A libtorch kernel cannot be compiled into an ONNX Runtime library."
    assert state("bridge") == (True, "")
    assert state("own") == (True, "")
    assert state("portable") == (False, refused)
    assert state("none") == (False, "ONNX Runtime has no kernel for custom::Deform.")
    drive.choose("ort.implementation", "own")
    assert document.op.ort.source == "ort_op.cpp"
    drive.type("ort.structs", "DeformOp, OtherOp")
    assert document.op.ort.structs == ("DeformOp", "OtherOp")
    drive.choose("ort.implementation", "bridge")
    assert (document.op.ort.source, document.op.ort.structs) == ("", ())
    choose(drive, "functions")
    assert state("none") == (True, "")
    assert not state("bridge")[0]


def test_a_lens_is_no_change(rich):
    _, document = rich
    lens = VariantLens()
    from msgspec.structs import replace

    for name in ("", "functions", "plugin", "gone"):
        op = replace(document.op, variant=name)
        assert lens.put(op, lens.view(op)) == op
        for key in ("mapping.nodes[0].op", "ort.source", "model.opset", "args[0].name"):
            assert lens.to_form(op, lens.to_file(op, key)) == key
