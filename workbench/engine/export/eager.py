"""The op or its model run in PyTorch, and what is checked of it before anything is exported.

User code: only in the torch host's forked child.
"""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from workbench.core.declaration.names import list_of_item
from workbench.core.declaration.op import Op, Output
from workbench.core.errors import Problem, RefusedError, UserError, with_article
from workbench.core.pipeline.parity import BY_REFERENCE, PYTORCH
from workbench.core.styles import NOT_YET
from workbench.engine.export.dynamic_axes import (
    declared_count,
    declared_shapes,
    fits,
    of_output,
    shown,
)
from workbench.engine.export.reference import reference_outputs
from workbench.engine.export.results import given_outputs, results
from workbench.engine.export.sample import Callee, Sample, Values
from workbench.engine.host import frames, places
from workbench.engine.host.memory import PATTERNS, filled_memory
from workbench.engine.host.user_code import MISTAKES
from workbench.engine.parity.compare import compare_output
from workbench.engine.parity.repeat import repeat_problem, same
from workbench.engine.values.examples import instance_of
from workbench.engine.values.tensors import dtype_name, to_array
from workbench.importers.drafts.skeleton import unwritten

__all__ = [
    "argument_arrays",
    "check_declared",
    "check_export_only",
    "expected_outputs",
    "output_tensors",
    "run_in_torch",
]

Outputs = dict[str, np.ndarray]
_NO_KERNEL = re.compile(r"Could not run '([^']+)' with arguments from the '(\w+)' backend\.")
"""Torch's words where an op is declared, and nothing registers a kernel of it."""


def run_in_torch(op: Op, sample: Sample, callee: Callee, problems: list[Problem]) -> Outputs:
    """PyTorch's outputs by name; every call of the op in it is checked against the declaration.

    Args:
        op: the declaration.
        sample: the model with its inputs.
        callee: the op as the model calls it; it has the calls then.
        problems: gets what is no error.

    Raises:
        UserError: the kernel failed, changed an input, does not repeat itself, or gave another
            element type or shape than declared; or the model does not use the op.
    """
    before = {n: to_array(t).tobytes() for n, t in sample.tensors.items()}
    result = called(sample, callee)
    if not callee.calls:
        hint = (
            "Call what the model's function is given, or a function that calls the registered op."
        )
        raise UserError("model", "the model does not call the op", hint, file=op.model.source)
    for values, given in callee.calls:
        check_declared(op, values, results(op, given))
    changed = [n for n, t in sample.tensors.items() if to_array(t).tobytes() != before[n]]
    if changed:
        raise UserError(
            "kernel",
            f"the kernel changed its input '{changed[0]}'",
            "An exported model cannot express that: write into an output instead, or into "
            f"{changed[0]}.clone().",
        )
    outputs = _outputs(op, result)
    _check_repeats(op, sample, callee, outputs, problems)
    if op.model.source:
        _check_used(op, sample, callee, outputs)
    return outputs


def called(sample: Sample, callee: Callee, again: bool = False) -> Any:
    """What the model gives; the calls of the op in it are kept."""
    callee.keep, callee.margins, callee.inside, callee.calls = True, not again, False, []
    frames.forget()
    try:
        with torch.no_grad(), filled_memory(PATTERNS[again]):
            return sample.module(*sample.given)
    except UserError as error:
        raise places.thrown(error, error) from None
    except MISTAKES as error:
        message = str(error).partition("\nException raised from")[0].strip()
        if message.endswith(NOT_YET):
            raise unwritten("PyTorch", message) from None
        text = message[:2000] or type(error).__name__
        if again:
            when = "when it was run again on the same inputs"
            failed = UserError("repeat", f"the kernel failed in PyTorch {when}: {text}")
        else:
            hint = "It was called with the example inputs of the Model page."
            if isinstance(error, TypeError) and "forward()" in text:
                given = ", ".join(["ctx", *callee.names])
                hint = f"It is called with the op's arguments: def forward({given})."
            if missing := _NO_KERNEL.match(text):
                text = f"torch has the op '{missing[1]}', and no kernel of it for {missing[2]}"
                hint = "Give the file whose TORCH_LIBRARY_IMPL has one, among the sources."
            who = "kernel" if callee.inside else "model"
            failed = RefusedError(who, f"the {who} failed in PyTorch: {text}", hint)
        raise places.thrown(failed, error) from None
    finally:
        callee.keep = callee.margins = False


def output_tensors(op: Op, result: Any) -> dict[str, torch.Tensor]:
    """What a sample model gives, by name.

    Raises:
        UserError: it gives something else than tensors, or as many as declared.
    """
    if op.model.source:
        return _model_outputs(op, result)
    return results(op, result)


def _outputs(op: Op, result: Any) -> Outputs:
    """The model's outputs by name, as they are now: a kernel may use their memory again."""
    return {name: to_array(tensor).copy() for name, tensor in output_tensors(op, result).items()}


def _by_name(op: Op, result: Any) -> Outputs:
    """The op's outputs."""
    return {name: to_array(tensor) for name, tensor in results(op, result).items()}


def _check_repeats(
    op: Op, sample: Sample, callee: Callee, outputs: Outputs, problems: list[Problem]
) -> None:
    """A kernel that keeps something from call to call may agree the first time only."""
    calls = callee.calls
    again = _outputs(op, called(sample, callee, again=True))
    what = "the kernel" if not op.model.source or _op_differs(op, calls, callee) else "the model"
    callee.calls = calls
    problem = repeat_problem(outputs, again, what, "PyTorch", op.tolerances)
    if problem is None:
        return
    if problem.severity == "error" and _draws(op, sample, callee):
        which = "the op" if what == "the kernel" else what
        message = f"{which} draws random numbers, so its results cannot be compared"
        hint = (
            "Choose example inputs with which nothing is random, e.g. p = 0 or training = False; or "
            "set random = true for the output."
        )
        compared = op.is_compared or op.reference.declared
        marked = _that_differ(op, outputs, again) if which == "the op" else ()
        problem = Problem(
            "repeat",
            message,
            hint,
            key=marked[0][0] if marked else "",
            severity="error" if compared else "warning",
            fitting=marked,
        )
    if problem.severity == "error":
        raise UserError.of([problem])
    problems.append(problem)


def _that_differ(op: Op, outputs: Outputs, again: Outputs) -> tuple[tuple[str, bool], ...]:
    """The outputs that are to be marked as random."""
    differ = [n for n in outputs if not same({n: outputs[n]}, {n: again.get(n, outputs[n])})]
    named = {*differ, *(list_of_item(name) for name in differ)}
    found = [i for i, o in enumerate(op.outputs) if o.name in named]
    return tuple((f"outputs[{i}].random", True) for i in found)


def _op_differs(op: Op, first: list[tuple[Values, Any]], callee: Callee) -> bool:
    """Whether it is a call of the op that gave something else for the same arguments."""
    for (values, given), (other, gave) in zip(first, callee.calls, strict=False):
        if not same(_tensors(values), _tensors(other)):
            return False
        if not same(_by_name(op, given), _by_name(op, gave)):
            return True
    return False


def _tensors(values: Values) -> Mapping[str, np.ndarray]:
    """The tensors among a call's arguments, those of lists included."""
    found: dict[str, np.ndarray] = {}
    for name, value in values.items():
        items = value if isinstance(value, list | tuple) else [value]
        tensors = [item for item in items if isinstance(item, torch.Tensor)]
        found |= {f"{name}[{i}]": to_array(t) for i, t in enumerate(tensors)}
    return found


def _draws(op: Op, sample: Sample, callee: Callee) -> bool:
    """Whether it draws from the generators of random numbers, and only that makes it differ."""
    calls = callee.calls
    drawn = False

    def seeded(again: bool) -> Outputs:
        nonlocal drawn
        torch.manual_seed(0)
        np.random.seed(0)
        random.seed(0)
        before = _generators()
        outputs = _outputs(op, called(sample, callee, again))
        drawn = drawn or _generators() != before
        return outputs

    try:
        with torch.random.fork_rng(devices=[]):
            return same(seeded(False), seeded(True)) and drawn
    except UserError:
        return False
    finally:
        callee.calls = calls


def _generators() -> tuple[object, ...]:
    """The states of the generators of random numbers: a call that draws moves one on."""
    numpy_state = pickle.dumps(np.random.get_state())
    return torch.get_rng_state().numpy().tobytes(), numpy_state, random.getstate()


def _check_used(op: Op, sample: Sample, callee: Callee, outputs: Outputs) -> None:
    """A model that does not need the op's result says nothing of the op."""
    if not any(array.size for array in outputs.values()):
        return
    target = callee.target

    def other(*args: Any) -> Any:
        result = target(*args)
        results(op, result)  # it is as declared
        changed = [
            _another(t) if isinstance(t, torch.Tensor) else [_another(item) for item in t]
            for t in given_outputs(op, result)
        ]
        return changed[0] if len(changed) == 1 else tuple(changed)

    callee.target = other
    try:
        with torch.no_grad():
            again = _outputs(op, sample.module(*sample.given))
    except (RuntimeError, TypeError, ValueError, IndexError):
        return  # other values do not fit the model, so it looks at them
    finally:
        callee.target = target
    if all(again[n].tobytes() == array.tobytes() for n, array in outputs.items()):
        raise UserError(
            "model",
            "the model's outputs do not depend on what the op gives",
            "Use the op's result in the model, or export one call of the op.",
            file=op.model.source,
        )


def _another(tensor: torch.Tensor) -> torch.Tensor:
    """A tensor of the same kind with other elements."""
    if tensor.is_floating_point():
        return torch.rand_like(tensor) + 0.5
    other = torch.zeros_like(tensor)
    return torch.ones_like(tensor) if torch.equal(other, tensor) else other


def _model_outputs(op: Op, result: Any) -> dict[str, torch.Tensor]:
    """The outputs of a model file."""
    if not isinstance(result, torch.Tensor | list | tuple):
        raise UserError(
            "model",
            f"the model gives {with_article(type(result).__name__)}",
            "Return a tensor or a tuple of tensors.",
            file=op.model.source,
        )
    given = [result] if isinstance(result, torch.Tensor) else list(result)
    names = list(op.model.outputs) or [o.name for o in op.outputs]
    if not op.model.outputs and len(names) != len(given):
        names = [f"output_{i}" for i in range(len(given))]
    if len(names) != len(given) or not all(isinstance(t, torch.Tensor) for t in given):
        raise UserError(
            "model",
            f"the model gave {len(given)} outputs, model.outputs names {len(names)}",
            "A model gives a tensor or a tuple of tensors.",
            file=op.model.source,
        )
    return dict(zip(names, given, strict=True))


def argument_arrays(values: Values) -> Values:
    """A call's arguments with arrays instead of tensors."""

    def array(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return to_array(value)
        if isinstance(value, list | tuple):
            return tuple(array(v) for v in value)
        if isinstance(value, torch.dtype):
            return str(value).removeprefix("torch.")
        return value

    return {name: array(value) for name, value in values.items()}


def expected_outputs(op: Op, folder: Path, callee: Callee) -> tuple[Outputs, bool]:
    """What the declared reference gives; of a model file every call is compared here.

    Returns:
        The expected outputs by name, empty where there is no reference, or a model file; and
        whether the reference agrees with the calls in a model file, on numbers in each output.

    Raises:
        UserError: a call in a model file does not give what the reference does.
    """
    if not op.model.source:
        return reference_outputs(op, folder, argument_arrays(callee.calls[0][0])), False
    proven: set[str] = set()
    for values, given in callee.calls:
        outputs = _by_name(op, given)
        proven |= _must_agree(op, outputs, reference_outputs(op, folder, argument_arrays(values)))
    return {}, proven == set().union(*(results(op, given) for _, given in callee.calls))


def check_declared(op: Op, values: Values, outputs: Mapping[str, torch.Tensor]) -> None:
    """A kernel that gives another type or shape than declared makes every graph a lie."""
    arrays = argument_arrays(values)
    wanted = instance_of(op, arrays)
    for i, output in enumerate(op.outputs):
        _check_count(op, output, i, arrays, len(of_output(output, outputs)))
    shapes = declared_shapes(op, arrays, outputs)
    for i, output in enumerate(op.outputs):
        for name in of_output(output, outputs):
            tensor = outputs[name]
            dtype, shape = dtype_name(tensor), list(tensor.shape)
            declared = wanted[output.name] if wanted is not None else dtype
            sizes = shapes[name]
            if dtype == declared and fits(shape, sizes):
                continue
            raise UserError(
                "kernel",
                f"the kernel gives '{name}' as {dtype}{shape}, declared is {declared}{shown(sizes)}",
                f"Correct {'' if op.kernel.kind.exists else 'the kernel, or '}"
                "the output's element type and shape rule on the Signature page.",
                key=f"outputs[{i}].{'dtype' if dtype != declared else 'shape'}",
            )


def _check_count(op: Op, output: Output, index: int, values: Values, given: int) -> None:
    """Of a list: as many tensors as declared."""
    count = declared_count(op, output, values) if output.is_list else None
    if count is not None and count != given:
        raise UserError(
            "kernel",
            f"the kernel gives {given} tensors as '{output.name}', declared are {count}",
            f"Correct {'' if op.kernel.kind.exists else 'the kernel, or '}the output's count on the "
            "Signature page.",
            key=f"outputs[{index}].count",
        )


def check_export_only(op: Op, outputs: Outputs, expected: Outputs) -> None:
    """Nothing runs an export-only op after this, so a wrong kernel must be seen here.

    What stands in for a kernel that needs a GPU has no numbers.
    """
    if not op.is_compared and not op.kernel.kind.needs_gpu:
        _must_agree(op, outputs, expected)


def _must_agree(op: Op, outputs: Outputs, expected: Outputs) -> set[str]:
    """The outputs of which numbers were compared."""
    proven = set()
    for name, value in expected.items():
        who = (BY_REFERENCE, PYTORCH)
        parity = compare_output(name, value, outputs[name], *op.tolerances.of(name), who)
        if parity.compared:
            proven.add(name)
        if not parity.agrees:
            first = parity.differences[0] if parity.differences else None
            text = parity.note or f"{parity.differing} of {parity.elements} elements differ"
            if first is not None:
                text += (
                    f"; at {list(first.index)} it gives {first.actual}, expected {first.expected}"
                )
            raise UserError(
                "reference", f"the kernel's output '{name}' is not the reference's: {text}"
            )
    return proven
