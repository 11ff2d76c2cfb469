"""What op libraries say that they hold, in the form in which models are compared with it.

Our libraries carry a manifest (``ort_manifest.h``); any other is asked with a recorder in a
session's place (``library_ops.py``), in a copy of this process.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import onnxruntime

from workbench.core.errors import UserError
from workbench.core.jobs import OPTIONAL, VARIADIC, LibraryOp, LibraryValue
from workbench.engine.build.prebuilt import ENTRY
from workbench.engine.elf import read_library
from workbench.engine.host.aside import Aside
from workbench.engine.host.load_first import load_first
from workbench.engine.run.library_ops import ask, inspector, type_name
from workbench.engine.store import Store

__all__ = ["UNLIMITED", "HeldOp", "held_ops", "manifest_of", "try_to_register", "type_name"]

UNLIMITED = sys.maxsize
_QUESTION = b"op-workbench: what is in this library?"
"""What ``ort_question.h`` has, and a library of ours with it."""
_SECONDS = 20.0


class HeldOp(msgspec.Struct, frozen=True):
    """One op of a library, for one combination of element types.

    Attributes:
        since_version, until_version: of the domain; 0 for no end.
        takes_inputs, gives_outputs: the least and the largest number.
        inputs: the element types that each takes; empty for any. The last one's are those of what
            a variadic one stands for.
    """

    domain: str
    name: str
    since_version: int
    until_version: int
    takes_inputs: tuple[int, int]
    gives_outputs: tuple[int, int]
    inputs: tuple[tuple[str, ...], ...]
    provider: str = ""
    """Whose kernel it is; empty for the processor's."""

    @property
    def versions(self) -> str:
        """Behind its name: ``since 3``, ``from 3 to 5``."""
        if self.until_version:
            return f"from {self.since_version} to {self.until_version}"
        return f"since {self.since_version}"


class _Input(msgspec.Struct):
    dtypes: list[str]


class _ManifestOp(msgspec.Struct):
    domain: str
    name: str
    since_version: int
    min_inputs: int
    max_inputs: int
    inputs: list[_Input]
    outputs: list[_Input] | None = None  # own C++ that is registered here says none
    variadic: bool = False
    variadic_outputs: bool = False

    def held(self) -> HeldOp:
        most = UNLIMITED if self.variadic else self.max_inputs
        unlimited = self.outputs is None or self.variadic_outputs
        return HeldOp(
            self.domain,
            self.name,
            self.since_version,
            0,
            (self.min_inputs, most),
            # A mapping may name some of the outputs.
            (0, UNLIMITED if unlimited else len(self.outputs or ())),
            tuple(tuple(i.dtypes) for i in self.inputs),
        )


class _Manifest(msgspec.Struct):
    ops: list[_ManifestOp] = []
    error: str = ""


def held_ops(library: str) -> tuple[HeldOp, ...] | None:
    """The ops of a library; None for one of someone else that does not answer.

    Raises:
        UserError: kind ``library``; it is no op library of this machine, does not load, or registers
            nothing.
    """
    try:
        return _held_ops(library, Path(library).stat().st_mtime_ns)
    except OSError as error:
        reason = f"the op library cannot be read: {error.strerror}"
        raise UserError("library", reason, "Build it first.", file=library) from None


@functools.cache
def _held_ops(library: str, _changed: int) -> tuple[HeldOp, ...] | None:
    """The same; each model of a job is compared with it."""
    no_symbol = UserError(
        "library",
        f"the library has no {ENTRY}, so ONNX Runtime cannot use it",
        "A torch extension is no op library: pass the library built for ONNX Runtime.",
        file=library,
    )
    data = Path(library).read_bytes()
    # Before loading: a torch extension would fail for want of libtorch, which says nothing.
    if b"\0" + ENTRY.encode() + b"\0" not in data:
        _look_at(library)
        raise no_symbol
    try:
        load_first(library)
        loaded = ctypes.CDLL(library)
    except OSError as error:
        _look_at(library)
        reason = f"the op library does not load: {error}"
        hint = "Rebuild it."
        if re.match(r"lib(?:torch|c10)\w*\.so", str(error)):
            hint = (
                "It is a bridge to torch: load torch's libraries by their full path first, libc10.so, "
                "libtorch_cpu.so and libtorch.so of torch/lib with ctypes.CDLL, or import torch."
            )
        raise UserError("library", reason, hint, file=library) from None
    if not hasattr(loaded, ENTRY):
        raise no_symbol
    if _QUESTION not in data:
        return _asked(library)
    manifest = msgspec.convert(json.loads(manifest_of(loaded)), _Manifest)
    if manifest.error:
        raise UserError("library", manifest.error, "Rebuild the library.", file=library)
    return tuple(op.held() for op in manifest.ops)


def _look_at(library: str) -> None:
    """Tell of a file that is no library, or another machine's: looked at only where it is of no use.

    Raises:
        UserError: as ``read_library``.
    """
    right = "give the one that was built for it."
    read_library(Path(library), "the op library", "Build it.", right)


def try_to_register(library: str) -> None:
    """Have a library that did not answer register its ops with no session and no model.

    A crash in it is its own; what it refuses it refuses again in a session, which tells of it. One
    that has answered is registered by its session alone: it may do so but once.

    Raises:
        UserError: as ``held_ops``.
    """
    if held_ops(library) is not None:
        return
    with contextlib.suppress(Exception):
        onnxruntime.SessionOptions().register_custom_ops_library(library)


def _asked(library: str) -> tuple[HeldOp, ...] | None:
    """What a library of someone else registers, asked in a copy of this process."""
    try:
        made = inspector(Store())
    except UserError:
        return None  # without a compiler ONNX Runtime says what is wrong

    def answer() -> dict[str, np.ndarray]:
        ops = msgspec.json.encode(ask(Path(library), made))
        return {"ops": np.frombuffer(ops, dtype=np.uint8)}

    with tempfile.TemporaryDirectory(prefix="op-workbench-") as folder:
        told = Aside(answer, Path(folder) / "ops.npz", _SECONDS).result()
    if not told:
        return None  # it crashes, or refuses: so it will in the session, which tells of it
    ops = msgspec.json.decode(told["ops"].tobytes(), type=list[LibraryOp])
    if not ops:
        hint = "Does it register its ops under a condition, or for another provider?"
        raise UserError("library", "the op library registers nothing", hint, file=library)
    return tuple(_held(op) for op in ops)


def _held(op: LibraryOp) -> HeldOp:
    return HeldOp(
        op.domain,
        op.name,
        op.since_version,
        op.until_version,
        _count(op.inputs, op.least_inputs),
        _count(op.outputs, op.least_outputs),
        tuple((v.dtype,) if v.dtype else () for v in op.inputs),
        op.provider,
    )


def _count(values: Sequence[LibraryValue], least: int) -> tuple[int, int]:
    required = [i for i, v in enumerate(values, 1) if v.characteristic != OPTIONAL]
    if values and values[-1].characteristic == VARIADIC:
        return len(values) - 1 + least, UNLIMITED
    return max(required, default=0), len(values)


class _Base(ctypes.Structure):
    """``OrtApiBase``."""

    _fields_ = (
        ("GetApi", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)),
        ("GetVersionString", ctypes.CFUNCTYPE(ctypes.c_void_p)),
    )


def manifest_of(loaded: ctypes.CDLL) -> bytes:
    """What one of our libraries says that it holds, as JSON.

    Args:
        loaded: the library; ``ort_question.h`` is in it.
    """
    question = ctypes.create_string_buffer(_QUESTION)
    fields = dict(_Base._fields_)
    base = _Base(
        fields["GetApi"](lambda version: None),
        fields["GetVersionString"](lambda: ctypes.addressof(question)),
    )
    answer = ctypes.c_char_p()
    loaded.RegisterCustomOps.restype = ctypes.c_void_p
    loaded.RegisterCustomOps(ctypes.byref(answer), ctypes.byref(base))
    return answer.value or b""
