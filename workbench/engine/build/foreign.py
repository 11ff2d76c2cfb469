"""A compiled module of somebody else's that an op library calls: looked at before anything is built.

It is not loaded for that: loading runs code of it, which is for a job's child alone.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

from workbench.core import jobs
from workbench.core.compile.module_functions import PREFIX
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.runtimes import how_to_add
from workbench.core.runtimes.tvm_ffi import RUNTIME
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.elf import read_library

__all__ = ["foreign_module", "load_modules"]

_LIBRARY = "libtvm_ffi.so"
_HINT = "Give the file that the other compiler has made, or correct module in [ort]."


def foreign_module(folder: Path, op: Op) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """The module that ``[ort]`` names, and what of this machine is to be loaded before it.

    Args:
        folder: the op's.
        op: its declaration.

    Raises:
        UserError: kind ``file`` or ``library``; it is not there, no whole library of this machine, has
            no function of that name, or needs tvm-ffi's library, which is not here.
    """
    path = (folder / op.ort.module).resolve()
    module = read_library(path, "the module", _HINT, "correct module in [ort].")
    symbol = f"{PREFIX}{op.ort.function}"
    if symbol not in module.exported:
        names = sorted(name for name in module.exported if name.startswith(PREFIX))
        there = ", ".join(name.removeprefix(PREFIX) for name in names)
        hint = f"It has: {there}. Name one as function in [ort]." if there else (
            f"A function of tvm-ffi's ABI is exported as {PREFIX} and its name."
        )  # fmt: skip
        raise UserError("library", f"the module has no function {symbol}", hint, file=path)
    if b"TVMFFI" not in module.data:
        return (path,), ()
    found = sorted(RUNTIME.folder.glob(f"python/lib/python*/site-packages/tvm_ffi/lib/{_LIBRARY}"))
    if not found and _LIBRARY in module.needed:
        reason = f"the module needs {_LIBRARY}, which is not here"
        raise UserError("library", reason, how_to_add(RUNTIME.name), file=path)
    return (path,), tuple(map(str, found[:1]))


def load_modules(folder: Path, op: Op, reporter: Reporter) -> None:
    """Load the module that an op calls, if it does, in a job's child: what ends that is told as the module's.

    Args:
        folder: the op's.
        op: its declaration.
        reporter: is told before.

    Raises:
        UserError: as those of ``foreign_module``; or it does not load.
    """
    style = op.kernel.kind
    plans = (style.library, op.ort.side.library(style))
    if not any(plan is not None and plan.loads_module for plan in plans):
        return
    (module,), before = foreign_module(folder, op)
    reporter.progress(0, 1, f"{jobs.LOADING_MODULE} {op.ort.module}")
    for file in (*before, str(module)):
        try:
            ctypes.CDLL(file)
        except OSError as error:
            reason = f"the module does not load: {str(error).removeprefix(f'{file}: ')}"
            hint = "Does it need a library or a function that is not on this machine?"
            raise UserError("library", reason, hint, file=file) from None
