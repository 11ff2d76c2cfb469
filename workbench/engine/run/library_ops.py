"""Asks any op library for ONNX Runtime what it registers.

``RegisterCustomOps`` of the library is called with a function table in which what makes and fills
domains is ours (``ort_recorder.h``), so there is no session, and what is listed is what a session
would be given. The library keeps that table: the process that has asked must not go on to open a
session with it. So this is done in a process of its own, a job's child or a copy of one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

import msgspec
import onnx
import onnxruntime

from workbench.core.codegen.templates import render
from workbench.core.errors import UserError
from workbench.core.jobs import (
    ASKING_LIBRARY,
    OPTIONAL,
    REQUIRED,
    VARIADIC,
    LibraryJob,
    LibraryOp,
    LibraryResult,
    LibraryValue,
)
from workbench.core.types.dtypes import by_onnx
from workbench.engine import toolchain
from workbench.engine.build.joined import generated_library
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.build.prebuilt import ENTRY, check_op_library, package_op_library
from workbench.engine.host.child import Channel
from workbench.engine.host.load_first import load_first
from workbench.engine.store import Store

__all__ = ["ask", "inspector", "library_job", "type_name"]

_CHARACTERISTICS = (REQUIRED, OPTIONAL, VARIADIC)
"""By ONNX Runtime's number."""
_OTHER_HEADERS = "Was it made against the headers of another version of ONNX Runtime?"
_TOLD = ctypes.CFUNCTYPE(None, ctypes.c_char_p)
_REFUSED = ctypes.CFUNCTYPE(None, ctypes.c_uint32)


class _Value(msgspec.Struct):
    type: int
    characteristic: int

    def known(self) -> LibraryValue:
        return LibraryValue(type_name(self.type), _CHARACTERISTICS[self.characteristic])


class _Op(msgspec.Struct):
    domain: str
    name: str
    provider: str
    api: int
    inputs: list[_Value]
    outputs: list[_Value]
    least_inputs: int
    inputs_alike: int
    least_outputs: int
    outputs_alike: int
    since_version: int
    until_version: int

    def known(self, library: Path) -> LibraryOp:
        for value in (*self.inputs, *self.outputs):
            if not 0 <= value.characteristic < len(_CHARACTERISTICS):
                raise UserError(
                    "library",
                    f"{self.domain}::{self.name} says {value.characteristic} where a value is required "
                    "(0), optional (1) or repeated (2)",
                    _OTHER_HEADERS,
                    file=library,
                )
        # What has no end says so with the largest number.
        until = 0 if self.until_version >= (1 << 31) - 1 else self.until_version
        cpu = self.provider in ("", "CPUExecutionProvider")
        return LibraryOp(
            self.domain,
            self.name,
            "" if cpu else self.provider,
            self.api,
            tuple(v.known() for v in self.inputs),
            tuple(v.known() for v in self.outputs),
            self.least_inputs,
            bool(self.inputs_alike),
            self.least_outputs,
            bool(self.outputs_alike),
            self.since_version,
            until,
        )


class _Domain(msgspec.Struct):
    ops: list[_Op]
    wrong: list[str]


def library_job(job: LibraryJob, channel: Channel) -> None:
    """Stage ``library``."""
    with channel.stage("library") as outcome:
        path, package, module = Path(job.library), "", ""
        if _is_package(job.library):
            package = job.library
            module = job.module
            root, name = package_op_library(package, module)
            path = root / name
        check_op_library(path)
        made = inspector(Store())
        channel.progress("library", 0, 1, ASKING_LIBRARY, file=str(path))

        def refused(version: int) -> None:
            wanted = f"which asks for ONNX Runtime 1.{version}; here is {onnxruntime.__version__}"
            channel.progress("library", 0, 1, f"{ASKING_LIBRARY}, {wanted}", file=str(path))

        ops = ask(path, made, refused)
        if not ops:
            what = f"its {ENTRY} ran, and registered nothing"
            hint = "Does it register its ops under a condition, or for another provider?"
            raise UserError("library", what, hint, file=path)
        outcome.result = LibraryResult(tuple(ops), str(path), package, module)


def _is_package(name: str) -> bool:
    """Whether no file is meant: a dotted name alone, which is none here."""
    return all(part.isidentifier() for part in name.split(".")) and not Path(name).exists()


def inspector(store: Store) -> str:
    """The library that asks, made on first use.

    Raises:
        UserError: what the compiler reported; or there is none.
    """
    text = render("ort_inspector.cpp.j2")
    return generated_library(
        "libinspector_ort.so", text, toolchain.INSPECTOR_EXPORTS, store, Reporter()
    )


def ask(
    library: Path, inspector_library: str, refused: Callable[[int], None] = lambda _: None
) -> list[LibraryOp]:
    """The ops of a library; empty where it registers none.

    Its static initialisers and its ``RegisterCustomOps`` run, in a process that is good for nothing
    else afterwards.

    Args:
        library: the file; it has passed ``check_op_library``.
        inspector_library: what ``inspector`` gave.
        refused: is told of each version of ONNX Runtime's interface that it asks for in vain.

    Raises:
        UserError: kind ``library``; it does not load, says itself that it cannot register, or what it
            says of an op is nothing that ONNX Runtime knows.
    """
    answers: list[bytes] = []
    load_first(str(library))
    # ONNX Runtime finds it already loaded, with what was said to it.
    asking = ctypes.CDLL(inspector_library)
    told, not_there = _TOLD(answers.append), _REFUSED(refused)
    asking.wb_inspect(str(library).encode(), told, not_there)
    options = onnxruntime.SessionOptions()
    try:
        options.register_custom_ops_library(inspector_library)
    except Exception as error:  # ONNX Runtime's errors have no common base
        raise _refusal(library, str(error)) from None
    # A name may be of any bytes: one that is no text is listed as far as it can be read.
    answer = answers[0].decode("utf-8", "replace") if answers else "[]"
    found = msgspec.json.decode(answer, type=list[_Domain])
    if wrong := [claim for domain in found for claim in domain.wrong]:
        raise UserError("library", wrong[0], _OTHER_HEADERS, file=library)
    return [op.known(library) for domain in found for op in domain.ops]


def _refusal(library: Path, message: str) -> UserError:
    reason = message.rpartition("the op library: ")[2].strip().removeprefix(f"{library}: ")
    hint = "Does it need a library or a function that is not on this machine?"
    return UserError(
        "library", f"the library does not register its ops: {reason}", hint, file=library
    )


def type_name(code: int) -> str:
    """The name of an element type by ONNX's number: ours where we have it; empty for none."""
    if code == onnx.TensorProto.UNDEFINED:
        return ""
    known = by_onnx(code)
    if known is not None:
        return known.name
    names = onnx.TensorProto.DataType
    return names.Name(code).lower() if code in names.values() else f"type {code}"
