"""The one place that asks before code from elsewhere is compiled and run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from workbench.core.storage import trust

if TYPE_CHECKING:
    from workbench.core.storage.what_runs import WhatRuns

__all__ = ["RunGate"]


class RunGate:
    """Whether ops may run; asks once for those that were not made here.

    Args:
        window: the parent of the question.
        log: takes a line for the log.
    """

    def __init__(self, window: QWidget, log: Callable[[str], object]) -> None:
        self._window = window
        self._log = log
        # What could not be stored holds for as long as the window is open.
        self._here: set[Path] = set()

    def allowed(self, folders: Sequence[Path], beside: Iterable[Path] = ()) -> list[Path]:
        """Those of the ops that may be built and run, as they are on disk now.

        A no means none of them. One that cannot be read cannot be shown, so it is neither asked
        about nor run.

        Args:
            folders: the ops.
            beside: others whose code runs with theirs; they are asked about, too.
        """
        from workbench.core.storage.what_runs import what_runs  # not needed for the first window

        together = dict.fromkeys([*folders, *beside])
        asked = [f for f in trust.untrusted(together) if f not in self._here]
        shown = {f: what_runs(f) for f in asked}
        ops = [op for op in shown.values() if op is not None]
        if ops and not self._ask(ops):
            return []
        return [f for f in folders if f not in shown or shown[f] is not None]

    def _ask(self, ops: list[WhatRuns]) -> bool:
        from workbench.gui.trust.trust_dialog import ask_trust  # not needed for the first window

        if not ask_trust(self._window, ops):
            self._log("Nothing was run: the ops came from elsewhere and are not trusted.\n")
            return False
        trusted = [op.folder for op in ops]
        if not trust.trust(trusted):
            self._here.update(trusted)
            self._log("That these ops are trusted could not be stored; it is asked again.\n")
        return True
