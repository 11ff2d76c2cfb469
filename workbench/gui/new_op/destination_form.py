"""What the new op is called and which project it goes to, checked as it is typed."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from workbench.core.check import check_op
from workbench.core.declaration.names import name_problem
from workbench.core.declaration.op import Op
from workbench.core.errors import sentence
from workbench.gui import dialogs
from workbench.gui.look.layouts import Space, hbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import code_font
from workbench.gui.project.model import ProjectModel
from workbench.gui.project.op_clipboard import free_name
from workbench.gui.storage.default_folder import default_folder
from workbench.importers.drafts.draft import Draft

__all__ = ["DestinationForm", "NewOp"]


class NewOp(msgspec.Struct, frozen=True):
    """What is made: a draft, its name, and a new project's folder if it goes to one."""

    draft: Draft
    name: str
    new_project: Path | None = None


class DestinationForm(QWidget):
    """Name, torch name and project of the op; suggestions stand until the user types.

    Args:
        model: the open project, which may take the op.
        parent: the Qt parent.
        elsewhere: a new project is chosen at first, though one is open.
    """

    changed = Signal()

    def __init__(
        self, model: ProjectModel, parent: QWidget | None = None, elsewhere: bool = False
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._touched: set[QLineEdit] = set()
        self._op: Op | None = None
        self._suggested: tuple[Draft | None, str] = (None, "")
        self._fixed_torch = False
        self._waits = False
        """A suggestion, for who has selected the one before."""
        self.name = self._field("newOpName", "Name of the new op")
        self.name.setToolTip(
            "The op's name in the project and of its folder: letters, digits and underscores."
        )
        self.torch = self._field("newOpTorch", "torch name of the new op")
        self.torch.setFont(code_font())
        self.torch.setPlaceholderText("namespace::name")
        self._here = QRadioButton(self)
        self._here.setObjectName("addHere")
        self._elsewhere = QRadioButton("A &new project in", self)
        self._elsewhere.setObjectName("newProject")
        self._elsewhere.setToolTip("A project is a folder that holds any number of ops.")
        group = QButtonGroup(self)
        group.addButton(self._here)
        group.addButton(self._elsewhere)
        self.folder = self._field("newProjectFolder", "Folder of the new project")
        self._browse = QPushButton("&Browse …", self)
        self._browse.setObjectName("newProjectBrowse")
        self._browse.setAutoDefault(False)
        self._browse.clicked.connect(self._on_browse)
        self._lay_out()
        can_add = model.is_project
        title = model.title.replace("&", "&&")
        self._here.setText(f"&This project, {title}" if can_add else "&This project")
        self._here.setEnabled(can_add)
        (self._here if can_add and not elsewhere else self._elsewhere).setChecked(True)
        group.buttonToggled.connect(self._on_destination)
        self._show_destination()

    def _field(self, name: str, label: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(name)
        field.setAccessibleName(label)
        field.textEdited.connect(self._on_edited)
        field.editingFinished.connect(self._on_left)
        return field

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        names = hbox(
            (self.name, 2), self._label("Tor&ch name", self.torch), (self.torch, 3), spacing=12
        )
        grid.addWidget(self._label("N&ame", self.name), 0, 0)
        grid.addLayout(names, 0, 1)
        where = hbox(
            self._here, Space(12), self._elsewhere, (self.folder, 1), self._browse, spacing=12
        )
        grid.addWidget(PlainLabel("Put it into", self), 1, 0)
        grid.addLayout(where, 1, 1)
        grid.setColumnStretch(1, 1)

    def _label(self, text: str, buddy: QWidget) -> QLabel:
        label = PlainLabel(text, self)
        label.setBuddy(buddy)
        return label

    # -- suggestions

    def suggest(self, draft: Draft | None, name: str) -> None:
        """Fill what the user has not typed.

        Args:
            draft: the op as the page gives it now; None while there is none.
            name: the name to begin with.
        """
        self._waits = any(map(_is_chosen, (self.name, self.folder, self.torch)))
        if self.name not in self._touched and not _is_chosen(self.name):
            self.name.setText(self._free_name(name) if name else "")
        # Whoever has emptied it, and is about to type, is not typing into a suggestion.
        begins = self.folder.hasFocus() and not self.folder.text()
        if self.folder not in self._touched and not begins and not _is_chosen(self.folder):
            self.folder.setText(str(default_folder((name or "my-op").replace("_", "-"))))
        self._suggested = (draft, name)
        self._op = draft.op if draft is not None else None
        kernel = self._op.kernel if self._op is not None else None
        registers_itself = kernel is not None and kernel.kind.registers_itself
        self._fixed_torch = registers_itself or (kernel is not None and kernel.kind.exists)
        if draft is not None and self._fixed_torch:
            self.torch.setText(draft.op.torch)
        elif draft is not None and self.torch not in self._touched and not _is_chosen(self.torch):
            self.torch.setText(self._free_torch(draft.op.torch))
        elif self.torch not in self._touched:
            self.torch.clear()
        restyle(self.torch, "readOnly", self._fixed_torch)  # Qt's own property
        self.torch.setToolTip(
            plain_tip(_FIXED[registers_itself] if self._fixed_torch else _TORCH_TIP)
        )

    def _ops(self) -> Path | None:
        """The folder of the ops that the new one will be among; None for a new project."""
        folder = self._model.folder
        here = self._model.is_project and self._here.isChecked()
        return folder / "ops" if here and folder is not None else None

    def _free_name(self, name: str) -> str:
        ops = self._ops()
        return free_name(ops, name) if ops is not None else name

    def _is_taken(self, name: str) -> bool:
        ops = self._ops()
        return ops is not None and (ops / name).exists()

    def _owner_of(self, torch: str) -> str:
        """The op of the project that registers a torch name; empty where none does."""
        known = self._model.documents.values() if self._ops() is not None else ()
        ops = (d.op for d in known if d.op is not None)
        return next((op.name for op in ops if op.torch == torch and not op.kernel.kind.exists), "")

    def _free_torch(self, torch: str) -> str:
        count, free = 2, torch
        while self._owner_of(free):
            free, count = f"{torch}_{count}", count + 1
        return free

    def note(self) -> str:
        """What is good to know about the names, though nothing is wrong with them."""
        draft, wanted = self._suggested
        name, torch = self.name.text().strip(), self.torch.text().strip()
        if draft is None:
            return ""
        if not self._fixed_torch and (owner := self._owner_of(torch)):
            return f"The op '{owner}' registers {torch}, too: one program cannot load both."
        if name != wanted and self.name not in self._touched and self._is_taken(wanted):
            return f"The project has an op '{wanted}' already, so this one is called {name}."
        return ""

    # -- what is asked for

    def new_op(self, draft: Draft) -> NewOp:
        """The draft under the name and torch name that were given."""
        op = msgspec.structs.replace(draft.op, torch=self.torch.text().strip())
        folder = Path(self.folder.text().strip()).expanduser()
        return NewOp(
            msgspec.structs.replace(draft, op=op),
            self.name.text().strip(),
            folder if self._elsewhere.isChecked() else None,
        )

    @property
    def makes_project(self) -> bool:
        """Whether a new project is made."""
        return self._elsewhere.isChecked()

    def check(self) -> str:
        """What is wrong, in words; the field concerned is marked."""
        if self._op is None:  # what is missing is reported by the page
            for field in (self.name, self.torch, self.folder):
                restyle(field, "problem", "")
            return ""
        problems = {
            self.name: self._name_problem(),
            self.torch: self._torch_problem(),
            self.folder: self._folder_problem(),
        }
        for field, problem in problems.items():
            restyle(field, "problem", "error" if problem else "")
        return next((p for p in problems.values() if p), "")

    def _name_problem(self) -> str:
        name = self.name.text().strip()
        if not name:
            return "Give the op a name."
        if problem := name_problem(name):
            return sentence(problem)
        if self._is_taken(name):
            return f"The project has an op '{name}' already: choose another name."
        return ""

    def _torch_problem(self) -> str:
        assert self._op is not None
        if self._fixed_torch:
            return ""
        op = msgspec.structs.replace(self._op, torch=self.torch.text().strip())
        found = next((p for p in check_op(op) if p.key == "torch"), None)
        if found is None:
            return ""
        if "::" not in op.torch:
            return "The torch name is namespace::name, for example my_ops::scale."
        return f"The torch name: {found.message}."

    def _folder_problem(self) -> str:
        if not self.makes_project:
            return ""
        text = self.folder.text().strip()
        if not text:
            return "Say which folder the new project gets."
        folder = Path(text).expanduser()
        try:
            if not folder.is_absolute():
                return "Write the whole path of the new project's folder."
            above = next(p for p in (folder, *folder.parents) if p.exists())
            if not above.is_dir():
                return f"{above} is a file, not a folder."
            if above == folder and any(folder.iterdir()):
                return "That folder is not empty: choose a new one."
        except (OSError, ValueError) as error:
            return f"That folder cannot be used: {getattr(error, 'strerror', None) or error}."
        return ""

    # -- typing

    def _on_edited(self, text: str) -> None:
        field = self.sender()
        if isinstance(field, QLineEdit):
            # An emptied field takes suggestions again, from the next choice on.
            (self._touched.add if text else self._touched.discard)(field)
        self.changed.emit()

    def _on_left(self) -> None:
        if self._waits:
            self.suggest(*self._suggested)

    def _on_destination(self, _button: object, _checked: bool) -> None:
        self._show_destination()
        self.suggest(*self._suggested)  # which names are taken depends on the project
        self.changed.emit()

    def _show_destination(self) -> None:
        self.folder.setEnabled(self.makes_project)
        self._browse.setEnabled(self.makes_project)

    def _on_browse(self) -> None:
        folder = dialogs.choose_new_folder(
            self, "Folder of the new project", Path(self.folder.text())
        )
        if folder is not None:
            self._touched.add(self.folder)
            self.folder.setText(str(folder))
            self.changed.emit()


def _is_chosen(field: QLineEdit) -> bool:
    """Whether one has selected what stands there, to type over it."""
    return field.hasFocus() and field.hasSelectedText()


_TORCH_TIP = (
    "How Python calls it: namespace::name becomes torch.ops.namespace.name. "
    "Take a namespace of your own."
)
_FIXED = {
    True: "The kernel's own file registers the op under this name.",
    False: "torch, or the package, registers the op under this name.",
}
