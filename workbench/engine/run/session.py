"""What a session is opened with beside the model: providers, levels, further op libraries."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import onnxruntime

from workbench.core.declaration.session import CPU, Session
from workbench.core.errors import UserError
from workbench.engine.host.load_first import load_first

__all__ = ["LEVELS", "check_providers", "providers_of", "register_libraries"]

LEVELS = {
    "all": onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL,
    "extended": onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED,
    "basic": onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC,
    "none": onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL,
}
"""ONNX Runtime's names of the levels of optimisation."""


def register_libraries(options: onnxruntime.SessionOptions, session: Session, folder: str) -> None:
    """Register the further op libraries of a session.

    Args:
        options: to be changed.
        session: has them.
        folder: the op's, where they are.

    Raises:
        UserError: kind ``library``; one is not there.
    """
    for name in session.libraries:
        path = Path(folder) / name
        if not path.is_file():
            hint = "Put it into the op's folder, or correct the name."
            raise UserError("library", "there is no such op library", hint, file=path)
        load_first(str(path))
        options.register_custom_ops_library(str(path))


def providers_of(session: Session) -> list[str]:
    """The providers to ask for.

    Raises:
        UserError: kind ``provider``; this ONNX Runtime does not have one.
    """
    known = onnxruntime.get_available_providers()
    lacks = next((name for name in session.providers if name not in known), "")
    if lacks:
        raise _missing(f"this ONNX Runtime ({onnxruntime.__version__}) has no '{lacks}'", known)
    return [*(name for name in session.providers if name != CPU), CPU]


def check_providers(session: Session, made: onnxruntime.InferenceSession) -> None:
    """ONNX Runtime goes on without a provider that does not start, and only prints that.

    Raises:
        UserError: kind ``provider``.
    """
    given = made.get_providers()
    lost = next((name for name in session.providers if name not in given), "")
    if lost:
        raise _missing(f"the provider '{lost}' does not start here; the log has its reason", given)


def _missing(message: str, known: Sequence[str]) -> UserError:
    hint = f"There are: {', '.join(known)}. Choose one of them, or install a build that has it."
    return UserError("provider", message, hint, key="session.providers")
