"""Lists of tensors that a function gives: how many are in them, where its body says it plainly.

An op has a fixed number of outputs. A list whose length is not plain has no declaration, and a
draft that took its first tensor alone would lose the others without a word.
"""

from __future__ import annotations

import re

from workbench.core.compile.includes import without_comments
from workbench.importers.cpp.body import returned_texts
from workbench.importers.cpp.calls import body_of, split_arguments
from workbench.importers.cpp.found import Function
from workbench.importers.cpp.types import canonical, is_list_of_tensors

__all__ = ["list_length", "stated_result"]

_DEEPEST = 4
_TUPLE = re.compile(
    r"(?:std\s*::\s*)?(?:(?P<pair>make_pair|pair)|make_tuple|tuple|tie)\s*(?:<[^;()]*>)?\s*[({]"
)
_LIST_TYPE = (
    r"(?:\w+\s*::\s*)*(?:vector\s*<[^;(){}=]*\b(?:Tensor|Variable)\s*>|List\s*<[^;(){}=]*\bTensor\s*>"
    r"|array\s*<[^;(){}=]*\bTensor\s*,[^;(){}=]*>|(?:variable|tensor)_list|TensorList)"
)
_LIST = "std::vector<at::Tensor>"
_BRACED = re.compile(rf"(?:{_LIST_TYPE})?\s*\{{", re.DOTALL)
_CALL = re.compile(r"(?:(\w+)\s*::\s*)?(\w+)\s*(?:<[^<>;(){}]*>)?\s*\(")
_GROWS = r"\s*(?:\.\s*(?:push_back|emplace_back|insert|emplace|resize|assign|erase|pop_back|clear|swap)\b|=[^=])"


def list_length(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str], depth: int = _DEEPEST
) -> int:
    """How many tensors a function gives in its list, always; 0 where that is not plain.

    Args:
        function: whose result is a list of tensors.
        calls: what it calls (``Calls.of``).
        texts: the C++ texts by file name.
        depth: how many calls inside each other are followed.
    """
    if array := re.match(r"array<(?:const )?Tensor,(\d{1,3})>$", canonical(function.result)):
        return int(array[1])
    body = without_comments(body_of(function, texts))
    reader = _Lists(function, body, calls, texts, depth)
    counts = {reader.length(text) for text in returned_texts(body)} if depth else set()
    return counts.pop() if len(counts) == 1 else 0


class _Lists:
    """Reads one body."""

    def __init__(
        self,
        function: Function,
        body: str,
        calls: tuple[Function, ...],
        texts: dict[str, str],
        depth: int,
    ) -> None:
        self._body = body
        self._lists = {p.name for p in function.parameters if is_list_of_tensors(p.type)}
        self._lists |= set(re.findall(rf"{_LIST_TYPE}\s*[&*]*\s*(\w+)", body))
        self._calls = calls
        self._texts = texts
        self._depth = depth

    def length(self, text: str) -> int:
        """The length of what one ``return`` gives; 0 where it is not plain."""
        if (match := _BRACED.match(text)) and text.endswith("}"):
            items = split_arguments(text, match.end())
            if not items or any(not i for i in items):
                return 0
            # One name in braces is a copy where it is a list itself.
            return 0 if len(items) == 1 and self.is_list(items[0]) else len(items)
        if re.fullmatch(r"\w+", text):
            return self._of_name(text)
        if (match := _CALL.match(text)) and text.endswith(")"):
            return self._of_call(match[1] or "", match[2])
        return 0

    def is_list(self, text: str) -> bool:
        """Whether an expression is a list of tensors."""
        if re.fullmatch(r"\w+", text):
            auto = re.search(
                rf"\bauto\s*&?\s*{text}\s*=\s*({_LIST_TYPE}|\w[\w:]*\s*\()", self._body
            )
            return text in self._lists or bool(auto and self._gives_list(auto[1]))
        return self._gives_list(text)

    def _gives_list(self, text: str) -> bool:
        if re.match(_LIST_TYPE, text):
            return True
        match = _CALL.match(text)
        return match is not None and any(
            is_list_of_tensors(f.result) for f in self._named(match[1] or "", match[2])
        )

    def _of_name(self, name: str) -> int:
        """Of a list that is made whole and never grows."""
        made = re.findall(rf"{_LIST_TYPE}\s*{name}\b\s*=?\s*(\{{[^;]*\}})\s*;", self._body)
        made += re.findall(rf"\bauto\s+{name}\s*=\s*([^;]+)\s*;", self._body)
        if len(made) != 1 or name == made[0].strip():
            return 0
        declared = rf"(?:{_LIST_TYPE}|\bauto)\s*{name}\b"
        rest = re.sub(declared, " ", self._body)
        return 0 if re.search(rf"\b{name}{_GROWS}", rest) else self.length(made[0].strip())

    def _of_call(self, scope: str, name: str) -> int:
        counts = {
            list_length(f, self._calls, self._texts, self._depth - 1)
            for f in self._named(scope, name)
            if is_list_of_tensors(f.result)
        }
        return counts.pop() if len(counts) == 1 else 0

    def _named(self, scope: str, name: str) -> list[Function]:
        if name == "apply":
            return [f for f in self._calls if f.name.split("::")[-2:] == [scope, "forward"]]
        return [f for f in self._calls if f.name.rpartition("::")[2] == name]


def stated_result(function: Function, body: str) -> str:
    """The result of an ``auto`` function as far as its body says it: a tuple, a list, or ``auto``."""
    found: set[str] = set()
    reader = _Lists(function, body, (), {}, 1)
    for text in returned_texts(without_comments(body)):
        if match := _TUPLE.match(text):
            items = split_arguments(text, match.end()) or []
            kind = "std::pair" if match["pair"] else "std::tuple"
            kinds = (_LIST if reader.is_list(item) else "at::Tensor" for item in items)
            found.add(f"{kind}<{', '.join(kinds)}>")
        elif reader.is_list(text):
            found.add(_LIST)
        else:
            found.add("auto")
    return found.pop() if len(found) == 1 else "auto"
