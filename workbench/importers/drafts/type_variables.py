"""Element types that an operator is registered with several times, as a declaration's type variables."""

from __future__ import annotations

from math import prod

from workbench.importers.drafts.draft import Gap

__all__ = ["TypeVariables"]

_NAMES = ("T", *(f"T{i}" for i in range(1, 64)))


class TypeVariables:
    """The type variables of an op, found from the element types that each of its overloads has.

    Two tensors have one variable where they have the same type in every overload.
    """

    def __init__(self) -> None:
        self._names: dict[tuple[str, ...], str] = {}

    def of(self, known: tuple[str, ...]) -> str:
        """The variable of a tensor, or its element type if all overloads have the same.

        Args:
            known: its element type in each overload, in their order.
        """
        if len(set(known)) == 1:
            return known[0]
        return self._names.setdefault(known, _NAMES[len(self._names)])

    def known(self, known: tuple[str, ...]) -> str:
        """The same, without making a new variable; empty where there is none."""
        return known[0] if len(set(known)) == 1 else self._names.get(known, "")

    @property
    def types(self) -> dict[str, tuple[str, ...]]:
        """For ``Op.types``: each variable's element types."""
        return {name: tuple(dict.fromkeys(known)) for known, name in self._names.items()}

    @property
    def gaps(self) -> list[Gap]:
        """What the variables do not say: which types go together, where not each goes with each."""
        there = list(dict.fromkeys(zip(*self._names, strict=True)))
        if len(there) == prod(len(types) for types in self.types.values()) or not there:
            return []
        only = "; ".join(" + ".join(together) for together in there)
        return [Gap("types", f"only these element types go together: {only}")]

    def output_gaps(self, key: str, name: str, known: tuple[str, ...]) -> list[Gap]:
        """What no input says of an output's element type."""
        if self.known(known):
            return []
        return [Gap(f"{key}.dtype", f"'{name}' is {' or '.join(known)}, and no input says which")]
