"""A shape rule as plain Python over lists of sizes: for the fake kernel, ``setType`` and onnx's schema.

A size may be an int, a ``torch.SymInt``, a name, or None (unknown); ``_dim`` in the generated module
(``shape_parts.py.j2``) turns arithmetic on what is not known into None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.core.shape_rule import nodes as rule
from workbench.core.shape_rule.nodes import Cond, Expr

__all__ = [
    "condition_to_python",
    "count_to_python",
    "item_to_python",
    "shape_parts",
    "shape_to_python",
    "value_to_python",
]


def shape_parts(texts: Sequence[str], by_name: bool = False) -> dict[str, bool]:
    """Which functions expressions need of the generated module.

    Args:
        texts: of ``shape_to_python``.
        by_name: sizes may be names there.
    """
    parts = ("broadcast", "slice", "whole", "power", "compared", "chosen")
    used = {f"uses_{part}": any(f"_{part}(" in text for text in texts) for part in parts}
    return {**used, "by_name": by_name}


def shape_to_python(expr: Expr) -> str:
    """The Python expression of a rule; an argument's name stands for its sizes or value."""
    match expr:
        case rule.ArgShape(name) | rule.ListArg(name):
            return f"list({name})"
        case rule.ItemShape(name, index):
            return f"list({name}[{_place(index)}])"
        case rule.ListOf(items):
            return f"[{', '.join(_dim(item) for item in items)}]"
        case rule.Slice(shape, begin, end):
            if all(e is None or isinstance(e, rule.Int) for e in (begin, end)):
                ends = ":".join("" if e is None else _number(e) for e in (begin, end))
                return f"{shape_to_python(shape)}[{ends}]"
            first = "0" if begin is None else _number(begin)
            last = "" if end is None else f", {_number(end)}"
            return f"_slice({shape_to_python(shape)}, {first}{last})"
        case rule.Concat(left, right):
            return f"({shape_to_python(left)} + {shape_to_python(right)})"
        case rule.Broadcast(left, right):
            return f"_broadcast({shape_to_python(left)}, {shape_to_python(right)})"
        case rule.If(test, then, other):
            return f"({shape_to_python(then)} if {_cond(test)} else {shape_to_python(other)})"
        case rule.Lookup():
            return _chosen(expr, shape_to_python)
    raise TypeError(expr)


def value_to_python(expr: Expr) -> str:
    """The Python expression of an attribute's rule; None where its value is not known."""
    match expr:
        case rule.RealsArg(name):
            return f"list({name})"
        case rule.ListOf(items) if not all(map(_is_size, items)):
            return f"[{', '.join(map(value_to_python, items))}]"
        case _ if rule.is_shape(expr):
            return shape_to_python(expr)
        case rule.Int() | rule.Float() | rule.Text() | rule.IntArg() | rule.FloatArg():
            return _value(expr)
        case rule.TextArg():
            return _value(expr)
    return "_unknown()" if rule.depends_on_value(expr) else f"_dim(lambda: {_value(expr)})"


_ITEM = "_index"
"""Which tensor of an output that is a list."""


def _place(index: int | rule.ItemNumber) -> str:
    return str(index) if isinstance(index, int) else _ITEM


def item_to_python(shape: Expr, count: str) -> str:
    """The Python expression of the sizes of each tensor of an output that is a list.

    Args:
        shape: the rule of one.
        count: an expression for how many there are.
    """
    return f"[{shape_to_python(shape)} for {_ITEM} in range({count})]"


def count_to_python(count: Expr) -> str:
    """The Python expression of how many tensors there are; None where that is not known."""
    return _dim(count)


def _is_size(expr: Expr) -> bool:
    return not rule.is_text(expr) and not rule.is_real(expr)


def condition_to_python(cond: Cond) -> str:
    """The Python expression of a condition on arguments."""
    return _cond(cond)


def _dim(expr: Expr) -> str:
    """A size in a list; guarded where unknown sizes may take part in arithmetic."""
    if rule.depends_on_value(expr):
        return "_unknown()"  # neither exporter has a tensor's elements
    plain_index = isinstance(expr, rule.Index) and isinstance(expr.index, rule.Int)
    guarded = rule.Operation | rule.Call | rule.If | rule.Index | rule.Rounded | rule.Lookup
    if isinstance(expr, guarded) and not plain_index:
        return f"_dim(lambda: {_number(expr)})"
    return _number(expr)


def _number(expr: Expr) -> str:
    match expr:
        case rule.Int(value):
            return str(value)
        case rule.IntArg(name) | rule.FloatArg(name):
            return name
        case rule.Float(value):
            return repr(value)
        case rule.Unknown():
            return "_unknown()"
        case rule.ItemNumber():
            return _ITEM
        case rule.Count(name):
            return f"len({name})"
        case rule.FloatItem(name, index):
            return f"{name}[{_number(index)}]"
        case rule.Opset():
            return "_opset"
        case rule.Lookup():
            return _chosen(expr, _number)
        case rule.Rounded(name, inner):
            # For torch not Python's own int() and floor(), which give no torch.SymInt.
            down = " // 1" if name == "floor" else ""
            return f"_whole({_number(inner)}{down})"
        case rule.Index(shape, index):
            match shape:
                case rule.ArgShape(name) | rule.ListArg(name):
                    base = name
                case rule.ItemShape(name, item):
                    base = f"{name}[{_place(item)}]"
                case _:
                    base = shape_to_python(shape)
            return f"{base}[{_number(index)}]"
        case rule.Length(shape):
            return f"len({shape_to_python(shape)})"
        case rule.Operation("**", left, right):
            return f"_power({_number(left)}, {_number(right)})"
        case rule.Operation(op, left, right):
            return f"({_number(left)} {op} {_number(right)})"
        case rule.Call(name, items):
            return f"{name}({', '.join(map(_number, items))})"
        case rule.If(test, then, other):
            return f"({_number(then)} if {_cond(test)} else {_number(other)})"
    raise TypeError(expr)


def _value(expr: Expr) -> str:
    """A text, a number or a shape."""
    match expr:
        case rule.Text(value):
            return repr(value)
        case rule.TextArg(name):
            return name
        case rule.DtypeOf(name, None):
            return f"_dtype_{name}"
        case rule.DtypeOf(name, int() | rule.ItemNumber() as item):
            return f"_dtype_{name}[{_place(item)}]"
        case _ if rule.is_shape(expr):
            return shape_to_python(expr)
        case rule.If(test, then, other):
            return f"({_value(then)} if {_cond(test)} else {_value(other)})"
        case rule.Lookup():
            return _chosen(expr, _value)
    return _number(expr)


def _chosen(expr: rule.Lookup, write: Callable[[Expr], str]) -> str:
    """A table; only what is asked for in it is computed."""
    pairs = zip(expr.keys, expr.values, strict=True)
    table = ", ".join(f"{_value(key)}: lambda: {write(value)}" for key, value in pairs)
    return f"_chosen({_value(expr.key)}, {{{table}}})"


def _cond(cond: Cond) -> str:
    match cond:
        case rule.IsNone(name):
            return f"{name} is None"
        case rule.ItemIsNone(name, index):
            return f"{name}[{_place(index)}] is None"
        case rule.BoolArg(name):
            return name
        case rule.Compare(op, left, right):
            return f"_compared({_value(left)}, {op!r}, {_value(right)})"
        case rule.Logic("not", (rule.IsNone(name),)):
            return f"{name} is not None"
        case rule.Logic("not", items):
            return f"not ({_cond(items[0])})"
        case rule.Logic(word, items):
            return "(" + f" {word} ".join(map(_cond, items)) + ")"
    raise TypeError(cond)
