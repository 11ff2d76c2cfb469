"""Finds the English texts of the program that a user may read, with named places for their values.

A text is a literal, or what an f-string or a sum of literals makes: ``f"{n} cases"`` is the template
``{n} cases``. A place that a condition fills with one of two literals is written out, so that
``f"{n} case{'s' if n > 1 else ''}"`` is two templates. What is for machines alone is left out: keys,
names of objects, what is written to a log, doc-strings, C++ and assembler.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["LAYERS", "WORDS", "shown_texts"]

LAYERS = ("core", "importers", "problems", "engine", "gui")
_MOST_FORMS = 16
_NO_TEXT = frozenset(
    """compile debug decode encode endswith exception field findChild findChildren getLogger getattr
    glob import_module info literal_eval loads objectName partition property removeprefix
    removesuffix replace rglob rpartition set_text setObjectName setProperty split startsWith
    startswith warning write QUrl Signal TypeVar""".split()
)
"""Functions whose arguments nobody reads."""
_CODE = re.compile(
    r"#include|SELECT |INSERT |DELETE FROM|CREATE TABLE|static_cast|::\w+\(|\);\n|\$\{|=\{"
    r"|CREATE INDEX|ALTER TABLE|UPDATE \w+ SET"
    r"|</?(?:div|meta|link|script)\b|^--|^-[a-zA-Z]+ |\\[dwsb(\[]|\(\?|&&|!= |; //|^// |^/\*|^#pragma|^def |^\.[a-z]+ "
)
_WORD = re.compile(r"(?<![\w.:/<\\{#-])[A-Za-z][a-z']+(?![\w(:/=}])")
_TITLE = re.compile(r"&?[A-Z][a-z&]*[a-z]( ?…)?")
_LABELLED = re.compile(r"[A-Z][a-z]+: \{[^{}]*\}\.?")
_FORMAT = re.compile(r"\{([a-z_]+)\}")
_PLACE = re.compile(r"\{[^{}]*\}")

WORDS = Path(__file__).with_name("shown_words.txt")
"""Words that stand alone where they are shown and are keys elsewhere, and texts put together of parts."""

_Parts = list[str | tuple[str]]
"""Literals and, in tuples, the names of places."""


def _name_of(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_") or "value"
        case ast.Call(func=inner) | ast.Subscript(value=inner) | ast.Await(value=inner):
            return _name_of(inner)
    return "value"


def _forms(node: ast.expr) -> list[_Parts]:
    """What an expression may be, as literals and places."""
    match node:
        case ast.Constant(value=str(text)):
            return [[text]]
        case ast.FormattedValue(value=value):
            return _forms(value)
        case ast.JoinedStr(values=values):
            forms: list[_Parts] = [[]]
            for value in values:
                forms = [[*a, *b] for a in forms for b in _forms(value)][:_MOST_FORMS]
            return forms
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return [[*a, *b] for a in _forms(left) for b in _forms(right)][:_MOST_FORMS]
        case ast.IfExp(body=body, orelse=other):
            return [*_forms(body), *_forms(other)]
    return [[(_name_of(node),)]]


def _written(parts: _Parts) -> str:
    """A template: braces that are text are doubled, no two places have one name."""
    if len(parts) == 1 and isinstance(parts[0], str) and _FORMAT.search(parts[0]):
        # for str.format: the names are there, and the same one may stand twice
        return "".join(
            f"{{{part}}}" if n % 2 else part.replace("{", "{{").replace("}", "}}")
            for n, part in enumerate(_FORMAT.split(parts[0]))
        )
    seen: dict[str, int] = {}
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part.replace("{", "{{").replace("}", "}}")
            continue
        seen[part[0]] = seen.get(part[0], 0) + 1
        number = seen[part[0]] if seen[part[0]] > 1 else ""
        text += f"{{{part[0]}{number}}}"
    return text


def _is_text(text: str) -> bool:
    """Whether it has words of English, to be read."""
    plain = _PLACE.sub("X", text.replace("{{", "").replace("}}", ""))
    if _CODE.search(plain):
        return False
    places = _PLACE.search(text) is not None
    words = _WORD.findall(plain)
    return (plain.count(" ") >= 1 and len(words) >= (1 if places else 2)) or bool(
        _TITLE.fullmatch(text) or _LABELLED.fullmatch(text)
    )


class _Module:
    def __init__(self, path: Path) -> None:
        self._tree = ast.parse(path.read_text(encoding="utf-8"))
        self._parent = {
            id(child): node for node in ast.walk(self._tree) for child in ast.iter_child_nodes(node)
        }

    def _around(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        while parent := self._parent.get(id(node)):
            yield node, parent
            node = parent

    def _is_for_machines(self, node: ast.AST) -> bool:
        for inner, outer in self._around(node):
            match outer:
                case ast.Expr():
                    return inner is node  # a doc-string
                case ast.Call(func=func) if inner is not func:
                    return _name_of(func) in {n.strip("_") for n in _NO_TEXT}
                case ast.Subscript(slice=index) if index is inner:
                    return True
                case ast.Compare() | ast.MatchValue() | ast.ImportFrom():
                    return True
                case ast.Dict(keys=keys) if inner is node and any(node is k for k in keys):
                    return " " not in str(getattr(node, "value", " "))
                case ast.Assign(targets=[ast.Name(id="__all__")]):
                    return True
                case ast.AnnAssign(annotation=annotation) if annotation is inner:
                    return True
                case ast.stmt():
                    return False
        return False

    def texts(self) -> Iterator[str]:
        for node in ast.walk(self._tree):
            match node, self._parent.get(id(node)):
                case _, ast.JoinedStr() | ast.FormattedValue() | ast.BinOp(op=ast.Add()):
                    continue
                case ast.Constant(value=str()) | ast.JoinedStr() | ast.BinOp(op=ast.Add()), _:
                    if not self._is_for_machines(node):
                        yield from (_written(form) for form in _forms(node))


def shown_texts(root: Path) -> dict[str, str]:
    """Every text, and the first module that has it.

    Args:
        root: the folder that ``workbench`` is in.
    """
    found: dict[str, str] = {}
    for layer in LAYERS:
        for path in sorted((root / "workbench" / layer).rglob("*.py")):
            for text in _Module(path).texts():
                if _is_text(text):
                    found.setdefault(text, path.relative_to(root).as_posix())
    for word in WORDS.read_text(encoding="utf-8").splitlines():
        found.setdefault(word, "tools/shown_words.txt")
    return found
