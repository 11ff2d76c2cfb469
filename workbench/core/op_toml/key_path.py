"""Key paths such as ``args[1].dtype``: the same words in problems, fields, fixes and edits."""

import re
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

__all__ = [
    "first_index",
    "get_at",
    "is_within",
    "owner_of",
    "prefixes",
    "renumber",
    "replace_at",
    "steps",
]

_T = TypeVar("_T")
_STEP = re.compile(r"([A-Za-z_]\w*)|\[([0-9]{1,9})\]")


def steps(key: str) -> list[str | int]:
    """``args[1].dtype`` → ``["args", 1, "dtype"]``."""
    return [name or int(index) for name, index in _STEP.findall(key)]


def first_index(key: str) -> int:
    """The first number in a key path: ``mapping.nodes[1].attributes[0]`` → 1."""
    return next(step for step in steps(key) if isinstance(step, int))


def owner_of(key: str) -> str:
    """The path of the part that a key is in: ``args[1].dtype`` → ``args[1]``."""
    return key.rpartition(".")[0]


def get_at(value: Any, key: str) -> Any:
    """The part of a struct that a key path names.

    Raises:
        LookupError, AttributeError: there is no such part.
    """
    for step in steps(key):
        by_index = isinstance(step, int) or isinstance(value, dict)
        value = value[step] if by_index else getattr(value, str(step))
    return value


def replace_at(struct: _T, key: str, value: Any) -> _T:
    """The same struct with one part replaced; structs and tuples on the way are copied."""
    return _replace(struct, iter(steps(key)), value)  # type: ignore[no-any-return]


def _replace(part: Any, rest: Iterator[str | int], value: Any) -> Any:
    step = next(rest, None)
    if step is None:
        return value
    if isinstance(step, int):
        return (*part[:step], _replace(part[step], rest, value), *part[step + 1 :])
    if isinstance(part, dict):
        return {**part, step: _replace(part.get(step), rest, value)}
    return msgspec.structs.replace(part, **{step: _replace(getattr(part, step), rest, value)})


def is_within(key: str, prefix: str) -> bool:
    """Whether a key path is the prefix itself or lies under it."""
    return not prefix or key == prefix or key.startswith((f"{prefix}.", f"{prefix}["))


def prefixes(key: str) -> list[str]:
    """All paths that a key path is within, the shortest first: ``""``, …, the path itself."""
    return ["", *(key[:i] for i, c in enumerate(key) if c in ".["), *([key] if key else [])]


def renumber(key: str, prefix: str, order: list[int]) -> str:
    """A key path after the rows of a list changed places.

    Args:
        key: the path before.
        prefix: the list's path.
        order: for each new row the old row's index, -1 for a new one.

    Returns:
        The path now; empty where its row is gone.
    """
    match = re.match(rf"{re.escape(prefix)}\[([0-9]{{1,9}})\]", key)
    if not match:
        return key
    old = int(match[1])
    return f"{prefix}[{order.index(old)}]{key[match.end() :]}" if old in order else ""
