"""What is taken away from a run on the screen: a script of it, a C++ host, the model, its folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from workbench import paths
from workbench.core.cells import Cell
from workbench.core.cells.scripts import no_script, script_file, without_model
from workbench.core.codegen.templates import render
from workbench.core.errors import Problem, UserError, sentence
from workbench.core.jobs import BuildResult, CellScriptJob, CellScriptResult, ExportResult
from workbench.core.pipeline.op_state import OpState
from workbench.gui import dialogs
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.show_folder import show_folder
from workbench.gui.services import Services

__all__ = ["TakeAway", "host_text", "pasted"]

_SCRIPT = "SCRIPT = Path(__file__).resolve()"
_HEADERS = ("host/workbench/ort_host.h", "include/workbench/ort_abi.h")


class TakeAway(QObject):
    """Buttons for a page that shows a model.

    Args:
        services: the engine, and the status bar.
        parent: where questions are asked.

    Attributes:
        copy_as: a menu of what is copied.
        save: the model.
        show: the model's folder.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent, self._services = parent, services
        self._state: OpState | None = None
        self._script = Path()
        menu = QMenu(parent)
        self._python = menu.addAction("Copy as &Python")
        self._python.triggered.connect(self._on_python)
        self._cpp = menu.addAction("Copy as &C++")
        self._cpp.triggered.connect(self._on_cpp)
        menu.setToolTipsVisible(True)
        self.copy_as = _button("takeAway.copy", "&Copy as", parent)
        self.copy_as.setMenu(menu)
        self.save = _button("takeAway.save", "Save &model as …", parent)
        self.save.clicked.connect(self._on_save)
        self.show = _button("takeAway.show", "Sho&w in folder", parent)
        self.show.clicked.connect(self._on_show)
        self._request = HostRequest(services.engine, CellScriptJob.host, self)
        self._request.answered.connect(self._on_script)
        self._request.failed.connect(self._on_failed)

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """All of them, in their order."""
        return (self.copy_as, self.save, self.show)

    def show_op(self, document: OpDocument | None) -> None:
        """Offer what there is of an op."""
        self._state = self._services.engine.state(document.folder) if document is not None else None
        state = self._state
        op, build, model = state.op if state else None, self._build(), self._model()
        for button in (self.save, self.show):
            button.setEnabled(model is not None)
        why = "there is nothing built" if op is None or build is None else no_script(op, {})
        self._python.setEnabled(not why)
        self._python.setToolTip(
            plain_tip(
                f"Not possible: {why}."
                if why
                else "A script of this run that needs torch, onnxruntime and numpy only"
            )
        )
        no_host = model is None or op is None or not op.is_compared
        self._cpp.setEnabled(not no_host)
        self._cpp.setToolTip(
            "Not possible: nothing here runs its model."
            if no_host
            else "A program that attaches the op library, runs the model in ONNX Runtime and compares; "
            "Deliver makes the folder for it"
        )
        self.copy_as.setEnabled(not why or not no_host)

    def _build(self) -> BuildResult | None:
        build = self._state.current_result("build") if self._state is not None else None
        return build if isinstance(build, BuildResult) else None

    def _model(self) -> Path | None:
        export = self._state.result("export") if self._state is not None else None
        found = export.result if export is not None else None
        return Path(found.model) if isinstance(found, ExportResult) else None

    # -- Python

    def _on_python(self) -> None:
        state, build = self._state, self._build()
        if state is None or state.op is None or build is None:
            return
        out = paths.cache_dir() / "scripts" / state.op.name
        self._script = script_file(state.op, out)
        self._services.said.emit(f"Writing a script of {state.name} …")
        libraries = (build.torch_library, build.ort_library)
        self._request.ask(
            CellScriptJob(0, str(state.folder), state.op, *libraries, Cell(0), str(out))
        )

    def _on_script(self, result: CellScriptResult) -> None:
        script = Path(result.script)
        try:
            text = script.read_text(encoding="utf-8")
        except OSError as error:
            self._on_failed(Problem("file", f"the script cannot be read: {error.strerror}"))
            return
        QGuiApplication.clipboard().setText(pasted(text, script))
        note = f" {sentence(result.note)}" if result.note else ""
        self._services.said.emit(f"Copied as Python; what it reads is in {script.parent}.{note}")

    def _on_failed(self, problem: Problem) -> None:
        if self._script.is_file():
            self._on_script(CellScriptResult(str(self._script), without_model(problem)))
        else:
            dialogs.show_error(self._parent, "Copy as Python", UserError.of([problem]))

    # -- C++, and the model

    def _on_cpp(self) -> None:
        op, build = self._state.op if self._state else None, self._build()
        if op is None:
            return
        library = Path(build.ort_library).name if build is not None and build.ort_library else ""
        QGuiApplication.clipboard().setText(host_text(op, library))
        self._services.said.emit(
            "Copied as C++: one file, to be linked with libonnxruntime. Deliver makes the folder that "
            "it runs in."
        )

    def _on_save(self) -> None:
        model = self._model()
        if model is None or self._state is None:
            return
        home = (self._services.project.folder or self._state.folder).parent
        target = dialogs.choose_model_file(self._parent, home / f"{self._state.name}.onnx")
        if target is None:
            return
        try:
            data = model.read_bytes()
            shutil.copyfile(model, target)
            for path in _external(model, data):
                shutil.copyfile(path, target.parent / path.name)
        except OSError as error:
            reason = f"the model cannot be saved: {error.strerror or error}"
            hint = "Choose a folder that can be written."
            error_ = UserError("disk", reason, hint, file=target)
            dialogs.show_error(self._parent, "Save model as", error_)
            return
        self._services.said.emit(f"The model is {target}.")

    def _on_show(self) -> None:
        model = self._model()
        if model is not None:
            show_folder(model.parent)


def pasted(text: str, script: Path) -> str:
    """A script that runs wherever it is pasted: its files, and it itself, are where they were written."""
    return text.replace(_SCRIPT, f"SCRIPT = Path({str(script)!r})", 1)


def _button(name: str, text: str, parent: QWidget) -> QPushButton:
    button = QPushButton(text, parent)
    button.setObjectName(name)
    button.setAutoDefault(False)
    return button


def _external(model: Path, data: bytes) -> list[Path]:
    """The files beside a model that hold its large tensors: it names them."""
    other = (".onnx", ".npz", ".py")
    beside = [p for p in model.parent.iterdir() if p.is_file() and p.suffix not in other]
    return [p for p in beside if p.name.encode() in data]


def host_text(op: object, library: str) -> str:
    """The host program with the headers that it includes, as one file."""
    text = render("delivery/main.cpp.j2", op=op, library=library, platforms=())
    for header in _HEADERS:
        include = f"#include <{header.partition('/')[2]}>\n"
        inside = (paths.ort_ops() / header).read_text(encoding="utf-8")
        text = text.replace(include, inside.replace("#pragma once\n", "", 1), 1)
    return text
