"""A cell, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from workbench.core.errors import Problem

__all__ = [
    "AGREES",
    "ALIKE",
    "DIFFERS",
    "FAILED",
    "LEFT_OUT",
    "NOT_RUN",
    "REFUSED",
    "USUAL",
    "Cell",
    "CellFiles",
    "CellOutcome",
    "levels_in",
    "value_of",
]

USUAL = "usual"
"""The level of a factor that is as declared."""

_DECLARED = "as declared"

AGREES, ALIKE, DIFFERS, FAILED = "agrees", "alike", "differs", "failed"
REFUSED, LEFT_OUT, NOT_RUN = "refused", "left out", "not run"
"""What came of a cell. ``alike``: nothing differs, and nothing independent says what is right.
``refused``: the kernel says that it does not take these inputs, which the reference takes.
``left out``: nobody takes them, or it cannot be tried. ``not run``: its turn has not come."""


def value_of(name: str) -> str:
    """What the value of an argument is called as a factor; of no name, how that begins."""
    return f"value of {name}"


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to try the op.

    Attributes:
        number: its place in the plan, from 0.
        levels: factor → level, of those that are not as declared.
    """

    number: int
    levels: dict[str, str] = {}  # msgspec makes a new one each time

    def level(self, factor: str) -> str:
        """The level of a factor."""
        return self.levels.get(factor, USUAL)

    @property
    def text(self) -> str:
        """What is unusual in it, for people."""
        return ", ".join(f"{f}: {level}" for f, level in self.levels.items()) or _DECLARED


def levels_in(text: str, factors: Iterable[str]) -> dict[str, str]:
    """The levels that the text of a cell names; the reverse of ``Cell.text``.

    Raises:
        ValueError: it names none of these factors.
    """
    if text.strip() == _DECLARED:
        return {}
    names = "|".join(map(re.escape, factors))
    parts = re.split(rf"(?:^|, )({names}): ", text.strip())
    if parts[0] or len(parts) < 3:
        raise ValueError(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


class CellFiles(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the ONNX Runtime side of a cell works with; paths.

    Attributes:
        model: the exported model.
        inputs: of the model, by name.
        outputs: PyTorch's, by name; empty where there is a reference.
        expected: the reference's, by name; empty where there is none.
        rounding: by how much each element of them may differ from that; empty where not measured.
        vouched: PyTorch's are the truth: the reference agrees with each call of the op in a model.
    """

    model: str
    inputs: str
    outputs: str = ""
    expected: str = ""
    rounding: str = ""
    vouched: bool = False


class CellOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a cell on one side.

    Attributes:
        number: the cell's.
        status: of the words above.
        problems: what is wrong, or why it was left out.
        files: for the other side, where it has to go on.
        elements: how many numbers were compared with an independent truth.
    """

    number: int
    status: str
    problems: tuple[Problem, ...] = ()
    files: CellFiles | None = None
    elements: int = 0
