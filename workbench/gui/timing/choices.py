"""What can be chosen for a measurement: with which inputs, and with how many threads."""

from __future__ import annotations

from typing import NamedTuple

from workbench.core.declaration.op import Op
from workbench.core.timing import (
    CLUSTER_THREADS,
    default_threads,
    numbers_text,
    sweep_axes,
    sweep_title,
    threads_text,
)

__all__ = ["CLUSTERS", "Inputs", "here", "inputs_of"]


class Inputs(NamedTuple):
    """The example inputs, a case's, or a sweep."""

    title: str
    case: str = ""
    axis: str | None = None

    @property
    def asked(self) -> tuple[str, str | None]:
        """What is measured, without words."""
        return self.case, self.axis


def inputs_of(op: Op | None) -> list[Inputs]:
    """All of an op's."""
    choices = [Inputs("Example inputs")]
    if op is not None:
        choices += [Inputs(f"Case {case.name}", case.name) for case in op.model.cases]
        axes = sweep_axes(op)
        choices += [Inputs(sweep_title(axis), axis=axis) for axis in axes]
        if not axes and op.model.cases:
            choices.append(Inputs(sweep_title(""), axis=""))
    return choices


CLUSTERS = {CLUSTER_THREADS: (), threads_text(1): (1,)}
"""Numbers of threads by their words, where it is not known yet how many cores there are."""


def here() -> dict[str, tuple[int, ...]]:
    """The same for this machine."""
    numbers = default_threads()
    found: dict[str, tuple[int, ...]] = {threads_text(number): (number,) for number in numbers}
    if len(numbers) > 1:
        found = {numbers_text(numbers): numbers, **found}
    return found
