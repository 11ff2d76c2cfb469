"""Which names an op, an argument or a domain may have."""

from __future__ import annotations

import keyword
import re

__all__ = [
    "DEFAULT_DOMAIN",
    "RESERVED_DOMAINS",
    "item_name",
    "list_index",
    "list_of_item",
    "name_problem",
    "natural_key",
    "split_qualified",
    "split_struct",
    "usable_name",
    "words_of",
]

DEFAULT_DOMAIN = "ai.onnx"
"""What the domain without a name is called, where nothing would look like nothing said."""
RESERVED_DOMAINS = {
    "": "the default ONNX domain",
    DEFAULT_DOMAIN: "the default ONNX domain",
    "ai.onnx.ml": "a domain of the ONNX standard",
    "ai.onnx.training": "a domain of the ONNX standard",
    "ai.onnx.preview.training": "a domain of the ONNX standard",
    "com.microsoft": "ONNX Runtime's own domain",
    "com.microsoft.nchwc": "ONNX Runtime's own domain",
}

_CPP_KEYWORDS = frozenset(
    """alignas alignof and_eq asm auto bitand bitor bool case catch char char8_t char16_t char32_t
    class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit
    decltype default delete do double dynamic_cast enum explicit export extern false float for
    friend goto inline int long mutable namespace new noexcept not_eq nullptr operator private
    protected public register reinterpret_cast requires short signed sizeof static static_assert
    static_cast struct switch template this thread_local throw true typedef typeid typename union
    unsigned using virtual void volatile wchar_t xor xor_eq""".split()
)
# Macros of the C and C++ headers that every kernel includes.
_MACROS = frozenset(
    """NULL EOF errno assert INFINITY NAN HUGE_VAL stdin stdout stderr BUFSIZ RAND_MAX EXIT_SUCCESS
    EXIT_FAILURE CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN LLONG_MAX
    LLONG_MIN INT8_MAX INT16_MAX INT32_MAX INT64_MAX INT8_MIN INT16_MIN INT32_MIN INT64_MIN
    UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX SIZE_MAX PTRDIFF_MAX offsetof signbit isnan isinf
    linux unix""".split()
)
_OURS = frozenset(
    """ctx g self torch onnx onnxscript symbolic_helper wb at std
    unknown broadcast len list min max define formal optional""".split()
)


def name_problem(name: str) -> str:
    """Why a name cannot be used in Python and C++ alike; empty where it can."""
    if not name:
        return "the name is empty"
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        return f"'{name}' is no identifier (letters, digits and _, not starting with a digit)"
    if keyword.iskeyword(name) or name in _CPP_KEYWORDS:
        return f"'{name}' is a keyword of Python or C++"
    if name in _MACROS or re.fullmatch(r"M_\w+|INT\d+_C|UINT\d+_C", name):
        return f"'{name}' is a macro of C++"
    if name in _OURS:
        return f"'{name}' has a meaning of its own in the generated code"
    if "__" in name or name.startswith("_"):
        return f"'{name}' has a leading or double underscore, which C++ keeps for itself"
    return ""


def item_name(name: str, index: int) -> str:
    """What a model calls one tensor of a list: ``xs_0``."""
    return f"{name}_{index}"


def list_of_item(name: str) -> str:
    """The list of which a model's value would be one tensor: ``xs`` for ``xs_0``; empty for none."""
    base, _, index = name.rpartition("_")
    return base if index.isdecimal() else ""


def words_of(name: str) -> list[str]:
    """The words that a name is made of: ``RoiAlign`` and ``roi_align`` have two.

    A number of dimensions is a word: ``GridSample3D`` has three. An abbreviation is one, with a
    small letter in it (``RoIAlign``) and with its version (``DCNv2``).
    """
    return re.findall(
        rf"{_DIMS}|{_MIXED}|{_VERSION}|[A-Z]+(?![a-z])|[A-Z]?(?:[a-z]|\d+(?!\d*D(?![a-z])))+", name
    )


_DIMS = r"\d+D(?![a-z])"
_MIXED = r"[A-Z][a-z][A-Z](?=[A-Z][a-z]|_|$)"
_VERSION = r"[A-Z]+v?\d+(?!\d*D(?![a-z]))"


def usable_name(name: str, suffix: str, instead: str) -> str:
    """A name like this one that Python and C++ both take.

    Args:
        name: any text.
        suffix: what makes another name of one that is taken, as in ``lambda_arg``.
        instead: where nothing of the name can be used.
    """
    plain = re.sub(r"__+", "_", re.sub(r"\W", "_", name, flags=re.ASCII)).strip("_") or instead
    plain = plain if not plain[0].isdigit() else f"{suffix}_{plain}"
    return plain if not name_problem(plain) else f"{plain}_{suffix}"


def split_qualified(name: str) -> tuple[str, str] | None:
    """``domain`` and ``op`` of ``domain::op``; None where it is not of that form."""
    match = re.fullmatch(r"([A-Za-z_][\w.\-]*)::([A-Za-z_]\w*)", name)
    return (match[1], match[2]) if match else None


def natural_key(name: str) -> tuple[list[str | int], str]:
    """For sorting as people count: ``op_2`` before ``op_10``."""
    parts = re.split(r"([0-9]+)", name.casefold())
    return [int(p) if i % 2 else p for i, p in enumerate(parts)], name


def split_struct(entry: str) -> tuple[str, str | None]:
    """An entry of ``ort.structs``: the struct's name, and its arguments where they are given."""
    name, bracket, rest = entry.partition("(")
    if not bracket:
        return entry, None
    return name.strip(), rest.strip().removesuffix(")").strip()


def list_index(name: str) -> tuple[str, int] | None:
    """``xs[2]`` → ``("xs", 2)``; None for any other name."""
    match = re.fullmatch(r"(.+)\[([0-9]{1,9})\]", name)
    return (match[1], int(match[2])) if match else None
