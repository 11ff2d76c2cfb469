"""The modal questions, each a function, so that a test can answer in its place."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QMessageBox,
    QWidget,
)

from workbench.core.errors import UserError, sentence
from workbench.core.files.file_roles import FILE_ROLES, SOURCES
from workbench.gui.look.message import Message

if TYPE_CHECKING:
    from workbench.core.environments import Environment
    from workbench.core.storage.journal import Left

__all__ = [
    "ask_add",
    "ask_clear_cache",
    "ask_delete_file",
    "ask_recover",
    "ask_run_setup",
    "ask_save",
    "ask_take_headers",
    "ask_unfinished",
    "choose_archive",
    "choose_array_file",
    "choose_cpp_files",
    "choose_elements_file",
    "choose_headers",
    "choose_libraries",
    "choose_model_file",
    "choose_module",
    "choose_new_folder",
    "choose_onnx_model",
    "choose_project",
    "choose_result",
    "choose_test",
    "listed",
    "print_text",
    "save_failed",
    "show_about",
    "show_error",
    "show_unexpected",
]

_ROLE = QMessageBox.ButtonRole


def listed(names: list[str], most: int = 3) -> str:
    """The first names, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def ask_save(parent: QWidget, names: list[str]) -> str:
    """Unsaved edits: ``save``, ``discard`` or ``cancel``."""
    shown = listed(names, 5)
    text = f"Save the changes to {shown}?"
    box = Message(parent, "question", "Unsaved changes", text, "Without saving, they are lost.")
    box.setDefaultButton(box.add("save", "&Save", _ROLE.AcceptRole))
    box.add("discard", "&Discard", _ROLE.DestructiveRole)
    box.add_cancel()
    return box.ask()


def ask_unfinished(parent: QWidget, names: list[str]) -> bool:
    """Texts that no file can hold are left after saving: whether to drop them."""
    text = f"Some fields of {', '.join(names)} hold text that cannot be saved."
    more = "The problem list says which. Everything else has been saved."
    box = Message(parent, "question", "Unfinished fields", text, more)
    box.add("discard", "&Discard", _ROLE.DestructiveRole)
    box.setDefaultButton(box.add_cancel())
    return box.ask() == "discard"


def show_error(parent: QWidget, title: str, error: UserError) -> None:
    """Something that the user can fix."""
    problem = error.problem
    text = f"{title}: {problem.message}." if not problem.message.endswith(".") else problem.message
    more = "\n".join(part for part in (problem.hint, problem.where()) if part)
    Message(parent, "warning", title, text, more).exec()


def save_failed(parent: QWidget, error: UserError) -> str:
    """A file could not be written: ``save-as`` or ``keep``."""
    problem = error.problem
    text = f"The changes could not be saved: {problem.message}."
    more = f"{problem.where()}\n\nYour changes are still here, in the window.\n{problem.hint}"
    box = Message(parent, "warning", "Not saved", text, more)
    box.setDefaultButton(box.add("save-as", "&Save as …", _ROLE.AcceptRole))
    box.setEscapeButton(box.add("keep", "&Keep editing", _ROLE.RejectRole))
    return box.ask()


def ask_delete_file(parent: QWidget, name: str, roles: list[str]) -> bool:
    """Whether to delete a file of the op."""
    named = f"op.toml names it as the {' and '.join(roles)}. " if roles else ""
    more = "It is deleted on disk when you save; until then, and after, Undo brings it back."
    box = Message(parent, "question", "Delete file", f"Delete {name}?", f"{named}{more}")
    box.add("delete", "&Delete", _ROLE.DestructiveRole)
    box.setDefaultButton(box.add_cancel())
    return box.ask() == "delete"


def ask_add(parent: QWidget, environment: Environment) -> bool:
    """Whether to download what a runtime or a toolkit is made of."""
    words, kind = environment.words, environment.kind
    lines = "\n".join(f"- {what}" for what in environment.downloads)
    more = f"{sentence(words.short)} It downloads:\n\n{lines}\n\ninto {environment.folder}"
    box = Message(parent, "question", f"Add a {kind}", f"Add the {kind} {words.title}?", more)
    box.setObjectName("addDialog")
    box.setDefaultButton(box.add("add", "&Download and add", _ROLE.AcceptRole))
    box.setEscapeButton(box.add_cancel())
    return box.ask() == "add"


def ask_take_headers(parent: QWidget, name: str, lines: list[str]) -> bool:
    """Whether to copy headers, and their licences, into an op's folder."""
    more = "\n\n".join(f"- {line}" for line in lines)
    text = f"Copy these headers into the folder of {name}?"
    box = Message(parent, "question", "Take headers in", text, more)
    box.setObjectName("takeHeadersDialog")
    box.setDefaultButton(box.add("take", "&Copy them", _ROLE.AcceptRole))
    box.add_cancel()
    return box.ask() == "take"


def ask_run_setup(parent: QWidget, file: Path) -> bool:
    """Whether to run somebody's ``setup.py`` for what it says of its extensions."""
    more = (
        f"{file}\n\nIt is a program, and can do what you can do. It runs in a copy of its package, with few "
        "variables of the environment, without a network where the system lets that be taken away, and for "
        "two minutes at most; what would build or install is replaced. Run it only if you trust where it "
        "comes from."
    )
    box = Message(parent, "question", "Run setup.py", "Run this setup.py?", more)
    box.setObjectName("runSetupDialog")
    box.add("run", "&Run it", _ROLE.AcceptRole)
    box.setDefaultButton(box.add_cancel())
    return box.ask() == "run"


def ask_clear_cache(parent: QWidget, used: str, folder: str) -> bool:
    """Whether to remove what was built."""
    text = f"Clear the cache? {sentence(used)}"
    more = (
        f"{folder}\n\nEverything in it is made again when it is needed; torch's precompiled headers "
        "take half a minute. What a running job uses stays. OP_WORKBENCH_CACHE_LIMIT is the limit "
        "in GB; beyond it, what was not used for longest goes by itself."
    )
    box = Message(parent, "question", "Clear the cache", text, more)
    box.add("clear", "&Clear", _ROLE.DestructiveRole)
    box.setDefaultButton(box.add_cancel())
    return box.ask() == "clear"


def ask_recover(parent: QWidget, left: Left) -> str:
    """Edits that a window has left which was ended: ``recover``, ``discard`` or ``later``."""
    entries = sorted(left.entries, key=lambda e: -e.when)
    lines = [
        f"{e.name}: {', '.join(e.files) or 'form fields'}, {_ago(e.when)}" for e in entries[:8]
    ]
    if len(entries) > 8:
        lines.append(f"and {len(entries) - 8} more")
    text = f"Op Workbench was ended with unsaved edits in {left.project.name}. Recover them?"
    more = "\n".join(lines) + f"\n\n{left.project}\n\n"
    more += "They come back as edits that are not saved, and can be undone."
    box = Message(parent, "question", "Unsaved edits were found", text, more)
    box.setObjectName("recoverDialog")
    box.setDefaultButton(box.add("recover", "&Recover", _ROLE.AcceptRole))
    box.add("discard", "&Discard", _ROLE.DestructiveRole)
    box.setEscapeButton(box.add("later", "Decide &later", _ROLE.RejectRole))
    return box.ask()


def _ago(when: float) -> str:
    seconds = max(0.0, time.time() - when)
    for size, unit in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "less than a minute ago"


def choose_cpp_files(parent: QWidget) -> list[Path]:
    """C++ files to make an op of, or the ``setup.py`` that names them; empty for none."""
    endings = " ".join(f"*{suffix}" for suffix in SOURCES)
    kinds = f"C++ and CUDA, or a package's setup.py ({endings} setup.py);;All files (*)"
    chosen, _ = QFileDialog.getOpenFileNames(parent, "Choose C++ files", "", kinds)
    return [Path(name) for name in chosen]


def choose_headers(parent: QWidget) -> Path | None:
    """A folder of headers that C++ files include; None for none."""
    chosen = QFileDialog.getExistingDirectory(parent, "Choose a folder of headers")
    return Path(chosen) if chosen else None


def choose_test(parent: QWidget) -> Path | None:
    """A Python test of an op; None for none."""
    title, kinds = "Choose a Python test of the op", "Python (*.py)"
    chosen, _ = QFileDialog.getOpenFileName(parent, title, "", kinds)
    return Path(chosen) if chosen else None


def choose_onnx_model(parent: QWidget) -> Path | None:
    """An ONNX model to look at; None for none."""
    title = "Choose an ONNX model"
    kinds = f"ONNX models ({FILE_ROLES['onnx'].pattern});;All files (*)"
    chosen, _ = QFileDialog.getOpenFileName(parent, title, "", kinds)
    return Path(chosen) if chosen else None


def choose_own_model(parent: QWidget) -> Path | None:
    """A model of the user's own, in ONNX or in Python; None for none."""
    kinds = f"Models ({FILE_ROLES['onnx'].pattern} *.py);;All files (*)"
    chosen, _ = QFileDialog.getOpenFileName(parent, "Choose a model", "", kinds)
    return Path(chosen) if chosen else None


def choose_libraries(parent: QWidget, start: Path) -> list[Path]:
    """Ask for op libraries of ONNX Runtime."""
    title, kinds = "Choose op libraries", "Libraries (*.so *.dll *.dylib)"
    chosen, _ = QFileDialog.getOpenFileNames(parent, title, str(start), kinds)
    return [Path(name) for name in chosen]


def choose_result(parent: QWidget) -> Path | None:
    """Ask for what a check folder's program has written on another machine."""
    title = "Choose the result of another machine"
    chosen, _ = QFileDialog.getOpenFileName(parent, title, "", "Results (*.json)")
    return Path(chosen) if chosen else None


def choose_array_file(parent: QWidget, start: Path) -> Path | None:
    """A file whose array is an example input; None for none."""
    title = "Choose a file of example values"
    kinds = f"Arrays ({FILE_ROLES['arrays'].pattern});;All files (*)"
    chosen, _ = QFileDialog.getOpenFileName(parent, title, str(start), kinds)
    return Path(chosen) if chosen else None


def choose_module(
    parent: QWidget, start: Path, title: str = "Choose a compiled module"
) -> Path | None:
    """A compiled module that an op calls, or an op library; None for none."""
    kinds = f"Shared libraries ({FILE_ROLES['module'].pattern});;All files (*)"
    chosen, _ = QFileDialog.getOpenFileName(parent, title, str(start), kinds)
    return Path(chosen) if chosen else None


def choose_archive(
    parent: QWidget, start: Path, title: str = "Export the project as an archive"
) -> Path | None:
    """Where an archive is written; one that is there is asked about."""
    text, _ = QFileDialog.getSaveFileName(parent, title, str(start), "Archive (*.zip)")
    if not text:
        return None
    path = Path(text)
    return (
        path
        if path.suffix.lower() == ".zip"
        else path.with_name(f"{path.name}{start.name[start.name.find('.') :]}")
    )


def choose_model_file(parent: QWidget, start: Path) -> Path | None:
    """Where a model is saved; one that is there is asked about."""
    kinds = f"ONNX models ({FILE_ROLES['onnx'].pattern})"
    text, _ = QFileDialog.getSaveFileName(parent, "Save the model as", str(start), kinds)
    path = Path(text)
    return (path if path.suffix else path.with_name(f"{path.name}.onnx")) if text else None


def choose_elements_file(parent: QWidget, start: Path) -> Path | None:
    """Where elements are saved: of the kind that ``start`` ends in."""
    text, _ = QFileDialog.getSaveFileName(
        parent, "Save the elements as", str(start), f"*{start.suffix}"
    )
    path = Path(text)
    return (path if path.suffix else path.with_name(f"{path.name}{start.suffix}")) if text else None


def choose_project(parent: QWidget, start: Path) -> Path | None:
    """A project, an op, an archive or a model to open: the first two are named by their file."""
    text, _ = QFileDialog.getOpenFileName(
        parent,
        "Open a project (project.toml), an op (op.toml), an archive or an ONNX model",
        str(start),
        "Projects, ops, archives and models (project.toml op.toml *.zip *.onnx)",
    )
    return Path(text) if text else None


def choose_new_folder(parent: QWidget, title: str, start: Path) -> Path | None:
    """A folder that is made, or empty."""
    text, _ = QFileDialog.getSaveFileName(
        parent,
        title,
        str(start),
        "",
        "",
        QFileDialog.Option.ShowDirsOnly | QFileDialog.Option.DontConfirmOverwrite,
    )
    return Path(text) if text else None


def show_about(parent: QWidget, text: str) -> None:
    """Which program this is: ``text`` is HTML."""
    box = QMessageBox(parent)
    box.setWindowTitle("About Op Workbench")
    box.setIconPixmap(parent.windowIcon().pixmap(64, 64))
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    box.setText(text)
    box.exec()


def print_text(parent: QWidget, title: str, html: str) -> None:
    """Print a text: ``html``."""
    # Imported late: seldom wanted.
    from PySide6.QtGui import QTextDocument
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    dialog = QPrintDialog(printer, parent)
    if dialog.exec() == QDialog.DialogCode.Accepted:
        document = QTextDocument()
        document.setHtml(html)
        document.print_(printer)
    dialog.deleteLater()


def show_unexpected(parent: QWidget | None, text: str, details: str) -> QMessageBox:
    """A fault of the program itself; does not block, the window goes on."""
    more = f"{text}\n\nYour work is still here; save it. The details help to find the fault."
    title = "Something went wrong in Op Workbench itself."
    box = Message(parent, "error", "Unexpected error", title, more)
    box.setDetailedText(details)
    box.setModal(False)
    box.show()
    return box
