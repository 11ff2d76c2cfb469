"""What is debugged: an op's libraries built for it, and the call that is made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import (
    DebugJob,
    ExportedCase,
    ExportJob,
    ExportResult,
    Job,
    RunJob,
    debug_runtimes,
)
from workbench.core.toolkits.cuda import nothing_runs
from workbench.engine.build import build
from workbench.engine.debug.inferior import DebugTarget
from workbench.engine.store import Store

__all__ = ["for_debugging", "target"]

_FLAGS = ("-O0", "-g2")

Export = Callable[[ExportJob], ExportResult]


def for_debugging(op: Op) -> Op:
    """The op compiled as it is written: each statement by itself, with all variables."""
    kernel = op.kernel
    # A sanitizer's runtime would have to be loaded first, and is no help here.
    plain = [f for f in kernel.compile_flags if not f.startswith("-fsanitize=")]
    linked = [f for f in kernel.link_flags if not _takes_away(f)]
    kernel = msgspec.structs.replace(
        kernel, compile_flags=(*plain, *_FLAGS), link_flags=tuple(linked)
    )
    return msgspec.structs.replace(op, kernel=kernel)


def _takes_away(flag: str) -> bool:
    """Whether a flag of the linker takes away what gdb reads, or adds what must be loaded first."""
    strips = ("-Wl,-s", "-Wl,--strip-all", "-Wl,--strip-debug", "-Wl,-S")
    return flag == "-s" or flag in strips or flag.startswith("-fsanitize=")


def target(
    job: DebugJob, reporter: build.Reporter, export: Export
) -> tuple[ExportJob | RunJob, DebugTarget]:
    """Build what is needed, and say what is to be run.

    Args:
        job: what is asked for.
        reporter: is told how the build goes.
        export: exports the op, where the model is not known yet.

    Raises:
        UserError: it does not build, or there is nothing to look at.
    """
    op = for_debugging(job.op.resolved())
    possible = debug_runtimes(op)
    if op.kernel.kind.needs_gpu:
        raise nothing_runs()
    if not possible:
        what = "there is no C++ of the op's own to stop in"
        raise UserError("debug", what, "The debugger shows C++ kernels, line by line.")
    if job.runtime not in possible:
        message = "in ONNX Runtime no code of the op's own writes the outputs"
        raise UserError("debug", message, "Debug it in PyTorch.")
    declared = _declared_case(op, job)
    built, _ = build.build(Path(job.folder), op, Store(), reporter)
    case, name = job.case, job.case.name if job.case else ""
    to_export = ExportJob(1, job.folder, op, built.torch_library, limits=job.limits)
    if job.runtime == "torch":
        given = case.inputs if case is not None else ""
        return to_export, DebugTarget(job.element, declared, given)
    if case is None or not case.model:
        exported = export(to_export)
        case = _named(exported, name)
    run: Job = RunJob(1, job.folder, built.ort_library, (case,), op=op, limits=job.limits)
    assert isinstance(run, RunJob)
    return run, DebugTarget(job.element)


def _declared_case(op: Op, job: DebugJob) -> str:
    """The declared case from which PyTorch has the arguments that are no inputs of the model."""
    if job.case is None or job.runtime != "torch":
        return ""
    name = job.case.name.removesuffix(job.case.sizes).removesuffix(", ")
    if name and name not in [case.name for case in op.model.cases]:
        message = f"how the op is called in case '{name}' stands in the model alone"
        raise UserError("debug", message, "Debug it in ONNX Runtime.")
    return name


def _named(exported: ExportResult, name: str) -> ExportedCase:
    for case in exported.cases:
        if case.name == name:
            return case
    known = ", ".join(filter(None, (case.name for case in exported.cases))) or "only the main one"
    raise UserError("usage", f"there is no case '{name}'", f"There is: {known}.")
