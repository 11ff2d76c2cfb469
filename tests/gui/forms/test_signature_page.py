"""The Signature page shows live what torch, the exporter and the C++ function see of the op."""

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton

from workbench.core.storage import op_file, project
from workbench.core.types.arg_types import ARG_TYPES
from workbench.gui.forms.cards.live_signature import previews
from workbench.gui.forms.examples.example_card import ExampleCard
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import Card


def test_schema_descriptors_and_head_follow_each_key(drive, document):
    drive.page("signature")
    drive.click("args.add")
    drive.type("args[2].name", "gain")
    drive.choose("args[2].type", "float")
    drive.type("args[2].default", "0.5")
    assert drive.find("torchSchema").text().endswith("float gain=0.5) -> Tensor")
    assert drive.find("parseArgs").text() == '@parse_args("v", "v", "f")'
    head = drive.find("cppHead").text()
    assert "double gain" in head
    drive.click("cppHead.copy")
    assert QGuiApplication.clipboard().text() == head


def test_no_line_of_the_head_is_wrapped_in_a_small_window(drive, document):
    drive.window.resize(1024, 700)
    drive.page("signature")
    label = drive.find("cppHead")
    widths = [label.fontMetrics().horizontalAdvance(line) for line in label.text().splitlines()]
    assert max(widths) <= label.contentsRect().width()
    assert label.text().endswith(" y)")


def test_a_mistake_leaves_the_last_sound_texts_greyed_with_the_reason(drive, document):
    drive.page("signature")
    before = [drive.find(n).text() for n in ("torchSchema", "parseArgs", "cppHead")]
    drive.type("args[0].dtype", "floatt32")
    for name, text in zip(("torchSchema", "parseArgs", "cppHead"), before, strict=True):
        assert drive.find(name).text() == text
        assert drive.find(name).property("stale")
    why = drive.find("signature.why").text()
    assert why.startswith("All as before the mistake: 'floatt32' is no element type")
    drive.type("args[0].dtype", "float32")
    assert not drive.find("torchSchema").property("stale")
    assert not any(
        w.isVisible()
        for w in drive.window.findChildren(type(drive.find("cppHead")), "signature.why")
    )


def test_a_mistake_greys_what_depends_on_it_alone(drive, document):
    """The head depends on a rule: an output of unknown size is allocated by the kernel."""
    drive.page("signature")
    drive.type("outputs[0].shape", "a.shap")
    assert not drive.find("torchSchema").property("stale")
    assert drive.find("cppHead").property("stale")
    assert drive.find("signature.why").text().startswith("C++ head as before the mistake")
    drive.type("outputs[0].shape", "a.shape")
    drive.type("kernel.source", "kernel.txt")
    assert not drive.find("torchSchema").property("stale")


def test_a_function_has_no_descriptors_and_an_installed_op_no_head():
    op = op_file.load(project.gallery_folder() / "my_add_custom")
    python = replace(op, kernel=replace(op.kernel, style="python", source="op.py"))
    assert set(previews(python)) == {"schema"}
    installed = replace(op, kernel=replace(op.kernel, style="installed"))
    assert set(previews(installed)) == {"schema", "parse_args"}


def test_a_long_head_is_broken_into_lines_that_say_the_same():
    from workbench.core.codegen import kernel_head

    op = op_file.load(project.gallery_folder() / "deform_conv2d")
    text = previews(op)["head"].text
    assert max(map(len, text.splitlines())) <= 92
    assert "".join(text.split()) == "".join(kernel_head(op).split())


@pytest.mark.parametrize("kind", ARG_TYPES)
def test_every_type_has_a_preview_or_a_reason(kind):
    op = op_file.load(project.gallery_folder() / "my_add_custom")
    op = replace(op, args=(*op.args, replace(op.args[0], name="c", type=kind)))
    for shown in previews(op).values():
        assert shown.text or shown.why


def test_the_generated_code_is_one_click_away(drive, document):
    drive.page("signature")
    drive.click("signature.generated")
    workspace = drive.window.workspace
    assert workspace.current_page() == "kernel"
    bar = workspace.page("kernel").bar
    assert bar.tabs.tabText(bar.tabs.currentIndex()).startswith("python")


# -- shapes -------------------------------------------------------------------------------


def cell(drive, row, column):
    return drive.window.workspace.page("signature").shapes.cell(row, column)


def test_shapes_are_shown_for_every_case_with_what_is_dynamic(drive, document):
    drive.page("signature")
    assert [cell(drive, 0, i) for i in (0, 1)] == ["Example inputs", "y"]
    assert [cell(drive, 1, i) for i in (0, 1)] == ["Main inputs", "[n=4, 3, 8]"]
    assert [cell(drive, 2, i) for i in (0, 1)] == ["more_rows", "[n=7, 3, 8]"]
    drive.type("outputs[0].shape", "[a.shape[0] * 2, unknown]")
    assert cell(drive, 1, 1) == "[dynamic=8, ?]"
    assert cell(drive, 2, 1) == "[dynamic=14, ?]"
    assert drive.find("shapes[0][0]").font().family() == code_font().family()


def test_a_shape_that_cannot_be_evaluated_says_why(drive, document):
    drive.page("signature")
    drive.type("outputs[0].shape", "[a.shape[7]]")
    assert cell(drive, 1, 1).startswith("Does not fit: index 7 is outside")
    told = drive.find("outputs[0].shape.result")
    assert told.text() == "does not fit"
    assert told.width() >= told.sizeHint().width()
    drive.type("outputs[0].shape", "broadcast(a.shape, b.shape)")
    drive.page("model")
    drive.type("model.inputs[1].shape", "5, 8")
    drive.page("signature")
    assert "cannot be broadcast" in cell(drive, 1, 1)
    drive.page("model")
    drive.type("model.inputs[1].shape", "")
    drive.page("signature")
    assert cell(drive, 1, 1) == "The example has no shape: 'b'"


def test_the_word_at_the_cursor_of_a_rule_is_completed(drive, document, qtbot):
    from PySide6.QtCore import Qt

    drive.page("signature")
    drive.type("outputs[0].shape", "[a.shape[0], b.sh")
    popup = drive.window.workspace.page("signature").outputs
    completer = next(
        c
        for f in popup.binder._bindings
        if f.widget.objectName() == "outputs[0].shape" and (c := f._completer) is not None
    )
    offered = [
        completer.completionModel().index(i, 0).data() for i in range(completer.completionCount())
    ]
    assert "b.shape" in offered
    completer.activated.emit("b.shape")
    assert document.op.outputs[0].shape == "[a.shape[0], b.shape"
    qtbot.keyClick(drive.find("outputs[0].shape"), Qt.Key.Key_Escape)


# -- as text ------------------------------------------------------------------------------


def asked(drive, page, title):
    """The key that the text button of a card asks for."""
    shown = drive.page(page)
    found: list[tuple] = []
    drive.session.services.text_requested.connect(lambda folder, key: found.append((folder, key)))
    card = next(c for c in shown.findChildren(Card) if c.title.text() == title)
    button = card.findChild(QToolButton, "showAsText")
    assert "Show as text" in button.accessibleName()
    button.click()
    drive.session.services.text_requested.disconnect()
    return found


@pytest.mark.parametrize(
    ("page", "title", "key"),
    [
        ("signature", "Arguments", "args"),
        ("signature", "Outputs", "outputs"),
        ("signature", "Type variables", "types"),
        ("signature", "Kernel", "kernel"),
        ("model", "Example inputs", "model.inputs"),
        ("model", "Export", "model"),
        ("model", "Reference", "reference"),
    ],
)
def test_every_card_shows_its_part_as_text(drive, document, page, title, key):
    assert asked(drive, page, title) == [(document.folder, key)]


def test_every_card_of_the_forms_has_the_button_once(rich):
    drive, _ = rich
    for name in ("signature", "mapping", "model"):
        page = drive.page(name)
        for _ in range(2):
            page.refresh()
        for card in page.findChildren(Card):
            own = [b for b in card.findChildren(QToolButton, "showAsText") if b.parent() is card]
            assert len(own) == 1, (name, card.title.text())


def test_the_text_of_a_variant_or_a_case_is_its_own(rich):
    drive, _ = rich
    drive.page("model")
    drive.choose("model.case", 0)
    ((_, key),) = asked(drive, "model", "Example inputs")
    assert key.startswith("model.cases[0]")


# -- every field teaches ------------------------------------------------------------------


@pytest.mark.parametrize("page", ["signature", "model"])
def test_every_field_says_what_it_means(rich, page):
    drive, _ = rich
    shown = drive.page(page)
    for binding in shown.binder._bindings.values():
        tip = binding.field._tip
        assert tip, binding.key
        assert len(tip) > 10, binding.key


def test_an_output_becomes_a_list_in_the_form(drive, document, qtbot):
    """Its count has a field from then on, a rule like the others; the page still fits a small window."""
    page = drive.page("signature")
    drive.choose("outputs[0].type", "tensor[]")
    drive.type("outputs[0].count", "a.shape[0]")
    drive.type("outputs[0].shape", "a.shape[1:]")
    assert drive.find("torchSchema").text().endswith("-> Tensor[]")
    assert "wb::OutputList<" in drive.find("cppHead").text()
    drive.type("outputs[0].count", "len(zs)")
    assert any("'zs'" in p.message for p in document.problems)
    drive.type("outputs[0].count", "a.shape[0]")
    drive.window.resize(1024, 700)
    bar = page.area.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0, timeout=2000)


def test_what_a_rule_gives_is_shown_where_an_example_is_a_file(drive, document, tmp_path):
    np.save(tmp_path / "seen.npy", np.zeros((5, 3, 8), np.float32))
    drive.page("model")
    drive.window.findChild(ExampleCard).take_file(tmp_path / "seen.npy", 0)
    drive.page("signature")
    assert drive.find("outputs[0].shape.result").text() == "[5, 3, 8]"


def test_an_element_type_as_an_argument_from_nothing(drive, document):
    drive.page("signature")
    drive.click("args.add")
    drive.type("args[2].name", "to")
    drive.choose("args[2].type", "dtype")
    assert any(
        "no output has the element type that 'to' is" in p.message for p in document.problems
    )
    drive.type("args[2].dtype", "float16, int64")
    drive.type("outputs[0].dtype", "to")
    assert drive.find("torchSchema").text().endswith("Tensor b, ScalarType to) -> Tensor")
    assert drive.find("parseArgs").text() == '@parse_args("v", "v", "i")'
    head = drive.find("cppHead").text()
    assert "wb::ElementType<T_to> to" in head
    assert "wb::Tensor<T_to> y" in head
    assert document.op.example("to").value == "float16", "the first that it may be now"
    drive.page("model")
    place = next(i for i, e in enumerate(document.op.model.inputs) if e.arg == "to")
    drive.type(f"model.inputs[{place}].value", "uint8")
    assert any("may be float16, int64" in p.message for p in document.problems)
    field = drive.find(f"model.inputs[{place}].value")
    drive.type(f"model.inputs[{place}].value", "int64")
    assert document.op.example("to").value == "int64"
    assert not [p for p in document.problems if p.severity == "error"], document.problems
    assert field.isVisible()
