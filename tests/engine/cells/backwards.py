"""Ops with backwards, right and wrong, and the check of each in this process."""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.conftest import MakeOp
from workbench.core.cells import Cell, CellOutcome
from workbench.core.cells.passes import BUILD, DUAL, GRADCHECK, Pass
from workbench.core.declaration.op import Backward, Op
from workbench.core.storage import op_file
from workbench.engine.build.beside import backward_library, over_duals
from workbench.engine.build.build import Reporter, build
from workbench.engine.cells.gradients import check_gradients
from workbench.engine.export.exporters import generated_module
from workbench.engine.export.torch_op import TorchOp, load_torch_op
from workbench.engine.store import Store

_numbers = itertools.count()
_registered: set[str] = set()
"""An op takes a backward once."""


class Graded(NamedTuple):
    """An op with its right formulas.

    Attributes:
        args: name → shape, or a literal's type and value.
        shape: the shape rule.
        kernel: its body; ``T`` is the element type.
        formulas: the right ones.
        wrong: what is wrong with others → these.
    """

    args: Mapping[str, tuple[int, ...] | tuple[str, float]]
    shape: str
    kernel: str
    formulas: Mapping[str, str]
    wrong: Mapping[str, Mapping[str, str]]


EACH = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = {};"
GRADED = {
    "sigmoid": Graded(
        {"x": (3, 4)},
        "x.shape",
        EACH.format("T(1) / (T(1) + std::exp(-x[i]))"),
        {"x": "grad * y * (1 - y)"},
        {
            "sign": {"x": "grad * y * (1 + y)"},
            "missing factor": {"x": "grad * y"},
            "constant factor": {"x": "1.01 * grad * y * (1 - y)"},
        },
    ),
    "quotient": Graded(
        {"a": (2, 3), "b": (2, 3)},
        "a.shape",
        EACH.format("a[i] / b[i]"),
        {"a": "grad_y / b", "b": "-grad_y * y / b"},
        {
            "sign": {"a": "grad / b", "b": "grad * y / b"},
            "swapped": {"a": "-grad * y / b", "b": "grad / b"},
            "one is missing": {"a": "grad / b"},
        },
    ),
    "product": Graded(
        {"a": (3, 3), "b": (3, 3)},
        "[a.shape[0], b.shape[1]]",
        """for (int64_t i = 0; i < a.size(0); ++i)
             for (int64_t j = 0; j < b.size(1); ++j) {
               T sum = 0;
               for (int64_t k = 0; k < a.size(1); ++k) sum += a(i, k) * b(k, j);
               y(i, j) = sum;
             }""",
        {"a": "grad @ b.T", "b": "a.T @ grad"},
        {"transposed": {"a": "grad @ b", "b": "a.T @ grad"}},
    ),
    "power": Graded(
        {"x": (5,), "alpha": ("float", 2.5)},
        "x.shape",
        EACH.format("alpha * std::pow(std::abs(x[i]), 1.5) + sin(x[i]) * log1p(x[i] * x[i])"),
        {
            "x": "grad * (1.5 * alpha * x.abs().sqrt() * x.sign() + x.cos() * (x * x).log1p()"
            " + x.sin() * 2 * x / (1 + x * x))"
        },
        {
            "missing term": {"x": "grad * 1.5 * alpha * x.abs().sqrt() * x.sign()"},
            "alpha is missing": {
                "x": "grad * (1.5 * x.abs().sqrt() * x.sign() + x.cos() * (x * x).log1p()"
                " + x.sin() * 2 * x / (1 + x * x))"
            },
        },
    ),
    "clamped": Graded(
        {"a": (2, 3), "b": (3,)},
        "broadcast(a.shape, b.shape)",
        EACH.format("a[i] * std::max(b[i % b.numel()], T(-1))"),
        {"a": "grad * b.clamp(min=-1)", "b": "grad * a * (b > -1)"},
        {"summed twice": {"a": "grad * b.clamp(min=-1)", "b": "2 * grad * a * (b > -1)"}},
    ),
}
"""What kernels are made of: functions, several arguments, products, attributes, broadcasting."""


def toml(name: str, graded: Graded, formulas: Mapping[str, str]) -> str:
    op, space = f"op{next(_numbers)}_{os.getpid()}", f"wb_graded{next(_numbers)}_{os.getpid()}"
    lines = [
        "schema = 1",
        f'name = "{name}"',
        f'torch = "{space}::{op}"',
        'types = { T = ["float32", "float64"] }',
    ]
    examples = []
    for seed, (arg, given) in enumerate(graded.args.items()):
        kind = str(given[0]) if isinstance(given[0], str) else ""
        lines += ["[[args]]", f'name = "{arg}"', f'type = "{kind}"' if kind else 'dtype = "T"']
        value = f"value = {given[1]}" if kind else f"shape = {list(given)}\nseed = {seed + 1}"
        examples += ["[[model.inputs]]", f'arg = "{arg}"', value]
    tensors = [a for a, given in graded.args.items() if not isinstance(given[0], str)]
    attributes = [
        f'{{ name = "{a}", type = "float", arg = "{a}" }}' for a in graded.args if a not in tensors
    ]
    lines += ["[[outputs]]", 'name = "y"', 'dtype = "T"', f'shape = "{graded.shape}"']
    lines += ["[kernel]", 'source = "kernel.cpp"', 'function = "kernel"']
    lines += ["[[mapping.nodes]]", f'op = "test::{name.capitalize()}"', f"inputs = {tensors}"]
    lines += ['outputs = ["y"]', f"attributes = [{', '.join(attributes)}]"]
    lines += [*examples, "[backward.formulas]"]
    lines += [f'{a} = "{formula}"' for a, formula in formulas.items()]
    return "\n".join(lines)


def kernel(graded: Graded) -> str:
    parameters = [
        "double " + a if isinstance(given[0], str) else f"wb::Tensor<const T> {a}"
        for a, given in graded.args.items()
    ]
    head = ", ".join(["const wb::Context&", *parameters, "wb::Tensor<T> y"])
    return (
        "#include <workbench/tensor.h>\n#include <algorithm>\n#include <cmath>\n"
        f"template <class T>\nvoid kernel({head}) {{\n{graded.kernel}\n}}"
    )


class Loaded(NamedTuple):
    """An op in this process."""

    op: Op
    folder: Path
    torch_op: TorchOp

    def looked_at(self, look: Pass, backward: Backward | None = None) -> CellOutcome:
        """What a pass says of the backward, or of another one."""
        op = self.op if backward is None else msgspec.structs.replace(self.op, backward=backward)
        if op.backward.op:
            from workbench.core.storage.siblings import sibling

            found = sibling(self.folder, op.backward.op)
            if found is None:
                backward_library(self.folder, op, Store(), Reporter())
            assert found is not None
            library = backward_library(self.folder, op, Store(), Reporter())
            load_torch_op(found[1].resolved(), found[0], library)
        module = generated_module(op, self.folder)
        if self.op.torch not in _registered:
            _registered.add(self.op.torch)
            self.torch_op.register_backward(module)
        library = over_duals(self.folder, op, Store()) if look is DUAL else ""
        cell = Cell(7, {BUILD: look.name})
        return check_gradients(cell, op, self.folder, self.torch_op, module, library)


def loaded(folder: Path) -> Loaded:
    op = op_file.load(folder).resolved()
    result, _ = build(folder, op, Store(), Reporter())
    return Loaded(op, folder, load_torch_op(op, folder, result.torch_library))


def graded_op(make_op: MakeOp, name: str, formulas: Mapping[str, str]) -> Loaded:
    one = GRADED[name]
    return loaded(make_op(toml(name, one, formulas), kernel(one)))


BOTH = (DUAL, GRADCHECK)
