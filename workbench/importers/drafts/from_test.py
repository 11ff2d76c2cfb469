"""An op's example inputs and reference, read off a Python test of it. Nothing of the test is run.

A call of the op in the test gives the examples: what its arguments were assigned from, ``torch.randn(3, 4)``
and the like. A function of the file that takes as many arguments and has ``ref``, ``naive``, ``expected`` or
``python`` in its name is the reference; it is copied with what it needs of the file.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from workbench.core.declaration.example import unused_seeds
from workbench.core.declaration.op import Arg, Example, Op, Reference
from workbench.core.errors import UserError
from workbench.core.examples.made_up import is_result
from workbench.core.files.files import read_text
from workbench.core.types.dtypes import DTYPES
from workbench.importers.drafts.draft import Draft, Gap

__all__ = ["FILE", "names_in_test", "with_test"]

FILE = "reference.py"
_REFERENCE = re.compile(
    r"(?:^|_)(?:ref(?:erence)?|naive|expected|python|py|golden)(?:_|$)", re.IGNORECASE
)
_PLAIN = {
    "randn": "normal", "normal": "normal", "randn_like": "normal", "standard_normal": "normal",
    "rand": "uniform", "random": "uniform", "random_sample": "uniform",
    "zeros": "zeros", "ones": "ones", "empty": "normal",
}  # fmt: skip
"""Function of torch or numpy → the generator that draws as it does."""
_CASTS = {dtype.scalar_type.lower(): dtype.name for dtype in DTYPES.values()}
"""A tensor's method → the element type that it gives: torch calls both alike."""
_DEVICES = re.compile(
    rf"\.(?:cpu|cuda|to|contiguous|requires_grad_|detach|clone|{'|'.join(_CASTS)})\b"
)
_RESHAPES = ("reshape", "view")
_MOST_WRITTEN = 4096
"""Elements that are written into a declaration."""
_KIND = "test"


def names_in_test(op: Op, *more: str) -> list[str]:
    """By which names a test may call an op.

    Args:
        op: the draft's.
        more: how the source calls it; with the types of its parameters, too.
    """
    called = (op.torch, op.kernel.function, op.name, *more)
    plain = {name.partition("(")[0].rpartition("::")[2] for name in called}
    return sorted(plain - {""})


def with_test(draft: Draft, path: Path, names: Sequence[str]) -> Draft:
    """The draft with what a test says.

    Args:
        draft: the op.
        path: the test's file.
        names: by which the op may be called there.

    Raises:
        UserError: kind ``test`` or ``file``; it is no Python, or calls none of the names.
    """
    text = read_text(path)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise UserError(
            _KIND, f"it is no Python: {error}", "Give a test file.", file=path
        ) from None
    calls = [(scope, call) for scope, call in _calls(tree) if _last(call.func) in names]
    if not calls:
        hint = "Give the test that calls the op, or leave the test out."
        raise UserError(_KIND, f"it calls no {' or '.join(names)}", hint, file=path)
    best: dict[str, Example] = {}
    for scope, call in calls:
        found = _examples(draft.op, call, _assigned(tree, scope))
        best = found if len(found) > len(best) else best
    op = _with_examples(draft.op, best)
    gaps = [g for g in draft.gaps if not g.key.startswith("model.inputs")]
    made_up = [a.name for a in op.args if a.name not in best and (a.is_tensor or not a.optional)]
    if made_up:
        gaps.append(Gap("model.inputs", f"{path.name} does not say {', '.join(made_up)}: made up"))
    texts = dict(draft.texts)
    if (function := _reference(tree, op, names)) is not None and FILE not in texts:
        texts[FILE], called = _copied(text, tree, function, path.name, op)
        op = replace(op, reference=Reference(source=FILE, function=called))
        gaps = [g for g in gaps if g.key != "reference"]
        gaps.append(Gap("reference", f"{function.name} of {path.name} is taken for the reference"))
    return replace(draft, op=op, texts=texts, gaps=tuple(gaps))


# -- the call


def _calls(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.Call]]:
    """Each call, with the function that it is in."""

    def within(node: ast.AST, scope: ast.AST) -> Iterator[tuple[ast.AST, ast.Call]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield scope, child
            inner = child if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else scope
            yield from within(child, inner)

    yield from within(tree, tree)


def _last(function: ast.expr) -> str:
    """``f`` of ``torch.ops.lib.f.default``."""
    if isinstance(function, ast.Attribute):
        return _last(function.value) if function.attr in ("default", "apply") else function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _assigned(tree: ast.Module, scope: ast.AST) -> dict[str, ast.expr]:
    """Name → what it was assigned from, in the function and before that in the file."""
    found: dict[str, ast.expr] = {}
    for where in (tree, scope):
        body = where.body if isinstance(where, ast.Module | ast.FunctionDef) else []
        for node in (n for statement in body for n in ast.walk(statement)):
            if where is tree and not isinstance(node, ast.Assign):
                continue
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                target, value = node.targets[0], node.value
                if isinstance(target, ast.Name):
                    found[target.id] = value
                elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                    for one, given in zip(target.elts, value.elts, strict=False):
                        if isinstance(one, ast.Name):
                            found[one.id] = given
    return found


def _examples(op: Op, call: ast.Call, names: Mapping[str, ast.expr]) -> dict[str, Example]:
    given: dict[str, ast.expr] = dict(zip((a.name for a in op.args), call.args, strict=False))
    given |= {k.arg: k.value for k in call.keywords if k.arg is not None}
    found = {}
    seeds = unused_seeds(op.model.inputs)
    for arg in op.args:
        if arg.optional and arg.is_tensor and is_result(arg.name):
            continue  # results are written into it, which no op does
        if arg.name in given:
            drafted = op.example(arg.name)
            seed = drafted.seed if drafted is not None and drafted.seed else next(seeds)
            example = _example(arg, given[arg.name], names, seed)
            if example is not None:
                found[arg.name] = example
    return found


def _example(arg: Arg, node: ast.expr, names: Mapping[str, ast.expr], seed: int) -> Example | None:
    node = _resolved(node, names)
    if not arg.is_tensor:
        value = _value(node, names)
        if isinstance(value, list):
            value = tuple(value)
        return None if value is None or arg.is_tensor_list else Example(arg.name, value=value)
    if isinstance(node, ast.Constant) and node.value is None and arg.optional:
        return Example(arg.name, none=True)
    return _tensor(arg.name, node, names, seed)


def _resolved(node: ast.expr, names: Mapping[str, ast.expr]) -> ast.expr:
    for _ in range(8):
        if not isinstance(node, ast.Name) or node.id not in names:
            break
        node = names[node.id]
    return node


def _value(node: ast.expr, names: Mapping[str, ast.expr]) -> Any:
    """A literal; None for what is none, or is computed."""
    try:
        return ast.literal_eval(_resolved(node, names))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        pass
    if isinstance(node, ast.Tuple | ast.List):
        items = [_value(item, names) for item in node.elts]
        return None if None in items else items
    return None


def _tensor(name: str, node: ast.expr, names: Mapping[str, ast.expr], seed: int) -> Example | None:
    """What ``torch.randn(3, n, dtype=torch.float64)`` and the like make."""
    cast = ""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if not _DEVICES.fullmatch(f".{node.func.attr}"):
            break
        cast = cast or _CASTS.get(node.func.attr, "")
        node = _resolved(node.func.value, names)
    if not isinstance(node, ast.Call):
        return None
    function = _last(node.func)
    if function in _RESHAPES:
        example = _reshaped(name, node, names, seed)
        return replace(example, dtype=cast) if example is not None and cast else example
    keywords = {k.arg: k.value for k in node.keywords}
    dtype = cast or (_last(keywords["dtype"]) if "dtype" in keywords else "")
    dtype = {"float": "float32", "double": "float64", "long": "int64"}.get(dtype, dtype)
    dtype = dtype if dtype in DTYPES else ""
    if function in ("tensor", "array", "as_tensor"):
        return _written(name, node, names, dtype)
    if function == "arange":
        return _counted(name, [_value(a, names) for a in node.args], dtype)
    bounds: tuple[float, float] | None = None
    sizes: list[object] = [_value(a, names) for a in node.args]
    if function == "randint" and len(sizes) >= 2:
        low, high = (0, sizes[0]) if len(sizes) == 2 else (sizes[0], sizes[1])
        if not isinstance(low, int) or not isinstance(high, int):
            return None
        bounds, sizes = (float(low), float(high)), [sizes[-1]]
        dtype = dtype or "int64"
    elif function not in _PLAIN:
        return None
    if len(sizes) == 1 and isinstance(sizes[0], tuple | list):
        sizes = list(sizes[0])
    if "size" in keywords and isinstance(size := _value(keywords["size"], names), tuple | list):
        sizes = list(size)
    shape = tuple(s for s in sizes if isinstance(s, int) and not isinstance(s, bool) and s > 0)
    if len(shape) != len(sizes):
        return None
    if bounds is not None:
        drawn = Example(name, shape=shape, dtype=dtype, generator="integers", seed=seed)
        return replace(drawn, low=bounds[0], high=bounds[1])
    return Example(name, shape=shape, dtype=dtype, generator=_PLAIN[function], seed=seed)  # type: ignore[arg-type]


def _reshaped(
    name: str, node: ast.Call, names: Mapping[str, ast.expr], seed: int
) -> Example | None:
    """``torch.arange(40).reshape(10, 4)``: the same elements with other sizes."""
    if not isinstance(node.func, ast.Attribute):
        return None
    example = _tensor(name, _resolved(node.func.value, names), names, seed)
    sizes = [_value(a, names) for a in node.args]
    if len(sizes) == 1 and isinstance(sizes[0], tuple | list):
        sizes = list(sizes[0])
    if example is None or not all(isinstance(s, int) for s in sizes):
        return None
    count = math.prod(example.shape or ())
    if sizes.count(-1) == 1 and (rest := -math.prod(sizes)) > 0:
        sizes[sizes.index(-1)] = count // rest
    return replace(example, shape=tuple(sizes)) if math.prod(sizes) == count else None


def _counted(name: str, ends: Sequence[object], dtype: str) -> Example | None:
    """The numbers of ``arange``, where these are whole and not many."""
    whole = [end for end in ends if isinstance(end, int) and not isinstance(end, bool)]
    if not 0 < len(whole) == len(ends) < 4 or whole[2:] == [0]:
        return None
    numbers = range(*whole)
    if not 0 < len(numbers) <= _MOST_WRITTEN:
        return None
    return Example(name, shape=(len(numbers),), dtype=dtype or "int64", value=tuple(numbers))


def _written(
    name: str, node: ast.Call, names: Mapping[str, ast.expr], dtype: str
) -> Example | None:
    rows = _value(node.args[0], names) if node.args else None
    shape, items = [], rows
    while isinstance(items, list | tuple) and items:
        shape.append(len(items))
        items = items[0]
    flat: list[object] = [rows]
    for _ in shape:
        flat = [x for row in flat if isinstance(row, list | tuple) for x in row]
    count = 1
    for size in shape:
        count *= size
    if (
        rows is None
        or len(flat) != count
        or not all(isinstance(x, bool | int | float) for x in flat)
    ):
        return None
    whole = all(isinstance(x, int) for x in flat)
    known = dtype or ("int64" if whole else "")
    return Example(name, shape=tuple(shape), dtype=known, value=tuple(flat))  # type: ignore[arg-type]


def _with_examples(op: Op, found: Mapping[str, Example]) -> Op:
    """The op with these examples, and the arguments of their element types."""
    args = tuple(
        replace(a, dtype=e.dtype)
        if (e := found.get(a.name)) is not None and e.dtype and a.dtype in DTYPES
        else a
        for a in op.args
    )
    inputs = [e for e in op.model.inputs if e.base not in found]
    inputs += [replace(e, dtype="") for e in found.values()]
    order = {a.name: i for i, a in enumerate(args)}
    inputs.sort(key=lambda e: order[e.base])
    return replace(op, args=args, model=replace(op.model, inputs=tuple(inputs)))


# -- the reference


def _reference(tree: ast.Module, op: Op, names: Sequence[str]) -> ast.FunctionDef | None:
    """The function of the file that computes the op in another way, by its name and parameters.

    One that has the op's name in its own comes first, and one that has another function's is none.
    """
    others = _imported_and_called(tree)
    fitting: list[ast.FunctionDef] = []
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or not _REFERENCE.search(node.name):
            continue
        parameters = [*node.args.posonlyargs, *node.args.args]
        calls_itself = any(
            isinstance(n, ast.Call) and _last(n.func) in names for n in ast.walk(node)
        )
        if (
            len(parameters) == len(op.args)
            and not node.name.startswith("test")
            and not calls_itself
        ):
            fitting.append(node)
    of = {node: _REFERENCE.sub("_", node.name).strip("_") for node in fitting}
    own = [node for node in fitting if of[node] in names]
    own = own or [node for node in fitting if any(name in of[node] for name in names)]
    return next(iter(own or [node for node in fitting if of[node] not in others]), None)


def _imported_and_called(tree: ast.Module) -> set[str]:
    """The functions that the file has from elsewhere, and the ends of what it calls."""
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return imported | {_last(call.func) for _, call in _calls(tree)}


def _copied(
    text: str, tree: ast.Module, function: ast.FunctionDef, source: str, op: Op
) -> tuple[str, str]:
    """The function with the file's imports and functions that it uses, and what is to be called.

    A reference is called with the op's arguments by their names; where its parameters have others, a
    function of these names stands before it.
    """
    defined = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
    imports: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                imports[alias.asname or alias.name.partition(".")[0]] = node
    wanted, waiting = [function], [function]
    lines: dict[str, None] = {}
    while waiting:
        for used in ast.walk(waiting.pop()):
            if isinstance(used, ast.Name) and used.id in imports:
                lines[ast.get_source_segment(text, imports[used.id]) or ""] = None
            other = defined.get(used.id) if isinstance(used, ast.Name) else None
            if other is not None and other not in wanted:
                wanted.append(other)
                waiting.append(other)
    bodies = [ast.get_source_segment(text, f) or "" for f in tree.body if f in wanted]
    head = f'"""The reference of {source}."""\n\n' + "\n".join(lines)
    called, args = function.name, [a.name for a in op.args]
    if [p.arg for p in (*function.args.posonlyargs, *function.args.args)] != args:
        called, given = f"{called}_by_name", ", ".join(args)
        bodies.append(f"def {called}({given}):\n    return {function.name}({given})")
    return head.rstrip() + "\n\n\n" + "\n\n\n".join(bodies) + "\n", called
