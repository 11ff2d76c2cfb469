"""Apply to a model: which one, how far it is, and whether it gives with the op what it gave before."""

from __future__ import annotations

import contextlib
import os
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from workbench import paths
from workbench.core.applying import AppliedWords, Asked, delivery_of, sizes_of
from workbench.core.delivery import place_of, refusals
from workbench.core.delivery.ort import FORM
from workbench.core.errors import Problem, UserError, with_capital
from workbench.core.files.leftovers import scratch_folder
from workbench.core.jobs import (
    ApplyJob,
    ApplyResult,
    BuildResult,
    DeliverResult,
    ModuleExportJob,
    ModuleExportResult,
    Result,
)
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage import op_file
from workbench.gui import dialogs
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.restyle import restyle
from workbench.gui.look.show_folder import show_folder
from workbench.gui.look.widgets import muted, scaled
from workbench.gui.services import Services

__all__ = ["ApplyDialog"]

_ABOUT = (
    "Where the model has the standard nodes of one of the op's variants, the op takes their place; where "
    "its node stands already, the library is attached. The model is run before and after on the same inputs."
)
_LIGHTS = {"agrees": "ok", "differs": "differs", "unverified": "unverified"}


class ApplyDialog(Dialog):
    """Asks for a model, has the hosts put the op into it and run it, and shows what came of that.

    Args:
        services: the engine, and the status bar.
        state: the op's, built.
        parent: the Qt parent.
    """

    def __init__(self, services: Services, state: OpState, parent: QWidget) -> None:
        super().__init__("applyDialog", f"Apply {state.name} to a model", parent)
        self._services, self._state = services, state
        self._asked: Asked | None = None
        self._job: ApplyJob | None = None
        self._result: ApplyResult | None = None
        self._made = ""
        self._kept = contextlib.ExitStack()
        self._work = Path()
        self._torch = HostRequest(services.engine, ModuleExportJob.host, self)
        self._ort = HostRequest(services.engine, ApplyJob.host, self)
        for request in (self._torch, self._ort):
            request.progress.connect(self._on_progress)
            request.answered.connect(self._on_answer)
            request.failed.connect(self._on_failed)
        self._pages = QStackedWidget(self)
        for page in (self._choice(), self._progress(), self._outcome()):
            self._pages.addWidget(page)
        role = self.Role
        self.deliver = self.add_button("apply.deliver", "De&liver …", role.ActionRole)
        self.deliver.clicked.connect(self._on_deliver)
        self.show_button = self.add_button("apply.show", "&Show in folder", role.ActionRole)
        self.show_button.clicked.connect(self._on_show)
        self.go = self.add_button("apply.go", "&Apply", role.ActionRole, default=True)
        self.go.clicked.connect(self._on_go)
        self.leave = self.add_button("apply.leave", "Cancel", role.RejectRole)
        vbox((self._pages, 1), self.buttons, on=self, margins=(20, 18, 20, 16), spacing=14)
        self.setMinimumWidth(640)
        self._to(0)

    # -- what is asked

    def _choice(self) -> QWidget:
        page = QWidget(self)
        title = scaled(PlainLabel(f"Apply {self._state.name} to a model", page), 1.25, bold=True)
        self._model = _field(
            "apply.model", "The model", "net.onnx, or net.py with a torch.nn.Module"
        )
        self._function = _field("apply.function", "The function in the Python file", "model")
        self._inputs = _field("apply.inputs", "The inputs", "made from what the model says of them")
        self._sizes = _field(
            "apply.sizes", "Sizes of the inputs' axes", "2 of each; or n=4, width=64"
        )
        self._libraries = _field(
            "apply.libraries", "Further op libraries", "none; for the model's other custom nodes"
        )
        self._target = _field("apply.target", "Where the changed model is written", "nowhere")
        self._fields = QFormLayout()
        self._fields.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for label, field, choose in (
            ("&Model", self._model, self._on_model),
            ("&Function", self._function, None),
            ("&Inputs", self._inputs, self._on_inputs),
            ("Si&zes", self._sizes, None),
            ("&Libraries", self._libraries, self._on_libraries),
            ("&Write to", self._target, self._on_target),
        ):
            text = PlainLabel(label, page)
            text.setBuddy(field)
            if choose is None:
                self._fields.addRow(text, field)
                continue
            button = QPushButton("Choose …", page)
            button.setObjectName(f"{field.objectName()}.choose")
            button.setAccessibleName(f"Choose: {field.accessibleName()}")
            button.setAutoDefault(False)
            button.clicked.connect(choose)
            self._fields.addRow(text, hbox((field, 1), button, spacing=8))
        self._model.textChanged.connect(self._on_changed)
        self._sizes.textChanged.connect(self._on_changed)
        self._libraries.textChanged.connect(self._on_changed)
        self._problem = muted("", page, "apply.problem")
        restyle(self._problem, "role", "branch")
        vbox(
            title, muted(_ABOUT, page), self._fields, self._problem, Stretch(), on=page, margins=0,
            spacing=10,
        )  # fmt: skip
        return page

    def _on_changed(self) -> None:
        self._fields.setRowVisible(1, self._model.text().strip().endswith(".py"))
        try:
            self._request()
            words = ""
        except UserError as error:
            words = error.problem.words
        given = bool(self._model.text().strip())
        self._problem.setText(words if given else "")
        self._problem.setVisible(bool(words and given))
        self.go.setEnabled(not words)

    def _request(self) -> Asked:
        """What is asked for.

        Raises:
            UserError: in the words of the command line.
        """
        build = self._state.current_result("build")
        if not isinstance(build, BuildResult):
            raise UserError("apply", "the op is not built", "Run it first (F5).")
        given = (self._model, self._inputs, self._target)
        model, inputs, target = (_path(field.text()) for field in given)
        if not Path(model).is_file():
            raise UserError("model", "the model does not exist", "Was it moved or renamed?")
        for library in map(_path, _split(self._libraries.text())):
            if not Path(library).is_file():
                raise UserError(
                    "apply", "the op library does not exist", "Look at its path.", file=library
                )
        return Asked(
            self._state.folder,
            op_file.load(self._state.folder),
            build.ort_library,
            model,
            self._function.text().strip() or self._function.placeholderText(),
            target,
            inputs=inputs,
            libraries=tuple(map(_path, _split(self._libraries.text()))),
            sizes=sizes_of([t for t in self._sizes.text().split(",") if t.strip()]),
        )

    def _on_model(self) -> None:
        if path := dialogs.choose_own_model(self):
            self._model.setText(str(path))

    def _on_inputs(self) -> None:
        if path := dialogs.choose_array_file(self, Path(self._model.text()).parent):
            self._inputs.setText(str(path))

    def _on_libraries(self) -> None:
        if chosen := dialogs.choose_libraries(self, Path(self._model.text()).parent):
            named = [*_split(self._libraries.text()), *map(str, chosen)]
            self._libraries.setText(os.pathsep.join(dict.fromkeys(named)))

    def _on_target(self) -> None:
        model = Path(self._model.text() or self._state.name)
        start = model.with_name(f"{model.stem}_{self._state.name}.onnx")
        if path := dialogs.choose_model_file(self, start):
            self._target.setText(str(path))

    # -- what is done

    def _progress(self) -> QWidget:
        page = QWidget(self)
        self._doing = muted("", page, "apply.doing")
        bar = QProgressBar(page)
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        vbox(Stretch(), self._doing, bar, Stretch(), on=page, margins=0, spacing=10)
        return page

    def _outcome(self) -> QWidget:
        page = QWidget(self)
        self._light = PlainLabel(page)
        self._verdict = scaled(PlainLabel(page), 1.25, bold=True)
        self._verdict.setObjectName("apply.verdict")
        self._verdict.setWordWrap(True)
        self._said = PlainLabel(page)
        self._said.setObjectName("apply.said")
        self._said.setWordWrap(True)
        self._said.setTextFormat(Qt.TextFormat.RichText)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        first = hbox(self._light, (self._verdict, 1), spacing=8)
        vbox(first, self._said, Stretch(), on=page, margins=0, spacing=10)
        return page

    def _to(self, page: int) -> None:
        """Show what is asked (0), how far it is (1) or what came of it (2)."""
        self._pages.setCurrentIndex(page)
        right = self._result is not None and self._result.status != "differs"
        alone = self._job is not None and not self._job.libraries
        self.deliver.setVisible(page == 2 and right and alone)
        self.show_button.setVisible(page == 2 and right and bool(self._made))
        self.go.setVisible(page != 1)
        self.go.setText("&Apply" if page == 0 else "&Back")
        self.leave.setText("Close" if page == 2 else "Cancel")
        (self.leave if page == 2 else self.go).setDefault(True)
        if page == 0:
            self._on_changed()

    def _on_go(self) -> None:
        if self._pages.currentIndex() == 2:
            self._to(0)
            return
        try:
            self._asked = self._request()
            self._kept.close()
            scratch = paths.cache_dir() / "scratch"
            scratch.mkdir(parents=True, exist_ok=True)
            self._work = self._kept.enter_context(scratch_folder(scratch))
        except (UserError, OSError) as error:
            self._on_failed(_problem(error))
            return
        self._result = None
        self._doing.setText("Reading the model …")
        self._to(1)
        if self._asked.is_module:
            self._torch.ask(self._asked.module_job(0, self._work))
        else:
            self._apply(None)

    def _apply(self, exported: ModuleExportResult | None) -> None:
        assert self._asked is not None
        self._job = self._asked.job(0, self._work, exported)
        self._ort.ask(self._job)

    def _on_progress(self, text: str) -> None:
        self._doing.setText(f"{with_capital(text)} …")

    def _on_answer(self, result: Result) -> None:
        match result:
            case ModuleExportResult():
                self._apply(result)
            case ApplyResult():
                self._result, self._made = result, result.model
                words = AppliedWords(result)
                facts = map(with_capital, words.facts)
                self._tell(_LIGHTS[result.status], words.verdict, [*facts, *words.outputs])
                self._services.said.emit(f"{words.verdict}. {words.times}")
            case DeliverResult():
                used = [f"{c.what}: {c.said}" for c in result.checks if c.said]
                self._made = result.target
                self._tell("ok", "Delivered", [result.target, *used])
                self.deliver.hide()

    def _on_failed(self, problem: Problem) -> None:
        self._tell("failed", "It does not go", [with_capital(problem.words), problem.where()])

    def _tell(self, light: str, verdict: str, lines: list[str]) -> None:
        self._light.setPixmap(light_icon(light).pixmap(18, 18))
        self._verdict.setText(with_capital(verdict))
        self._said.setText("".join(f"<p>{escape(line)}</p>" for line in lines if line))
        self._to(2)

    def _on_deliver(self) -> None:
        """The changed model, as the command line delivers it."""
        assert self._job is not None
        assert self._result is not None
        if found := refusals(self._state, FORM, unverified=True):
            self._on_failed(found[0])
            return
        start = Path(self._job.given).with_suffix("")
        chosen = dialogs.choose_new_folder(self, "Deliver the changed model", start)
        if chosen is None:
            return
        try:
            target = place_of(chosen, zipped=False)
        except UserError as error:
            self._on_failed(error.problem)
            return
        self._doing.setText("Writing the delivery …")
        self._to(1)
        self._ort.ask(delivery_of(self._job, self._result, FORM, target, zipped=False))

    def _on_show(self) -> None:
        made = Path(self._made)
        show_folder(made if made.is_dir() else made.parent)

    def done(self, result: int) -> None:
        for request in (self._torch, self._ort):
            request.cancel()
        self._kept.close()
        super().done(result)


def _field(name: str, accessible: str, placeholder: str) -> QLineEdit:
    field = QLineEdit()
    field.setObjectName(name)
    field.setAccessibleName(accessible)
    field.setPlaceholderText(placeholder)
    return field


def _split(text: str) -> list[str]:
    """Files between the system's separators, as in PATH."""
    return [part for part in text.split(os.pathsep) if part.strip()]


def _path(text: str) -> str:
    return str(Path(text.strip()).expanduser()) if text.strip() else ""


def _problem(error: UserError | OSError) -> Problem:
    if isinstance(error, UserError):
        return error.problem
    return Problem("disk", f"the cache cannot be written: {error.strerror or error}")
