"""In Chinese no title is English: a single word, or a name and a word, which ``english_in`` takes for a name."""

from __future__ import annotations

import re

from tests.gui.language.shown import rows_of, texts_of
from workbench.core.op_toml.keys import every_key
from workbench.gui.language.translation import tr
from workbench.gui.new_op.dialog import NewOpDialog
from workbench.gui.new_op.pages import NEW_OP_PAGES
from workbench.gui.pages import PAGES

TITLE = re.compile(r"[A-Z&][\w&+-]*(?: [\w&+.-]+)*(?: …)?")
NAMES = frozenset(
    """ARM Asinh C++ CHW CPUExecutionProvider CUDA English GPU HWC Linux NCHW NHWC ONNX Op OpenVINO Opset
    ORT PyTorch Python RKNN Runtime Schema Symbolic Torch TorchScript ULP Windows Workbench libtorch""".split()
)
"""What is called so in Chinese, too."""


def _titles(texts) -> set[str]:
    """Those that have an English word which is no name: what is short, and begins with a capital."""
    words = {t: re.findall(r"[A-Za-z][A-Za-z+]+", t.replace("&", "")) for t in texts}
    return {t for t in texts if TITLE.fullmatch(t) and not NAMES.issuperset(words[t])}


def test_no_title_is_english(chinese, session, drive, document, qtbot) -> None:
    window = session.window
    drive.run_all()
    left: set[str] = set()
    for spec in PAGES:
        window.workspace.show_page(spec.id)
        page = window.workspace.page(spec.id)
        qtbot.waitUntil(page.isVisible)
        left |= _titles(texts_of(window))
    for spec in NEW_OP_PAGES:
        dialog = NewOpDialog(session.services, session.settings, window, spec.load().id)
        qtbot.addWidget(dialog)
        dialog.show()
        left |= _titles(texts_of(dialog)) | _titles(map(tr, rows_of(dialog)))
    assert not left, "\n".join(sorted(left))


def test_what_is_done_to_a_part_of_the_declaration_is_told_in_chinese(chinese, session) -> None:
    """Its noun may be two words: ``compiler flag``."""
    nouns = {key.facts.record for key in every_key() if key.facts.record}
    nouns |= {"type variable", "named part"}
    told = {
        tr(text.format(noun))
        for noun in nouns
        for text in ("Move {} 1", "Move {} 1 up", "Remove {} 1", "Remove {} x", "Add {}", "{} 1")
    }
    assert len(told) > 3 * len(nouns)
    words = {said: set(re.findall(r"[A-Za-z][A-Za-z+]+", said)) for said in told}
    assert {said for said, found in words.items() if not found <= NAMES | {"Netron"}} == set()
