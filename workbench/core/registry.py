"""Objects that are known by name, each from a file of its own in a folder of the program."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Protocol, TypeVar

__all__ = ["Registered", "Registry"]


class Registered(Protocol):
    """What such an object has.

    Attributes:
        name: of the object.
        order: in lists for people.
    """

    @property
    def name(self) -> str: ...
    @property
    def order(self) -> int: ...


_T = TypeVar("_T", bound=Registered)


class Registry(dict[str, _T]):
    """Name → object, in the order in which they are offered.

    Args:
        package: whose modules may have one.
        attribute: what it is called there.
    """

    def __init__(self, package: str, attribute: str) -> None:
        super().__init__()
        for entry in pkgutil.iter_modules(importlib.import_module(package).__path__):
            module = importlib.import_module(f"{package}.{entry.name}")
            if hasattr(module, attribute):
                self.add(getattr(module, attribute))

    def add(self, new: _T) -> None:
        """Make one known; the declaration's types take those that are known when it is imported."""
        known = sorted([*self.values(), new], key=lambda one: one.order)
        self.clear()
        self.update({one.name: one for one in known})
