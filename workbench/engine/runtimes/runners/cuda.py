"""Runs an op on the GPU of this machine, by the program of its check folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from workbench.core.declaration.op import Op
from workbench.core.elsewhere import GivenCase, GivenResult, GivenRow, read_result
from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, RuntimeJob
from workbench.core.runtimes.cuda import RUNTIME
from workbench.core.types.devices import CHECK_FOLDER as ELSEWHERE
from workbench.core.types.devices import GPU, gpu_is_here
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.environments.fetched import python_environment
from workbench.engine.runtimes.runner import CHECK_FOLDER, Ran, Runner
from workbench.engine.runtimes.running import run_program, run_script
from workbench.engine.store import Store
from workbench.engine.toolchain import version_of
from workbench.engine.values.arrays import numpy_dtype

__all__ = ["RUNNER", "packages"]


_SECONDS = "120"
"""What a kernel may take there; with all that looks closer at one that fails, less than a runtime may take."""


def packages() -> list[str]:
    """What its environment has: the torch and ONNX Runtime that the libraries are built for."""
    torch = version_of("torch").partition("+")[0]
    runtime = version_of("onnxruntime")
    return [
        *(f"torch=={torch}", f"onnxruntime-gpu=={runtime}", f"numpy=={version_of('numpy')}"),
        f"setuptools=={version_of('setuptools')}",
    ]


class Cuda(Runner):
    """An environment of Python with torch for CUDA, in which ``check.py`` runs."""

    runtime = RUNTIME
    takes_check_folder = True

    @property
    def python(self) -> Path:
        """That of the environment."""
        return self.runtime.folder / "python" / "bin" / "python"

    def make(self, folder: Path, tell: Callable[[str], None]) -> str:
        if not gpu_is_here():
            what = "there is no NVIDIA GPU here, or no driver for it"
            raise UserError("runtime", what, ELSEWHERE)
        wanted = packages()
        tell(", ".join(wanted))
        python = python_environment(wanted, folder / "python")
        code = "import onnxruntime, torch; print('torch', torch.__version__ + ', onnxruntime', onnxruntime.__version__)"
        (check := folder / "versions.py").write_text(code, encoding="utf-8")
        return run_script(python, check, (), folder, self.runtime.label).strip()

    def build(self, folder: Path, op: Op, store: Store, reporter: Reporter) -> Path | None:
        return None  # the libraries that were verified have the kernel

    def run(
        self, built: Path | None, job: RuntimeJob, cases: Sequence[ExportedCase], scratch: Path
    ) -> Ran:
        folder = scratch / CHECK_FOLDER
        file = scratch / "result.json"
        words = ["-I", "check.py", "--device", GPU, "--seconds", _SECONDS, "--to", str(file)]
        status, said = run_program([str(self.python), *words], folder, self.runtime.label)
        if not file.is_file():
            ended = f"check.py ended with status {status}: {said[-1000:]}"
            raise UserError("runtime", ended)
        return _ran(read_result(file), cases)


def _ran(result: GivenResult, cases: Sequence[ExportedCase]) -> Ran:
    """Its rows that ran; what did not is told, and nothing but that is a failure.

    Raises:
        UserError: kind ``runtime``; one failed, or none ran.
    """
    failed = next((row for row in result.rows if row.status == "failed"), None)
    if failed is not None:
        raise UserError("runtime", f"{failed.by} on {failed.name}: {failed.why}")
    ran = [row for row in result.rows if row.status == "ran"]
    left = [f"{row.by} not run: {row.why}" for row in result.rows if row.status == "not run"]
    if not ran:
        raise UserError("runtime", "; ".join(left) or "nothing of it runs on a GPU")
    times = [f"{row.by} {row.cases[0].milliseconds:.3g} ms a call" for row in ran]
    driver = [f"driver {result.driver}"] * bool(result.driver)
    told = ", ".join([ran[0].name, *driver, *times, *left])
    return Ran({f"{row.by} on {row.name}": _outputs(row, cases) for row in ran}, told)


def _outputs(row: GivenRow, cases: Sequence[ExportedCase]) -> list[dict[str, np.ndarray]]:
    given = {case.case: case for case in row.cases}
    lacking = next((case.name for case in cases if case.name not in given), None)
    if lacking is not None:
        raise UserError("runtime", f"{row.by} on {row.name} did not run the case '{lacking}'")
    return [_arrays(given[case.name]) for case in cases]


def _arrays(case: GivenCase) -> dict[str, np.ndarray]:
    found = {}
    for output in case.outputs:
        if output.data is None:
            what = f"'{output.name}' is too large to be carried from there"
            raise UserError("runtime", what, "Give a smaller case.")
        array = np.frombuffer(output.data, numpy_dtype(output.dtype))
        found[output.name] = array.reshape(output.shape)
    return found


RUNNER = Cuda()
