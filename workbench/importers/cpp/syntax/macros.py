"""Macros of the files themselves that register ops or make functions: expanded, since tree-sitter
expands none.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from workbench.core.compile.includes import without_comments
from workbench.importers.cpp.syntax.arguments import split_arguments

if TYPE_CHECKING:
    from workbench.importers.cpp.syntax.tree import Source

__all__ = [
    "Macro",
    "calling_macros",
    "code_lines",
    "expanded",
    "macros_of",
    "making_macros",
    "namespace_macros",
    "registering_macros",
    "uses",
    "with_short_macros",
]

# What a macro stands for has no tree until it is used, and a use without a semicolon has no place
# in the grammar: both are read as text.
_REGISTERS = re.compile(
    r"(?:\.|->)\s*(?:def|impl)\s*\(|\b(?:STABLE_)?TORCH_LIBRARY|\bPYBIND11_MODULE|\bRegisterOperators\b"
)
_MAKES = re.compile(r"\w\s*\([^{};]*\)[\w\s]*[{;]")
"""How the head of a function ends."""
_DEFINED = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(\w+)\(([^()\n]*)\)((?:\\\r?\n|[^\n])*)", re.MULTILINE
)
_OPENS = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+((?:(?:inline[ \t]+)?namespace[ \t]+[\w:]+[ \t]*\{[ \t]*)+"
    r"|(?:\}[ \t]*)+)\r?$",
    re.MULTILINE,
)
_CALLED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
_METHOD = re.compile(r"\b([A-Za-z_]\w*)\s*\)?\s*(?:\.|->)\s*[A-Za-z_]")
_SHORT = 300
_LONGEST_EXPANDED = 100_000
_NESTED = 4
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


def namespace_macros(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The macros of some files that open namespaces, with their names, or close some, with an empty name for each.

    Such as ``#define BEGIN namespace mine {`` and ``#define END }``. None closes where none opens.
    """
    found = {
        name: tuple(re.findall(r"namespace[ \t]+([\w:]+)", body)) or ("",) * body.count("}")
        for text in texts
        for name, body in _OPENS.findall(text)
    }
    return found if any(map(any, found.values())) else {}


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


def with_short_macros(text: str, texts: Mapping[str, str]) -> str:
    """A body in which a macro that asks a tensor something is what it stands for, as deep as a few.

    Such are ``#define DATA(x, T) x.data_ptr<T>()`` and ``#define CHECK_FLAT(x) TORCH_CHECK(x.dim() == 1)``.

    Args:
        text: the body.
        texts: the files.
    """
    macros = _short(tuple(texts.values()))
    for _ in range(_NESTED if macros else 0):
        parts, at, length = [], 0, 0
        for match in _CALLED.finditer(text):
            macro = macros.get(match[1])
            if macro is None or match.start() < at or length > _LONGEST_EXPANDED:
                continue
            given = split_arguments(text, match.end())
            if given is None:
                length += _LONGEST  # what looks for an end in vain takes time, too
            if given is not None and len(given) == len(macro.parameters):
                parts += [text[at : match.start()], expanded(macro, given)]
                length += len(parts[-1])
                at = _closing(text, match.end())
        if not parts:
            break
        text = "".join([*parts, text[at:]])
    return text


def _closing(text: str, start: int) -> int:
    """Where what begins behind an opening parenthesis, and is closed, has ended."""
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at + 1
    return len(text)


@functools.lru_cache(maxsize=8)
def _short(texts: tuple[str, ...]) -> dict[str, Macro]:
    """The macros that are short, and use a method of a parameter or another such macro."""
    every = {}
    for name, listed, value in (found for text in texts for found in _DEFINED.findall(text)):
        body = re.sub(r"\\\r?\n", " ", without_comments(value)).strip()
        parameters = tuple(p.strip() for p in listed.split(","))
        if len(body) <= _SHORT and all(map(str.isidentifier, parameters)) and "##" not in body:
            every[name] = Macro(parameters, body, False)
    found: dict[str, Macro] = {}
    for _ in range(_NESTED):
        for name in every.keys() - found.keys():
            macro = every[name]
            methods = {m[1] for m in _METHOD.finditer(macro.body)}
            called = {m[1] for m in _CALLED.finditer(macro.body)}
            if not methods.isdisjoint(macro.parameters) or not called.isdisjoint(found):
                found[name] = macro
    return found


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
