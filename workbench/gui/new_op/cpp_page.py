"""New op from C++: paste it, choose files or drop them; what they offer appears at once."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec
from PySide6.QtCore import QMimeData, Qt, QTimer
from PySide6.QtGui import QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTextEdit,
    QWidget,
)

from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import SetupJob, SetupResult
from workbench.gui import dialogs
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.theme import code_font, color
from workbench.gui.look.widgets import ElidedLabel, EmptyState
from workbench.gui.new_op.candidate_list import CandidateList, chip_text
from workbench.gui.new_op.cpp_beside import CppBeside
from workbench.gui.new_op.draft_details import DraftDetails, Row, shown
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.services import Services
from workbench.importers.cpp.drafting.kept import draft_among
from workbench.importers.cpp.headers.files import SUFFIXES
from workbench.importers.cpp.search.candidates import Candidate
from workbench.importers.cpp.search.offered import offered
from workbench.importers.cpp.search.pointers import over_pointers
from workbench.importers.cpp.syntax.mistake import first_mistake
from workbench.importers.drafts.draft import Draft
from workbench.importers.setup_py import (
    SETUP,
    Extension,
    Package,
    Setup,
    package_draft,
    read_package,
)

__all__ = ["CppPage"]

_LATER_MS = 150
_PASTED = "kernel.cpp"
_FIRST = "Paste C++ here: a function over tensors, or a file that registers one."
_NONE = "No function that takes tensors, and no registration, is in the C++"
_LOOKED_FOR = """A function that takes or returns tensors is looked for: at::Tensor or torch::Tensor, \
wb::Tensor<T>, or Ort::Custom::Tensor<T>."""
_ELSEWHERE = "Is the definition in another file? Give that one, too."


class CppPage(NewOpPage):
    """The text is read, never compiled: nothing of it runs."""

    id = "cpp"
    title = "From C++"
    tip = "A function or a registration in your files"
    icon = "code"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._texts: dict[str, str] = {}
        self._given: Collection[str] = ()
        self._files: list[Path] = []
        self._package: Package | None = None
        self._problem = _FIRST
        self._open = QPushButton(icon("open"), "Choose &files …", self)
        self._open.setObjectName("cppOpen")
        self._open.setAutoDefault(False)
        self._open.setToolTip(
            "C++ and CUDA sources and headers, several at once, or a package's setup.py, which names "
            "them and is read, not run. Headers of their project come "
            "along, and the files that define what these declare. All are copied into the op's "
            "folder."
        )
        self._open.clicked.connect(self._choose)
        self._clear = QPushButton("Paste &instead", self)
        self._clear.setObjectName("cppClear")
        self._clear.setAutoDefault(False)
        self._clear.setToolTip("Forget the files, and write or paste C++ here.")
        self._clear.clicked.connect(self._forget)
        self._clear.hide()
        self._run = QPushButton("&Run setup.py …", self)
        self._run.setObjectName("cppRun")
        self._run.setAutoDefault(False)
        self._run.setToolTip(
            "What it makes only when it runs: sources that it looks for, flags that it puts together. It is asked "
            "first, and it runs in a copy of its package."
        )
        self._run.clicked.connect(self._on_run)
        self._run.hide()
        self._request = HostRequest(services.engine, SetupJob.host, self)
        self._request.answered.connect(self._on_ran)
        self._request.failed.connect(self._on_run_failed)
        self._names = ElidedLabel("", self)
        self._names.setObjectName("cppFiles")
        self._names.setProperty("role", "muted")
        self.beside = CppBeside(self)
        self.beside.roots_changed.connect(self._on_roots)
        self.beside.test_changed.connect(self._on_test)
        self.text = _Paste(self)
        self.text.textChanged.connect(self._on_typed)
        self.candidates = CandidateList(self)
        self.candidates.chosen.connect(self._on_chosen)
        self.candidates.itemActivated.connect(self._on_activated)
        self.details = DraftDetails("cpp", ("Argument", "Type", "Default"), self)
        self._empty = EmptyState("cppEmpty", self)
        self._lay_out()
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._read)
        self._say(
            "No C++ yet",
            "Paste a kernel, or drop .cpp, .h and .cu files here, or a package's setup.py. Functions, TORCH_LIBRARY, "
            "RegisterOperators, PYBIND11_MODULE and ONNX Runtime's custom ops are found.",
        )

    def _lay_out(self) -> None:
        *buttons, beside = self.beside.widgets
        line = hbox(self._open, self._clear, self._run, *buttons, Stretch(), spacing=8)
        names = hbox((self._names, 1), (beside, 1), spacing=16)
        self._found = QWidget(self)
        hbox(
            (vbox(self.candidates.filter, (self.candidates, 1), margins=0, spacing=8), 5),
            (self.details, 5),
            on=self._found,
            margins=(0, 10, 0, 0),
            spacing=16,
        )
        self.candidates.setMinimumWidth(260)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._found)
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.text)
        parts.addWidget(self._stack)
        parts.setStretchFactor(0, 2)
        parts.setStretchFactor(1, 3)
        parts.setSizes([150, 350])
        vbox(line, names, (parts, 1), on=self, margins=16, spacing=10)

    # -- the page

    def draft(self) -> Draft | None:
        if self._later.isActive():  # what was typed last counts
            self._later.stop()
            self._read()
        return self._draft

    def usable(self, paths: list[Path]) -> list[Path]:
        setup = [p for p in paths if p.name == SETUP]
        return setup[:1] or [p for p in paths if p.suffix.lower() in SUFFIXES]

    # -- the text

    def _choose(self) -> None:
        paths = dialogs.choose_cpp_files(self)
        if paths:
            self.load(paths)

    def load(self, paths: list[Path]) -> None:
        """Read files instead of what was pasted."""
        self._take(paths, None)

    def _take(self, paths: list[Path], ran: Setup | None) -> None:
        """Read files; of a ``setup.py`` what came of running it, where it was run."""
        self._later.stop()
        self._request.cancel()
        self._files = paths
        self._names.set_whole(", ".join(p.name for p in paths))
        self._clear.show()
        self.text.setReadOnly(True)
        is_setup = paths[0].name == SETUP
        self.beside.show_for(files=True, is_setup=is_setup)
        try:
            self._run.setVisible(is_setup and ran is None)
            self._run.setEnabled(True)
            self._package = read_package(paths[0], ran) if is_setup else None
            self._texts = self._package.texts if self._package else self.beside.read(paths)
        except UserError as error:
            self._texts, self._package = {}, None
            self._show_text("")
            self._fail(error)
            return
        if self._package is not None:
            count = len(self._texts)
            files = f"{count} C++ file{'s' * (count != 1)}"
            how = "which is read and not run" if ran is None else "which was run in a copy"
            self._names.set_whole(f"{SETUP}, {how}: {files}")
        self._find()

    def _on_run(self) -> None:
        if dialogs.ask_run_setup(self, self._files[0]):
            self._run.setEnabled(False)
            self._names.set_whole(f"Running {SETUP} …")
            self._request.ask(SetupJob(0, str(self._files[0])))

    def _on_ran(self, result: SetupResult) -> None:
        extensions = msgspec.json.decode(result.extensions, type=tuple[Extension, ...])
        self._take(self._files, Setup(self._files[0], extensions, {}))

    def _on_run_failed(self, problem: Problem) -> None:
        self._run.setEnabled(True)
        self._names.set_whole(f"{SETUP} was not taken")
        self._fail(UserError.of([problem]))

    def _forget(self) -> None:
        self._request.cancel()
        self._run.hide()
        self.beside.forget()
        self._files, self._texts, self._package = [], {}, None
        self._names.set_whole("")
        self._clear.hide()
        self.text.setReadOnly(False)
        self._show_text("")
        self._read()
        self.text.setFocus()

    def _on_roots(self) -> None:
        if self._files and self._package is None:
            self._take(self._files, None)

    def _on_test(self) -> None:
        self._on_chosen(self.candidates.current())

    def _on_typed(self) -> None:
        if not self._files:
            self._later.start()

    def _read(self) -> None:
        """Look through what was pasted."""
        if self._files:
            return
        text = self.text.toPlainText()
        self._texts = {_PASTED: text.rstrip("\n") + "\n"} if text.strip() else {}
        self._find()

    def _find(self) -> None:
        try:
            package = self._package
            given = ((), package.flags) if package else (self._files,)
            choices = offered(self._texts, *given)
            found, self._given = choices.shown, choices.given
        except UserError as error:
            self._fail(error)
            return
        if not found:
            self._draft, self._problem = None, _FIRST
            if self._texts:
                over, signature = over_pointers(self._texts)
                self._problem = f"{over or _NONE}."
                say = f"{over}. Make a blank op, and call it from its kernel: {signature}"
                say = say if over else f"{_LOOKED_FOR} {self._mistake() or _ELSEWHERE}"
                self._say("Nothing to make an op of", say)
            else:
                self._say("No C++ yet", "Paste a kernel, or drop .cpp, .h and .cu files here.")
            self.candidates.show_candidates([])
            self.changed.emit()
            return
        self._stack.setCurrentWidget(self._found)
        self.candidates.show_candidates(found, several=len(self._texts) > 1)

    def _fail(self, error: UserError) -> None:
        self._draft, self._problem = None, error.problem.words
        self._say("This cannot be read", self._problem)
        self.candidates.show_candidates([])
        self.changed.emit()

    def _mistake(self) -> str:
        """Words for where the C++ stops making sense; empty where it does not."""
        if (found := first_mistake(self._texts)) is None:
            return ""
        file, line, text = found
        where = f"line {line}" if file == _PASTED else f"{Path(file).name}, line {line}"
        return f"The text stops making sense as C++ at {where}: {text[:60]}"

    def _say(self, title: str, words: str) -> None:
        self._empty.say(title, words)
        self._stack.setCurrentWidget(self._empty)

    # -- the choice

    def _on_chosen(self, candidate: Candidate | None) -> None:
        if candidate is None:
            self.details.clear()
            return
        self._draft, problem = None, candidate.problem
        if not problem:
            try:
                package = self._package
                made = (
                    package_draft(candidate, package)
                    if package is not None
                    else draft_among(candidate, self._texts, self._given)
                )
                self._draft = self.beside.finished(made, candidate)
            except UserError as error:
                problem = error.problem.message
        self._problem = f"{candidate.name} cannot be used: {problem}." if problem else ""
        draft = self._draft
        self.details.show_draft(
            draft.op.name if draft is not None else candidate.name,
            signature.torch_schema(draft.op) if draft is not None else candidate.signature,
            _rows(draft.op) if draft is not None else (),
            draft.op if draft is not None else None,
            how=f"{_how(draft, candidate)} {self.beside.words}".strip()
            if draft is not None
            else "",
            problem=f"Cannot be used: {problem}." if problem else "",
            gaps=draft.gaps if draft is not None else (),
        )
        self._show_source(candidate)
        self.changed.emit()

    def _show_text(self, text: str) -> None:
        self.text.blockSignals(True)
        self.text.setPlainText(text)
        self.text.blockSignals(False)

    def _show_source(self, candidate: Candidate) -> None:
        """With files, the text is that of the candidate's, at its line."""
        if self._files:
            text = self._texts.get(candidate.file, "")
            if self.text.toPlainText() != text:
                self._show_text(text)
        self.text.mark_line(candidate.line if self._files else 0)


def _rows(op: Op) -> list[Row]:
    rows = []
    for arg in op.args:
        kind = arg.type + ("?" if arg.optional else "")
        if arg.holds_tensors:
            of = ("any",) if arg.dtype == "any" else signature.arg_dtypes(op, arg)
            kind = f"{kind} of {' or '.join(of)}"
        rows.append((arg.name, kind, shown(arg.default)))
    return rows


def _how(draft: Draft, candidate: Candidate) -> str:
    op = draft.op
    made = f" ({chip_text(candidate)})" if candidate.how else ""
    count = len(draft.gaps)
    look = f"{count} {'thing' if count == 1 else 'things'} to look at, below." if count else ""
    return " ".join(
        filter(
            None,
            (
                f"The kernel's style is {op.kernel.style}{made}.",
                op.kernel.kind.torch_note,
                op.ort.side.runs,
                look,
            ),
        )
    )


class _Paste(QPlainTextEdit):
    """Where C++ is pasted; a file that is dropped is the page's, not text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("cppText")
        self.setAccessibleName("C++ to make an op of")
        self.setPlaceholderText(
            "Paste C++ here, or drop files:\n\nat::Tensor scale(const at::Tensor& x, double by) {\n"
            "  return x * by;\n}"
        )
        self.setFont(code_font())
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setProperty("field", True)
        self.setProperty("handlesEnter", True)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def mark_line(self, line: int) -> None:
        """Show a line, counted from 1, and mark it; 0 for none."""
        if line < 1:
            self.setExtraSelections([])
            return
        block = self.document().findBlockByNumber(line - 1)
        selection = QTextEdit.ExtraSelection()
        selection.cursor = QTextCursor(block)
        selection.format.setBackground(color("selected"))
        selection.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        self.setExtraSelections([selection])
        self.setTextCursor(QTextCursor(block))
        self.centerCursor()
