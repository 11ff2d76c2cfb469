"""What the window shows while no project is open: begin, go on, open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.project import PROJECT_FILE
from workbench.gui.gallery_dialog import GalleryList
from workbench.gui.icons import icon, icon_file
from workbench.gui.widgets import ElidedLabel, heading, muted, scaled

__all__ = ["StartView"]


class StartView(QWidget):
    """The gallery at the left, recent projects at the right."""

    gallery_chosen = Signal(str)
    """Begin with this op of the gallery (its folder's name)."""
    open_requested = Signal()
    recent_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("startView")
        mark = QLabel(self)
        mark.setPixmap(QIcon(icon_file("app")).pixmap(QSize(52, 52)))
        title = scaled(QLabel("Op Workbench", self), 2.0, bold=True)
        words = muted(
            "Carry one operator from a C++ kernel to PyTorch, ONNX and ONNX Runtime, "
            "and see that both give the same numbers.",
            self,
        )
        head = QHBoxLayout()
        head.setSpacing(16)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(title)
        texts.addWidget(words)
        head.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(texts, 1)
        self.gallery = GalleryList(self)
        self.gallery.activated.connect(self._on_gallery)
        self._begin = QPushButton(icon("new", "on_accent"), "New project from this op", self)
        self._begin.setObjectName("startNew")
        self._begin.setDefault(True)
        self._begin.clicked.connect(self._on_begin)
        left = self._column("Begin with an op of the gallery", self.gallery, self._begin)
        self.recent = QListWidget(self)
        self.recent.setObjectName("recentList")
        self.recent.setAccessibleName("Recent projects")
        self.recent.itemActivated.connect(self._on_recent)
        self.recent.itemClicked.connect(self._on_recent)
        self._no_recent = muted("Projects that you open appear here.", self)
        self._open = QPushButton(icon("open"), "Open a project …", self)
        self._open.setObjectName("startOpen")
        self._open.clicked.connect(self.open_requested)
        right = self._column("Recent projects", self.recent, self._open)
        right.body.insertWidget(1, self._no_recent, 1, Qt.AlignmentFlag.AlignTop)
        columns = QHBoxLayout()
        columns.setSpacing(16)
        columns.addWidget(left, 3)
        columns.addWidget(right, 2)
        inner = QWidget(self)
        inner.setMaximumSize(960, 620)
        body = QVBoxLayout(inner)
        body.setContentsMargins(24, 24, 24, 24)
        body.setSpacing(24)
        body.addLayout(head)
        body.addLayout(columns, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(1)
        layout.addWidget(inner, 100)
        layout.addStretch(1)
        self.gallery.list.setCurrentRow(0)

    def _column(self, title: str, content: QWidget, button: QPushButton) -> _Column:
        column = _Column(self)
        column.body.addWidget(heading(title, column))
        column.body.addWidget(content, 1)
        column.body.addWidget(button)
        return column

    def set_recent(self, folders: list[Path]) -> None:
        """Show the projects opened last; those that are gone are greyed."""
        self.recent.clear()
        for folder in folders:
            row = _RecentRow(folder)
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, str(folder))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{folder.name} in {folder.parent}")
            item.setToolTip(str(folder))
            item.setSizeHint(QSize(0, row.height_hint()))
            self.recent.addItem(item)
            self.recent.setItemWidget(item, row)
        self._no_recent.setVisible(not folders)
        self.recent.setVisible(bool(folders))

    def _on_gallery(self, folder: Path) -> None:
        self.gallery_chosen.emit(folder.name)

    def _on_begin(self) -> None:
        folder = self.gallery.current()
        self.gallery_chosen.emit(folder.name if folder is not None else "")

    def _on_recent(self, item: QListWidgetItem) -> None:
        self.recent_chosen.emit(Path(item.data(Qt.ItemDataRole.UserRole)))


class _Column(QFrame):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(16, 14, 16, 16)
        self.body.setSpacing(10)


class _RecentRow(QWidget):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        name = QLabel(folder.name, self)
        name.setProperty("role", "title")
        gone = not (folder / PROJECT_FILE).is_file() and not (folder / "op.toml").is_file()
        home = str(Path.home())
        place = str(folder.parent)
        place = f"~{place[len(home) :]}" if place.startswith(home) else place
        where = ElidedLabel(f"{place}  (not found)" if gone else place, self)
        where.setProperty("role", "muted")
        name.setEnabled(not gone)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.setSpacing(2)
        layout.addWidget(name)
        layout.addWidget(where)

    def height_hint(self) -> int:
        """Two lines and their margins; asked for before the style sheet is applied."""
        return 2 * self.fontMetrics().lineSpacing() + 20
