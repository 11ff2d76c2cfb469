"""New op from C++: pasting, files, drops, and what cannot be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton

from tests.importers.cpp.test_ort_domains import HEAD
from tests.importers.cpp.test_ort_overloads import draft, made
from workbench.core.check import check_op
from workbench.core.storage import op_file
from workbench.gui.look.widgets import LONG_LIST
from workbench.gui.new_op.candidate_list import CandidateList, fitted_name
from workbench.gui.new_op.cpp_page import CppPage, _rows
from workbench.gui.new_op.dialog import NewOpDialog
from workbench.importers.drafts.draft import write_draft

SCALE = "at::Tensor scale(const at::Tensor& x, double by = 2.0) { return x * by; }\n"
BOTH = SCALE + 'TORCH_LIBRARY(mine, m) { m.def("half(Tensor x) -> Tensor"); }\n'


@pytest.fixture
def page(session, qtbot) -> CppPage:
    made = CppPage(session.services)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    qtbot.waitExposed(made)
    return made


def paste(page: CppPage, qtbot, text: str) -> None:
    with qtbot.waitSignal(page.changed):
        page.text.setPlainText(text)


def names(page: CppPage) -> list[str]:
    found = page.findChild(CandidateList)
    return [found.item(i).data(Qt.ItemDataRole.UserRole).name for i in range(found.count())]


def test_typing_a_function_offers_it_and_drafts_it(page, qtbot) -> None:
    assert page.draft() is None
    assert "Paste C++ here" in page.problem()
    with qtbot.waitSignal(page.changed):
        qtbot.keyClicks(page.text, SCALE.strip())
    assert names(page) == ["scale"]
    draft = page.draft()
    assert draft is not None
    assert check_op(draft.op) == []
    assert [(a.name, a.type, a.default) for a in draft.op.args][1] == ("by", "float", 2.0)
    assert page.findChild(QLabel, "cppLine").text().replace("\u200b", "") == (
        "scale(Tensor x, float by=2.0) -> Tensor"
    )
    assert draft.op.outputs[0].shape == "x.shape"
    assert (
        "The element type of &#x27;y&#x27; is guessed" in page.findChild(QLabel, "cppGaps").text()
    )
    assert page.problem() == ""


def test_what_was_typed_last_counts_at_once(page) -> None:
    page.text.setPlainText(SCALE)
    assert page.draft().op.name == "scale"  # the pause is not waited for


def test_the_registered_op_is_on_top_and_another_can_be_chosen(page, qtbot) -> None:
    paste(page, qtbot, BOTH)
    assert names(page) == ["mine::half", "scale"]
    assert page.draft().op.torch == "mine::half"
    page.candidates.setFocus()
    qtbot.keyClick(page.candidates, Qt.Key.Key_Down)
    assert page.draft().op.torch == "my_ops::scale"
    paste(page, qtbot, BOTH + "// more\n")
    assert page.draft().op.torch == "my_ops::scale"  # the choice stays


def test_one_that_cannot_be_used_says_why(page, qtbot) -> None:
    paste(page, qtbot, "at::Tensor f(const at::Tensor& x, float* raw) { return x; }")
    assert page.draft() is None
    assert "'raw' is a float*" in page.problem()


def test_files_bring_their_headers_and_the_text_follows_the_choice(page, qtbot, tmp_path) -> None:
    (tmp_path / "scale.h").write_text("at::Tensor scale(const at::Tensor& x, double by);\n")
    (tmp_path / "scale.cpp").write_text('#include "scale.h"\n' + SCALE)
    assert not page.take_files([tmp_path / "notes.txt"])
    assert page.take_files([tmp_path / "scale.cpp"])
    assert names(page) == ["scale"]
    assert sorted(page.draft().texts) == ["scale.cpp", "scale.h"]
    assert page.text.isReadOnly()
    assert page.text.toPlainText().startswith('#include "scale.h"')
    qtbot.mouseClick(page.findChild(QPushButton, "cppClear"), Qt.MouseButton.LeftButton)
    assert not page.text.isReadOnly()
    assert page.text.toPlainText() == ""
    assert page.draft() is None


def test_files_beside_them_that_define_what_they_declare_come_along(page, tmp_path) -> None:
    (tmp_path / "module.cpp").write_text(
        "at::Tensor scale(const at::Tensor& x, double by);\n"
        'PYBIND11_MODULE(ext, m) { m.def("scale", &scale); }\n'
    )
    (tmp_path / "scale.cpp").write_text(SCALE)
    assert page.take_files([tmp_path / "module.cpp"])
    assert sorted(page.draft().texts) == ["scale.cpp"]  # the op needs no module


def test_choosing_files_asks_for_them(page, qtbot, tmp_path, answers) -> None:
    (tmp_path / "scale.cpp").write_text(SCALE)
    answers["choose_cpp_files"] = [tmp_path / "scale.cpp"]
    qtbot.mouseClick(page.findChild(QPushButton, "cppOpen"), Qt.MouseButton.LeftButton)
    assert names(page) == ["scale"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x7fELF\0\0\0", "binary"),
        (b"// " + b"x" * (3 << 20), "too much to read"),
        (b"\xff\xfe at", "UTF-16"),
        (b"int main() { return 0; }", "No function that takes tensors"),
        (b"at::Tensor f(((((", "No function that takes tensors"),
    ],
)
def test_bad_files_are_told_in_words(page, tmp_path, content, words) -> None:
    (tmp_path / "bad.cpp").write_bytes(content)
    assert page.take_files([tmp_path / "bad.cpp"])
    assert page.draft() is None
    assert words in page.problem()
    assert page.take_files([tmp_path / "gone.cpp"])
    assert "does not exist" in page.problem()


def test_a_dropped_file_is_not_pasted_as_text(page) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/tmp/x.cpp")])
    mime.setText("/tmp/x.cpp")
    assert not page.text.canInsertFromMimeData(mime)


def test_from_pasting_to_an_op_in_the_project(session, qtbot) -> None:
    dialog = NewOpDialog(session.services, session.settings, session.window, "cpp")
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    field = dialog.findChild(QPlainTextEdit, "cppText")
    create = dialog.findChild(QPushButton, "createOp")
    assert not create.isEnabled()
    field.setFocus()
    qtbot.keyClicks(field, SCALE.strip())
    qtbot.waitUntil(create.isEnabled)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(create, Qt.MouseButton.LeftButton)
    made = dialog.new_op()
    folder = write_draft(made.draft, session.project.folder, made.name)
    op = op_file.load(folder)
    assert (op.name, op.kernel.function) == ("scale", "scale")
    assert (folder / "kernel.cpp").read_text() == SCALE


def test_cpp_that_cannot_be_read_says_where_it_stops_making_sense(open_dialog):
    dialog = open_dialog("cpp")
    dialog.page().text.setPlainText("int a;\nclass { void (((\n")
    dialog.page()._read()
    words = " ".join(label.text() for label in dialog.page().findChildren(QLabel))
    assert "stops making sense as C++ at line 2: class { void (((" in words


def test_of_a_function_over_plain_pointers_the_signature_of_an_op_is_shown(open_dialog):
    dialog = open_dialog("cpp")
    dialog.page().text.setPlainText("void twice(float* y, const float* x) { y[0] = 2 * x[0]; }\n")
    dialog.page()._read()
    words = " ".join(label.text() for label in dialog.page().findChildren(QLabel))
    assert "twice is over plain pointers" in words
    assert "twice(Tensor x) -> (Tensor y)" in words


def test_a_setup_py_brings_its_sources_and_flags_and_does_not_run(page, qtbot, tmp_path) -> None:
    (tmp_path / "csrc").mkdir()
    (tmp_path / "csrc" / "scale.cpp").write_text(SCALE)
    setup = tmp_path / "setup.py"
    setup.write_text(
        "from setuptools import setup\nfrom torch.utils.cpp_extension import CppExtension\n"
        "open('ran', 'w')\n"
        "setup(ext_modules=[CppExtension('e', ['csrc/scale.cpp'], extra_compile_args=['-DBY=2'])])\n"
    )
    assert page.usable([tmp_path / "notes.txt", setup]) == [setup]
    page.load([setup])
    assert names(page) == ["scale"]
    assert page.draft().op.kernel.compile_flags == ("-DBY=2",)
    assert page.draft().op.kernel.source == "csrc/scale.cpp"
    assert not (tmp_path / "ran").exists()
    assert (
        "setup.py, which is read and not run: 1 C++ file"
        in page.findChild(QLabel, "cppFiles").toolTip()
    )
    setup.write_text("from setuptools import setup\nsetup(name='x')\n")
    page.load([setup])
    assert page.draft() is None
    assert "makes no extension" in page.problem()


def click(page, qtbot, name: str) -> None:
    qtbot.mouseClick(page.findChild(QPushButton, name), Qt.MouseButton.LeftButton)


def test_headers_of_another_folder_come_along_with_their_licence(
    page, qtbot, tmp_path, answers
) -> None:
    root = tmp_path / "theirs" / "include"
    (root / "maths").mkdir(parents=True)
    (root / "maths" / "by.h").write_text("inline double by() { return 2.0; }\n")
    (root / "LICENSE").write_text("MIT\n")
    (tmp_path / "mine" / ".git").mkdir(parents=True)  # above it nothing is looked for
    (tmp_path / "mine" / "scale.cpp").write_text('#include "maths/by.h"\n' + SCALE)
    headers = page.findChild(QPushButton, "cppHeaders")
    assert not headers.isEnabled()
    assert "Choose files first" in headers.toolTip()
    page.load([tmp_path / "mine" / "scale.cpp"])
    gaps = page.findChild(QLabel, "cppGaps").text()
    assert "scale.cpp includes &quot;maths/by.h&quot;, which was not given" in gaps
    answers["choose_headers"] = root
    click(page, qtbot, "cppHeaders")
    assert sorted(page.draft().texts) == ["scale.cpp", "third_party/maths/by.h"]
    assert page.draft().copies == {"third_party/LICENSE": root / "LICENSE"}
    how = page.findChild(QLabel, "cppHow").text()
    assert f"Taken along from {root}: maths/by.h (licence {root / 'LICENSE'})." in how
    assert page.findChild(QLabel, "cppBeside").toolTip() == str(root)
    click(page, qtbot, "cppWithout")
    assert sorted(page.draft().texts) == ["scale.cpp"]
    assert page.draft().copies == {}


def test_a_python_test_gives_the_examples_and_the_reference(page, qtbot, tmp_path, answers) -> None:
    test = tmp_path / "test_scale.py"
    test.write_text(
        "import torch, ext\nraise SystemExit\n\n"
        "def reference_scale(x, by):\n    return x * by\n\n"
        "def test_scale():\n    ext.scale(torch.rand(5, 7), 3.0)\n"
    )
    paste(page, qtbot, SCALE)
    answers["choose_test"] = test
    click(page, qtbot, "cppTest")
    op = page.draft().op
    assert (op.model.inputs[0].shape, op.model.inputs[1].value) == ((5, 7), 3.0)
    assert op.reference.function == "reference_scale"
    # Another function that the test does not call is drafted without it, and that is said.
    paste(page, qtbot, SCALE.replace("scale", "other"))
    assert page.draft().op.reference.source == ""
    gaps = page.findChild(QLabel, "cppGaps").text()
    assert "test_scale.py is not used: it calls no other" in gaps
    page._forget()
    paste(page, qtbot, SCALE)
    assert page.draft().op.reference.source == ""


def test_a_long_name_loses_its_namespaces_first_and_then_its_middle(page, qtbot) -> None:
    paste(page, qtbot, BOTH)
    found = page.findChild(CandidateList)
    row = names(page).index("mine::half")
    assert found.item(row).toolTip().startswith("mine::half\n"), "the tip has the whole"
    metrics, name = found.fontMetrics(), "my_package::inner::spline_weighting_forward"
    whole, own = (
        metrics.horizontalAdvance(name),
        metrics.horizontalAdvance("spline_weighting_forward"),
    )
    assert fitted_name(name, metrics, whole) == name
    assert fitted_name(name, metrics, own + 2) == "spline_weighting_forward"
    short = fitted_name(name, metrics, own // 2)
    assert short.startswith("spl"), "it is known by its beginning"
    assert short.endswith("d"), "and by its end"


def test_the_types_that_an_op_is_registered_for_are_shown():
    text = HEAD + made("A", "FLOAT", "FLOAT") + made("B", "DOUBLE", "DOUBLE")
    ((_, kind, _),) = _rows(draft(text).op)
    assert kind == "tensor of float32 or float64"


def test_a_long_list_is_looked_through_by_words(page, qtbot) -> None:
    paste(page, qtbot, SCALE)
    assert page.candidates.filter.isHidden()
    kernels = (
        f"at::Tensor made_{n}(const at::Tensor& x) {{ return x; }}\n" for n in range(LONG_LIST)
    )
    paste(page, qtbot, SCALE + "".join(kernels))
    field = page.candidates.filter
    assert not field.isHidden()
    qtbot.keyClicks(field, "tensor ade_7")
    rows = [i for i in range(page.candidates.count()) if not page.candidates.isRowHidden(i)]
    assert [names(page)[i] for i in rows] == ["made_7"]
    assert page.draft().op.name == "made_7"
    field.clear()
    assert not any(page.candidates.isRowHidden(i) for i in range(page.candidates.count()))
    assert page.draft().op.name == "made_7"
