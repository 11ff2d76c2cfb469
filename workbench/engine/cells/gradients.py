"""What a check says of a backward: held against dual numbers, or against finite differences.

User code: only in the torch host's forked child.
"""

from __future__ import annotations

import re
import time
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.autograd.gradcheck import GradcheckError

from workbench.core.cells import AGREES, FAILED, LEFT_OUT, Cell, CellOutcome
from workbench.core.cells.passes import BUILD, DUAL, GRADGRADCHECK
from workbench.core.declaration.gradients import in_float64
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.examples.example_types import with_types
from workbench.engine.cells.differentiated import Differentiated, Leaf
from workbench.engine.cells.dual import DualKernel
from workbench.engine.export.sample import sample_values
from workbench.engine.export.torch_op import TorchOp
from workbench.engine.host.user_code import MISTAKES

__all__ = ["check_gradients"]

_SECONDS = 0.5
"""What the slow way, element by element, may take; a projection takes its place beyond."""
_LOOK_SECONDS = 2.0
"""How long the element that is wrong is looked for."""
_STEP = 1e-6
_RTOL, _ATOL = 1e-3, 1e-5
"""As ``gradcheck`` has them, for differences over a step of ``_STEP``."""
_EXACT = 1e-9
"""The part of a sum's terms by which rounding in float64 may change it, with room."""
_TRIES = 2


def check_gradients(
    cell: Cell, op: Op, folder: Path, torch_op: TorchOp, module: types.ModuleType, library: str
) -> CellOutcome:
    """One look at the backward.

    Args:
        cell: which, and with what (``GRADCHECK``, ``GRADGRADCHECK`` or ``DUAL``).
        op: the cell's.
        folder: the op's.
        torch_op: the op, its backward registered.
        module: the generated one.
        library: of the kernel over dual numbers, for ``DUAL``.
    """
    instance = in_float64(op)
    if instance is None:
        return _left_out(
            cell,
            "not checked: the kernel has no float64, in which alone differences tell right from "
            "wrong; add it to its element types",
        )
    exact = with_types(op, instance)
    torch.set_num_threads(1)  # sums are then the same each time
    try:
        call = Differentiated(exact, folder, torch_op, module, sample_values(exact, folder))
        if not call.leaves:
            return _left_out(cell, "not checked: no argument with a gradient is given")
        if cell.level(BUILD) == DUAL.name:
            return _by_dual_numbers(cell, call, DualKernel(exact, library))
        return _by_differences(cell, call, cell.level(BUILD) == GRADGRADCHECK.name)
    except UserError as error:
        return CellOutcome(cell.number, FAILED, error.problems)


def _left_out(cell: Cell, message: str) -> CellOutcome:
    return CellOutcome(cell.number, LEFT_OUT, (Problem(LEFT_OUT, message, severity="note"),))


def _failed(cell: Cell, *problems: Problem) -> CellOutcome:
    return CellOutcome(cell.number, FAILED, problems)


# -- finite differences -------------------------------------------------------------------


def _by_differences(cell: Cell, call: Differentiated, again: bool) -> CellOutcome:
    leaves = [leaf.tensor for leaf in call.leaves]
    took, outputs = call.timed()
    if again and (why := call.why_not_again()):
        return _left_out(cell, f"not checked: {why}")
    count = sum(t.numel() for t in leaves)
    size = count + outputs
    fast = took * 2 * (2 * size if again else size) > _SECONDS
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if again:  # as gradgradcheck does it, which stumbles over a gradient that is constant
                torch.manual_seed(0)
                along = [torch.randn_like(t).requires_grad_() for t in call.outputs(*leaves)]
                leaves = [*leaves, *along]
            function = call.gradients if again else call.outputs
            torch.autograd.gradcheck(function, leaves, fast_mode=fast, nondet_tol=1e-8)
    except GradcheckError as error:
        return _failed(cell, _second(call, error)) if again else _first(cell, call, error)
    except MISTAKES as error:
        return _failed(cell, call.explained(error))
    return CellOutcome(cell.number, AGREES)


def _first(cell: Cell, call: Differentiated, error: Exception) -> CellOutcome:
    """The element of which ``gradcheck`` speaks, or what it says where none is found."""
    found = _wrong_element(call, lambda leaf, at, weights: call.slope(leaf, at, weights, _STEP))
    if isinstance(found, Problem):
        return _failed(cell, found)
    if found:
        return _left_out(cell, f"not checked: the op has a kink at {found}")
    words = " ".join(str(error).split())[:400]
    return _failed(cell, Problem("backward", f"gradcheck: {words}", **call.place("")))


def _second(call: Differentiated, error: Exception) -> Problem:
    """Which gradient's derivative is wrong, and by what."""
    text = " ".join(str(error).split())
    message = f"gradgradcheck: {text[:400]}"
    names = [leaf.text for leaf in call.leaves]
    arg = ""
    if match := re.search(r"output (\d+) with respect to input (\d+)", text):
        of, by = int(match[1]), int(match[2])
        arg = call.leaves[of].arg if of < len(names) else ""
        inputs = [*names, *(f"grad_{name}" for name in call.graded)]
        if arg and by < len(inputs):
            message = (
                f"the gradient of '{names[of]}' has another derivative by '{inputs[by]}' than its "
                "values say: the backward uses what autograd does not follow"
            )
    return Problem("backward", message, **call.place(arg))


# -- dual numbers -------------------------------------------------------------------------


def _by_dual_numbers(cell: Cell, call: Differentiated, kernel: DualKernel) -> CellOutcome:
    """u·(J v) by the kernel over dual numbers against (Jᵀu)·v by the backward, v one argument's."""
    plain = {name: t.detach().numpy() for name, t in call.given().items()}
    shapes = {name: array.shape for name, array in plain.items()}
    random = np.random.default_rng(0)

    def product(direction: dict[str, Any], weights: dict[str, np.ndarray]) -> tuple[float, float]:
        slopes = kernel(call.values, direction, shapes)
        terms = [weights[name] * slope for name, (_, slope) in slopes.items()]
        return float(sum(t.sum() for t in terms)), float(sum(np.abs(t).sum() for t in terms))

    for name, (value, _) in kernel(call.values, {}, shapes).items():
        scale = np.abs(plain[name][np.isfinite(plain[name])]).max(initial=0.0)
        if not np.allclose(value, plain[name], _EXACT, _EXACT * scale, equal_nan=True):
            why = f"'{name}' has other values over dual numbers: it asks what its element type is"
            return _left_out(cell, f"not checked with dual numbers: {why}")
    for leaf in call.leaves:
        for _ in range(_TRIES):
            weights = {n: random.standard_normal(shapes[n]) for n in call.graded}
            along = random.standard_normal(tuple(leaf.tensor.shape))
            gradient = call.gradient(leaf, weights)
            forward, size = product(call.direction(leaf, along), weights)
            terms = gradient * along
            size += float(np.abs(terms).sum())
            if not np.isfinite(size):
                return _left_out(cell, "not checked with dual numbers: a derivative is no number")
            if abs(forward - float(terms.sum())) <= _EXACT * size:
                continue

            def slope(one: Leaf, at: int, by: dict[str, np.ndarray]) -> tuple[float, float]:
                unit = np.zeros(one.tensor.numel())
                unit[at] = 1.0
                exact, _ = product(call.direction(one, unit.reshape(tuple(one.tensor.shape))), by)
                return exact, exact

            found = _wrong_element(call, slope, (leaf,))
            if isinstance(found, Problem):
                return _failed(cell, found)
            if found:
                return _left_out(cell, f"not checked with dual numbers: a kink at {found}")
            message = (
                f"the gradient of '{leaf.text}' is wrong: along a direction the backward gives "
                f"{float(terms.sum()):.4g}, the kernel {forward:.4g}"
            )
            return _failed(cell, Problem("backward", message, **call.place(leaf.arg)))
    return CellOutcome(cell.number, AGREES)


# -- the element --------------------------------------------------------------------------

_Slope = Callable[[Leaf, int, dict[str, np.ndarray]], tuple[float, float]]
"""How the weighted sum of the outputs changes with one element: below and above it."""


def _wrong_element(
    call: Differentiated, slope: _Slope, leaves: tuple[Leaf, ...] = ()
) -> Problem | str:
    """The first element of which the gradient is wrong.

    Returns:
        The problem; else where the op is not smooth, so that no gradient is right; or nothing.
    """
    ends = time.monotonic() + _LOOK_SECONDS
    kink = ""
    for weights in _weights(call):
        for leaf in leaves or call.leaves:
            gradient = call.gradient(leaf, weights).reshape(-1)
            order: Iterator[int] = iter(np.random.default_rng(1).permutation(gradient.size))
            if gradient.size <= 512:
                order = iter(range(gradient.size))
            for at in order:
                if time.monotonic() > ends:
                    break
                below, above = slope(leaf, at, weights)
                given, wanted = float(gradient[at]), (below + above) / 2
                if not np.isfinite(wanted) or _alike(given, wanted):
                    continue
                below, above = call.slope(leaf, at, weights, _STEP)
                index = [int(i) for i in np.unravel_index(at, tuple(leaf.tensor.shape))]
                where = f"{leaf.text}{index if index else ''}"
                if not _alike(below, above):
                    kink = where
                    continue
                message = (
                    f"the gradient of '{leaf.text}' is wrong{f' at {index}' if index else ''}: the "
                    f"backward gives {given:.4g}, the kernel's outputs say {wanted:.4g}"
                )
                return Problem("backward", message, call.sum_of(weights), **call.place(leaf.arg))
    return kink


def _weights(call: Differentiated) -> Iterator[dict[str, np.ndarray]]:
    """Of the outputs' elements: all 1, which people can follow, then others."""
    shapes = {name: tuple(t.shape) for name, t in call.given().items()}
    yield {name: np.ones(shapes[name]) for name in call.graded}
    random = np.random.default_rng(2)
    yield {name: random.standard_normal(shapes[name]) for name in call.graded}


def _alike(a: float, b: float) -> bool:
    return abs(a - b) <= _ATOL + _RTOL * max(abs(a), abs(b))
