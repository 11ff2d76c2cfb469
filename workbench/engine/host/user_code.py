"""The Python files of an op's folder. They are the user's: load them in a job's child only."""

from __future__ import annotations

import importlib.util
import sys
import traceback
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workbench.core.errors import UserError

__all__ = ["MISTAKES", "load_function", "load_module", "place_in", "place_now"]

MISTAKES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    NotImplementedError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)
"""What Python that is not right raises."""


def load_function(path: Path, name: str, kind: str, hint: str = "") -> Callable[..., Any]:
    """A function or class of a Python file.

    Args:
        path: the file.
        name: of the function in it.
        kind: of the error, where it cannot be had.
        hint: what the file should define.

    Raises:
        UserError: the file does not exist, does not run, or has no such function.
    """
    if not path.is_file():
        raise UserError(kind, "the file does not exist", hint, file=path)
    found: Any = load_module(path, kind)
    for part in name.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise UserError(kind, f"the file defines no function '{name}'", hint, file=path)
    return found  # type: ignore[no-any-return]


def load_module(path: Path, kind: str) -> types.ModuleType:
    """A Python file as a module.

    Raises:
        UserError: it does not run.
    """
    # A real module with a file, so that inspect finds the source (onnxscript reads it), and
    # files beside it can be imported.
    spec = importlib.util.spec_from_file_location(f"op_workbench_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    sys.dont_write_bytecode = True  # nothing of ours is left in the user's folder
    try:
        spec.loader.exec_module(module)
    except MISTAKES as error:
        line = place_in(error, path)[1]
        message = f"the file does not run: {type(error).__name__}: {error}"
        raise UserError(kind, message, "The log has more.", file=path, line=line) from error
    return module


def place_in(error: BaseException, where: Path) -> tuple[str, int]:
    """The innermost line of the user's at which an error, or what caused it, arose.

    Args:
        error: as it was raised.
        where: a file, or the op's folder.

    Returns:
        The file and its line; empty and 0 where none is known.
    """
    found = ("", 0)
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, SyntaxError) and _is_in(cause.filename or "", where):
            found = cause.filename or "", cause.lineno or 0
        for frame, line in traceback.walk_tb(cause.__traceback__):
            if _is_in(frame.f_code.co_filename, where):
                found = frame.f_code.co_filename, line
        cause = cause.__cause__ or cause.__context__
    return found


def place_now(where: Path) -> tuple[str, int]:
    """The innermost line of the user's that is being run, as ``place_in`` says it."""
    frames = ((f.f_code.co_filename, line) for f, line in traceback.walk_stack(None))
    return next((place for place in frames if _is_in(place[0], where)), ("", 0))


def _is_in(file: str, where: Path) -> bool:
    return Path(file) == where or file.startswith(f"{where}/")
