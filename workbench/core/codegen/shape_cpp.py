"""A shape rule as C++ over ``wb::Shape`` and ``wb::Dim`` (``ops_lib/include/workbench/shape.h``)."""

from __future__ import annotations

from collections.abc import Sequence

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
            case rule.Operation(op, left, right):
                return f"({self.expr(left)} {op} {self.expr(right)})"
            case rule.Call(name, items):
                text = self.expr(items[0])
                for item in items[1:]:
                    text = f"wb::{name}({text}, {self.expr(item)})"
                return text
            case rule.If(test, then, other):
                real = rule.is_real(expr)
                return f"({self.cond(test)} ? {self._same(then, real)} : {self._same(other, real)})"
        raise TypeError(expr)

    def _plain(self, expr: Expr) -> str:
        return str(expr.value) if isinstance(expr, rule.Int) else self.expr(expr)

    def _same(self, expr: Expr, real: bool) -> str:
        """A branch of ``?:``; both must have one C++ type, so references become values."""
        kind = "Shape" if rule.is_shape(expr) else "Real" if real else "Dim"
        return f"wb::{kind}({self.expr(expr)})"

    def cond(self, cond: Cond) -> str:
        match cond:
            case rule.IsNone(name):
                return f"!{self._arg(name)}.present()"
            case rule.BoolArg(name):
                arg = self._arg(name)
                return f"({arg}.present() && {arg}.value().value() != 0)"
            case rule.Logic("not", items):
                return f"!({self.cond(items[0])})"
            case rule.Logic(word, items):
                return (
                    "(" + f" {'&&' if word == 'and' else '||'} ".join(map(self.cond, items)) + ")"
                )
        raise TypeError(cond)
