"""A call of an op with gradients: its leaves, what it gives, and whose part a wrong gradient is."""

from __future__ import annotations

import re
import time
import types
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from workbench.core.declaration.gradients import checked, with_gradients
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.storage.op_file import FILE_NAME
from workbench.engine.export.results import results
from workbench.engine.export.sample import Values
from workbench.engine.export.torch_op import TorchOp
from workbench.engine.host.user_code import MISTAKES
from workbench.engine.values.tensors import as_torch, own

__all__ = ["Differentiated", "Leaf"]


class Leaf(NamedTuple):
    """A tensor that has a gradient.

    Attributes:
        arg: the argument.
        item: of a list, which tensor of it; None for others.
        tensor: it.
    """

    arg: str
    item: int | None
    tensor: torch.Tensor

    @property
    def text(self) -> str:
        """For people: ``x``, ``xs[0]``."""
        return self.arg if self.item is None else f"{self.arg}[{self.item}]"


class Differentiated:
    """A call.

    Args:
        op: its examples are float64 where they have a gradient.
        folder: the op's.
        torch_op: the op, its backward registered.
        module: the generated one.
        values: the arguments.

    Attributes:
        leaves: the tensors whose gradients are checked: not those of which the backward says that
            they have none.
        graded: the outputs that have a gradient.
        values: the arguments.

    Raises:
        UserError: kinds ``kernel`` and ``backward``; it fails.
    """

    def __init__(
        self, op: Op, folder: Path, torch_op: TorchOp, module: types.ModuleType, values: Values
    ) -> None:
        self._op, self._folder, self._torch_op, self._module = op, folder, torch_op, module
        self.values = values
        self.graded = [o.name for o in with_gradients(op)]
        wanted = {a.name for a in checked(op)}
        self._arguments = {n: as_torch(op, n, own(v)) for n, v in values.items()}
        self.leaves = [
            Leaf(name, item, tensor)
            for name in (a.name for a in op.args if a.name in wanted)
            for item, tensor in _tensors(self._arguments[name])
            if tensor.dtype == torch.float64
        ]
        for leaf in self.leaves:
            leaf.tensor.requires_grad_()
        self._drop_what_has_none()

    def _drop_what_has_none(self) -> None:
        """Leaves of which a file says None have no gradient to check; a missing formula has one."""
        if not self.leaves or not self._op.backward.source:
            return
        given = self._gradients(None)
        kept = [
            leaf for leaf, gradient in zip(self.leaves, given, strict=True) if gradient is not None
        ]
        for leaf in self.leaves:
            if not any(leaf is one for one in kept):
                leaf.tensor.requires_grad_(False)
        self.leaves = kept

    # -- forward

    def given(self) -> dict[str, torch.Tensor]:
        """The outputs by name.

        Raises:
            UserError: kind ``kernel``; it fails.
        """
        try:
            result = self._torch_op.call(*self._arguments.values())
        except MISTAKES as error:
            raise UserError("kernel", f"the kernel fails in float64: {error}") from error
        return results(self._op, result)

    def outputs(self, *leaves: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The outputs that have a gradient, of these leaves in the place of the call's."""
        new = {id(leaf.tensor): given for leaf, given in zip(self.leaves, leaves, strict=True)}

        def put(value: Any) -> Any:
            if isinstance(value, list):
                return [put(item) for item in value]
            return new.get(id(value), value)

        result = self._torch_op.call(*map(put, self._arguments.values()))
        found = results(self._op, result)
        return tuple(found[name] for name in self.graded)

    def timed(self) -> tuple[float, int]:
        """How long a call with its backward takes, and how many numbers it gives."""
        self._gradients(None)  # the first is slower
        began = time.monotonic()
        self._gradients(None)
        outputs = self.given()
        return time.monotonic() - began, sum(outputs[name].numel() for name in self.graded)

    # -- backward

    def _gradients(self, weights: dict[str, np.ndarray] | None) -> tuple[torch.Tensor | None, ...]:
        found = self.given()
        outputs = [found[name] for name in self.graded]
        if not any(t.requires_grad for t in outputs):
            message = "autograd does not reach the op: its outputs have no gradient"
            raise UserError("backward", message, **self.place(""))
        along = [
            torch.ones_like(t) if weights is None else torch.from_numpy(weights[name]).to(t.dtype)
            for name, t in zip(self.graded, outputs, strict=True)
        ]
        try:
            return torch.autograd.grad(
                outputs, [leaf.tensor for leaf in self.leaves], along, allow_unused=True
            )
        except MISTAKES as error:
            raise UserError.of([self.explained(error)]) from error

    def gradient(self, leaf: Leaf, weights: dict[str, np.ndarray]) -> np.ndarray:
        """What the backward gives for a leaf, of the weighted sum of the outputs."""
        number = next(i for i, one in enumerate(self.leaves) if one is leaf)
        given = self._gradients(weights)[number]
        return np.zeros(tuple(leaf.tensor.shape)) if given is None else given.detach().numpy()

    def gradients(self, *given: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """What the backward gives, of other leaves and gradients of the outputs: for ``gradcheck``.

        What does not depend on them does so by nothing, so that it is seen where it should.
        """
        leaves, along = given[: len(self.leaves)], given[len(self.leaves) :]
        found = torch.autograd.grad(
            self.outputs(*leaves), leaves, along, create_graph=True, allow_unused=True
        )
        nothing = 0 * sum(t.sum() for t in given)
        return tuple(
            (torch.zeros_like(leaf) if gradient is None else gradient) + nothing
            for leaf, gradient in zip(leaves, found, strict=True)
        )

    def why_not_again(self) -> str:
        """Why what the backward gives cannot be differentiated; empty where it can."""
        found = self.given()
        outputs = [found[name] for name in self.graded]
        along = [torch.ones_like(t).requires_grad_() for t in outputs]
        leaves = [leaf.tensor for leaf in self.leaves]
        try:
            given = torch.autograd.grad(
                outputs, leaves, along, create_graph=True, allow_unused=True
            )
            again = [t.sum() for t in given if t is not None and t.requires_grad]
            if not again:
                return "what the backward gives is made of nothing that can be differentiated"
            torch.autograd.grad(again, [*leaves, *along], allow_unused=True)
        except MISTAKES as error:
            text = str(error).partition("\n")[0]
            if re.search(r"derivative for .* is not implemented", text):
                return f"torch says: {text}"
            raise UserError.of([self.explained(error)]) from error
        return ""

    # -- differences

    def slope(
        self, leaf: Leaf, at: int, weights: dict[str, np.ndarray], step: float
    ) -> tuple[float, float]:
        """How the weighted sum of the outputs changes with an element: below it, and above it."""
        with torch.no_grad():
            flat = leaf.tensor.detach().view(-1)
            kept = float(flat[at])
            sums = []
            for moved in (kept - step, kept, kept + step):
                flat[at] = moved
                found = self.given()
                sums.append([found[n].detach().numpy() * weights[n] for n in self.graded])
            flat[at] = kept
        below, here, above = sums
        return (
            float(sum((h - b).sum() for h, b in zip(here, below, strict=True))) / step,
            float(sum((a - h).sum() for a, h in zip(above, here, strict=True))) / step,
        )

    def direction(self, leaf: Leaf, along: np.ndarray) -> dict[str, Any]:
        """A direction in which only a leaf changes, by the arguments' names."""
        if leaf.item is None:
            return {leaf.arg: along}
        values = self.values[leaf.arg]
        return {
            leaf.arg: [along if i == leaf.item else np.zeros_like(v) for i, v in enumerate(values)]
        }

    # -- words

    def sum_of(self, weights: dict[str, np.ndarray]) -> str:
        """Of what the gradient is."""
        plain = all((w == 1).all() for w in weights.values())
        what = (
            "of all outputs" if len(self.graded) > 1 else f"of the elements of '{self.graded[0]}'"
        )
        return f"It is the gradient of the {'' if plain else 'weighted '}sum {what}."

    def place(self, arg: str) -> dict[str, Any]:
        """Where the gradient of an argument is declared; empty for that of any."""
        backward, toml = self._op.backward, str(self._folder / FILE_NAME)
        if backward.op:
            return {"file": toml, "key": "backward.op"}
        if backward.source:
            line = self._line_of_function()
            return {"file": str(self._folder / backward.source), "line": line}
        known = arg in backward.formulas
        return {"file": toml, "key": f"backward.formulas.{arg}" if known else "backward.formulas"}

    def _line_of_function(self) -> int:
        try:
            code = getattr(self._module._backward_function(), "__code__", None)
        except (*MISTAKES, UserError):
            return 0  # what is wrong with the file is told by who calls it
        return 0 if code is None else int(code.co_firstlineno)

    def explained(self, error: BaseException) -> Problem:
        """What autograd, or the user's own backward, raised."""
        text = " ".join(str(error).split())[:600] or type(error).__name__
        place = self.place("")
        if match := re.search(r"returned an invalid gradient at index (\d+) - (got .*)", text):
            number = int(match[1])
            args = [a.name for a in self._op.args]
            if number < len(args) and not any(a.is_tensor_list for a in self._op.args):
                message = f"the backward's gradient of '{args[number]}' does not fit: {match[2]}"
                return Problem("backward", message, **self.place(args[number]))
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename.startswith("<generated for") and code.co_name.startswith("_grad_"):
                place = self.place(code.co_name.removeprefix("_grad_"))
            elif Path(code.co_filename).is_relative_to(self._folder):
                place = {"file": code.co_filename, "line": trace.tb_lineno}
            trace = trace.tb_next
        return Problem("backward", f"the backward fails: {type(error).__name__}: {text}", **place)


def _tensors(value: Any) -> list[tuple[int | None, torch.Tensor]]:
    if isinstance(value, torch.Tensor):
        return [(None, value)]
    items = enumerate(value) if isinstance(value, list) else ()
    return [(i, item) for i, item in items if isinstance(item, torch.Tensor)]
