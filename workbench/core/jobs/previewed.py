"""The example inputs, looked at before anything runs."""

from __future__ import annotations

import msgspec

from workbench.core.declaration.op import Op
from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.message import Message

__all__ = ["InputPreview", "PreviewJob", "PreviewResult", "Thumbnail"]


class PreviewJob(BaseJob, frozen=True):
    """Make the example inputs, and look at them. Nothing of the user's is run.

    Attributes:
        folder: the op's.
        op: with the examples of the set that is shown (``Op.for_case``).
    """

    host = "torch"
    stages = ("preview",)
    doing = "looking at the example inputs"

    folder: str
    op: Op
    limits: Limits = Limits(seconds=20.0)


class Thumbnail(msgspec.Struct, frozen=True):
    """A small picture of a tensor.

    Attributes:
        rows, columns: its points.
        channels: 1 for grey, 3 or 4 for colours.
        pixels: row by row.
        words: what it shows: ``from above``; empty for the elements themselves.
    """

    rows: int
    columns: int
    channels: int
    pixels: bytes
    words: str = ""


class InputPreview(msgspec.Struct, frozen=True):
    """What an example tensor holds.

    Attributes:
        name: of the argument, or of the model's input.
        dtype, shape: of the tensor.
        least, most, mean: of its finite elements; None where there are none.
        nan, inf: how many of its elements are such.
        first: some of its first elements, as text.
        picture: None where there is nothing to see.
        held: the element type that its file has, where the elements were converted.
        problem: why it cannot be made; the rest says nothing then.
    """

    name: str
    dtype: str = ""
    shape: tuple[int, ...] = ()
    least: float | None = None
    most: float | None = None
    mean: float | None = None
    nan: int = 0
    inf: int = 0
    first: tuple[str, ...] = ()
    picture: Thumbnail | None = None
    held: str = ""
    problem: str = ""

    @property
    def type_words(self) -> str:
        """``float32 [1, 3, 4]``, and what it was converted from."""
        converted = f", converted from {self.held}" if self.held else ""
        return f"{self.dtype} [{', '.join(map(str, self.shape))}]{converted}"

    @property
    def range_words(self) -> str:
        """``0 … 1, mean 0.5``, and what of it is no number."""
        parts = []
        if self.least is not None and self.most is not None and self.mean is not None:
            parts.append(f"{self.least:.4g} … {self.most:.4g}, mean {self.mean:.4g}")
        parts += [
            f"{count:,} {what}" for count, what in ((self.nan, "nan"), (self.inf, "inf")) if count
        ]
        return ", ".join(parts) or "no elements"


class PreviewResult(Message, frozen=True):
    """The example tensors of a set, in the order of the declaration."""

    inputs: tuple[InputPreview, ...]
