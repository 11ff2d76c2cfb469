"""The Kernel page: the op's files by what they are for, skeletons, installed ops, previews."""

import ast
import itertools

import pytest
from msgspec.structs import replace

from tests.gui.rich import RICH
from workbench.core import edits
from workbench.core.declaration.op import Kernel, Ort
from workbench.core.ort_sides import SIDES
from workbench.core.pipeline.op_files import named_files
from workbench.core.storage import op_file, project
from workbench.core.styles import registrations, values
from workbench.gui.editor import file_name_dialog
from workbench.gui.editor.previews import PREVIEWS, kernel_head, preview
from workbench.gui.editor.skeletons import expected, skeleton


@pytest.fixture
def op():
    return op_file.loads(RICH, validate=False)


def tabs(drive):
    bar = drive.find("sourceTabs")
    return [bar.tabText(i) for i in range(bar.count())]


def test_every_file_has_a_role_and_a_location(op):
    assert [(f.name, f.role, f.key) for f in named_files(op)] == [
        ("deform.cpp", "kernel", "kernel.source"),
        ("csrc/bilinear.cpp", "source", "kernel.sources[0]"),
        ("deform_script.py", "script", "variants.functions.mapping.nodes[0].script"),
        ("plugin.py", "mapping", "variants.plugin.mapping.source"),
        ("ort_deform.cpp", "ort", "variants.plugin.ort.source"),
        ("reference.py", "reference", "reference.source"),
    ]


def test_files_outside_the_folder_are_never_read(op):
    outside = replace(op, kernel=Kernel(source="../secret.cpp", sources=("/etc/passwd",)))
    assert [f.role for f in named_files(outside)] == ["script", "mapping", "ort", "reference"]


def test_all_files_of_the_op_are_at_hand(rich):
    drive, document = rich
    drive.page("kernel")
    assert tabs(drive) == [
        "deform.cpp", "csrc/bilinear.cpp", "deform_script.py", "plugin.py", "ort_deform.cpp",
        "reference.py", "include/deform.h", "op.toml",
    ]  # fmt: skip
    menu = drive.find("opFiles").menu()
    assert [a.text() for a in menu.actions()][:3] == [
        "deform.cpp  –  kernel",
        "csrc/bilinear.cpp  –  further source",
        "deform_script.py  –  onnxscript function",
    ]
    menu.triggered.emit(menu.actions()[3])
    page = drive.window.workspace.page("kernel")
    assert page.current_path() == document.folder / "plugin.py"
    drive.qtbot.waitUntil(lambda: page._foot.head.text().startswith("def symbolic(g, input,"))


def test_a_missing_file_is_a_problem_at_its_field_and_is_created_with_a_skeleton(rich, qtbot):
    drive, document = rich
    drive.page("signature")
    drive.choose("kernel.style", "python")
    problem = next(p for p in document.problems if p.key == "kernel.source")
    assert "kernel.py" in problem.message
    drive.page("kernel")
    assert tabs(drive)[0] == "kernel.py"
    drive.click("createSource")
    text = document.texts[document.folder / "kernel.py"]
    assert "class deform(torch.autograd.Function):" in text
    assert "def forward(ctx, input, mask, xs, stride, use_mask):" in text
    assert not any(p.key == "kernel.source" for p in document.problems)
    page = drive.window.workspace.page("kernel")
    qtbot.waitUntil(lambda: page._foot.head.text() == "class deform(torch.autograd.Function)")
    drive.trigger("save")
    assert (document.folder / "kernel.py").read_text() == text


def test_a_file_in_a_new_folder_is_saved(rich):
    drive, document = rich
    drive.page("signature")
    drive.type_lines("kernel.sources", ["deep/er/more.cu"])
    drive.page("kernel")
    page = drive.window.workspace.page("kernel")
    page.open_file(document.folder / "deep/er/more.cu")
    drive.trigger("save")
    assert (document.folder / "deep/er/more.cu").is_file()


@pytest.mark.parametrize(
    ("name", "compiled"),
    [("more.cpp", True), ("deep/part.c", True), ("more.h", False), ("more.py", False)],
)
def test_a_new_file_of_c_plus_plus_is_part_of_the_op(rich, monkeypatch, name, compiled):
    drive, document = rich
    drive.page("kernel")
    page = drive.window.workspace.page("kernel")
    before = document.now
    monkeypatch.setattr(file_name_dialog, "ask_file_name", lambda *_: name)
    page.files.new(document)
    assert (name in document.op.kernel.sources) is compiled
    assert document.texts[document.folder / name] == ""
    if compiled:
        drive.trigger("undo")
    assert document.now == before


def test_an_installed_op_has_nothing_to_write(rich):
    drive, _ = rich
    drive.page("signature")
    drive.choose("kernel.style", "installed")
    drive.type("kernel.package", "torchvision")
    drive.page("kernel")
    assert tabs(drive)[0] == "Kernel"
    assert drive.find("installedOp").text() == "Nothing to write here"
    words = drive.window.workspace.page("kernel")._installed._text.text()
    assert "torchvision brings my_lib::deform" in words


def test_python_edits_make_the_export_stale_not_the_build(rich):
    _, document = rich
    document.set_text(document.folder / "plugin.py", "# edited\n")
    assert document.edited_from == "export"
    document.set_text(document.folder / "include" / "deform.h", "// edited\n")
    assert document.edited_from == "build"


def all_combinations(op):
    """The op with every kernel style, registration and implementation."""
    combinations = itertools.product(
        [s.style for s in values()], [s.registration for s in registrations()], SIDES
    )
    for style, registration, implementation in combinations:
        styled = edits.set_registration(edits.set_style(op, style), registration)
        own = Ort(implementation, source="ort_op.cpp" if implementation == "own" else "")
        yield replace(styled, ort=own)


@pytest.mark.parametrize("name", ["my_add_custom", "knn_query", "rich"])
def test_every_combination_has_previews_heads_and_skeletons(op, name, tmp_path):
    if name != "rich":
        op = op_file.load(project.gallery_folder() / name)
    for combined in all_combinations(op):
        for view in PREVIEWS:
            text, why = preview(view, combined, tmp_path)
            assert bool(text) != bool(why)
        kernel_head(combined)
        for file in named_files(combined):
            label, head = expected(combined, file)
            assert label
            assert head
            text = skeleton(combined, file)
            assert text.endswith("\n")
            if file.name.endswith(".py"):
                ast.parse(text)


def test_a_skeleton_of_a_script_is_called_like_the_operator(op):
    file = next(f for f in named_files(op) if f.role == "script")
    text = skeleton(op, file)
    assert 'Opset("fns", 1)' in text
    assert "def Deform(input, xs):" in text


def test_all_that_is_shown_has_a_name_for_screen_readers(rich):
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit

    drive, _ = rich
    drive.page("signature")
    drive.choose("kernel.registration", "pybind")
    drive.page("mapping")
    for variant in ("", "functions", "plugin"):
        drive.choose("variant", variant)
    drive.page("model")
    drive.choose("model.case", 1)
    nameless = []
    for page in ("kernel", "signature", "mapping", "model"):
        drive.page(page)
        nameless += [
            f"{page}: {w.objectName() or type(w).__name__}"
            for kind in (QLineEdit, QComboBox, QAbstractButton, QPlainTextEdit)
            for w in drive.window.workspace.page(page).findChildren(kind)
            if w.isVisible()
            and not isinstance(w.parent(), QLineEdit)
            and not (w.accessibleName() or getattr(w, "text", str)())
        ]
    assert nameless == []


def test_looking_at_everything_changes_nothing(rich):
    drive, document = rich
    before = document.file.read_text()
    for page in ("kernel", "signature", "mapping", "model", "graph", "run"):
        drive.page(page)
    drive.page("model")
    for case in (0, 1, -1):
        drive.choose("model.case", case)
    assert not drive.session.project.dirty
    assert document.toml() == before


def test_every_op_of_the_gallery_can_be_looked_at(make_session, tmp_path, qtbot):
    from PySide6.QtWidgets import QTabBar

    folder = project.create_project(tmp_path / "all").folder
    for source in sorted(
        p for p in project.gallery_folder().iterdir() if (p / "op.toml").is_file()
    ):
        project.copy_op(source, folder, source.name)
    session = make_session(folder)
    workspace = session.window.workspace
    for op_folder, document in session.project.documents.items():
        workspace.show_op(op_folder)
        for page in ("kernel", "signature", "mapping", "model", "run"):
            workspace.show_page(page)
        bar = workspace.page("kernel").findChild(QTabBar, "sourceTabs")
        assert bar.count() >= 1
        assert not document.dirty, op_folder.name
        assert document.toml() == document.file.read_text(), op_folder.name
        assert document.problems == (), op_folder.name
