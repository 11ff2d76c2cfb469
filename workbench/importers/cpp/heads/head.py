"""The head of a function in a source text: found, compared, and rewritten without the rest.

Everything but the head keeps every byte. Inside the head, what need not change stays as it was
written, too: an unchanged parameter keeps its own spelling, its line break and its comments.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import msgspec

from workbench.core.errors import UserError
from workbench.importers.cpp.syntax.found import Function, Parameter
from workbench.importers.cpp.syntax.functions import function_of, scoped_nodes
from workbench.importers.cpp.syntax.tree import Source
from workbench.importers.cpp.syntax.types import canonical, plain, torch_type

__all__ = ["Head", "Merged", "find_head", "find_heads", "fits_head", "with_head"]

_WIDTH = 100
_NOT_READ = "the head cannot be read"


class Head(msgspec.Struct, frozen=True):
    """A function's head in a text.

    Attributes:
        text: from ``template``, ``static`` or its return type to the end of its parameters.
        start, end: where that is, in characters.
        line: 1-based.
        problem: why it cannot be rewritten safely; empty where it can.
        function: what was read of it.
    """

    text: str
    start: int
    end: int
    line: int
    problem: str
    function: Function


class Merged(msgspec.Struct, frozen=True):
    """A text with another head, or why it could not be put in.

    Attributes:
        text: the whole text; the old one where there is a problem.
        problem: empty where the head is in.
    """

    text: str
    problem: str = ""


def find_head(text: str, function: str) -> Head | None:
    """The head of a function's definition.

    Args:
        text: C++.
        function: its name, qualified with its namespaces (those without a name left out).

    Returns:
        None where the text does not define it: a declaration is not touched.
    """
    return next(iter(find_heads(text, function)), None)


def find_heads(text: str, function: str) -> list[Head]:
    """Those of all its definitions, as ``find_head``: of several none can be rewritten safely."""
    try:
        source = Source(text)
    except UserError:
        return []
    found = [f for f in _functions(source) if f.defined and f.name == function.removeprefix("::")]
    several = f"{function} is defined {len(found)} times" if len(found) > 1 else ""
    return [_head(source, one, several or one.problem) for one in found]


def _head(source: Source, function: Function, problem: str) -> Head:
    start, end = _span(function)
    literal = source.text(start, end)
    at = len(source.text(0, start))
    return Head(literal, at, at + len(literal), function.line, problem, function)


def _functions(source: Source) -> list[Function]:
    found = (function_of(source, scoped) for scoped in scoped_nodes(source))
    return [f for f in found if f is not None]


def _span(function: Function) -> tuple[int, int]:
    return function.start, max(function.list_span[1], function.tail_span[1])


def _read(head: str) -> tuple[Source, Function] | None:
    """A head by itself."""
    source = Source(f"{head.strip()} {{}}")
    found = _functions(source)
    return (source, found[0]) if len(found) == 1 else None


# -- comparing ----------------------------------------------------------------------------


def fits_head(head: str, wanted: str) -> bool:
    """Whether a function with a head can be called as the wanted one.

    Where a type cannot be judged (an alias, a template of one's own), it is taken to fit.
    """
    first, second = _read(head), _read(wanted)
    if first is None or second is None:
        return True
    f, g = first[1], second[1]
    current = set(f.type_names)
    if len(f.parameters) != len(g.parameters):
        return any("..." in p.type for p in f.parameters)
    if not (_is_free(f.result, current) or plain(f.result) == plain(g.result)):
        return False
    return all(
        _takes(p.type, q.type, current, set(g.type_names))
        for p, q in zip(f.parameters, g.parameters, strict=True)
    )


def _is_free(text: str, variables: set[str]) -> bool:
    """Whether a type is a template's, or none that we know."""
    kind = canonical(text)
    if "auto" in kind.split() or "..." in kind or kind.startswith("decltype"):
        return True
    words = set(re.findall(r"\w+", kind))
    if words & variables:
        return True
    known = torch_type(text) is not None or "Tensor" in kind or kind == "void"
    return not known and not re.match(
        r"(?:const )?(?:optional|tuple|vector|pair|Context|Span|Output|ElementType)\b", kind
    )


def _takes(current: str, given: str, variables: set[str], wanted: set[str]) -> bool:
    mine, theirs = canonical(current), canonical(given)
    if plain(current) == plain(given):
        return True
    if mine.endswith("&") and not mine.startswith("const ") and not mine.endswith("&&"):
        return _is_free(current, variables)
    if _is_free(current, variables):
        # f(Tensor<const T>) takes a Tensor<const float>, but no number.
        return "Tensor" not in mine or "Tensor" in theirs
    if set(re.findall(r"\w+", theirs)) & wanted:
        return False
    first, second = torch_type(current), torch_type(given)
    return first is not None and first == second and "wb" not in current


# -- rewriting ----------------------------------------------------------------------------


def with_head(
    text: str, function: str, new_head: str, old_head: str = "", lose_comments: bool = False
) -> Merged:
    """Put another head on a function; what it shares with the old one stays as it is written.

    Args:
        text: C++ that defines the function.
        function: its qualified name.
        new_head: the head that it shall have.
        old_head: the head that it was written for, whose parameters stand at the same positions;
            the function's own where empty.
        lose_comments: whether comments inside the head may go.
    """
    head = find_head(text, function)
    if head is None:
        return Merged(text, f"the text does not define {function}")
    if head.problem:
        return Merged(text, head.problem)
    wanted = _read(new_head)
    before = _read(old_head) if old_head else None
    if wanted is None or (old_head and before is None):
        return Merged(text, _NOT_READ)
    current = head.function
    past = before[1].parameters if before is not None else current.parameters
    if len(past) != len(current.parameters):
        return Merged(text, f"{function} has {len(current.parameters)} parameters, not {len(past)}")
    source = Source(text)
    edits: list[tuple[int, int, str]] = []
    problem = _edit_list(source, current, past, wanted, edits, lose_comments) or _edit_rest(
        source, current, before[1] if before is not None else current, wanted[1], edits
    )
    if problem:
        return Merged(text, problem)
    data = source.data
    for start, end, replacement in sorted(edits, reverse=True):
        data = data[:start] + replacement.encode() + data[end:]
    return Merged(data.decode("utf-8"))


def _edit_rest(
    source: Source,
    current: Function,
    past: Function,
    new: Function,
    edits: list[tuple[int, int, str]],
) -> str:
    """The template, the result and the name."""
    if new.type_names != past.type_names:
        if current.template and current.type_names != past.type_names:
            return "its template is not the one that the signature asks for"
        if current.template:
            end = current.template_span[1]
            if not new.template:
                end += len(re.match(rb"\s*", source.data[end:])[0])  # type: ignore[index]
            edits.append((current.template_span[0], end, new.template))
        else:
            line = source.data.rfind(b"\n", 0, current.start) + 1
            indent = source.text(line, current.start)
            indent = indent if indent.isspace() else ""
            edits.append((current.start, current.start, f"{new.template}\n{indent}"))
    elif new.template and current.type_names != new.type_names:
        return "its template's variables have names of their own"
    if plain(new.result) != plain(past.result):
        if current.tail_span[1]:
            edits.append((*current.tail_span, f"-> {new.result}"))
        else:
            edits.append((*current.result_span, new.result))
        if _has_comment(current.result):
            return "its return type has a comment"
    scope, _, name = new.name.rpartition("::")
    old_scope, _, old_name = past.name.rpartition("::")
    if scope != old_scope:
        return f"it would have to move to the namespace {scope or 'without a name'}"
    if name != old_name:
        end = current.name_span[1]
        edits.append((end - len(current.written.rpartition("::")[2].encode()), end, name))
    return ""


def _edit_list(
    source: Source,
    current: Function,
    past: Sequence[Parameter],
    wanted: tuple[Source, Function],
    edits: list[tuple[int, int, str]],
    lose_comments: bool,
) -> str:
    """The parameters; each as (text, the own one that it is, or -1)."""
    mine, new = current.parameters, wanted[1]
    pairs = _pairs(past, new.parameters)
    if [j for j, same in pairs] == list(range(len(mine))) and all(same for _, same in pairs):
        return ""
    parts: list[tuple[str, int]] = []
    for (j, same), parameter in zip(pairs, new.parameters, strict=True):
        text = wanted[0].text(*parameter.span)
        if j >= 0:
            name = mine[j].name if mine[j].name != past[j].name else parameter.name
            if same:
                text = source.text(*mine[j].span)
            elif plain(past[j].type) == plain(parameter.type):
                text = _renamed(source, mine[j], name)
            else:
                text = f"{parameter.type} {name}".strip()
        parts.append((text, j))
    parts = _without_defaults(parts, mine)
    start, end = current.list_span
    spans = [p.span for p in mine]
    between = [source.text(a[1], b[0]) for a, b in itertools.pairwise(spans)]
    first = source.text(start + 1, spans[0][0]) if spans else ""
    last = source.text(spans[-1][1], end - 1) if spans else ""
    if not spans and source.text(start + 1, end - 1).strip() not in ("", "void"):
        return "its parameters cannot be read"
    kept = {
        i for i, ((_, a), (_, b)) in enumerate(itertools.pairwise(parts)) if b == a + 1 and a >= 0
    }
    kept_seps = {parts[i][1] for i in kept}
    lost = [s for j, s in enumerate(between) if j not in kept_seps]
    gone = [
        source.text(*spans[j])
        for j in range(len(mine))
        if all(part[1] != j or part[0] != source.text(*spans[j]) for part in parts)
    ]
    if not lose_comments and any(map(_has_comment, [*lost, *gone])):
        return "its parameters have comments that would be lost"
    joined = _joined(parts, between, kept, first, last, _column(source, start + 1))
    edits.append((start + 1, end - 1, joined))
    return ""


def _without_defaults(
    parts: list[tuple[str, int]], mine: Sequence[Parameter]
) -> list[tuple[str, int]]:
    """C++ wants defaults at the end only: those before a parameter without one go."""
    has = [j >= 0 and bool(mine[j].default) and mine[j].default in text for text, j in parts]
    last = max((i for i, default in enumerate(has) if not default), default=-1)
    return [
        (text[: text.rindex("=", 0, text.rindex(mine[j].default))].rstrip(), j)
        if has[i] and i < last
        else (text, j)
        for i, (text, j) in enumerate(parts)
    ]


def _pairs(past: Sequence[Parameter], new: Sequence[Parameter]) -> list[tuple[int, bool]]:
    """Which old parameter each new one is (-1 for none), and whether it is unchanged."""
    positions = {p.name: i for i, p in enumerate(past) if p.name}
    names = {p.name for p in new}
    # Those that were renamed: the old name is gone, the type is the same, in the same order.
    free = [i for i, p in enumerate(past) if p.name not in names]
    pairs = []
    for at, parameter in enumerate(new):
        i = positions.get(parameter.name, -1)
        if i >= 0:
            pairs.append((i, plain(past[i].type) == plain(parameter.type)))
            continue
        alike = [
            j
            for j in free
            if plain(past[j].type) == plain(parameter.type) and (j == at or len(past) == len(new))
        ]
        nameless = [j for j in alike if not past[j].name]
        if (found := [j for j in (nameless or alike) if j == at] or (nameless or alike)[:1]) and (
            nameless or len(past) == len(new)
        ):
            free.remove(found[0])
            pairs.append((found[0], not past[found[0]].name))
        else:
            pairs.append((-1, False))
    return pairs


def _renamed(source: Source, parameter: Parameter, name: str) -> str:
    """A parameter as it is written, with another name."""
    text = source.text(*parameter.span)
    if not parameter.name:
        return text
    before, equals, default = text.partition("=") if parameter.default else (text, "", "")
    positions = list(re.finditer(rf"\b{re.escape(parameter.name)}\b", before))
    if not positions:
        return f"{parameter.type} {name}"
    at = positions[-1]
    return f"{before[: at.start()]}{name}{before[at.end() :]}{equals}{default}"


def _joined(
    parts: list[tuple[str, int]],
    between: list[str],
    kept: set[int],
    first: str,
    last: str,
    column: int,
) -> str:
    if not parts:
        return ""
    one_per_line = bool(between) and all("\n" in s for s in between)
    usual = next((s for s in between if not _has_comment(s)), ", ") if one_per_line else ", "
    indent = first[first.rfind("\n") + 1 :] if "\n" in first else " " * column
    text = first + parts[0][0]
    for i, (part, j) in enumerate(parts[1:]):
        separator = between[j - 1] if i in kept else usual
        line = len(text) - text.rfind("\n") - 1 + (0 if "\n" in text else column)
        if separator == ", " and line + 2 + len(part.split("\n")[0]) + 2 > _WIDTH:
            separator = f",\n{indent}"
        text += separator + part
    return text + last


def _column(source: Source, at: int) -> int:
    return len(source.text(source.data.rfind(b"\n", 0, at) + 1, at))


def _has_comment(text: str) -> bool:
    return "//" in text or "/*" in text
