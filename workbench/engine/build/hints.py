"""The next step after a compiler's error, where its own words do not say it."""

from __future__ import annotations

import difflib
import functools
import re

from workbench import paths
from workbench.core.compile.cxx_flags import torch_folder
from workbench.core.compile.missing_include import header_of, missing_include
from workbench.core.compile.providers import CUDA_HEADER, provider_of
from workbench.core.errors import UserError
from workbench.engine import cuda_toolkit
from workbench.engine.build.old_torch import hint_of_old

__all__ = ["corrected", "hint_for", "members_of", "undeclared"]

_TORCH_HEADER = r"(?:torch|ATen|c10)/[\w./]+"


def _lacks(message: str, header: str) -> bool:
    """Whether a compiler says that there is no such header: g++'s words, then clang's."""
    pattern = rf"(?<![\w/]){header}: No such file|[‘'\"]{header}['’\"] file not found"
    return re.search(pattern, message) is not None


def hint_for(message: str) -> str:
    """The next step after an error or a warning; empty where its words say all that is known."""
    if old := hint_of_old(message):
        return old
    if _lacks(message, _TORCH_HEADER):
        return (
            'It is a header of torch: kernels of the style "libtorch" have those, and some of them '
            "come with torch's build for CUDA only."
        )
    if _lacks(message, CUDA_HEADER):
        nvcc = cuda_toolkit.nvcc()
        if nvcc is None:
            why = cuda_toolkit.missing()
            return (
                f"CUDA's toolkit has it, and {why.message}. {why.hint} "
                "Keep what needs it in a .cu file, or behind #ifdef WITH_CUDA, which is defined where "
                "CUDA files are linked."
            )
        where = nvcc.compiler.command[0]
        return f"CUDA's toolkit has it, and the one that is here has not ({where}): install that part of it."
    if (lacking := _LACKING.search(message)) and (given := provider_of(lacking[1] or lacking[2]))[
        0
    ]:
        return f"{given[0][:1].upper()}{given[0][1:]} provides it. {given[1]}"
    if "No such file or directory" in message or message.endswith("file not found"):
        return (
            "Is the include folder right? Headers beside op.toml are found by their name. One of a folder "
            "elsewhere comes along where new --cpp is given that folder with --include-root; or name "
            "the folder in kernel.include."
        )
    if "#include nested" in message:
        return (
            "A header includes itself, perhaps through others: put #pragma once at the beginning of "
            "each of them."
        )
    if "static assertion failed" in message and "int64_t" in message:
        return "torch passes int64_t and double, not int and float."
    if header := missing_include(message):
        return f"It is in {header}: add #include {header}"
    if match := _CAPTURE.search(message):
        return f"Name it between the lambda's brackets: [&{match[1]}], or [&] for all."
    if _CONST.search(message):
        return "What is const is only read, as each input is: write into an output, or into a copy."
    if (member := _MEMBER.search(message)) and (
        members := members_of(member["owner"] or member["gnu_owner"])
    ):
        return f"It has: {', '.join(members)}."
    if (names := corrected(message)) is not None:
        return f"Is {names[1]} meant?"
    if match := _OF_NAMESPACE.search(message):
        name = match[1] or match[2]
        owner = next((known for known, members in _classes().items() if name in members), "")
        if owner:
            return f"It is a member of {owner}: call it of one, as in ctx.parallel_for(…)."
    if name := undeclared(message):
        known = "" if "::" in name else header_of(f"std::{name}")
        ours = f" std::{name} is in {known}." if known else ""
        return f"Declare it above this line, or correct its name.{ours}"
    return ""


_LACKING = re.compile(r"([\w./-]+): No such file|[‘'\"]([\w./-]+)[’'\"] file not found")
_CAPTURE = re.compile(r"[‘'](\w+)[’'] (?:is not captured|cannot be implicitly captured)")
_CONST = re.compile(
    r"assignment of read-only|to (?:return value|variable) because .*(?:const value|const-qualified)"
    r"|(?:increment|decrement) of read-only|discards qualifiers"
)
_MEMBER = re.compile(
    r"no member named '(?P<name>\w+)' in '(?P<owner>[\w:]+)"
    r"|‘(?:class |struct |const )*(?P<gnu_owner>[\w:]+)[^’]*’ has no member named ‘(?P<gnu_name>\w+)"
)
_OF_NAMESPACE = re.compile(
    r"no member named '(\w+)' in namespace 'wb'|‘(\w+)’ is not a member of ‘wb’"
)
_UNDECLARED = re.compile(
    r"^(?:use of undeclared identifier|unknown type name) '([\w:]+)'"
    r"|^‘([\w:]+)’ (?:was not declared in this scope|does not name a type)"
)
_SURELY = 0.75
"""How like a name must be that is offered in the place of another."""


def undeclared(message: str) -> str:
    """The name that a compiler does not know; empty for another error."""
    match = _UNDECLARED.search(message)
    return (match[1] or match[2]) if match else ""


def corrected(message: str) -> tuple[str, str] | None:
    """A member's name and the one that is meant; None where that is not sure."""
    if member := _MEMBER.search(message):
        name, owner = member["name"] or member["gnu_name"], member["owner"] or member["gnu_owner"]
        known = _torch_names() if owner == "at::Tensor" else members_of(owner)
    elif match := _OF_TORCH.search(message):
        name, known = match[1] or match[2], _torch_names()
    else:
        return None
    meant = difflib.get_close_matches(name, known, 1, _SURELY)
    return (name, meant[0]) if meant else None


_OF_TORCH = re.compile(
    r"no member named '(\w+)' in namespace '(?:at|torch)'|‘(\w+)’ is not a member of ‘(?:at|torch)’"
)


@functools.cache
def _torch_names() -> tuple[str, ...]:
    """The functions of ``at::``, most of which are members of a tensor, too: each has a header."""
    try:
        folder = torch_folder() / "include" / "ATen" / "ops"
    except UserError:
        return ()
    names = (path.stem for path in folder.glob("[a-z]*.h"))
    return tuple(sorted(n for n in names if not n.endswith(("_native", "_ops", "_dispatch"))))


def members_of(owner: str) -> tuple[str, ...]:
    """The functions of a class of the kernel API (``wb::Tensor``), in their order; empty for another."""
    return _classes().get(owner, ())


@functools.cache
def _classes() -> dict[str, tuple[str, ...]]:
    text = "".join(
        path.read_text() for path in sorted((paths.ops_lib() / "include" / "workbench").glob("*.h"))
    )
    found = re.findall(r"^class (\w+) \{\n public:\n(.*?)^(?: private:|\};)", text, re.M | re.S)
    return {
        f"wb::{name}": tuple(
            dict.fromkeys(re.findall(r"^  \S.*?\b([a-z]\w*)\([^()]*\) const", body, re.M))
        )
        for name, body in found
    }
