"""What a body does with the elements of a tensor, and in which order: read them, or write them.

A pointer, or an accessor, is followed through the names that are made of it (``float *row = x + i *
n``) and through what it is moved by. What cannot be followed may do anything.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from workbench.importers.cpp.syntax.body_tree import SAME, tree_of
from workbench.importers.cpp.syntax.tree import Source, named_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["ACCESSORS", "DATA", "VIEWS", "Handed", "Uses", "element_uses"]

DATA = ("data_ptr", "const_data_ptr", "mutable_data_ptr", "data")
ACCESSORS = ("accessor", "packed_accessor", "packed_accessor32", "packed_accessor64")
_VIEWS = (*DATA, *ACCESSORS)
VIEWS = (
    *(
        "select",
        "narrow",
        "slice",
        "view",
        "view_as",
        "reshape",
        "reshape_as",
        "flatten",
        "squeeze",
    ),
    *("unsqueeze", "transpose", "permute", "t", "expand", "expand_as"),
)
"""The methods of a tensor that give its own elements, or some of them, in another shape."""
_TELLS = re.compile(
    r"""sizes?|strides?|dim|ndimension|numel|nbytes|itemsize|element_size|options|scalar_type|dtype|layout
    |device|device_type|get_device|defined|has_value|storage_offset|storage|unsafeGetTensorImpl
    |key_set|names?|toString|sym_\w+|suggest_memory_format|requires_grad|grad_fn|is_\w+|new_\w+
    |(?:\w+_)?(?:detach|grad)_""",
    re.VERBOSE,
)
"""The methods of a tensor, or an accessor, that read none of its elements."""
_MAKES_LIKE = re.compile(r"\w+_like")
_FILLS = frozenset(
    """zero_ fill_ copy_ set_ random_ normal_ uniform_ bernoulli_ exponential_ resize_ resize_as_
    index_put_ index_fill_ masked_fill_ masked_scatter_ scatter_""".split()
)
"""Those of torch's methods that change a tensor which need not be told what was in it."""
_ADDS = frozenset("add_ index_add_ scatter_add_ addmm_ addcmul_ addcdiv_".split())
"""Those that add to it: results are added to what is zero at first."""
_CHANGES_NONE = ("requires_grad_", "detach_", "retain_grad_")
_TORCH = re.compile(r"(?:at|torch(?:::stable)?)::\w+")
_SAME_POINTER = ("parenthesized_expression", "cast_expression", "update_expression")
_DEEPEST = 64
_MOST_NAMES = 24
_MOST_USES = 1000
_MOST_ARGUMENTS = 64


class Uses(msgspec.Struct, frozen=True):
    """What is done with elements.

    Attributes:
        first: what is done first, in the order of the text: ``read``, ``write``, or ``add`` where
            something is added to them; empty where nothing is.
        written: whether they are written.
        unknown: whether more is done with them than can be followed.
        returned: whether what is returned may have the same elements.
    """

    first: str = ""
    written: bool = False
    unknown: bool = False
    returned: bool = False

    @property
    def only_read(self) -> bool:
        """Whether they are read for certain, and nothing else."""
        return self.first == "read" and not (self.written or self.unknown or self.returned)


Handed = Callable[[str, int], Uses]
"""What a function of that name does with what its parameter of that number, from 0, points to."""


def _unknown(_name: str, _place: int) -> Uses:
    return Uses(unknown=True)


def element_uses(body: str, name: str, handed: Handed = _unknown) -> Uses:
    """What a body does with the elements of a tensor or behind a pointer.

    Args:
        body: the function's.
        name: the tensor's, or the pointer's.
        handed: tells of the functions that pointers are handed to.
    """
    source = tree_of(body)
    found = _Found(source, handed)
    found.follow(name)
    seen = sorted(found.seen)
    return Uses(
        seen[0][1] if seen else "",
        any(kind != "read" for _, kind in seen),
        found.unknown or source.root.has_error,
        found.returned,
    )


class _Found:
    """The uses of the elements behind some names.

    Attributes:
        seen: where they are read or written, and which of these.
        unknown: whether one use could not be followed.
        returned: whether they are returned.
    """

    def __init__(self, source: Source, handed: Handed) -> None:
        self.source, self.handed = source, handed
        self.seen: list[tuple[int, str]] = []
        self.unknown = self.returned = False
        self._named: set[str] = set()
        self._nested = 0

    def follow(self, name: str) -> None:
        """Look at all that is done with what has a name."""
        if name in self._named or len(self._named) > _MOST_NAMES:
            self.unknown = self.unknown or name not in self._named
            return
        self._named.add(name)
        nodes = _identifiers(self.source).get(name, [])
        self.unknown = self.unknown or len(nodes) > _MOST_USES
        end = self._given_anew(nodes[:_MOST_USES])
        tensor = any(map(self._has_method, nodes[:_MOST_USES]))
        for node in nodes[:_MOST_USES]:
            if node.start_byte < end:
                self._pointer(node, tensor=tensor)

    def _given_anew(self, nodes: list[Node]) -> int:
        """Where a name begins to be that of something else: ``x = x.clone();``."""
        for node in nodes:
            parent = node.parent
            if parent is None or parent.type != "assignment_expression":
                continue
            right = parent.child_by_field_name("right")
            if _is(parent, "left", node) and right is not None and right.type == "call_expression":
                method = self.source.called(right)[0]
                if method not in _VIEWS and method not in SAME:
                    return parent.end_byte
        return len(self.source.data)

    def _pointer(self, node: Node, *, tensor: bool = False) -> None:
        """What is done with an expression that is a pointer, an accessor, or a tensor."""
        for _ in range(_DEEPEST):
            parent = node.parent
            if parent is None:
                return
            kind = parent.type
            if kind == "binary_expression" and tensor:
                self.seen.append((node.start_byte, "read"))
                return
            if kind in _SAME_POINTER or self._moves(parent):
                node = parent
            elif kind == "subscript_expression":
                if _is(parent, "argument", node):
                    self._element(parent)
                return  # as an index, it is a number
            elif kind == "pointer_expression":
                if _of(self.source, parent, "operator") == "*":
                    self._element(parent)
                else:
                    self.unknown = True
                return
            elif kind == "field_expression":
                called = parent.parent
                if called is None or called.type != "call_expression":
                    self.unknown = True
                    return
                method = self.source.called(called)[0]
                if method not in (*_VIEWS, *SAME, *VIEWS):
                    self._method(called, method)
                    return
                node, tensor = called, method in SAME or method in VIEWS
            elif kind == "argument_list":
                self._passed(parent, node)
                return
            else:
                self._kept(parent, node)
                return

    def _has_method(self, node: Node) -> bool:
        """Whether what is named is a tensor or an accessor, and no pointer: ``x.size(0)``."""
        field = node.parent
        if field is None or field.type != "field_expression":
            return False
        return _of(self.source, field, "operator") == "."

    def _moves(self, node: Node) -> bool:
        """Whether an expression is a pointer that is moved: ``x + i``."""
        sign = _of(self.source, node, "operator") if node.type == "binary_expression" else ""
        return sign in ("+", "-")

    def _method(self, call: Node, method: str) -> None:
        if method.endswith("_") and not method.startswith("_") and method not in _CHANGES_NONE:
            filled = "write" if method in _FILLS else "add" if method in _ADDS else "read"
            self.seen += [(call.end_byte, filled), (call.end_byte + 1, "write")]
        elif not _TELLS.fullmatch(method):
            self.seen.append((call.start_byte, "read"))

    def _kept(self, parent: Node, node: Node) -> None:
        """What is done with a name that a pointer is given to."""
        if parent.type == "init_declarator" and _is(parent, "value", node):
            self._declared(parent)
        elif parent.type == "assignment_expression":
            left = parent.child_by_field_name("left")
            if not _is(parent, "left", node):
                if left is not None and left.type == "identifier":
                    self.follow(self.source.of(left))
                else:
                    self.unknown = True
        elif parent.type == "return_statement":
            self.returned = True
        elif parent.type in ("initializer_list", "init_declarator"):
            self.unknown = self.unknown or not _is(parent, "declarator", node)

    def _declared(self, parent: Node) -> None:
        name = named_in(parent.child_by_field_name("declarator"))
        if name is None:
            self.unknown = True
        else:
            self.follow(self.source.of(name))

    def _passed(self, listed: Node, node: Node) -> None:
        call = listed.parent
        few = listed.named_child_count <= _MOST_ARGUMENTS
        given = listed.named_children if few else []
        place = next((i for i, n in enumerate(given) if n == node), None)
        if call is None or call.type != "call_expression" or place is None:
            self.unknown = True
            return
        name, cast_to = self.source.called(call)
        if cast_to and name.endswith("_cast"):
            self._pointer(call)
            return
        if _TORCH.fullmatch(_of(self.source, call, "function").partition("<")[0]):
            self._given_to_torch(call, name, node, place)
            return
        uses = self.handed(name, place)
        self.unknown = self.unknown or uses.unknown
        if uses.first:
            self.seen.append((node.start_byte, uses.first))
        if uses.written:
            self.seen.append((listed.end_byte, "write"))
        if uses.returned:
            self._pointer(call, tensor=self._has_method(node))

    def _given_to_torch(self, call: Node, name: str, node: Node, place: int) -> None:
        """What a function of torch itself does with an argument."""
        if name.endswith("_out"):  # it reads the others, and writes into the first
            self.seen.append((node.start_byte, "read") if place else (call.end_byte, "write"))
        elif not place and (name in VIEWS or name in SAME):
            self._pointer(call)
        elif not place and name.endswith("_"):
            self._method(call, name)
        elif not _MAKES_LIKE.fullmatch(name):
            self.seen.append((node.start_byte, "read"))

    def _addressed(self, node: Node) -> None:
        """What is done with the address of an element, which may be that of one of another's."""
        self._nested += 1
        if self._nested > _DEEPEST:
            self.unknown = True
        else:
            self._pointer(node)
        self._nested -= 1

    def _element(self, node: Node) -> None:
        """What is done with an expression that is an element, or a row of an accessor."""
        for _ in range(_DEEPEST):
            parent = node.parent
            if parent is None:
                return
            kind = parent.type
            if kind == "parenthesized_expression" or (
                kind == "subscript_expression" and _is(parent, "argument", node)
            ):
                node = parent
            elif kind == "pointer_expression" and _of(self.source, parent, "operator") == "&":
                self._addressed(parent)
                return
            elif kind == "field_expression" and _called(parent):
                self._pointer(node)
                return
            elif kind == "update_expression":
                self.seen.append((parent.start_byte, "add"))
                return
            elif kind == "assignment_expression" and _is(parent, "left", node):
                sign = _of(self.source, parent, "operator")
                how = "write" if sign == "=" else "add" if sign in ("+=", "-=") else "read"
                self.seen.append((parent.end_byte, how))
                self.seen.append((parent.end_byte + 1, "write"))
                return
            else:
                self._read(parent, node)
                return

    def _read(self, parent: Node, node: Node) -> None:
        """An element that is read, or kept as a reference, or a row of an accessor as such."""
        if parent.type == "init_declarator" and _is(parent, "value", node):
            declarator, around = parent.child_by_field_name("declarator"), parent.parent
            type_node = around.child_by_field_name("type") if around is not None else None
            if declarator is not None and declarator.type == "reference_declarator":
                name = named_in(declarator)
                for use in _identifiers(self.source).get(self.source.of(name) if name else "", ()):
                    if use != name:
                        self._element(use)
                return
            if type_node is not None and self.source.of(type_node) == "auto":
                self._declared(parent)
                if not self._has_rows(parent):
                    self.seen.append((node.start_byte, "read"))
                return
        if parent.type == "argument_list" and parent.parent is not None:
            called = self.source.called(parent.parent)[0]
            if called in ("swap", "exchange"):
                self.seen += [(node.start_byte, "read"), (node.start_byte + 1, "write")]
                return
        self.seen.append((node.start_byte, "read"))

    def _has_rows(self, declared: Node) -> bool:
        """Whether what is declared is indexed: a row of an accessor, and no element."""
        name = named_in(declared.child_by_field_name("declarator"))
        named = _identifiers(self.source).get(self.source.of(name) if name is not None else "", ())
        return any(n.parent is not None and n.parent.type == "subscript_expression" for n in named)


def _called(field: Node) -> bool:
    return field.parent is not None and field.parent.type == "call_expression"


def _is(parent: Node, field: str, node: Node) -> bool:
    return parent.child_by_field_name(field) == node


def _of(source: Source, node: Node, field: str) -> str:
    found = node.child_by_field_name(field)
    return source.of(found) if found is not None else ""


@functools.lru_cache(maxsize=32)
def _identifiers(source: Source) -> dict[str, list[Node]]:
    found: dict[str, list[Node]] = {}
    for node in source.all("identifier"):
        found.setdefault(source.of(node), []).append(node)
    return found
