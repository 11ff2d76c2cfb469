"""The modal questions, each a function, so that a test can answer in its place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from workbench.core.errors import UserError

__all__ = [
    "ask_drafts",
    "ask_save",
    "choose_new_folder",
    "choose_project",
    "save_failed",
    "show_error",
    "show_unexpected",
]


def ask_save(parent: QWidget, names: list[str]) -> str:
    """Unsaved edits: ``save``, ``discard`` or ``cancel``."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Unsaved changes")
    shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    box.setText(f"Save the changes to {shown}?")
    box.setInformativeText("Without saving, they are lost.")
    button = QMessageBox.StandardButton
    box.setStandardButtons(button.Save | button.Discard | button.Cancel)
    box.setDefaultButton(button.Save)
    answer = box.exec()
    return {button.Save.value: "save", button.Discard.value: "discard"}.get(answer, "cancel")


def ask_drafts(parent: QWidget, names: list[str]) -> bool:
    """Texts that no file can hold are left after saving: whether to drop them."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Unfinished fields")
    box.setText(f"Some fields of {', '.join(names)} hold text that cannot be saved.")
    box.setInformativeText("The problem list says which. Everything else has been saved.")
    button = QMessageBox.StandardButton
    box.setStandardButtons(button.Discard | button.Cancel)
    box.setDefaultButton(button.Cancel)
    return bool(box.exec() == button.Discard.value)


def show_error(parent: QWidget, title: str, error: UserError) -> None:
    """Something that the user can mend."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(title)
    problem = error.problem
    box.setText(
        f"{title}: {problem.message}." if not problem.message.endswith(".") else problem.message
    )
    box.setInformativeText("\n".join(part for part in (problem.hint, problem.where()) if part))
    box.exec()


def save_failed(parent: QWidget, error: UserError) -> str:
    """A file could not be written: ``save-as`` or ``keep``."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Not saved")
    problem = error.problem
    box.setText(f"The changes could not be saved: {problem.message}.")
    box.setInformativeText(
        f"{problem.where()}\n\nYour changes are still here, in the window.\n{problem.hint}"
    )
    save_as = box.addButton("Save As …", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Keep editing", QMessageBox.ButtonRole.RejectRole)
    box.exec()
    return "save-as" if box.clickedButton() is save_as else "keep"


def choose_project(parent: QWidget, start: Path) -> Path | None:
    """A project's or an op's folder to open."""
    text = QFileDialog.getExistingDirectory(parent, "Open a project or an op's folder", str(start))
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


def show_unexpected(parent: QWidget | None, text: str, details: str) -> QMessageBox:
    """A fault of the program itself; does not block, the window goes on."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Critical)
    box.setWindowTitle("Unexpected error")
    box.setText("Something went wrong in Op Workbench itself.")
    box.setInformativeText(
        f"{text}\n\nYour work is still here; save it. The details help to find the fault."
    )
    box.setDetailedText(details)
    box.setModal(False)
    box.show()
    return box
