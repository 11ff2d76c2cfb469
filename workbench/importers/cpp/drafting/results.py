"""What a function's body tells of its results: element types, and shapes as rules.

Most kernels make their results plainly: ``auto n = x.size(0); auto y = at::empty({n, 3},
x.options()); ... return y;``. What is not written so stays open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.importers.cpp.drafting.named import Named
from workbench.importers.cpp.drafting.result import FACTOR, ITEM, Result, renamed
from workbench.importers.cpp.drafting.sizes import DEEPEST
from workbench.importers.cpp.drafting.sliced import (
    PARTS,
    common,
    put_together,
    with_axis,
    without,
)
from workbench.importers.cpp.drafting.torch_functions import AS_OTHER, ONE_BY_ONE, PRODUCTS
from workbench.importers.cpp.search.lists import Lists, items_of
from workbench.importers.cpp.syntax.body import TORCH_TYPES
from workbench.importers.cpp.syntax.body_tree import Body
from workbench.importers.cpp.syntax.calls import is_context
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.tree import arguments_in
from workbench.importers.cpp.syntax.types import torch_type

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Reader", "resized", "results_of"]

_MOST = 16


def results_of(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str]
) -> tuple[Result, ...]:
    """The results in order; empty where the body does not say how many."""
    return _results(function, calls, texts, DEEPEST, {})


def resized(function: Function, texts: dict[str, str]) -> dict[str, str]:
    """The shapes that a body gives to tensors with ``y.resize_({n, 3})``, by their names."""
    reader = Reader(function, (), texts, 1)
    calls = reader.body.source.all("call_expression") if function.defined else ()
    of = {named: call for call in calls if (named := reader.body.resized(call))}
    return {name: reader.shape(arguments_in(call)[0]) for name, call in of.items()}


_Known = dict[tuple[str, int, int], tuple[Result, ...]]
"""What is known of functions already, by where they begin and how deep they are followed."""


def _results(
    function: Function,
    calls: tuple[Function, ...],
    texts: dict[str, str],
    depth: int,
    known: _Known,
) -> tuple[Result, ...]:
    if not function.defined or depth == 0:
        return ()
    key = (function.file, function.start, depth)
    if key not in known:
        known[key] = _read(Reader(function, calls, texts, depth, known))
    return known[key]


def _read(reader: Reader) -> tuple[Result, ...]:
    nodes = reader.body.returned[-_MOST:]
    if nodes and reader.is_parameter(nodes[-1]):
        # ``if (on a CPU) return f_cpu(x); return x;``: what comes last is for whom nothing is done.
        nodes.sort(key=reader.hands_over)
    returned = [reader.results(node) for node in nodes]
    last = returned[-1] if returned else ()
    # The others return early, often something empty: they tell the types alone.
    for other in reversed(returned[:-1]):
        if len(other) == len(last) or not last:
            known = last or (Result(),) * len(other)
            last = tuple(
                Result(r.dtype or o.dtype, r.shape) for r, o in zip(known, other, strict=True)
            )
    return last


_FACTORIES = ("empty", "zeros", "ones", "full", "rand", "randn")
_OVER_MEMORY = ("from_blob",)
"""The same over memory that is there, which comes first."""
_JOINED = ("cat", "concat", "concatenate", "stack", "hstack", "vstack")
"""The functions whose result is of the type of what is in a list."""
_BEHIND = ("cat", "concat", "concatenate")
_GROWS = ("push_back", "emplace_back")
_PARTS = ("first", "second")
_NEW = ("new_empty", "new_zeros", "new_ones", "new_full")
_SAME = (
    *("clone", "contiguous", "detach", "cpu", "value", "cumsum", "cumprod", "softmax", "flip"),
)
"""The methods whose result is as large as their tensor, and of its type; some are functions, too."""
_OTHER_SIZES = (
    *("resize_", "resize_as_", "squeeze_", "unsqueeze_", "as_strided_", "set_"),
    *("t_", "transpose_", "swapaxes_", "swapdims_"),
)
"""The methods that change their tensor, of whose sizes too: of all others it keeps those."""
_VIEWS = ("view", "reshape")
_CAST = ("to", "type")
_TURNED = ("t", "transpose", "permute")
_COMPUTED, _COMPARED = ("+", "-", "*", "/"), ("==", "!=", "<", "<=", ">", ">=")
_OF_TENSOR = ("options", "scalar_type", "dtype", "type")


class Reader(Named):
    """Reads one body; every name is followed a few steps back, never in a circle."""

    def __init__(
        self,
        function: Function,
        calls: tuple[Function, ...],
        texts: dict[str, str],
        depth: int,
        known: _Known | None = None,
    ) -> None:
        self._calls = calls
        self._known = {} if known is None else known
        self._texts = texts
        self._depth = depth
        kinds = {p.name: torch_type(p.type) for p in function.parameters if p.name}
        numbers = {n for n, k in kinds.items() if k == ("int", False)}
        tensors = {n for n, k in kinds.items() if k == ("Tensor", False)}
        super().__init__(
            Body(function, texts), numbers, tensors, Lists(function, calls, texts, depth)
        )
        self._scalars = {n for n, k in kinds.items() if k in (("int", False), ("float", False))}
        self._types = {p.name for p in function.parameters if p.name and p.is_dtype}

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

    def is_parameter(self, node: Node) -> bool:
        """Whether what is returned is a tensor that the function was given, as it came."""
        name = self.body.name(self.body.plain(node))
        return name in self._tensors and not self.body.values(name, node.start_byte)

    def hands_over(self, node: Node) -> bool:
        """Whether a plain call makes what is returned: no method's, and none of a namespace such as torch's."""
        function = self.body.plain(node).child_by_field_name("function")
        return function is not None and function.type in ("identifier", "template_function")

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
            given = zip(parameters, arguments_in(call), strict=False)
            passed = {p.name: self._passed(node, p.type) for p, node in given}
            names = {name: text for name, text in passed.items() if text}
            inner = _results(called, self._calls, self._texts, self._depth - 1, self._known)
            return tuple(Result(renamed(r.dtype, names), renamed(r.shape, names)) for r in inner)
        return self._pair(call)

    def _passed(self, node: Node, kind: str, steps: int = DEEPEST) -> str:
        """What an argument of another function is in these names, as ``renamed`` takes it; empty for none."""
        if torch_type(kind) == ("int", False):
            size = self._dim(node, DEEPEST)
            return size if not size or FACTOR.fullmatch(size) else f"({size})"
        node = self.body.plain(node)
        if node.type == "subscript_expression":
            of = self._passed(self._subscript(node)[0], kind, steps - 1) if steps else ""
            return f"{of}{ITEM}" if of in self._tensors else ""
        name = self.body.passed(node)
        if not name or name in self._tensors or not steps or self.body.varies(name):
            return name
        value = self.body.value(name)
        return self._passed(value, kind, steps - 1) if value is not None else name

    # -- tensors

    def _first_in(self, node: Node) -> Node:
        """What is first put into a list: between its braces, or by ``push_back``."""
        if grows := self._grows(self.body.name(node)):
            return arguments_in(grows[0])[0] if arguments_in(grows[0]) else node
        items = items_of(self.body, self.body.followed(node))
        return items[0] if items else node

    def _result(self, node: Node, steps: int = DEEPEST) -> Result:
        """A tensor's element type and shape."""
        node = self.body.plain(node)
        if name := self.body.name(node):
            return self._tensor(name, steps, node.start_byte)
        if node.type == "field_expression":
            return self._one_of(node)
        if node.type == "subscript_expression" and steps > 0:
            return self._item(node, steps)
        if node.type == "binary_expression" and steps > 0:
            return self._computed(node, steps)
        called, of = self.body.method(node)
        given = arguments_in(node) if called else []
        if of is not None and steps > 0:
            like = self._result(of, steps - 1)
            if called in _CAST:
                return Result(self._dtype(given, ""), like.shape)
            if called in _NEW and given:
                rest = given[2:] if called == "new_full" else given[1:]
                return Result(self._dtype(rest, like.dtype), self._shape(given[0], steps))
            if called in ONE_BY_ONE and all(map(self._is_scalar, given)):
                return Result("", like.shape)
            if called in AS_OTHER and given:
                return Result(like.dtype, self._result(given[0], steps - 1).shape)
            if called in PRODUCTS and given:
                return self._product(called, [of, *given], steps)
            if called in _TURNED:
                return Result(like.dtype, self._turned(like.shape, called, given))
            if called in PARTS:
                return self._part(like, called, given)
            if called in _VIEWS and given:
                return Result(like.dtype, self._shape(given[0], steps))
            if called == "repeat" and given:
                return Result(like.dtype, self._repeated(like.shape, given))
            if called == "unsqueeze" and given:
                return Result(like.dtype, with_axis(like.shape, self._source.of(given[0]), "1"))
            in_place = called.endswith("_") and called not in _OTHER_SIZES
            return like if called in _SAME or in_place else Result()
        own = self._delegated(node) if of is None and node.type == "call_expression" else ()
        if len(own) == 1:
            return own[0]
        if called in PARTS and given and steps > 0:
            return self._part(self._result(given[0], steps - 1), called, given[1:])
        if called in PRODUCTS and len(given) > 1 and steps > 0:
            return self._product(called, given, steps)
        if called in ONE_BY_ONE and given and all(map(self._is_scalar, given[1:])) and steps > 0:
            return Result("", self._result(given[0], steps - 1).shape)
        if called in _JOINED and given and of is None and steps > 0:
            return self._joined_list(called, given, steps)
        if called in _OVER_MEMORY and len(given) > 1:
            return Result(self._dtype(given[2:], "float32"), self._shape(given[1], steps))
        if of is None and called in _SAME and given and steps > 0:  # torch::stable::contiguous(x)
            return self._result(given[0], steps - 1)
        kind = called.removesuffix("_like")
        if kind not in _FACTORIES or not given or of is not None:
            return Result()
        rest = given[2:] if kind == "full" else given[1:]
        if kind == called:
            return Result(self._dtype(rest, "float32"), self._shape(given[0], steps))
        same = self._result(given[0], steps - 1) if steps > 0 else Result()
        return Result(self._dtype(rest, same.dtype), same.shape)

    def _item(self, node: Node, steps: int) -> Result:
        """``x[i]``: a row of a tensor, or one tensor of a list."""
        of = self._subscript(node)[0]
        like = self._result(of, steps - 1)
        return like if self._lists.is_list(of) else Result(like.dtype, without(like.shape, "0"))

    def _joined_list(self, called: str, given: list[Node], steps: int) -> Result:
        """``at::cat(xs, 1)``, ``at::stack({x, y})``."""
        dtype = self._result(self._first_in(given[0]), steps - 1).dtype
        axis = self._source.of(given[1]) if len(given) > 1 else "0"
        items = items_of(self.body, self.body.followed(given[0])) or []
        shapes = [self._result(item, steps - 1).shape for item in items[:_MOST]]
        count = str(len(items))
        if not items:
            name = self.body.name(given[0])
            shapes = [self._each(name, steps).shape] if name else []
            count = self._pushes(name)
        if called == "stack":
            return Result(dtype, with_axis(common(shapes), axis, count or "unknown"))
        times = "1" if items else count
        return Result(dtype, put_together(shapes, axis, times) if called in _BEHIND else "")

    def _pushes(self, name: str) -> str:
        """How often a loop puts a tensor into a list; empty where that is not plain."""
        grows = self._grows(name)
        return self._rounds_of(grows[0]) if len(grows) == 1 else ""

    def _grows(self, name: str) -> list[Node]:
        """The calls that put something into what has a name."""
        found = []
        for call in self._source.all("call_expression") if name else ():
            method, of = self.body.method(call)
            if method in _GROWS and self.body.name(of) == name:
                found.append(call)
        return found

    def _computed(self, node: Node, steps: int) -> Result:
        """``x + y``, ``2 * x``, ``x > 0``: as large as its tensors together."""
        operator = self._source.of(node.child_by_field_name("operator") or node)
        sides = [node.child_by_field_name(name) for name in ("left", "right")]
        if operator not in (*_COMPUTED, *_COMPARED):
            return Result()
        shapes = [self._result(s, steps - 1).shape for s in sides if s and not self._is_scalar(s)]
        if not shapes or "" in shapes:
            return Result()
        shapes = [
            s for s in shapes if s.removesuffix("[1:]") == s or s.removesuffix("[1:]") not in shapes
        ]
        shape = shapes[0] if len(set(shapes)) == 1 else f"broadcast({', '.join(shapes)})"
        return Result("bool" if operator in _COMPARED else "", shape)

    def _is_scalar(self, node: Node) -> bool:
        return node.type == "number_literal" or self.body.name(node) in self._scalars

    def _each(self, name: str, steps: int) -> Result:
        """What all tensors of a list have in common: those that it is made with, and that come to it."""
        value = self.body.value(name)
        items = (items_of(self.body, value) if value is not None else None) or []
        made = [] if value is None or items else [value]
        for call in self._grows(name):
            items += arguments_in(call)[:1]
        for change in self._source.all("assignment_expression"):
            target, given = (change.child_by_field_name(side) for side in ("left", "right"))
            if target is not None and given is not None and target.type == "subscript_expression":
                items += [given] if self.body.name(self._subscript(target)[0]) == name else []
        found = [self._result(node, steps - 1) for node in (*made, *items)[:_MOST]]
        dtypes = {one.dtype for one in found}
        return Result(
            dtypes.pop() if len(dtypes) == 1 else "", common([one.shape for one in found])
        )

    def _dtype(self, options: list[Node], otherwise: str) -> str:
        """The element type that options say, themselves or by the name of some."""
        for _ in range(2):
            for node in options:
                for word in self._source.all("identifier", within=node):
                    plain = self._source.of(word)
                    if plain in self._types:
                        return plain
                    known = TORCH_TYPES.get(plain.removeprefix("k"))
                    if known and (plain[0] == "k" or "ScalarType" in self._source.of(node)):
                        return known
            for node in options:
                for call in self._source.all("call_expression", within=node):
                    name, of = self.body.method(call)
                    if name in _OF_TENSOR and not arguments_in(call) and self.body.name(of):
                        place = of.start_byte if of is not None else 0
                        return self._tensor(self.body.name(of), DEEPEST, place).dtype
            last = options[-1].child_by_field_name("right") or options[-1] if options else None
            value = self.body.value(self.body.name(last))
            if value is None:
                break
            options = [value]
        return "" if options else otherwise

    def shape(self, node: Node) -> str:
        """The shape rule of an expression of sizes; empty where it cannot be told."""
        return self._shape(node, DEEPEST)
