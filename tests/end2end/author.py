"""Someone who authors an op in the window, from nothing, with keyboard and mouse alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QTabBar,
)

from tests.end2end.user import User
from tests.gui.web.helpers import evaluate

__all__ = ["Author"]

_LEFT = Qt.MouseButton.LeftButton
_PAGES = ("kernel", "signature", "mapping", "model", "graph", "run")


class Author(User):
    """Makes ops through the dialog and the forms; never sees ``op.toml``."""

    # -- File > New op

    def makes_an_op(self, page: str, fill: Callable[[QDialog], None]) -> None:
        """Ctrl+N, one of the pages at the left, what that one wants, a folder, Create.

        Args:
            page: the page's id.
            fill: what is done on the page.
        """
        count = len(self.session.project.documents)

        def within(dialog: QDialog) -> None:
            pages = self.finds("newOpPageList", QListWidget)
            row = dialog.page_list.ids().index(page)
            self.actions += 1
            self.qtbot.mouseClick(
                pages.viewport(), _LEFT, pos=pages.visualItemRect(pages.item(row)).center()
            )
            fill(dialog)
            if not count:
                self.types("newProjectFolder", str(self.folder / "project"))
            button = self.finds("createOp", QPushButton)
            self.qtbot.waitUntil(button.isEnabled, timeout=30_000)
            self.presses_button(button)

        self.window.activateWindow()
        self.in_dialog("newOpDialog", within, lambda: self.presses("Ctrl+N"))
        self.qtbot.waitUntil(lambda: len(self.session.project.documents) == count + 1)

    def begins_blank(self, schema: str, style: str) -> None:
        """A new op from a line of torch's notation."""

        def fill(_dialog: QDialog) -> None:
            self.types("blankSchema", schema)
            self.clicks(f"blankStyle.{style}")
            assert self.finds(f"blankStyle.{style}", QRadioButton).isChecked()

        self.makes_an_op("blank", fill)

    # -- pages

    def goes_to(self, page: str) -> None:
        """Ctrl and the page's number."""
        self.window.activateWindow()
        self.presses(f"Ctrl+{_PAGES.index(page) + 1}")
        assert self.window.workspace.current_page() == page

    # -- Kernel

    def pastes_the_kernel(self, text: str) -> None:
        """Replace what stands in the editor, through the clipboard."""
        self.goes_to("kernel")
        self.replaces_the_text(text)

    def replaces_the_text(self, text: str) -> None:
        """Replace the file in front of the editor, and see it arrive in the op."""
        self.caret_in_the_editor()
        editor = self.window.workspace.page("kernel").editor
        path = Path(editor.current())
        QApplication.clipboard().setText(text)
        self.presses("Ctrl+A")
        self.presses("Ctrl+V")
        self.qtbot.waitUntil(lambda: self.document.texts[path] == text, timeout=60_000)

    def caret_in_the_editor(self) -> None:
        """Give the keyboard to the editor of the Kernel page."""
        self.waits_for_the_editor()
        editor = self.window.workspace.page("kernel").editor
        editor.focus_editor()
        self.actions += 1  # a click there
        # The caret blinks a moment after the click: Chromium has a process of its own.
        self.qtbot.waitUntil(
            lambda: evaluate(self.qtbot, editor, "workbench.editor.hasTextFocus()"), timeout=60_000
        )

    def opens_the_tab(self, file: str) -> None:
        """Click a file's tab on the Kernel page."""
        bar = self.finds("sourceTabs", QTabBar)
        index = next(i for i in range(bar.count()) if bar.tabText(i).startswith(file))
        self.actions += 1
        self.qtbot.mouseClick(bar, _LEFT, pos=bar.tabRect(index).center())

    def makes_a_file(self, name: str) -> None:
        """A new file of the op, by the menu of its files; it comes to the front."""
        self.goes_to("kernel")

        def fill(_dialog: QDialog) -> None:
            self.types("fileName", name)
            self.presses("Return")

        self.in_dialog("fileNameDialog", fill, lambda: self.picks("opFiles", "New file"))
        assert self.window.workspace.page("kernel").current_path().name == name

    # -- Mapping

    def chooses_the_operator(self, node: int, search: str) -> None:
        """The browser of ONNX's operators, from the node's card: search, read, use the best."""

        def within(_dialog: QDialog) -> None:
            field = self.finds("operatorSearch", QLineEdit)
            self.types("operatorSearch", search)
            assert field.text() == search
            self.clicks("operatorUse")

        self.in_dialog("", within, lambda: self.clicks(f"mapping.nodes[{node}].browse"))

    # -- what is asked for

    def everything_agrees(self) -> None:
        """Run all, and the window says so."""
        self.presses_run_all()
        assert self.status.kind == "ok", (self.status, self.says())
        assert self.banner() == self.status.title

    def says(self) -> list[str]:
        """Problems, in words; for the message of a failed test."""
        return [e.problem.message for e in self.window.workspace.problems.entries()]

    def complaints(self) -> list[str]:
        """What the forms complain of."""
        return [p.message for p in self.document.problems]

    def hints(self) -> list[str]:
        """What is still to be said of a new op, though nothing is wrong."""
        return [p.message for p in self.session.project.gaps.problems(self.document)]

    def chosen(self, name: str) -> object:
        """What a list has chosen."""
        return self.finds(name, QComboBox).currentData()
