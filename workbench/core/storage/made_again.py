"""What no copy of an op or a project takes along, as it can be made again."""

from __future__ import annotations

__all__ = ["is_made_again"]

_NAMES = frozenset(["__pycache__", ".git"])
_ENDINGS = (".pyc", ".o")


def is_made_again(path: str) -> bool:
    """Whether a file or folder is a cache, an object or version control.

    Libraries (``.a``, ``.so``) and backups (``.bak``) are not: they may be all that there is, such as
    a compiled module that an op calls.

    Args:
        path: relative to what is copied, with ``/``; or a name alone.
    """
    return not _NAMES.isdisjoint(path.split("/")) or path.endswith(_ENDINGS)
