"""A model that carries standard nodes for its custom node is run without the op library, too.

Which of the two ran is read from ONNX Runtime's own profile: the kernel with the library, the nodes
without it. Else agreeing would say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, RunJob
from workbench.engine.run.profile import operators_run
from workbench.engine.store import Store
from workbench.engine.values.arrays import load_arrays

__all__ = ["Fallback"]


class Fallback:
    """Runs models of an op without its library.

    Args:
        library: the op library.
        node: the custom node's operator, without its domain.
        open_session, run_model: those of ``run``.
    """

    def __init__(
        self,
        library: str,
        node: str,
        open_session: Callable[..., onnxruntime.InferenceSession],
        run_model: Callable[..., Any],
    ) -> None:
        self._library, self._node = library, node
        self._open, self._run = open_session, run_model
        self._sessions: dict[str, onnxruntime.InferenceSession] = {}

    @classmethod
    def of(cls, job: RunJob, open_session: Any, run_model: Any) -> Fallback | None:
        """For the models of a job; None where they carry none."""
        op = job.op
        if op is None or not op.mapping.fallback or not job.ort_library:
            return None
        return cls(job.ort_library, op.mapping.nodes[0].op_type, open_session, run_model)

    def outputs(self, case: ExportedCase) -> dict[str, np.ndarray]:
        """What a case's model gives without the library.

        Raises:
            UserError: kind ``run``; it does not run so, or its profile says that what ran is not what
                should have.
        """
        try:
            inputs = load_arrays(Path(case.inputs))
            if case.model not in self._sessions:
                self._prove(case.model, inputs)
                self._sessions[case.model] = self._open(case.model, "", case.model)
            found: dict[str, np.ndarray] = self._run(self._sessions[case.model], inputs).outputs
        except UserError as error:
            problem = error.problem
            message = f"without the op library: {problem.message}"
            hint = f"Does the fallback fit? {problem.hint}".strip()
            raise UserError("run", message, hint, key="mapping.fallback") from error
        return found

    def _prove(self, model: str, inputs: dict[str, np.ndarray]) -> None:
        """See in the profile that the library's kernel runs with it, and only without it the nodes."""
        for library in (self._library, ""):
            ran = self._node in self._profiled(model, library, inputs)
            if ran != bool(library):
                what = "the nodes, not the kernel" if library else "the custom node itself"
                reason = f"ONNX Runtime {onnxruntime.__version__} ran {what}"
                raise UserError("run", reason, "Remove mapping.fallback for this runtime.")

    def _profiled(self, model: str, library: str, inputs: dict[str, np.ndarray]) -> set[str]:
        """The operators that ran."""
        with Store().scratch() as scratch:
            session = self._open(model, library, model, profile=str(scratch / "profile"))
            self._run(session, inputs)
            return set(operators_run(session))
