"""What a function's body tells of its results: element types, and shapes as rules.

Most kernels make their results plainly: ``auto n = x.size(0); auto y = at::empty({n, 3},
x.options()); ... return y;``. What is not written so stays open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from workbench.importers.cpp.search.lists import items_of
from workbench.importers.cpp.syntax.body import TORCH_TYPES
from workbench.importers.cpp.syntax.body_tree import Body
from workbench.importers.cpp.syntax.calls import is_context, split_arguments
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.tree import arguments_in
from workbench.importers.cpp.syntax.types import torch_type

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Reader", "Result", "renamed", "resized", "results_of"]

_DEEPEST = 4
_NESTED, _LONGEST = 32, 200
"""Of the arithmetic of one size: how deep it may be, and how many characters each side may have."""
_MOST = 16


class Result(msgspec.Struct, frozen=True):
    """What is known of one result, in the names of the function's parameters.

    Attributes:
        dtype: an element type, or the parameter that it is equal to; empty where unknown.
        shape: a shape rule; empty where unknown.
    """

    dtype: str = ""
    shape: str = ""


def results_of(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str]
) -> tuple[Result, ...]:
    """The results in order; empty where the body does not say how many."""
    return _results(function, calls, texts, _DEEPEST)


def resized(function: Function, texts: dict[str, str]) -> dict[str, str]:
    """The shapes that a body gives to tensors with ``y.resize_({n, 3})``, by their names."""
    reader = Reader(function, (), texts, 1)
    calls = reader.body.source.all("call_expression") if function.defined else ()
    of = {named: call for call in calls if (named := reader.body.resized(call))}
    return {name: reader.shape(arguments_in(call)[0]) for name, call in of.items()}


def _results(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str], depth: int
) -> tuple[Result, ...]:
    if not function.defined or depth == 0:
        return ()
    reader = Reader(function, calls, texts, depth)
    returned = [reader.results(node) for node in reader.body.returned[-_MOST:]]
    last = returned[-1] if returned else ()
    # The others return early, often something empty: they tell the types alone.
    for other in reversed(returned[:-1]):
        if len(other) == len(last) or not last:
            known = last or (Result(),) * len(other)
            last = tuple(
                Result(r.dtype or o.dtype, r.shape) for r, o in zip(known, other, strict=True)
            )
    return last


_SIGNS = {"+": "+", "-": "-", "*": "*", "/": "//"}
_LOOSER = {
    "+": ("", ""),
    "-": ("", "+ -"),
    "*": ("+ -", "+ - //"),
    "//": ("+ -", "+ - * //"),
    "**": ("+ - * // **", "+ - * //"),
}
"""Of an operator: which ones of its left side, and of its right side, need brackets there."""
_WORDS = frozenset(("shape", "unknown", "len", "min", "max"))


def renamed(rule: str, names: dict[str, str]) -> str:
    """A rule with other names; a size whose name has none becomes ``unknown``."""
    if rule in TORCH_TYPES.values() or not rule:
        return rule
    words = set(re.findall(r"[A-Za-z_]\w*", rule)) - _WORDS
    if all(w in names for w in words):
        return re.sub(r"[A-Za-z_]\w*", lambda m: names.get(m[0], m[0]), rule)
    if not rule.startswith("["):
        return ""
    parts = split_arguments(f"{rule[1:-1]})", 0) or []
    return (
        f"[{', '.join(renamed(p, names) or 'unknown' for p in parts)}]"
        if len(parts) > 1
        else "[unknown]"
    )


_FACTORIES = ("empty", "zeros", "ones", "full", "rand", "randn")
_OVER_MEMORY = ("from_blob",)
"""The same over memory that is there, which comes first."""
_JOINED = ("cat", "concat", "stack", "hstack", "vstack")
"""The functions whose result is of the type of what is in a list."""
_GROWS = ("push_back", "emplace_back")
_PARTS = ("first", "second")
_NEW = ("new_empty", "new_zeros", "new_ones", "new_full")
_SAME = (
    *("clone", "contiguous", "detach", "cpu", "value"),
    *("fill_", "zero_", "copy_", "add_", "sub_", "mul_", "div_", "clamp_"),
)
"""The methods whose result is as large as their tensor, and of its type."""
_CAST = ("to", "type")
_OF_TENSOR = ("options", "scalar_type", "dtype", "type")
_WIDTHS = ("static_cast", "int64_t", "int")
_SIZES = ("vector", "IntArrayRef")
_CHOSEN = ("min", "max")
_POWER = re.compile(r"pow[fl]?")
_HALF = re.compile(r"0?\.50*[fFlL]?")


class Reader:
    """Reads one body; every name is followed a few steps back, never in a circle."""

    def __init__(
        self,
        function: Function,
        calls: tuple[Function, ...],
        texts: dict[str, str],
        depth: int,
    ) -> None:
        self.body = Body(function, texts)
        self._source = self.body.source
        self._calls = calls
        self._texts = texts
        self._depth = depth
        kinds = {p.name: torch_type(p.type) for p in function.parameters if p.name}
        self._tensors = {n for n, k in kinds.items() if k == ("Tensor", False)}
        self._numbers = {n for n, k in kinds.items() if k == ("int", False)}

    # -- what is returned

    def results(self, node: Node) -> tuple[Result, ...]:
        """The results of one ``return``."""
        items = items_of(self.body, node) or [node]
        found = tuple(self._result(i) for i in items)
        found = tuple(
            self._one_of(i) if r == Result() else r for i, r in zip(items, found, strict=True)
        )
        if len(items) == 1 and found == (Result(),):
            return self._delegated(items[0]) or found
        return found

    def _one_of(self, node: Node) -> Result:
        """One of several results of another function: ``std::get<0>(results)``, ``results[0]``."""
        node = self.body.followed(self.body.plain(node))
        field = node.child_by_field_name("field")
        if node.type == "subscript_expression":
            of, index = self._subscript(node)
        elif field is not None and self._source.of(field) in _PARTS:
            of = node.child_by_field_name("argument") or node
            index = str(_PARTS.index(self._source.of(field)))
        elif node.type == "call_expression" and arguments_in(node):
            name, given = self._source.called(node)
            of, index = arguments_in(node)[0], given.strip("<> ") if name == "get" else ""
        else:
            return Result()
        several = self._delegated(of) if index.isdigit() else ()
        return several[int(index)] if index.isdigit() and int(index) < len(several) else Result()

    def _delegated(self, node: Node) -> tuple[Result, ...]:
        """The results of ``return other(x, y);`` (or of a name that has them), in these names."""
        call = self.body.followed(self.body.plain(node))
        for called in self.body.named(call, self._calls):
            parameters = called.parameters
            if parameters and is_context(parameters[0].type):
                parameters = parameters[1:]
            passed = zip(parameters, map(self.body.passed, arguments_in(call)), strict=False)
            names = {p.name: text for p, text in passed if text}
            inner = _results(called, self._calls, self._texts, self._depth - 1)
            return tuple(Result(renamed(r.dtype, names), renamed(r.shape, names)) for r in inner)
        return ()

    def _subscript(self, node: Node) -> tuple[Node, str]:
        listed = node.child_by_field_name("indices") or node
        of = node.child_by_field_name("argument") or node
        return of, self._source.of(listed).strip("[] ")

    # -- tensors

    def _first_in(self, node: Node) -> Node:
        """What is first put into a list: between its braces, or by ``push_back``."""
        for call in self._source.all("call_expression"):
            method, of = self.body.method(call)
            if (
                method in _GROWS
                and self.body.name(of)
                and self.body.name(of) == self.body.name(node)
            ):
                return arguments_in(call)[0] if arguments_in(call) else node
        items = items_of(self.body, self.body.followed(node))
        return items[0] if items else node

    def _result(self, node: Node, steps: int = _DEEPEST) -> Result:
        """A tensor's element type and shape."""
        node = self.body.plain(node)
        if name := self.body.name(node):
            return self._tensor(name, steps)
        if node.type == "field_expression":
            return self._one_of(node)
        called, of = self.body.method(node)
        given = arguments_in(node) if called else []
        if of is not None and steps > 0:
            like = self._result(of, steps - 1)
            if called in _CAST:
                return Result(self._dtype(given, ""), like.shape)
            if called in _NEW and given:
                rest = given[2:] if called == "new_full" else given[1:]
                return Result(self._dtype(rest, like.dtype), self._shape(given[0], steps))
            return like if called in _SAME else Result()
        if called in _JOINED and given and of is None and steps > 0:
            return Result(self._result(self._first_in(given[0]), steps - 1).dtype)
        if called in _OVER_MEMORY and len(given) > 1:
            return Result(self._dtype(given[2:], "float32"), self._shape(given[1], steps))
        kind = called.removesuffix("_like")
        if kind not in _FACTORIES or not given or of is not None:
            return Result()
        rest = given[2:] if kind == "full" else given[1:]
        if kind == called:
            return Result(self._dtype(rest, "float32"), self._shape(given[0], steps))
        same = self._result(given[0], steps - 1) if steps > 0 else Result()
        return Result(self._dtype(rest, same.dtype), same.shape)

    def _tensor(self, name: str, steps: int) -> Result:
        if name in self._tensors:
            return Result(name, f"{name}.shape")
        value = self.body.value(name) if steps > 0 else None
        return self._result(value, steps - 1) if value is not None else Result()

    def _dtype(self, options: list[Node], otherwise: str) -> str:
        """The element type that options say, themselves or by the name of some."""
        for _ in range(2):
            for node in options:
                for word in self._source.all("identifier", within=node):
                    plain = self._source.of(word)
                    known = TORCH_TYPES.get(plain.removeprefix("k"))
                    if known and (plain[0] == "k" or "ScalarType" in self._source.of(node)):
                        return known
            for node in options:
                for call in self._source.all("call_expression", within=node):
                    name, of = self.body.method(call)
                    if name in _OF_TENSOR and not arguments_in(call) and self.body.name(of):
                        return self._tensor(self.body.name(of), _DEEPEST).dtype
            last = options[-1].child_by_field_name("right") or options[-1] if options else None
            value = self.body.value(self.body.name(last))
            if value is None:
                break
            options = [value]
        return "" if options else otherwise

    # -- sizes

    def shape(self, node: Node) -> str:
        """The shape rule of an expression of sizes; empty where it cannot be told."""
        return self._shape(node, _DEEPEST)

    def _shape(self, node: Node, steps: int) -> str:
        if steps <= 0:
            return ""
        name, of = self.body.method(node)
        if (value := self._kept(node)) is not None:
            return self._shape(value, steps - 1)
        if name == "vec" and of is not None:
            return self._shape(of, steps - 1)
        if (tensor := self._sized(node)) is not None:
            return self._result(tensor, steps - 1).shape
        kind = node.child_by_field_name("type") or node.child_by_field_name("function")
        if kind is not None and any(k in self._source.of(kind) for k in _SIZES):
            given = arguments_in(node) or node.children_by_field_name("value")
            node = given[0] if given else node
        if node.type == "initializer_list":
            dims = [n for n in node.named_children if n.type != "comment"]
            return f"[{', '.join(self._dim(d, _DEEPEST) or 'unknown' for d in dims)}]"
        text = self.body.name(node)
        return f"[{self._dim(node, _DEEPEST)}]" if text in self._numbers else ""

    def _sized(self, node: Node) -> Node | None:
        """The tensor whose sizes these are: ``x.sizes()``, ``x.shape``."""
        called, of = self.body.method(node)
        field = node.child_by_field_name("field")
        if field is not None and self._source.of(field) == "shape":
            return node.child_by_field_name("argument")
        return of if called == "sizes" else None

    def _kept(self, node: Node) -> Node | None:
        """Of the name of several sizes what it was given, if nothing in it is changed."""
        name = self.body.name(node)
        if not name or self.body.varies(name) or self.body.changes(name):
            return None
        for change in self._source.all("assignment_expression", "update_expression"):
            target = change.child_by_field_name("left") or change.child_by_field_name("argument")
            if target is not None and name in (
                self._source.of(n) for n in self._source.all("identifier", within=target)
            ):
                return None
        return self.body.value(name)

    def _dim(self, node: Node, steps: int, depth: int = 0) -> str:
        """One size as a rule; empty where it cannot be told.

        Args:
            node: an expression.
            steps: how many names are followed, one behind the other.
            depth: in how many others the expression stands.
        """
        if steps < 0 or depth > _NESTED:
            return ""
        text = self._source.of(node)
        if node.type == "number_literal":
            return text.rstrip("lLuU") if re.fullmatch(r"\d{1,9}[lLuU]{0,3}", text) else ""
        if name := self.body.name(node):
            if name in self._numbers:
                return name
            value = None if self.body.varies(name) else self.body.value(name)
            return self._dim(value, steps - 1, depth) if value is not None else ""
        if node.type == "parenthesized_expression":
            part = self._dim(node.named_children[0], steps, depth + 1)
            return f"({part})" if part else ""
        if node.type == "cast_expression":
            return self._dim(self._to_nearest(node.named_children[-1]), steps, depth + 1)
        if node.type == "subscript_expression":
            sizes, index = self._subscript(node)
            return self._size(self._sized(self._kept(sizes) or sizes), index)
        if node.type == "call_expression":
            called, of = self.body.method(node)
            given = arguments_in(node)
            if called == "size" and len(given) == 1:
                return self._size(of, self._source.of(given[0]))
            if called in _WIDTHS and len(given) == 1:
                return self._dim(self._to_nearest(given[0]), steps, depth + 1)
            if _POWER.fullmatch(called) and of is None and len(given) == 2:
                return self._joined("**", given, steps, depth)
            if called in _CHOSEN and len(given) == 2:
                parts = [self._dim(n, steps, depth + 1) for n in given]
                most = max(map(len, parts))
                return f"{called}({', '.join(parts)})" if all(parts) and most <= _LONGEST else ""
            return ""
        if node.type != "binary_expression":
            return ""
        operator = node.child_by_field_name("operator")
        sign = _SIGNS.get(self._source.of(operator)) if operator is not None else None
        sides = [node.child_by_field_name(name) for name in ("left", "right")]
        return self._joined(sign, sides, steps, depth) if sign is not None else ""

    def _joined(self, sign: str, sides: Sequence[Node | None], steps: int, depth: int) -> str:
        parts = []
        for side, closer in zip(sides, _LOOSER[sign], strict=True):
            part = self._dim(side, steps, depth + 1) if side is not None else ""
            if not part or len(part) > _LONGEST:
                return ""
            parts.append(_grouped(part, closer))
        return f" {sign} ".join(parts)

    def _to_nearest(self, node: Node) -> Node:
        """``pow(2, n)`` of ``(int64_t)(pow(2, n) + 0.5)``: what is whole already stays as it is."""
        while node.type == "parenthesized_expression":
            node = node.named_children[0]
        right = node.child_by_field_name("right")
        is_half = right is not None and _HALF.fullmatch(self._source.of(right))
        is_sum = is_half and self._source.of(node.child_by_field_name("operator") or node) == "+"
        return (node.child_by_field_name("left") or node) if is_sum else node

    def _size(self, tensor: Node | None, index: str) -> str:
        if tensor is None or not re.fullmatch(r"-?\d{1,2}", index):
            return ""
        like, dim = self._result(tensor).shape, int(index)
        if like.endswith(".shape"):
            return f"{like}[{dim}]"
        parts = split_arguments(f"{like[1:-1]})", 0) if like.startswith("[") else None
        return (
            parts[dim]
            if parts and -len(parts) <= dim < len(parts) and parts[dim] != "unknown"
            else ""
        )


def _grouped(dim: str, within: str) -> str:
    """A size as one side of an operator, in brackets where that binds closer than the size's own."""
    outside = dim
    while (inner := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", outside)) != outside:
        outside = inner
    return f"({dim})" if set(outside.split()) & set(within.split()) else dim
