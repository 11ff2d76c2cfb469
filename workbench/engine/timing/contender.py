"""PyTorch's and ONNX Runtime's contenders: a program of its own for each.

    python -m workbench.engine.timing.contender KIND DESCRIPTOR

``turns`` has what it is told and what it answers. A file that it opens is a ``Setup``.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from workbench import paths  # noqa: F401  # before onnxruntime, whose telemetry it turns off
from workbench.core.declaration.op import Op
from workbench.core.timing import COMPILED, EAGER
from workbench.engine.timing.turns import serve

__all__ = ["ORT", "Setup", "main", "write_setup"]

ORT = "onnxruntime"


class Setup(msgspec.Struct, frozen=True):
    """What is to be called.

    Attributes:
        op: the declaration with its inputs.
        folder: the op's.
        library: for PyTorch, or for ONNX Runtime.
        model, inputs: of ONNX Runtime.
        work: a folder for what a compiler makes.
    """

    op: Op
    folder: str
    library: str
    work: str
    model: str = ""
    inputs: str = ""


def write_setup(path: Path, setup: Setup) -> None:
    """Not as JSON, which has no nan: elements of an example may be such."""
    path.write_bytes(msgspec.msgpack.encode(setup))


def _read(file: str) -> Setup:
    return msgspec.msgpack.decode(Path(file).read_bytes(), type=Setup)


# -- PyTorch


@functools.cache
def _torch_op(library: str, op: bytes, folder: str) -> Any:
    from workbench.engine.export.torch_op import load_torch_op

    return load_torch_op(msgspec.msgpack.decode(op, type=Op), Path(folder), library)


def _sample(setup: Setup, compiled: bool) -> Any:
    """The sample model that calls the op as it is, and what a compiler calls for it."""
    from workbench.engine.export.exporters import generated_module
    from workbench.engine.export.sample import Plain, sample_model, sample_values

    op, folder = setup.op, Path(setup.folder)
    # Loaded once: other examples make it no other op.
    bare = msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, inputs=(), cases=()))
    torch_op = _torch_op(setup.library, msgspec.msgpack.encode(bare), setup.folder)
    call = torch_op.call
    if compiled:
        call = _exported(torch_op, functools.partial(generated_module, op, folder))
    return sample_model(op, folder, sample_values(op, folder), Plain(op, call))


_calls: dict[int, Any] = {}


def _exported(torch_op: Any, module: Callable[[], Any]) -> Any:
    if id(torch_op) not in _calls:
        _calls[id(torch_op)] = torch_op.exported(module())[0]
    return _calls[id(torch_op)]


def _eager(file: str, threads: int) -> Callable[[], Any]:
    import torch

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    sample = _sample(_read(file), compiled=False)
    return functools.partial(sample.module, *sample.tensors.values())


def _compiled(file: str, threads: int) -> Callable[[], Any]:
    import torch

    setup = _read(file)
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(Path(setup.work) / "torchinductor")
    import torch._dynamo
    import torch._inductor.config

    torch._inductor.config.compile_threads = 1
    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    torch._dynamo.reset()
    sample = _sample(setup, compiled=True)
    program = torch.compile(sample.module, fullgraph=True, dynamic=False)
    return functools.partial(program, *sample.tensors.values())


# -- ONNX Runtime


def _in_ort(file: str, threads: int) -> Callable[[], Any]:
    from workbench.engine.run.calls import plain_call
    from workbench.engine.run.library_check import check_model_against_library
    from workbench.engine.run.run import open_session
    from workbench.engine.values.arrays import load_arrays

    setup = _read(file)
    check_model_against_library(Path(setup.model), setup.library)
    session = open_session(
        *(setup.model, setup.library, setup.model),
        threads=threads,
        session=setup.op.session,
        folder=setup.folder,
    )
    return plain_call(session, load_arrays(Path(setup.inputs)))


_KINDS = {EAGER: _eager, COMPILED: _compiled, ORT: _in_ort}


def main() -> None:
    """Import what the kind needs, and serve."""
    kind, descriptor = sys.argv[1], int(sys.argv[2])
    if kind == ORT:
        import workbench.engine.run.run  # noqa: F401
    else:
        import torch  # noqa: F401

    serve(_KINDS[kind], descriptor)


if __name__ == "__main__":
    main()
