"""What the names of a body stand for: the tensors that they are given, up to a place."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING

from workbench.importers.cpp.drafting.result import Result
from workbench.importers.cpp.drafting.sizes import DEEPEST
from workbench.importers.cpp.drafting.torch_calls import TorchCalls
from workbench.importers.cpp.search.lists import Lists
from workbench.importers.cpp.syntax.body_tree import Body

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Named"]

_NAMES = 24
"""How many tensors may be made of each other, one behind the other."""


class Named(TorchCalls):
    """Follows the names of one body; each a few steps back, never in a circle.

    Args:
        body: the body.
        numbers: the names of the parameters that are whole numbers.
        tensors: those of the tensors.
        lists: the lists of tensors.
    """

    def __init__(self, body: Body, numbers: set[str], tensors: set[str], lists: Lists) -> None:
        super().__init__(body, numbers)
        self._tensors, self._lists = tensors, lists
        self._made: dict[tuple[str, int], Result] = {}
        self._followed: list[tuple[str, int]] = []

    @abc.abstractmethod
    def _delegated(self, node: Node) -> tuple[Result, ...]:
        """The results of another function."""

    @abc.abstractmethod
    def _each(self, name: str, steps: int) -> Result:
        """What all tensors of a list have in common."""

    def _tensor(self, name: str, steps: int, place: int) -> Result:
        """What a name is at a place of the body."""
        is_list = self._lists.is_list_name(name)
        return self._given(name, steps, [] if is_list else self.body.values(name, place))

    def _given(self, name: str, steps: int, values: list[tuple[Node, bool]]) -> Result:
        """What a name is that was given some values, the last of them last."""
        key = name, len(values)
        if name in self._tensors and not values:
            return Result(name, f"{name}.shape")
        if key in self._made:
            return self._made[key]
        if steps <= 0 or key in self._followed or len(self._followed) >= _NAMES:
            return Result()
        self._followed.append(key)
        if self._lists.is_list_name(name):
            made = self._each(name, DEEPEST)
        elif values:
            (value, always), before = values[-1], values[:-1]
            made = self._result(value, DEEPEST)
            made = self._of_several(name) if made == Result() else made
            if not always and (before or name in self._tensors):
                other = self._given(name, steps, before)
                made = Result(
                    made.dtype if made.dtype == other.dtype else "",
                    made.shape if made.shape == other.shape else "",
                )
        else:
            made = self._first(name)
        self._followed.pop()
        self._made[key] = made
        return made

    def _first(self, name: str) -> Result:
        """What a name is that nothing is given before the place: in a loop, or several names at once."""
        value = self.body.value(name)
        made = self._result(value, DEEPEST) if value is not None else Result()
        return self._of_several(name) if made == Result() else made

    def _of_several(self, name: str) -> Result:
        """What a name is that is given a value together with others."""
        together = self.body.one_of(name)
        several, at = (self._delegated(together[0]), together[1]) if together else ((), 0)
        return several[at] if at < len(several) else Result()
