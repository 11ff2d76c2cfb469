"""A shape rule as C++ over ``wb::Shape`` and ``wb::Dim`` (``ops_lib/include/workbench/shape.h``)."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.codegen.templates import cpp_string
from workbench.core.shape_rule import nodes as rule
from workbench.core.shape_rule.nodes import Cond, Expr

__all__ = ["shape_to_cpp"]


def shape_to_cpp(expr: Expr, args: Sequence[str]) -> str:
    """The C++ expression of a rule.

    Args:
        expr: the parsed rule.
        args: the op's argument names in order; ``args[i]`` is the i-th ``wb::ShapeArg``.
    """
    return _Writer(args).expr(expr)


class _Writer:
    def __init__(self, args: Sequence[str]) -> None:
        self._index = {name: i for i, name in enumerate(args)}

    def _arg(self, name: str) -> str:
        return f"args[{self._index[name]}]"

    def expr(self, expr: Expr) -> str:
        match expr:
            case rule.Int(value):
                return f"wb::Dim({value})"
            case rule.IntArg(name):
                arg = self._arg(name)
                return f"({arg}.present() ? {arg}.value() : wb::Dim::unknown())"
            case rule.FloatArg(name):
                arg = self._arg(name)
                return f"({arg}.present() ? {arg}.real() : wb::Real::unknown())"
            case rule.Float(value):
                return f"wb::Real({value!r})"
            case rule.Value(name, index, real):
                position = "" if index is None else self.expr(index)
                return f"{self._arg(name)}.{'element' if real else 'whole'}({position})"
            case rule.Rounded(name, inner):
                return f"wb::{'trunc' if name == 'int' else name}({self.expr(inner)})"
            case rule.Unknown():
                return "wb::Dim::unknown()"
            case rule.ArgShape(name):
                return f"{self._arg(name)}.shape()"
            case rule.ItemShape(name, position):
                return f"{self._arg(name)}.shape({position})"
            case rule.Count(name):
                return f"{self._arg(name)}.count()"
            case rule.ListArg(name):
                return f"{self._arg(name)}.values()"
            case rule.ListOf(items):
                return f"wb::Shape{{{', '.join(map(self.expr, items))}}}"
            case rule.Index(shape, index):
                return f"{self.expr(shape)}.size({self._plain(index)})"
            case rule.Length(shape):
                return f"{self.expr(shape)}.rank()"
            case rule.Slice(shape, begin, end):
                ends = [self._plain(begin) if begin is not None else "0"]
                if end is not None:
                    ends.append(self._plain(end))
                return f"({self.expr(shape)}).slice({', '.join(ends)})"
            case rule.Concat(left, right):
                return f"({self.expr(left)} + {self.expr(right)})"
            case rule.Broadcast(left, right):
                return f"wb::broadcast({self.expr(left)}, {self.expr(right)})"
            case rule.Operation("//", left, right):
                return f"wb::floor_div({self.expr(left)}, {self.expr(right)})"
            case rule.Operation("%", left, right):
                return f"wb::mod({self.expr(left)}, {self.expr(right)})"
            case rule.Operation("**", left, right):
                return f"wb::power({self.expr(left)}, {self.expr(right)})"
            case rule.Operation(op, left, right):
                return f"({self.expr(left)} {op} {self.expr(right)})"
            case rule.Call(name, items):
                text = self.expr(items[0])
                for item in items[1:]:
                    text = f"wb::{name}({text}, {self.expr(item)})"
                return text
            case rule.FloatItem(name, index):
                return f"{self._arg(name)}.item({self._plain(index)})"
            case rule.If(test, then, other):
                kind = self._kind(expr)
                yes, no = (f"wb::{kind}({self.expr(e)})" for e in (then, other))
                if not rule.compares(test):
                    return f"({self.cond(test)} ? {yes} : {no})"
                # What is compared may be unknown while ONNX Runtime infers shapes.
                otherwise = f"{self.cond(test, False)} ? {no} : wb::{kind}::unknown()"
                return f"({self.cond(test)} ? {yes} : {otherwise})"
            case rule.Lookup():
                kind = self._kind(expr)
                text = f"wb::{kind}::missing({self._key_known(expr)})"
                for one, then in reversed(expr.branches()):
                    text = f"({self.cond(one)} ? wb::{kind}({self.expr(then)}) : {text})"
                return text
        raise TypeError(expr)

    def _key_known(self, expr: rule.Lookup) -> str:
        """That a key is none of a table's, where all of its parts are known."""
        return " && ".join(self.cond(test, False) for test, _ in expr.branches())

    def _plain(self, expr: Expr) -> str:
        return str(expr.value) if isinstance(expr, rule.Int) else self.expr(expr)

    def _kind(self, expr: Expr) -> str:
        """The C++ type of what ``?:`` gives; both sides must have one, so references become values."""
        return "Shape" if rule.is_shape(expr) else "Real" if rule.is_real(expr) else "Dim"

    def _text(self, expr: Expr) -> str:
        match expr:
            case rule.Text(value):
                return f"wb::Text({cpp_string(value)})"
            case rule.TextArg(name):
                return f"{self._arg(name)}.text()"
            case rule.DtypeOf(name, position):
                return f"{self._arg(name)}.dtype({'' if position is None else position})"
            case rule.If(test, then, other):
                yes, no = self._text(then), self._text(other)
                otherwise = f"{self.cond(test, False)} ? {no} : wb::Text::unknown()"
                return f"({self.cond(test)} ? {yes} : {otherwise})"
            case rule.Lookup():
                text = f"wb::Text::missing({self._key_known(expr)})"
                for one, chosen in reversed(expr.branches()):
                    text = f"({self.cond(one)} ? {self._text(chosen)} : {text})"
                return text
        raise TypeError(expr)

    def _compared(self, expr: rule.Compare, wanted: bool) -> str:
        left, right = expr.left, expr.right
        if rule.is_text(left):
            a, b = self._text(left), self._text(right)
        else:
            a, b = self.expr(left), self.expr(right)
            if rule.is_real(left) or rule.is_real(right):
                a, b = f"wb::Real({a})", f"wb::Real({b})"
        function = {"==": "equal", "!=": "equal", "<": "less", ">=": "less", ">": "less"}
        if expr.op in (">", "<="):
            a, b = b, a
        turned = expr.op in ("!=", ">=", "<=")
        name = function.get(expr.op, "less")
        return f"wb::{name}({a}, {b}).{'yes' if wanted != turned else 'no'}()"

    def cond(self, cond: Cond, wanted: bool = True) -> str:
        """Whether a condition certainly holds, or certainly does not.

        Args:
            cond: the condition.
            wanted: False to ask whether it does not.
        """
        match cond:
            case rule.IsNone(name):
                return f"{'!' if wanted else ''}{self._arg(name)}.present()"
            case rule.ItemIsNone(name, position):
                return f"{'!' if wanted else ''}{self._arg(name)}.has({position})"
            case rule.BoolArg(name):
                arg = self._arg(name)
                text = f"({arg}.present() && {arg}.value().value() != 0)"
                return text if wanted else f"!{text}"
            case rule.Compare():
                return self._compared(cond, wanted)
            case rule.Logic("not", items):
                if not rule.compares(cond):
                    return f"!({self.cond(items[0], wanted)})"
                return self.cond(items[0], not wanted)
            case rule.Logic(word, items):
                sign = " && " if (word == "and") == wanted else " || "
                return f"({sign.join(self.cond(item, wanted) for item in items)})"
        raise TypeError(cond)
