"""Values of the declaration as the text of one field, and back.

Literals are read by ``core.literals``. Each ``parse_*`` raises ``ValueError`` with a sentence that
says what would be right; the field then keeps the text and the declaration the value from before
the typing.
"""

import json
import re

from msgspec import UNSET, UnsetType

from workbench.core.declaration.op import Value
from workbench.core.types.literals import BOOL, ELEMENT, FLOAT, INT, is_finite, split_items

__all__ = [
    "format_dtypes",
    "format_dynamic",
    "format_names",
    "format_number",
    "format_shape",
    "format_value",
    "parse_dtypes",
    "parse_dynamic",
    "parse_elements",
    "parse_float",
    "parse_int",
    "parse_names",
    "parse_optional_float",
    "parse_shape",
]


def parse_int(text: str) -> int:
    """A whole number of 64 bits."""
    return INT.read(text.strip())


def parse_float(text: str) -> float:
    """A finite number."""
    number = FLOAT.read(text.strip())
    if not is_finite(number):
        raise ValueError("a finite number is needed, e.g. 0.5")
    return number


def parse_optional_float(text: str) -> float | UnsetType:
    """A number, or unset where the field is empty."""
    return parse_float(text) if text.strip() else UNSET


def format_number(value: float | UnsetType) -> str:
    """The shortest text that reads back as the same number."""
    return "" if value is UNSET else f"{value:g}" if float(f"{value:g}") == value else repr(value)


def parse_shape(text: str) -> tuple[int, ...] | UnsetType:
    """``2, 3``, ``[2, 3]`` or ``2 3``; ``[]`` for a 0-d tensor; empty for unset."""
    text = text.strip()
    if not text:
        return UNSET
    inner = text.removeprefix("[").removesuffix("]").strip() if text[0] == "[" else text
    if text[0] == "[" and text[-1] != "]":
        raise ValueError("the bracket is not closed: write e.g. [2, 3]")
    sizes = []
    inner = re.sub(r"(?<=\d)\s*[x×]\s*(?=\d)", ",", inner)
    for part in re.split(r"\s*,\s*|\s+", inner.removesuffix(",").strip()) if inner else []:
        if not re.fullmatch(r"-?\d+", part):
            what = f"'{part}' is no size" if part else "a size is missing"
            raise ValueError(f"{what}: write e.g. 2, 3")
        sizes.append(parse_int(part))
    return tuple(sizes)


def format_shape(shape: tuple[int, ...] | UnsetType) -> str:
    """A shape as ``2, 3``; ``[]`` for a 0-d tensor."""
    if isinstance(shape, UnsetType):
        return ""
    return ", ".join(map(str, shape)) or "[]"


def parse_dynamic(text: str) -> dict[int, str]:
    """``0=n, 2=w``: axis → name of the dynamic dimension."""
    axes: dict[int, str] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        match = re.fullmatch(r"(-?\d+)\s*[=:]\s*(\S+)", part)
        if not match:
            raise ValueError(f"'{part}' is no axis with a name: write e.g. 0=n, 2=w")
        if int(match[1]) in axes:
            raise ValueError(f"axis {match[1]} is named twice")
        axes[int(match[1])] = match[2]
    return axes


def format_dynamic(axes: dict[int, str]) -> str:
    """``0=n, 2=w``."""
    return ", ".join(f"{axis}={name}" for axis, name in axes.items())


def parse_names(text: str) -> tuple[str, ...]:
    """``a, b``; an omitted optional input is ``""`` or nothing between two commas."""
    if not text.strip():
        return ()
    parts = [p.strip() for p in text.split(",")]
    if not parts[-1]:
        parts.pop()  # the comma that begins the next name
    return tuple("" if p == '""' else p for p in parts)


def format_names(names: tuple[str, ...]) -> str:
    """``a, b``; an omitted input as ``""``."""
    return ", ".join(name or '""' for name in names)


def parse_dtypes(text: str) -> str | tuple[str, ...]:
    """One element type or type variable, or several separated by commas."""
    names = tuple(filter(None, (p.strip() for p in text.split(","))))
    if not names:
        raise ValueError("an element type is needed, e.g. float32")
    return names[0] if len(names) == 1 else names


def format_dtypes(dtype: str | tuple[str, ...]) -> str:
    """The element types, separated by commas."""
    return dtype if isinstance(dtype, str) else ", ".join(dtype)


def parse_elements(text: str, kind: str) -> Value:
    """The elements of a tensor, row by row; brackets are for the eye only.

    Args:
        text: what stands in the field.
        kind: ``float`` (``nan``, ``inf`` and ``-inf`` are such too), ``int`` or ``bool``.
    """
    flat = re.sub(r"[\[\]()]", " ", text)
    if "," not in flat:
        flat = ", ".join(flat.split())
    if kind == "float":
        return tuple(map(FLOAT.read, split_items(flat)))
    return tuple(map(_ELEMENTS[kind].read, split_items(flat)))


_ELEMENTS = {"int": ELEMENT, "bool": BOOL}


def format_value(value: Value | UnsetType) -> str:
    """The text of a literal, as ``Literal.parse`` reads it."""
    match value:
        case UnsetType():
            return ""
        case tuple():
            return ", ".join(_item(v) for v in value) or "[]"
        case str() if not value or value != value.strip() or value[0] == '"':
            return json.dumps(value, ensure_ascii=False)
        case str():
            return value
        case bool():
            return str(value).lower()
        case float():
            return repr(value)
        case _:
            return str(value)


def _item(value: bool | int | float | str) -> str:
    quoted = isinstance(value, str) and (re.search(r'[,\[\]"]', value) or value != value.strip())
    return json.dumps(value, ensure_ascii=False) if quoted or value == "" else format_value(value)
