"""Macros of the files themselves that register ops or make functions: expanded, since tree-sitter
expands none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from workbench.core.compile.includes import without_comments
from workbench.importers.cpp.syntax.calls import split_arguments

if TYPE_CHECKING:
    from workbench.importers.cpp.syntax.tree import Source

__all__ = [
    "Macro",
    "calling_macros",
    "code_lines",
    "expanded",
    "macros_of",
    "making_macros",
    "registering_macros",
    "uses",
]

# What a macro stands for has no tree until it is used, and a use without a semicolon has no place
# in the grammar: both are read as text.
_REGISTERS = re.compile(
    r"(?:\.|->)\s*(?:def|impl)\s*\(|\b(?:STABLE_)?TORCH_LIBRARY|\bPYBIND11_MODULE|\bRegisterOperators\b"
)
_MAKES = re.compile(r"\w\s*\([^{};]*\)[\w\s]*[{;]")
"""How the head of a function ends."""
_LONGEST = 4000
_LONGEST_MAKING = 50_000
_MOST = 500


class Macro(msgspec.Struct, frozen=True):
    """A macro with parameters.

    Attributes:
        parameters: their names; the last may be ``...``.
        body: what it stands for, in one line.
        block: whether it stands for a whole block, such as ``TORCH_LIBRARY(...) {...}``.
    """

    parameters: tuple[str, ...]
    body: str
    block: bool


def macros_of(source: Source) -> dict[str, Macro]:
    """The macros of a file that have parameters, each as one that stands for a whole block, by name."""
    found = {}
    for node in source.all("preproc_function_def"):
        name, listed, value = map(node.child_by_field_name, ("name", "parameters", "value"))
        if name is None or listed is None or value is None:
            continue
        body = re.sub(r"\\\r?\n", " ", without_comments(source.of(value))).strip()
        signs = ("identifier", "...")
        parameters = tuple(source.of(n) for n in listed.children if n.type in signs)
        found[source.of(name)] = Macro(parameters, body, True)
    return found


def registering_macros(macros: Mapping[str, Macro]) -> dict[str, Macro]:
    """Those that register something."""
    found = {}
    for name, macro in macros.items():
        if len(macro.body) <= _LONGEST and _REGISTERS.search(macro.body):
            block = not re.match(r"\w+\s*(?:\.|->)", macro.body)
            found[name] = msgspec.structs.replace(macro, block=block)
    return found


def making_macros(macros: Mapping[str, Macro]) -> dict[str, Macro]:
    """Those that may stand for whole functions, or for uses of such."""
    every = {n: m for n, m in macros.items() if len(m.body) <= _LONGEST_MAKING}
    found = {n: m for n, m in every.items() if _MAKES.search(m.body)}
    while found:
        using = re.compile(rf"\b(?:{'|'.join(map(re.escape, found))})\s*\(")
        more = {n: m for n, m in every.items() if n not in found and using.match(m.body)}
        if not more:
            break
        found |= more
    return found


def calling_macros(macros: Mapping[str, Macro]) -> dict[str, Macro]:
    """Those that make the name of a function out of what they are given: ``NAME##_cpu(__VA_ARGS__)``."""
    return {n: m for n, m in macros.items() if "##" in m.body and len(m.body) <= _LONGEST}


def uses(text: str, macros: dict[str, Macro]) -> list[tuple[int, str, list[str]]]:
    """Line, name and arguments of each use of a macro that stands for a whole block."""
    names = [n for n, m in macros.items() if m.block]
    if not names:
        return []
    plain = code_lines(text)
    found: list[tuple[int, str, list[str]]] = []
    pattern = rf"^[ \t]*({'|'.join(map(re.escape, names))})\s*\("
    for match in re.finditer(pattern, plain, re.MULTILINE):
        given = split_arguments(plain, match.end())
        if given is not None and len(found) < _MOST:
            found.append((plain.count("\n", 0, match.start(1)) + 1, match[1], given))
    return found


def code_lines(text: str) -> str:
    """The text without comments and directives, each thing in the line that it is in."""
    plain = without_comments(text)
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\(?:\r?\n|.))*", _only_lines, plain, flags=re.MULTILINE)


def _only_lines(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def expanded(macro: Macro, given: list[str], most: int = _LONGEST) -> str:
    """What a use of a macro stands for, as far as it goes; ``#x`` and ``a ## b`` are understood."""
    values = dict(zip(macro.parameters, given, strict=False))
    if macro.parameters[-1:] == ("...",):
        values["__VA_ARGS__"] = ", ".join(given[len(macro.parameters) - 1 :])
        values.pop("...", None)

    def quoted(match: re.Match[str]) -> str:
        if match[1] not in values:
            return match[0]
        text = values[match[1]].replace("\\", "\\\\").replace('"', '\\"')
        return f'"{text}"'

    body = re.sub(r"(?<!#)#\s*(\w+)", quoted, macro.body)
    parts = re.split(r'("(?:\\.|[^"\\])*")', body)
    for i in range(0, len(parts), 2):  # not in what is quoted
        parts[i] = re.sub(r"[A-Za-z_]\w*", lambda m: values.get(m[0], m[0]), parts[i])
    return re.sub(r"\s*##\s*", "", "".join(parts))[:most]
