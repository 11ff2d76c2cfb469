"""Fixes of sources: what a language server offers, and the include that a compiler misses."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from workbench.core.compile.missing_include import missing_include, with_include
from workbench.core.errors import Problem, TextEdit, TextFix

__all__ = ["digest_of", "edited_text", "include_fix", "source_fixes"]


def digest_of(text: str) -> int:
    """What tells one text from another."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


def source_fixes(problem: Problem, text: str) -> list[TextFix]:
    """What fixes a problem in the text that stands in its file now."""
    seen = digest_of(text)
    found = [fix for fix in problem.fixes if fix.seen == seen]
    include = include_fix(problem.message, problem.hint, problem.line, problem.column, text)
    includes = [f for f in found if any("#include" in e.text for e in f.edits)]
    if include is not None or includes:
        # The name is right and only its header is missing: another in its place would be wrong.
        return includes or [fix for fix in (include,) if fix is not None]
    return found


def include_fix(message: str, hint: str, line: int, column: int, text: str) -> TextFix | None:
    """The ``#include`` that fixes an error; None where it is another error, or it is there.

    Args:
        message, hint: of the compiler or the language server.
        line, column: its position.
        text: of the file.
    """
    lines = text.splitlines()
    rest = lines[line - 1][max(column - 1, 0) :] if 0 < line <= len(lines) else ""
    header = missing_include(message, hint, rest)
    changed = with_include(text, header) if header else text
    if changed == text:
        return None
    at = next((i for i, (a, b) in enumerate(zip(text, changed, strict=False)) if a != b), len(text))
    start = text.rfind("\n", 0, at) + 1
    added = changed[start : start + len(changed) - len(text)]
    row = text.count("\n", 0, start) + 1
    column = 1
    return TextFix(
        f"Add #include {header}", (TextEdit(row, column, row, column, added),), digest_of(text)
    )


def edited_text(text: str, edits: Sequence[TextEdit]) -> str:
    """The text after the edits, which do not overlap."""
    for edit in sorted(edits, key=lambda e: (e.line, e.column), reverse=True):
        start = _offset(text, edit.line, edit.column)
        end = _offset(text, edit.end_line, edit.end_column)
        text = f"{text[:start]}{edit.text}{text[end:]}"
    return text


def _offset(text: str, line: int, column: int) -> int:
    """Where a line and a column in UTF-16 units are."""
    start = 0
    for _ in range(line - 1):
        at = text.find("\n", start)
        if at < 0:
            return len(text)
        start = at + 1
    end = text.find("\n", start)
    row = text[start : end if end >= 0 else len(text)]
    units = 0
    for i, sign in enumerate(row):
        if units >= column - 1:
            return start + i
        units += 2 if ord(sign) > 0xFFFF else 1
    return start + len(row)
