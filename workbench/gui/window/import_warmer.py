"""Imports what is used soon after the start, while nothing else is to be done."""

from __future__ import annotations

import contextlib
import importlib

from PySide6.QtCore import QObject, QTimer

from workbench.gui.slices import Slices

__all__ = ["SOON", "ImportWarmer"]

_WAIT_MS = 1500

SOON = (
    # The parts before what needs them: each import is short enough for a slice.
    *("csv", "email.message", "importlib.metadata"),
    *("workbench.core.fixes.interface", "workbench.core.fixes"),
    *(
        "workbench.importers.cpp.syntax.tree",
        "workbench.importers.cpp.syntax.functions",
        "workbench.importers.cpp.search.candidates",
    ),
    *("workbench.importers.cpp.drafting.draft", "workbench.importers.cpp.heads.head"),
    *(
        "workbench.importers.schemas.schema_cache",
        "workbench.importers.schemas.schema_search",
        "workbench.importers.drafts.from_onnx",
    ),
    *(
        "workbench.gui.mapping.layered",
        "workbench.gui.mapping.mapping_paint",
        "workbench.gui.mapping.mapping_graph",
    ),
    *("workbench.gui.look.text", "workbench.gui.pages.signature"),
    *("workbench.gui.forms.nodes.node_cards", "workbench.gui.pages.mapping"),
    *("workbench.gui.forms.examples.example_card", "workbench.gui.pages.model"),
    *("workbench.gui.elements.card", "workbench.gui.pages.run"),
    "workbench.gui.mapping.operator_browser",
    *("workbench.core.checking", "workbench.gui.checks.map_card", "workbench.gui.pages.checks"),
    *("workbench.gui.new_op.destination_form", "workbench.gui.new_op.dialog"),
    *("workbench.gui.new_op.blank_page", "workbench.gui.new_op.gallery_page"),
    *("workbench.gui.new_op.cpp_page", "workbench.gui.new_op.torch_page"),
    "workbench.gui.new_op.library_page",
    "workbench.gui.new_op.onnx_page",
)
"""The New op dialog and its pages, the other pages, the fixes of problems."""


class ImportWarmer(QObject):
    """The first New op dialog, and the first visit of a page, need not wait for Python's imports.

    Without it the dialog comes after 156 ms instead of 58, a page after 15 to 25 ms more.

    Args:
        parent: the Qt parent.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._slices = Slices(_import, self, at_once=0)
        self._later = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._later.timeout.connect(self._start)

    @property
    def active(self) -> bool:
        """Whether something is left to import."""
        return self._later.isActive() or self._slices.active

    def start(self) -> None:
        """Begin a moment from now."""
        self._later.start()

    def _start(self) -> None:
        self._slices.start(SOON)


def _import(name: str) -> None:
    # What is not installed is reported where it is asked for.
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
