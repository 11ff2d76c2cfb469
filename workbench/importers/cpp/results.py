"""What a function's body tells of its results: element types, and shapes as rules.

Most kernels make their results plainly: ``auto n = x.size(0); auto y = at::empty({n, 3},
x.options()); ... return y;``. What is not written so stays open.
"""

from __future__ import annotations

import re

import msgspec

from workbench.core.compile.includes import without_comments
from workbench.importers.cpp.body import TORCH_TYPES, returned_texts
from workbench.importers.cpp.calls import body_of, is_context, split_arguments
from workbench.importers.cpp.found import Function
from workbench.importers.cpp.types import torch_type

__all__ = ["Result", "renamed", "results_of"]

_DEEPEST = 4
_MOST = 16


class Result(msgspec.Struct, frozen=True):
    """What is known of one result, in the names of the function's parameters.

    Attributes:
        dtype: an element type, or the parameter that it is equal to; empty where unknown.
        shape: a shape rule; empty where unknown.
    """

    dtype: str = ""
    shape: str = ""


def results_of(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str]
) -> tuple[Result, ...]:
    """The results in order; empty where the body does not say how many."""
    return _results(function, calls, texts, _DEEPEST)


def _results(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str], depth: int
) -> tuple[Result, ...]:
    body = without_comments(body_of(function, texts))
    if not body or depth == 0:
        return ()
    reader = _Reader(function, body)
    returned = [_of_items(reader, items, calls, texts, depth) for items in _returned(body)[-_MOST:]]
    last = returned[-1] if returned else ()
    # The others return early, often something empty: they tell the types alone.
    for other in reversed(returned[:-1]):
        if len(other) == len(last) or not last:
            known = last or (Result(),) * len(other)
            last = tuple(
                Result(r.dtype or o.dtype, r.shape) for r, o in zip(known, other, strict=True)
            )
    return last


def _of_items(
    reader: _Reader,
    items: list[str],
    calls: tuple[Function, ...],
    texts: dict[str, str],
    depth: int,
) -> tuple[Result, ...]:
    """The results of one ``return``."""
    found = tuple(
        r if r != Result() else _one_of(reader, i, calls, texts, depth)
        for i in items
        for r in (reader.result(i),)
    )
    if len(items) == 1 and found == (Result(),):
        return _delegated(reader, items[0], calls, texts, depth) or found
    return found


def _returned(body: str) -> list[list[str]]:
    """What each ``return`` gives, one or several tensors."""
    found = []
    for text in returned_texts(body):
        several = re.match(
            r"(?:(?:std|torch|at|c10)\s*::\s*)?(?:make_tuple|make_pair|tie|tuple\s*<[^;()]*>|pair\s*<[^;()]*>"
            r"|vector\s*<[^;()]*>|(?:autograd\s*::\s*)?variable_list|tensor_list)?\s*[({]",
            text,
        )
        if several and text[-1] in ")}":
            items = split_arguments(text, several.end())
            if items is not None and (several[0] not in "(" or len(items) == 1):
                found.append(items)
                continue
        found.append([text])
    return found


_ITEM = re.compile(
    r"(?:std\s*::\s*)?get\s*<\s*(?P<a>\d)\s*>\s*\((?P<of>.*)\)|(?P<list>\w+)\s*\[\s*(?P<b>\d)\s*\]",
    re.DOTALL,
)


def _one_of(
    reader: _Reader, text: str, calls: tuple[Function, ...], texts: dict[str, str], depth: int
) -> Result:
    """One of several results of another function: ``std::get<0>(results)``, ``results[0]``."""
    if re.fullmatch(r"\w+", text):
        text = reader.value(text) or text
    match = _ITEM.fullmatch(text)
    if match is None:
        return Result()
    several = _delegated(reader, (match["of"] or match["list"]).strip(), calls, texts, depth)
    index = int(match["a"] or match["b"])
    return several[index] if index < len(several) else Result()


def _delegated(
    reader: _Reader,
    text: str,
    calls: tuple[Function, ...],
    texts: dict[str, str],
    depth: int,
) -> tuple[Result, ...]:
    """The results of ``return other(x, y);`` (or of a name that has them), in these names."""
    if re.fullmatch(r"\w+", text):
        text = reader.value(text) or text
    match = re.match(r"(?:(\w+)\s*::\s*)?(\w+)\s*(?:<[^<>;(){}]*>)?\s*\(", text)
    given = split_arguments(text, match.end()) if match else None
    if match is None or given is None:
        return ()
    name = "forward" if match[2] == "apply" else match[2]
    for called in calls:
        scopes = called.name.split("::")
        if scopes[-1] != name or (name == "forward" and scopes[-2:-1] != [match[1]]):
            continue
        parameters = called.parameters
        if parameters and is_context(parameters[0].type):
            parameters = parameters[1:]
        passed = {
            p.name: re.match(r"(?:std\s*::\s*move\s*\(\s*)?(\w*)", g)
            for p, g in zip(parameters, given, strict=False)
        }
        names = {n: m[1] for n, m in passed.items() if m and m[1]}
        inner = _results(called, calls, texts, depth - 1)
        return tuple(Result(renamed(r.dtype, names), renamed(r.shape, names)) for r in inner)
    return ()


_WORDS = frozenset(("shape", "unknown", "len", "min", "max"))


def renamed(rule: str, names: dict[str, str]) -> str:
    """A rule with other names; a size whose name has none becomes ``unknown``."""
    if rule in TORCH_TYPES.values() or not rule:
        return rule
    words = set(re.findall(r"[A-Za-z_]\w*", rule)) - _WORDS
    if all(w in names for w in words):
        return re.sub(r"[A-Za-z_]\w*", lambda m: names.get(m[0], m[0]), rule)
    if not rule.startswith("["):
        return ""
    parts = split_arguments(f"{rule[1:-1]})", 0) or []
    return (
        f"[{', '.join(renamed(p, names) or 'unknown' for p in parts)}]"
        if len(parts) > 1
        else "[unknown]"
    )


_FACTORY = re.compile(
    r"(?:(?:at|torch)\s*::\s*(?:stable\s*::\s*)?)?(?:native\s*::\s*)?(empty|zeros|ones|full|rand|randn|arange)(_like)?\s*\("
)
_NEW = re.compile(r"(\w+)\s*\.\s*new_(empty|zeros|ones|full)\s*\(")
_SAME = re.compile(r"(\w+)\s*\.\s*(?:clone|contiguous|detach|to|type|cpu|value)\s*\(")
_DTYPE = re.compile(
    r"\bk(" + "|".join(TORCH_TYPES) + r")\b|\bScalarType\s*::\s*(" + "|".join(TORCH_TYPES) + r")\b"
)


class _Reader:
    """Reads one body; every name is followed a few steps back, never in a circle."""

    def __init__(self, function: Function, body: str) -> None:
        self._body = body
        kinds = {
            p.name: (torch_type(p.type) or ("", False))[0] for p in function.parameters if p.name
        }
        optional = {p.name for p in function.parameters if (torch_type(p.type) or ("", False))[1]}
        self._tensors = {n for n, k in kinds.items() if k == "Tensor" and n not in optional}
        self._numbers = {n for n, k in kinds.items() if k == "int" and n not in optional}
        self._values: dict[str, str] = {}
        pattern = r"(?<![\w.>=!<+*/-])\b(\w+)\s*(?:=(?!=)|(?<=\w)\s*\{)\s*"
        for match in re.finditer(pattern, body):
            self._values.setdefault(match[1], body[match.end() : match.end() + 600])

    def value(self, name: str) -> str:
        """What a name is first given, up to the end of the statement."""
        text = self._values.get(name, "")
        depth = 0
        for at, sign in enumerate(text):
            if sign in "([{":
                depth += 1
            elif sign in ")]}":
                depth -= 1
            if depth < 0 or (depth == 0 and sign in ";,"):
                return text[:at].strip()
        return text.strip()

    def result(self, text: str, steps: int = _DEEPEST) -> Result:
        """A tensor's element type and shape."""
        text = re.sub(r"^(?:std\s*::\s*)?move\s*\((.*)\)$", r"\1", text.strip())
        if match := _FACTORY.match(text):
            return self._made(split_arguments(text, match.end()), bool(match[2]), match[1], steps)
        if (match := _NEW.match(text)) and (given := split_arguments(text, match.end())):
            like = self._tensor(match[1], steps)
            rest = given[2:] if match[2] == "full" else given[1:]
            return Result(self._dtype(rest, like.dtype), self._shape(given[0], steps))
        if match := _SAME.match(text):
            same = self._tensor(match[1], steps)
            if re.match(r"\w+\s*\.\s*(?:to|type)\b", text):
                return Result(self._dtype([text], ""), same.shape)
            return same
        return self._tensor(text, steps) if re.fullmatch(r"\w+", text) else Result()

    def _made(self, given: list[str] | None, like: bool, kind: str, steps: int) -> Result:
        if not given or kind == "arange":
            return Result()
        rest = given[2:] if kind == "full" else given[1:]
        if like:
            same = self._tensor(given[0], steps)
            return Result(self._dtype(rest, same.dtype), same.shape)
        return Result(self._dtype(rest, "float32"), self._shape(given[0], steps))

    def _tensor(self, name: str, steps: int) -> Result:
        if name in self._tensors:
            return Result(name, f"{name}.shape")
        value = self.value(name) if steps > 0 else ""
        return self.result(value, steps - 1) if value and value != name else Result()

    def _dtype(self, options: list[str], otherwise: str) -> str:
        """The element type that options say, themselves or by the name of some."""
        text = " ".join(options)
        for _ in range(2):
            if match := _DTYPE.search(text):
                return TORCH_TYPES[match[1] or match[2]]
            if match := re.search(
                r"\b(\w+)\s*\.\s*(?:options|scalar_type|dtype|type)\s*\(\s*\)", text
            ):
                return self._tensor(match[1], _DEEPEST).dtype
            if not options or not re.fullmatch(r"\w+", text):
                break
            text = self.value(text)
        return otherwise if not options else ""

    def _shape(self, text: str, steps: int) -> str:
        if steps <= 0:
            return ""
        if match := re.fullmatch(r"(\w+)\s*\.\s*sizes\s*\(\s*\)(?:\s*\.\s*vec\s*\(\s*\))?", text):
            return self._tensor(match[1], steps - 1).shape
        text = re.sub(
            r"^(?:std\s*::\s*vector\s*<\s*\w+\s*>|(?:at|torch|c10)\s*::\s*IntArrayRef)\s*(?=[({])",
            "",
            text,
        )
        if text.startswith(("{", "(")) and text.endswith(("}", ")")):
            dims = split_arguments(text, 1)
            if dims is None:
                return ""
            return f"[{', '.join(self._dim(d, _DEEPEST) or 'unknown' for d in dims)}]"
        if re.fullmatch(r"\w+", text):
            return f"[{self._dim(text, _DEEPEST)}]" if text in self._numbers else ""
        return ""

    def _dim(self, text: str, steps: int) -> str:
        """One size as a rule; empty where it cannot be told."""
        text = re.sub(
            r"^(?:static_cast\s*<[^<>]*>|\(\s*(?:int|int64_t|long)\s*\)|(?:int64_t|int))\s*(?=[\w(])",
            "",
            text.strip(),
        )
        if re.fullmatch(r"\d{1,9}[lLuU]{0,3}", text):
            return text.rstrip("lLuU")
        if match := re.fullmatch(r"(\w+)\s*\.\s*size\s*\(\s*(-?\d{1,2})\s*\)", text):
            return self._size(match[1], int(match[2]))
        if match := re.fullmatch(
            r"(\w+)\s*\.\s*(?:sizes\s*\(\s*\)|shape)\s*\[\s*(\d{1,2})\s*\]", text
        ):
            return self._size(match[1], int(match[2]))
        if text in self._numbers:
            return text
        if steps <= 0:
            return ""
        if re.fullmatch(r"\w+", text):
            value = self.value(text)
            return self._dim(value, steps - 1) if value and value != text else ""
        if (
            text.startswith("(")
            and (inner := split_arguments(text, 1))
            and len(inner) == 1
            and f"({inner[0]})" == text
        ):
            part = self._dim(inner[0], steps - 1)
            return f"({part})" if part else ""
        for signs in ("+-", "*/"):
            at = _last_sign(text, signs)
            if at > 0:
                left, right = self._dim(text[:at], steps - 1), self._dim(text[at + 1 :], steps - 1)
                sign = "//" if text[at] == "/" else text[at]
                return f"{_grouped(left)} {sign} {_grouped(right)}" if left and right else ""
        return ""

    def _size(self, name: str, dim: int) -> str:
        like = self._tensor(name, _DEEPEST).shape
        if like.endswith(".shape"):
            return f"{like}[{dim}]"
        parts = split_arguments(f"{like[1:-1]})", 0) if like.startswith("[") else None
        return (
            parts[dim]
            if parts and -len(parts) <= dim < len(parts) and parts[dim] != "unknown"
            else ""
        )


def _grouped(dim: str) -> str:
    return f"({dim})" if re.search(r" (?:\+|-|\*|//) ", dim) and not dim.startswith("(") else dim


def _last_sign(text: str, signs: str) -> int:
    """Where the last of some signs stands outside of parentheses; -1 for nowhere."""
    depth = 0
    for at in range(len(text) - 1, 0, -1):
        depth += (text[at] in ")]}") - (text[at] in "([{")
        if (
            depth == 0
            and text[at] in signs
            and text[at - 1 : at + 1] != "->"
            and text[at + 1 : at + 2] != ">"
        ):
            return at
    return -1
