"""Whether a reference computes with the op itself: compared with it, it agrees right or wrong."""

from __future__ import annotations

import contextlib
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch

from workbench.core.declaration.op import Op
from workbench.core.declaration.signature import kernel_function
from workbench.core.errors import UserError

__all__ = ["not_itself"]


@contextlib.contextmanager
def not_itself(op: Op, folder: Path) -> Iterator[None]:
    """Refuse a call of the op's kernel within the block.

    An installed op is its own definition, so there is no other kernel to be checked.

    Raises:
        UserError: kind ``reference``; the op was called, whatever became of it.
    """
    watched = {"package": _nothing, "session": _nothing, "class": _frames}.get(
        op.kernel.kind.loaded_as, _dispatcher
    )
    called: list[str] = []
    try:
        with watched(op, folder, lambda: called.append(op.torch)):
            yield
    finally:
        if called:
            raise UserError(
                "reference",
                f"the reference calls {op.torch} itself, which proves nothing",
                "Compute the op in another way: with torch's own functions, or with numpy.",
                key="reference",
            )


@contextlib.contextmanager
def _nothing(op: Op, folder: Path, call: Callable[[], None]) -> Iterator[None]:
    yield


@contextlib.contextmanager
def _dispatcher(op: Op, folder: Path, call: Callable[[], None]) -> Iterator[None]:
    """Another kernel stands in the op's place, so that a script or C++ meets it, too.

    Python's modes see what Python calls, and the first dispatch mode of a process imports 0.9 s
    of torch.
    """

    def instead(*args: Any, **kwargs: Any) -> Any:
        call()
        raise RuntimeError(f"{op.torch} is what the reference is to check")

    name = op.torch_name.partition(".")[0]
    schemas = torch._C._jit_get_schemas_for_operator(f"{op.namespace}::{name}")
    overloads = {s.overload_name for s in schemas}
    shadow = torch.library.Library(op.namespace, "IMPL")  # type: ignore[no-untyped-call]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a kernel is replaced is what is meant
            for overload in overloads:
                full = ".".join(filter(None, (name, overload)))
                shadow.impl(full, instead, "CPU", allow_override=True)  # type: ignore[no-untyped-call]
        yield
    finally:
        shadow._destroy()  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def _frames(op: Op, folder: Path, call: Callable[[], None]) -> Iterator[None]:
    """A kernel in Python is known by its file and its name, however it was imported."""
    path = (folder / op.kernel.source).resolve()
    name = kernel_function(op)
    names = {name, f"{name}.forward"}

    def entered(frame: types.FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_qualname in names and _is(code.co_filename, path):
            call()

    before = sys.getprofile()
    sys.setprofile(entered)
    try:
        yield
    finally:
        sys.setprofile(before)


def _is(filename: str, path: Path) -> bool:
    return Path(filename).resolve() == path
