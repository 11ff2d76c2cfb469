"""The enumerations of a C++ text, and the parameters of functions that are such."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from workbench.core.types.dtypes import DTYPES
from workbench.importers.cpp.syntax.aliases import meant_name
from workbench.importers.cpp.syntax.body import TORCH_TYPES
from workbench.importers.cpp.syntax.found import (
    NUMBER,
    NUMBERS,
    OPTIONAL,
    SCALAR_TYPE,
    Function,
    Parameter,
)
from workbench.importers.cpp.syntax.functions import Scoped
from workbench.importers.cpp.syntax.tree import Source
from workbench.importers.cpp.syntax.types import plain, torch_type

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Values", "enums_of", "with_numbers"]

Values = tuple[tuple[str, int], ...]
"""The enumerators with their values, in order; none where one of these is not plain."""

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.BitOr: operator.or_,
}  # fmt: skip
_MOST_SHIFTED = 62

_SCALAR_TYPE = re.compile(r"(?:(?:::)?(?:at|c10|torch)::)?ScalarType|(?:::)?torch::Dtype")
_LISTED = re.compile(r"((?:const )?(?:\w+ ?:: ?)*(?:vector|ArrayRef) ?< ?)([^<>,&*]+?)( ?>)")
_LAST_NUMBER = DTYPES["bfloat16"].number
"""The further element types came with torch 2.1 and later, and few kernels take them."""
_SCALAR_TYPES: Values = tuple(
    (d.name, d.number) for d in DTYPES.values() if d.number <= _LAST_NUMBER
)


def enums_of(source: Source, scoped: Scoped) -> Iterator[tuple[str, Values]]:
    """The qualified names of the enumerations that a node defines, and their values."""
    node, kind = scoped.node, scoped.node if scoped.node.type == "enum_specifier" else None
    if kind is not None:
        names = node.children_by_field_name("name")
    elif node.type == "type_definition":
        kind, names = node.child_by_field_name("type"), node.children_by_field_name("declarator")
    else:
        return
    body = kind.child_by_field_name("body") if kind is not None else None
    if kind is None or kind.type != "enum_specifier" or body is None:
        return
    for name in names:
        yield scoped.qualified(source.of(name)), _values(source, body)


def _values(source: Source, body: Node) -> Values:
    found: dict[str, int] = {}
    following = 0
    if body.has_error:
        return ()
    for node in body.named_children:
        name = node.child_by_field_name("name")
        if node.type == "comment":
            continue
        if node.type != "enumerator" or name is None:
            return ()  # one behind an #if is not always there, and those after it count from it
        given = node.child_by_field_name("value")
        text = source.of(given) if given is not None else ""
        value = _number(text, found) if text else following
        if value is None:
            return ()
        found[source.of(name)] = value
        following = value + 1
    return tuple(found.items())


def _number(text: str, known: Mapping[str, int]) -> int | None:
    """The value of an expression of plain numbers and earlier enumerators."""
    text = re.sub(
        r"\b(0[xXbB][\da-fA-F']+|\d[\d']*)[uUlL]*\b", lambda m: m[1].replace("'", ""), text
    )

    def value(node: ast.AST) -> int:
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=name) if name in known:
                return known[name]
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -value(inner)
            case ast.BinOp(left=left, op=ast.LShift(), right=right):
                return value(left) << min(max(value(right), 0), _MOST_SHIFTED)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
                return _OPERATORS[type(sign)](value(left), value(right))
        raise ValueError(text)

    try:
        return value(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError):
        return None


def with_numbers(function: Function, enums: Mapping[str, Values]) -> Function:
    """A function with whole numbers in the place of enumerations, for torch's ops have none."""
    parameters = tuple(_with_number(p, function, enums) for p in function.parameters)
    return msgspec.structs.replace(function, parameters=parameters)


def _with_number(
    parameter: Parameter, function: Function, enums: Mapping[str, Values]
) -> Parameter:
    if torch_type(parameter.type) is not None:
        return parameter
    if of_list := _LISTED.match(parameter.type):
        return _with_numbers(parameter, of_list, function, enums)
    text, chosen = parameter.type, parameter.default.rpartition("::")[2]
    optional = plain(text).startswith("optional<") and not plain(text).endswith("&")
    if optional:
        text = text[text.index("<") + 1 : text.rindex(">")]
    kind = plain(text)
    full = meant_name(kind, function, enums)
    if full:
        values = enums[full]
    elif _is_scalar_type(text) and kind not in function.template_names:
        full, values = SCALAR_TYPE, _SCALAR_TYPES
        chosen = TORCH_TYPES.get(chosen.removeprefix("k"), "")
    else:
        return parameter
    default = dict(values).get(chosen)
    return msgspec.structs.replace(
        parameter,
        type=OPTIONAL.format(NUMBER) if optional else NUMBER,
        default=parameter.default if default is None else str(default),
        enum=full,
        values=values,
    )


def _with_numbers(
    parameter: Parameter, of_list: re.Match[str], function: Function, enums: Mapping[str, Values]
) -> Parameter:
    """A list of enumerators as one of whole numbers; one that is written into is left."""
    text = parameter.type
    full = meant_name(plain(of_list[2]), function, enums)
    if not full or (text.rstrip().endswith("&") and not text.startswith("const ")):
        return parameter
    return msgspec.structs.replace(
        parameter,
        type=NUMBERS,
        enum=full,
        listed=f"{of_list[1]}{{}}{of_list[3]}{text[of_list.end() :]}",
        values=enums[full],
    )


def _is_scalar_type(text: str) -> bool:
    """Whether a parameter is one of torch's element types, passed by value or as a constant."""
    words = re.sub(r"\bconst\b|\s", "", text)
    return not plain(text).endswith("&") and bool(_SCALAR_TYPE.fullmatch(words.rstrip("&")))
