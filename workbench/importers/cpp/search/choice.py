"""Which candidate a few words mean: a name, a name with the types of its parameters, a number."""

from __future__ import annotations

import re

from workbench.importers.cpp.search.candidates import Candidate
from workbench.importers.cpp.syntax.arguments import split_arguments
from workbench.importers.cpp.syntax.types import plain, torch_type

__all__ = ["chosen", "distinct", "shown"]


def chosen(found: list[Candidate], words: str) -> list[Candidate]:
    """The candidates that words mean, those that can be used first; empty for none.

    Args:
        found: of ``find_candidates``.
        words: ``name``, ``ns::name``, ``name(Tensor, int)``, or the number in the list from 1.
    """
    words = words.strip()
    if re.fullmatch(r"#?\d{1,6}", words):
        number = int(words.lstrip("#"))
        return found[number - 1 : number] if number else []
    name, opened, _ = words.partition("(")
    name = name.strip()
    whole = [c for c in found if name in (c.name, c.torch)]
    same = whole or [c for c in found if name in _short_names(c)]
    same = same or [c for c in found if _function_name(c).rpartition("::")[2] == name]
    # An operator may have a kernel for each provider; here it runs on the processor.
    same = [c for c in same if c.struct is None or not c.struct.elsewhere] or same
    # What is in a Python module is also an op, under the name of its C++ function.
    modules = [c.registration for c in same if c.style.is_function]
    same = [c for c in found if c in same or (modules and c.registration in modules)]
    if not opened:
        return same
    kinds = split_arguments(words, words.index("(") + 1)
    if kinds is None:
        return []
    kinds = [] if kinds == ["void"] else kinds
    exact = [c for c in same if _types(c) == [plain(k) for k in kinds]]
    return exact or [c for c in same if _words(_types(c)) == _words(kinds)]


def _short_names(candidate: Candidate) -> set[str]:
    """Without namespaces, without template arguments, and what ONNX calls the operator."""
    found = {candidate.plain}
    for name in _names(candidate):
        plain = name.rpartition("::")[2]
        found |= {name, plain, plain.partition("<")[0]}
    return found | {candidate.struct.op} if candidate.struct is not None else found


def _names(candidate: Candidate) -> list[str]:
    """In C++: one, or that of each overload of an operator."""
    struct = candidate.struct
    return [candidate.name] if struct is None else [s.name for s in struct.all]


def _types(candidate: Candidate) -> list[str]:
    if candidate.function is None:
        return []
    return [plain(p.written) for p in candidate.function.parameters]


def _words(kinds: list[str]) -> list[object]:
    """Types in torch's words, so that ``int`` means ``int64_t``, too."""
    return [torch_type(k.rstrip("&")) or plain(k).rstrip("&") for k in kinds]


def distinct(usable: list[Candidate]) -> int:
    """How many functions they are: one may be an op, and in a Python module, too."""
    return len({(_function_name(c), _file(c), *_types(c)) for c in usable})


def _file(candidate: Candidate) -> str:
    """The file that defines its function, where others define it, too."""
    return candidate.function.file if candidate.function and candidate.rivals else ""


def _function_name(candidate: Candidate) -> str:
    return candidate.function.name if candidate.function else candidate.name


def shown(candidate: Candidate) -> str:
    """The words that mean a candidate among others of its name: ``name(Tensor, int64_t)``."""
    if candidate.function is None:
        return candidate.name
    return f"{candidate.name}({', '.join(_types(candidate))})"
