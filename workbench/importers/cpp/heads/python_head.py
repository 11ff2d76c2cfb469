"""The head of an ``autograd.Function``'s ``forward``: the same service for Python kernels."""

from __future__ import annotations

import ast
import io
import tokenize

import msgspec

from workbench.importers.cpp.heads.head import Merged

__all__ = ["PythonHead", "find_forward", "with_arguments"]


class PythonHead(msgspec.Struct, frozen=True):
    """``forward`` in a text.

    Attributes:
        parameters: each as written, ``ctx`` left out.
        names: their names.
        start, end: what is between the parentheses, in characters.
        line: of its ``def``, 1-based.
        context: the first parameter as written; empty where the class has a ``setup_context``.
        problem: why it cannot be rewritten safely; empty where it can.
        text: the line as it would be without breaks.
    """

    parameters: tuple[str, ...]
    names: tuple[str, ...]
    start: int
    end: int
    line: int
    context: str
    problem: str = ""

    @property
    def text(self) -> str:
        """The head in one line."""
        listed = [self.context, *self.parameters] if self.context else list(self.parameters)
        return f"def forward({', '.join(' '.join(p.split()) for p in listed)})"


def find_forward(text: str, name: str) -> PythonHead | None:
    """The ``forward`` of a class; None where the text has none, or is no Python yet."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    owner = next((n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == name), None)
    methods = [n for n in owner.body if isinstance(n, ast.FunctionDef)] if owner is not None else []
    found = [m for m in methods if m.name == "forward"]
    if not found:
        return None
    forward = found[-1]
    lines = text.splitlines(keepends=True)
    span = _parentheses(lines, forward.lineno)
    if span is None:
        return None
    given = [*forward.args.posonlyargs, *forward.args.args]
    names = [a.arg for a in given]
    parts = _split(text[span[0] : span[1]])
    problem = ""
    if len(found) > 1:
        problem = f"{name} has {len(found)} methods named forward"
    elif (
        forward.args.vararg
        or forward.args.kwarg
        or forward.args.kwonlyargs
        or len(parts) != len(names)
    ):
        problem = "its parameters are not plain names"
    context = ""
    if names and not any(m.name == "setup_context" for m in methods):
        context, parts, names = parts[0], parts[1:], names[1:]
    return PythonHead(tuple(parts), tuple(names), *span, forward.lineno, context, problem)


def with_arguments(text: str, name: str, new: list[str], old: list[str]) -> Merged:
    """Give ``forward`` other arguments; those that stay keep their annotation and default.

    Args:
        text: Python.
        name: the class.
        new: the arguments that it shall have, ``ctx`` left out.
        old: those that it was written for, at the same positions.
    """
    head = find_forward(text, name)
    if head is None:
        return Merged(text, f"the text has no class {name} with a forward")
    if head.problem:
        return Merged(text, head.problem)
    if len(old) != len(head.names):
        return Merged(text, f"forward takes {len(head.names)} arguments, not {len(old)}")
    if new == old:
        return Merged(text)
    inside = text[head.start : head.end]
    if "#" in inside:
        return Merged(text, "its parameters have comments that would be lost")
    parts = []
    for i, argument in enumerate(new):
        j = old.index(argument) if argument in old else -1
        renamed = j < 0 and len(new) == len(old) and old[i] not in new
        if j >= 0:
            parts.append(head.parameters[j])
        elif renamed:
            parameter = head.parameters[i]
            changed = head.names[i] != old[i]
            parts.append(parameter if changed else parameter.replace(head.names[i], argument, 1))
        else:
            parts.append(argument)
    listed = [head.context, *parts] if head.context else parts
    return Merged(text[: head.start] + ", ".join(p.strip() for p in listed) + text[head.end :])


def _parentheses(lines: list[str], line: int) -> tuple[int, int] | None:
    """Where the text between the parentheses of a ``def`` is, in characters."""
    offsets = [0]
    for text in lines:
        offsets.append(offsets[-1] + len(text))
    rest = io.StringIO("".join(lines[line - 1 :]))
    depth, start = 0, -1
    try:
        for token in tokenize.generate_tokens(rest.readline):
            if token.type != tokenize.OP:
                continue
            if token.string in "([{":
                depth += 1
                if depth == 1 and start < 0:
                    start = offsets[line - 2 + token.end[0]] + token.end[1]
            elif token.string in ")]}":
                depth -= 1
                if depth == 0:
                    return start, offsets[line - 2 + token.start[0]] + token.start[1]
    except (tokenize.TokenError, IndentationError):
        return None
    return None


def _split(text: str) -> list[str]:
    """The parameters between the parentheses."""
    parts, depth, quote = [""], 0, ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        if sign == "," and depth == 0 and not quote:
            parts.append("")
        else:
            parts[-1] += sign
    return [p.strip() for p in parts if p.strip() and p.strip() != "/"]
