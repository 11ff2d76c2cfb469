"""What is built beside an op to check its backward: the op that is it, and the kernel over dual numbers."""

from __future__ import annotations

from pathlib import Path

from workbench.core.check import check_op
from workbench.core.declaration.gradients import in_float64, over_dual_numbers
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.storage.siblings import sibling
from workbench.engine.build.build import Reporter, build, dual_library
from workbench.engine.store import Store

__all__ = ["backward_library", "over_duals"]


def backward_library(folder: Path, op: Op, store: Store, reporter: Reporter) -> str:
    """The torch library of the op that is named as the backward; empty where it needs none.

    Raises:
        UserError: it is not there, or does not build.
    """
    name = op.backward.op
    if not name:
        return ""
    found = sibling(folder, name)
    if found is None:
        raise UserError("backward", f"there is no op '{name}'", "Name another op of the project.")
    if problems := check_op(found[1]):
        raise UserError.of(problems).at(found[0] / "op.toml")
    return build(*found, store, reporter)[0].torch_library


def over_duals(folder: Path, op: Op, store: Store) -> str:
    """The library of the kernel over dual numbers.

    Raises:
        UserError: the kernel is no template, or what it does is not known of dual numbers.
    """
    if over_dual_numbers(op) is None:
        what = "the kernel is no template over the element type of what has a gradient"
        if in_float64(op) is None:
            what = "the kernel has no float64"
        hint = "A template with float64 among its types has its backward checked exactly."
        raise UserError("dual", what, hint)
    try:
        return dual_library(folder, op, store)
    except UserError as error:
        first = error.problem
        where = f"{Path(first.file).name}:{first.line}: " if first.file else ""
        message = f"the kernel does not compile with them: {where}{first.message}"
        hint = "See workbench/dual.h for what they know; std::exp(x) and the like of a T do."
        raise UserError("dual", message, hint, file=first.file, line=first.line) from None
