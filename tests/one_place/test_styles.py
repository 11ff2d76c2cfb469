"""What is known about a style, an implementation or an exporter stands in its own file alone."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import workbench
from workbench.core.exporters import EXPORTERS
from workbench.core.ort_sides import SIDES
from workbench.core.styles import STYLES

PACKAGE = Path(workbench.__file__).parent
HOMES = ("core/styles", "core/ort_sides", "core/exporters")
NAMES = {
    *SIDES,
    *EXPORTERS,
    *(v for s in STYLES.values() for v in (s.name, s.style, s.registration)),
}
AMBIGUOUS = {"python", "own", "none", "generated", "library", "session"}
"""These mean other things, too: they count beside what is called a style, say."""
ABOUT = re.compile(r"(?:.*\W)?_?(?:style|registration|implementation|kind|ort)")

EXCEPTIONS = {
    # How a file registers, TORCH_LIBRARY say, not who has the kernel.
    "importers/cpp/search/candidates.py": 1,
}
"""How often a file compares such a name, and why it may."""


def strings(node: ast.AST) -> set[str]:
    """The literal texts of an expression, or of its elements."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return {p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)}


def compared(tree: ast.AST) -> Iterator[tuple[int, set[str], list[ast.expr]]]:
    """Line, literal texts and operands of each comparison, ``match`` and table of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            yield node.lineno, set().union(*map(strings, sides)), sides
        elif isinstance(node, ast.Match):
            for case in node.cases:
                found = [n for n in ast.walk(case.pattern) if isinstance(n, ast.MatchValue)]
                texts = set().union(*(strings(n.value) for n in found))
                yield node.lineno, texts, [node.subject]
        elif isinstance(node, ast.Dict):
            keys = set().union(*(strings(k) for k in node.keys if k is not None))
            yield node.lineno, keys, []


def comparisons(text: str) -> list[int]:
    """The lines that compare the name of a style, registration, implementation or exporter."""
    return [
        line
        for line, texts, operands in compared(ast.parse(text))
        if texts & NAMES - AMBIGUOUS
        or (texts & AMBIGUOUS and any(ABOUT.fullmatch(ast.unparse(o)) for o in operands))
    ]


def test_styles_implementations_and_exporters_are_asked_not_compared() -> None:
    found: Counter[str] = Counter()
    for file in PACKAGE.rglob("*.py"):
        name = file.relative_to(PACKAGE).as_posix()
        if not name.startswith(HOMES):
            found[name] += len(comparisons(file.read_text(encoding="utf-8")))
    assert {name: count for name, count in found.items() if count} == EXCEPTIONS


def test_comparisons_are_found() -> None:
    assert comparisons('if op.kernel.style == "python": pass') == [1]
    assert comparisons('x = ort in ("none", "export-only")') == [1]
    assert comparisons('match kernel.registration:\n    case "a" | "own": pass') == [1]
    assert comparisons('_WORDS = {"libtorch": "C++"}') == [1]
    assert comparisons('if model.exporter != "torch.export": pass') == [1]
    assert comparisons('if light == "none" or language == "python": pass') == []


# A style, an implementation and an exporter of somebody else's, known before the declaration is imported.
NEW = """
from workbench.core import exporters, ort_sides, styles

class Kokkos(styles.Style):
    name = style = "kokkos"
    order = 60
    words = styles.Words("Kokkos", "one source for many devices", "Made for this test.")
    no_choice = "Kokkos has no choice of registration."
    file, suffixes = "kernel.kk", (".kk",)
    parameters = "tensors"
    ort = "npu"
    library = styles.LibraryPlan((styles.UnitPlan("kokkos_unit", title="C++: Kokkos"),))
    nothing = "Kokkos generates nothing."
    blank = ("&Kokkos", "For many devices.")

    def refused(self, kind):
        return f"Kokkos takes no {kind.name}" if kind.name == "str" else ""

    def first_text(self, sketch):
        return f"// {sketch.function}\\n"

class Npu(ort_sides.OrtSide):
    name, order = "npu", 60
    words = styles.Words("NPU", "another chip", "Made for this test.")
    means = "a chip"
    fix = "Run it on the chip"

    def refusal(self, style):
        return ("", "") if style.name == "kokkos" else ("the chip runs Kokkos only", "Use Kokkos")

class Tvm(exporters.Exporter):
    name, order = "tvm", 60
    words = styles.Words("TVM", "an exporter", "was made for this test")
    dynamo = True
    opsets, translates_from = range(9, 31), 25
    keeps_names = True

    def refused(self, kind):
        return f"TVM takes no {kind.name}" if kind.name == "float" else ""

styles.STYLES.add(Kokkos())
exporters.EXPORTERS.add(Tvm())
ort_sides.SIDES.add(Npu())
"""


def with_new(code: str) -> None:
    """Run code in a process that knows them."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", NEW + code],
        capture_output=True,
        text=True,
        check=False,
        cwd=PACKAGE.parent,
        env=environment,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_new_ones_are_declared_checked_and_mended() -> None:
    with_new("""
from msgspec.structs import replace
from workbench.core import edits
from workbench.core.check import check_op
from workbench.core.fixes import fixes
from workbench.core.declaration.op import Kernel, Ort
from workbench.core.storage import op_file, project
from workbench.importers.drafts.blank import blank_draft

draft = blank_draft("f(Tensor x, int n=1) -> Tensor", "kokkos")
op = draft.op
assert draft.texts == {"kernel.kk": "// f\\n"}
assert (op.kernel.style, op.ort.implementation) == ("kokkos", "npu")
assert op_file.loads(op_file.dumps(op)) == op
assert check_op(op) == []

def keys(op):
    return [(p.key, p.message) for p in check_op(op)]

args = tuple(replace(a, type=t) for a, t in zip(op.args, ("tensor", "str")))
assert ("args[1].type", "Kokkos takes no str") in keys(replace(op, args=args))
other = edits.set_style(replace(op, ort=Ort("npu")), "libtorch")
assert other.ort.implementation != "npu"
wrong = replace(op, kernel=Kernel(function="f"), ort=Ort("npu"))
(problem,) = check_op(wrong)
assert problem.message == "the chip runs Kokkos only"
unused = replace(op, ort=Ort("none"))
(problem,) = check_op(unused)
assert '"npu" (a chip)' in problem.hint
assert "Run it on the chip" in [fix.title for fix in fixes(unused, problem)]
""")


def test_a_new_exporter_is_declared_checked_and_offered() -> None:
    with_new("""
from msgspec.structs import replace
from workbench.core.check import check_op
from workbench.core.fixes import fixes
from workbench.core.storage import op_file
from workbench.importers.drafts.blank import blank_draft

op = blank_draft("f(Tensor x, float k=1.0) -> Tensor", "libtorch").op

def by(exporter, opset):
    return replace(op, model=replace(op.model, exporter=exporter, opset=opset))

(problem,) = check_op(by("tvm", 17))
assert (problem.key, problem.message) == ("args[1].type", "TVM takes no float")
assert problem.hint.endswith('exporter = "torchscript" or exporter = "torch.export".'), problem
assert "Use the TorchScript exporter" in [f.title for f in fixes(by("tvm", 17), problem)]

op = blank_draft("f(Tensor x) -> Tensor", "libtorch").op
new = by("tvm", 20)
assert check_op(new) == [] and op_file.loads(op_file.dumps(new)) == new
late = by("torch.export", 24)
(problem,) = check_op(late)
assert "Choose one from 9 to 23" in problem.hint
assert "Use the TVM exporter" not in [f.title for f in fixes(late, problem)], "no ORT reads it"
newer = replace(late, ort=replace(late.ort, oldest="1.25"))
(problem,) = check_op(newer)
assert "Use the TVM exporter" in [f.title for f in fixes(newer, problem)]
""")


def test_new_ones_are_on_the_page_of_all_keys() -> None:
    with_new("""
from workbench.core.op_toml.key_words import reference
page = reference()
assert "kokkos: one source for many devices." in page
assert "`npu`" in page and "npu: another chip." in page
assert "`tvm`" in page and "tvm (an exporter) was made for this test." in page
""")


def test_new_ones_are_in_the_forms_and_previews() -> None:
    with_new("""
from unittest.mock import MagicMock
from PySide6.QtWidgets import QApplication, QComboBox
application = QApplication([])
from workbench.gui.editor.previews import PREVIEWS, preview
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.kernel_card import KernelCard
from workbench.gui.forms.cards.ort_card import OrtCard
from workbench.gui.pages.model import ModelPage
from workbench.gui.project.model import ProjectModel

binder = Binder(ProjectModel())
page = ModelPage(MagicMock(project=ProjectModel()))
cards = [KernelCard(binder), OrtCard(binder), page]
boxes = [box for card in cards for box in card.findChildren(QComboBox)]
shown = [box.itemText(i) for box in boxes for i in range(box.count())]
assert "Kokkos: one source for many devices" in shown, shown
assert "NPU: another chip" in shown, shown
assert "TVM (an exporter)" in shown, shown
assert PREVIEWS["kokkos_unit"] == ("C++: Kokkos", "cpp")
""")


def test_new_ones_are_drawn_by_the_strategies() -> None:
    with_new("""
from hypothesis import Phase, find, settings
from tests.core.strategies import WELL_FORMED
once = settings(max_examples=2_000, database=None, phases=[Phase.generate])
find(WELL_FORMED, lambda op: op.kernel.style == "kokkos", settings=once)
find(WELL_FORMED, lambda op: op.ort.implementation == "npu", settings=once)
find(WELL_FORMED, lambda op: op.model.exporter == "tvm", settings=once)
""")
