"""What the window shows while no project is open: three ways to begin, recent projects, and the manual."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from workbench.core.storage.project import PROJECT_FILE
from workbench.gui.look.icon_label import IconLabel
from workbench.gui.look.icons import icon_file
from workbench.gui.look.layouts import Space, Stretch, hbox, vbox
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.widgets import ElidedLabel, heading, muted, scaled
from workbench.gui.window.start_manual import StartManual

__all__ = ["StartView"]

_MOST = 1000
_INSET = 2


class StartView(QWidget):
    """Gallery, new, open; recent projects below, beside pages of the manual."""

    new_requested = Signal(str)
    """Make an op, beginning with this page (an id of ``new_op.pages``)."""
    open_requested = Signal()
    recent_chosen = Signal(object)
    example_requested = Signal()
    """Open an op that works, and run it."""
    model_requested = Signal()
    """Choose a model, and look at it."""
    manual_requested = Signal(object)
    """Open the manual at a ``Place``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("startView")
        mark = PlainLabel(self)
        mark.setPixmap(QIcon(icon_file("app")).pixmap(QSize(52, 52)))
        title = scaled(PlainLabel("Op Workbench", self), 2.0, bold=True)
        words = muted(
            "Carry one operator from a C++ kernel to PyTorch, ONNX and ONNX Runtime, "
            "and see that they agree.",
            self,
        )
        texts = vbox(title, words, spacing=2)
        head = hbox((mark, 0, Qt.AlignmentFlag.AlignTop), (texts, 1), spacing=16)
        self._gallery = _Choice(
            "gallery",
            "&Gallery",
            "Start from an op that works, and look at how it is done.",
            self,
        )
        self._gallery.setObjectName("startGallery")
        self._gallery.clicked.connect(self._on_gallery)
        self._new = _Choice(
            "new",
            "&New op",
            "From nothing, your C++, an op of torch, or an ONNX model.",
            self,
        )
        self._new.setObjectName("startNew")
        self._new.clicked.connect(self._on_new)
        self._open = _Choice(
            "open",
            "&Open",
            "A project, an op's folder, an archive, or an ONNX model to look at. You can also drop it here.",
            self,
        )
        self._open.setObjectName("startOpen")
        self._open.clicked.connect(self.open_requested)
        self._example = _Choice(
            "run",
            "&Try the example",
            "An op that is built, run and compared at once.",
            self,
            small=True,
        )
        self._example.setObjectName("startExample")
        self._example.clicked.connect(self.example_requested)
        self._model = _Choice(
            "graph",
            "Open an ONNX &model",
            "Its graph, and the nodes that ONNX Runtime lacks.",
            self,
            small=True,
        )
        self._model.setObjectName("startModel")
        self._model.clicked.connect(self.model_requested)
        choices = QHBoxLayout()
        choices.setSpacing(16)
        for choice in (self._gallery, self._new, self._open):
            choices.addWidget(choice, 1)
        self._chosen: Path | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._open_recent)
        self.recent = QListWidget(self)
        self.recent.setObjectName("recentList")
        self.recent.setAccessibleName("Recent projects")
        self.recent.itemActivated.connect(self._on_recent)
        self.recent.itemClicked.connect(self._on_recent)
        self.manual = StartManual(self)
        self.manual.chosen.connect(self.manual_requested)
        self._no_recent = QFrame(self)
        self._no_recent.setObjectName("noRecent")
        self._no_recent.setMaximumHeight(self.manual.maximumHeight())
        nothing = muted("Projects and models that you open appear here, with how they stood.", self)
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(nothing, on=self._no_recent, margins=24)
        inner = QWidget(self)
        inner.setMaximumSize(880, 680)
        body = QVBoxLayout(inner)
        body.setContentsMargins(24, 32, 24, 24)
        body.setSpacing(0)
        body.addLayout(head)
        body.addSpacing(28)
        body.addLayout(choices)
        body.addSpacing(12)
        body.addLayout(hbox((self._example, 1), (self._model, 1), spacing=16))
        body.addSpacing(24)
        # Lists are as high as their rows, if there is room.
        lists = (self._no_recent, _MOST), (self.recent, _MOST)
        recent = vbox(heading("Recent", inner), *lists, Stretch(1), spacing=8)
        pages = (self.manual, _MOST)
        manual = vbox(heading("In the manual", inner), pages, Stretch(1), spacing=8)
        body.addLayout(hbox((recent, 1), (manual, 1), spacing=16), 1)
        hbox(Stretch(), (inner, 100), Stretch(), on=self, margins=0)
        self.setFocusProxy(self._gallery)
        self.set_recent([])

    def set_recent(self, folders: list[Path]) -> None:
        """Show the projects opened last; those that are gone are greyed."""
        self.recent.clear()
        for folder in folders:
            row = _RecentRow(folder)
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, str(folder))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{folder.name} in {folder.parent}")
            item.setToolTip(plain_tip(str(folder)))
            item.setSizeHint(QSize(0, row.height_hint()))
            self.recent.addItem(item)
            self.recent.setItemWidget(item, row)
        self._no_recent.setVisible(not folders)
        rows = sum(self.recent.item(i).sizeHint().height() for i in range(self.recent.count()))
        self.recent.setMaximumHeight(rows + 2 * self.recent.frameWidth() + _INSET)
        self.recent.setVisible(bool(folders))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Left and Right go through the choices, as in any row of cards.
        rows = ([self._gallery, self._new, self._open], [self._example, self._model])
        cards = next((row for row in rows if self.focusWidget() in row), rows[0])
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        focused = next((i for i, card in enumerate(cards) if card is self.focusWidget()), None)
        if step is None or focused is None:
            super().keyPressEvent(event)
            return
        cards[(focused + step) % len(cards)].setFocus(Qt.FocusReason.TabFocusReason)

    def show_verdict(self, folder: Path, light: str, words: str, at: str) -> None:
        """Show how a recent project stood."""
        for row in range(self.recent.count()):
            item = self.recent.item(row)
            shown = self.recent.itemWidget(item)
            if item.data(Qt.ItemDataRole.UserRole) == str(folder) and isinstance(shown, _RecentRow):
                shown.show_verdict(light, words, at)
                name = f"{folder.name} in {folder.parent}: {words}, {at}"
                item.setData(Qt.ItemDataRole.AccessibleTextRole, name)

    def _on_gallery(self) -> None:
        self.new_requested.emit("gallery")

    def _on_new(self) -> None:
        self.new_requested.emit("blank")

    def _on_recent(self, item: QListWidgetItem) -> None:
        # Not within the key: what has the focus then would take the same Enter.
        self._chosen = Path(item.data(Qt.ItemDataRole.UserRole))
        self._later.start()

    def _open_recent(self) -> None:
        if self._chosen is not None:
            self.recent_chosen.emit(self._chosen)


class _Choice(QPushButton):
    """A large button: a picture, a title and a sentence."""

    def __init__(
        self, image: str, title: str, words: str, parent: QWidget, small: bool = False
    ) -> None:
        super().__init__(parent)
        self._small = small
        self.setProperty("choice", True)
        self.setAccessibleName(title.replace("&", ""))
        self.setAccessibleDescription(words)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        picture = IconLabel(image, 22 if small else 28, "accent", self)
        name = scaled(PlainLabel(title, self), 1.0 if small else 1.25, bold=True)
        name.setBuddy(self)
        text = ElidedLabel(words, self) if small else muted(words, self)
        text.setProperty("role", "muted")
        if small:
            words_ = vbox(name, text, spacing=2)
            hbox(picture, (words_, 1), on=self, margins=(18, 8, 18, 8), spacing=14)
        else:
            vbox(
                picture,
                Space(4),
                name,
                (text, 1, Qt.AlignmentFlag.AlignTop),
                on=self,
                margins=(18, 16, 18, 16),
                spacing=6,
            )
        for label in (picture, name, text):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().lineSpacing()
        if self._small:
            return QSize(220, 2 * line + 24)
        return QSize(220, 28 + int(1.25 * line) + 3 * line + 60)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()  # the row's
        else:
            super().keyPressEvent(event)


class _RecentRow(QWidget):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        name = PlainLabel(folder.name, self)
        name.setProperty("role", "title")
        names = (folder / PROJECT_FILE, folder / "op.toml", folder)
        gone = not any(file.is_file() for file in names)
        home = str(Path.home())
        shown = str(folder.parent)
        shown = f"~{shown[len(home) :]}" if shown.startswith(home) else shown
        where = ElidedLabel(f"{shown}  (not found)" if gone else shown, self)
        where.setProperty("role", "muted")
        name.setEnabled(not gone)
        self._mark = PlainLabel(self)
        self._verdict = PlainLabel(self)
        self._at = muted("", self)
        self._at.setWordWrap(False)
        right = Qt.AlignmentFlag.AlignRight
        said = hbox(Stretch(), self._mark, self._verdict, spacing=6)
        texts = vbox(name, where, spacing=2)
        verdict = vbox(said, (self._at, 0, right), spacing=2)
        hbox((texts, 1), verdict, on=self, margins=(10, 6, 12, 6), spacing=16)

    def show_verdict(self, light: str, words: str, at: str) -> None:
        """How its ops stood, and when."""
        self._mark.setPixmap(light_icon(light).pixmap(14, 14))
        self._verdict.setText(words)
        self._at.setText(at)

    def height_hint(self) -> int:
        """Two lines and their margins; asked for before the style sheet is applied."""
        return 2 * self.fontMetrics().lineSpacing() + 20
