"""An exception that nobody caught, in plain words."""

from __future__ import annotations

import re

__all__ = ["in_plain_words"]

_SCHEMA = re.compile(
    r"expected schema: (?P<registered>.+?)\n.*?inferred schema: (?P<function>.+?)\n.*?"
    r"reason: (?P<reason>.+?)\.? *(?:\(c10::Error\))?$",
    re.DOTALL,
)


def in_plain_words(what: str) -> tuple[str, str]:
    """What happened and the next step.

    Args:
        what: the exception's own words.
    """
    if match := _SCHEMA.search(what.strip()):
        reason = match["reason"][:1].lower() + match["reason"][1:]
        return (
            f"the schema of m.def does not fit its C++ function: {reason}",
            f"Registered is {match['registered']}, the function is {match['function']}: change one "
            "of them.",
        )
    return what, "The log has what it printed before."
