"""Whether an op may be delivered after what came of verifying it."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.declaration.op import Op
from workbench.core.delivery.form import Form
from workbench.core.errors import Problem
from workbench.core.pipeline.op_state import EXPORT_ONLY, NOT_RUN, STATUS_WORDS, OpState
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.platforms import Platform, refusal
from workbench.core.runtimes import RUNTIMES, how_to_add

__all__ = ["not_in_form", "refusals"]


def not_in_form(op: Op, form: Form, platforms: Sequence[Platform] = ()) -> tuple[str, str]:
    """Why an op cannot be delivered so, whatever its results, and the next step; empty where it can.

    Args:
        op: ``Op.resolved``.
        form: in which it is to be delivered.
        platforms: for which the op library is to be built.
    """
    if platforms and not form.takes_platforms:
        return f"the form {form.name} is for this platform alone", "Leave the platforms out."
    if op.kernel.kind.needs_gpu and not form.is_check:
        what = f"{op.not_compared}, so nothing has run here that a delivery could promise"
        return what, "Write a kernel for the CPU, too, in the portable style."
    reason, hint = form.refusal(op)
    return (reason, hint) if reason else refusal(op, platforms)


def refusals(
    state: OpState, form: Form, unverified: bool = False, platforms: Sequence[Platform] = ()
) -> list[Problem]:
    """Why an op is not delivered; nothing where it may be.

    Args:
        state: brought up to date; results of old content do not count.
        form: in which it is to be delivered.
        unverified: also where nothing independent says that its results are right.
        platforms: for which the op library is to be built.
    """
    if state.op is None:
        return list(state.problems)
    reason, hint = not_in_form(state.op, form, platforms)
    if reason:
        return [Problem("deliver", reason, hint)]
    report, unverified = state.report(), unverified or form.is_check
    if report.status == "agrees" or (unverified and report.status == UNVERIFIED):
        return []
    if report.status == EXPORT_ONLY:
        return [] if unverified else _only_exported(state.op, form)
    if report.error is not None:
        if report.error.kind == "incomplete":
            hint = "Verify it, and deliver it then."
            return [Problem("deliver", "it is not up to date", hint)]
        errors = [p for p in report.problems if p.severity == "error"]
        return [Problem("deliver", "it fails, so there is nothing to deliver"), *errors]
    if report.status == NOT_RUN:
        return []  # what a form promises of it, the form says
    words = STATUS_WORDS[report.status]
    if report.status == UNVERIFIED:
        hint = (
            "Add a reference (verify --draft-reference drafts one), or give --unverified: then the "
            "delivery says that it is not verified."
        )
        return [Problem("deliver", f"it {words}", hint)]
    hint = "Look at what differs (op-workbench verify), and mend the kernel or the reference."
    return [Problem("deliver", f"it {words.lower()}", hint)]


def _only_exported(op: Op, form: Form) -> list[Problem]:
    """Why an op is not delivered that nothing here has run as ONNX."""
    runtime = RUNTIMES.get(form.proof)
    shared = runtime.shared(op) if runtime is not None else ""
    if shared and not op.reference.declared:
        hint = (
            "Add a reference, or give --unverified: then the delivery says that it is not verified."
        )
        what = f"it is only exported; {shared}, and nothing else says what it should give"
        return [Problem("deliver", what, hint)]
    if runtime is not None and runtime.is_there:
        return []  # the delivery is run before it counts
    hint = "Give --unverified: then the delivery says that it is not verified."
    if runtime is not None:
        hint = f"{how_to_add(runtime.name)}. Or give --unverified: then the delivery says so."
    return [Problem("deliver", "it is only exported: its numbers have not been checked", hint)]
