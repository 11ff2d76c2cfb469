"""The status bar: what runs, how the project stands, and whether the hosts are up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QStatusBar, QToolButton, QWidget

from workbench.core.jobs import Progress
from workbench.gui.language.translation import tr
from workbench.gui.look.layouts import hbox
from workbench.gui.look.lights import paint_light
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.widgets import ElidedLabel
from workbench.gui.ops.status import STAGE_NAMES, OpStatus, status_of, summary
from workbench.gui.services import Services

__all__ = ["StatusLine"]

_MESSAGE_MS = 8000
_HOSTS = {"torch": "PyTorch", "ort": "ONNX Runtime"}
_STATES = {
    "off": ("none", "not started"),
    "starting": ("running", "starting"),
    "ready": ("ok", "ready"),
    "failed": ("failed", "not running"),
    "closing": ("none", "closing"),
}
_INSET = 16
"""Pixels beside the words of a button."""
_LIGHT_OF = {"exported": "skipped", "unrun": "skipped", "incomplete": "failed"}


class _Lamp(QWidget):
    """A light with words."""

    def __init__(self, name: str, parent: QWidget | None = None, elided: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.light = "none"
        self._dot = _Dot(self)
        self._text = ElidedLabel("", self) if elided else PlainLabel(self)
        self._text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        hbox(self._dot, (self._text, 1), on=self, margins=(6, 0, 6, 0), spacing=6)

    def say(self, light: str, text: str, tip: str = "") -> None:
        self.light = light
        self._dot.light = light
        self._dot.update()
        if isinstance(self._text, ElidedLabel):
            self._text.set_whole(text)
            first = tr(text).partition(" · ")
            least = f"{first[0]} …" if first[1] else first[0]
            self._text.setMinimumWidth(self.fontMetrics().horizontalAdvance(least))
        else:
            self._text.setText(text)
        self.setToolTip(plain_tip(tip or text))
        self.setAccessibleName(tip or text)

    def text(self) -> str:
        return self._text.whole() if isinstance(self._text, ElidedLabel) else self._text.text()


class _Dot(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.light = "none"
        self.setFixedSize(QSize(13, 13))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_light(painter, QRectF(0.5, 0.5, 12, 12), self.light)
        painter.end()


class _Step(QToolButton):
    """What runs and for how long; where there is little room, the former is cut off."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._whole = self._took = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, text: str, took: str) -> None:
        if (text, took) != (self._whole, self._took):
            self._whole, self._took = text, took
            self.updateGeometry()
            self._cut()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._joined(tr(self._whole)))
        return QSize(width + _INSET, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(140, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def _joined(self, text: str) -> str:
        return f"{text} · {tr(self._took)}" if self._took else text

    def _cut(self) -> None:
        metrics, whole = self.fontMetrics(), tr(self._whole)
        rest = metrics.horizontalAdvance(self._joined(whole)) - metrics.horizontalAdvance(whole)
        room = max(self.width() - _INSET - rest, 40)
        self.setText(self._joined(metrics.elidedText(whole, Qt.TextElideMode.ElideRight, room)))


class StatusLine(QStatusBar):
    """Left: the running stage with its bar, or the overall result. Right: the hosts."""

    clicked = Signal()

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusLine")
        self.setSizeGripEnabled(False)
        self._services = services
        self._running: dict[Path, tuple[str, Progress | None]] = {}
        # Of each op, and those that must be looked at again: there may be many.
        self._statuses: dict[Path, OpStatus] = {}
        self._stale: set[Path] = set()
        self.result = _Lamp("overallResult", self, elided=True)
        self._bar = QProgressBar(self)
        self._bar.setObjectName("statusProgress")
        self._bar.setAccessibleName("Progress")
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(90)
        self._bar.hide()
        self._what = _Step(self)
        self._what.setObjectName("statusText")
        self._what.setProperty("flat", True)
        self._what.setToolTip("Show the jobs")
        self._what.clicked.connect(self.clicked)
        self._what.hide()
        self.addWidget(self.result)
        self.addWidget(self._bar)
        self.addWidget(self._what)
        # Beside the lamp: Qt's own messages are painted over what is shown again meanwhile.
        self._message = ElidedLabel("", self)
        self._message.setObjectName("statusMessage")
        self._message.setProperty("role", "muted")
        self._message.setContentsMargins(12, 0, 12, 0)
        self._message.hide()
        self.addWidget(self._message, 1)
        self._silence = QTimer(self, singleShot=True, interval=_MESSAGE_MS)
        self._silence.timeout.connect(self._message.hide)
        self._openers = hbox(margins=(0, 0, 8, 0), spacing=2)
        self._opening = QWidget(self)
        self._opening.setLayout(self._openers)
        self.addPermanentWidget(self._opening)
        self.hosts: dict[str, _Lamp] = {}
        for name in services.engine.hosts:
            lamp = _Lamp(f"host.{name}", self)
            self.hosts[name] = lamp
            self.addPermanentWidget(lamp)
            self._on_host(name, services.engine.hosts[name].state)
        self._later = QTimer(self, singleShot=True, interval=50)
        self._later.timeout.connect(self._show)
        self._tick = QTimer(self, singleShot=True, interval=1000)
        self._tick.timeout.connect(self._soon)
        project, engine = services.project, services.engine
        engine.host_state.connect(self._on_host)
        engine.stage_started.connect(self._on_started)
        engine.progress.connect(self._on_progress)
        engine.stage_ended.connect(self._on_ended)
        for signal in (
            engine.state_changed,
            project.op_changed,
            project.text_changed,
            project.saved,
        ):
            signal.connect(self._on_op)
        project.op_came.connect(self._on_op)
        project.ops_changed.connect(self._on_ops)
        project.reset.connect(self._on_reset)
        for signal in (engine.idle_changed, project.dirty_changed, services.theme.changed):
            signal.connect(self._soon)
        self._on_reset()

    def offer(self, buttons: Sequence[QToolButton]) -> None:
        """Have room for buttons that open what is closed."""
        for button in buttons:
            self._openers.addWidget(button)

    def show_message(self, text: str) -> None:
        """Show a line for a few seconds."""
        self._message.set_whole(text)
        self._message.show()
        self._silence.start()

    def message(self) -> str:
        """The line that is shown now."""
        return "" if self._message.isHidden() else self._message.whole()

    def _on_op(self, folder: Path, *_more: object) -> None:
        self._stale.add(folder)
        self._soon()

    def _on_reset(self) -> None:
        self._statuses = {}
        self._opening.setVisible(self._services.project.folder is not None)
        self._on_ops()

    def _on_ops(self) -> None:
        documents = self._services.project.documents
        self._statuses = {f: v for f, v in self._statuses.items() if f in documents}
        self._stale |= documents.keys() - self._statuses.keys()
        self._soon()

    def _soon(self, *_args: object) -> None:
        if not self._later.isActive():
            self._later.start()

    def _on_host(self, name: str, state: str) -> None:
        light, words = _STATES[state]
        ready = self._services.engine.hosts[name].ready
        title = _HOSTS.get(name, name)
        version = ""
        if ready is not None:
            version = ready.versions.get("torch" if name == "torch" else "onnxruntime", "")
        known = " ".join(part for part in (title, version.partition("+")[0]) if part)
        tip = f"{title} host: {words}"
        if ready is not None:
            details = ", ".join(f"{k} {v}" for k, v in ready.versions.items())
            tip += f" ({details}; process {ready.pid})"
        self.hosts[name].say(light, known, tip)

    def _on_started(self, folder: Path, stage: str) -> None:
        self._running[folder] = (stage, None)
        self._soon()

    def _on_progress(self, folder: Path, progress: Progress) -> None:
        self._running[folder] = (progress.stage, progress)
        self._soon()

    def _on_ended(self, folder: Path, _ended: object) -> None:
        self._running.pop(folder, None)
        self._soon()

    def _show(self) -> None:
        project, engine = self._services.project, self._services.engine
        if engine.idle:
            self._running.clear()
        documents = project.documents
        for folder in self._stale & documents.keys():
            self._statuses[folder] = status_of(documents[folder], engine)
        self._stale.clear()
        kind, text = summary(list(self._statuses.values()))
        self.result.setVisible(bool(documents))
        self.result.say(_LIGHT_OF.get(kind, kind), text, f"All ops of the project: {text}")
        self._bar.setVisible(not engine.idle)
        self._what.setVisible(bool(self._running))
        if self._running:
            folder, (stage, progress) = next(iter(self._running.items()))
            state = engine.state(folder)
            name = state.name if state is not None else folder.name
            what = f": {progress.text}" if progress is not None and progress.text else ""
            text = f"{name} · {STAGE_NAMES[stage]}{what}"
            self._what.say(text, engine.step_times.words(folder))
            self._tick.start()
            # A bar that stands at nothing for a minute looks as if nothing happened.
            known = progress is not None and progress.total > 0 and progress.done > 0
            self._bar.setRange(0, progress.total if known and progress is not None else 0)
            self._bar.setValue(progress.done if known and progress is not None else 0)
        else:
            self._bar.setRange(0, 0)
