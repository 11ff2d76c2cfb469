"""Key paths such as ``args[1].dtype``: the same words in problems, fields and edits."""

import re

from workbench.core.key_path import get_at, is_within, replace_at, steps

__all__ = ["get_at", "is_within", "renumber", "replace_at", "steps"]


def renumber(key: str, prefix: str, order: list[int]) -> str:
    """A key path after the rows of a list changed places.

    Args:
        key: the path before.
        prefix: the list's path.
        order: for each new row the old row's index, -1 for a new one.

    Returns:
        The path now; empty where its row is gone.
    """
    match = re.match(rf"{re.escape(prefix)}\[(\d+)\]", key)
    if not match:
        return key
    old = int(match[1])
    return f"{prefix}[{order.index(old)}]{key[match.end() :]}" if old in order else ""
