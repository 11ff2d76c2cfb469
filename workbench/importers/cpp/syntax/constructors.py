"""How an op struct is made: with nothing, or with what its constructor's parameters plainly are.

Much published C++ hands the execution provider's name and a stream to the constructor
(``MyCustomOp(provider, stream)``). On the CPU both have one sensible value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from workbench.core.errors import UserError
from workbench.importers.cpp.syntax.found import Parameter
from workbench.importers.cpp.syntax.functions import parameters_of, scoped_nodes
from workbench.importers.cpp.syntax.members import class_of
from workbench.importers.cpp.syntax.tree import Source, walk
from workbench.importers.cpp.syntax.types import canonical

__all__ = ["arguments_of"]

_STRING = re.compile(r"(?:const )?(?:char\*|char const\*|string|string_view)&?")
_PROVIDER = re.compile(r"provider|(?:^|_)ep(?:_|$)", re.IGNORECASE)


def arguments_of(struct: str, texts: Mapping[str, str]) -> str:
    """What a struct's constructor is called with; empty where it needs nothing.

    Args:
        struct: its qualified name; template arguments are left out of account.
        texts: C++ by file name.

    Raises:
        UserError: kind ``cpp``; a parameter is none that has only one sensible value.
    """
    name = struct.partition("<")[0].strip()
    known = list(_constructors(name, texts))
    if not known:
        return ""
    unknown: list[Parameter] = []
    shown = ""
    best: str | None = None
    for parameters in known:
        needed = [p for p in parameters if not p.default]
        values = [_value(p) for p in needed]
        if all(values):
            given = ", ".join(v for v in values if v)
            best = given if best is None or len(given) < len(best) else best
        elif not unknown:
            unknown = [p for p, v in zip(needed, values, strict=True) if not v]
            shown = ", ".join(v or "…" for v in values)
    if best is not None:
        return best
    listed = ", ".join(f"'{p.type} {p.name}'".replace(" '", "'") for p in unknown)
    hint = f"structs = ['{name}({shown})'] in [ort]"
    raise UserError(
        "cpp",
        f"{name} is made with {listed}, and nothing says with which value",
        f"Write it in op.toml:  {hint};  or define RegisterCustomOps in the source.",
    )


def _value(parameter: Parameter) -> str:
    kind = canonical(parameter.type)
    if _STRING.fullmatch(kind) and _PROVIDER.search(parameter.name):
        return '"CPUExecutionProvider"'
    if kind in ("void*", "const void*", "cudaStream_t", "hipStream_t"):
        return "nullptr"
    if kind in ("const OrtApi&", "OrtApi const&"):
        return "Ort::GetApi()"
    return "&Ort::GetApi()" if kind in ("const OrtApi*", "OrtApi const*") else ""


def _constructors(struct: str, texts: Mapping[str, str]) -> Iterator[tuple[Parameter, ...]]:
    """The parameters of each constructor that a class of this name declares."""
    for file, text in texts.items():
        source = Source(text, file)
        for scoped in scoped_nodes(source):
            found = class_of(source, scoped)
            if found is None or found[0] != struct.removeprefix("::"):
                continue
            plain = struct.rpartition("::")[2]
            for node in found[2].named_children:
                node = node.named_children[-1] if node.type == "template_declaration" else node
                if node.type not in ("function_definition", "declaration"):
                    continue
                heads = (n for n in walk(node) if n.type == "function_declarator")
                head = next(heads, None)
                named = head.child_by_field_name("declarator") if head is not None else None
                if head is None or named is None or source.of(named) != plain:
                    continue
                if any(c.type == "delete_method_clause" for c in node.named_children):
                    continue
                listed = head.child_by_field_name("parameters")
                parameters = parameters_of(source, listed) if listed is not None else ()
                copied = re.compile(rf"(?:const )?{re.escape(plain)}&{{1,2}}")
                if len(parameters) == 1 and copied.fullmatch(canonical(parameters[0].type)):
                    continue  # of a copy
                yield parameters
