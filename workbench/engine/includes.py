"""Which files of the user a source includes, so that a change in any of them is seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

__all__ = ["included_files"]

_INCLUDE = re.compile(
    r'^[ \t]*#[ \t]*include(?:_next)?[ \t]+(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE
)
_MAX_FILES = 2000


def included_files(source: Path, folders: Sequence[Path]) -> list[Path]:
    """The source and all files that it includes, directly or not, in a fixed order.

    Only files beside the including file or in ``folders`` count; all others are system
    headers, which the compiler's and torch's versions stand for. An include that is
    commented out is followed too: that costs a compilation now and then, never a stale one.
    """
    found: dict[Path, None] = {}
    todo = [source]
    while todo and len(found) < _MAX_FILES:
        path = todo.pop()
        if path in found:
            continue
        found[path] = None
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        for quoted, angled in _INCLUDE.findall(text):
            places = [path.parent, *folders] if quoted else list(folders)
            for place in places:
                candidate = place / (quoted or angled)
                if candidate.is_file():
                    todo.append(candidate.resolve())
                    break
    return sorted(found)
