"""By how much floating-point results may differ: of all outputs, or of one."""

from __future__ import annotations

import math
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from workbench.core.declaration.names import list_of_item

__all__ = ["ANYTHING", "USUAL", "Tolerance", "Tolerances", "declared_tolerance"]


class Tolerance(NamedTuple):
    """Of one output; see ``engine.parity.compare.compare_output``.

    Attributes:
        rtol: the part of a value's size; negative for the element type's own.
        atol: in the output's own unit; negative for the element type's own.
    """

    rtol: float = -1.0
    atol: float = -1.0

    @property
    def is_given(self) -> bool:
        """Whether either is, so that rounding is not measured."""
        return self.rtol >= 0 or self.atol >= 0

    @property
    def is_anything(self) -> bool:
        """Whether elements are not compared at all, whatever their type."""
        return self.atol == math.inf

    def over(self, other: Tolerance) -> Tolerance:
        """This one; what it does not give is the other's."""
        return Tolerance(*(o if t < 0 else t for t, o in zip(self, other, strict=True)))


ANYTHING = Tolerance(0.0, math.inf)
"""Of what is random: shape and element type are compared."""


def declared_tolerance(rtol: float | UnsetType, atol: float | UnsetType) -> Tolerance:
    """What a declaration says."""
    return Tolerance(*(-1.0 if t is UNSET else t for t in (rtol, atol)))


class Tolerances(msgspec.Struct, frozen=True):
    """Those of all outputs.

    Attributes:
        usual: of outputs that have none of their own.
        random: names of outputs whose elements are not compared, written as in ``own``.
        own: of the others, by name, of the tensors of a list by its name and ``[]``; what one of
            these does not give is the usual one's.
    """

    usual: Tolerance = Tolerance()
    own: dict[str, Tolerance] = {}  # msgspec makes a new one each time
    random: tuple[str, ...] = ()

    def of(self, output: str) -> Tolerance:
        """Of one output, or of any other value of a model."""
        if output in self.random or f"{list_of_item(output)}[]" in self.random:
            return ANYTHING
        own = self.own.get(output) or self.own.get(f"{list_of_item(output)}[]") or Tolerance()
        return own.over(self.usual)

    @property
    def is_given(self) -> bool:
        """Whether any output has a tolerance."""
        return any(t.is_given for t in (self.usual, *self.own.values()))


USUAL = Tolerances()
"""The element type's own, or what rounding moves."""
