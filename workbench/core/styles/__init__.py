"""The styles of kernel: one object per style, or per way to register one, in a file each.

A new style is a file here with its ``STYLE``, and templates for what is generated. Checks, forms,
drafts, the build and the words for people ask the object, not its name. Nothing here knows the
declaration, whose types are made of these names (``op.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from workbench.core.registry import Registry
from workbench.core.styles.plan import LibraryPlan, UnitPlan
from workbench.core.styles.style import NOT_YET, Sketch, Style, Words

__all__ = [
    "NOT_YET",
    "STYLES",
    "LibraryPlan",
    "Sketch",
    "Style",
    "UnitPlan",
    "Words",
    "installed",
    "of_value",
    "registrations",
    "style_of",
    "values",
]

STYLES: Registry[Style] = Registry(__name__, "STYLE")
"""Name → style, in the order in which they are offered."""


def of_value(value: str) -> list[Style]:
    """The styles with one ``kernel.style``: one for each way to register it."""
    return [s for s in STYLES.values() if s.style == value]


@cache
def style_of(value: str, registration: str) -> Style:
    """The object for what ``[kernel]`` says; a registration that the style has not is its first."""
    styles = of_value(value)
    return next((s for s in styles if s.registration == registration), styles[0])


def values() -> Iterator[Style]:
    """One object for each value of ``kernel.style``."""
    yield from (of_value(value)[0] for value in dict.fromkeys(s.style for s in STYLES.values()))


def registrations() -> Iterator[Style]:
    """One object for each value of ``kernel.registration``: of the style that has several."""
    seen: dict[str, Style] = {}
    for style in STYLES.values():
        if style.registered.title:
            seen.setdefault(style.registration, style)
    yield from seen.values()


def installed() -> Style:
    """The one for an op that is there already."""
    return next(s for s in STYLES.values() if s.exists)
