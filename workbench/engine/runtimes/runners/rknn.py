"""RKNN-Toolkit2's simulator, in an environment of the versions that it wants.

The host is the program of a delivery (``run.py``): what is proven is what somebody gets.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from workbench.core.codegen.templates import render
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, RuntimeJob
from workbench.core.runtimes.rknn import RUNTIME, TAKEN
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.distributions import entries
from workbench.engine.environments.fetched import python_environment, ran
from workbench.engine.onnx.onnx_file import external_files, read_model
from workbench.engine.runtimes.rknn_operators import write_operators
from workbench.engine.runtimes.runner import Ran, Runner
from workbench.engine.runtimes.running import run_program
from workbench.engine.store import Store, digest
from workbench.engine.toolchain import version_of
from workbench.engine.values.arrays import load_arrays

__all__ = ["RUNNER", "Rknn"]

_PINNED = (
    "rknn-toolkit2==2.5.0",
    "numpy==1.26.4",
    "onnx==1.18.0",
    "onnxruntime==1.20.1",
    "protobuf==4.25.4",
    "scipy==1.17.1",
    "opencv-python-headless==4.11.0.86",
    "fast-histogram==0.14",
    "psutil==7.2.2",
    "ruamel.yaml==0.19.1",
    "tqdm==4.70.1",
    "setuptools==79.0.1",
)
"""All that is fetched: none of it with what it asks for itself, which is another OpenCV and a PyTorch
of 2 GB. Newer setuptools lack pkg_resources."""
_OUTPUTS = "actual.npz"


class Rknn(Runner):
    """The simulator."""

    runtime = RUNTIME

    @property
    def python(self) -> Path:
        """The Python of the environment."""
        return self.runtime.folder / "bin" / "python"

    def make(self, folder: Path, tell: Callable[[str], None]) -> str:
        tell(", ".join(_PINNED))
        python_environment((*_PINNED, "--no-deps"), folder)
        tell("PyTorch is this program's own")
        _lend_torch(folder)
        words = [str(self.python), "-I", "-c", "from rknn.api import RKNN"]
        ran(words, "RKNN-Toolkit2 does not start", "Its libraries are for x86-64 Linux.")
        return f"RKNN-Toolkit2 {_PINNED[0].partition('==')[2]}, PyTorch {version_of('torch')}"

    def build(self, folder: Path, op: Op, store: Store, reporter: Reporter) -> Path | None:
        with store.scratch() as scratch:
            made = scratch / "rknn"
            made.mkdir()
            write_operators(folder, op, made, store, reporter)
            text = render("rknn/run.py.j2", op=op, custom=bool(op.mapping.custom_nodes))
            (made / "run.py").write_text(text, encoding="utf-8")
            files = sorted(path for path in made.rglob("*") if path.is_file())
            key = digest([p for f in files for p in (f.name.encode(), f.read_bytes())])
            return store.add("libraries", key, made)

    def skips(self, case: ExportedCase) -> str:
        arrays = {**load_arrays(Path(case.inputs)), **load_arrays(Path(case.reference))}
        for name, array in arrays.items():
            if str(array.dtype) not in TAKEN:
                return f"'{name}' is {array.dtype}, which RKNN does not take"
            if not array.size:
                return f"'{name}' has no elements, which RKNN does not take"
            if not array.ndim:
                return f"'{name}' has no dimension, which RKNN does not take"
        for node in read_model(Path(case.model)).graph.node:
            if "" in list(node.input)[:-1]:
                return "an input in the middle is left out, and RKNN moves the others up"
        return ""

    def run(
        self, built: Path | None, job: RuntimeJob, cases: Sequence[ExportedCase], scratch: Path
    ) -> Ran:
        assert built is not None
        for number, case in enumerate(cases):
            source, place = Path(case.model), scratch / str(number)
            data = place / "test_data_set_0"
            data.mkdir(parents=True)
            (place / "model.onnx").symlink_to(source)
            for name in external_files(read_model(source), source):
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                (place / name).symlink_to(source.parent / name)
            (data / "inputs.npz").symlink_to(case.inputs)
        self.run_host(built / "run.py", scratch, "--write")
        places = [scratch / str(number) / "test_data_set_0" for number in range(len(cases))]
        return self.ran([load_arrays(place / _OUTPUTS) for place in places])

    def run_host(self, program: Path, folder: Path, *words: str) -> str:
        """Run a delivery's ``run.py`` with a folder of models, and give what it printed.

        Raises:
            UserError: kind ``runtime``; it takes too long, or ends otherwise than by a verdict.
        """
        # The program that has added it may have been moved, or be another one.
        _lend_torch(self.runtime.folder)
        command = [str(self.python), "-I", str(program), str(folder), *words]
        status, text = run_program(command, folder, self.runtime.label)
        if status != 0 and not text.rpartition("\n")[2].startswith("DIFFERS"):
            raise UserError("runtime", f"it does not run in {self.name}: {_said(text)}")
        return text


def _lend_torch(folder: Path) -> None:
    """Have an environment find this program's PyTorch, where it finds none."""
    (site,) = folder.glob("lib/python*/site-packages")
    for entry in entries(["torch"]):
        if not (site / entry.name).exists():
            link = site / f".{entry.name}.{os.getpid()}"
            link.symlink_to(entry)
            link.replace(site / entry.name)


def _said(text: str) -> str:
    """What went wrong, of what the toolkit prints: it has its own words before it raises."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "Error" in line and "Traceback" not in line]
    return "\n".join(list(dict.fromkeys(errors))[:3] or lines[-5:])[:1500]


RUNNER = Rknn()
