"""What a function's body calls of the other functions that are in the files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from workbench.importers.cpp.syntax.body import TensorHints, hints_of, is_read
from workbench.importers.cpp.syntax.body_tree import Body, body_of
from workbench.importers.cpp.syntax.element_uses import DATA, Handed, Uses, element_uses
from workbench.importers.cpp.syntax.found import Function, Parameter
from workbench.importers.cpp.syntax.tree import arguments_in
from workbench.importers.cpp.syntax.types import canonical, torch_type

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["OF_A_DEVICE", "Calls", "hints_through", "is_context"]

OF_A_DEVICE = re.compile(r"cuda|gpu|hip|mps|npu|mlu|musa|xpu", re.IGNORECASE)
"""In the names of functions that only a build for another device has."""
_MOST = 16
_DEEPEST = 3
"""Characters of a call's arguments; what is longer is no call that passes tensors on."""


class Calls:
    """Which of the given functions a body calls, ``Class::apply`` for ``Class::forward``."""

    def __init__(self, functions: list[Function], texts: dict[str, str]) -> None:
        self._texts = texts
        self._known: dict[str, list[Function]] = {}
        self._direct: dict[tuple[str, int], list[Function]] = {}
        self._declared: dict[str, str] = {}
        for function in functions:
            plain = function.name.rpartition("::")[2]
            if function.defined and not function.cuda:
                self._known.setdefault(plain, []).append(function)
            elif not function.defined and not function.owner and not OF_A_DEVICE.search(plain):
                self._declared[plain] = function.file

    def of(self, function: Function) -> tuple[Function, ...]:
        """The functions that one calls, and those that these call."""
        seen = {(function.file, function.start)}
        found: list[Function] = []
        waiting = [function]
        for _ in range(_DEEPEST):
            called = {(g.file, g.start): g for f in waiting for g in self._called(f)}
            waiting = [g for key, g in called.items() if key not in seen]
            seen |= called.keys()
            found += waiting
            if len(found) >= _MOST:
                break
        return tuple(found[:_MOST])

    def undefined(self, functions: tuple[Function, ...]) -> tuple[tuple[str, str], ...]:
        """Name and file of what some functions call that is declared there, and defined nowhere."""
        found: dict[str, str] = {}
        # A method is found by its name alone: whether it is one of this class is not known.
        sure = [*functions[:1], *(f for f in functions[1:] if not f.owner)]
        for function in sure if self._declared else ():
            for _, name in self._names(function):
                if name in self._declared and name not in self._known:
                    found[name] = self._declared[name]
        return tuple(found.items())[:_MOST]

    def _names(self, function: Function) -> dict[tuple[str, str], None]:
        body = Body(function, self._texts)
        calls = body.source.all("call_expression")
        return dict.fromkeys((body.scope(call), body.method(call)[0]) for call in calls)

    def _called(self, function: Function) -> list[Function]:
        key = (function.file, function.start)
        has_body = function.expanded or function.start < function.body_span[1]
        if not function.defined or not has_body:
            return []
        if key not in self._direct:
            names = self._names(function)
            self._direct[key] = [f for n in names for f in self._named(*n)][:_MOST]
        return self._direct[key]

    def _named(self, scope: str, name: str) -> list[Function]:
        if name == "apply" and scope:
            forward = self._known.get("forward", [])
            return [f for f in forward if f.name.split("::")[-2:-1] == [scope]]
        return self._known.get(name, [])


def hints_through(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str]
) -> list[TensorHints]:
    """The hints for each parameter, also from the functions that it is passed on to.

    Args:
        function: whose parameters.
        calls: what it calls (``Calls.of``).
        texts: the C++ texts by file name.
    """
    body, handed = body_of(function, texts), _handed(calls, texts)
    hints = _through(function, calls, texts, handed, {})
    return [
        _in_order(h, element_uses(body, p.name, handed)) if p.name else h
        for p, h in zip(function.parameters, hints, strict=True)
    ]


def _in_order(hints: TensorHints, uses: Uses) -> TensorHints:
    return msgspec.structs.replace(
        hints,
        read_first=hints.written and uses.first == "read",
        undecided=uses.first == "add" or (uses.first != "write" and not hints.changed),
    )


def _through(
    function: Function,
    calls: tuple[Function, ...],
    texts: dict[str, str],
    handed: Handed,
    seen: dict[tuple[str, int], list[TensorHints]],
) -> list[TensorHints]:
    body, text = Body(function, texts), body_of(function, texts)
    hints = [_direct(text, p, handed) if p.name else TensorHints() for p in function.parameters]
    seen[function.file, function.start] = hints  # also where functions call each other
    places = {p.name: i for i, p in enumerate(function.parameters) if p.name}
    for call in body.source.all("call_expression") if calls else ():
        passed = arguments_in(call)
        given = [_place(body, node, places) for node in passed]
        pointed = [_pointed(body, node, places) for node in passed]
        for called in body.named(call, calls):
            skipped = int(bool(called.parameters) and is_context(called.parameters[0].type))
            if len(given) > len(called.parameters) - skipped or not any(
                place is not None for place in (*given, *pointed)
            ):
                continue
            known = seen.get((called.file, called.start))
            inner = known or _through(called, calls, texts, handed, seen)
            for i, found in enumerate(given, skipped):
                if found is not None:
                    place, depth = found
                    hints[place] = _together(hints[place], inner[i], depth)
            for i, to in enumerate(pointed, skipped):
                if to is not None and inner[i].columns:
                    hints[to] = _with_columns(hints[to], inner[i].columns)
    return hints


_READ_ONLY = re.compile(r"\bconst\b[^*]*\*")


def _handed(calls: tuple[Function, ...], texts: dict[str, str]) -> Handed:
    """What some functions do with what a parameter points to."""
    known: dict[tuple[str, int], Uses] = {}

    def uses(function: Function, parameter: Parameter) -> Uses:
        body = body_of(function, texts)
        if _READ_ONLY.search(parameter.type) or is_read(body, parameter.name, handed):
            return Uses("read")
        if not body or not parameter.name:
            return Uses(unknown=True)
        return element_uses(body, parameter.name, handed)

    def handed(name: str, place: int) -> Uses:
        named = [f for f in calls if f.name.rpartition("::")[2] == name]
        fitting = [(f, f.parameters[place]) for f in named if place < len(f.parameters)]
        if (name, place) not in known:
            known[name, place] = Uses(unknown=not fitting)  # for functions that call each other
            found = [uses(*one) for one in fitting]
            known[name, place] = Uses(
                next((u.first for u in found if u.first), ""),
                any(u.written for u in found),
                not found or any(u.unknown for u in found),
                any(u.returned for u in found),
            )
        return known[name, place]

    return handed


def is_context(kind: str) -> bool:
    """Whether a parameter is what ``torch::autograd::Function`` hands to ``forward``."""
    return canonical(kind).rpartition("::")[2] in ("AutogradContext*", "AutogradContext&")


def _direct(text: str, parameter: Parameter, handed: Handed) -> TensorHints:
    """What the function's own body tells; of a tensor that is indexed, a vector at least is left."""
    hints = hints_of(text, parameter.name, handed)
    if torch_type(parameter.type) != ("Tensor", False):
        return hints
    indexed = re.findall(
        rf"(?<![\w.]){re.escape(parameter.name)}((?:\[[^][]*\])+)(\s*\.\s*item\b)?", text
    )
    depth = max((one.count("[") + (not item) for one, item in indexed), default=0)
    return msgspec.structs.replace(hints, rank=max(hints.rank, depth))


def _place(body: Body, node: Node, places: dict[str, int]) -> tuple[int, int] | None:
    """Which parameter is passed on, and how often it was indexed for that: ``x[i]``, or a name of it."""
    depth = 0
    for _ in range(_DEEPEST):
        if (name := body.passed(node)) in places:
            return places[name], depth
        node = body.followed(body.plain(node))
        if node.type == "subscript_expression":
            node, depth = node.child_by_field_name("argument") or node, depth + 1
    return None


def _pointed(body: Body, node: Node, places: dict[str, int]) -> int | None:
    """Of which parameter the elements are that are passed on: ``x.data_ptr<float>()``, or a name of it."""
    called, of = body.method(body.followed(body.plain(node)))
    place = _place(body, of, places) if of is not None and called in DATA else None
    return place[0] if place is not None and not place[1] else None


def _with_columns(hints: TensorHints, columns: int) -> TensorHints:
    columns = hints.columns or columns
    return msgspec.structs.replace(hints, columns=columns, rank=max(hints.rank, 2))


def _together(outer: TensorHints, inner: TensorHints, depth: int) -> TensorHints:
    return msgspec.structs.replace(
        outer,
        dtype=outer.dtype or inner.dtype,
        rank=max(outer.rank, min(inner.rank + depth, 6) if inner.rank else 0),
        written=outer.written or inner.written,
        changed=outer.changed or inner.changed,
        items=max(outer.items, inner.items),
        least=outer.least or ({} if depth else inner.least),
        columns=outer.columns or inner.columns,
        sizes=outer.sizes or ({} if depth else inner.sizes),
    )
