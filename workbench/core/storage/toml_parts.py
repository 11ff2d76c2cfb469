"""Rewrites only those parts of a TOML text that hold what has changed.

Parsing with all comments and spaces kept is slow: a large declaration takes longer than a frame
of the window. An edit mostly concerns one top-level key, and that key mostly stands in one piece
(``[[args]]`` and the headers below it), so that piece alone is parsed and put back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import tomlkit

from workbench.core.storage.toml_sync import Plain, same, update

__all__ = ["update_parts"]

# A header on a line of its own and its first key. In the middle of a text or a list this may
# be no header; the parts are then no TOML, or not what the whole says.
_HEADER = re.compile(r"^[ \t]*\[\[?[ \t]*([\w-]+)[^\n]*\][ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)


def update_parts(text: str, before: Plain, after: Plain) -> str | None:
    """Write into a text what differs between two plain tables, each top-level key on its own.

    Args:
        text: valid TOML, which says what ``before`` says.
        before: its values, defaults left out.
        after: the values that it shall have.

    Returns:
        The text; None where it is not laid out in such parts, or a key comes or goes. The caller
        checks that it says what it should.

    Raises:
        tomlkit.exceptions.TOMLKitError: a part is no TOML by itself.
    """
    changed = {k for k in {**before, **after} if not same(before.get(k), after.get(k))}
    if not all(key in before and key in after for key in changed):
        return None
    parts = list(_parts(text))
    keys = [key for key, _ in parts]
    if any(keys.count(key) > 1 for key in changed):
        return None
    done: list[str] = []
    for key, part in parts:
        document = tomlkit.parse(part) if not key or key in changed else None
        if document is not None:
            here = [k for k in changed if k in document]
            if not key and not set(keys).isdisjoint(here):
                return None
            update(document, {k: before[k] for k in here}, {k: after[k] for k in here})
            changed = changed.difference(here)
            part = tomlkit.dumps(document) if here else part
        done.append(part)
    return None if changed else "".join(done)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces: what is before the first header, with no key, and a piece per key."""
    start, key = 0, ""
    for header in _HEADER.finditer(text):
        if header[1] != key:
            yield key, text[start : header.start()]
            start, key = header.start(), header[1]
    yield key, text[start:]
