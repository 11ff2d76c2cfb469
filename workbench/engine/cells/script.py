"""A cell as a script that needs torch, onnxruntime and numpy only: for a report to somebody else.

What the script does in the manner of a check (how inputs lie in memory, what fresh memory holds,
how several threads call) is the very text of the functions that the check itself calls.
"""

from __future__ import annotations

import inspect
import platform
import re
import shutil
import time
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch

import workbench
from workbench.core import jobs
from workbench.core.cells import USUAL
from workbench.core.cells import factors as of
from workbench.core.cells.scripts import script_file
from workbench.core.codegen.templates import render
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.errors import RefusedError, UserError
from workbench.core.types.dtypes import MARKS
from workbench.core.types.literals import python_literal
from workbench.engine.cells.conditions import AT_ONCE, alike, drawn_inputs, rolled, threads_of
from workbench.engine.cells.in_torch import Cells
from workbench.engine.export.eager import run_in_torch
from workbench.engine.export.reference import reference_outputs
from workbench.engine.export.sample import Callee, Sample, Values, sample_model
from workbench.engine.host import memory
from workbench.engine.host.child import Channel
from workbench.engine.host.load_first import needs_torch
from workbench.engine.parity.compare import compare_output
from workbench.engine.values.arrays import mark_of, save_arrays
from workbench.engine.values.examples import is_tensor_list
from workbench.engine.values.layouts import layout_of
from workbench.engine.values.tensors import to_array

__all__ = ["cell_script_job"]

_FEW = 256
"""Elements of all arrays together that are written into the script."""
_TORCH_LIBRARY, _ORT_LIBRARY, _MODEL, _DATA = "torch_op.so", "ort_op.so", "model.onnx", "data.npz"
_PYTHON_FILES = "op"

Arrays = dict[str, np.ndarray]


def cell_script_job(job: jobs.CellScriptJob, channel: Channel) -> None:
    """Stage ``script``."""
    with channel.stage("script") as outcome:
        if job.op.kernel.kind.calls_ort:
            raise UserError(
                "script",
                "PyTorch has ONNX Runtime compute this op, for which there is no script of PyTorch's",
                "Deliver the op as a folder for ONNX Runtime: its run.py does without this program.",
            )
        channel.progress("script", 0, 0, "loading the op")
        outcome.result = _Writer(job, channel).write()


class _Writer:
    """Writes the script of one cell; anew when more is known of it."""

    def __init__(self, job: jobs.CellScriptJob, channel: Channel) -> None:
        self._job, self._channel = job, channel
        self._cell, self._out = job.cell, Path(job.out)
        self._folder = Path(job.folder)
        self.script = script_file(job.op, self._out)
        self.script.unlink(missing_ok=True)
        cells_job = jobs.CellsJob(
            job.id, job.folder, job.op, job.torch_library, (job.cell,), job.out
        )
        self._cells = Cells(cells_job, channel)
        self._tolerances: dict[str, tuple[float, float]] = {}
        self._budgets: Arrays = {}
        self._reference_seconds = 0.0
        self._model = ""

    def write(self) -> jobs.CellScriptResult:
        """Write it.

        Raises:
            UserError: the inputs cannot be made.
        """
        op, values = self._cells.arguments(self._cell)
        start = time.monotonic()
        expected = self._expected(op, values)
        self._reference_seconds = time.monotonic() - start
        callee = self._cells.callee(op)
        sample = sample_model(op, self._folder, values, callee)
        self._out.mkdir(parents=True, exist_ok=True)
        for name in (_MODEL, _DATA, _ORT_LIBRARY, _TORCH_LIBRARY):
            (self._out / name).unlink(missing_ok=True)
        self._copy(op)
        self._tolerate(op, expected)
        self._write(op, values, sample, expected)
        self._channel.progress("script", 0, 0, f"running the kernel in PyTorch ({self._cell.text})")
        note = self._with_model(op, sample, callee, expected)
        self._write(op, values, sample, expected)
        return jobs.CellScriptResult(str(self.script), note)

    def _expected(self, op: Op, values: Values) -> Arrays:
        if not op.reference.declared:
            return {}
        try:
            return reference_outputs(op, self._folder, values)
        except RefusedError:
            return {}

    def _copy(self, op: Op) -> None:
        if self._job.torch_library:
            shutil.copyfile(self._job.torch_library, self._out / _TORCH_LIBRARY)
        if self._job.ort_library:
            shutil.copyfile(self._job.ort_library, self._out / _ORT_LIBRARY)
        if op.kernel.kind.loaded_as == "class":
            for path in self._folder.glob("**/*.py"):
                target = self._out / _PYTHON_FILES / path.relative_to(self._folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)

    def _tolerate(self, op: Op, truth: Mapping[str, np.ndarray]) -> None:
        """What the check takes for the same, given what is right."""
        for name, array in truth.items():
            parity = compare_output(name, array, array, *op.tolerances.of(name))
            self._tolerances[name] = parity.rtol, parity.atol

    def _with_model(self, op: Op, sample: Sample, callee: Callee, expected: Arrays) -> str:
        """Export the model; why there is none."""
        start = time.monotonic()
        try:
            outputs = run_in_torch(op, sample, callee, [])
        except UserError:
            outputs = {}
        seconds = self._reference_seconds + time.monotonic() - start
        if not expected:
            self._tolerate(op, outputs)
        elif outputs and not all(op.tolerances.of(o.name).is_given for o in op.outputs):
            budgets = self._cells.budgets(
                self._cell, op, sample, callee, outputs, expected, seconds
            )
            measured = {n: b for n, b in budgets.items() if not op.tolerances.of(n).is_given}
            self._budgets = measured
        if not op.is_compared:
            return f"{op.not_compared}: nothing runs its model"
        model = self._cells.model(self._cell, op, sample, [o.name for o in op.outputs])
        if model.problems:
            return f"it has no ONNX model: {model.problems[0].message}"
        model.path.rename(self._out / _MODEL)
        self._model = _MODEL
        return ""

    # -- the text

    def _write(self, op: Op, values: Values, sample: Sample, expected: Arrays) -> None:
        inputs = {n: to_array(t) for n, t in sample.tensors.items()}
        constants = {
            n: v for n, v in values.items() if isinstance(v, np.ndarray) and n not in inputs
        }
        groups = {"inputs": inputs, "constants": constants, "expected": expected}
        groups["budgets"] = self._budgets
        arrays = [array for group in groups.values() for array in group.values()]
        small = sum(array.size for array in arrays) <= _FEW
        written = small and not any(mark_of(array.dtype) for array in arrays)
        if not written:
            parts = {f"{part}/{n}": a for part, group in groups.items() for n, a in group.items()}
            save_arrays(self._out / _DATA, parts)
        kind = op.kernel.kind.loaded_as
        layout = layout_of(self._cell.level(of.LAYOUT))
        drawn = sorted({e.arg for e in op.model.inputs if of.drawn(op, e)})
        at_once = self._cell.level(of.CALLS) != USUAL
        text = render(
            "cell_script.py.j2",
            heading=f"{op.name}: {self._cell.text}",
            about=self._about(op),
            package=op.kernel.package if kind == "package" else "",
            marks=MARKS,
            seconds=self._job.limits.seconds,
            threads=threads_of(self._cell),
            tolerances=self._tolerances,
            model=self._model,
            ort_library=_ORT_LIBRARY if self._job.ort_library else "",
            data="" if written else _DATA,
            **{part: _literal(group) if written else "" for part, group in groups.items()},
            sources=self._sources(at_once),
            outputs=[o.name for o in op.outputs],
            lists=any(o.is_list for o in op.outputs),
            loaded_as=kind,
            torch_library=_TORCH_LIBRARY,
            registered=_registered(op),
            module=_module(self._job.torch_library) if kind == "module" else "",
            function=signature.kernel_function(op) if kind in ("module", "class") else "",
            source=op.kernel.source,
            arguments=self._arguments(values, sample),
            layout="" if layout is None else layout.__name__,
            expandable=drawn if self._cell.level(of.LAYOUT) == of.EXPANDED else None,
            ort_needs_torch=needs_torch(self._job.ort_library),
            optimised=self._cell.level(of.OPTIMISATION) == USUAL,
            at_once=AT_ONCE if at_once else 0,
            drawn=[_key(n, inputs[n]) for n in sorted(drawn_inputs(self._job.op, self._cell))],
            rolled=rolled.__name__,
        )
        self.script.write_text(text, encoding="utf-8")

    def _about(self, op: Op) -> list[str]:
        return [
            f"Op: {op.torch}",
            f"Cell: {self._cell.text}",
            f"Versions: torch {torch.__version__}, onnxruntime {version('onnxruntime')}, "
            f"numpy {np.__version__}, Python {platform.python_version()},",
            f"{platform.system()} {platform.machine()}; written by Op Workbench "
            f"{workbench.__version__}",
        ]

    def _sources(self, at_once: bool) -> list[str]:
        found = [
            f"PATTERNS = {memory.PATTERNS}\n"
            f"_M_MMAP_THRESHOLD, _M_PERTURB = {memory._M_MMAP_THRESHOLD}, {memory._M_PERTURB}",
            inspect.getsource(memory.filled_memory),
        ]
        layout = layout_of(self._cell.level(of.LAYOUT))
        if layout is not None:
            found.append(inspect.getsource(layout))
        if at_once:
            found += [inspect.getsource(rolled), inspect.getsource(alike)]
        return [text.rstrip() for text in found]

    def _arguments(self, values: Values, sample: Sample) -> str:
        """The arguments of the call, of the tensors ``t`` and the constants ``c``."""
        dtypes = {a.name for a in self._cells.main.torch_op.op.args if a.is_dtype}
        written = [
            f"torch.{value}" if name in dtypes else _argument(name, value, sample)
            for name, value in values.items()
        ]
        keywords = self._cells.main.torch_op.keywords
        first = len(written) - len(keywords)
        named = (f"{name}={text}" for name, text in zip(keywords, written[first:], strict=True))
        return ", ".join([*written[:first], *named])


def _argument(name: str, value: Any, sample: Sample) -> str:
    if is_tensor_list(value):
        items = ("None" if v is None else f"t[{f'{name}_{i}'!r}]" for i, v in enumerate(value))
        return f"[{', '.join(items)}]"
    if isinstance(value, np.ndarray):
        return f"{'t' if name in sample.tensors else 'c'}[{name!r}]"
    return python_literal(value)


def _key(name: str, array: np.ndarray) -> str:
    """The name of an array in the script, which has numpy's element types only."""
    return name + mark_of(array.dtype)


def _literal(arrays: Arrays) -> str:
    """A dictionary of arrays as Python."""
    if not arrays:
        return "{}"
    lines = [
        f"    {name!r}: array({str(a.dtype)!r}, {a.shape}, {a.reshape(-1).tolist()!r}),"
        for name, a in arrays.items()
    ]
    return "\n".join(["{", *lines, "}"])


def _registered(op: Op) -> str:
    """``namespace.name.overload`` behind ``torch.ops``."""
    name, _, overload = op.torch_name.partition(".")
    return ".".join(part for part in (op.namespace, name, overload) if part)


def _module(library: str) -> str:
    """The name of an extension module."""
    match = re.search(rb"PyInit_(\w+)\0", Path(library).read_bytes())
    return match[1].decode() if match else ""
