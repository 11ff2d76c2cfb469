"""The manual: Markdown files, whose list of contents is the page ``index.md``.

The window shows them, and ``tools/site.py`` makes a site of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from workbench import paths
from workbench.core.op_toml.key_words import section_of
from workbench.core.op_toml.keys import key_at

__all__ = [
    *("INDEX", "KERNEL_API", "KEYS", "WINDOW", "ManualPage", "Place", "manual_pages"),
    *("place_of_key", "slug"),
]

INDEX, KEYS, WINDOW, KERNEL_API = "index.md", "op-toml.md", "window.md", "kernel-api.md"
"""The contents; every key of a declaration; the window's pages; what portable kernels call."""
_SECTION = re.compile(r"^## (.+)$")
_ENTRY = re.compile(r"^- \[(.+?)\]\(([\w/.-]+\.md)\)(?:: (.+))?$")


class ManualPage(NamedTuple):
    """One page.

    Attributes:
        section: the part of the contents that it is in.
        title: what the contents call it.
        file: its path in the manual's folder.
        words: what it is about; may be empty.
    """

    section: str
    title: str
    file: str
    words: str


class Place(NamedTuple):
    """A place in the manual.

    Attributes:
        file: the page.
        heading: the heading on it; empty for its beginning.
        word: what stands in bold below that heading; empty for none.
    """

    file: str
    heading: str = ""
    word: str = ""


def manual_pages(folder: Path | None = None) -> tuple[ManualPage, ...]:
    """All pages, in the order of the contents.

    Raises:
        OSError: the manual is not there.
    """
    return tuple(_listed((folder or paths.docs()) / INDEX))


def _listed(index: Path) -> Iterator[ManualPage]:
    section = ""
    for line in index.read_text(encoding="utf-8").splitlines():
        if found := _SECTION.match(line):
            section = found[1]
        elif found := _ENTRY.match(line):
            yield ManualPage(section, found[1], found[2], found[3] or "")


def place_of_key(path: str) -> Place:
    """Where a key of a declaration is described, such as ``model.inputs[0].dtype``."""
    key = key_at(path) if path else None
    return Place(KEYS) if key is None else Place(KEYS, section_of(key), key.name)


def slug(heading: str) -> str:
    """What a link calls a heading: ``#what-agrees-means``."""
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading.lower()).strip())
