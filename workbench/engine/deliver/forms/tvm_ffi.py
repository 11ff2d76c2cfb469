"""Writes the folder with the kernel's plain C function, and calls it through tvm-ffi."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import workbench
from workbench.core.codegen.templates import render
from workbench.core.delivery.tvm_ffi import FORM
from workbench.core.jobs import DeliverJob, DeliveryCheck
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.runtimes.runtime import how_to_add
from workbench.core.runtimes.tvm_ffi import RUNTIME
from workbench.core.types.dtypes import MARKS
from workbench.engine.build.build import tvm_ffi_library
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.stripped import strip
from workbench.engine.deliver.test_data import expected_by, write_case
from workbench.engine.deliver.writer import Writer
from workbench.engine.environments.environment import used
from workbench.engine.runtimes.runners.tvm_ffi import HOST, RUNNER, call_of
from workbench.engine.store import Store
from workbench.engine.values.arrays import load_arrays

__all__ = ["WRITER"]

_SET, _LIBRARY = "test_data_set_{}", "lib{}_ffi.so"


class TvmFfiWriter(Writer):
    """The library, its calls, and ``run.py``."""

    form = FORM

    def write(self, job: DeliverJob, folder: Path) -> None:
        op, name = job.op, _LIBRARY.format(job.op.name)
        made = Path(tvm_ffi_library(Path(job.folder), op, Store(), Reporter()))
        strip(made, folder / name)
        calls = []
        for number, case in enumerate(job.cases):
            (data := folder / _SET.format(number)).mkdir()
            write_case(op, case, Path(case.model), data)
            for path in data.glob("*.pb"):
                path.unlink()  # of a model; here is none
            calls.append(call_of(op, case, load_arrays(Path(case.inputs))))
        told = {"library": name, "function": op.name, "calls": calls}
        (folder / "calls.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
        shutil.copyfile(HOST, folder / HOST.name)
        text = render("tvm_ffi/run.py.j2", op=op, marks=MARKS)
        (folder / "run.py").write_text(text, encoding="utf-8")

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        if not RUNTIME.is_there:
            return [DeliveryCheck("run.py", f"not run here: {how_to_add(RUNTIME.name)}")]
        start = time.monotonic()
        with used(RUNTIME) as there:
            said = place.run([RUNNER.python, "-I", "run.py"])
        seconds = time.monotonic() - start
        return [DeliveryCheck("run.py", f"{there.versions}; {seconds:.1f} s", said)]

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        op = job.op
        ort = op.ort.side.library(op.kernel.kind)
        kernel = op.kernel.kind.library
        return render(
            "tvm_ffi/README.md.j2",
            op=op,
            library=_LIBRARY.format(op.name),
            serves_ort=ort is not None and kernel is not None and kernel.units[0] in ort.units,
            parameters=[*op.args, *op.outputs],
            unverified=job.status == UNVERIFIED,
            verdict=job.verdict,
            version=workbench.__version__,
            checks=checks,
            sets=[(_SET.format(n), c.name, expected_by(c)) for n, c in enumerate(job.cases)],
        )


WRITER = TvmFfiWriter()
