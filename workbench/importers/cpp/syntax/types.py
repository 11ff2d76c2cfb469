"""C++ types of parameters and results, in a common form and in torch's words."""

from __future__ import annotations

import re

from workbench.core.types.dtypes import DTYPES
from workbench.importers.drafts.schema_args import MAY_MISS

__all__ = [
    "canonical",
    "element_type",
    "fixed_length",
    "is_list_of_tensors",
    "kept_results",
    "numbers_in_result",
    "plain",
    "result_types",
    "template_arguments",
    "torch_type",
]

_TOKEN = re.compile(r"[A-Za-z_]\w*|\d\w*|::|&&|\.\.\.|[^\s\w]")
_PREFIX = re.compile(
    r"\b(?:torch::stable|torch::autograd|torch|at|c10|std|wb)::(?=\w)|(?<![\w>])::(?=\w)"
)
_WORD = r"(?:signed|unsigned|short|long|int|char)\b"
_INTEGER = re.compile(rf"\b{_WORD}(?: {_WORD})*(?! double)")
_SAME = {
    "double_t": "double", "float_t": "float", "intmax_t": "int64_t", "uintmax_t": "uint64_t",
    "intptr_t": "int64_t", "uintptr_t": "uint64_t", "ssize_t": "int64_t", "off_t": "int64_t",
    **{f"{u}int_least{n}_t": f"{u}int{n}_t" for u in ("", "u") for n in (8, 16, 32, 64)},
    **{f"{u}int_fast8_t": f"{u}int8_t" for u in ("", "u")},
    **{f"{u}int_fast{n}_t": f"{u}int64_t" for u in ("", "u") for n in (16, 32, 64)},
}  # fmt: skip
"""The names that <cmath> and <cstdint> give to other types, as 64-bit Linux has them."""
_NAMED = re.compile(rf"\b(?:{'|'.join(_SAME)})\b")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)


def canonical(text: str) -> str:
    """A type without what makes no difference: spaces, comments, namespaces of the libraries."""
    words: list[str] = []
    out = ""
    for token in _TOKEN.findall(_COMMENT.sub(" ", text)):
        if token in ("typename", "struct", "class"):
            continue
        if (
            words
            and words[-1][-1].isalnum() | (words[-1][-1] == "_")
            and (token[0].isalnum() or token[0] == "_")
        ):
            out += " "
        out += token
        words.append(token)
    out = _PREFIX.sub("", out)
    # "T const&" is "const T&".
    out = re.sub(r"^([\w:]+(?:<.*>)?) const(?=$|[&*])", r"const \1", out)
    out = re.sub(r"^([\w:]+<.*>)const(?=$|[&*])", r"const \1", out)
    return _NAMED.sub(lambda m: _SAME[m[0]], _INTEGER.sub(_integer, out))


def _integer(match: re.Match[str]) -> str:
    """The one name of an integer type, in whichever order its words stand."""
    words = match[0].split()
    sign = "u" if "unsigned" in words else ""
    if "char" in words:
        return f"{sign}int8_t" if len(words) > 1 else "char"
    if "short" in words:
        return f"{sign}int16_t"
    if "long" in words:
        return f"{sign}int64_t"
    return "uint32_t" if sign else "int"


def plain(text: str) -> str:
    """The canonical type of a value: const and references make no difference to who passes it."""
    kind = canonical(text)
    if kind.endswith("&") and not kind.endswith("&&") and not kind.startswith("const "):
        return kind  # what is written into
    return kind.rstrip("&").removeprefix("const ").strip()


def template_arguments(kind: str) -> list[str]:
    """What stands between a type's ``<`` and ``>``."""
    if "<" not in kind or not kind.endswith(">"):
        return []
    inner, depth, parts = kind[kind.index("<") + 1 : -1], 0, [""]
    for sign in inner:
        depth += (sign in "<(") - (sign in ">)")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [p.strip() for p in parts]


_INTS = r"(?:u?int(?:8|16|32|64)_t|int|size_t|ptrdiff_t|SymInt)"
_FLOATS = r"(?:long double|double|float)"
_STRINGS = r"(?:string|string_view|const char\*|char\*)"
_LISTS = r"(?:vector|ArrayRef|List|Span|span|SmallVector|HeaderOnlyArrayRef)"
_TUPLES = r"(?:tuple|pair)"
"""Of numbers alone: a list of a length that is known."""
_LACKING = f"List[{MAY_MISS}]"
_OPTIONAL_TENSORS = rf"{_LISTS}<(?:const )?optional<(?:Tensor|Variable)>>"
_KINDS: tuple[tuple[str, str], ...] = (
    (r"Tensor|Variable", "Tensor"),
    (
        rf"TensorList|(?:variable|tensor)_list|ITensorListRef|{_LISTS}<(?:const )?(?:Tensor|Variable)>",
        "List[Tensor]",
    ),
    (_OPTIONAL_TENSORS, _LACKING),
    (_INTS, "int"),
    (_FLOATS, "float"),
    (r"bool", "bool"),
    (_STRINGS, "str"),
    (r"Scalar", "number"),
    (
        rf"IntArrayRef|SymIntArrayRef|{_LISTS}<(?:const )?{_INTS}(?:,\d+)?>|array<{_INTS},\w+>"
        rf"|{_TUPLES}<{_INTS}(?:,{_INTS})*>",
        "List[int]",
    ),
    (
        rf"{_LISTS}<(?:const )?{_FLOATS}(?:,\d+)?>|array<{_FLOATS},\w+>"
        rf"|{_TUPLES}<{_FLOATS}(?:,{_FLOATS})*>",
        "List[float]",
    ),
    (rf"{_LISTS}<(?:const )?bool>|array<bool,\w+>", "List[bool]"),
    (rf"{_LISTS}<(?:const )?{_STRINGS}>", "List[str]"),
)


_TORCHS_OWN = re.compile(
    r"(?:const )?(?:optional<)?(?:const )?(?:(?:Dict|unordered_map|intrusive_ptr)<.*|Generator|Device"
    r"|Stream|Storage|Layout|MemoryFormat|QScheme|IValue)>?&?"
)
"""Types that torch's schemas do have (``Dict(str, Tensor)``), and a node of ONNX has not."""


def is_torchs_own(text: str) -> bool:
    """Whether torch passes such a type, that no argument here is."""
    return _TORCHS_OWN.fullmatch(canonical(text)) is not None


def torch_type(text: str) -> tuple[str, bool] | None:
    """A parameter's type in torch's words, and whether it may be None.

    A tensor reference that is not const counts as a tensor. None for a type of no argument.
    """
    kind = canonical(text)
    kind = (
        kind
        if kind in ("const char*", "char*")
        else kind.rstrip("&").removeprefix("const ").strip()
    )
    if kind == "OptionalIntArrayRef":
        return "List[int]", True
    if kind.startswith("optional<") and (inner := template_arguments(kind)):
        found = torch_type(inner[0])
        return (found[0], True) if found is not None and not found[1] else None
    return next(((name, False) for pattern, name in _KINDS if re.fullmatch(pattern, kind)), None)


def result_types(text: str) -> tuple[str, ...] | None:
    """A function's results in torch's words; empty for void, None where they are unknown."""
    kind = plain(text).rstrip("&")
    if kind == "void":
        return ()
    if kind.startswith(("tuple<", "pair<")):
        found = [torch_type(t) for t in template_arguments(kind)]
        return tuple("?" if f is None else f"Optional[{f[0]}]" if f[1] else f[0] for f in found)
    if re.fullmatch(r"array<(?:const )?(?:Tensor|Variable),\w+>", kind):
        return ("List[Tensor]",)
    single = torch_type(text)
    if single is None:
        return None
    if single[0] == _LACKING:
        return ("List[Tensor]",)  # those that are missing are tensors without elements
    return (f"Optional[{single[0]}]" if single[1] else single[0],)


def kept_results(text: str) -> tuple[str, ...] | None:
    """The same where a function of ours gives a tensor for each that is none.

    One that may be missing is a tensor without elements; numbers are tensors with them.
    """
    found, numbers = result_types(text), numbers_in_result(text)
    return found and tuple(
        "Tensor" if r == MAY_MISS or i in numbers else r for i, r in enumerate(found)
    )


_NUMBERS = {"int": "int64", "float": "float64", "bool": "bool"}
"""What numbers in torch's words are as elements of a tensor."""
_LISTED = {"List[int]": "int64", "List[float]": "float64"}


def numbers_in_result(text: str) -> dict[int, tuple[str, str]]:
    """Which results are numbers: each with its element type and shape rule.

    One number is a tensor without dimensions, a list of them one with a single dimension.
    """
    found = result_types(text) or ()
    ones = {i: (_NUMBERS[r], "[]") for i, r in enumerate(found) if r in _NUMBERS}
    return ones | {i: (_LISTED[r], "[unknown]") for i, r in enumerate(found) if r in _LISTED}


def fixed_length(text: str) -> int:
    """How many numbers a parameter takes that is a list for torch; 0 where that may vary."""
    kind = plain(text).rstrip("&")
    if not re.match(rf"{_TUPLES}<", kind):
        match = re.fullmatch(r"array<\w+(?: \w+)?,(\d{1,3})>", kind)
        return int(match[1]) if match is not None else 0
    return len(template_arguments(kind))


def is_list_of_tensors(text: str) -> bool:
    """Whether a type is a list of tensors and nothing else."""
    return result_types(text) == ("List[Tensor]",)


def may_lack_items(text: str) -> bool:
    """Whether a type is a list of which each tensor may be missing."""
    return bool(re.fullmatch(_OPTIONAL_TENSORS, plain(text).rstrip("&")))


_ELEMENTS = {d.cpp.removeprefix("wb::"): d.name for d in DTYPES.values()} | {
    "int": "int32",
    "long": "int64",
    "Float16_t": "float16",
    "BFloat16_t": "bfloat16",
    "string": "",
}


def element_type(text: str) -> str:
    """Our name of a C++ element type; empty where it is none of ours."""
    return _ELEMENTS.get(canonical(text).removeprefix("const "), "")
