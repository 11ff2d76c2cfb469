"""A project made of one new op; and which things can be opened as a project."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.core.errors import UserError
from workbench.core.storage import op_file, project
from workbench.core.storage.archive import is_archive
from workbench.gui.storage.default_folder import default_folder
from workbench.importers.drafts.draft import write_draft

if TYPE_CHECKING:
    from workbench.gui.new_op.destination_form import NewOp

__all__ = ["can_be_opened", "example_project", "is_model", "makes_op", "new_project"]


def can_be_opened(path: Path) -> bool:
    """Whether something is a project, an op's folder, or may be an archive of one."""
    names = (project.PROJECT_FILE, op_file.FILE_NAME)
    if path.is_dir():
        return any((path / name).is_file() for name in names)
    return path.name in names or is_archive(path)


def is_model(path: Path) -> bool:
    """Whether something is called an ONNX model; what it is, is seen when it is read."""
    return path.suffix.lower() == ".onnx" and not path.is_dir()


def makes_op(path: Path) -> bool:
    """Whether something is a source that New op can make an op from."""
    if not path.is_file():
        return False
    from workbench.importers.cpp.headers.files import SUFFIXES  # not needed for the first window
    from workbench.importers.setup_py import SETUP

    return path.suffix.lower() in SUFFIXES or path.name == SETUP


_EXAMPLE = "my_add_custom"


def example_project() -> Path:
    """A project with an op of the gallery that runs at once, made where there is none yet.

    Returns:
        The op's folder.

    Raises:
        UserError: it cannot be made.
    """
    fresh = default_folder("example")
    there = fresh.with_name("example") / "ops" / _EXAMPLE
    if (there / op_file.FILE_NAME).is_file():
        return there
    made = project.create_project(fresh)
    return project.copy_op(project.gallery_folder() / _EXAMPLE, made.folder, _EXAMPLE)


def new_project(new: NewOp, folder: Path) -> Path:
    """Make a project of one op.

    Returns:
        The op's folder.

    Raises:
        UserError: it cannot be made; nothing is left of it then.
    """
    made = project.create_project(folder)
    try:
        return write_draft(new.draft, made.folder, new.name)
    except UserError:
        shutil.rmtree(made.folder, ignore_errors=True)  # ours, and made a moment ago
        raise
