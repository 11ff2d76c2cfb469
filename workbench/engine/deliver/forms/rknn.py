"""Writes the folder for RKNN, and uses it: in the simulator, where that has been added."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

import workbench
from workbench.core.codegen.device import plugin_text
from workbench.core.codegen.rknn import calls_kernel, plain_library
from workbench.core.codegen.templates import render
from workbench.core.delivery.rknn import FORM
from workbench.core.errors import UserError
from workbench.core.jobs import DeliverJob, DeliveryCheck, ExportedCase
from workbench.core.pipeline.op_state import EXPORT_ONLY
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.runtimes.rknn import RUNTIME
from workbench.core.runtimes.runtime import how_to_add
from workbench.core.types.dtypes import DTYPES
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.deliver.device_files import DEVICE, compiled, headers_of, write_device
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.stripped import strip
from workbench.engine.deliver.test_data import copy_model, data_sets, expected_by, write_case
from workbench.engine.deliver.writer import Writer
from workbench.engine.environments.environment import used
from workbench.engine.parity.allowed import allowance, scale
from workbench.engine.runtimes.rknn_operators import write_operators
from workbench.engine.runtimes.runners.rknn import RUNNER
from workbench.engine.store import Store
from workbench.engine.toolchain import version_of
from workbench.engine.values.arrays import load_arrays, save_arrays

__all__ = ["WRITER"]

_HEADERS = "OP_WORKBENCH_RKNN_INCLUDE"
_PLUGIN = "rknn_op.cpp"


class RknnWriter(Writer):
    """The folder for RKNN."""

    form = FORM

    def write(self, job: DeliverJob, folder: Path) -> None:
        op, cases = job.op, _cases(job)
        write_operators(Path(job.folder), op, folder, Store(), Reporter())
        if (library := folder / plain_library(op)).exists():
            strip(library, library)
        text = render("rknn/run.py.j2", op=op, custom=bool(op.mapping.custom_nodes))
        (folder / "run.py").write_text(text, encoding="utf-8")
        for data in data_sets(cases):
            if not (folder / data.model).exists():
                copy_model(Path(data.case.model), folder / data.model)
            (folder / data.folder).mkdir()
            write_case(op, data.case, folder / data.model, folder / data.folder)
            for path in (folder / data.folder).glob("*.pb"):
                path.unlink()  # nobody here reads them, and they allow what float32 may differ by
            _allow_float16(folder / data.folder)
        plugin = plugin_text("rknn/rknn_op.cpp.j2", op)
        write_device(job, folder, {_PLUGIN: plugin}, "RKNN_INCLUDE")

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        headers = headers_of(_HEADERS, ("rknn_custom_op.h",))
        device = place.delivery / DEVICE
        return [_simulated(place), compiled(device, _PLUGIN, headers, _HEADERS)]

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        sets = [
            (d.folder.as_posix(), d.case.name, expected_by(d.case)) for d in data_sets(_cases(job))
        ]
        return render(
            "rknn/README.md.j2",
            op=job.op,
            kernel=calls_kernel(job.op),
            library=plain_library(job.op),
            unverified=_unverified(job, checks[0]),
            verdict=job.verdict,
            checks=checks,
            sets=sets,
            left_out=len(job.cases) - len(sets),
            versions={
                "Op Workbench": workbench.__version__,
                **{n: version_of(n) for n in ("torch", "onnx", "numpy")},
            },
        )


WRITER = RknnWriter()


def _unverified(job: DeliverJob, simulated: DeliveryCheck) -> bool:
    """Whether nothing independent says that the op is right."""
    if job.status != EXPORT_ONLY:
        return job.status == UNVERIFIED
    return not simulated.said or (calls_kernel(job.op) and not job.op.reference.declared)


def _cases(job: DeliverJob) -> list[ExportedCase]:
    """Those that RKNN can run.

    Raises:
        UserError: kind ``deliver``; there is none.
    """
    found = [case for case in job.cases if not RUNNER.skips(case)]
    if not found:
        reason = f"RKNN can run none of its cases: {RUNNER.skips(job.cases[0])}"
        raise UserError("deliver", reason, "Add a case that it can run.")
    if calls_kernel(job.op):
        return found
    # Operators that compute by the reference are no check of it: PyTorch's kernel is.
    return [msgspec.structs.replace(case, expected="", expected_by="") for case in found]


def _allow_float16(data: Path) -> None:
    """What elements may differ by, where floats are computed in float16."""
    coarse = DTYPES[RUNTIME.computes_in]
    allowed = {}
    for name, array in load_arrays(data / "outputs.npz").items():
        found = allowance(array, coarse.rtol, coarse.of_scale * scale(array))
        if found is not None:
            allowed[name] = found
    if allowed:
        save_arrays(data / "allowed.npz", allowed)


def _simulated(place: FreshPlace) -> DeliveryCheck:
    if not RUNTIME.is_there:
        return DeliveryCheck("run.py", f"not run here: {how_to_add(RUNTIME.name)}")
    start = time.monotonic()
    with used(RUNTIME) as there:
        said = RUNNER.run_host(place.delivery / "run.py", place.delivery).splitlines()[-1]
    if said.startswith("DIFFERS"):
        hint = (
            "Nothing was delivered. op-workbench verify --runtime rknn says which elements differ."
        )
        raise UserError("deliver", f"in RKNN's simulator it gives other values: {said}", hint)
    seconds = time.monotonic() - start
    return DeliveryCheck("run.py", f"{there.versions}; {seconds:.1f} s", said)
