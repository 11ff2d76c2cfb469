"""A function around the user's: what an op of torch's is called with, and gives.

Much published C++ writes its results into tensors that it is given, or returns a list. Torch's
ops return tensors, so such a function gets a small one around it, in a file of its own that the
user owns from then on.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from workbench.core.types.dtypes import DTYPES
from workbench.importers.cpp.syntax.found import NUMBER, Function, Parameter
from workbench.importers.cpp.syntax.types import (
    canonical,
    may_lack_items,
    numbers_in_result,
    plain,
    result_types,
    template_arguments,
)
from workbench.importers.drafts.schema_args import MAY_MISS

__all__ = ["is_direct", "portable_text", "wrapper_text"]

_WIDTH = 98
_BY_VALUE = (
    r"Tensor|Variable|u?int(?:8|16|32|64)_t|int|size_t|ptrdiff_t|long double|double|float|bool"
    r"|Scalar|ScalarType"
)


def is_direct(function: Function) -> bool:
    """Whether generated code can call a function as it is."""
    results = result_types(function.result)
    if function.owner or function.given:
        return False  # a method, or one of a template
    if not results or set(results) != {"Tensor"} or plain(function.result).startswith("pair<"):
        return False
    return not function.template and all(
        _passes(p.type) and not p.enum for p in function.parameters
    )


def _passes(text: str) -> bool:
    """Whether a value of ours converts to a parameter's type by itself."""
    kind = canonical(text)
    if kind.endswith("&") and (kind.endswith("&&") or not kind.startswith("const ")):
        return False
    kind = plain(text)
    if kind.startswith("optional<"):
        inner = template_arguments(kind)[0]
        return bool(re.fullmatch(r"Tensor|Variable|int64_t|double|bool|string|vector<.*>", inner))
    lists = (
        r"TensorList|IntArrayRef|(?:vector|ArrayRef)<(?:Tensor|int64_t|double|string)>"
        r"|List<optional<(?:Tensor|Variable)>>"
    )
    if re.search(r"\blong\s+long\b", text) and "<" in kind:
        return False  # as wide as int64_t, yet another type: no list of the one is the other's
    return bool(re.fullmatch(rf"{_BY_VALUE}|string|string_view|{lists}", kind))


def _element(text: str) -> str:
    """The type of a list's elements as it is written: ``long long`` is no ``int64_t``."""
    inner = text[text.index("<") + 1 : text.rindex(">")].partition(",")[0]
    return " ".join(re.sub(r"\bconst\b", "", inner).split())


def wrapper_text(
    function: Function,
    head: str,
    written: dict[str, str],
    sizes: dict[str, str],
    copied: Sequence[int],
    in_place: Sequence[int],
    shaped_like: str,
    count: int,
    include: Sequence[str],
) -> str:
    """The C++ of the file.

    Args:
        function: the user's.
        head: the one that the declaration asks for.
        written: the parameters that it writes its results into, and their element types.
        sizes: of those of them whose sizes are known, in C++.
        copied: the positions of the parameters that it changes, and gets copies for.
        in_place: those of them whose copies are results.
        shaped_like: the argument whose sizes the others get, as a guess.
        count: how many results the op has.
        include: the file that defines the user's function, after those that it relies on; none to
            declare it.
    """
    lines = ["#include <torch/torch.h>", ""]
    if include:
        lines += [*(f'#include "{name}"' for name in include), ""]
    else:
        listed = ", ".join(f"{p.written} {p.name}".strip() for p in function.parameters)
        scopes = function.name.split("::")
        opened = "".join(f"namespace {s} {{ " for s in scopes[:-1])
        lines += [
            f"{opened}{function.result} {scopes[-1]}({listed});{' }' * (len(scopes) - 1)}",
            "",
        ]
    what = "changes what it is given" if copied else "is not called as torch calls ops"
    if written:
        what = "writes its results into tensors that it is given"
    words = f"{function.name} {what}, so this function stands between it and torch."
    words += " The sizes of the results are a guess." if set(written) - set(sizes) else ""
    lines += textwrap.wrap(words, _WIDTH, initial_indent="// ", subsequent_indent="// ")
    lines += _lines(f"{head} {{")
    for out, dtype in written.items():
        kind = f".dtype(at::k{DTYPES[dtype].scalar_type})" if dtype in DTYPES else ""
        size = sizes.get(out, f"{shaped_like}.sizes()")
        lines += _lines(f"  at::Tensor {out} = at::zeros({size}, {shaped_like}.options(){kind});")
    given = []
    for i, parameter in enumerate(function.parameters):
        value = parameter.name or f"arg{i}"
        kind = canonical(parameter.type)
        if parameter.listed:
            value = _enumerators(lines, parameter, value)
        elif parameter.enum:
            value = _enumerator(parameter, value)
        elif value not in written and (i in copied or not _passes(parameter.type)):
            value = _converted(lines, value, parameter.type, i)
        given.append(value)
    call = f"::{function.called}({', '.join(given)})"
    kinds = result_types(function.result) or ()
    empty = f"at::empty({{0}}, {shaped_like}.options())"
    numbers = numbers_in_result(function.result)
    whole = MAY_MISS not in kinds and not numbers
    pair = plain(function.result).startswith("pair<") and whole
    if written or in_place:
        lines += _lines(f"  {call};")
        results = [
            value
            for i, (value, p) in enumerate(zip(given, function.parameters, strict=True))
            if i in in_place or p.name in written
        ]
    elif kinds == ("List[Tensor]",) or pair:
        if may_lack_items(function.result):
            lines += [
                *_lines(f"  auto given = {call};"),
                "  std::vector<at::Tensor> results;",
                "  for (std::optional<at::Tensor> result : given) {",
                f"    results.push_back(result && result->defined() ? *result : {empty});",
                "  }",
            ]
        else:
            lines += _lines(f"  auto results = {call};")
        if count and not pair:
            lines.append(f"  TORCH_CHECK(results.size() == {count},")
            message = f'"{function.name} gave ", results.size(), " tensors, not {count}");'
            lines.append(" " * 14 + message)
        results = [f"results[{i}]" for i in range(count)] or ["{results.begin(), results.end()}"]
        if pair:
            results = ["results.first", "results.second"]
    elif not whole:
        lines += _lines(f"  auto results = {call};")
        parts = [f"std::get<{i}>(results)" for i in range(len(kinds))]
        parts = ["results"] if len(kinds) == 1 else parts
        if MAY_MISS in kinds:
            lines += [
                "  const auto there = [&](const std::optional<at::Tensor>& given) {",
                f"    return given && given->defined() ? *given : {empty};",
                "  };",
            ]
        results = [
            f"there({part})"
            if kind == MAY_MISS
            else _as_tensor(part, *numbers[i])
            if i in numbers
            else part
            for i, (part, kind) in enumerate(zip(parts, kinds, strict=True))
        ]
    else:
        results = [call]
    value = results[0] if len(results) == 1 else f"{{{', '.join(results)}}}"
    lines += [*_lines(f"  return {value};"), "}", ""]
    return "\n".join(lines)


def portable_text(function: Function, head: str, include: str) -> str:
    """The C++ of a file whose function stands between a portable kernel and what calls it.

    Args:
        function: the kernel, with the arguments' and outputs' names.
        head: the one that the declaration asks for.
        include: the file that defines the kernel.
    """
    made: list[str] = []
    given = [
        _enumerators(made, p, p.name)
        if p.listed
        else _enumerator(p, p.name or f"arg{i}")
        if p.enum
        else p.name or f"arg{i}"
        for i, p in enumerate(function.parameters)
    ]
    words = f"{function.name} takes enumerations, and an op has numbers: this function makes them."
    lines = [f'#include "{include}"', "", f"// {words}", *_headed(head), *made]
    return "\n".join([*lines, *_lines(f"  ::{function.called}({', '.join(given)});"), "}", ""])


def _headed(head: str) -> list[str]:
    return [line for part in f"{head} {{".split("\n") for line in _lines(part)]


def _enumerator(parameter: Parameter, value: str) -> str:
    """The enumerator of a number."""
    kind = f"::{parameter.enum}"
    if parameter.type == NUMBER:
        return f"static_cast<{kind}>({value})"
    some = f"std::make_optional(static_cast<{kind}>(*{value}))"
    return f"{value} ? {some} : std::nullopt"


def _enumerators(lines: list[str], parameter: Parameter, value: str) -> str:
    """Those of a list of numbers, under a name of their own."""
    kind, local = f"::{parameter.enum}", f"{value}_all"
    lines.append(f"  std::vector<{kind}> {local};")
    lines.append(f"  for (int64_t n : {value}) {local}.push_back(static_cast<{kind}>(n));")
    return local


def _as_tensor(part: str, dtype: str, shape: str) -> str:
    """C++ that makes a tensor of a number, or of a list of numbers."""
    element, kind = DTYPES[dtype].cpp, f"at::k{DTYPES[dtype].scalar_type}"
    if shape == "[]":
        return f"at::scalar_tensor(static_cast<{element}>({part}), {kind})"
    return f"at::tensor(std::vector<{element}>({part}.begin(), {part}.end()), {kind})"


def _lines(text: str) -> list[str]:
    """A line of C++, broken behind commas alone where it is too long."""
    indent = " " * (len(text) - len(text.lstrip()))
    whole = re.sub(r"(?<!,) ", "\0", text.lstrip())
    broken = textwrap.wrap(
        whole,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in broken]


def _converted(lines: list[str], value: str, text: str, index: int) -> str:
    """What to pass for a parameter that takes our value only after a conversion."""
    kind = canonical(text)
    inner = plain(kind).rstrip("&")
    if inner in ("const char*", "char*"):
        return f"{value}.c_str()"
    local = f"{value}_{index}"
    if match := re.fullmatch(r"array<(?:\w+),(\w+)>", inner):
        element = _element(text)
        lines.append(f"  std::array<{element}, {match[1]}> {local}{{}};")
        lines.append(
            f"  for (size_t i = 0; i < {local}.size() && i < {value}.size(); ++i) "
            f"{local}[i] = static_cast<{element}>({value}[i]);"
        )
        return local
    if match := re.match(r"(tuple|pair)<", inner):
        parts = (
            f"static_cast<{element}>({value}.at({i}))"
            for i, element in enumerate(template_arguments(inner))
        )
        lines += _lines(f"  const auto {local} = std::make_{match[1]}({', '.join(parts)});")
        return local
    if re.fullmatch(
        r"(?:vector|ArrayRef|Span|SmallVector)<(?:const )?(?:long )?\w+(?:,\d+)?>", inner
    ):
        # std::vector<bool> keeps bits, which no ArrayRef<bool> can refer to.
        bits = inner == "ArrayRef<bool>"
        owner = "c10::SmallVector<bool, 8>" if bits else f"std::vector<{_element(text)}>"
        lines.append(f"  {owner} {local}({value}.begin(), {value}.end());")
        return local
    if match := re.fullmatch(r"(\w+)<(?:const )?optional<(?:Tensor|Variable)>>", inner):
        kind = "c10::List" if match[1] == "List" else "std::vector"
        lines.append(f"  {kind}<std::optional<at::Tensor>> {local};")
        lines.append(f"  std::copy({value}.begin(), {value}.end(), std::back_inserter({local}));")
        return local
    if inner == "SymIntArrayRef":
        return f"c10::fromIntArrayRefSlow({value})"
    if inner in ("Tensor", "Variable"):
        lines.append(f"  at::Tensor {local} = {value}.clone();")
        return local if not kind.endswith("&&") else f"std::move({local})"
    if inner in ("optional<Tensor>", "optional<Variable>"):
        lines.append(f"  auto {local} = {value} ? std::make_optional({value}->clone()) : {value};")
        return local
    return value
