"""The real window in Chinese: no English is left, nothing is cut, and English costs nothing."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QToolButton

from tests.core.broken import BREAKS
from tests.core.declarations import add_op
from tests.gui.language.shown import english_in, texts_of
from workbench.core.check import check_op
from workbench.core.jobs import CompareResult, StageEnded
from workbench.core.storage import op_file
from workbench.core.storage.project import gallery_folder
from workbench.core.storage.what_runs import WhatRuns
from workbench.engine.parity.compare import compare_output
from workbench.gui.checks.heat_map import HeatMap
from workbench.gui.language import qt_texts
from workbench.gui.language.languages import families_of, language_for
from workbench.gui.language.translation import tr
from workbench.gui.look.theme import color
from workbench.gui.new_op.dialog import NewOpDialog
from workbench.gui.new_op.gallery_list import gallery_ops
from workbench.gui.new_op.pages import NEW_OP_PAGES
from workbench.gui.ops.status import StageStep, _parity
from workbench.gui.pages import PAGES
from workbench.gui.pages.checks import _about
from workbench.gui.trust.trust_dialog import TrustDialog

ICON_ONLY = Qt.ToolButtonStyle.ToolButtonIconOnly
CODE = ("template <", "void ", "def ", "@parse_args", "(0 <= ")


def _ops_own_words(document) -> set[str]:
    """What the declaration says of itself is the user's."""
    return {document.op.doc, *(a.doc for a in document.op.args)}


def _left(texts, own) -> dict[str, str]:
    left = {t: english_in(t) for t in texts - own if not t.startswith(CODE)}
    return {t: english for t, english in left.items() if english}


def test_no_text_of_a_page_is_english(chinese, session, document, qtbot) -> None:
    left = {}
    for spec in PAGES:
        session.window.workspace.show_page(spec.id)
        page = session.window.workspace.page(spec.id)
        qtbot.waitUntil(page.isVisible)
        left |= _left(texts_of(page), _ops_own_words(document))
    left |= _left(texts_of(session.window), _ops_own_words(document))
    assert left == {}


@pytest.mark.parametrize("page", [spec.load().id for spec in NEW_OP_PAGES])
def test_no_text_of_the_new_op_dialog_is_english(chinese, session, qtbot, page) -> None:
    dialog = NewOpDialog(session.services, session.settings, session.window, page)
    qtbot.addWidget(dialog)
    dialog.show()
    own = {op.doc for _folder, op in gallery_ops()} if page == "gallery" else set()
    left = {
        t: e
        for t, e in _left(texts_of(dialog), set()).items()
        if not any(t.rstrip("…") in o or o in t for o in own)
    }
    assert left == {}


def test_no_text_of_the_start_is_english(chinese, make_session) -> None:
    session = make_session()
    assert _left(texts_of(session.window), set()) == {}


def test_what_is_wrong_is_told_in_chinese(chinese, session, document, qtbot) -> None:
    wrong = msgspec.structs.replace(document.op, torch="nothing", outputs=())
    problems = check_op(wrong)
    told = {tr(text) for p in problems for text in (p.message, p.hint) if text}
    assert len(told) >= 3
    assert _left(told, set()) == {}


def test_what_a_mistake_changes_in_the_window_is_told_in_chinese(
    chinese, session, drive, document, qtbot
) -> None:
    drive.run_all()
    drive.page("signature")
    drive.type("args[0].name", "2x")
    drive.leave()
    workspace = session.window.workspace
    qtbot.waitUntil(lambda: len(workspace.problems.entries()) > 0)
    why = drive.find("signature.why").text()
    assert "as before" not in why
    assert english_in(why) == ""
    left = _left(texts_of(session.window), _ops_own_words(document) | {"2x"})
    assert left == {}
    for text in (
        "stale",
        "1 agrees · 1 incomplete",
        "my_add · Signature · argument 2x · name",
        "Signature · output y · shape rule",
        "6 nodes before, 5 after: 4 added, 5 removed, 1 the same.",
        "2.1 s",
    ):
        words = set(re.findall(r"[A-Za-z_]\w+", tr(text)))
        assert words <= {"2x", "my_add"}, (text, tr(text))


def test_whatever_a_declaration_has_wrong_is_told_in_chinese(chinese, session):
    problems = [p for broken, *_ in BREAKS.values() for p in check_op(broken(add_op()))]
    told = {text: tr(text) for p in problems for text in (p.message, p.hint) if text}
    assert len(told) > 150
    assert {text: said for text, said in told.items() if english_in(said)} == {}
    assert [text for text, said in told.items() if text == said and " " in text] == []


def _cut(page) -> list[str]:
    """Labels and buttons that are smaller than their words."""
    cut = []
    for label in (*page.findChildren(QLabel), *page.findChildren(QAbstractButton)):
        if not label.isVisible() or not label.text() or hasattr(label, "whole"):
            continue
        if isinstance(label, QToolButton) and label.toolButtonStyle() == ICON_ONLY:
            continue
        if isinstance(label, QLabel) and label.wordWrap():
            if label.height() < label.heightForWidth(label.width()):
                cut.append(label.text())
        elif label.width() < label.minimumSizeHint().width():
            cut.append(label.text())
    return cut


@pytest.mark.parametrize("size", [(1024, 700), (1440, 900)])
def test_nothing_is_cut(chinese, session, qtbot, size) -> None:
    session.window.resize(*size)
    for spec in PAGES:
        session.window.workspace.show_page(spec.id)
        page = session.window.workspace.page(spec.id)
        qtbot.waitUntil(page.isVisible)
        qtbot.waitUntil(lambda page=page: _cut(page) == [])


def test_a_window_in_english_has_qt_as_it_is(session) -> None:
    assert qt_texts._before == []
    assert session.language.code == "en"


def test_the_menu_keeps_the_choice_for_the_next_start(session) -> None:
    menu = session.window.findChild(QMenu, "languageMenu")
    chosen = next(a for a in menu.actions() if a.data() == "en")
    told = []
    menu.told.connect(told.append)
    chosen.trigger()
    assert session.settings.text("language") == "en"
    assert len(told) == 1


@pytest.mark.parametrize(
    ("languages", "code"),
    [
        (["zh-Hans-CN", "zh-CN"], "zh_CN"),
        (["zh-CN", "en-US"], "zh_CN"),
        (["en-US", "zh-CN"], "en"),
        (["zh-Hant-TW"], "en"),
        (["de-DE"], "en"),
    ],
)
def test_the_systems_language_is_taken(qapp, monkeypatch, languages, code) -> None:
    class System:
        def uiLanguages(self) -> list[str]:
            return languages

    monkeypatch.setattr("workbench.gui.language.languages.can_be_shown", lambda _language: True)
    assert language_for("system", System()).code == code


def test_without_a_font_the_systems_language_is_not_taken(qapp, monkeypatch) -> None:
    class System:
        def uiLanguages(self) -> list[str]:
            return ["zh-CN"]

    monkeypatch.setattr("workbench.gui.language.languages.can_be_shown", lambda _language: False)
    assert language_for("system", System()).code == "en"


def test_the_buttons_of_a_dialog_are_chinese(chinese, session, qtbot) -> None:
    dialog = TrustDialog([WhatRuns(Path("/somewhere/x"), "x", compiled=("k.cpp",))], session.window)
    qtbot.addWidget(dialog)
    assert not english_in(dialog.buttons.buttons()[0].text())
    assert {b.text() for b in dialog.buttons.buttons()}.isdisjoint({"&Trust and run", "&Cancel"})
    assert "Compiled" not in dialog.list.toPlainText()


def test_the_systems_own_han_needs_no_family_to_be_named(qapp) -> None:
    chinese = language_for("zh_CN")
    assert families_of(chinese, QLocale("zh_CN")) == []
    assert families_of(language_for("en"), QLocale("ja_JP")) == []
    named = families_of(chinese, QLocale("en_US"))
    assert not any(name.endswith((" JP", " KR", " TC", " HK")) for name in named)


def test_code_in_a_label_is_no_text(chinese, session, qtbot):
    label = QLabel(session.window)
    label.setProperty("role", "code")
    label.setText("f(Tensor x, Tensor? y=None) -> (Tensor, Tensor)")
    assert label.text() == "f(Tensor x, Tensor? y=None) -> (Tensor, Tensor)"


@pytest.mark.parametrize(
    "text",
    [
        "PyTorch differs from the reference in 12 of 96 elements of y (case n = 5).",
        "'y' by PyTorch differs: 12 of 96 elements differ; PyTorch gives 1.2 at [0, 0, 2], "
        "where reference gives 0.2",
        "sizes: axis -1 = 0; every size 0 (17 cells, in PyTorch)",
        "look: threads checked (35 cells, in ONNX Runtime)",
        "All 10 elements of y are within the tolerance: ONNX Runtime with PyTorch. The CUDA kernel: "
        "compiled for cards from sm_75 on; not run: no GPU here.",
        "kernel.cpp:36 has written -1.26, which is what the op gives.",
        "Out of date: Failed",
        "Theme: follow the system",
        "y[3, 0, 3] in PyTorch",
        "Split of opset 18 takes split in the type of X, float32, and 'b' is int8",
        "TopK of opset 17 gives Indices as int64, and 'values' is float64",
        "Model of the case without_mask, n = 3",
        "The kernel's style is libtorch (TORCH_LIBRARY). The file registers it with torch. "
        "4 things to look at, below.",
        "Agrees; 3 cases of which 1 agree, 1 failed, 6 skipped",
        "It arises in ops.h:45, which this line uses.",
        "≤ 1 · 1,234 elements, 12 beyond what is allowed",
        "ELF for x86-64, exports A, needs libc.so.6, libm.so.6, with glibc 2.17; built for 2.28",
        "33.1%, 9.56 µs, CPUExecutionProvider, 4 calls, made by ONNX Runtime of others",
        "No value differs on the main inputs: 3 of 5 agree, 2 alike by the same kernel.",
        'Use "tvm-ffi" (a compiled module of tvm-ffi\'s ABI) or "export-only" (another runtime).',
    ],
)
def test_what_a_session_says_is_wholly_chinese(chinese, session, text):
    said = tr(text)
    assert not english_in(said), said
    assert "、PyTorch" not in said
    assert any("\u4e00" <= letter <= "\u9fff" for letter in said)


@pytest.mark.parametrize("case", ["", "larger", "no_mask", "n = 5"])
@pytest.mark.parametrize("actual", [np.ones((3, 4)), np.ones((4, 3)), np.ones((3, 4), np.float32)])
def test_how_results_differ_is_told_in_chinese_whatever_the_case_is_called(
    chinese, session, case, actual
):
    parity = compare_output("y", np.zeros((3, 4)), actual, who=("PyTorch", "ONNX Runtime"))
    outputs = tuple(msgspec.structs.replace(parity, name=f"y{i}", case=case) for i in range(4))
    ended = StageEnded(1, "compare", "differs", 0.1, (), CompareResult(outputs))
    said = tr(_parity(ended)).replace(case or "larger", "")
    assert said.splitlines()[0].endswith("…")
    assert not english_in(said), said
    assert "ONNX Runtime" in said, "a name is not divided"


def test_a_list_that_is_cut_short_is_translated_before_it(chinese, session):
    assert tr("every size 0, alternating signs …") == f"{tr('every size 0, alternating signs')} …"
    assert tr("With numpy, scipy …").endswith("…")


def test_a_row_of_the_map_is_cut_after_it_is_translated(chinese, session, qtbot):
    level = "with all optional arguments and without any optional argument"
    grid = HeatMap()
    qtbot.addWidget(grid)
    grid._lay_out([level], ["usual"])
    assert not english_in(grid.verticalHeaderItem(0).text())


def test_what_a_check_does_is_told_in_chinese_whatever_the_arguments_are_called(chinese, session):
    op = op_file.load(gallery_folder() / "knn_query").resolved()
    said = tr(_about(op))
    assert "nsample 的值" in said, "names stay"
    assert not english_in(said)


def test_a_state_of_two_letters_is_shown_in_the_strip(chinese, session, qtbot):
    step = session.window.workspace.header.strip.steps["compare"]
    step.show_step(StageStep("compare", light="differs", note="differs"))
    step.resize(220, 34)
    picture = step.grab().toImage()
    right = {picture.pixelColor(x, y).name() for x in range(120, 220) for y in range(34)}
    assert color("warning").name() in right
