"""Torch's schema language: ``my::op.overload(Tensor a, int[2] stride=[1, 1]) -> (Tensor, Tensor)``."""

from __future__ import annotations

import re
from typing import NoReturn

from workbench.core.declaration.op import Scalar, Value
from workbench.core.errors import UserError
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.types.arg_types import DTYPE

__all__ = ["parse_schema"]

_EXAMPLE = "Write e.g. my_op(Tensor x) -> Tensor."
_LONGEST = 20_000
_DEEPEST = 16
_WORD = re.compile(r"[A-Za-z_][\w]*")
_NAME = re.compile(
    r"([A-Za-z_]\w*)::([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?|([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?"
)
_TYPE = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")
_ALIAS = re.compile(r"\(\s*([a-z*](?:\s*\|\s*[a-z])*)\s*(!?)\s*(?:->\s*[a-z*|\s]+?)?\s*\)")
_SIZE = re.compile(r"\[\s*(\d*)\s*\]")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?j?")
_STRING = re.compile(r"\"((?:\\.|[^\"\\])*)\"|'((?:\\.|[^'\\])*)'")
_SAME = {"Scalar": "number", "ScalarType": "int", "Layout": "int", "MemoryFormat": "int",
         "QScheme": "QScheme", "SymBool": "bool", "SymFloat": "float", "SymInt": "int"}  # fmt: skip
_GENERIC = ("Dict", "Future", "RRef", "Await")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}


def parse_schema(text: str, namespace: str = "", dtypes: bool = False) -> TorchSchema:
    """Read a schema as torch writes it.

    Args:
        text: the schema.
        namespace: the op's where the text names none.
        dtypes: an argument that is an element type, and cannot be None, is told from an int, which it is
            to torch.

    Raises:
        UserError: kind ``schema``, with the column of what cannot be read.
    """
    return _Reader(text, dtypes).schema(namespace)


class _Reader:
    def __init__(self, text: str, dtypes: bool) -> None:
        self.text = text
        self.dtypes = dtypes
        self.at = 0
        self.depth = 0
        self.mutable = False
        if len(text) > _LONGEST:
            self.at = _LONGEST
            self.fail("the schema is too long")

    def fail(self, message: str, hint: str = "") -> NoReturn:
        rest = self.text[self.at : self.at + 20].split("\n")[0]
        there = f"before '{rest}'" if rest else "at its end"
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - (self.text.rfind("\n", 0, self.at) + 1) + 1
        where = f"line {line}, column {column}" if line > 1 else f"column {column}"
        raise UserError("schema", f"{message} {there} ({where})", hint, line=line, column=column)

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def take(self, sign: str) -> bool:
        self.skip()
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def want(self, sign: str) -> None:
        if not self.take(sign):
            self.fail(f"'{sign}' is missing", _EXAMPLE)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        self.skip()
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def schema(self, namespace: str) -> TorchSchema:
        name = self.match(_NAME)
        if name is None:
            self.fail("the op's name is missing", _EXAMPLE)
        if name[1]:
            namespace = name[1]
        plain, overload = name[2] or name[4], name[3] or name[5] or ""
        self.want("(")
        args = self.arguments()
        self.want("->")
        returns, named = self.returns()
        self.skip()
        if self.at < len(self.text):
            self.fail("the schema goes on")
        full = f"{namespace}::{plain}" if namespace else plain
        names = tuple(named) if all(named) and len(set(named)) == len(named) else ()
        text = " ".join(self.text.split())
        return TorchSchema(full, overload, args, returns, self.mutable, text, names)

    def arguments(self) -> tuple[SchemaArg, ...]:
        args: list[SchemaArg] = []
        keyword_only = False
        if self.take(")"):
            return ()
        while True:
            if self.take("*"):
                if keyword_only:
                    self.fail("a second '*'")
                keyword_only = True
            elif self.take("..."):
                self.fail("a variable number of arguments cannot be declared")
            else:
                args.append(self.argument(keyword_only, {a.name for a in args}))
            if self.take(")"):
                return tuple(args)
            if not self.take(","):
                self.fail("',' or ')' is missing", _EXAMPLE)

    def argument(self, keyword_only: bool, taken: set[str]) -> SchemaArg:
        self.skip()
        is_dtype = self.dtypes and self.text.startswith(DTYPE.schema, self.at)
        kind, size, optional = self.type()
        if is_dtype and kind == _SAME[DTYPE.schema] and not optional:
            kind = DTYPE.jit[0]
        start = self.at
        name = self.match(_WORD)
        if name is None:
            self.fail("the argument's name is missing", "Write its type, then its name.")
        if name[0] in taken:
            self.at = start
            self.fail(f"two arguments are named '{name[0]}'")
        has_default = self.take("=")
        value: Value | None = None
        if has_default:
            value = self.value(kind)
            if kind.startswith("List[") and value is not None and not isinstance(value, tuple):
                value = (value,) * max(size, 1)  # int[2] stride=1
        return SchemaArg(name[0], kind, optional, has_default, value, keyword_only)

    def type(self) -> tuple[str, int, bool]:
        """A type, the size of a list of fixed size (0 for none), and whether it may be None."""
        if self.take("("):
            kind = f"Tuple[{', '.join(self.types_until_closed()[0])}]"
        else:
            word = self.match(_TYPE)
            if word is None:
                self.fail(
                    "a type is missing", "Types are Tensor, int, float, bool, str and lists: int[]."
                )
            kind = _SAME.get(word[0], word[0])
            if kind in _GENERIC and self.take("("):
                kind = f"{kind}[{', '.join(self.types_until_closed()[0])}]"
        self.alias()
        size, optional = 0, False
        for _ in range(_DEEPEST):
            if found := self.match(_SIZE):
                kind = f"List[Optional[{kind}]]" if optional else f"List[{kind}]"
                size, optional = int(found[1] or 0) if len(found[1]) < 6 else 0, False
                self.alias()
            elif self.take("?"):
                optional = True
            else:
                return kind, size, optional
        self.fail("the type is nested too deeply")

    def alias(self) -> None:
        found = self.match(_ALIAS)
        self.mutable |= found is not None and bool(found[2])

    def types_until_closed(self) -> tuple[list[str], list[str]]:
        """Types, and the names of those that have one."""
        types: list[str] = []
        names: list[str] = []
        self.depth += 1
        if self.depth > _DEEPEST:
            self.fail("the type is nested too deeply")
        while not self.take(")"):
            if types:
                self.want(",")
            kind, _, optional = self.type()
            types.append(f"Optional[{kind}]" if optional else kind)
            name = self.match(_WORD)
            names.append(name[0] if name is not None else "")
        self.depth -= 1
        return types, names

    def returns(self) -> tuple[tuple[str, ...], list[str]]:
        if self.take("("):
            types, names = self.types_until_closed()
            return tuple(types), names
        kind, _, optional = self.type()
        name = self.match(_WORD)
        return (f"Optional[{kind}]" if optional else kind,), [name[0]] if name is not None else [""]

    def value(self, kind: str) -> Value | None:
        """A default; None where it is None, or no literal that we have (``long``, ``Mean``)."""
        if not self.take("["):
            return self.scalar(kind)
        items: list[Scalar] = []
        while not self.take("]"):
            if items:
                self.want(",")
            item = self.scalar(kind.removeprefix("List[").removesuffix("]"))
            if item is None:
                self.fail("a list's default holds something that is no literal")
            items.append(item)
        return tuple(items)

    def scalar(self, kind: str) -> Scalar | None:
        if found := self.match(_STRING):
            text = found[1] if found[1] is not None else found[2]
            return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), text)
        if found := self.match(_WORD):
            return {"True": True, "true": True, "False": False, "false": False}.get(found[0])
        if found := self.match(_NUMBER):
            text = found[0]
            if text.endswith("j"):
                return None
            is_float = any(c in text for c in ".eE") or "float" in kind
            if not is_float and not -(1 << 63) <= int(text) < 1 << 63:
                self.fail("a default does not fit into 64 bits")
            return float(text) if is_float else int(text)
        self.fail("a default is missing")
