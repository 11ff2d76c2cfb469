"""OpenVINO: the kernel and its binding are the objects that ONNX Runtime's library is made of.

What stands for ONNX Runtime in a library is one unit that is the same for all ops. Here another takes
its place (``ov_library.h``), so that an op costs a link.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import onnx
from onnx.inliner import inline_selected_functions

from workbench import paths
from workbench.core.codegen.templates import render
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, RuntimeJob
from workbench.core.runtimes import how_to_add
from workbench.core.runtimes.openvino import LACKS, RUNTIME
from workbench.core.styles import UnitPlan
from workbench.engine.build.build import runtime_library
from workbench.engine.build.ninja_run import NinjaRun, Reporter
from workbench.engine.build.sources import glue_flags
from workbench.engine.build.units import Unit, make_unit
from workbench.engine.compilers import Compiler, compiler
from workbench.engine.environments.fetched import python_environment
from workbench.engine.onnx.onnx_file import all_nodes, read_model
from workbench.engine.runtimes.runner import Ran, Runner
from workbench.engine.runtimes.running import run_script
from workbench.engine.store import Store
from workbench.engine.values.arrays import load_arrays

__all__ = ["RUNNER", "case_for_host"]

_PACKAGES = ("openvino==2026.4.1", "numpy==2.4.6")
"""Not with what they need: that is telemetry, which OpenVINO does without where it is not there."""
_HOST = paths.resources() / "runtimes" / "openvino_host.py"
_EXPORTS = paths.ort_ops() / "ov_library.map"
_LIBRARIES = ("libopenvino.so.*", "libopenvino_onnx_frontend.so.*", "libtbb.so.*")
"""What the library calls. The wheel has them under the names that are asked for at run time only."""
_WHOLE = np.iinfo(np.int32)


class _Failed(msgspec.Struct, frozen=True):
    """What the host writes where a model does not run."""

    case: int
    reason: str


class OpenVINO(Runner):
    """An environment with OpenVINO's wheel, and a library per op."""

    runtime = RUNTIME

    def make(self, folder: Path, tell: Callable[[str], None]) -> str:
        tell(", ".join(_PACKAGES))
        python_environment(_PACKAGES, folder / "python", needs=False)
        tell("what binds kernels to it, the same for all ops (about 8 s)")
        unit = self._binding(store := Store(), compiler())
        NinjaRun(store, Reporter(), lambda p, u, g: p, None, lambda _: None).make([], [unit])
        return ", ".join(package.replace("==", " ") for package in _PACKAGES)

    def build(self, folder: Path, op: Op, store: Store, reporter: Reporter) -> Path | None:
        op = op.resolved()
        plan = op.ort.side.library(op.kernel.kind)
        if plan is None:
            return None
        place = self._package() / "libs"
        libraries = [str(path) for name in _LIBRARIES for path in place.glob(name)]
        made = runtime_library(
            folder,
            op,
            f"lib{op.name}_openvino.so",
            [unit for unit in plan.units if not _is_alike(unit)],
            (*libraries, f"-Wl,-rpath,{place}"),
            _EXPORTS,
            store,
            reporter,
            lambda chosen: [self._binding(store, chosen)],
        )
        return Path(made)

    def _package(self) -> Path:
        place = self.runtime.folder / "python"
        found = next(place.glob("lib/python*/site-packages/openvino"), None)
        if found is None:
            reason = f"the environment of {self.name} is damaged"
            raise UserError("runtime", reason, how_to_add(self.name))
        return found

    def _binding(self, store: Store, chosen: Compiler) -> Unit:
        """What makes objects a library for OpenVINO: alike for all ops."""
        if chosen.own_library:
            hint = "Install one: Debian: apt install g++."
            raise UserError("compiler", "OpenVINO needs the C++ library of the system", hint)
        flags = (*glue_flags(chosen), "-isystem", str(self._package() / "include"))
        text = render("ov_library.cpp.j2")
        return make_unit(store, "ov_library", text, None, flags, compiler=chosen, depends=_PACKAGES)

    def skips(self, case: ExportedCase) -> str:
        arrays = {**load_arrays(Path(case.inputs)), **load_arrays(Path(case.reference))}
        for array in arrays.values():
            if array.dtype == np.float64:
                return LACKS
            if array.dtype == np.int64 and array.size and not _fits(array):
                return "OpenVINO computes int64 as int32 on the processor, and a value is too large"
        return ""

    def run(
        self, built: Path | None, job: RuntimeJob, cases: Sequence[ExportedCase], scratch: Path
    ) -> Ran:
        _request(built, job.op, cases, scratch)
        run_script(self._python, _HOST, (str(scratch),), scratch, self.runtime.label)
        if (failed := scratch / "failed.json").is_file():
            found = msgspec.json.decode(failed.read_bytes(), type=_Failed)
            name = cases[found.case].name
            where = f" (case {name})" if name else ""
            reason = f"it does not run in {self.runtime.label}{where}: {found.reason}"
            raise UserError("runtime", reason)
        return self.ran([load_arrays(scratch / f"{n}.npz") for n in range(len(cases))])

    @property
    def _python(self) -> Path:
        return self.runtime.folder / "python" / "bin" / "python"

    def contender(self, turns: Path) -> list[str]:
        return [str(self._python), "-I", str(_HOST), "--timed", str(turns)]

    def call(self, built: Path | None, op: Op, case: ExportedCase, folder: Path) -> Path:
        return _request(built, op, [case], folder)


def _request(built: Path | None, op: Op, cases: Sequence[ExportedCase], folder: Path) -> Path:
    """The file that says to the host what it runs."""
    ops = {(node.domain, node.op_type) for node in op.resolved().mapping.custom_nodes}
    told = [case_for_host(case, ops if built is not None else set(), folder) for case in cases]
    request = {"library": str(built or ""), "cases": told}
    (made := folder / "request.json").write_bytes(msgspec.json.encode(request))
    return made


def _is_alike(unit: UnitPlan) -> bool:
    """Whether a unit is the same for all ops: what makes the others a library for ONNX Runtime."""
    return not unit.source and not unit.title


def _fits(array: np.ndarray) -> bool:
    return bool(_WHOLE.min <= array.min() and array.max() <= _WHOLE.max)


def case_for_host(case: ExportedCase, ops: Set[tuple[str, str]], scratch: Path) -> dict[str, Any]:
    """A case as the host reads it.

    OpenVINO takes no functions, so these are put in where they are called. What the library has stays
    a node, whatever body the model has for it.

    Args:
        case: which.
        ops: domain and name of those that the library has.
        scratch: where a changed model is written.

    Returns:
        ``model`` and ``inputs``, files, and ``ops``, those that are in the model.
    """
    path = Path(case.model)
    model = read_model(path)
    functions = [(f.domain, f.name) for f in model.functions if (f.domain, f.name) not in ops]
    if functions:
        model = inline_selected_functions(onnx.load(path), functions)
        path = scratch / f"{path.parent.name}-{path.name}"
        if not path.exists():
            onnx.save(model, path)
    found = {(node.domain, node.op_type) for node in all_nodes(model.graph.node)} & ops
    return {"model": str(path), "inputs": case.inputs, "ops": sorted(found)}


RUNNER = OpenVINO()
