"""Fixes for the backward."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.core.declaration.backward import NO_BACKWARD
from workbench.core.declaration.gradients import differentiable, expression_names, scope
from workbench.core.edits.common import in_rule
from workbench.core.fixes.context import Fix, FixContext, change, nearest, proposes, put, sound_name
from workbench.core.op_toml.key_path import replace_at, steps

__all__: list[str] = []


@proposes(r"backward")
def _whole(context: FixContext) -> Iterator[Fix]:
    yield put(context, "Remove the backward", NO_BACKWARD)


@proposes(r"backward\.op")
def _op(context: FixContext) -> Iterator[Fix]:
    yield put(context, "Remove the op", "")


@proposes(r"backward\.source")
def _source(context: FixContext) -> Iterator[Fix]:
    if context.op.backward.op:
        yield change(context, "Keep the file", "backward", op="", formulas={})
    yield put(context, "Remove the file", "")


@proposes(r"backward\.function")
def _function(context: FixContext) -> Iterator[Fix]:
    if context.op.backward.source:
        yield put(context, f"Change to {sound_name(context.get())}", sound_name(context.get()))
    else:
        yield put(context, "Look in backward.py", "backward.py", "backward.source")
    yield put(context, "Remove the function's name", "")


@proposes(r"backward\.formulas(?:\.\w+)?")
def _formula(context: FixContext) -> Iterator[Fix]:
    backward, name = context.op.backward, str(steps(context.key)[-1])
    if backward.op or backward.source:
        yield change(context, "Keep the formulas", "backward", op="", source="", function="")
    if name not in backward.formulas:
        return
    formula = backward.formulas[name]
    known = [*scope(context.op), "torch"]
    for used in expression_names(formula):
        for like in nearest(used, known) if used not in known else ():
            yield put(context, f"Write {like} for {used}", in_rule(formula, used, like))
    others = {n: f for n, f in backward.formulas.items() if n != name}
    for like in nearest(name, [a.name for a in differentiable(context.op) if a.name not in others]):
        formulas = {like if n == name else n: f for n, f in backward.formulas.items()}
        yield change(context, f"Make it the formula of {like}", "backward", formulas=formulas)
    for whole in (formula.rstrip(" +-*/,=;"), formula.rpartition("=")[2].strip()):
        if whole:
            yield put(context, f"Change to {whole:.60}", whole)
    without = replace(backward, formulas=others)
    yield Fix(f"Remove the formula of {name}", replace_at(context.op, "backward", without))
