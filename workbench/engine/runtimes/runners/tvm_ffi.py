"""Calls an op's plain C function through the package apache-tvm-ffi."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from workbench import paths
from workbench.core import shape_rule
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Op
from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, RuntimeJob
from workbench.core.runtimes.tvm_ffi import RUNTIME
from workbench.engine.build.build import tvm_ffi_library
from workbench.engine.build.foreign import foreign_module
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.environments.fetched import python_environment
from workbench.engine.runtimes.runner import Ran, Runner
from workbench.engine.runtimes.running import run_script
from workbench.engine.store import Store
from workbench.engine.values.arrays import load_arrays, save_arrays
from workbench.engine.values.examples import element_types, instance_of, sizes_of

__all__ = ["HOST", "PACKAGES", "RUNNER", "call_of"]

PACKAGES = ("apache-tvm-ffi==0.1.15.post2", "numpy==2.4.6", "typing_extensions==4.16.0")
HOST = paths.resources() / "runtimes" / "tvm_ffi_host.py"


class TvmFfi(Runner):
    """An environment of Python with the package, and a library per op."""

    runtime = RUNTIME

    @property
    def python(self) -> Path:
        """That of the environment."""
        return self.runtime.folder / "python" / "bin" / "python"

    def make(self, folder: Path, tell: Callable[[str], None]) -> str:
        tell(", ".join(PACKAGES))
        python = python_environment(PACKAGES, folder / "python")
        code = "import tvm_ffi, numpy; print('tvm-ffi', tvm_ffi.__version__ + ', NumPy', numpy.__version__)"
        (check := folder / "check.py").write_text(code, encoding="utf-8")
        return run_script(python, check, (), folder, self.runtime.label).strip()

    def build(self, folder: Path, op: Op, store: Store, reporter: Reporter) -> Path | None:
        if op.kernel.kind.takes_module:
            return foreign_module(folder, op)[0][0]
        return Path(tvm_ffi_library(folder, op, store, reporter))

    def run(
        self, built: Path | None, job: RuntimeJob, cases: Sequence[ExportedCase], scratch: Path
    ) -> Ran:
        written = [scratch / f"outputs-{number}.npz" for number in range(len(cases))]
        told = self._told(built, job.op, cases, written, scratch)
        run_script(self.python, HOST, (told.name,), scratch, self.runtime.label)
        return self.ran([load_arrays(path) for path in written])

    def contender(self, turns: Path) -> list[str]:
        return [str(self.python), "-I", str(HOST), "--timed", str(turns)]

    def call(self, built: Path | None, op: Op, case: ExportedCase, folder: Path) -> Path:
        return self._told(built, op, [case], [folder / "outputs.npz"], folder)

    def _told(
        self,
        built: Path | None,
        op: Op,
        cases: Sequence[ExportedCase],
        written: Sequence[Path],
        folder: Path,
    ) -> Path:
        """The file that says to the host what it calls."""
        calls = []
        for number, (case, path) in enumerate(zip(cases, written, strict=True)):
            inputs = folder / f"inputs-{number}.npz"
            save_arrays(inputs, arrays := load_arrays(Path(case.inputs)))
            paths = {"inputs": str(inputs), "written": str(path)}
            calls.append({**call_of(op, case, arrays), **paths})
        function = op.ort.function if op.kernel.kind.takes_module else op.name
        told = {"library": str(built), "function": function, "calls": calls}
        (made := folder / "calls.json").write_text(json.dumps(told), encoding="utf-8")
        return made


def call_of(op: Op, case: ExportedCase, arrays: Mapping[str, np.ndarray]) -> Mapping[str, Any]:
    """One call, as the host reads it, but for the files that it reads and writes.

    Args:
        op: the declaration.
        case: what it is called with.
        arrays: its inputs, by name.

    Raises:
        UserError: kind ``runtime``; a value is not known.
    """
    arguments = []
    values: dict[str, Any] = {}
    for arg in op.args:
        found, values[arg.name] = _argument(arg, case, arrays)
        arguments.append(found)
    instance = _instance(op, values)
    return {
        "case": f"case {case.name}: " if case.name else "",
        "arguments": arguments,
        "outputs": [(o.name, instance[o.name]) for o in op.outputs],
        "sizes": _sizes(op, values),
    }


def _argument(
    arg: Arg, case: ExportedCase, arrays: Mapping[str, np.ndarray]
) -> tuple[Mapping[str, Any], Any]:
    """An argument as the host reads it, and its value."""
    if arg.is_tensor_list:
        names: list[str] = []
        while (name := f"{arg.name}_{len(names)}") in arrays:
            names.append(name)
        return {"tensors": names}, tuple(arrays[name] for name in names)
    if arg.name in arrays:
        return {"tensor": arg.name}, arrays[arg.name]
    if arg.name not in case.literals:
        what = f"the tensor '{arg.name}' is built into the model, so its value is not known here"
        raise UserError("runtime", what, "Pass it as an input of the node.")
    value = case.literals[arg.name]
    return {"value": value}, value


def _instance(op: Op, values: Mapping[str, Any]) -> signature.Instance:
    """Which of the kernel's instances takes these element types."""
    if (found := instance_of(op, values)) is not None:
        return found
    raise UserError("runtime", f"the kernel has no instance for {element_types(values)}")


def _sizes(op: Op, values: Mapping[str, Any]) -> list[list[int]] | None:
    """The outputs' sizes by the shape rule; None where the kernel alone knows one."""
    known = sizes_of(values)
    elements = {n: v.ravel().tolist() for n, v in values.items() if isinstance(v, np.ndarray)}
    sizes = []
    for output in op.outputs:
        rule = op.shape_of(output)
        found = shape_rule.evaluate(rule, known, elements)
        if any(size is None for size in found):
            return None
        sizes.append([int(size) for size in found if size is not None])
    return sizes


RUNNER = TvmFfi()
