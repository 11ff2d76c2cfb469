"""A name of the C++ library that is used without its header: which one, and where to put it."""

from __future__ import annotations

import functools
import json
import re

from workbench.paths import resources

__all__ = ["header_of", "missing_include", "with_include"]

_Q = "[‘’'\"`]"
_NAME = r"(?:::)?(?P<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)"
_STD = rf"{_Q}(?P<member>[A-Za-z_]\w*)(?:<.*>)?{_Q}"
_MESSAGES = (  # compiled by ``re`` when the first message is read, not when the window starts
    # gcc, then clang: a member of std
    rf"{_STD} is not a member of {_Q}std{_Q}",
    rf"{_STD} in namespace {_Q}std{_Q} does not name",
    rf"no (?:member|template|type) named {_STD} in namespace {_Q}std{_Q}",
    # a name that may have std:: before it
    rf"{_Q}{_NAME}{_Q} (?:was not declared in this scope|has not been declared|does not name a)",
    rf"{_Q}{_NAME}{_Q} is not a template",
    rf"use of undeclared identifier {_Q}{_NAME}{_Q}",
    rf"unknown type name {_Q}{_NAME}{_Q}",
    # declared, but not defined
    rf"{_Q}(?:const )?(?:class |struct )?{_NAME}[^‘’'\"`]*{_Q} has (?:initializer but )?incomplete type",
    rf"incomplete type {_Q}(?:const )?(?:class |struct )?{_NAME}[^‘’'\"`]*{_Q} used in nested name",
    rf"invalid use of incomplete type {_Q}(?:const )?(?:class |struct )?{_NAME}",
    rf"implicit instantiation of undefined template {_Q}{_NAME}",
)
_C_HEADERS = frozenset(
    """assert ctype errno fenv float inttypes limits locale math setjmp signal stdarg stddef stdint
    stdio stdlib string time uchar wchar wctype""".split()
)
_NAMESPACES = ("chrono", "filesystem", "numbers", "ranges")
"""Each in the header of its name."""
_MACROS = {
    "<cassert>": r"assert",
    "<cerrno>": r"errno|E[A-Z]{3,}",
    "<cfloat>": r"(?:FLT|DBL|LDBL)_[A-Z_\d]+",
    "<cinttypes>": r"(?:PRI|SCN)[diouxX]\w+",
    "<climits>": r"CHAR_BIT|(?:[SU]?CHAR|U?(?:SHRT|INT|LONG|LLONG))_(?:MAX|MIN)",
    "<cmath>": r"INFINITY|NAN|HUGE_VAL[FL]?|M_[A-Z\d_]+",
    "<cstdarg>": r"va_(?:arg|copy|end|list|start)",
    "<cstddef>": r"NULL|offsetof",
    "<cstdint>": r"U?INT(?:_LEAST|_FAST)?\d+_(?:MAX|MIN|C)|U?INT(?:MAX|PTR)_(?:MAX|MIN)|SIZE_MAX",
    "<cstdio>": r"EOF|BUFSIZ|std(?:err|in|out)|SEEK_(?:CUR|END|SET)",
    "<cstdlib>": r"EXIT_(?:FAILURE|SUCCESS)|RAND_MAX",
    "<ctime>": r"CLOCKS_PER_SEC",
}
"""The macros of C's headers, which clang never names: they stand in no namespace."""
_SUGGESTED = re.compile(r"#include (<[\w./]+>)")
_LONGEST = 400
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*$", re.MULTILINE)


@functools.cache
def _headers() -> dict[str, str]:
    table = json.loads((resources() / "std_headers.json").read_bytes())
    return {name: header for header, names in table.items() for name in names.split()}


def header_of(name: str) -> str:
    """The header that declares a name: ``<vector>`` for ``std::vector``; empty for none.

    Without ``std::`` only what C has, too, is known: ``sqrt``, ``int64_t``, ``assert``.
    """
    plain = name.removeprefix("::").removeprefix("std::")
    if name == f"std::{plain}" and plain.partition("::")[0] in _NAMESPACES:
        return f"<{plain.partition('::')[0]}>"
    if macro := next((h for h, names in _MACROS.items() if re.fullmatch(names, name)), ""):
        return macro
    while plain not in _headers() and "::" in plain:
        plain = plain.rpartition("::")[0]  # of a class, or an inner namespace
    header = _headers().get(plain, "")
    of_c = header.startswith("c") and header[1:] in _C_HEADERS
    return f"<{header}>" if header and ("std::" in name or of_c) else ""


def missing_include(message: str, hint: str = "", line: str = "") -> str:
    """The header whose ``#include`` fixes a compiler's error; empty where it is another error.

    Args:
        message: what gcc, clang or clangd says.
        hint: what the compiler itself suggests.
        line: the source's line from the error's column on, where a compiler names only ``std``.
    """
    message = message[:_LONGEST]  # a template's name may fill pages
    if suggested := _SUGGESTED.search(hint) or _SUGGESTED.search(message):
        return suggested[1]
    match = next(filter(None, (re.search(p, message, re.IGNORECASE) for p in _MESSAGES)), None)
    if match is None:
        return ""
    groups = match.groupdict()
    if member := groups.get("member"):
        return header_of(f"std::{member}")
    name = groups["name"]
    if name == "std" and (found := re.match(r"\W*std\s*::\s*(\w+)", line)):
        name = f"std::{found[1]}"
    return header_of(name)


def with_include(text: str, header: str) -> str:
    """The text with an ``#include`` after its last one at the top; as it is where it has it."""
    if re.search(rf"^[ \t]*#[ \t]*include[ \t]*{re.escape(header)}", text, re.MULTILINE):
        return text
    end_of_line = "\r\n" if "\r\n" in text else "\n"
    wanted = f"#include {header}{end_of_line}"
    last = None
    for match in _INCLUDE.finditer(text):
        between = text[last.end() if last is not None else 0 : match.start()]
        if last is not None and re.search(
            r"[{};]|^[ \t]*#[ \t]*(?:if|el|end)", between, re.MULTILINE
        ):
            break  # code, or a part that is not always compiled, has begun
        if last is None and re.search(r"^[ \t]*#[ \t]*if(?!ndef)", between, re.MULTILINE):
            break
        last = match
    if last is None:
        start = _after_comments(text)
        return f"{text[:start]}{wanted}{text[start:]}"
    at = text.find("\n", last.end())
    if at < 0:
        return f"{text}{end_of_line}{wanted}"
    return f"{text[: at + 1]}{wanted}{text[at + 1 :]}"


def _after_comments(text: str) -> int:
    """Where the code begins: after the comments at the top, and a guard or a #pragma once."""
    top = re.compile(
        r"\s*(?://[^\n]*\n|/\*.*?\*/[ \t]*\n?|#[ \t]*pragma[ \t]+once[^\n]*\n|"
        r"#[ \t]*ifndef[ \t]+(\w+)[^\n]*\n[ \t]*#[ \t]*define[ \t]+\1[^\n]*\n)",
        re.DOTALL,
    )
    at = 0
    while match := top.match(text, at):
        at = match.end()
    return at
