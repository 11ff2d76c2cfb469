"""New op: choose a page at the left, say what at the right, name it below."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from workbench.gui.look.dialog import Dialog
from workbench.gui.look.dropped import accepted_files
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.restyle import restyle
from workbench.gui.new_op.destination_form import DestinationForm, NewOp
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.new_op.page_list import PageList
from workbench.gui.new_op.pages import NEW_OP_PAGES
from workbench.gui.services import Services
from workbench.gui.settings import Settings
from workbench.importers.drafts.draft import Draft

__all__ = ["NewOpDialog"]

_TITLE_BAR = 40


class NewOpDialog(Dialog):
    """Asks for a new op, whichever way it is made.

    Args:
        services: the open project, which may take the op, and the engine.
        settings: remembers the size, and the page that was used last.
        parent: the Qt parent.
        page: the id of the page to begin with; the one used last where empty.
        project: a new project is chosen at first, though one is open.
    """

    def __init__(
        self,
        services: Services,
        settings: Settings,
        parent: QWidget | None = None,
        page: str = "",
        project: bool = False,
    ) -> None:
        super().__init__("newOpDialog", "New op", parent)
        self.setAcceptDrops(True)
        self.setSizeGripEnabled(True)
        self.setMinimumSize(920, 600)
        size, room = _size(settings.text("new_op/size")), self.screen().availableSize()
        self.resize(size.width(), min(size.height(), room.height() - _TITLE_BAR))
        self._services = services
        self._settings = settings
        self._made: dict[int, NewOpPage] = {}
        self._draft: Draft | None = None
        self._left: list[str] = []  # dropped, but of no use to the page in front
        self.page_list = PageList(self)
        self._stack = QStackedWidget(self)
        self._stack.setObjectName("newOpStack")
        self.destination = DestinationForm(services.project, self, project)
        self._reason = PlainLabel(self)
        self._reason.setObjectName("problemLine")
        self._reason.setWordWrap(True)
        self._reason.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._create = self.add_button("createOp", "Cr&eate", self.Role.AcceptRole, default=True)
        self.add_button("cancelNewOp", "Cancel", self.Role.RejectRole)
        self._lay_out()
        self.page_list.chosen.connect(self._on_page)
        self.destination.changed.connect(self._check)
        ids = self.page_list.ids()
        last = settings.text("new_op/page")
        chosen = next((w for w in (page, last) if w in ids), ids[0])
        self.page_list.setCurrentRow(ids.index(chosen))
        if not self.page().takes_focus():
            self.page_list.setFocus()

    def _lay_out(self) -> None:
        line, edge = QFrame(self), QFrame(self)
        line.setProperty("line", True)
        edge.setProperty("edge", True)
        edge.setFixedWidth(1)
        upper = hbox(self.page_list, edge, (self._stack, 1), spacing=0)
        buttons = hbox((self._reason, 1), self.buttons, spacing=8)
        lower = vbox(self.destination, buttons, margins=(16, 14, 16, 16), spacing=14)
        vbox((upper, 1), line, lower, on=self, margins=0, spacing=0)

    # -- the pages

    def page(self, name: str = "") -> NewOpPage:
        """A page by its id, brought to the front; the one in front where empty."""
        if name:
            self.page_list.setCurrentRow(self.page_list.ids().index(name))
        return self._made[self.page_list.currentRow()]

    def _on_page(self, row: int) -> None:
        page = self._make(row)
        self._stack.setCurrentWidget(page)
        self._left = []
        page.shown()
        self._take_draft()

    def _make(self, row: int) -> NewOpPage:
        if row not in self._made:
            page = NEW_OP_PAGES[row].make(self._services)
            page.changed.connect(self._on_changed)
            page.activated.connect(self.accept)
            self._made[row] = page
            self._stack.addWidget(page)
        return self._made[row]

    def _on_changed(self) -> None:
        # A page that works in the background may speak while another one is in front.
        if self.sender() is self._stack.currentWidget():
            self._take_draft()

    def _take_draft(self) -> None:
        page = self.page()
        self._draft = page.draft()
        self.destination.suggest(self._draft, page.suggested_name())
        self._check()

    def _check(self) -> None:
        problem = self.destination.check()
        if self._draft is None:
            problem = self.page().problem() or "Choose what the op is made from."
        left = ""
        if self._left:
            names = ", ".join(self._left[:3]) + (" …" if len(self._left) > 3 else "")
            left = f"Not used here: {names}."
        self._reason.setText(" ".join(filter(None, [left, problem or self.destination.note()])))
        # Nothing chosen yet is no mistake: it is shown, but not in red.
        wrong = problem and (self._draft is not None or self.page().is_wrong())
        restyle(self._reason, "severity", "" if wrong else "hint")
        self._create.setText("Cr&eate project" if self.destination.makes_project else "Cr&eate")
        self._create.setEnabled(not problem)

    # -- files

    def take_files(self, paths: list[Path], node: str = "") -> bool:
        """Hand files to the page in front, or to the first other one that can use them.

        Args:
            paths: anything.
            node: of a model, the name of the first output of the node that is wanted.
        """
        current = self.page_list.currentRow()
        for row in (current, *(r for r in range(len(NEW_OP_PAGES)) if r != current)):
            if self._make(row).take_files(paths):
                self.page_list.setCurrentRow(row)
                if node:
                    self._make(row).want(node)
                used = self._make(row).usable(paths)
                self._left = [p.name for p in paths if p not in used]
                self._check()
                return True
        names = ", ".join(p.name for p in paths[:3]) + (" …" if len(paths) > 3 else "")
        self._reason.setText(f"No way of making an op can use {names}.")
        restyle(self._reason, "severity", "")
        return False

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        accepted_files(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if paths := accepted_files(event):
            self.take_files(paths)

    # -- the end

    def keyPressEvent(self, event: QKeyEvent) -> None:
        field = self.focusWidget()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and field is not None and field.property("handlesEnter"):
            return  # it was for the field, not for Create
        super().keyPressEvent(event)

    def new_op(self) -> NewOp | None:
        """What was asked for; None where it cannot be made."""
        if self._draft is None or not self._create.isEnabled():
            return None
        return self.destination.new_op(self._draft)

    def accept(self) -> None:
        """Go on, if the op can be made; otherwise the reason stands beside the button."""
        self._check()  # the project or the disk may have changed meanwhile
        if not self._create.isEnabled():
            return
        self._settings.set_text("new_op/page", self.page().id)
        super().accept()

    def done(self, result: int) -> None:
        self._settings.set_text("new_op/size", f"{self.width()}x{self.height()}")
        super().done(result)


def _size(text: str) -> QSize:
    """The size of last time; its position is the window's middle."""
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    return QSize(int(match[1]), int(match[2])) if match else QSize(1000, 810)
