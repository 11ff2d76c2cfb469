"""Where C++ stops making sense: for whoever gave text in which nothing was found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.importers.cpp.syntax.tree import Source

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["first_mistake"]


def first_mistake(texts: Mapping[str, str]) -> tuple[str, int, str] | None:
    """The first position that cannot be read as C++.

    Args:
        texts: the files' texts by name.

    Returns:
        The file, the line (from 1) and that line's text; None where all can be read.

    Raises:
        UserError: a text is too large, or no text.
    """
    for file, text in texts.items():
        root = Source(text, file).root
        wrong = _first(root) if root.has_error else None
        if wrong is not None:
            row = wrong.start_point[0]
            lines = text.splitlines()
            return file, row + 1, lines[row].strip() if row < len(lines) else ""
    return None


def _first(node: Node) -> Node | None:
    """The innermost one, as the outermost may begin lines before it."""
    while True:
        inner = next((c for c in node.children if c.has_error or c.is_missing), None)
        if inner is None:
            return node if node.type == "ERROR" or node.is_missing else None
        if inner.is_missing:
            return inner
        node = inner
