"""The kinds of literals in a declaration: what fits, how one is read, what another one means as it.

The argument and attribute types (``arg_types``, ``attribute_types``) say which kind theirs is.
"""

from __future__ import annotations

import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TypeGuard

from msgspec import UNSET, UnsetType

__all__ = [
    "BOOL",
    "ELEMENT",
    "FLOAT",
    "INFINITE_FROM",
    "INT",
    "INT64",
    "NUMBERS",
    "TEXT",
    "ListOf",
    "Literal",
    "OneOf",
    "Scalar",
    "ScalarLiteral",
    "Value",
    "beyond_32_bits",
    "is_finite",
    "python_literal",
    "split_items",
]

Scalar = bool | int | float | str
Value = Scalar | tuple[Scalar, ...]
"""A literal in the declaration: a scalar or a list of scalars."""

INT64 = 1 << 63
"""Integers of torch and ONNX are below this."""
INFINITE_FROM = 2.0**128 - 2.0**103
"""The smallest number that rounding to 32 bits makes infinite."""


class Literal(ABC):
    """A kind of literal.

    Attributes:
        item: the kind of the items of a list, or of the scalar itself.
        is_list: whether a value is a list of them.
        fresh: the value to begin with.
    """

    item: ScalarLiteral
    is_list = False
    fresh: Value

    @abstractmethod
    def fits(self, value: object) -> TypeGuard[Value]:
        """Whether a value is one of this kind."""

    @abstractmethod
    def typed(self, value: Value) -> Value:
        """A value that fits, in Python's own type for it: 1 among floats is 1.0."""

    @abstractmethod
    def meant_by(self, value: Value | UnsetType) -> Iterator[Value]:
        """What a literal of another kind probably means: 1 for true, ``[3]`` for 3."""

    @abstractmethod
    def parse(self, text: str) -> Value | UnsetType:
        """The value of a field's text; unset where it is empty.

        A list is ``1, 2`` or ``[1, 2]`` (``[]`` is the empty one); text may stand in quotes, and
        ``""`` is the empty text.

        Raises:
            ValueError: with a sentence that says what would be right.
        """


class ScalarLiteral(Literal):
    """A number, a truth value or a text.

    Attributes:
        python: Python's type for it.
        given_as: Python's types of values that serve as one in a call.
    """

    python: type[Scalar]
    given_as: tuple[type, ...]

    def __init__(self, fresh: Scalar) -> None:
        self.fresh: Scalar = fresh

    @property
    def item(self) -> ScalarLiteral:  # type: ignore[override]
        return self

    @abstractmethod
    def read(self, text: str) -> Scalar:
        """The value of a text that is not empty; ``ValueError`` as of ``parse``."""

    @abstractmethod
    def convert(self, value: Scalar) -> Scalar:
        """A scalar of another kind as one of this; ``ValueError`` where there is none."""

    def typed(self, value: Value) -> Value:
        return value

    def meant_by(self, value: Value | UnsetType) -> Iterator[Value]:
        items = _items(value)
        if len(items) == 1:
            yield from _converted(self, items)

    def parse(self, text: str) -> Value | UnsetType:
        return self.read(text.strip()) if text.strip() else UNSET


class _Int(ScalarLiteral):
    """Integers must fit 64 bits: neither torch's schemas nor the generated code can spell others."""

    python, given_as = int, (int,)

    def __init__(self, fresh: int, end: int = INT64) -> None:
        super().__init__(fresh)
        self._end = end

    def fits(self, value: object) -> TypeGuard[Value]:
        return (
            isinstance(value, int) and not isinstance(value, bool) and -INT64 <= value < self._end
        )

    def convert(self, value: Scalar) -> Scalar:
        return int(value) if isinstance(value, int) else int(float(value))

    def read(self, text: str) -> int:
        if not re.fullmatch(r"[+-]?\d+", text):
            raise ValueError("a whole number is needed, e.g. 3")
        if not self.fits(int(text)):
            raise ValueError("the number does not fit into 64 bits")
        return int(text)


_NO_NUMBERS = {"nan": math.nan, "inf": math.inf, "+inf": math.inf, "-inf": -math.inf}
"""One object each, so that a list with a nan is equal to itself."""


class _Float(ScalarLiteral):
    """A number, written with or without a fraction; ``nan``, ``inf`` and ``-inf`` are such, too."""

    python, given_as = float, (int, float)

    def fits(self, value: object) -> TypeGuard[Value]:
        return INT.fits(value) or isinstance(value, float)

    def typed(self, value: Value) -> Value:
        return float(value) if INT.fits(value) else value  # type: ignore[arg-type]

    def convert(self, value: Scalar) -> Scalar:
        return float(value)

    def read(self, text: str) -> float:
        if text.lower() in _NO_NUMBERS:
            return _NO_NUMBERS[text.lower()]
        try:
            number = float(text)
        except ValueError:
            raise ValueError("a number is needed, e.g. 0.5") from None
        if not math.isfinite(number):
            raise ValueError("the number does not fit into 64 bits; infinity is inf")
        return number


_TRUE = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class _Bool(ScalarLiteral):
    python, given_as = bool, (bool, int)

    def fits(self, value: object) -> TypeGuard[Value]:
        return isinstance(value, bool)

    def convert(self, value: Scalar) -> Scalar:
        return str(value).lower() in ("true", "1", "1.0", "yes")

    def read(self, text: str) -> bool:
        if text.lower() not in _TRUE:
            raise ValueError("true or false is needed")
        return _TRUE[text.lower()]


class _Text(ScalarLiteral):
    python, given_as = str, (str,)

    def fits(self, value: object) -> TypeGuard[Value]:
        return isinstance(value, str)

    def convert(self, value: Scalar) -> Scalar:
        return str(value).lower() if isinstance(value, bool) else str(value)

    def read(self, text: str) -> str:
        if len(text) > 1 and text[0] == text[-1] == '"':
            try:
                return str(json.loads(text))
            except ValueError:
                return text[1:-1]
        return text


class OneOf(_Text):
    """One of a few words, which need no quotes.

    Args:
        what: one of them is, with its article.
        words: all that there are, the first to begin with.
    """

    def __init__(self, what: str, words: tuple[str, ...]) -> None:
        super().__init__(words[0])
        self.what, self.words = what, words

    def fits(self, value: object) -> TypeGuard[Value]:
        return value in self.words

    def read(self, text: str) -> str:
        if (word := super().read(text)) not in self.words:
            raise ValueError(f"{self.what} is needed, e.g. {self.fresh}")
        return word


class ListOf(Literal):
    """A list of scalars of one kind."""

    is_list = True

    def __init__(self, item: ScalarLiteral) -> None:
        self.item = item
        self.fresh = (item.fresh,)

    def fits(self, value: object) -> TypeGuard[Value]:
        return isinstance(value, tuple) and all(map(self.item.fits, value))

    def typed(self, value: Value) -> Value:
        return tuple(self.item.typed(v) for v in _items(value))  # type: ignore[misc]

    def meant_by(self, value: Value | UnsetType) -> Iterator[Value]:
        converted = list(_converted(self.item, _items(value)))
        if len(converted) == len(_items(value)):
            yield tuple(converted)

    def parse(self, text: str) -> Value | UnsetType:
        text = text.strip()
        if not text:
            return UNSET
        inner = text[1:-1] if text[0] == "[" and text[-1] == "]" else text
        return tuple(map(self.item.read, split_items(inner)))


class _Numbers(Literal):
    """The elements of a tensor: a number or a truth value for a 0-d one, a list of numbers else."""

    def __init__(self) -> None:
        self.item = FLOAT
        self.fresh = FLOAT.fresh
        self._list = ListOf(FLOAT)

    def fits(self, value: object) -> TypeGuard[Value]:
        return any(kind.fits(value) for kind in (FLOAT, self._list, BOOL))

    def typed(self, value: Value) -> Value:
        return value

    def meant_by(self, value: Value | UnsetType) -> Iterator[Value]:
        yield from self._list.meant_by(value)
        yield from FLOAT.meant_by(value)

    def parse(self, text: str) -> Value | UnsetType:
        text = text.strip()
        if text.lower() in ("true", "false"):
            return BOOL.read(text)
        many = "," in text or text[:1] == "["
        for item in (INT, FLOAT):
            try:
                return (ListOf(item) if many else item).parse(text)
            except ValueError:
                continue
        raise ValueError("a number or a list of numbers is needed, e.g. 0.5 or 1, 2")


def _items(value: Value | UnsetType) -> tuple[Scalar, ...]:
    return () if isinstance(value, UnsetType) else value if isinstance(value, tuple) else (value,)


def _converted(kind: ScalarLiteral, items: tuple[Scalar, ...]) -> Iterator[Scalar]:
    """The items as scalars of a kind, without those that cannot be such."""
    for item in items:
        try:
            found = kind.convert(item)
        except (ValueError, OverflowError):
            continue
        if kind.fits(found):
            yield found


def beyond_32_bits(value: Value | None) -> float | None:
    """The first number of a value that rounding to 32 bits makes infinite; None where none is."""
    items = () if value is None else value if isinstance(value, tuple | list) else (value,)
    numbers = (v for v in items if isinstance(v, int | float))
    return next((v for v in numbers if INFINITE_FROM <= abs(v) < math.inf), None)


def is_finite(value: Value) -> bool:
    """Whether no number of a value is nan or infinite."""
    return all(not isinstance(v, float) or math.isfinite(v) for v in _items(value))


def python_literal(value: object) -> str:
    """A value as Python code spells it; a tuple as a list."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(python_literal, value))}]"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return repr(value)


def split_items(text: str) -> list[str]:
    """The items of a list; a comma inside quotes does not separate."""
    if not text.strip():
        return []
    items = [item.strip() for item in re.findall(r'(?:"(?:\\.|[^"\\])*"|[^,])+', text)]
    return [item for item in items if item]


INT = _Int(1)
ELEMENT = _Int(1, 2 * INT64)
"""A whole number in a tensor, which may be of uint64."""
FLOAT = _Float(1.0)
BOOL = _Bool(False)
TEXT = _Text("text")
NUMBERS = _Numbers()
