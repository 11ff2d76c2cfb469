"""Follows a ``setup.py`` statement by statement, over plain values, without running any of it.

Constants, lists, paths, globs, variables, conditions, loops and functions of the file are followed.
Whatever else is asked gives an ``Unknown``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from workbench.importers.setup_py.expressions import (
    FAULTS,
    MOST_LENGTH,
    MOST_STEPS,
    Expressions,
    short,
)
from workbench.importers.setup_py.values import METHODS, PLAIN, Outside, Ref, Unknown

__all__ = ["MAKERS", "Made", "Reader"]

MAKERS = ("CppExtension", "CUDAExtension", "Extension")
"""What an extension is made by."""
_DEEPEST = 40


class Made:
    """An extension that the file makes: the arguments of its call by name."""

    def __init__(self, maker: str, given: dict[str, Any], line: int) -> None:
        self.maker, self.given, self.line = maker, given, line


class _Function:
    def __init__(self, node: ast.FunctionDef) -> None:
        self.node = node


class _Return(Exception):  # noqa: N818 - no error
    def __init__(self, value: Any) -> None:
        self.value = value


class _Break(Exception):  # noqa: N818
    pass


class _Continue(Exception):  # noqa: N818
    pass


class _Stop(Exception):  # noqa: N818
    """The file ends here, or is followed no longer."""


class Reader(Expressions):
    """One reading of a file.

    Args:
        text: the file's.
        path: where it is.
        cuda: whether there is CUDA.

    Attributes:
        made: the extensions, in the order of their calls.
        notes: line → what could not be followed there.

    Raises:
        SyntaxError: it is no Python.
    """

    def __init__(self, text: str, path: Path, cuda: bool) -> None:
        self._tree = ast.parse(text)
        self._outside = Outside(path.parent, cuda)
        self._scopes: list[dict[str, Any]] = [{"__file__": str(path), "__name__": "__main__"}]
        self._steps = 0
        self.made: list[Made] = []
        self.notes: dict[int, str] = {}

    def read(self) -> None:
        """Follow it to its end."""
        try:
            self._run(self._tree.body)
        except (_Stop, _Return, _Break, _Continue):
            pass
        except RecursionError:
            self.notes[0] = "it is nested too deeply to be followed"

    # -- statements

    def _run(self, body: Iterable[ast.stmt]) -> None:
        for statement in body:
            self._steps += 1
            if self._steps > MOST_STEPS:
                self.notes[statement.lineno] = "it takes too many steps to be followed to its end"
                raise _Stop
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Import():
                for name in node.names:
                    bound = name.asname or name.name.partition(".")[0]
                    self._bind(bound, Ref(name.name if name.asname else bound))
            case ast.ImportFrom():
                for name in node.names:
                    full = f"{'.' * node.level}{node.module or ''}.{name.name}"
                    self._bind(name.asname or name.name, self._named(full))
            case ast.FunctionDef():
                self._bind(node.name, _Function(node))
            case ast.ClassDef():
                self._bind(node.name, Ref(node.name))
            case ast.Assign():
                value = self._value(node.value)
                for target in node.targets:
                    self._assign(target, value)
            case ast.AnnAssign() if node.value is not None:
                self._assign(node.target, self._value(node.value))
            case ast.AugAssign():
                self._assign(node.target, self._added(node))
            case ast.Expr():
                self._value(node.value)
            case ast.If():
                self._run(node.body if self._holds(node.test) else node.orelse)
            case ast.For():
                self._loop(node)
            case ast.With():
                for item in node.items:
                    value = self._value(item.context_expr)
                    if item.optional_vars is not None:
                        self._assign(item.optional_vars, value)
                self._run(node.body)
            case ast.Try():
                self._run([*node.body, *node.orelse, *node.finalbody])
            case ast.Return():
                raise _Return(self._value(node.value) if node.value else None)
            case ast.Break():
                raise _Break
            case ast.Continue():
                raise _Continue
            case ast.Raise():
                self.notes[node.lineno] = "it ends here with an exception"
                raise _Stop
            case ast.While():
                self.notes[node.lineno] = "the loop is not followed"
            case _:
                pass

    def _holds(self, test: ast.expr) -> bool:
        value = self._value(test)
        if isinstance(value, Unknown):
            self.notes[test.lineno] = (
                f"whether '{short(test)}' holds is only known when it runs ({value.why}); "
                "it is taken as not so"
            )
        return bool(value)

    def _loop(self, node: ast.For) -> None:
        items = self._value(node.iter)
        if isinstance(items, Unknown | Ref):
            self.notes[node.lineno] = "what the loop runs over is only known when it runs"
            return
        try:
            for item in list(items):
                self._assign(node.target, item)
                try:
                    self._run(node.body)
                except _Continue:
                    continue
        except _Break:
            return
        except TypeError:
            return
        self._run(node.orelse)

    def _bind(self, name: str, value: Any) -> None:
        self._scopes[-1][name] = value

    def _assign(self, target: ast.expr, value: Any) -> None:
        match target:
            case ast.Name():
                self._bind(target.id, value)
            case ast.Tuple() | ast.List():
                items = list(value) if isinstance(value, list | tuple) else []
                for number, part in enumerate(target.elts):
                    known = number < len(items)
                    lacking = Unknown("it is made of something unknown", target.lineno)
                    self._assign(part, items[number] if known else lacking)
            case ast.Subscript():
                owner, key = self._value(target.value), self._value(target.slice)
                if isinstance(owner, dict | list) and not isinstance(key, Unknown):
                    try:
                        owner[key] = value
                    except FAULTS:
                        return
            case _:
                pass

    def _added(self, node: ast.AugAssign) -> Any:
        old = self._value(node.target)
        value = self._value(node.value)
        if isinstance(old, list) and isinstance(node.op, ast.Add):
            # The same list, as others may hold it.
            more = value if isinstance(value, list | tuple) else [value]
            if len(old) + len(more) > MOST_LENGTH:
                return Unknown("it is too long", node.lineno)
            old.extend(list(more))
            return old
        return self._binary(node.op, old, value, node.lineno)

    # -- calls

    def _called(self, node: ast.Call) -> Any:
        positional = self._items(node.args)
        named: dict[str, Any] = {}
        for word in node.keywords:
            value = self._value(word.value)
            if word.arg is not None:
                named[word.arg] = value
            elif isinstance(value, dict):
                named |= value
        if isinstance(node.func, ast.Attribute):
            owner = self._value(node.func.value)
            if isinstance(owner, Path):
                method = self._outside.path_method(owner, node.func.attr)
                return method(*positional) if method else self._not_followed(node)
            if node.func.attr in METHODS.get(type(owner), ()):
                return self._method(owner, node, positional, named)
        function = self._value(node.func)
        if isinstance(function, _Function):
            return self._call(function.node, positional, named)
        if isinstance(function, Ref):
            return self._asked(function.name, node, positional, named)
        return function if isinstance(function, Unknown) else self._not_followed(node)

    def _method(
        self, owner: Any, node: ast.Call, positional: list[Any], named: dict[str, Any]
    ) -> Any:
        assert isinstance(node.func, ast.Attribute)
        name = node.func.attr
        keeps = isinstance(owner, list | dict | set)
        unknown = next((v for v in positional if isinstance(v, Unknown)), None)
        if unknown is not None and not keeps:
            return unknown
        if name == "format" and re.search(r"\d{4}", owner):
            return Unknown("it is too long", node.lineno)
        if name == "extend" and len(owner) > MOST_LENGTH:
            return Unknown("it is too long", node.lineno)
        if unknown is not None and name == "extend":
            name = "append"
        if name in ("extend", "update") and not isinstance(owner, dict):
            positional = [list(value) for value in positional]
        return getattr(owner, name)(*positional, **named)

    def _asked(
        self, name: str, node: ast.Call, positional: list[Any], named: dict[str, Any]
    ) -> Any:
        """A function that is not the file's own."""
        last = name.rpartition(".")[2]
        if last in MAKERS:
            order = dict(zip(("name", "sources"), positional, strict=False))
            made = Made(last, {**order, **named}, node.lineno)
            self.made.append(made)
            return made
        if name in ("exit", "sys.exit", "quit"):
            self.notes[node.lineno] = "it ends here"
            raise _Stop
        if name in ("exec", "eval"):
            self.notes[node.lineno] = f"{name}() is not followed"
        if name == "hasattr":
            return False
        if name in ("map", "filter"):
            return self._not_followed(node)
        unknown = next((v for v in positional if isinstance(v, Unknown)), None)
        if unknown is not None and name != "print":
            return unknown
        if name == "open":
            return self._outside.open(*positional, **named)
        function = PLAIN.get(name) or self._outside.functions.get(name)
        if function is None:
            return self._not_followed(node)
        value = function(*positional, **named)
        if isinstance(value, range) and len(value) > MOST_LENGTH:
            return Unknown("it is too long", node.lineno)
        return list(value) if isinstance(value, range | enumerate | zip | reversed) else value

    def _not_followed(self, node: ast.Call) -> Unknown:
        return Unknown(f"'{short(node.func)}()' is not followed", node.lineno)

    def _call(self, node: ast.FunctionDef, positional: list[Any], named: dict[str, Any]) -> Any:
        if len(self._scopes) > _DEEPEST:
            return Unknown("the calls are nested too deeply", node.lineno)
        given = node.args
        names = [a.arg for a in (*given.posonlyargs, *given.args)]
        scope = dict(zip(names, positional, strict=False))
        defaults = zip(reversed(names), reversed(given.defaults), strict=False)
        for name, default in defaults:
            scope.setdefault(name, self._value(default))
        for word, keyword in zip(given.kwonlyargs, given.kw_defaults, strict=True):
            if keyword is not None:
                scope[word.arg] = self._value(keyword)
        self._scopes.append({**scope, **named})
        try:
            self._run(node.body)
        except _Return as found:
            return found.value
        finally:
            self._scopes.pop()
        return None
