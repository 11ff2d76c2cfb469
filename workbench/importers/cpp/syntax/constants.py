"""Names that stand for a string, a whole number or another name: macros and variables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from workbench.importers.cpp.syntax.literals import string_of, unescaped
from workbench.importers.cpp.syntax.tree import Source, named_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Constants", "read_constants"]

# What a macro stands for has no tree: it is text until it is used.
_LITERAL = r'"((?:[^"\\\n]|\\.)*)"'
_LITERALS = re.compile(rf"{_LITERAL}(?:\s*{_LITERAL})*\s*(?:$|//|/\*)")
_NAME = re.compile(r"[A-Za-z_]\w*")
_PART = re.compile(rf"{_LITERAL}|{_NAME.pattern}")
_NUMBER = re.compile(r"(\d{1,9})[uUlL]*")


class Constants(NamedTuple):
    """Values by name, of all files together.

    Attributes:
        strings: of ``#define NAME "text"`` and ``const char* name = "text";``.
        names: of ``#define NAME other``, such as a namespace's.
        numbers: of ``#define NAME 3`` and ``constexpr int name = 3;``, where there is one alone.
    """

    strings: dict[str, str]
    names: dict[str, str]
    numbers: dict[str, int]


def read_constants(sources: Iterable[Source]) -> Constants:
    """The constants of some files; those that a file has first count for all."""
    strings: dict[str, str] = {}
    names: dict[str, str] = {}
    numbers: dict[str, set[int]] = {}
    for source in sources:
        source.constants = strings  # one may be made of others
        for name, text in _macros(source):
            if match := _LITERALS.match(text):
                parts = re.findall(_LITERAL, match[0])
                strings.setdefault(name, "".join(map(unescaped, parts)))
            elif _NAME.fullmatch(text):
                names.setdefault(name, text)
            elif '"' in text and not _PART.sub("", text).strip():
                if (row := _in_a_row(text, strings)) is not None:
                    strings.setdefault(name, row)
            elif match := _NUMBER.fullmatch(text):
                numbers.setdefault(name, set()).add(int(match[1]))
        for name, value, constant in _variables(source):
            if (found := string_of(source, value)) is not None:
                strings.setdefault(name, found)
            elif constant and (match := _NUMBER.fullmatch(source.of(value))):
                numbers.setdefault(name, set()).add(int(match[1]))
    alone = {name: values.pop() for name, values in numbers.items() if len(values) == 1}
    return Constants(strings, names, alone)


def _in_a_row(text: str, strings: dict[str, str]) -> str | None:
    """Literals and names of such, which the compiler puts together."""
    found = [strings.get(m[0]) if m[1] is None else unescaped(m[1]) for m in _PART.finditer(text)]
    return None if None in found else "".join(part for part in found if part is not None)


def _macros(source: Source) -> Iterator[tuple[str, str]]:
    for node in source.all("preproc_def"):
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None and value is not None:
            text = source.of(value)
            if not text.startswith('"'):
                text = text.partition("//")[0].partition("/*")[0]
            yield source.of(name), text.strip()


def _variables(source: Source) -> Iterator[tuple[str, Node, bool]]:
    """Name, value, and whether it is declared constant."""
    for node in source.all("declaration", "field_declaration", "assignment_expression"):
        if node.type == "assignment_expression":
            target = node.child_by_field_name("left")
            target = target.child_by_field_name("field") or target if target is not None else None
            named = target is not None and target.type.endswith("identifier")
            parts = [(target, node.child_by_field_name("right"))] if named else []
        elif node.type == "field_declaration":
            fields = ("declarator", "default_value")
            parts = [(node.child_by_field_name(fields[0]), node.child_by_field_name(fields[1]))]
        else:
            declared = node.children_by_field_name("declarator")
            parts = [
                (d.child_by_field_name("declarator"), d.child_by_field_name("value"))
                for d in declared
                if d.type == "init_declarator"
            ]
        for target, value in parts:
            if value is not None and value.type == "initializer_list":
                value = value.named_children[0] if len(value.named_children) == 1 else None
            name = named_in(target)
            if name is not None and value is not None:
                before = source.text(node.start_byte, name.start_byte)
                yield source.of(name), value, "const" in before
