"""Any edits, in any order: what is saved is what was shown, and undo leads back to the same bytes."""

import random
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.core.declarations import exactly
from tests.core.strategies import WELL_FORMED, sound_ops
from tests.gui.rich import RICH
from tests.large import examples, some
from workbench.core import edits
from workbench.core.check import check_op
from workbench.core.fixes import fixes
from workbench.core.op_toml.keys import every_key
from workbench.core.storage import op_file, project
from workbench.core.types.arg_types import ARG_TYPES
from workbench.gui.forms.fields.fields import CheckField, ChoiceField, TextField
from workbench.gui.forms.fields.file_field import FILE
from workbench.gui.forms.fields.lines_field import LinesField

FORMS = sorted({key.page for key in every_key()})
QUIET = list(HealthCheck)

NAMES = ("a", "b", "x", "left", "class", "", "2x", "alpha")


def _at(draw, rows):
    return draw.draw(st.integers(0, len(rows) - 1))


def one_edit(draw, op):
    """A function of ``gui.edits`` (or a fix) with arguments that the forms would give it."""
    words = st.sampled_from(NAMES)
    choices = {
        "add_arg": lambda: edits.add_arg(op),
        "add_output": lambda: edits.add_output(op),
        "add_example": lambda: edits.add_example(op),
        "add_case": lambda: edits.add_case(op),
        "add_node": lambda: edits.add_node(op),
        "add_variant": lambda: edits.add_variant(op),
        "duplicate_variant": lambda: edits.duplicate_variant(op),
        "style": lambda: edits.set_style(
            op, draw.draw(st.sampled_from(["portable", "libtorch", "installed", "python"]))
        ),
        "model file": lambda: edits.set_model_file(op, draw.draw(st.booleans())),
        "python": lambda: edits.set_mapping_kind(
            op, draw.draw(st.sampled_from(["nodes", "python"]))
        ),
    }
    if op.args:
        choices |= {
            "remove_arg": lambda: edits.remove_arg(op, _at(draw, op.args)),
            "rename_arg": lambda: edits.rename_arg(op, _at(draw, op.args), draw.draw(words)),
            "type": lambda: edits.set_arg_type(
                op, _at(draw, op.args), draw.draw(st.sampled_from(list(ARG_TYPES)))
            ),
        }
    if op.outputs:
        choices |= {
            "remove_output": lambda: edits.remove_output(op, _at(draw, op.outputs)),
            "rename_output": lambda: edits.rename_output(
                op, _at(draw, op.outputs), draw.draw(words)
            ),
        }
    if op.model.inputs:
        choices["remove_example"] = lambda: edits.remove_example(op, _at(draw, op.model.inputs))
    if op.model.cases:
        choices |= {
            "duplicate_case": lambda: edits.duplicate_case(op, _at(draw, op.model.cases)),
            "remove_case": lambda: edits.remove_case(op, _at(draw, op.model.cases)),
        }
    if op.types:
        choices["rename_type"] = lambda: edits.rename_type(
            op, draw.draw(st.sampled_from(list(op.types))), "Elem"
        )
    if op.variants:
        choices["remove_variant"] = lambda: edits.remove_variant(op, next(iter(op.variants)))
    if problems := check_op(op):

        def fix():
            offered = fixes(op, draw.draw(st.sampled_from(problems[:4])))
            return offered[0].op if offered else op

        choices["fix"] = fix
    return choices[draw.draw(st.sampled_from(sorted(choices)))]()


@settings(examples(15, 300), suppress_health_check=QUIET)
@given(st.data(), st.sampled_from(["rich", "my_add_custom", "dual_residual", "sound"]))
def test_any_sequence_of_edits_saved_and_loaded_gives_the_same_declaration(data, start):
    """Through the file of the start, whose comments and order are kept."""
    if start == "sound":
        op = data.draw(sound_ops())
        text = op_file.dumps(op)
    else:
        folder = project.gallery_folder() / start
        text = RICH if start == "rich" else (folder / "op.toml").read_text()
        op = op_file.loads(text)
    first, first_op = text, op
    for _ in range(data.draw(st.integers(1, 6))):
        op = one_edit(data, op)
        text = op_file.dumps(op, text)
        assert exactly(op_file.loads(text, validate=False)) == exactly(op)
    assert op_file.dumps(op, text) == text
    # The way back from any text: the same declaration, and from the first text the same bytes.
    assert op_file.loads(op_file.dumps(first_op, text), validate=False) == first_op
    assert op_file.dumps(first_op, first) == first


@settings(examples(30), suppress_health_check=QUIET)
@given(WELL_FORMED)
def test_any_declaration_saved_unchanged_gives_the_same_bytes(op):
    text = op_file.dumps(op)
    loaded = op_file.loads(text, validate=False)
    assert exactly(loaded) == exactly(op)
    assert op_file.dumps(loaded, text) == text


# -- the real widgets ---------------------------------------------------------------------

TEXTS = (
    "x", "a", "2, 3", "", "float32", "T", "a.shape", "1", "-1", "0.5", "nan", "[", '"q"', "0=n",
    "custom::X", "kernel.cpp", "a, b", "none", "é☃", "true",
)  # fmt: skip


class Clicker:
    """Types and chooses at random, in what the pages show."""

    def __init__(self, drive, seed):
        self.drive = drive
        self.random = random.Random(seed)

    def fields(self):
        page = self.drive.page(self.random.choice(FORMS))
        known = [b.field for b in page.binder._bindings.values()]
        return [f for f in known if f.widget.isVisible() and f.widget.isEnabled()]

    def step(self):
        fields = self.fields()
        field = self.random.choice(fields)
        text = self.random.choice(TEXTS)
        if isinstance(field, TextField):
            field.line.setFocus()
            field.line.selectAll()
            if text and text.isascii():
                self.drive.qtbot.keyClicks(field.line, text)
            else:  # pasted: there is no such key
                field.line.setText(text)
                field.line.textEdited.emit(text)
        elif isinstance(field, ChoiceField):
            rows = [i for i in range(field.box.count()) if field.box.itemData(i) != FILE]
            row = self.random.choice(rows)
            field.box.setCurrentIndex(row)
            field.box.activated.emit(row)
        elif isinstance(field, CheckField):
            field.box.toggle()
        elif isinstance(field, LinesField):
            field.set_lines([text, "more"])

    def press(self):
        """A button that adds, moves or removes a row."""
        from PySide6.QtWidgets import QToolButton

        page = self.drive.page(self.random.choice(FORMS))
        ends = (".add", ".remove", ".up", ".down")
        found = [
            b
            for b in page.findChildren(QToolButton)
            if b.objectName().endswith(ends) and b.isVisible() and b.isEnabled()
        ]
        if found:
            self.random.choice(found).click()


@pytest.mark.parametrize("seed", some(range(3), [0]))
@pytest.mark.parametrize("start", ["my_add_custom", "rich"])
def test_any_clicks_and_keys_saved_loaded_and_undone(start, seed, request, answers, qtbot):
    answers["choose_operator"] = ""
    if start == "rich":
        drive, document = request.getfixturevalue("rich")
    else:
        drive, document = (request.getfixturevalue(n) for n in ("drive", "document"))
    before, first = document.file.read_bytes(), document.now
    clicker = Clicker(drive, seed)
    for i in range(14):
        clicker.press() if i % 4 == 3 else clicker.step()
        assert document.op is not None
    shown = document.op
    # Saved and loaded: what was shown, whatever half-typed texts are left beside it.
    copy = document.folder.with_name("copy")
    shutil.copytree(document.folder, copy)
    (copy / "op.toml").write_text(document.toml(), encoding="utf-8")
    assert exactly(op_file.load(copy, validate=False)) == exactly(shown)
    shutil.rmtree(copy)
    undo = drive.session.project.undo
    while undo.canUndo():
        drive.session.project.step(back=True)
    assert document.now == first
    assert document.toml().encode() == before
    while undo.canRedo():
        drive.session.project.step(back=False)
    assert exactly(document.op) == exactly(shown)
    while undo.canUndo():
        drive.session.project.step(back=True)
    drive.trigger("save")
    assert document.file.read_bytes() == before
