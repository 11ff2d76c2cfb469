"""The program that gdb looks at: it runs an op once per request, and says where an element lies.

It speaks by lines of JSON and stops itself (SIGTRAP) right before a call and right after it, so
that gdb has to know nothing of Python. ONNX Runtime writes into memory that is given to it, so it
is known where the element will lie. PyTorch allocates an output itself: ``memory.py`` sees it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from workbench.core import jobs
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import Element, ExportJob, RunJob

__all__ = ["DebugTarget", "Failed", "Ready", "Returned"]

_PR_SET_PTRACER, _PR_SET_PTRACER_ANY = 0x59616D61, -1
_PATTERNS = (0xA5, 0x5A)


class DebugTarget(msgspec.Struct, frozen=True):
    """What is to be run.

    Attributes:
        element: the one that is watched.
        case: the declared case whose inputs are taken in PyTorch; empty for the main one.
        inputs: an ``.npz`` that has other inputs of the same model; empty for those declared.
    """

    element: Element
    case: str = ""
    inputs: str = ""


class Ready(msgspec.Struct, tag="ready"):
    """A call is about to be made.

    Attributes:
        address: where the element will lie; of an output that is allocated, where the last one lay.
        dtype: its type, by our name.
        fill: a byte that the element does not consist of in the end.
        size: of what is allocated for the output, in bytes; 0 where its memory is given.
        offset: of the element in that.
        allocate: the address of the function that allocates it (``posix_memalign``).
    """

    address: int
    dtype: str
    fill: int
    size: int = 0
    offset: int = 0
    allocate: int = 0


class Returned(msgspec.Struct, tag="returned"):
    """A call was made; ``address`` is where the element lies indeed."""

    address: int


class Failed(msgspec.Struct, tag="failed"):
    """It cannot be run."""

    problems: tuple[Problem, ...]


class _Run(Protocol):
    def prepare(self) -> Ready:
        """What may be known before a call, and all that has to be done before it."""

    def call(self) -> int:
        """The call; where the element lies."""


class _InTorch:
    """The op's sample model in PyTorch."""

    def __init__(self, job: ExportJob, target: DebugTarget) -> None:
        import torch

        from workbench.core.examples import example_files
        from workbench.engine.export.eager import output_tensors
        from workbench.engine.export.sample import Callee, sample_model, sample_values
        from workbench.engine.export.torch_op import load_torch_op
        from workbench.engine.values.arrays import load_arrays
        from workbench.engine.values.tensors import dtype_name, to_tensor

        torch.set_num_threads(1)
        folder, self._element = Path(job.folder), target.element
        torch_op = load_torch_op(job.op, folder, job.torch_library)
        op = example_files.opened(job.op, folder)
        for case in op.model.cases:
            if case.name == target.case:
                op = op.for_case(case)
                break
        callee = Callee(op, torch_op.call, torch_op.overload)
        sample = sample_model(op, folder, sample_values(op, folder), callee)
        given = {name: to_tensor(a) for name, a in _arrays(load_arrays, target.inputs).items()}
        inputs = [given.get(name, tensor) for name, tensor in sample.tensors.items()]

        def call() -> Any:
            with torch.no_grad():
                return output_tensors(op, sample.module(*inputs))

        self._call, self._torch, self._dtype_name = call, torch, dtype_name
        self._held: Any = None
        self._seen = Ready(0, "", 0)

    def prepare(self) -> Ready:
        if not self._seen.size:
            self.call()
        self._held = None
        return self._seen

    def call(self) -> int:
        # It is kept until gdb has looked at it: what is freed is written to.
        self._held = tensor = _the(self._call(), self._element)
        _check_index(self._element, tuple(tensor.shape))
        element, storage = tensor[self._element.index], tensor.untyped_storage()
        address = int(element.data_ptr())
        value = element.contiguous().view(-1).view(self._torch.uint8).tolist()
        allocate = ctypes.cast(ctypes.CDLL(None).posix_memalign, ctypes.c_void_p).value or 0
        self._seen = Ready(
            address, self._dtype_name(tensor), _other_than(value), storage.nbytes(),
            address - storage.data_ptr(), allocate,
        )  # fmt: skip
        return address


class _InOrt:
    """The exported model in ONNX Runtime."""

    def __init__(self, job: RunJob, target: DebugTarget) -> None:
        from workbench.core.types.dtypes import DTYPES
        from workbench.engine.run.calls import ort_value
        from workbench.engine.run.run import open_session, run_model
        from workbench.engine.values.arrays import load_arrays

        case = job.cases[0]
        session = open_session(case.model, job.ort_library, case.model, threads=1)
        inputs = load_arrays(Path(case.inputs))
        outputs = run_model(session, inputs).outputs
        self._array = np.ascontiguousarray(_the(outputs, target.element)).copy()
        _check_index(target.element, self._array.shape)
        self._at = int(np.ravel_multi_index(target.element.index, self._array.shape or (1,))) if (
            target.element.index
        ) else 0  # fmt: skip
        self._dtype = self._array.dtype.name
        binding = session.io_binding()
        wanted = [i.name for i in session.get_inputs()]
        self._inputs = [ort_value(np.ascontiguousarray(inputs[name])) for name in wanted]
        for name, value in zip(wanted, self._inputs, strict=True):
            binding.bind_ortvalue_input(name, value)
        for output in session.get_outputs():
            if output.name == target.element.output:
                code = DTYPES[self._dtype].onnx
                binding.bind_output(
                    output.name, "cpu", 0, code, self._array.shape, self._array.ctypes.data
                )
            else:
                binding.bind_output(output.name, "cpu")
        self._session, self._binding = session, binding

    @property
    def _address(self) -> int:
        return int(self._array.ctypes.data) + self._at * self._array.itemsize

    def prepare(self) -> Ready:
        size = self._array.itemsize
        value = list(ctypes.string_at(self._address, size))
        fill = _other_than(value)
        ctypes.memset(self._array.ctypes.data, fill, self._array.nbytes)
        return Ready(self._address, self._dtype, fill)

    def call(self) -> int:
        self._session.run_with_iobinding(self._binding)
        return self._address


def _arrays(load: Any, file: str) -> dict[str, np.ndarray]:
    return dict(load(Path(file))) if file else {}


def _the(outputs: dict[str, Any], element: Element) -> Any:
    if element.output not in outputs:
        known = ", ".join(outputs)
        raise UserError("usage", f"there is no output '{element.output}'", f"There is: {known}.")
    return outputs[element.output]


def _check_index(element: Element, shape: tuple[int, ...]) -> None:
    fits = len(element.index) == len(shape) and all(
        0 <= i < size for i, size in zip(element.index, shape, strict=True)
    )
    if not fits:
        what = f"'{element.output}' has no element [{', '.join(map(str, element.index))}]"
        raise UserError("usage", what, f"Its shape is {list(shape)}.")


def _other_than(value: list[int]) -> int:
    return next(p for p in _PATTERNS if any(byte != p for byte in value))


def _work(job: ExportJob | RunJob, target: DebugTarget, out: int) -> None:
    def tell(message: msgspec.Struct) -> None:
        os.write(out, msgspec.json.encode(message) + b"\n")

    try:
        run: _Run = _InTorch(job, target) if isinstance(job, ExportJob) else _InOrt(job, target)
        ready = run.prepare()
        tell(ready)
        while sys.stdin.readline():
            tell(run.prepare())
            signal.raise_signal(signal.SIGTRAP)
            address = run.call()
            tell(Returned(address))
            signal.raise_signal(signal.SIGTRAP)
    except UserError as error:
        tell(Failed(error.problems))


def main() -> None:
    """Take the job and what is looked at from two lines of standard input."""
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_PTRACER, ctypes.c_long(_PR_SET_PTRACER_ANY), 0, 0, 0)
    out = int(sys.argv[1])
    job = jobs.decode_request(sys.stdin.readline().encode())
    target = msgspec.json.decode(sys.stdin.readline(), type=DebugTarget)
    assert isinstance(job, ExportJob | RunJob)
    _work(job, target, out)


if __name__ == "__main__":
    main()
