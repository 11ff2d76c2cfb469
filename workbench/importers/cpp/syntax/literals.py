"""String literals, names of functions and default values, as C++ writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.core.declaration.op import Scalar, Value
from workbench.importers.cpp.syntax.tree import Source

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["default_value", "function_name", "string_of", "unescaped"]

_STRINGS = ("string_literal", "raw_string_literal", "concatenated_string")
_WRAPS = re.compile(r"TORCH_\w+|(?:\w+::)*(?:schema|string|string_view)|c_str")
_VIEWS = ("c_str", "data", "str")
"""What gives a string's text again."""
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_DEEPEST = 32


def string_of(source: Source, node: Node) -> str | None:
    """The value of a string literal, also of several in a row, in a macro such as
    ``TORCH_SELECTIVE_SCHEMA("...")``, under a name of these files, or put together with ``+``; None
    where it is none.
    """
    return _string(source, node, 4)


def _string(source: Source, node: Node, sums: int) -> str | None:
    for _ in range(_DEEPEST):
        if node.type in _STRINGS:
            break
        if node.type == "binary_expression":
            return _sum(source, node, sums)
        if (of := _viewed(source, node)) is not None:
            node = of
            continue
        if node.type in ("identifier", "qualified_identifier"):
            return source.constants.get(source.of(node).rpartition("::")[2])
        inner = node.child_by_field_name("arguments") if node.type == "call_expression" else None
        if inner is not None and not _WRAPS.fullmatch(_called(source, node)):
            return None  # what it makes of the text is not known
        if node.type == "parenthesized_expression":
            inner = node
        elif node.type == "compound_literal_expression":
            inner = node.child_by_field_name("value")
        if inner is None or not inner.named_children:
            return None
        node = inner.named_children[0]
    else:
        return None
    if node.type != "concatenated_string":
        return _one(source, node)
    parts = [_one(source, n) for n in node.named_children if n.type != "comment"]
    return None if None in parts else "".join(p for p in parts if p is not None)


def _sum(source: Source, node: Node, sums: int) -> str | None:
    """Strings that are added, of which the first is a ``std::string``."""
    operator = node.child_by_field_name("operator")
    sides = [node.child_by_field_name(side) for side in ("left", "right")]
    if operator is None or source.of(operator) != "+" or sums == 0:
        return None
    parts = [_string(source, s, sums - 1) if s is not None else None for s in sides]
    return None if None in parts else "".join(p for p in parts if p is not None)


def _viewed(source: Source, node: Node) -> Node | None:
    """What ``name.c_str()`` is called of."""
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    field = function.child_by_field_name("field") if function is not None else None
    if function is None or field is None or source.of(field) not in _VIEWS:
        return None
    return function.child_by_field_name("argument")


def _called(source: Source, call: Node) -> str:
    function = call.child_by_field_name("function")
    return "".join(source.of(function).split()) if function is not None else ""


def _one(source: Source, node: Node) -> str | None:
    text = source.of(node)
    if node.type == "raw_string_literal":
        match = re.fullmatch(r'(?:u8|[uUL])?R"([^()\\\s]*)\((.*)\)\1"', text, re.DOTALL)
        return match[2] if match else None
    if node.type == "identifier":  # a macro between the literals
        return source.constants.get(text)
    if node.type != "string_literal":
        return None
    match = re.fullmatch(r'(?:u8|[uUL])?"(.*)"', text, re.DOTALL)
    return unescaped(match[1]) if match else None


def unescaped(text: str) -> str:
    """The text between a literal's quotes as it is meant."""
    text = text.replace("\\\r\n", "").replace("\\\n", "")
    text = re.sub(r"\\x([0-9a-fA-F]{1,2})", lambda m: chr(int(m[1], 16)), text)
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), text, flags=re.DOTALL)


def function_name(source: Source, node: Node) -> str:
    """The function that an expression names: ``&f``, ``ns::f<T>``, ``TORCH_FN(f)``,
    ``static_cast<...>(&f)``, ``torch::wrap_pybind_function(f)``; empty where it names none.
    """
    for _ in range(_DEEPEST):
        if node.type in ("identifier", "qualified_identifier"):
            return re.sub(r"\s|<.*>$", "", source.of(node), flags=re.DOTALL).removeprefix("::")
        if node.type == "template_function":
            inner = node.child_by_field_name("name")
        elif node.type in ("pointer_expression", "parenthesized_expression"):
            inner = node.named_children[0] if node.named_children else None
        elif node.type in ("call_expression", "cast_expression"):
            inner = node.child_by_field_name("value")
            given = node.child_by_field_name("arguments")
            if given is not None and given.named_children:
                inner = given.named_children[0]
        else:
            return ""
        if inner is None:
            return ""
        node = inner
    return ""


_NUMBER = re.compile(
    r"[-+]?(?:0[xX][0-9a-fA-F']+|(?:\d[\d']*\.?[\d']*|\.\d+)(?:[eE][-+]?\d+)?)[uUlLfFzZ]*"
)
_NONE = ("nullopt", "std::nullopt", "c10::nullopt", "at::nullopt", "torch::nullopt", "py::none()")


def default_value(text: str) -> tuple[bool, Value | None]:
    """A default as C++ writes it.

    Returns:
        Whether it is understood, and its value; None for ``nullopt``.
    """
    text = text.strip()
    if text in (*_NONE, "pybind11::none()", "nullptr"):
        return True, None
    if text.startswith("{") and text.endswith("}"):
        items = [_scalar(t) for t in text[1:-1].split(",") if t.strip()]
        return (False, None) if None in items else (True, tuple(i for i in items if i is not None))
    value = _scalar(text)
    return value is not None, value


def _scalar(text: str) -> Scalar | None:
    text = re.sub(r"^(?:int64_t|double|float|int|bool)\s*\((.*)\)$", r"\1", text.strip())
    if text in ("true", "false"):
        return text == "true"
    match = re.fullmatch(r'"((?:\\.|[^"\\])*)"', text)
    if match:
        return unescaped(match[1])
    if not _NUMBER.fullmatch(text) or len(text) > 40:
        return None
    plain = text.replace("'", "")
    if re.match(r"[-+]?0[xX]", plain):
        return int(plain.rstrip("uUlLzZ"), 16)
    is_float = re.search(r"[.eE]|[fF]$", plain)
    plain = plain.rstrip("uUlLfFzZ")
    return float(plain) if is_float else int(plain)
