"""What has a runtime, and runs ops in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from workbench.core.declaration.op import Op
from workbench.core.jobs import ExportedCase, RuntimeJob
from workbench.core.runtimes import Runtime
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.store import Store

__all__ = ["CHECK_FOLDER", "Ran", "Runner"]

CHECK_FOLDER = "check"
"""Where the op's check folder lies for a runner that takes one."""


class Ran(NamedTuple):
    """What a runtime gave.

    Attributes:
        outputs: who gave them, for people → for each case its outputs by name.
        told: what is to be said beside the versions that ran.
    """

    outputs: dict[str, list[dict[str, np.ndarray]]]
    told: str = ""


class Runner:
    """One runtime's.

    Attributes:
        runtime: what is declared of it.
        takes_check_folder: whether it runs an op by the program of its check folder.
    """

    runtime: Runtime
    takes_check_folder = False

    @property
    def name(self) -> str:
        """The runtime's."""
        return self.runtime.name

    @property
    def order(self) -> int:
        """The runtime's."""
        return self.runtime.order

    def make(self, folder: Path, tell: Callable[[str], None]) -> str:
        """Make the environment.

        Args:
            folder: to make it in; it is there and empty.
            tell: is given a line for each step.

        Returns:
            Which versions it has, for people.

        Raises:
            UserError: kind ``runtime``; what cannot be had, by which command, and why.
        """
        raise NotImplementedError

    def build(self, folder: Path, op: Op, store: Store, reporter: Reporter) -> Path | None:
        """What the runtime needs of an op; None where the model needs nothing.

        Args:
            folder: the op's.
            op: one that ``runtime.refusal`` lets through.
            store: where it is kept.
            reporter: is told what is built.

        Raises:
            UserError: every problem of compiler and linker.
        """
        raise NotImplementedError

    def skips(self, case: ExportedCase) -> str:
        """Why it cannot run a case, of an op whose others it can; empty where it can."""
        return ""

    def run(
        self, built: Path | None, job: RuntimeJob, cases: Sequence[ExportedCase], scratch: Path
    ) -> Ran:
        """Run the models of the cases.

        Args:
            built: of ``build``.
            job: for the same op.
            cases: each with its model and inputs; none that it skips.
            scratch: an empty folder, but for the check folder where it takes one.

        Raises:
            UserError: kind ``runtime``; it does not run.
        """
        raise NotImplementedError

    def ran(self, outputs: list[dict[str, np.ndarray]]) -> Ran:
        """The same of a runtime that runs an op in one way."""
        return Ran({self.runtime.label: outputs})

    def contender(self, turns: Path) -> list[str]:
        """The command of what is timed in it; the number of the descriptor for its answers is added.
        Only of a runtime that is timed.

        Args:
            turns: the file that serves whoever tells when (``engine/timing/turns.py``).
        """
        raise NotImplementedError

    def call(self, built: Path | None, op: Op, case: ExportedCase, folder: Path) -> Path:
        """The file that its contender opens, to call a case.

        Args:
            built: of ``build``.
            op: the same as there.
            case: with its model and inputs; none that it skips.
            folder: an empty one, for the file and what it names.

        Raises:
            UserError: kind ``runtime``; it cannot be called.
        """
        raise NotImplementedError
