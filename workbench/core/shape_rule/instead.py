"""What to write in a rule instead of what is no part of it, but is elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Callable

from workbench.core.types.dtypes import DTYPES, by_torch, meant

__all__ = [
    "instead",
    "instead_of_comparison",
    "instead_of_foreign",
    "instead_of_number",
    "meant_by_dtype",
    "question",
]


def instead(name: str, kind: str, role: str, real: bool = False) -> str:
    """A hint for a name where a number is needed.

    Args:
        name: an argument's.
        kind: its type, as it is declared.
        role: what it is in a rule.
        real: whether the number may be a fraction; else it is a size.
    """
    item = f"{name}[0]" if real else f"int({name}[0])"
    return {
        "shape": f"write {name}.shape",
        "shapes": f"write e.g. {name}[0].shape",
        "real": f"its type is {kind}, so write e.g. int(2 * {name})",
        "reals": f"its type is {kind}, so write e.g. {item}",
        "text": f'its type is {kind}, so write e.g. {{"a": 1, "b": 2}}[{name}]',
        "flag": f"its type is {kind}, so write e.g. 1 if {name} else 0",
    }.get(role, f"its type is {kind}")


def question(name: str, role: str) -> str:
    """How to ask for an argument in a condition.

    Args:
        name: the argument's.
        role: what it is in a rule.
    """
    return {
        "shape": f"write {name} is not None, len({name}.shape) == 3, or {name}.dtype",
        "shapes": f"write len({name}) == 2, len({name}[0].shape) == 3, or {name}[0].dtype",
        "text": f'compare it: {name} == "..."',
        "numbers": f"compare an item: {name}[0] == 1",
        "reals": f"compare an item: {name}[0] == 1.0",
    }.get(role, f"compare it: {name} == 1")


def instead_of_foreign(node: ast.AST) -> str:
    """What to write for what NumPy, torch or Python have, e.g. ``x.size(0)``; else that it is no part."""
    match node:
        case ast.Attribute(value=of, attr="ndim" | "rank"):
            return f"write len({ast.unparse(of)}.shape)"
        case ast.Call(func=ast.Attribute(value=of, attr="dim" | "ndimension"), args=[]):
            return f"write len({ast.unparse(of)}.shape)"
        case ast.Call(func=ast.Attribute(value=of, attr="size"), args=[]):
            return f"write {ast.unparse(of)}.shape"
        case ast.Call(func=ast.Attribute(value=of, attr="size"), args=[axis]):
            return f"write {ast.unparse(of)}.shape[{ast.unparse(axis)}]"
        case ast.Attribute(value=ast.Name(id="torch"), attr=name) if known := by_torch(name):
            return f'an element type is a text: "{known}"'
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"write {ast.unparse(left)} // {ast.unparse(right)}, which rounds down"
    return "this is not part of the shape rule language"


def instead_of_comparison(
    left: ast.expr, op: ast.cmpop, right: ast.expr, is_flag: Callable[[str], bool]
) -> str:
    """What to write for a comparison with None, or of a bool; empty for all others.

    Args:
        left: what stands before ``op``.
        op: how they are compared.
        right: what stands behind it.
        is_flag: whether an argument of that name is a bool.
    """
    if not isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
        return ""
    same = isinstance(op, ast.Eq | ast.Is)
    for name, other in ((left, right), (right, left)):
        match name, other:
            case ast.Name(id=one), ast.Constant(value=None):
                return f"write {one} is None" if same else f"write {one} is not None"
            case ast.Name(id=one), ast.Constant(value=0 | 1 as value) if is_flag(one):
                return f"write {one}" if bool(value) == same else f"write not {one}"
    return ""


def meant_by_dtype(name: str) -> str:
    """What to write for a name that is no element type: the type that torch calls so, or one like it."""
    near = meant(name)
    return f'did you mean "{near}"?' if near else f"those are {', '.join(DTYPES)}"


def instead_of_number(written: ast.expr, is_text: bool) -> str:
    """What to write in the place of a constant that is compared with a text and is none."""
    given = written.value if isinstance(written, ast.Constant) else ""
    wrong = is_text and not isinstance(given, str)
    return f'a text is compared with a text: write "{given!r}"' if wrong else ""
