"""What belongs to C++ and lies elsewhere: folders of headers, and a Python test of the op."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.errors import UserError
from workbench.gui import dialogs
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import ElidedLabel
from workbench.importers.cpp.headers.include_roots import Taken, taken_from, with_licences
from workbench.importers.cpp.search.candidates import Candidate
from workbench.importers.cpp.search.definers import read_with_definers
from workbench.importers.drafts.draft import Draft, Gap
from workbench.importers.drafts.from_test import names_in_test, with_test

__all__ = ["CppBeside"]

_HEADERS = (
    "A folder of headers that are not beside the files, such as a library's include: what the files "
    "need of it is copied with its licence file, and listed (--include-root)."
)
_TEST = (
    "A Python test of the op, read and not run: a call of the op gives the example inputs, a function "
    "like reference_NAME the reference (--test)."
)
_NO_FILES = "Choose files first: what is pasted has no headers."
_SETUP = "setup.py names the folders of headers itself."


class CppBeside(QObject):
    """Two buttons, and what was chosen with them.

    Attributes:
        widgets: the buttons, and the names of what was chosen; the page lays them out.
    """

    roots_changed = Signal()
    """Read the files again."""
    test_changed = Signal()
    """Draft the op again."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = parent
        self._roots: list[Path] = []
        self._taken: list[Taken] = []
        self._test: Path | None = None
        self._headers = self._button("cppHeaders", "&Headers from …")
        self._headers.clicked.connect(self._on_headers)
        self._tests = self._button("cppTest", "&Python test …")
        self._tests.setToolTip(plain_tip(_TEST))
        self._tests.clicked.connect(self._on_test)
        self._without = self._button("cppWithout", "Without these")
        self._without.clicked.connect(self._on_without)
        self._names = ElidedLabel("", parent)
        self._names.setObjectName("cppBeside")
        self._names.setProperty("role", "muted")
        self.widgets = (self._headers, self._tests, self._without, self._names)
        self.show_for(files=False, is_setup=False)

    def _button(self, name: str, text: str) -> QPushButton:
        button = QPushButton(text, self._page)
        button.setObjectName(name)
        button.setAutoDefault(False)
        return button

    # -- what the page asks

    def show_for(self, files: bool, is_setup: bool) -> None:
        """Offer what goes with files, with a ``setup.py``, or with what is pasted."""
        why = "" if files and not is_setup else _SETUP if is_setup else _NO_FILES
        self._headers.setEnabled(not why)
        self._headers.setToolTip(plain_tip(why or _HEADERS))
        self._taken = []
        self._show()

    def read(self, paths: list[Path]) -> dict[str, str]:
        """The texts of files, with what they need of the folders, and of those that they are in.

        Raises:
            UserError: as ``read_with_definers`` says.
        """
        texts = read_with_definers(paths, self._roots)
        self._taken = taken_from(texts, self._roots, paths)
        return texts

    def finished(self, draft: Draft, candidate: Candidate) -> Draft:
        """The draft of a candidate, with what lies beside the C++."""
        draft = with_licences(draft, self._taken)
        if self._test is None:
            return draft
        try:
            return with_test(draft, self._test, names_in_test(draft.op, candidate.name))
        except UserError as error:
            gap = Gap("model.inputs", f"{self._test.name} is not used: {error.problem.message}")
            return replace(draft, gaps=(*draft.gaps, gap))

    @property
    def words(self) -> str:
        """What came along of the folders."""
        return " ".join(f"Taken along {one.words}." for one in self._taken)

    def forget(self) -> None:
        """Nothing lies beside what comes next."""
        self._roots, self._taken, self._test = [], [], None
        self.show_for(files=False, is_setup=False)

    # -- choosing

    def _on_headers(self) -> None:
        folder = dialogs.choose_headers(self._page)
        if folder is not None and folder not in self._roots:
            self._roots.append(folder)
            self._show()
            self.roots_changed.emit()

    def _on_test(self) -> None:
        path = dialogs.choose_test(self._page)
        if path is not None:
            self._test = path
            self._show()
            self.test_changed.emit()

    def _on_without(self) -> None:
        had_roots = bool(self._roots)
        self._roots, self._taken, self._test = [], [], None
        self._show()
        (self.roots_changed if had_roots else self.test_changed).emit()

    def _show(self) -> None:
        test = [self._test] if self._test is not None else []
        chosen = [*self._roots, *test]
        self._names.set_whole(", ".join("/".join(path.parts[-2:]) for path in chosen))
        self._names.setToolTip(plain_tip("\n".join(map(str, chosen))))
        self._without.setVisible(bool(self._roots or test))
