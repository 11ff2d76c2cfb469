"""New from gallery: choose an op, and where it goes."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QSize, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core import op_file, project, signature
from workbench.core.names import name_problem
from workbench.core.op import Op
from workbench.gui import dialogs
from workbench.gui.forms.fields import restyle
from workbench.gui.icons import icon
from workbench.gui.model import ProjectModel
from workbench.gui.widgets import ElidedLabel, heading, muted, scaled
from workbench.gui.words import IMPLEMENTATIONS, STYLES

__all__ = ["Choice", "GalleryDialog", "GalleryList", "default_folder", "gallery_ops"]


class Choice(msgspec.Struct, frozen=True):
    """What the user chose: an op's folder, its name, and a new project's folder if any."""

    source: Path
    name: str
    new_project: Path | None


def gallery_ops() -> list[tuple[Path, Op]]:
    """The gallery's ops; one that cannot be read is left out, not the whole gallery."""
    folder = project.gallery_folder()
    folders = sorted(p.parent for p in folder.glob(f"*/{op_file.FILE_NAME}"))
    loaded = [(f, project.op_problems(f)[0]) for f in folders]
    return [(f, op) for f, op in loaded if op is not None]


def default_folder(name: str) -> Path:
    """A folder for a new project that does not exist yet."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    base = Path(documents) if documents and Path(documents).is_dir() else Path.home()
    base = base / "op-workbench"
    names = [name, *(f"{name}-{i}" for i in range(2, 1000))]
    return next(base / n for n in names if not (base / n).exists())


class GalleryList(QWidget):
    """The gallery's ops with a search field; names and descriptions are searched."""

    chosen = Signal(object)
    """The folder of the chosen op, or None."""
    activated = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ops = dict(gallery_ops())
        self.search = QLineEdit(self)
        self.search.setObjectName("gallerySearch")
        self.search.setPlaceholderText("Search the gallery")
        self.search.setAccessibleName("Search the gallery")
        self.search.setClearButtonEnabled(True)
        self.search.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(self._filter)
        self.list = QListWidget(self)
        self.list.setObjectName("galleryList")
        self.list.setAccessibleName("Ops of the gallery")
        self.list.setUniformItemSizes(True)
        for folder, op in self.ops.items():
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, str(folder))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{op.name}: {op.doc}")
            row = _GalleryRow(op)
            item.setSizeHint(QSize(0, row.height_hint()))
            self.list.addItem(item)
            self.list.setItemWidget(item, row)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.itemActivated.connect(self._on_activated)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        layout.addWidget(self.list, 1)

    def current(self) -> Path | None:
        """The folder of the chosen op."""
        item = self.list.currentItem()
        return Path(item.data(Qt.ItemDataRole.UserRole)) if item is not None else None

    def choose(self, name: str) -> None:
        """Choose an op by its name."""
        for row in range(self.list.count()):
            if Path(self.list.item(row).data(Qt.ItemDataRole.UserRole)).name == name:
                self.list.setCurrentRow(row)

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        first = None
        for row in range(self.list.count()):
            item = self.list.item(row)
            op = self.ops[Path(item.data(Qt.ItemDataRole.UserRole))]
            mappings = [op.mapping, *(v.mapping for v in op.variants.values())]
            nodes = " ".join(node.op for mapping in mappings for node in mapping.nodes)
            style = STYLES[op.kernel.style].title
            haystack = f"{op.name} {op.torch} {op.doc} {nodes} {style}".lower()
            item.setHidden(not all(word in haystack for word in words))
            first = item if first is None and not item.isHidden() else first
        current = self.list.currentItem()
        if current is None or current.isHidden():
            self.list.setCurrentItem(first)  # type: ignore[arg-type]

    def _on_current(self, current: QListWidgetItem | None, _before: object) -> None:
        self.chosen.emit(self.current() if current is not None else None)

    def _on_activated(self, _item: QListWidgetItem) -> None:
        self.activated.emit(self.current())


class _GalleryRow(QWidget):
    def __init__(self, op: Op) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        name = QLabel(op.name, self)
        name.setProperty("role", "title")
        doc = ElidedLabel(op.doc, self)
        doc.setProperty("role", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 7, 10, 7)
        layout.setSpacing(2)
        layout.addWidget(name)
        layout.addWidget(doc)

    def height_hint(self) -> int:
        """Two lines and their margins; asked for before the style sheet is applied."""
        return 2 * self.fontMetrics().lineSpacing() + 22


class GalleryDialog(QDialog):
    """Search, look, name it, say where.

    Args:
        model: the open project, which may take the op.
        parent: the Qt parent.
        choose: the name of the op to begin with.
    """

    def __init__(
        self, model: ProjectModel, parent: QWidget | None = None, choose: str = ""
    ) -> None:
        super().__init__(parent)
        self.setObjectName("galleryDialog")
        self.setWindowTitle("New from gallery")
        self.resize(820, 560)
        self._model = model
        self._touched_name = self._touched_folder = False
        self.gallery = GalleryList(self)
        self.gallery.setMinimumWidth(300)
        self._details = _Details(self)
        self.name = QLineEdit(self)
        self.name.setObjectName("newOpName")
        self.name.setAccessibleName("Name of the new op")
        self.name.textEdited.connect(self._on_name_edited)
        self._here = QRadioButton(self)
        self._here.setObjectName("addHere")
        self._elsewhere = QRadioButton("A new project in", self)
        self._elsewhere.setObjectName("newProject")
        group = QButtonGroup(self)
        group.addButton(self._here)
        group.addButton(self._elsewhere)
        group.buttonToggled.connect(self._check)
        self.folder = QLineEdit(self)
        self.folder.setObjectName("newProjectFolder")
        self.folder.setAccessibleName("Folder of the new project")
        self.folder.textEdited.connect(self._on_folder_edited)
        self._browse = QPushButton("Browse …", self)
        self._browse.setAutoDefault(False)
        self._browse.clicked.connect(self._on_browse)
        self._reason = QLabel(self)
        self._reason.setObjectName("problemLine")
        self._reason.setWordWrap(True)
        self._buttons = QDialogButtonBox(self)
        self._ok = self._buttons.addButton("Create", QDialogButtonBox.ButtonRole.AcceptRole)
        self._ok.setObjectName("createOp")
        self._ok.setDefault(True)
        self._buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._lay_out()
        can_add = model.is_project
        self._here.setText(f"The open project, {model.title}" if can_add else "The open project")
        self._here.setEnabled(can_add)
        (self._here if can_add else self._elsewhere).setChecked(True)
        self.gallery.chosen.connect(self._on_chosen)
        self.gallery.activated.connect(self._on_activated)
        self.gallery.list.setCurrentRow(0)
        if choose:
            self.gallery.choose(choose)
        self.gallery.search.setFocus()

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(self._details, 1)
        line = QFrame(self)
        line.setProperty("line", True)
        right.addWidget(line)
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow("Name", self.name)
        form.addRow("Put it into", self._here)
        where = QHBoxLayout()
        where.setSpacing(8)
        where.addWidget(self.folder, 1)
        where.addWidget(self._browse)
        form.addRow("", self._elsewhere)
        form.addRow("", where)
        right.addLayout(form)
        right.addWidget(self._reason)
        columns = QHBoxLayout()
        columns.setSpacing(16)
        columns.addWidget(self.gallery, 2)
        columns.addLayout(right, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(16)
        layout.addLayout(columns, 1)
        layout.addWidget(self._buttons)

    def choice(self) -> Choice | None:
        """What was chosen; None where it cannot be done."""
        source = self.gallery.current()
        if source is None or self._problem():
            return None
        folder = Path(self.folder.text()).expanduser() if self._elsewhere.isChecked() else None
        return Choice(source, self.name.text().strip(), folder)

    def _problem(self) -> str:
        name = self.name.text().strip()
        if self.gallery.current() is None:
            return "Choose an op."
        if problem := name_problem(name):
            return f"{problem[:1].upper()}{problem[1:]}."
        if self._here.isChecked() and self._model.folder is not None:
            if (self._model.folder / "ops" / name).exists():
                return f"The project has an op '{name}' already: choose another name."
        elif not self.folder.text().strip():
            return "Say which folder the new project gets."
        else:
            folder = Path(self.folder.text()).expanduser()
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                return "That folder is not empty: choose a new one."
        return ""

    def _check(self, *_args: object) -> None:
        new = self._elsewhere.isChecked()
        self.folder.setEnabled(new)
        self._browse.setEnabled(new)
        self._ok.setText("Create project" if new else "Add to project")
        problem = self._problem()
        self._reason.setText(problem)
        self._ok.setEnabled(not problem)
        restyle(self.name, "problem", "error" if problem and "name" in problem.lower() else "")

    def _on_chosen(self, folder: Path | None) -> None:
        op = self.gallery.ops.get(folder) if folder is not None else None
        self._details.show_op(op)
        if op is not None:
            if not self._touched_name:
                self.name.setText(self._free_name(op.name))
            if not self._touched_folder:
                self.folder.setText(str(default_folder(op.name.replace("_", "-"))))
        self._check()

    def _free_name(self, name: str) -> str:
        folder = self._model.folder
        if not self._model.is_project or folder is None:
            return name
        names = [name, *(f"{name}{i}" for i in range(2, 1000))]
        return next(n for n in names if not (folder / "ops" / n).exists())

    def _on_activated(self, _folder: Path) -> None:
        if self._ok.isEnabled():
            self.accept()

    def _on_name_edited(self, _text: str) -> None:
        self._touched_name = True
        self._check()

    def _on_folder_edited(self, _text: str) -> None:
        self._touched_folder = True
        self._check()

    def _on_browse(self) -> None:
        folder = dialogs.choose_new_folder(
            self, "Folder of the new project", Path(self.folder.text())
        )
        if folder is not None:
            self._touched_folder = True
            self.folder.setText(str(folder))
            self._check()


class _Details(QWidget):
    """One gallery op in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = scaled(QLabel(self), 1.4, bold=True)
        self._doc = QLabel(self)
        self._doc.setWordWrap(True)
        self._schema = QLabel(self)
        self._schema.setProperty("role", "code")
        self._schema.setWordWrap(True)
        self._facts = QFormLayout()
        self._facts.setHorizontalSpacing(16)
        self._facts.setVerticalSpacing(6)
        self._values = {}
        for label in ("Kernel", "Element types", "ONNX nodes", "ONNX Runtime", "Variants"):
            value = QLabel(self)
            value.setWordWrap(True)
            self._values[label] = value
            self._facts.addRow(muted(label, self), value)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        for widget in (self._name, self._doc, heading("Schema", self), self._schema):
            layout.addWidget(widget)
        layout.addSpacing(6)
        layout.addLayout(self._facts)
        layout.addStretch(1)

    def show_op(self, op: Op | None) -> None:
        """Show an op, or nothing."""
        self.setVisible(op is not None)
        if op is None:
            return
        self._name.setText(op.name)
        self._doc.setText(op.doc)
        # A soft break behind each comma, so that a long schema wraps where it may.
        self._schema.setText(f"{op.namespace}::{signature.torch_schema(op)}")
        style, ort = STYLES[op.kernel.style], IMPLEMENTATIONS[op.ort.implementation]
        tensors = signature.tensor_args(op)
        dtypes = dict.fromkeys(d for a in tensors for d in signature.arg_dtypes(op, a))
        nodes = list(dict.fromkeys(n.op for n in op.mapping.nodes))
        for label, text in (
            ("Kernel", f"{style.title}: {style.short}"),
            ("Element types", ", ".join(dtypes)),
            ("ONNX nodes", ", ".join(nodes) or f"made by {op.mapping.source}"),
            ("ONNX Runtime", f"{ort.title}: {ort.short}"),
            ("Variants", ", ".join(op.variants)),
        ):
            self._values[label].setText(text)
            self._facts.setRowVisible(self._values[label], bool(text))
