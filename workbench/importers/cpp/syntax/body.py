"""What a function's body tells of its tensors: element types, ranks, which are written into.

These are guesses from the usual phrases (``x.data_ptr<float>()``, ``x.size(2)``), for a first
declaration that its author corrects. Phrases are looked for in the text: they are also seen inside
of macros (``AT_DISPATCH_…``, ``TORCH_CHECK``), whose arguments are no C++ to the parser.
"""

from __future__ import annotations

import re

import msgspec

from workbench.core.types.dtypes import DTYPES
from workbench.importers.cpp.syntax.checked import checked_of
from workbench.importers.cpp.syntax.columns import columns_of
from workbench.importers.cpp.syntax.element_uses import VIEWS, Handed, Uses, element_uses
from workbench.importers.cpp.syntax.tree import Source, returned
from workbench.importers.cpp.syntax.types import element_type

__all__ = ["TORCH_TYPES", "TensorHints", "hints_of", "is_read", "returned_texts"]

_POINTER = (
    r"\s*\.\s*(?:mutable_|const_)?data(?:_ptr)?\s*<\s*(?:const\s+)?"
    r"([\w:]+(?:\s+(?:char|short|int|long))*)\s*>"
)
_ACCESSOR = r"\s*\.\s*(?:packed_)?accessor(?:32|64)?\s*<\s*([\w:]+)\s*,\s*(\d)\b"
_VIEWS = "|".join(("contiguous", "value", *VIEWS))
_CHANGES = (
    rf"(?:\s*\.\s*(?:{_VIEWS})\s*\([^()]*\))*"
    r"\s*\.\s*(?:mutable_data_ptr\b|(?!(?:requires_grad|detach|retain_grad)_)[a-z]\w*[a-z\d]_\s*\()"
)
"""What changes a tensor, or a part of it: torch's names for that end in ``_``."""


_OUT_OF = r"\b(?:at|torch)\s*::\s*\w{1,60}_out\s*\(\s*"
"""Torch's functions that write into their first argument."""


class TensorHints(msgspec.Struct, frozen=True):
    """What a body tells of one tensor.

    Attributes:
        dtype: its element type; empty where unknown.
        rank: the fewest dimensions that it must have; 0 where unknown.
        written: whether its elements are changed, or may be.
        changed: whether they are changed for certain.
        read_first: whether they are read before they are changed: what it is given counts
            (``hints_through`` alone tells, as of the next).
        undecided: whether nothing shows that they are changed first of all, or something is added
            to them, which may be what is zero at first.
        items: of a list, the fewest items that it must have; 0 where unknown.
        least: of an axis, the fewest elements that it must have.
        columns: how long its last axis is; 0 where unknown.
        sizes: how long axes must be, where that is checked; -1 is the last one.
        same: which must be as long as those of other parameters: axis, name, the other's axis.
    """

    dtype: str = ""
    rank: int = 0
    written: bool = False
    changed: bool = False
    read_first: bool = False
    undecided: bool = False
    items: int = 0
    least: dict[int, int] = {}
    columns: int = 0
    sizes: dict[int, int] = {}
    same: tuple[tuple[int, str, int], ...] = ()


def _unknown(_name: str, _place: int) -> Uses:
    return Uses(unknown=True)


def hints_of(body: str, name: str, handed: Handed = _unknown) -> TensorHints:
    """The hints for one parameter, also by the names of what is made of it.

    Args:
        body: the function's.
        name: the parameter's.
        handed: tells of the functions that its pointers are handed to.
    """
    if not re.search(rf"\b{re.escape(name)}\b", body):
        return TensorHints()
    names = (name, *_made_of(body, name))
    word = rf"\b(?:{'|'.join(map(re.escape, names))})\b"
    dtype, rank = "", 0
    for pattern in (_POINTER, _ACCESSOR):
        if match := re.search(word + pattern, body):
            dtype = element_type(match[1])
            if len(match.groups()) > 1:
                rank = int(match[2])
            break
    sizes = re.findall(rf"{word}\s*\.\s*(?:size|stride)\s*\(\s*(\d)\s*\)", body)
    compared = re.search(rf"{word}\s*\.\s*(?:dim|ndimension)\s*\(\s*\)\s*(?:==|,)\s*(\d)\b", body)
    checked = checked_of(body, names)
    dtype = dtype or _stated_type(body, word) or TORCH_TYPES.get(checked.scalar_type, "")
    least = max((int(s) + 1 for s in sizes), default=0)
    if least == 1 and "int" not in dtype:
        least = 0  # how many rows there are: indices are a list of them, data mostly a table
    selected, columns = _selected(body, word), columns_of(body, names)
    least = max([least, *(axis + 1 for axis in (*selected, *checked.sizes))])
    rank = int(compared[1]) if compared else checked.rank or max(rank, least)
    changed = _changed(body, name)
    written = changed or _may_be_written(body, name, handed)
    written = written or element_uses(body, name, handed).written
    rank = max(min(rank, 6), 2 if columns else 0)
    items = _items(body, word)
    return TensorHints(
        dtype,
        rank,
        written,
        changed,
        items=items,
        least=selected,
        columns=columns,
        sizes=checked.sizes,
        same=checked.same,
    )


_PLACE = re.compile(r"\d{1,3}|(?:\w+\s*::\s*)*Slice\s*\([^()]*\)")
"""What takes one axis each, and makes none anew."""


def _selected(body: str, word: str) -> dict[int, int]:
    """How many elements axes must have, of which one is taken by its number: ``x.select(1, 3)``, or
    ``x.index({Slice(), 3})``.
    """
    taken: list[tuple[int, int]] = [
        (int(axis), int(place))
        for axis, place in re.findall(
            rf"{word}\s*\.\s*select\s*\(\s*(\d)\s*,\s*(\d{{1,3}})\s*\)", body
        )
    ]
    for listed in re.findall(rf"{word}\s*\.\s*index\s*\(\s*\{{([^{{}};]*)\}}\s*\)", body):
        places = [part.strip() for part in listed.split(",")]
        if all(_PLACE.fullmatch(place) for place in places):
            taken += [(axis, int(p)) for axis, p in enumerate(places) if p.isdecimal()]
    found: dict[int, int] = {}
    for axis, place in taken:
        found[axis] = max(found.get(axis, 0), place + 1)
    return found


def _items(body: str, word: str) -> int:
    """How many items of a list are read by their number, or asked for."""
    read = re.findall(rf"{word}\s*(?:\[|\.\s*at\s*\()\s*(\d{{1,2}})\s*[\])]", body)
    asked = re.findall(rf"{word}\s*\.\s*size\s*\(\s*\)\s*(?:==|,)\s*(\d{{1,2}})\b", body)
    return max([int(i) + 1 for i in read] + [int(n) for n in asked], default=0)


def _made_of(body: str, name: str) -> list[str]:
    """The names of the same elements: ``auto x_ = x.contiguous();``."""
    pattern = (
        r"\b(?:auto|(?:(?:at|torch)\s*::\s*)?Tensor)\s*&?\s*(\w+)\s*=\s*"
        rf"{re.escape(name)}\s*\.\s*(?:contiguous|expect_contiguous|cpu|detach|clone|value)\s*\("
    )
    return list(dict.fromkeys(re.findall(pattern, body)))[:4]


TORCH_TYPES = {d.scalar_type: d.name for d in DTYPES.values()} | {
    d.name.capitalize().replace("Uint", "UInt"): d.name for d in DTYPES.values()
}
"""Torch's names of our element types in C++, as in ``kFloat`` and ``kFloat32``."""
_TYPE_NAME = r"(?:\w+\s*::\s*)*k?(" + "|".join(TORCH_TYPES) + r")\b"


def _stated_type(body: str, word: str) -> str:
    """The element type that a check asks for, a dispatch is over, or a use as an index needs."""
    asked = rf"{word}\s*\.\s*(?:scalar_type|dtype)\s*\(\s*\)\s*(?:==|,)\s*{_TYPE_NAME}"
    named = [TORCH_TYPES[match[1]] for match in re.finditer(asked, body)]
    if named and not _is_choice(body, asked):
        return named[0]
    if named:  # one of several: numbers of this kind, and of floats the usual ones
        return named[0] if "float" not in named[0] else "float32" if "float32" in named else ""
    dispatch = (
        rf"\bAT_DISPATCH_(\w+)\s*\((?:[^;{{}}()]*,)?\s*{word}\s*\.\s*(?:scalar_type|type|dtype)\b"
    )
    if match := re.search(dispatch, body):
        return "int64" if match[1].startswith(("INTEGRAL", "INDEX")) else "float32"
    as_index = (
        rf"\.\s*(?:index_select|gather|scatter_?|scatter_add_?|index_add_?|index_copy_?)"
        rf"\s*\(\s*[^(),]+,\s*{word}\s*[,)]"
    )
    return "int64" if re.search(as_index, body) else ""


def _is_choice(body: str, asked: str) -> bool:
    """Whether all that is asked of a tensor's type is which one of several it is, and no check that
    it must be that one.
    """
    for match in re.finditer(asked, body):
        around = re.split(r"[;{}]", body[max(0, match.start() - _LONGEST) : match.start()])[-1]
        after = re.split(r"[;{}]", body[match.end() : match.end() + _LONGEST], maxsplit=1)[0]
        if not re.search(r"(?<!#)\bif\s*(?:constexpr\s*)?\(|\|\|", around) and not re.match(
            r"\s*\)*\s*(?:\|\||\?)", after
        ):
            return False
    return True


def _changed(body: str, name: str) -> bool:
    """Whether a statement changes a tensor's elements."""
    word = rf"\b{re.escape(name)}"
    if re.search(rf"{word}\s*=[^=;]*\.\s*clone\s*\(", body):
        return False  # what it changes is a copy
    if re.search(word + _CHANGES, body) or re.search(rf"{_OUT_OF}{word}\s*[,)]", body):
        return True
    accessors = re.findall(
        rf"\bauto\s*[&*]?\s*(\w+)\s*=\s*{word}\s*\.\s*(?:packed_)?(?:accessor|data)", body
    )
    return any(_assigned(body, to) for to in (name, *accessors, *_pointers(body, name)))


def _may_be_written(body: str, name: str, handed: Handed) -> bool:
    """Whether more may be done with a pointer to a tensor's elements than to read them."""
    return any(
        not is_read(rest, to, handed) and not element_uses(body, to, handed).only_read
        for to, rest in _pointers(body, name).items()
    )


def _pointers(body: str, name: str) -> dict[str, str]:
    """The pointers to a tensor's elements that are not const, and the body after each."""
    return {
        match["to"]: body[match.end() :]
        for match in re.finditer(
            rf"(?P<const>\bconst\s+)?(?<![\w:])(?P<type>[\w:]++)\s*\*\s*(?:const\s+|__restrict__\s+)?(?P<to>\w+)\s*=\s*\b{re.escape(name)}"
            r"\s*\.\s*data(?:_ptr)?\b",
            body,
        )
        if not match["const"] and match["type"] != "auto"
    }


_ITEM = r"(?:\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*\]\s*)"
"""``[i]``, ``[rows[i]]``."""


def _assigned(body: str, name: str) -> bool:
    """Whether an element is assigned to: ``x[i][j] = ...``, ``x[rows[i]] += ...``."""
    word = rf"\b{re.escape(name)}\s*{_ITEM}+"
    return bool(re.search(rf"{word}(?:[-+*/|&^]?=[^=]|\+\+|--)", body))


def is_read(body: str, pointer: str, handed: Handed) -> bool:
    """Whether a pointer's elements are read, here or by functions it is handed to, and nothing else
    is done with it.
    """
    word = rf"\b{re.escape(pointer)}\b"
    uses = len(re.findall(word, body))
    read = len(re.findall(rf"(?:^|[^&\s]|&&)\s*{word}\s*\[", body))
    if uses - read > _MOST_HANDED:
        return False
    passed = sum(
        handed(*place).only_read
        for match in re.finditer(rf"(?<=[(,])\s*{word}(?=\s*[,)])", body)
        if (place := _place_in_call(body[max(0, match.start() - _LONGEST) : match.start()]))
    )
    return 0 < uses == read + passed and not _assigned(body, pointer)


_MOST_HANDED = 50
"""Uses of a pointer that are followed into other functions."""
_LONGEST = 2000
"""Characters before an argument of a call that are looked at."""
_NAME = 200
"""Of the name of what is called, template arguments included."""


def _place_in_call(before: str) -> tuple[str, int] | None:
    """The function whose argument comes next, and the argument's number; None where it is no call."""
    depth = place = 0
    for at in range(len(before) - 1, -1, -1):
        sign = before[at]
        if sign in ")]}":
            depth += 1
        elif sign in "([{" and depth:
            depth -= 1
        elif sign == "(":
            called = re.search(r"\b(\w+)\s*(?:<[\w:\s,]*>\s*)?$", before[:at][-_NAME:])
            return (called[1], place) if called else None
        elif sign in "[{;<" and not depth:  # a comma after < may be a template's
            return None
        elif sign == "," and not depth:
            place += 1
    return None


def returned_texts(body: str) -> list[str]:
    """What stands after each ``return`` of a body, those of its lambdas left out."""
    source = Source(f"void f() {body}")
    return [source.of(node) for node in returned(source.root)]
