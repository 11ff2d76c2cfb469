"""The runtimes beside ONNX Runtime on this machine: one object per runtime, in a file each.

A runtime has an environment of its own in the user's data folder, made on request by
``op-workbench runtime add NAME``; nothing of it is in the program's own environment, and one that is
not there costs nothing. A new one is a file here with its ``RUNTIME``, and one in
``engine/runtimes/runners`` with what makes its environment, what is built for it, and how it runs a model.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.errors import UserError
from workbench.core.pipeline.op_state import OpState
from workbench.core.registry import Registry
from workbench.core.runtimes.report import (
    failed_report,
    goes_elsewhere,
    may_run,
    not_offered,
    report_line,
    report_of,
    report_text,
    with_gpu,
)
from workbench.core.runtimes.request import runtime_job
from workbench.core.runtimes.runtime import Runtime, how_to_add
from workbench.core.types.devices import CPU

__all__ = [
    "ALL",
    "RUNTIMES",
    "Runtime",
    "asked",
    "failed_report",
    "goes_elsewhere",
    "how_to_add",
    "may_run",
    "not_offered",
    "report_line",
    "report_of",
    "report_text",
    "runtime_job",
    "unasked",
    "with_gpu",
]

RUNTIMES: Registry[Runtime] = Registry(__name__, "RUNTIME")
"""Name → runtime, in the order in which they are offered."""

ALL = "all"
"""Stands for all runtimes that are there."""


def asked(names: Sequence[str]) -> list[Runtime]:
    """The runtimes that are named, ``all`` for those that are there.

    Raises:
        UserError: kind ``runtime``; one is not known, or not there.
    """
    unknown = next((name for name in names if name != ALL and name not in RUNTIMES), "")
    if unknown:
        raise UserError(
            "runtime", f"there is no runtime '{unknown}'", f"Runtimes: {', '.join(RUNTIMES)}."
        )
    there = [runtime.name for runtime in RUNTIMES.values() if runtime.is_there]
    if ALL in names and not there:
        raise UserError("runtime", "no runtime has been added yet", how_to_add(", ".join(RUNTIMES)))
    wanted = dict.fromkeys(n for name in names for n in (there if name == ALL else [name]))
    for name in wanted:
        if not RUNTIMES[name].is_there:
            raise UserError("runtime", f"the runtime {name} is not there", how_to_add(name))
    return [RUNTIMES[name] for name in wanted]


def unasked(state: OpState) -> list[Runtime]:
    """Those that run an op though nobody names them: a GPU that is there, where it has a kernel for that.

    Args:
        state: what came of the op on the CPU.
    """
    of_gpu = (r for r in RUNTIMES.values() if r.device != CPU and r.is_there)
    return [r for r in of_gpu if state.op is not None and not r.refusal(state.op)[0]]
