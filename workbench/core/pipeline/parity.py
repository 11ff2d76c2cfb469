"""What a comparison proves: which two results are independent, and what is reported without any.

Two results that agree prove something only where they were computed in two ways. One kernel that
both runtimes run agrees with itself, right or wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.jobs import OutputParity

__all__ = [
    "BODY",
    "BY_ONNX",
    "BY_REFERENCE",
    "MAIN_CASE",
    "PYTORCH",
    "RUNTIME",
    "UNVERIFIED",
    "inexact",
    "is_rounding_measured",
    "is_truth",
    "light_of",
    "no_truth",
    "pairs_of",
    "rows_of",
    "shared_kernel",
    "short",
    "unverified",
]

PYTORCH, RUNTIME = "PyTorch", "ONNX Runtime"
_SHORT = "ORT"
BODY = "ONNX Runtime without the library"
"""What runs a model's own standard nodes in the custom node's place."""
BY_REFERENCE, BY_ONNX = "reference", "ONNX's test case"
"""Who may give the expected values: the op's own reference, or the standard's test cases."""
MAIN_CASE = "main"
"""What the main set of inputs, which has no name, is called beside others."""

UNVERIFIED = "unverified"
"""The status, and the kind of problem, where nothing differs and nothing is proven either."""


def shared_kernel(op: Op) -> str:
    """Why ONNX Runtime's result is no check of PyTorch's; empty where the two are independent.

    Standard nodes compute in their own way.
    """
    if op.kernel.kind.calls_ort:
        return "PyTorch has ONNX Runtime compute it, too"
    return op.ort.side.shared(op.kernel.kind) if op.mapping.custom_nodes else ""


def is_rounding_measured(op: Op) -> bool:
    """Whether rounding is all that may move the op's results, so that its budget can be measured.

    The kernel's own code is rounded as the processor is told to. torch's vectorised functions, and
    kernels that call them, approximate by more than that.
    """
    return op.kernel.kind.is_shared and op.reference.declared and not op.model.source


def is_truth(expected_by: str) -> bool:
    """Whether values come from something that knows nothing of the kernel."""
    return expected_by in (BY_REFERENCE, BY_ONNX)


def unverified(
    outputs: Sequence[OutputParity], shared: str, vouched: bool = False, holds: str = ""
) -> tuple[Problem, ...]:
    """Why results that agree everywhere prove nothing of some output; none where all is proven.

    An output is proven by one set of inputs in which two independent results agree on elements
    that are numbers: where both are nan or infinite, or there are none at all, nothing was
    compared.

    Args:
        outputs: all comparisons of the op.
        shared: what ``shared_kernel`` says of it.
        holds: what is declared to be true of results, and is.
        vouched: the reference has checked each call of the op inside a model of the user's own.
    """
    found: dict[str, Problem] = {}
    for name in dict.fromkeys(o.name for o in outputs):
        named = [o for o in outputs if o.name == name]
        if vouched and any(o.compared for o in named):
            continue
        if any(o.independent and o.compared for o in named):
            continue
        problem = _why(name, named, shared, holds)
        found.setdefault(problem.message, problem)
    return tuple(found.values())


def short(who: str) -> str:
    """A name, or what begins with one, for a narrow column: ``ORT, this op``."""
    return who.replace(RUNTIME, _SHORT)


def rows_of(outputs: Sequence[OutputParity]) -> list[tuple[OutputParity, ...]]:
    """The comparisons of each output with each set of inputs together, in their order."""
    found: dict[tuple[str, str], list[OutputParity]] = {}
    for one in outputs:
        found.setdefault((one.case, one.name), []).append(one)
    return [tuple(row) for row in found.values()]


def pairs_of(outputs: Sequence[OutputParity]) -> list[tuple[str, str]]:
    """Who is compared, ``(expected_by, actual_by)``: runtimes first, then what PyTorch is held against."""
    pairs = dict.fromkeys((one.expected_by, one.actual_by) for one in outputs)
    return sorted(pairs, key=lambda pair: pair[1] == PYTORCH)  # stable


def light_of(one: OutputParity, row: Sequence[OutputParity]) -> str:
    """What a comparison shows: ``ok``, ``differs``, ``unverified``, or ``skipped`` without any number.

    One kernel that both sides run proves nothing by itself. It is as good as what it agrees with,
    where that has been proven by something independent.

    Args:
        one: the comparison.
        row: all of the same output with the same inputs.
    """
    if not one.agrees:
        return "differs"
    if not one.compared:
        return "skipped"
    sides = {one.expected_by, one.actual_by}
    proven = (o for o in row if o.independent and o.compared and o.agrees)
    return "ok" if any(sides & {o.expected_by, o.actual_by} for o in proven) else UNVERIFIED


def inexact(outputs: Sequence[OutputParity]) -> tuple[Problem, ...]:
    """What is to be said of results that agree only because rounding moves them so much.

    Args:
        outputs: all comparisons of the op.
    """
    found: dict[str, Problem] = {}
    for o in outputs:
        if not o.agrees or o.rounding is None or not o.rounding.beyond:
            continue
        message = (
            f"{o.rounding.beyond} of the {o.elements} elements of '{o.name}' differ from what is "
            f"expected by more than is usual for {o.dtype}; rounding alone moves them so"
        )
        hint = "Where such results are too coarse, sum in a wider type, or in another order."
        problem = Problem("rounding", message, hint, severity="warning").in_case(o.case)
        found.setdefault(o.name, problem)
    return tuple(found.values())


def _why(name: str, outputs: Sequence[OutputParity], shared: str, holds: str) -> Problem:
    if any(o.random for o in outputs):
        return _random(name, holds)
    if not any(o.elements for o in outputs):
        return _problem(
            f"'{name}' is empty, so nothing was compared",
            "Give an example that has elements.",
            "model.inputs",
        )
    if not any(o.compared for o in outputs):
        return _problem(
            f"every element of '{name}' is nan or infinite on both sides, so nothing was compared",
            "Give an example on which the op gives numbers.",
            "model.inputs",
        )
    if any(o.independent for o in outputs):
        return _problem(
            f"where '{name}' has numbers, {shared}, and no reference was compared",
            "Give an example on which the reference gives numbers.",
            "model.inputs",
        )
    return no_truth(shared)


def _random(name: str, holds: str) -> Problem:
    message = (
        f"'{name}' is random: its shape and element type are right, its elements were not compared"
    )
    if holds:
        hint = "reference.holds is true of what each runtime gives; that is no proof of more."
    else:
        hint = "Say in reference.holds what must be true of it, e.g. of its range and its mean."
    return _problem(message, hint, "reference.holds")


def no_truth(shared: str) -> Problem:
    """That an op needs a reference.

    Args:
        shared: what ``shared_kernel`` says of it.
    """
    return _problem(
        f"{shared or 'one kernel is run'}, and nothing else says what it should give",
        "Add a reference: an expression or a Python function that computes the op in another way.",
        "reference",
    )


def _problem(message: str, hint: str, key: str) -> Problem:
    return Problem(UNVERIFIED, message, hint, key=key, severity="warning")
